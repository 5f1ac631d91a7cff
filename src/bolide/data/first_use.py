"""Synonyms on the first use of a language: fetched once and told of, as English is, and never where that is forbidden.

A metric that can do without them does so where they cannot be fetched; `bolide.family` says so. Who has no network is not kept waiting
again and again: after a failure nothing is tried for a day. `bolide resources install` always tries.
"""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from pathlib import Path

from bolide.data.catalogue import Resource
from bolide.data.home import compiled_folder
from bolide.data.install import DOWNLOADS, install
from bolide.errors import ResourceError

__all__ = ["fetch_on_first_use"]

PAUSE_SECONDS = 24 * 60 * 60


def fetch_on_first_use(resource: Resource) -> str | None:
    """Install a resource; return why it is still not there (nothing to say where it was tried lately), None where it is."""
    # Beside what is unfinished, so that `prune` takes it.
    stamp = Path(compiled_folder(), DOWNLOADS, f"{resource.id}.unreached")
    if _is_recent(stamp):
        return ""
    if sys.stderr is not None:
        told = f"fetching the {resource.title}: {resource.fetched_bytes / 1e6:.1f} MB, {resource.licence}, once"
        print(f"bolide: {told}; --offline or BOLIDE_OFFLINE=1 forbids it", file=sys.stderr, flush=True)
    try:
        install([resource], is_patient=False)
    except (ResourceError, OSError) as error:
        with suppress(OSError):
            stamp.parent.mkdir(parents=True, exist_ok=True)
            stamp.touch()
        return str(error)
    stamp.unlink(missing_ok=True)
    return None


def _is_recent(stamp: Path) -> bool:
    """Whether fetching failed less than a day ago."""
    try:
        return time.time() - stamp.stat().st_mtime < PAUSE_SECONDS
    except OSError:
        return False
