"""The languages that Meteor 1.5 knows, and what the package knows about each (`languages.toml`)."""

from __future__ import annotations

import re
from functools import cache

from bolide import _core
from bolide.errors import ConfigurationError
from bolide.packaged import read_toml
from bolide.records import record, replace

MATCHERS: tuple[str, ...] = _core.MATCHERS
DEFAULT_LANGUAGE = "en"
NO_WORDS = "none"  # stands for no function words, where a language's code stands for its own


@record
class Language:
    """A language: its names, and which parts of the metric exist for it.

    >>> find_language("cz").code, find_language("Czech").java_code
    ('cs', 'cz')
    """

    code: str
    name: str
    aliases: tuple[str, ...]
    matchers: tuple[str, ...]
    task: str
    java_code: str
    normaliser: str | None
    stemmer: str | None
    case_sensitive: bool
    function_words: bool
    preset: str | None = None


@cache
def languages() -> tuple[Language, ...]:
    """Return all languages, in the order of the data file."""
    return tuple(
        Language(
            code=row["code"],
            name=row["name"],
            aliases=tuple(row["aliases"]),
            matchers=tuple(row["matchers"]),
            task=row["task"],
            java_code=row.get("java_code", row["code"]),
            normaliser=row.get("normaliser"),
            stemmer=row.get("stemmer"),
            case_sensitive=row.get("case_sensitive", False),
            function_words=row.get("function_words", False),
            preset=row.get("preset"),
        )
        for row in read_toml("data/languages.toml")["language"]
    )


def any_language(name: str) -> Language:
    """Return the language of a code or name; one that bolide knows nothing about is known by its code alone.

    >>> any_language("el").matchers, any_language("cz").name
    (('exact',), 'Czech')
    """
    try:
        return find_language(name)
    except ConfigurationError:
        if not re.fullmatch(r"[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*", str(name)):
            raise
    return replace(find_language("other"), code=name.lower(), name=name, aliases=())


def find_language(name: str) -> Language:
    """Return the language of a code or name, whatever its case; `ConfigurationError` if there is none."""
    wanted = str(name).lower()
    for language in languages():
        if wanted == language.code or wanted in language.aliases:
            return language
    known = " ".join(language.code for language in languages())
    raise ConfigurationError(
        f"unknown language {name!r}: choose one of {known}; 'other' matches words exactly in any language"
    )
