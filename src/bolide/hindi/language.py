"""The description of an Indian language (`languages/<code>.toml`): roots, word lists, tags, what tags do in phrases."""

from __future__ import annotations

from functools import cache
from typing import Any, TypeAlias

from bolide.data import has_file, read_toml
from bolide.errors import ConfigurationError
from bolide.records import record
from bolide.text.indic import fold

Toml: TypeAlias = dict[str, Any]


@record
class RootRules:
    """How roots are found: `table` is simplemma's name of the language, if any; `endings` are stripped where no table knows.

    An ending is replaced by what stands after it, where at least `shortest` characters are left. `infinitives` maps the
    endings of infinitives to the ending of their root.
    """

    table: str | None
    endings: tuple[tuple[str, str], ...]
    shortest: int
    exceptions: dict[str, str]
    infinitives: dict[str, str]


@record
class TagRules:
    """The tags of a language: the class of each, and its roles in groups and clauses.

    `words` holds the folded words of closed classes by tag, `endings` the tags that endings suggest, `default` the tag of any
    other word: what tags by themselves where there is no trained model, and what a trained model may look at where there is.
    """

    classes: dict[str, str]
    roles: dict[str, tuple[str, ...]]
    words: dict[str, tuple[str, ...]]
    endings: dict[str, tuple[str, ...]]
    default: str
    model: str | None

    @property
    def word_classes(self) -> dict[str, str]:
        """Each word of a closed class with the tags that it may have, joined."""
        found: dict[str, list[str]] = {}
        for tag, words in self.words.items():
            for word in words:
                found.setdefault(word, []).append(tag)
        return {word: "|".join(tags) for word, tags in found.items()}


@record
class IndicLanguage:
    """All that METEOR-Hindi needs to know of a language.

    >>> indic_language("hi").name, indic_language("hi").tags.classes["NNP"]
    ('Hindi', 'noun')
    """

    code: str
    name: str
    roots: RootRules
    tags: TagRules
    thesaurus: str | None


@cache
def indic_language(code: str) -> IndicLanguage:
    """Return the description of a language; `ConfigurationError` if there is none."""
    file = f"hindi/languages/{code}.toml"
    if not has_file(file):
        raise ConfigurationError(f"there is no description of {code} for the preset meteor-hindi; see docs/hindi.md")
    data = read_toml(file)
    return IndicLanguage(
        code=code,
        name=data["name"],
        roots=_roots(data["roots"]),
        tags=_tags(data["tags"]),
        thesaurus=data.get("thesaurus"),
    )


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
    lists = {tag: words.split() for tag, words in data["words"].items()}
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
