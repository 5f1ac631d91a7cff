"""Learn preset `bolide` or `bolide++` for English again, from WMT12, WMT15 and WMT16; WMT13 and WMT17 are for testing only.

python lab/make_preset.py FILE [--preset NAME] [--judgements FOLDER]   writes a preset file; its values are those in presets.toml
"""

import argparse
import sys
from pathlib import Path

from bolide.cli import main as bolide

ROOT = Path(__file__).resolve().parent.parent
PATTERNS = ("wmt12-rank.*-en.tsv.gz", "wmt15-da.*-en.tsv.gz", "wmt16-da.*-en.tsv.gz")
GRID = "paper alpha=.5:1:.05 beta=.2:1.6:.2 gamma=.2:.7:.05 delta=.5:.9:.05 stem=.4:1:.2 synonym=.4:1:.2 paraphrase=.4:1:.2"
# What each is made from: a preset to start from, and the grid.
PRESETS = {"bolide": ("meteor-1.5-paper", GRID), "bolide++": ("bolide++:universal", f"{GRID} x=1:4:1")}


def main() -> int:
    """Run the command line that made the preset."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", help="where to write the preset")
    parser.add_argument("--preset", choices=tuple(PRESETS), default="bolide")
    parser.add_argument("--judgements", type=Path, default=ROOT.parent / "shared" / "data" / "judgements")
    options = parser.parse_args()
    judgements = [str(path) for pattern in PATTERNS for path in sorted(options.judgements.glob(pattern))]
    objective = ("--objective", "tau", "--objective", "pearson", "--combine", "mean")
    start, grid = PRESETS[options.preset]
    name = options.preset.replace("+", "p")  # names of presets in files have letters, digits and the like
    return bolide(
        ["tune", *judgements, *objective, "--preset", start, "--grid", grid, "-o", options.file, "--name", name]
    )


if __name__ == "__main__":
    sys.exit(main())
