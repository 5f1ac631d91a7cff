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
from bolide.text.indic import fold

__all__ = ["fold_table", "open_simplemma"]

# Of the kept file: changes with what is folded, and how it is written.
FOLDING = 2


def open_simplemma(code: str) -> tuple[str, str]:
    """Return the folded table of a language, as lines of form TAB root, and the beginning of the SHA-256 of what it was made from."""
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


def fold_table(table: Mapping[str, str]) -> str:
    r"""Return a table of roots with folded forms; of forms that fold to one, the first in the order of the table counts.

    >>> fold_table({"लड़के": "लड़का"})
    'लडके\tलडका\n'
    """
    folded: dict[str, str] = {}
    for form, root in table.items():
        if form and root and form != root:
            folded.setdefault(fold(form), fold(root))
    return "".join(f"{form}\t{root}\n" for form, root in folded.items())


def _load(code: str) -> str:
    from simplemma.strategies.dictionaries import DefaultDictionaryFactory

    return fold_table(DefaultDictionaryFactory().get_dictionary(code))


def _read(file: Path) -> str | None:
    """Return a kept table; None where there is none, or none that can be used."""
    try:
        digest, _, body = file.read_text(encoding="utf-8").partition("\n")
    except (OSError, UnicodeDecodeError):
        return None
    return body if hashlib.sha256(body.encode()).hexdigest() == digest else None


def _keep(table: str, file: Path) -> None:
    """Keep a table for the next start. Where nothing can be written, every start takes longer, and nothing else is lost."""
    try:
        with locked_workspace() as workspace:
            unfinished = workspace / file.name
            unfinished.write_text(f"{hashlib.sha256(table.encode()).hexdigest()}\n{table}", encoding="utf-8")
            os.replace(unfinished, file)
    except ResourceError:
        return
