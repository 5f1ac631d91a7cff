"""The description of an Indian language (`languages/<code>.toml`, or the user's folder): roots, word lists, tags, and their roles in phrases."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from bolide import _core
from bolide.data import has_file, parse_toml, read_toml, sha256
from bolide.data.folders import LANGUAGE
from bolide.data.languages import Language, any_language
from bolide.errors import ConfigurationError, ResourceError
from bolide.files.boundary import check_shape, exists, reading
from bolide.records import record, replace
from bolide.text.indic import fold

Toml: TypeAlias = dict[str, Any]
# The files that the user's folder may have beside its description, by the metric options that they replace.
FILES = {"roots": "roots.txt", "synonyms": "synonyms.txt", "tagger": "words.tagger"}
_WORDS = {str: str}
_SHAPE = {
    "code": str,
    "name?": str,
    "roots?": {"table?": str, "shortest?": int, "endings?": _WORDS, "exceptions?": _WORDS, "infinitives?": _WORDS},
    "tags?": {
        "default?": str,
        "classes?": _WORDS,
        "roles?": _WORDS,
        "words?": _WORDS,
        "endings?": _WORDS,
        "forms?": [{"tag": str, "stems": str, "endings": str}],
    },
}


@record
class RootRules:
    """The rules for roots: `table` is simplemma's name of the language, if any; `endings` are stripped from words that no table has.

    An ending is replaced by the text that follows it here, if at least `shortest` characters are left. `infinitives` maps the endings of
    infinitives to the ending of their root.
    """

    table: str | None
    endings: tuple[tuple[str, str], ...]
    shortest: int
    exceptions: dict[str, str]
    infinitives: dict[str, str]


@record
class TagRules:
    """The tags of a language: the class of each, and its roles in groups and clauses.

    `words` has the folded words of closed classes by tag, `endings` the tags that endings suggest, `default` the tag of any other word.
    They are features of a trained model, and tag by themselves without one.
    """

    classes: dict[str, str]
    roles: dict[str, tuple[str, ...]]
    words: dict[str, tuple[str, ...]]
    endings: dict[str, tuple[str, ...]]
    default: str
    model: str | None

    @property
    def word_classes(self) -> dict[str, str]:
        """The possible tags of each word of a closed class, joined."""
        found: dict[str, list[str]] = {}
        for tag, words in self.words.items():
            for word in words:
                found.setdefault(word, []).append(tag)
        return {word: "|".join(tags) for word, tags in found.items()}


@record
class IndicLanguage:
    """The description of a language for METEOR-Hindi.

    >>> indic_language("hi").name, indic_language("hi").tags.classes["NNP"]
    ('Hindi', 'noun')
    """

    code: str
    name: str
    roots: RootRules
    tags: TagRules
    thesaurus: str | None
    digest: str = ""  # of the user's description

    def signed(self, identity: str) -> str:
        """Return the identity of data in a signature, including that of the description."""
        return f"{identity}-{self.digest}" if self.digest else identity


def indic_language(code: str, folder: str | None = None) -> IndicLanguage:
    """Return the description of a language, from a folder if given; `ConfigurationError` if there is none."""
    if folder is not None:
        return _read_description(Path(folder, LANGUAGE))
    if not has_file(f"hindi/languages/{code}.toml"):
        raise ConfigurationError(
            f"there is no description of {code} for the preset meteor-hindi: give a folder with {LANGUAGE} (--resources; docs/hindi.md)"
        )
    return _packaged(code)


@cache
def _packaged(code: str) -> IndicLanguage:
    return _described(read_toml(f"hindi/languages/{code}.toml") | {"code": code})


def _described(data: Toml) -> IndicLanguage:
    """Return a description; the tags of Hindi are the default."""
    usual = read_toml("hindi/languages/hi.toml")["tags"]
    tags = {name: usual[name] for name in ("classes", "roles", "default")} | data.get("tags", {})
    return IndicLanguage(
        code=data["code"],
        name=data.get("name") or any_language(data["code"]).name,
        roots=_roots(data.get("roots", {})),
        tags=_tags(tags),
        thesaurus=data.get("thesaurus"),
    )


def _read_description(file: Path) -> IndicLanguage:
    """Read the description of a folder; `ResourceError` says what is wrong with it."""
    with reading(file, ResourceError, "does not describe a language"):
        text = file.read_text(encoding="utf-8")
        data = parse_toml(text)
        check_shape(data, _SHAPE)
        code = any_language(data["code"]).code
        found = _described({name: data[name] for name in ("name", "roots", "tags") if name in data} | {"code": code})
        rules = found.tags
        in_roles = {tag for tags in rules.roles.values() for tag in tags}
        for tag in ("SYM", "QC", rules.default, *rules.words, *rules.endings, *sorted(in_roles)):
            if tag not in rules.classes:
                raise ValueError(f"the tag {tag!r} is not in any of its classes")
        if unknown := [role for role in rules.roles if role not in _core.TAG_ROLES]:
            raise ValueError(f"{unknown[0]!r} is not one of the roles {' '.join(_core.TAG_ROLES)}")
        return replace(found, digest=sha256(text.encode())[:12])


def folder_language(folder: Path) -> tuple[Language, dict[str, str]]:
    """Return the language that a folder describes, with the features that it has data for, and its files by their options."""
    described = indic_language("", str(folder))
    files = {option: str(folder / name) for option, name in FILES.items() if exists(folder / name)}
    rules, tags = described.roots, described.tags
    has = {
        "exact": True,
        "stem": "roots" in files or bool(rules.table or rules.endings or rules.exceptions),
        "synonym": "synonyms" in files,
        "lwg": "tagger" in files or bool(tags.words),
        "pos": "tagger" in files,
        "clause": "tagger" in files or bool(tags.words),
        "paraphrase": True,
    }
    language = replace(
        any_language(described.code),
        name=described.name,
        java_code="other",
        normaliser="indic",
        stemmer="roots",
        matchers=tuple(name for name in ("exact", "stem", "synonym") if has[name]),
        preset="meteor-hindi",
        task="published",
        is_known=True,
        features=tuple(name for name in _core.FEATURES if has[name]),
        folder=str(folder),
    )
    return language, files


def _roots(data: Toml) -> RootRules:
    endings = ((fold(ending), fold(end)) for ending, end in data.get("endings", {}).items())
    return RootRules(
        table=data.get("table"),
        endings=tuple(sorted(endings, key=lambda pair: (-len(pair[0]), pair))),
        shortest=data.get("shortest", 2),
        exceptions={fold(word): fold(root) for word, root in data.get("exceptions", {}).items()},
        infinitives={fold(ending): fold(end) for ending, end in data.get("infinitives", {}).items()},
    )


def _listed(data: Toml) -> dict[str, list[str]]:
    """Return the word lists by tag: the words themselves, and every stem with every ending of its forms."""
    lists = {tag: words.split() for tag, words in data.get("words", {}).items()}
    for form in data.get("forms", ()):
        stems, endings = form["stems"].split(), form["endings"].split()
        lists.setdefault(form["tag"], []).extend(stem + ending for stem in stems for ending in endings)
    return lists


def _tags(data: Toml) -> TagRules:
    return TagRules(
        classes={tag: name for name, tags in data["classes"].items() for tag in tags.split()},
        roles={role: tuple(tags.split()) for role, tags in data["roles"].items()},
        words={tag: tuple(dict.fromkeys(map(fold, words))) for tag, words in _listed(data).items()},
        endings={tag: tuple(map(fold, endings.split())) for tag, endings in data.get("endings", {}).items()},
        default=data["default"],
        model=data.get("model"),
    )
