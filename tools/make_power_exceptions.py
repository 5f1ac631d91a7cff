"""Write core/score/power_exceptions.inc: where Java's Math.pow is not correctly rounded, for Meteor's exponents.

Run by hand, once, on a table of exponent, base, Java's result and the correctly rounded one (TSV, 17 digits), made with Java 17 on
x86-64 over all fragmentations c / (s / 2) with s up to 1,200 words and the exponents of Meteor 1.5's tasks:

    python tools/make_power_exceptions.py TABLE.tsv > core/score/power_exceptions.inc
"""

from __future__ import annotations

import math
import sys
from pathlib import Path


def main() -> None:
    """Print one line for each exception: exponent, base, and how many units in the last place Java is off."""
    rows = []
    for line in Path(sys.argv[1]).read_text(encoding="utf-8").splitlines():
        exponent, base, java, correct = map(float, line.split("\t"))
        rows.append((exponent, base, round((java - correct) / math.ulp(min(java, correct)))))
    print("// Made by tools/make_power_exceptions.py. {exponent, base, units in the last place}")
    for exponent, base, units in sorted(rows):
        print(f"{{{exponent.hex()}, {base.hex()}, {units:+d}}},")


if __name__ == "__main__":
    main()
