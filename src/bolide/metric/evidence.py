"""What licensed a match: the stem that two words share, their synsets, the entry of the paraphrase table, or how alike they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bolide import _core
from bolide.family.matchers import GRADED
from bolide.metric.alignment import Match
from bolide.text.indic import fold

__all__ = ["Evidence", "find_evidence"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Why a matcher matched. What does not belong to the matcher is None or empty.

    Probabilities are those of the paraphrase table: that the reference's phrase is rendered by the hypothesis's, and the other
    way round; None where the table has no such entry. `similarity` belongs to matchers whose matches are graded,
    `encoder` to those that compare vectors: what its files hold, its layer and its precision.
    """

    matcher: str
    stem: str | None = None
    synsets: tuple[int, ...] = ()
    reference_to_hypothesis: float | None = None
    hypothesis_to_reference: float | None = None
    similarity: float | None = None
    encoder: str | None = None

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
        said = self.matcher if self.similarity is None else f"{self.matcher} {self.similarity:.3f}"
        return f"{said} by encoder {self.encoder}" if self.encoder else said


def find_evidence(match: Match, tables: Mapping[str, Any], encoder: str | None = None) -> Evidence:
    """Look up what licensed a match in the tables that the matchers opened; where there is none, only the matcher is known."""
    if match.matcher == "stem":
        return Evidence(matcher="stem", stem=_stem(match.reference, tables))
    if match.matcher == "synonym" and (synonyms := tables.get("synonyms")):
        ours, theirs = (set(synonyms.synsets(word)) for word in (match.hypothesis, match.reference))
        return Evidence(matcher="synonym", synsets=tuple(sorted(ours & theirs)))
    if match.matcher == "synonym" and (thesaurus := tables.get("synonym_groups")):
        ours, theirs = (_groups(word, thesaurus, tables) for word in (match.hypothesis, match.reference))
        return Evidence(matcher="synonym", synsets=tuple(sorted(ours & theirs)))
    if match.matcher == "paraphrase" and (paraphrases := tables.get("paraphrases")):
        return Evidence(
            matcher="paraphrase",
            reference_to_hypothesis=_probability(paraphrases, match.reference, match.hypothesis),
            hypothesis_to_reference=_probability(paraphrases, match.hypothesis, match.reference),
        )
    named = encoder if match.matcher == "meaning" else None
    return Evidence(
        matcher=match.matcher, similarity=match.similarity if match.matcher in GRADED else None, encoder=named
    )


def _stem(word: str, tables: Mapping[str, Any]) -> str | None:
    if roots := tables.get("roots"):
        return str(roots.of(fold(word)))
    if stems := tables.get("stems"):
        return str(stems.stem(word))
    return _core.stem(tables["stemmer"], word) if "stemmer" in tables else None


def _groups(word: str, thesaurus: Any, tables: Mapping[str, Any]) -> set[int]:
    """Return the groups of synonyms that hold a word of METEOR-Hindi, or its root."""
    folded = fold(word)
    roots = tables.get("roots")
    return {*thesaurus.groups(folded, roots.of(folded) if roots else folded)}


def _probability(table: _core.ParaphraseTable, phrase: str, paraphrase: str) -> float | None:
    found = (probability for text, probability in table.look_up(phrase.split(" ")) if text == paraphrase)
    return next(found, None)
