"""How a text was written, beside its tokens: packed as what differs, which is a tenth of the text."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["WritingPacker"]

# What stands between two blanks: its tokens, and how it differs from them, by their places in it.
_Piece = tuple[tuple[str, ...], tuple[tuple[int, str], ...]]
# So many pieces are remembered: some 20 MB.
MOST_PIECES = 65_536


class WritingPacker:
    """Packs texts; remembers what stood between blanks, since words come back."""

    def __init__(self) -> None:
        """Start with nothing remembered."""
        self._known: dict[str, _Piece] = {}

    def pack(self, text: str | None, tokens: tuple[str, ...]) -> str | None:
        """Return how a text differs from its tokens between blanks; None where it does not, or where there is no text.

        `7J` says that token 7 (from 0) is joined to the one before it, `7J-` that a - stands between them, `7C` that it has a
        capital, `7=McX` how it is written. A text that is not its tokens, in order and in some case, comes whole after a `=`.

        >>> WritingPacker().pack("The McX sat, he half-said.", ("the", "mcx", "sat", ",", "he", "half", "said", "."))
        '0C 1=McX 3J 6J- 7J'
        >>> WritingPacker().pack("a “b”", ("a", '"', "b", '"'))
        '1=“ 2J 3J=”'
        >>> WritingPacker().pack("a &amp; b", ("a", "&", "b"))
        '=a &amp; b'
        """
        if text is None or text == " ".join(tokens):
            return None
        parts: list[str] = []
        place = 0
        following = (*tokens, "")
        for written in text.split(" "):
            if written == following[place] != "":  # Most are, and the rest of this takes its time.
                place += 1
                continue
            piece = self._piece(written, tokens, place)
            if piece is None:
                return f"={text}"
            parts += [f"{place + offset}{how}" for offset, how in piece[1]]
            place += len(piece[0])
        return " ".join(parts) if place == len(tokens) else f"={text}"

    def _piece(self, written: str, tokens: tuple[str, ...], place: int) -> _Piece | None:
        """Return what stands between two blanks, where its tokens begin at a place; None if it is not made of tokens."""
        known = self._known.get(written)
        if known is None or tokens[place : place + len(known[0])] != known[0]:
            known = _read_piece(written, tokens[place : place + len(written)])
            if known is not None:
                if len(self._known) == MOST_PIECES:
                    self._known.clear()
                self._known[written] = known
        return known


def _read_piece(written: str, tokens: Sequence[str]) -> _Piece | None:
    found: list[tuple[int, str]] = []
    position = 0
    for place, token in enumerate(tokens):
        gap = _gap(written, position, token) if place else ""
        position += len(gap)
        case = _case(written[position : position + len(token)], token)
        if case is None:
            return None
        position += len(token)
        if place or case:
            found.append((place, f"J{gap}{case}" if place else case))
        if position == len(written):
            return tuple(tokens[: place + 1]), tuple(found)
    return None


def _gap(written: str, position: int, token: str) -> str:
    """Return what stands before a token: nothing, or a mark that is not one of the tokens."""
    if _case(written[position : position + len(token)], token) is not None:
        return ""
    following = written[position : position + 1]
    is_mark = following not in ("", "=", "C") and not following.isalnum() and not following.isspace()
    return following if is_mark else ""


def _case(written: str, token: str) -> str | None:
    """Return how a token is written, in some case or as a single mark for another; None if it is not so."""
    if written == token:
        return ""
    is_like = written.lower() == token or (
        len(written) == len(token) == 1 and not (written.isalnum() or written.isspace() or token.isalnum())
    )
    if not is_like:
        return None
    return "C" if written == token[:1].upper() + token[1:] else f"={written}"
