r"""Files as the jar reads and writes them: lines, NIST's SGML, and the alignment files that its X-ray reads.

Lines are what Java's readers see: `\n`, `\r` and `\r\n` end a line, nothing else does; bytes that are not UTF-8 become U+FFFD. A byte order
mark stays. A last line without an end counts; an empty one after the last end does not. Differs: a line that is longer than
`LONGEST_LINE` is an `InputError`.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import islice, takewhile
from operator import itemgetter
from typing import IO, Any, NamedTuple, TypeAlias

from bolide.errors import InputError
from bolide.files.plain import LONGEST_LINE, LineFile, too_long

_LINE_END = re.compile("\r\n|\r|\n")
_SURROGATE = re.compile(rb"\xed[\xa0-\xbf][\x80-\xbf]?")
_TRIMMED = "".join(map(chr, range(0x21)))


def java_decode(data: bytes) -> str:
    r"""Decode bytes with U+FFFD for invalid UTF-8, as Python does, except that a surrogate gives one, not three.

    >>> ascii(java_decode(b"a\xe2\x82b\xed\xa0\x80\xff"))
    "'a\\ufffdb\\ufffd\\ufffd'"
    """
    try:
        return data.decode()
    except UnicodeDecodeError:
        return _SURROGATE.sub(b"\xff", data).decode("utf-8", "replace")


def java_trim(text: str) -> str:
    r"""Return a text without the blanks and control characters at its ends, as `String.trim` does.

    >>> java_trim("\t a\x00b\x1c")
    'a\x00b'
    """
    return text.strip(_TRIMMED)


def raw_lines(stream: IO[bytes], name: str | None = None) -> Iterator[bytes]:
    """Yield the lines of a stream, ended by line feeds; messages use its own name unless `name` is given."""
    number = 0
    while data := stream.readline(LONGEST_LINE + 1):
        number += 1
        if len(data) > LONGEST_LINE and not data.endswith(b"\n"):
            own = getattr(stream, "name", None)
            raise too_long(name or (own if isinstance(own, str) and own != "<stdin>" else "standard input"), number)
        yield data


def java_lines(stream: IO[bytes], name: str | None = None) -> Iterator[str]:
    r"""Yield the lines of a stream without their ends.

    >>> import io
    >>> list(java_lines(io.BytesIO("a\rb\r\n\x85c".encode())))
    ['a', 'b', '\x85c']
    """
    for data in raw_lines(stream, name):
        text = java_decode(data)
        if "\r" not in text:
            yield text.removesuffix("\n")
            continue
        *lines, last = _LINE_END.split(text)
        yield from (*lines, last) if last else lines


Documents: TypeAlias = dict[str, dict[str, str]]
Systems: TypeAlias = dict[str, Documents]

_FLAGS = re.IGNORECASE | re.ASCII
_SET = re.compile(r"<\s*(?:tst|ref)set", _FLAGS)
_DOCUMENT = re.compile(r"<\s*doc", _FLAGS)
# A segment has only the attribute id; another one hides it. The lookahead prevents backtracking over blanks.
_SEGMENT = re.compile(r'<\s*seg\s*id\s*=(\s*)(?!\s)"?([^">]*)(?=[">])("?)\s*>', _FLAGS)
_BEGIN = re.compile(r"<\s*seg", _FLAGS)
_END = re.compile(r"<\s*/seg\s*>", _FLAGS)
# Line ends in Java's patterns, which the text of a segment cannot contain; the others ended lines before.
_BREAK = re.compile("[\u0085\u2028\u2029]")
_BLANK = re.compile(r"\s", re.ASCII)
_ENTITIES = {"&quot;": '"', "&apos;": "'", "&lt;": "<", "&gt;": ">", "&amp;": "&"}
_ENTITY = re.compile("|".join(_ENTITIES), _FLAGS)


def read_sgml(lines: Iterable[str]) -> dict[str, Systems]:
    """Return the sets of a file, found line by line by patterns for a few tags, without a grammar.

    A set is nested dictionaries: system (or reference), document, segment. `InputError` for a tag without its ids, or a segment without
    its end.
    """
    sets: dict[str, Systems] = {}
    systems: Systems | None = None
    documents: Documents | None = None
    segments: dict[str, str] | None = None
    rest = iter(lines)
    for line in rest:
        is_set, is_document = bool(_SET.search(line)), bool(_DOCUMENT.search(line))
        if is_set:
            systems = sets.setdefault(_needed(line, "setid", "Set"), {})
        name = _attribute(line, "(?:sys|ref)id") if is_set or is_document else None
        if name is not None:  # A tag without a system continues the one before.
            if systems is None:
                raise InputError(f"a document outside a set: {line}")
            documents = systems.setdefault(name, {})
        if is_document:
            if documents is None:
                raise InputError(f"System ID (sysid or refid) must be specified in either Set or Doc header: {line}")
            segments = documents.setdefault(_needed(line, "docid", "Doc"), {})
        name = _segment_id(line)
        if name is not None:
            text = _text(_whole(line, rest))
            if segments is None:
                raise InputError(f"segment {name} is outside a document")
            segments[name] = text
    return sets


def _needed(line: str, name: str, what: str) -> str:
    found = _attribute(line, name)
    if found is None:
        raise InputError(f"{what} ID ({name}) required in line: {line}")
    return found


def _attribute(line: str, name: str) -> str | None:
    found = re.search(rf'{name}\s*=\s*"([^"]+)"', line, _FLAGS)
    return found.group(1) if found else None


def _segment_id(line: str) -> str | None:
    """Return the id of the first segment that begins in a line.

    Parity: blanks are part of it, except those at the end if no quote follows; a single blank is an id.
    """
    for found in _SEGMENT.finditer(line):
        blanks, name, quote = found.groups()
        if name:
            return name if quote else name.rstrip(" \t\n\v\f\r") or name[0]
        if blanks and not quote:
            return blanks[-1]
    return None


def _whole(line: str, rest: Iterator[str]) -> str:
    """Return a line with those after it up to the first that ends a segment.

    Parity: lines are joined without a blank. An end before the segment counts, too.
    """
    at = 0
    while not _END.search(line, at):
        following = next(rest, None)
        if following is None:
            # Differs: the jar never stops reading.
            raise InputError(f"a segment has no end: {line[:80]}")
        begun = line.rfind("<", at)  # An end may begin here, but not earlier.
        at = len(line) if begun < 0 or ">" in line[begun:] else begun
        line += following
    return line


def _text(line: str) -> str:
    """Return the text between the first tag that looks like a segment's and the last end.

    Parity: any tag that begins with `seg` looks like it. If Java's patterns see a line end between the two, there is no segment, and
    the jar stops.
    """
    for part in _BREAK.split(_BLANK.sub(" ", line)):
        begin, ends = _BEGIN.search(part), list(_END.finditer(part))
        text_begins = part.find(">", begin.end()) + 1 if begin else 0
        if ends and 0 < text_begins <= ends[-1].start():
            text = java_trim(part[text_begins : ends[-1].start()])
            return _ENTITY.sub(lambda found: _ENTITIES[found[0].lower()], text)
    raise InputError(f"Couldn't read segment from line: {line}")


ALIGNMENT_HEAD = "Line2Start:Length\tLine1Start:Length\tModule\t\tScore"
_SCORES = ("precision", "recall", "penalty", "score")
# Names a segment by its number; in SGML by set, system, document and segment.
_TITLE = re.compile(r"Alignment((?:\t[^\t]*){4}|\t[^\t]*)" + r"\t(NaN|-?\d{1,3}(?:\.\d+)?(?:E-\d+)?)" * len(_SCORES))
_MATCH = re.compile(r"(\d{1,8}):([1-9]\d{0,7})\t+(\d{1,8}):([1-9]\d{0,7})\t+(\d{1,8})\t+\S+")


class JavaAlignment(NamedTuple):
    """A segment: scores as the jar wrote them, words, and matches as (hypothesis start, length, reference start, length, module)."""

    name: str
    scores: dict[str, Any]
    hypothesis: tuple[str, ...]
    reference: tuple[str, ...]
    matches: list[tuple[int, ...]]


def read_alignments(path: str, modules: int) -> list[JavaAlignment]:
    """Return the segments of a file (gzip or not, `-` is standard input), matched by so many modules; `InputError` names a wrong line."""
    alignments = []
    with LineFile(path) as file:
        lines = file.numbered()
        for number, title in filter(itemgetter(1), lines):
            place = f"{file.name}:{number}"
            found = _TITLE.fullmatch(title)
            if not found:
                raise InputError(
                    f"{place}: an alignment begins with 'Alignment', its number and four scores, not with {title[:60]!r}; "
                    "files come from: java -jar meteor-1.5.jar HYP REF -writeAlignments"
                )
            name = ":".join(found[1].split("\t")[1:][-2:])
            scores = dict(zip(_SCORES, map(float, found.groups()[1:]), strict=True))
            texts = [text for _, text in islice(lines, 3)]
            if texts[2:] != [ALIGNMENT_HEAD]:
                raise InputError(f"{place}: the title must be followed by hypothesis, reference and column names")
            ours, theirs = (tuple(filter(None, text.split(" "))) for text in texts[:2])
            rows = takewhile(itemgetter(1), lines)
            matches = [_read_match(f"{file.name}:{at}", line, (len(ours), len(theirs), modules)) for at, line in rows]
            alignments.append(JavaAlignment(name, scores, ours, theirs, matches))
    if not alignments:
        raise InputError(f"there are no alignments in {file.name}")
    return alignments


def _read_match(place: str, line: str, limits: tuple[int, int, int]) -> tuple[int, ...]:
    found = _MATCH.fullmatch(line)
    if not found:
        raise InputError(f"{place}: this is not a match: {line!r}")
    j, reference_length, i, length, module = map(int, found.groups())
    if i + length > limits[0] or j + reference_length > limits[1]:
        raise InputError(f"{place}: this match has words outside the segment: {line!r}")
    if module >= limits[2]:
        raise InputError(f"{place}: this match is by module {module}: give the modules with --matchers")
    return i, length, j, reference_length, module
