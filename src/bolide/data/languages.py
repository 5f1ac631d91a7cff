"""Languages: the data about each (`languages.toml`), and their codes and names (`codes.tsv`).

`known_language` takes only the names in the data file and the jar's, `find_language` any name of a language that bolide has data for,
and `any_language` every language: the others by their codes in ISO 639-2, -3 and -5 (`iso639.txt`: two letters, then all possible
third letters).
"""

import re
from collections.abc import Iterable
from functools import cache

from bolide import _core
from bolide.data import read_lines, read_toml, sha256
from bolide.errors import ConfigurationError, nearest
from bolide.records import record, replace

MATCHERS: tuple[str, ...] = _core.MATCHERS
JAVA_MATCHERS = MATCHERS[:4]  # those of Meteor 1.5, with whole matches; matches of the others have a similarity
DEFAULT_LANGUAGE = "en"
DIGEST_LENGTH = 12  # of the identities of data in signatures
NO_WORDS = "none"  # given instead of a language's code: no function words


@record
class Language:
    """A language: its names, and the parts of the metric that exist for it; only a code and a name unless it `is_known`.

    >>> find_language("cz").code, find_language("Czech").java_code
    ('cs', 'cz')
    """

    code: str
    name: str
    aliases: tuple[str, ...]
    matchers: tuple[str, ...]
    task: str
    preset: str
    java_code: str
    normaliser: str | None = None
    stemmer: str | None = None
    case_sensitive: bool = False
    function_words: bool = False
    is_known: bool = True
    features: tuple[str, ...] | None = None  # of METEOR-Hindi that exist for it; None: all
    folder: str | None = None  # the user's, with its description for METEOR-Hindi


@cache
def languages() -> tuple[Language, ...]:
    """Return all languages, in the order of the data file."""
    return tuple(
        Language(
            **{"java_code": row["code"]}
            | {name: tuple(value) if isinstance(value, list) else value for name, value in row.items()}
        )
        for row in read_toml("data/languages.toml")["language"]
    )


def known_language(name: str) -> Language | None:
    """Return the language of a code or name in the data file, ignoring case; None if it is not there.

    >>> known_language("cz").code, known_language("deu")
    ('cs', None)
    """
    wanted = str(name).lower()
    return next((row for row in languages() if wanted == row.code or wanted in row.aliases), None)


def find_language(name: str) -> Language:
    """Return a language that bolide has data for, by any of its names; `ConfigurationError` if there is none.

    A name is a code of ISO 639, with or without a region or script, or the name of the language in English or in the language itself.

    >>> [find_language(name).code for name in ("deu", "de-DE", "pt_BR", "nb", "Hindi", "Deutsch")]
    ['de', 'de', 'pt', 'no', 'hi', 'de']
    """
    if (found := any_language(name)).is_known:
        return found
    known = " ".join(language.code for language in languages())
    raise ConfigurationError(
        f"{found.name} works only with presets for any language: leave the preset out, or choose universal+. The others are for {known}"
    )


def any_language(name: str) -> Language:
    """Return the language of a code or name, with only these if bolide has no data for it. `ConfigurationError` if it is unknown.

    >>> [(any_language(name).code, any_language(name).name) for name in ("zh-Hans", "swahili", "cz", "tlh")]
    [('zh', 'Chinese'), ('sw', 'Swahili'), ('cs', 'Czech'), ('tlh', 'tlh')]
    """
    if found := known_language(name) or known_language(_code(name) or ""):
        return found
    if (code := _code(name)) is None:
        raise ConfigurationError(
            f"{name!r} is not a language: give a code such as de, deu or pt-BR, a name such as German or Deutsch, or other{_alike(name)}"
        )
    title = _codes()[1].get(code, code)
    return replace(find_language("other"), code=code, name=title, aliases=(), is_known=False)


_TAG = r"[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})*"


def _code(name: str) -> str | None:
    """Return the code of a language from one of its names, or from a tag that begins with one; None if it is unknown."""
    codes, wanted = _codes()[0], str(name).strip().lower()
    first = re.split("[-_]", wanted)[0] if re.fullmatch(_TAG, wanted) else wanted
    if found := codes.get(wanted) or codes.get(first):
        return found
    lines = read_lines("data/iso639.txt") if len(first) == 3 else ()
    return first if any(line.startswith(first[:2]) and first[2] in line[3:] for line in lines) else None


def language_names() -> dict[str, str]:
    """Return the English names of all languages with an entry here, by their codes, in the order of the names."""
    named = _codes()[1] | {language.code: language.name for language in languages()}
    return dict(sorted(named.items(), key=lambda pair: pair[1]))


@cache
def _codes() -> tuple[dict[str, str], dict[str, str]]:
    """Return the codes of languages by all their names, and English names by codes (`codes.tsv`).

    Codes and English names are those of ISO 639, native names those of Unicode's CLDR; the code of a language that is used for its group (cmn, nob) means the group.
    """
    rows = [line.split("\t") for line in read_lines("data/codes.tsv")]
    named = {alias: code for code, _, aliases in rows for alias in (code, *aliases.split("|")) if alias}
    return named, {code: title for code, title, _ in rows}


def _alike(name: str) -> str:
    """Return the question "did you mean" for a name that is nearly right, or for the code of a country (`mistaken_codes.tsv`)."""
    mistaken = dict(line.split("\t") for line in read_lines("data/mistaken_codes.tsv"))
    wanted = str(name).lower()
    known = [alias for language in languages() for alias in language.aliases] + list(_codes()[0])
    near = nearest(wanted, [alias for alias in known if len(alias) > 3]) if len(wanted) > 3 else ""
    meant = mistaken.get(re.split("[-_]", wanted)[0]) or near
    return f"; did you mean {meant}?" if meant else ""


@cache
def function_words(code: str) -> tuple[str, ...]:
    """Return the function words of a language; none if Meteor 1.5 has no list, or if the code is `none`.

    >>> len(function_words("en")), len(function_words("pt"))
    (93, 0)
    """
    if code == NO_WORDS or not (language := find_language(code)).function_words:
        return ()
    return read_lines(f"data/function_words/{language.name.lower()}.txt")


def stem(code: str, word: str) -> str:
    """Return the stem of a word, as the matcher sees it; `ConfigurationError` if the language has no stemmer.

    >>> stem("en", "running")
    'run'
    """
    language = find_language(code)
    if language.stemmer in (None, "table", "roots"):
        raise ConfigurationError(f"there is no stemmer for {language.name}")
    return _core.stem(str(language.stemmer), word)


def digest_words(words: Iterable[str]) -> str:
    """Return the identity of a set of words, in any order."""
    return sha256("\n".join(sorted(set(words))).encode("utf-8", "surrogatepass"))[:DIGEST_LENGTH]
