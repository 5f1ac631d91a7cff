"""simplemma's table of roots, folded once and kept, so that a start need neither import simplemma nor fold 85,000 words."""

from __future__ import annotations

import hashlib
import importlib.util
import os
from collections.abc import Mapping
from pathlib import Path

from bolide.data.home import resource_path
from bolide.data.workspace import locked_workspace
from bolide.errors import MissingResourceError, ResourceError
from bolide.text.indic import fold_all

__all__ = ["fold_table", "open_simplemma"]

# Of the kept file: the first changes with what is folded, the second keeps forms and roots apart.
FOLDING = 1
_APART = "\n\n"


def open_simplemma(code: str) -> tuple[dict[str, str], str]:
    """Return the folded table of a language, and the beginning of the SHA-256 of what it was made from."""
    spec = importlib.util.find_spec("simplemma")
    if spec is None or spec.origin is None:
        raise MissingResourceError(
            "roots come from simplemma, which is not installed; run: pip install 'bolide[hindi]'"
        )
    data = Path(spec.origin).parent / "strategies" / "dictionaries" / "data" / f"{code}.plzma"
    if not data.is_file():
        raise MissingResourceError(
            f"this version of simplemma has no table for {code} where one is expected; run: pip install 'bolide[hindi]'"
        )
    digest = hashlib.sha256(data.read_bytes()).hexdigest()[:12]
    kept = resource_path(f"roots-{code}-{digest}-{FOLDING}").with_suffix(".txt")
    if (table := _read(kept)) is None:
        table = _load(code)
        _keep(table, kept)
    return table, digest


def fold_table(table: Mapping[str, str]) -> dict[str, str]:
    """Return a table of roots with folded forms; of forms that fold to one, the first in the order of the table counts.

    >>> fold_table({"लड़के": "लड़का"})
    {'लडके': 'लडका'}
    """
    pairs = [(form, root) for form, root in table.items() if form and root and form != root]
    forms, roots = (fold_all(side) for side in ([form for form, _ in pairs], [root for _, root in pairs]))
    return dict(zip(reversed(forms), reversed(roots), strict=True))


def _load(code: str) -> dict[str, str]:
    from simplemma.strategies.dictionaries import DefaultDictionaryFactory  # noqa: PLC0415 - part of an extra, and slow

    return fold_table(DefaultDictionaryFactory().get_dictionary(code))


def _read(file: Path) -> dict[str, str] | None:
    """Return a kept table; None where there is none, or none that can be used."""
    try:
        digest, _, body = file.read_text(encoding="utf-8").partition("\n")
    except (OSError, UnicodeDecodeError):
        return None
    if hashlib.sha256(body.encode()).hexdigest() != digest:
        return None
    forms, _, roots = body.partition(_APART)
    return dict(zip(forms.split("\n"), roots.split("\n"), strict=True))


def _keep(table: dict[str, str], file: Path) -> None:
    """Keep a table for the next start. Where nothing can be written, every start takes longer, and nothing else is lost."""
    body = "\n".join(table) + _APART + "\n".join(table.values())
    try:
        with locked_workspace() as workspace:
            unfinished = workspace / file.name
            unfinished.write_text(f"{hashlib.sha256(body.encode()).hexdigest()}\n{body}", encoding="utf-8")
            os.replace(unfinished, file)
    except ResourceError:
        return
