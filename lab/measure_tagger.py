"""Measure a tagger of METEOR-Hindi on treebanks: its tags, and the word groups and clauses that follow from them.

python lab/measure_tagger.py TREEBANK ... [--tagger FILE] [--language CODE]
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence, Set
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bolide.data.languages import find_language
from bolide.hindi.language import indic_language
from bolide.hindi.tagger import Parse, TaggerModel, make_model, open_model
from bolide.hindi.tagger_training import TreebankWord, read_treebank, tag_sentences
from bolide.metric.configuration import describe
from bolide.metric.opener import open_pipeline
from bolide.metric.segments import check_pairs


@dataclass(frozen=True, slots=True, kw_only=True)
class TaggerFigures:
    """What was measured. `clauses` is None for a treebank that does not mark clauses."""

    words: int
    tags: float
    merged: float
    classes: float
    groups: float
    clauses: float | None


def measure(treebank: Sequence[Sequence[TreebankWord]], code: str, tagger: Path | None = None) -> TaggerFigures:
    """Tag a treebank, and compare with the tags that it has; with its clauses too, where MISC marks them."""
    language = indic_language(find_language(code).code)
    gold = tag_sentences(treebank, language.tags)
    forms = tuple(tuple(form for form, _ in sentence) for sentence in gold)
    right = [tag for sentence in gold for _, tag in sentence]
    pipeline = describe(language=code, text="norm", features=("pos",))

    def parse(model: TaggerModel, segments: Sequence[Sequence[str]]) -> list[Parse]:
        opened = open_pipeline(pipeline, grammar=model.grammar(language.tags))
        pairs = check_pairs(segments, segments, clean=opened.tokens.clean)
        read = opened.scorer.read(pairs.hypotheses, tokenised=True)
        return [
            Parse(tokens=words, tags=tags, groups=groups, clauses=clauses)
            for words, _, _, tags, groups, clauses in read
        ]

    parses = parse(open_model(language, tagger), forms)
    found = [tag for parsed in parses for tag in parsed.tags]
    classes, merged = language.tags.classes, {"NNP": "NN"}
    pairs = list(zip(right, found, strict=True))
    return TaggerFigures(
        words=len(pairs),
        tags=sum(a == b for a, b in pairs) / len(pairs),
        merged=sum(merged.get(a, a) == merged.get(b, b) for a, b in pairs) / len(pairs),
        classes=sum(classes[a] == classes[b] for a, b in pairs) / len(pairs),
        groups=f1(
            [{*parsed.groups} for parsed in parse(_gold_model(tuple(classes)), _by_tags(gold))],
            [{*parsed.groups} for parsed in parses],
        ),
        clauses=_clauses(treebank, parses),
    )


def _by_tags(gold: Sequence[Sequence[tuple[str, str]]]) -> tuple[tuple[str, ...], ...]:
    """Return sentences in which the tag stands for the word, so that rules can be asked what they make of given tags."""
    return tuple(tuple(tag.lower() for _, tag in sentence) for sentence in gold)


def _gold_model(tags: tuple[str, ...]) -> TaggerModel:
    """Return a tagger for such sentences."""
    weights = {f"0word={tag.lower()}": {place: 8.0} for place, tag in enumerate(tags)}
    return make_model(tags, weights, np.zeros((len(tags), len(tags))), {})


def _clauses(treebank: Sequence[Sequence[TreebankWord]], parses: Sequence[Parse]) -> float | None:
    marks = [
        {place for place, word in enumerate(sentence) if place and "ClauseVGFVGNF=B" in word.misc.split("|")}
        for sentence in treebank
    ]
    if not any(marks):
        return None
    return f1(marks, [_boundaries(parsed) for parsed in parses])


def _boundaries(parsed: Parse) -> set[int]:
    """Return where clauses begin, but for the first; punctuation between two belongs to the first, opening marks to the second."""
    found = set()
    for clause in parsed.clauses[1:]:
        place = clause[0]
        while place > 0 and parsed.tokens[place - 1] in "([{'\"\u2018\u201c" and parsed.tags[place - 1] == "SYM":
            place -= 1
        found.add(place)
    return found


def f1(gold: Sequence[Set[object]], found: Sequence[Set[object]]) -> float:
    """Return the harmonic mean of precision and recall of sets.

    >>> f1([{1, 2}], [{2, 3}])
    0.5
    """
    right = sum(len(a & b) for a, b in zip(gold, found, strict=True))
    total = sum(map(len, gold)) + sum(map(len, found))
    return 2 * right / total if total else 1.0


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description="measure a tagger on treebanks")
    parser.add_argument("treebanks", nargs="+", type=Path, metavar="TREEBANK", help="CoNLL-U, gzip or not")
    parser.add_argument("--tagger", type=Path, metavar="FILE", help="a tagger, instead of the language's own")
    parser.add_argument("-l", "--language", default="hi", metavar="CODE", help="language")
    options = parser.parse_args()
    treebank = [sentence for file in options.treebanks for sentence in read_treebank(file)]
    print(measure(treebank, options.language, options.tagger))


if __name__ == "__main__":
    main()
