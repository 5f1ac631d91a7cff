"""The options that say how chance is drawn, the same for every subcommand that draws."""

from __future__ import annotations

import argparse

from bolide.analysis.resampling import CONFIDENCE, SAMPLES, SEED
from bolide.cli.command_parser import positive, whole

__all__ = ["add_resampling_options", "add_seed_option"]


def add_resampling_options(group: argparse._ArgumentGroup, *, may_be_none: bool = False) -> None:
    """Add `--samples`, `--seed` and `--confidence`."""
    group.add_argument(
        "--samples",
        type=whole if may_be_none else positive,
        default=SAMPLES,
        metavar="N",
        help="samples to draw for intervals and p-values (default: %(default)s"
        + ("; 0: neither)" if may_be_none else ")"),
    )
    add_seed_option(group, "of the samples")
    group.add_argument(
        "--confidence",
        type=_share,
        default=CONFIDENCE,
        metavar="SHARE",
        help="share of the samples inside the intervals (default: %(default)s)",
    )


def add_seed_option(group: argparse._ArgumentGroup, what: str) -> None:
    """Add `--seed`."""
    group.add_argument("--seed", type=whole, default=SEED, metavar="N", help=f"{what} (default: %(default)s)")


def _share(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0
    if not 0 < value < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number between 0 and 1")
    return value
