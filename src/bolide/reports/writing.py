"""How a text was written, beside its tokens: packed as what differs, which is a tenth of the text."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["pack_writing"]


def pack_writing(text: str | None, tokens: Sequence[str]) -> str | None:
    """Return how a text differs from its tokens between blanks; None where it does not, or where there is no text.

    `7J` says that token 7 (from 0) is joined to the one before it, `7J-` that a - stands between them, `7C` that it has a capital,
    `7=McX` how it is written. A text that is not its tokens, in order and in some case, comes whole after a `=`.

    >>> pack_writing("The McX sat, he half-said.", ("the", "mcx", "sat", ",", "he", "half", "said", "."))
    '0C 1=McX 3J 6J- 7J'
    >>> pack_writing("a “b”", ("a", '"', "b", '"'))
    '1=“ 2J 3J=”'
    >>> pack_writing("a &amp; b", ("a", "&", "b"))
    '=a &amp; b'
    """
    if text is None or text == " ".join(tokens):
        return None
    parts: list[str] = []
    position = 0
    for place, token in enumerate(tokens):
        if place and text.startswith(f" {token}", position):  # Most are, and the rest of this takes its time.
            position += 1 + len(token)
            continue
        gap = _gap(text, position, token) if place else ""
        position += len(gap)
        written = text[position : position + len(token)]
        if not _is_like(written, token):
            return f"={text}"
        position += len(token)
        case = "" if written == token else "C" if written == token[:1].upper() + token[1:] else f"={written}"
        if case or (place and gap != " "):
            parts.append(f"{place}{f'J{gap}' if place and gap != ' ' else ''}{case}")
    return " ".join(parts) if position == len(text) else f"={text}"


def _gap(text: str, position: int, token: str) -> str:
    """Return what stands before a token: a blank, nothing, or a mark that is not one of the tokens."""
    following = text[position : position + 1]
    if following == " " or _is_like(text[position : position + len(token)], token):
        return following if following == " " else ""
    is_mark = following not in ("", "=", "C") and not following.isalnum() and not following.isspace()
    return following if is_mark else ""


def _is_like(written: str, token: str) -> bool:
    """Whether a token is written so: in some case, or a single mark for another."""
    if written == token or written.lower() == token:
        return True
    return len(written) == len(token) == 1 and not (written.isalnum() or written.isspace() or token.isalnum())
