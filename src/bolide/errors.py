"""Everything that bolide raises.

BolideError
├── ConfigurationError (ValueError)   a metric that cannot be: unknown language, preset, task, matcher
├── InputError (ValueError)           text that cannot be scored; says which segment
│   └── SegmentError                  a single segment that is too much
└── ResourceError                     language data
    ├── MissingResourceError          is not installed; names the command that installs it
    └── DamagedResourceError          is there and broken; names the command that mends it

BolideWarning (UserWarning)           a result that is probably not what was meant
├── InputWarning                      text is probably given in another form than the one that it was read in
├── LanguageWarning                   text is not in the language that it was taken for
└── MissingKnowledgeWarning           a language is scored with less than the preset is made for
"""

from __future__ import annotations

from collections.abc import Sequence


class BolideError(Exception):
    """The root of all errors that bolide raises on purpose."""


class ConfigurationError(BolideError, ValueError):
    """A metric was asked for that does not exist."""


class InputError(BolideError, ValueError):
    """Text cannot be scored as it is."""


class SegmentError(InputError):
    """A segment cannot be scored; `segment` is its number, from 0."""

    def __init__(self, segment: int, reason: str) -> None:
        super().__init__(f"segment {segment}: {reason}")
        self.segment = segment
        self.reason = reason


class ResourceError(BolideError):
    """Language data cannot be used."""


class MissingResourceError(ResourceError):
    """Language data is not installed."""


class DamagedResourceError(ResourceError):
    """Language data is installed, but broken."""


class BolideWarning(UserWarning):
    """A result is probably not what was meant. The command line prints such a warning as a note."""


class InputWarning(BolideWarning):
    """Text is probably given in another form than the one that it was read in."""


class LanguageWarning(BolideWarning):
    """Text does not look like the language that it was taken for."""


class MissingKnowledgeWarning(BolideWarning):
    """A language is scored with less than the preset is made for: without paraphrases."""


def nearest(name: str, known: Sequence[str]) -> str:
    """Return the known name that was probably meant, for an error that asks "did you mean ...?"; nothing if none is near.

    >>> nearest("lang", ["language", "preset"]), nearest("x", ["language", "preset"])
    ('language', '')
    """
    from difflib import get_close_matches

    begun = [other for other in known if other.startswith(name) or (len(other) > 3 and name.startswith(other))]
    return next(iter(begun or get_close_matches(name, known, n=1)), "")
