"""Write core/text/lowercase_table.inc: the simple lower-case mappings of Unicode 13, as runs.

Run by hand, once; the result is committed, so that no build depends on the Unicode version of the Python that makes it:

    python tools/make_lowercase_table.py > core/text/lowercase_table.inc
"""

from __future__ import annotations

import sys
import unicodedata

# Java 17 knows Unicode 13. These have a lower case only since Unicode 14, the version of Python 3.11.
NEWER = {0x2C2F, 0xA7C0, 0xA7D0, 0xA7D6, 0xA7D8, *range(0x10570, 0x10596)}
# Mapped by the code: to two characters, and by context.
SPECIAL = {0x0130, 0x03A3}


def mappings() -> list[tuple[int, int]]:
    """Return (character, lower case) for every character that has one, in order."""
    return [
        (code, ord(chr(code).lower()))
        for code in range(sys.maxunicode + 1)
        if code not in NEWER and code not in SPECIAL and chr(code).lower() != chr(code)
    ]


def runs(pairs: list[tuple[int, int]]) -> list[list[int]]:
    """Return [first, last, stride, delta] for maximal runs of characters one or two apart with one delta."""
    found: list[list[int]] = []
    for code, lower in pairs:
        if found:
            first, last, stride, delta = found[-1]
            step = code - last
            if lower - code == delta and (step == stride or (first == last and step <= 2)):
                found[-1] = [first, code, step, delta]
                continue
        found.append([code, code, 1, lower - code])
    return found


def main() -> None:
    """Print the table, or refuse when this Python's Unicode version is not the one the exceptions are for."""
    if unicodedata.unidata_version != "14.0.0":
        sys.exit(f"needs a Python with Unicode 14.0.0 (3.11); this one has {unicodedata.unidata_version}")
    print("// Made by tools/make_lowercase_table.py from Unicode 13. {first, last, stride, delta}")
    for first, last, stride, delta in runs(mappings()):
        print(f"{{0x{first:04X}, 0x{last:04X}, {stride}, {delta}}},")


if __name__ == "__main__":
    main()
