"""Write core/text/character_table.inc: which characters are letters, marks and digits in Unicode 14, as runs.

Run by hand, once; the result is committed, so that no build depends on the Unicode version of the Python that makes it:

    python tools/make_character_table.py > core/text/character_table.inc
"""

from __future__ import annotations

import sys
import unicodedata

UNICODE = "14.0.0"
# Scripts that write words without blanks between them: their letters count as unspaced (blocks of Unicode: Thai, Lao, Myanmar,
# Khmer, ideographic marks, Kana, Han and their extensions).
UNSPACED = (
    (0x0E00, 0x0EFF),
    (0x1000, 0x109F),
    (0x1780, 0x17FF),
    (0x3005, 0x3007),
    (0x3021, 0x3029),
    (0x3040, 0x30FF),
    (0x31F0, 0x31FF),
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xA9E0, 0xA9FF),
    (0xAA60, 0xAA7F),
    (0xF900, 0xFAFF),
    (0xFF66, 0xFF9D),
    (0x1B000, 0x1B16F),
    (0x20000, 0x3134F),
)


def kind_of(code: int) -> str | None:
    """Return what kind of character it is; None for signs, blanks and what is not assigned."""
    category = unicodedata.category(chr(code))
    if category.startswith("M"):
        return "mark"
    if category.startswith("N"):
        is_ideograph = any(first <= code <= last for first, last in UNSPACED) and category == "Nl"
        return "unspaced" if is_ideograph else "digit"
    if category.startswith("L"):
        return "unspaced" if any(first <= code <= last for first, last in UNSPACED) else "letter"
    return "blank" if chr(code).isspace() else None


def main() -> None:
    """Print the table, or refuse when this Python knows another version of Unicode."""
    if unicodedata.unidata_version != UNICODE:
        sys.exit(f"needs a Python with Unicode {UNICODE} (3.11); this one has {unicodedata.unidata_version}")
    print(f"// Made by tools/make_character_table.py from Unicode {UNICODE}. {{first, last, kind}}")
    runs: list[list[int | str]] = []
    for code in range(sys.maxunicode + 1):
        kind = kind_of(code)
        if kind is None:
            continue
        if runs and runs[-1][1] == code - 1 and runs[-1][2] == kind:
            runs[-1][1] = code
        else:
            runs.append([code, code, kind])
    for first, last, kind in runs:
        print(f"{{0x{first:04X}, 0x{last:04X}, CharacterKind::{kind}}},")


if __name__ == "__main__":
    main()
