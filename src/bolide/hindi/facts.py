"""What METEOR-Hindi knows of a word, worked out once for each word: its folded form, root, synonyms."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bolide import _core
from bolide.hindi.roots import Roots
from bolide.hindi.thesaurus import Thesaurus
from bolide.text.indic import fold

__all__ = ["Facts", "WordFacts"]

# Facts of more words than this are forgotten: bounds the memory of an endless stream of new words.
MOST_WORDS = 1 << 20


@dataclass(frozen=True, slots=True)
class WordFacts:
    """The facts of one token."""

    folded: str
    root: str
    groups: tuple[int, ...]
    is_infinitive: bool


class Facts:
    """Remembers the facts of words. Safe to share between threads: what one overwrites of another is equal."""

    __slots__ = ("_folds", "_roots", "_thesaurus", "_words")

    def __init__(self, roots: Roots, thesaurus: Thesaurus, *, folds: bool) -> None:
        """Start with no words; `folds` says whether spellings of a word are equal, or only equal tokens."""
        self._roots = roots
        self._thesaurus = thesaurus
        self._folds = folds
        self._words: dict[str, WordFacts] = {}

    def of(self, token: str) -> WordFacts:
        """Return the facts of a token."""
        words = self._words
        found = words.get(token)
        if found is None:
            if len(words) >= MOST_WORDS:
                words = self._words = {}
            found = words[token] = self._work_out(token)
        return found

    def _work_out(self, token: str) -> WordFacts:
        folded = fold(token)
        root = self._roots.of(folded)
        return WordFacts(
            folded if self._folds else token,
            root,
            self._thesaurus.groups(folded, root),
            self._roots.is_infinitive(folded, root),
        )

    def batch(self, segments: list[list[str]]) -> _core.FeatureBatch:
        """Return segments of tokens as the core takes them: numbers of word types, and the facts of each type."""
        numbers: dict[str, int] = {}
        words = [numbers.setdefault(token, len(numbers)) for tokens in segments for token in tokens]
        facts = list(map(self.of, numbers))
        classes: dict[str, int] = {}
        return _core.FeatureBatch(
            types=[fact.folded for fact in facts],
            word_class=np.array([classes.setdefault(fact.folded, len(classes)) for fact in facts], dtype=np.int32),
            root_class=np.array([classes.setdefault(fact.root, len(classes)) for fact in facts], dtype=np.int32),
            synset_starts=np.cumsum([0, *(len(fact.groups) for fact in facts)], dtype=np.int64),
            synsets=np.array([group for fact in facts for group in fact.groups], dtype=np.int32),
            infinitive=np.array([fact.is_infinitive for fact in facts], dtype=np.uint8),
            words=np.array(words, dtype=np.uint32),
            ends=np.cumsum([len(tokens) for tokens in segments], dtype=np.int64),
        )
