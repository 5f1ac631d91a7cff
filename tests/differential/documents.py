"""NIST's SGML: sets, systems, documents and segments as they should be, and as they should not be."""

from __future__ import annotations

import random
import re

from differential.cases import Block, block
from differential.text import TextMaker

__all__ = ["sgml_blocks"]

NAMES = ("a", "b", "Aa", "BB", "sys 1", "é", "R2", "10", "9", "<x>")
# Of numbers and other ids in one document, the jar's order depends on how it sorts (docs/java.md).
SEGMENTS = (
    ("1", "2", "3", "10", "11", "01", "+1", "-1", "٣"),
    ("a", "1a", "b10", "²", "2147483648", " 1", "1 ", "x y"),
)
OPENINGS = ('<seg id="{}">', "<seg id={}>", '<SEG ID = "{}" >', "< seg\tid={} >", '<hl><seg id="{}">', "<segid={}>")
ENDS = ("</seg>", "</SEG>", "< /seg >", "</seg></hl>", "</seg\t>")
# What may stand anywhere in a line.
PIECES = (
    "<", ">", '"', "=", "/", "<seg", "</seg>", "</seg", "<seg>", '<seg id="7">', '<seg id="">', "<seg id=>", '<seg id=" ">', '<seg id="1" x="y">',
    "<segment>", "<doc>", '<doc docid="d">', '<doc docid = "d" sysid="a">', "</doc>", '<tstset setid="s">', '<refset setid="s" refid="a" sysid="b">',
    'refid="r"', 'sysid = "q"', "docid=d", 'setid=""', "<!-- x -->", "<?xml?>", "&amp;lt;", "&QUOT;", "&amp", "&#65;", "\u2028", "\u0085", "\u2029",
    "\v", "\f", "\t", "\x1c", "\u00a0", "\r", "\r\n", "\0", "ſeg", "<ſeg id=1>", "\ufeff", "null",
)  # fmt: skip


def sgml_blocks(chance: random.Random, maker: TextMaker) -> list[Block]:
    """Return the lines of a test file and of a file of references, a block each."""
    sets = chance.sample(NAMES, chance.choice((1, 1, 2)))
    documents = chance.sample(NAMES, chance.randint(1, 3))
    segments = {name: chance.sample(chance.choice(SEGMENTS), chance.randint(1, 6)) for name in documents}
    texts = {(name, segment): maker.line() for name in documents for segment in segments[name]}
    blocks = []
    for file, tag, owner in (("hyp", "tstset", "sysid"), ("ref", "refset", "refid")):
        lines = [
            line
            for name in sets
            for system in chance.sample(NAMES, chance.randint(1, 3))
            for line in _set(chance, maker, (tag, owner, name, system), segments, texts)
        ]
        if chance.random() < 0.6:
            lines = _damaged(chance, lines)
        blocks += [block((file, line)) for line in lines]
    return blocks


def _set(
    chance: random.Random,
    maker: TextMaker,
    head: tuple[str, str, str, str],
    segments: dict[str, list[str]],
    texts: dict[tuple[str, str], str],
) -> list[str]:
    tag, owner, name, system = head
    owner = owner if chance.random() < 0.95 else "sysid"
    in_set = chance.random() < 0.7
    lines = [f'<{tag} setid="{name}" srclang="any"' + (f' {owner}="{system}">' if in_set else ">")]
    for document, names in segments.items():
        if chance.random() < 0.08:
            continue
        lines.append(f'<DOC docid="{document}" genre="x"' + (">" if in_set else f' {owner} = "{system}">'))
        for segment in names:
            if chance.random() > 0.08:
                lines += _segment(chance, segment, maker.changed(texts[document, segment]))
        lines.append("</DOC>")
    return [*lines, f"</{tag}>"]


def _segment(chance: random.Random, name: str, text: str) -> list[str]:
    """Return a segment, on one line, or on several."""
    opening, end = chance.choice(OPENINGS[:2]), ENDS[0]
    if chance.random() < 0.2:
        opening, end = chance.choice(OPENINGS), chance.choice(ENDS)
    line = opening.format(name) + chance.choice((" ", "")) + text + chance.choice((" ", "")) + end
    if chance.random() < 0.1 and " " in line:
        return re.split(" ", line, maxsplit=chance.randint(1, 2))
    return [line]


def _damaged(chance: random.Random, lines: list[str]) -> list[str]:
    """Return lines with some of them cut, doubled, moved, joined, or with pieces put in."""
    lines = list(lines)
    for _ in range(chance.choice((1, 1, 2, 3, 6))):
        at = chance.randrange(len(lines))
        line = lines[at]
        place = chance.randint(0, len(line))
        change = chance.randrange(7)
        if change == 0:
            lines[at : at + 1] = [line[:place]]
        elif change == 1:
            lines[at : at + 1] = [line[place:]]
        elif change == 2:
            lines[at : at + 1] = [line, line]
        elif change == 3 and at + 1 < len(lines):
            lines[at : at + 2] = [line + lines[at + 1]]
        elif change == 4:
            lines.insert(chance.randint(0, len(lines)), lines.pop(at))
        elif change == 5:
            lines[at : at + 1] = [line[:place], line[place:]]
        else:
            lines[at] = line[:place] + chance.choice(PIECES) + line[place:]
    return lines
