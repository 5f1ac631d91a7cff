"""How the bytes of text files become characters: UTF-8, UTF-16 where its mark says so, or what the user names.

Bytes that do not fit are an error that says where: text in the wrong encoding still scores, and wrongly.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain

from bolide.errors import InputError
from bolide.files.boundary import reading

__all__ = ["LENIENT", "current_encoding", "reading_as", "recoded"]

LENIENT = "utf-8-replace"  # Bytes that are not UTF-8 become U+FFFD, as in the jar.
_MARKS = (b"\xff\xfe", b"\xfe\xff")
_chosen: list[str | None] = [None]


def current_encoding() -> str | None:
    """Return the encoding that text files are read in: None for UTF-8, checked, and UTF-16 by its mark."""
    return _chosen[-1]


@contextmanager
def reading_as(name: str | None) -> Iterator[None]:
    """Read the text files that are opened inside in an encoding; `InputError` for one that Python does not know."""
    if name is not None and name != LENIENT:
        import io

        try:
            io.TextIOWrapper(io.BytesIO(), name)  # It refuses codecs that are not of text, as zip and rot13.
        except LookupError as error:
            raise InputError(
                f"there is no encoding {name!r}: give utf-8, latin-1, cp1252, utf-16, shift-jis, gb18030 or another that Python knows"
            ) from error
    _chosen.append(None if name is not None and name.lower() in ("utf-8", "utf8") else name)
    try:
        yield
    finally:
        _chosen.pop()


def recoded(blocks: Iterator[bytes], encoding: str | None, name: str) -> Iterator[bytes]:
    """Yield the blocks of a file as UTF-8; those that are UTF-8 already are not looked at."""
    if encoding in (None, LENIENT):
        blocks, encoding = _marked(blocks, encoding)
    if encoding in (None, LENIENT):
        yield from blocks
        return
    import codecs

    decoder = codecs.getincrementaldecoder(encoding)()
    lines = 0
    fault, mend = f"or a later line is not {encoding}", "; give another --encoding"
    with reading(lambda: f"{name}:{lines + 1}", InputError, fault, mend):
        for block in chain(blocks, [b""]):
            text = decoder.decode(block, final=not block)
            lines += text.count("\n")
            if text:
                yield text.encode("utf-8", "surrogatepass")


def _marked(blocks: Iterator[bytes], encoding: str | None) -> tuple[Iterator[bytes], str | None]:
    """Return the blocks, and UTF-16 where they begin with its mark; a pipe may bring the mark byte by byte."""
    begun = next(blocks, b"")
    while len(begun) == 1 and begun in (b"\xff", b"\xfe") and (more := next(blocks, b"")):
        begun += more
    return chain([begun] if begun else [], blocks), "utf-16" if begun.startswith(_MARKS) else encoding
