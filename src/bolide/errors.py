"""All errors and warnings of bolide.

BolideError
├── ConfigurationError (ValueError)   an impossible metric: unknown language, preset, task, matcher
├── InputError (ValueError)           text that cannot be scored; says which segment
│   └── SegmentError                  a single segment that cannot be scored
└── ResourceError                     language data
    ├── MissingResourceError          is not installed; names the command that installs it
    └── DamagedResourceError          is broken; names the command that repairs it

BolideWarning (UserWarning)           a result that is probably not what was meant
├── InputWarning                      text was probably read in the wrong format
├── LanguageWarning                   text is probably not in the given language
└── MissingKnowledgeWarning           a language is scored without some data of the preset
"""

from __future__ import annotations

from collections.abc import Sequence


class BolideError(Exception):
    """The root of all errors that bolide raises on purpose."""


class ConfigurationError(BolideError, ValueError):
    """The requested metric does not exist."""


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
    """A result is probably not what was meant. The command line prints it as a note."""


class InputWarning(BolideWarning):
    """Text was probably read in the wrong format."""


class LanguageWarning(BolideWarning):
    """Text does not look like the given language."""


class MissingKnowledgeWarning(BolideWarning):
    """A language is scored without some data of the preset, such as paraphrases."""


def nearest(name: str, known: Sequence[str]) -> str:
    """Return the known name nearest to `name`, for an error that asks "did you mean ...?"; empty if none is near.

    >>> nearest("lang", ["language", "semantics"]), nearest("metric", ["language", "semantics"])
    ('language', '')
    >>> nearest("bolid", ["bolide++", "bolide"])
    'bolide'
    """
    from difflib import get_close_matches

    begun = [other for other in known if other.startswith(name) or (len(other) > 3 and name.startswith(other))]
    close = get_close_matches(name, begun or known, n=1, cutoff=0.9 if begun else 0.7)
    return next(iter(close or begun), "")
