"""`bolide copy-words`: words that are copied from one sentence of a pair to the other."""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence

from bolide.analysis.copy_counts import CopyCounts, is_copy_candidate
from bolide.cli.command_parser import print_document
from bolide.cli.metric_options import make_metric, metric_arguments
from bolide.copy_words.copy_list import PairColumns, document_of, read_pairs
from bolide.copy_words.marking import DEFAULT, OUTSIDE, find_recogniser
from bolide.data.languages import Language
from bolide.errors import InputError
from bolide.files import Progress
from bolide.metric.configuration import describe
from bolide.records import replace
from bolide.text import line_tokeniser, tokeniser

OTHER = "OTHER"


def run(options: argparse.Namespace) -> None:
    """Count all pairs, and print the words above both thresholds."""
    if options.files.count("-") > 1:
        raise InputError("standard input (-) can be read only once")
    columns = PairColumns(texts=_texts(options.columns), score=options.score_column, least_score=options.least_score)
    counts = CopyCounts()
    chosen = describe(**metric_arguments(options))
    tokenise = line_tokeniser(chosen.language, chosen.text.mode)
    aligner = make_metric(options) if options.aligned else None
    kinds = _Kinds(chosen.language) if options.kinds else None
    with Progress("counting") as progress:
        for path in options.files:
            for first, second in read_pairs(path, columns):
                if aligner:
                    counts.add_aligned(aligner.align(first, second))
                else:
                    counts.add(tokenise(first), tokenise(second))
                if kinds:
                    kinds.add((first, second))
                progress.advance(1)
    is_word = is_copy_candidate(chosen.function_words.words)
    words = counts.select(least_count=options.least_count, least_probability=options.least_probability, is_word=is_word)
    print(f"{counts.pairs} pairs, {len(counts)} different words, {len(words)} copy words", file=sys.stderr)
    if kinds:
        words = [replace(word, kind=kinds.of(word.word)) for word in words]
        shares = Counter(word.kind for word in words).most_common()
        told = (f"{kind} {count} ({count / len(words):.1%})" for kind, count in shares)
        print(f"kinds: {', '.join(told)}", file=sys.stderr)
    print_document(document_of(words), options.format)


class _Kinds:
    """Counts the kinds of entities of each word by a recogniser (table 3 of Guo, Ruan and Hu 2018, where people chose the kinds)."""

    def __init__(self, language: Language) -> None:
        self._tokens = tokeniser(language, "norm" if language.normaliser else "raw", lowercase=False)
        self._recogniser = find_recogniser(DEFAULT, language.code)
        self._counts: dict[str, Counter[str]] = {}

    def add(self, texts: Sequence[str]) -> None:
        """Count the words of some texts."""
        segments = [self._tokens.tokenise(text) for text in texts]
        for tokens, types in zip(segments, self._recogniser.types(segments, sure=False), strict=True):
            for token, kind in zip(tokens, types, strict=True):
                self._counts.setdefault(token.lower(), Counter())[OTHER if kind == OUTSIDE else kind] += 1

    def of(self, word: str) -> str:
        """Return the most frequent kind of a word."""
        counts = self._counts.get(word, Counter())
        return min(counts, key=lambda kind: (-counts[kind], kind), default=OTHER)


def _texts(text: str | None) -> tuple[str, str] | None:
    if text is None:
        return None
    first, comma, second = text.partition(",")
    if not first or not comma or not second:
        raise InputError(f"--columns takes FIRST,SECOND, not {text!r}")
    return first, second
