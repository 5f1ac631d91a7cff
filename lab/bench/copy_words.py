"""Tables 1 to 5 of Guo, Ruan and Hu (2018) on judged data: PYTHONPATH=bench python lab/bench/copy_words.py --data FOLDER

FOLDER holds judgements/wmtYY-da.XX-en.tsv.gz (seg_id system source reference hypothesis human) and paraphrases/qqp-devtest.tsv.gz.
Prints Markdown; X is chosen on WMT16 alone.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from dataclasses import replace
from pathlib import Path

import numpy as np

from bolide import Parameters
from bolide.analysis.copy_counts import CopyCounts, is_copy_candidate
from bolide.analysis.grid import parse_grid, values_of
from bolide.analysis.judged_sets import JudgementSet, MetricChoice, Reading, read_judgements
from bolide.analysis.sweep import Material, Objective, prepare, sweep
from bolide.copy_words.copy_list import CopyWord, PairColumns, read_pairs
from bolide.copy_words.recognisers import OUTSIDE, find_recogniser, to_iob2
from bolide.data.languages import function_words
from bolide.metric.configuration import describe
from bolide.text import tokeniser

YEARS = {15: ("cs", "de", "fi", "ru"), 16: ("cs", "de", "fi", "ro", "ru", "tr"), 17: ("cs", "de", "fi", "lv", "tr")}
QUORA = (
    "instagram",
    "gmail",
    "traffic",
    "youtube",
    "java",
    "kerala",
    "macbook",
    "sahara",
    "meth",
    "python",
    "shotguns",
    "linux",
    "earthquake",
    "hacker",
    "kvpy",
    "yahoo",
    "dandruff",
    "edmonton",
    "auckland",
    "vinegar",
    "cellulite",
    "hamsters",
    "bermuda",
    "salman",
    "communism",
    "algebra",
    "airprint",
    "chess",
    "officejet",
    "monday",
    "forex",
)
WMT = (
    "president",
    "police",
    "world",
    "russia",
    "million",
    "trump",
    "putin",
    "10",
    "women",
    "economy",
    "government",
    "clinton",
    "thursday",
    "week",
    "2016",
    "hepatitis",
    "john",
    "kingfisher",
    "garland",
    "ukraine",
    "hamas",
    "romania",
    "washington",
    "hundreds",
    "victim",
    "facebook",
    "french",
    "local",
)
RANK = describe().parameters
UNIVERSAL = Parameters(alpha=0.7, beta=1.4, gamma=0.3, delta=0.7, weights=(1.0, 0.6, 0.6, 0.6))
OBJECTIVE = Objective.of(["pearson"])
CANDIDATES = ".5,1,1.5,2,3,4,5,6,8,10,12,14,18,24,32"
SOURCES = {
    "entities": ["entities"],
    "entities, numbers": ["entities", "numbers"],
    "entities, dates": ["entities", "dates"],
    "unlisted": ["unlisted"],
    "entities, addresses, unlisted": ["entities", "addresses", "unlisted"],
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--aligner", default="java")
    options = parser.parse_args()
    judged = {(year, pair): read_judged(options.data, year, pair) for year, pairs in YEARS.items() for pair in pairs}
    tokens = tokeniser(describe().language, "norm")
    quora = options.data / "paraphrases" / "qqp-devtest.tsv.gz"
    pairs = list(read_pairs(str(quora), PairColumns(least_score=1)))
    lists = [_extracted("Table 1: Quora sample", pairs, tokens, published=QUORA, least_count=2, least_probability=0.85)]
    good = [(a, b) for a, b, human in _rows(judged) if human >= 0.7]
    lists.append(
        _extracted(
            "Table 2: WMT15-17, human score at least 0.7",
            good,
            tokens,
            published=WMT,
            least_count=2,
            least_probability=0.8,
        )
    )
    _categories(lists, [*pairs, *good])
    _densities(judged)
    _correlations(options.data, options.aligner)


def read_judged(data: Path, year: int, pair: str) -> tuple[list[str], list[str], np.ndarray]:
    path = str(data / "judgements" / f"wmt{year}-da.{pair}-en.tsv.gz")
    texts = list(read_pairs(path, PairColumns(texts=("hypothesis", "reference"))))
    human = [float(score) for score, _ in read_pairs(path, PairColumns(texts=("human", "seg_id")))]
    return [text for text, _ in texts], [text for _, text in texts], np.array(human)


def read_years(data: Path) -> dict[tuple[int, str], JudgementSet]:
    """Return the judgements of every year and language pair."""
    return {
        (year, pair): read_judgements(
            str(data / "judgements" / f"wmt{year}-da.{pair}-en.tsv.gz"), Reading(language="en")
        )[0]
        for year, pairs in YEARS.items()
        for pair in pairs
    }


def _rows(judged):  # noqa: ANN001, ANN202
    for hypotheses, references, human in judged.values():
        yield from zip(hypotheses, references, human, strict=True)


def _extracted(title, pairs, tokens, *, published, least_count, least_probability) -> list[CopyWord]:  # noqa: ANN001
    print(f"\n### {title}\n")
    is_word = is_copy_candidate(function_words("en"))
    bags = CopyCounts()
    for first, second in pairs:
        bags.add(tokens.tokenise(first), tokens.tokenise(second))
    chosen = {}
    for name, counts in (("bag", bags),):
        words = counts.select(least_count=least_count, least_probability=least_probability, is_word=is_word)
        every = {word.word: word for word in counts.select(least_count=1, least_probability=0)}
        present = [word for word in published if word in every]
        enough = [word for word in present if every[word].count >= least_count]
        found = [word for word in published if word in {copy.word for copy in words}]
        print(
            f"- by {name}: {counts.pairs} pairs, {len(counts)} words, F = {least_count}, P = {least_probability}: {len(words)} copy words;"
            f" of the {len(published)} words that the paper shows {len(present)} occur, {len(enough)} at least F times, {len(found)} are found"
        )
        print("  " + ", ".join(f"{word.word} {word.count}/{word.probability:.3f}" for word in words[:24]))
        print("  found: " + " ".join(found))
        chosen[name] = words
    return chosen["bag"]


def _categories(lists, pairs) -> None:  # noqa: ANN001
    print("\n### Table 3: kinds of copy words\n")
    wanted = {word.word for words in lists for word in words}
    cased = tokeniser(describe().language, "norm", lowercase=False)
    segments = [cased.tokenise(text) for pair in pairs for text in pair]
    seen: dict[str, Counter[str]] = defaultdict(Counter)
    for words, types in zip(segments, find_recogniser("crf", "en").types(segments, sure=False), strict=True):
        for word, kind in zip(words, types, strict=True):
            if word.lower() in wanted:
                seen[word.lower()]["number" if any(char.isdigit() for char in word) else kind] += 1
    kinds = Counter(seen[word].most_common(1)[0][0] for word in wanted)
    print("| kind | words | share |\n|---|---|---|")
    for kind, count in kinds.most_common():
        print(f"| {'other' if kind == OUTSIDE else kind} | {count} | {100 * count / len(wanted):.1f} % |")


def _densities(judged) -> None:  # noqa: ANN001
    print("\n### Table 4: named entities per reference\n")
    cased = tokeniser(describe().language, "norm", lowercase=False)
    recogniser = find_recogniser("crf", "en")
    print("| | cs | de | fi | ru | ro | tr | lv |\n|---|---|---|---|---|---|---|---|")
    for year in YEARS:
        cells = []
        for pair in ("cs", "de", "fi", "ru", "ro", "tr", "lv"):
            if (year, pair) not in judged:
                cells.append("")
                continue
            references = [cased.tokenise(text) for text in judged[year, pair][1]]
            tags = (to_iob2(types) for types in recogniser.types(references, sure=False))
            cells.append(f"{sum(tag.startswith('B') for one in tags for tag in one) / len(references):.3f}")
        print(f"| WMT{year} | {' | '.join(cells)} |")


def _correlations(data: Path, aligner: str) -> None:
    print(f"\n### Table 5: Pearson's correlation, aligner {aligner}\n")
    sets = read_years(data)
    names = [f"{pair} {year}" for year, pairs in YEARS.items() for pair in pairs]
    print("| parameters | copy words | X | " + " | ".join(names) + " | 15 | 16 | 17 |")
    print("|---|---|---|" + "---|" * (len(names) + len(YEARS)))
    for name, sources in SOURCES.items():
        choice = MetricChoice(options={"aligner": aligner, "copy_from": sources, "copy_x": 8})
        materials = {key: prepare([judged], choice, OBJECTIVE) for key, judged in sets.items()}
        development = prepare([sets[16, pair] for pair in YEARS[16]], choice, OBJECTIVE)
        for label, base in (("rank", RANK), ("universal", UNIVERSAL)):
            best = choose_x(development, base)
            line = choose_x(development, base, "slope=0,.25,.5,1,2")
            rows = [(name, f"{best.copy_x:g} (WMT16)", best)]
            if name == "entities":
                rows.insert(0, ("none", "", base))
                rows += [(name, f"{x:g} (paper)", replace(base, copy_x=x)) for x in (14.0, 8.0, 6.0)]
            for words, x, parameters in rows:
                _row(label, words, x, {key: float(one.values([parameters])[0]) for key, one in materials.items()})
            print(f"best line on WMT16: {line.copy}", file=sys.stderr)


def choose_x(material: Material, base: Parameters, slopes: str = "") -> Parameters:
    """Return the parameters with the X, of CANDIDATES, that `bolide tune` finds."""
    own = " ".join(f"{name}={value}" for name, value in values_of(base).items())
    return sweep(material, parse_grid(f"preset {own} x={CANDIDATES} {slopes}")).best[0].parameters


def _row(label: str, words: str, x: str, found: dict[tuple[int, str], float]) -> None:
    means = [np.mean([found[year, pair] for pair in pairs]) for year, pairs in YEARS.items()]
    print(
        f"| {label} | {words} | {x} | "
        + " | ".join(f"{value:.3f}" for value in found.values())
        + " | "
        + " | ".join(f"{value:.4f}" for value in means)
        + " |"
    )


if __name__ == "__main__":
    main()
