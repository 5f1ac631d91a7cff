"""Word aligners: programs that link the words of a segment with those of its translation. Each is a module, loaded when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from bolide.errors import ConfigurationError

__all__ = ["ALIGNERS", "DEFAULT_ALIGNER", "find_aligner"]

# Name and module. A module has a function `align(name, source, target, forward, reverse)`: the name that it was called by, and four
# paths. It reads two texts of as many lines and writes the links of both directions, each as source-target in Pharaoh's form, a
# line for a line.
ALIGNERS = {
    "thot": "bolide.build.aligners.thot",
    "thot-hmm": "bolide.build.aligners.thot",
    "eflomal": "bolide.build.aligners.eflomal",
}
# The better of those whose licence lets them stand in an extra: level with eflomal, far ahead of thot-hmm.
DEFAULT_ALIGNER = "thot"
# What each module needs to be installed, by its name for Python and its name for people, and how.
_LIBRARIES = {
    "bolide.build.aligners.thot": ("thot", "sil-thot", "pip install 'bolide[build]'"),
    "bolide.build.aligners.eflomal": ("eflomal", "eflomal", "pip install eflomal"),
}

Align = Callable[[str, Path, Path, Path, Path], None]


def find_aligner(name: str) -> Align:
    """Return an aligner: one of ours, or a function `package.module:function` of the user's; `ConfigurationError` if it cannot run."""
    module, _, function = (ALIGNERS.get(name, name) + ":align").partition(":")
    if name not in ALIGNERS and ":" not in name:
        raise ConfigurationError(
            f"unknown aligner {name!r}: choose one of {' '.join(ALIGNERS)}, or name your own function as package.module:function"
        )
    library, title, command = _LIBRARIES.get(module, ("", "", ""))
    if library and find_spec(library) is None:
        raise ConfigurationError(f"the aligner {name!r} needs {title}, which is not installed: {command}")
    try:
        found: Align = getattr(import_module(module), function.partition(":")[0])
    except (ImportError, AttributeError) as error:
        raise ConfigurationError(f"the aligner {name!r} cannot be loaded: {error}") from error
    return found
