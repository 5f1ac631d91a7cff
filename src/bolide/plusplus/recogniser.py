"""What every recogniser of entities can do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bolide import _core
from bolide.plusplus.iob2 import OUTSIDE

__all__ = ["Recogniser"]


class Recogniser:
    """Whatever can say which tokens are part of an entity. `identity` is what decides its results, for the signature."""

    identity: str

    def types(self, segments: Sequence[Sequence[str]], *, sure: bool = True) -> list[list[str]]:
        """Return the type of each token of each segment; O outside of entities. Without `sure`, rather too many than too few."""
        raise NotImplementedError

    def marks(
        self, tokeniser: _core.Tokeniser, segments: Sequence[str | Sequence[str]], tokenised: bool
    ) -> Iterable[bytes]:
        """Return a byte for each token, 1 for one of an entity; commas and the like inside of a name are no words to copy."""
        lists = [list(segment) if tokenised else tokeniser.tokenise(str(segment)) for segment in segments]
        # Names that are not sure count too: on judged data they help rather than hurt (design note 12).
        for tokens, types in zip(lists, self.types(lists, sure=False), strict=True):
            yield bytes(kind != OUTSIDE and token[0].isalnum() for token, kind in zip(tokens, types, strict=True))
