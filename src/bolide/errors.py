"""Everything that bolide raises.

BolideError
├── ConfigurationError (ValueError)   a metric that cannot be: unknown language, preset, task, matcher
├── InputError (ValueError)           text that cannot be scored; says which segment
└── ResourceError                     language data
    ├── MissingResourceError          is not installed; names the command that installs it
    └── DamagedResourceError          is there and broken; names the command that mends it
"""

from __future__ import annotations


class BolideError(Exception):
    """The root of all errors that bolide raises on purpose."""


class ConfigurationError(BolideError, ValueError):
    """A metric was asked for that does not exist."""


class InputError(BolideError, ValueError):
    """Text cannot be scored as it is."""


class ResourceError(BolideError):
    """Language data cannot be used."""


class MissingResourceError(ResourceError):
    """Language data is not installed."""


class DamagedResourceError(ResourceError):
    """Language data is installed, but broken."""
