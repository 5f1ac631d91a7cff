"""Bytes that were right, changed in some places; the same changes for the same seed."""

import random

__all__ = ["mutate"]

# What has a meaning to some reader, or is just outside of what it can take.
PIECES = [
    b"\n", b"\r\n", b"\n\n", b" ", b"\t", b"\t\t", b",", b'"', b'""', b"'", b"\0", b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80",
    b"\xef\xbb\xbf", b"\xe2\x80\xa8", b"\x0c", b"\x1b", b"0", b"-1", b"1", b"1e999", b"nan", b"inf", b"1e-999", b"9" * 20, b"9" * 5000, b"1_0",
    b"\xd9\xa1", b"\xc2\xb2", b"0x10", b"1.5.5", b"true", b"null", b"{", b"}", b"[", b"]", b"[" * 3000, b"{}", b"[]", b":", b"=", b"#", b"[[", b"a.b = 1\n",
    b"|||", b" ||| ", b"0-0", b"9-9", b"4294967296-0", b"<", b">", b"</seg>", b'<seg id="1">', b"<!--", b"-->", b"&amp;", b"&#x110000;", b"&#0;",
    b"<!DOCTYPE a [<!ENTITY b 'c'>]>", b"<![CDATA[", b"]]>", b"\x1f\x8b\x08", b"\xff\xfe", b"Alignment\t", b"0:1\t\t\t0:1\t\t\t0\t\t1.0", b"999:1", b"../", b"/dev/null",
    b"e" * 70000,
]  # fmt: skip


def mutate(data: bytes, chance: random.Random, most: int = 4) -> bytes:
    """Change some bytes: taken out, put in, doubled, replaced, flipped, cut off."""
    text = bytearray(data)
    for _ in range(chance.randint(1, most)):
        at = chance.randint(0, len(text))
        end = min(len(text), at + chance.randint(0, 8 if chance.random() < 0.8 else 200))
        change = chance.randrange(7)
        if change == 0:
            del text[at:]
        elif change == 1:
            del text[at:end]
        elif change == 2:
            text[at:at] = chance.choice(PIECES)
        elif change == 3:
            text[at:at] = text[at:end]
        elif change == 4 and at < len(text):
            text[at] ^= 1 << chance.randrange(8)
        elif change == 5:
            text[at:end] = chance.randbytes(chance.randint(0, 8))
        else:
            text[at:end] = chance.choice(PIECES)
    return bytes(text)
