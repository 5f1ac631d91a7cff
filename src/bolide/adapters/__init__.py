"""bolide with the interfaces of other programs: one module each, imported only on use.

Each is a thin layer over the public interface of bolide. A module that extends a client needs that client, which the extra of the same
name installs; bolide itself needs none of them.
"""

from __future__ import annotations

__all__ = ["missing_client"]


def missing_client(name: str) -> ImportError:
    """Return the error that says how to install a client.

    >>> str(missing_client("sacrebleu"))
    "bolide.adapters.sacrebleu needs sacrebleu: pip install 'bolide[sacrebleu]'"
    """
    return ImportError(f"bolide.adapters.{name} needs {name}: pip install 'bolide[{name}]'", name=name)
