"""What licensed a match: the stem that two words share, their synsets, or the entry of the paraphrase table."""

from __future__ import annotations

from dataclasses import dataclass

from bolide import _core
from bolide.alignment import Match
from bolide.knowledge import Knowledge

__all__ = ["Evidence", "find_evidence", "word_evidence"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Why a matcher matched. What does not belong to the matcher is None or empty.

    Probabilities are those of the paraphrase table: that the reference's phrase is rendered by the hypothesis's, and the other
    way round; None where the table has no such entry.
    """

    matcher: str
    stem: str | None = None
    synsets: tuple[int, ...] = ()
    reference_to_hypothesis: float | None = None
    hypothesis_to_reference: float | None = None

    def __str__(self) -> str:
        """Return it in words."""
        if self.matcher == "stem":
            return f"stem {self.stem}"
        if self.matcher == "synonym":
            return "synset " + ", ".join(map(str, self.synsets))
        if self.matcher == "paraphrase":
            parts = (
                ("reference → hypothesis", self.reference_to_hypothesis),
                ("hypothesis → reference", self.hypothesis_to_reference),
            )
            return "paraphrase " + ", ".join(f"{name} {value:.4g}" for name, value in parts if value is not None)
        return self.matcher


def find_evidence(match: Match, knowledge: Knowledge | None) -> Evidence:
    """Look up what licensed a match; without knowledge to look into, only the matcher is known."""
    if knowledge is None:
        return Evidence(matcher=match.matcher)
    if match.matcher == "stem":
        return Evidence(matcher="stem", stem=_stem(match.reference, knowledge))
    if match.matcher == "synonym" and knowledge.synonyms:
        ours, theirs = (set(knowledge.synonyms.synsets(word)) for word in (match.hypothesis, match.reference))
        return Evidence(matcher="synonym", synsets=tuple(sorted(ours & theirs)))
    if match.matcher == "paraphrase" and knowledge.paraphrases:
        return Evidence(
            matcher="paraphrase",
            reference_to_hypothesis=_probability(knowledge.paraphrases, match.reference, match.hypothesis),
            hypothesis_to_reference=_probability(knowledge.paraphrases, match.hypothesis, match.reference),
        )
    return Evidence(matcher=match.matcher)


def word_evidence(match: Match, root: str, groups: tuple[int, ...]) -> Evidence:
    """Return what licensed a match of METEOR-Hindi, given the root of its words and the groups of synonyms that hold both."""
    return Evidence(
        matcher=match.matcher,
        stem=root if match.matcher == "stem" else None,
        synsets=groups if match.matcher == "synonym" else (),
    )


def _stem(word: str, knowledge: Knowledge) -> str | None:
    if knowledge.stems is not None:
        return knowledge.stems.stem(word)
    return _core.stem(knowledge.stemmer, word) if knowledge.stemmer else None


def _probability(table: _core.ParaphraseTable, phrase: str, paraphrase: str) -> float | None:
    found = (probability for text, probability in table.look_up(phrase.split(" ")) if text == paraphrase)
    return next(found, None)
