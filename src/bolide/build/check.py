"""Numbered checks of built resources, and of any folder in Meteor's layout: B1.. is an error, B2.. a note."""

import math
from collections.abc import Iterator
from pathlib import Path

from bolide.build.built_folder import FUNCTION_WORDS, PARAPHRASES, WORDS, read_description
from bolide.build.parallel_text import read_counts
from bolide.build.steps import digest_file
from bolide.data.folders import DESCRIPTION
from bolide.data.languages import any_language
from bolide.errors import InputError
from bolide.files.boundary import exists
from bolide.files.judged import parse_number
from bolide.files.plain import LineFile
from bolide.records import record
from bolide.text import Split, tokeniser

CHECKS = {
    "B101": "every entry has a probability, a phrase and a paraphrase",
    "B102": "files are the ones that resource.json describes",
    "B103": "no pair occurs twice",
    "B104": "probabilities are above 0 and at most 1",
    "B105": "no phrase paraphrases itself",
    "B106": "function words are words, each once",
    "B201": "entries are in order",
    "B202": "no phrase is inside its paraphrase, or the other way round",
    "B203": "the tokeniser can produce every word",
    "B204": "between a tenth and seven tenths of running words are function words",
    "B205": "the probabilities of one phrase's paraphrases sum to 1 at the most",
}
_ROUNDING = 1e-9


@record
class Finding:
    """The result of a check: the number of failures, and the first one."""

    code: str
    title: str
    failures: int
    example: str | None

    @property
    def is_error(self) -> bool:
        """Whether the resource fails by it."""
        return bool(self.failures) and self.code.startswith("B1")


class _Tally:
    """Counts failures by code, and remembers the first of each."""

    def __init__(self) -> None:
        self.counts = dict.fromkeys(CHECKS, 0)
        self.examples: dict[str, str] = {}

    def add(self, code: str, example: str) -> None:
        self.counts[code] += 1
        self.examples.setdefault(code, example)

    def findings(self) -> list[Finding]:
        return [
            Finding(code=code, title=title, failures=self.counts[code], example=self.examples.get(code))
            for code, title in CHECKS.items()
        ]


def check_resource(folder: Path) -> list[Finding]:
    """Check a folder made by `bolide build`, or one with `function.words` and `paraphrase.gz`; return the result of each check."""
    tally = _Tally()
    files = folder / "meteor-files" if exists(folder / "meteor-files") else folder
    described = read_description(folder) if exists(folder / DESCRIPTION) else None
    language, text = "other", "lower"
    if described:
        language, text = described["language"], described["options"].get("text", text)
        for name in (FUNCTION_WORDS, PARAPHRASES, WORDS):
            if not (folder / name).exists():
                tally.add("B102", f"{name} is missing")
            elif digest_file(str(folder / name)) != described["sha256"][name]:
                tally.add("B102", f"{name} has changed since it was built")
    words = _check_function_words(files / "function.words", tally)
    if (folder / WORDS).exists():
        counts = read_counts(folder / WORDS)
        share = sum(counts[word] for word in words) / (counts.total() or 1)
        if not 0.1 <= share <= 0.7:
            tally.add("B204", f"{share:.1%} of running words are function words")
    try:
        _check_entries(files / "paraphrase.gz", tokeniser(any_language(language), text).tokenise, tally)
    except InputError as error:
        tally.add("B101", str(error))
    return tally.findings()


def _check_function_words(path: Path, tally: _Tally) -> set[str]:
    seen: set[str] = set()
    try:
        with LineFile(str(path)) as file:
            for number, line in file.numbered():
                if line in seen or len(line.split()) != 1:
                    tally.add("B106", f"{path.name}, line {number}: {line!r}")
                seen.add(line)
    except InputError as error:
        tally.add("B106", str(error))
    return seen


def entries(path: Path) -> Iterator[tuple[str, str, str]]:
    """Yield the entries of a paraphrase table unchanged: probability, phrase, paraphrase."""
    with LineFile(str(path)) as file:
        while lines := file.take(3):
            if len(lines) != 3:
                raise InputError(f"{path}: the text ends inside an entry of three lines")
            yield lines[0], lines[1], lines[2]


def _check_entries(path: Path, tokenise: Split, tally: _Tally) -> None:
    produced: dict[str, bool] = {}
    seen: set[int] = set()
    before = ("", "")
    total, summed = 0.0, ""
    for score, phrase, paraphrase in entries(path):
        where = f"{phrase!r} {paraphrase!r} {score}"
        try:
            probability = parse_number(score, "probability")
        except ValueError:
            probability = math.nan
        if math.isnan(probability) or not phrase.split() or not paraphrase.split():
            tally.add("B101", where)
            continue
        if not 0 < probability <= 1 + _ROUNDING:
            tally.add("B104", where)
        if (phrase, paraphrase) < before:
            tally.add("B201", where)
        before = (phrase, paraphrase)
        if phrase == paraphrase:
            tally.add("B105", where)
        elif f" {paraphrase} " in f" {phrase} " or f" {phrase} " in f" {paraphrase} ":
            tally.add("B202", where)
        _check_words((phrase, paraphrase), tokenise, produced, tally)
        total = total + probability if phrase == summed else probability
        if total > 1 + _ROUNDING:
            tally.add("B205", f"{phrase!r}: {total}")
            total = -math.inf  # Once for each phrase.
        summed = phrase
        if (key := hash(before)) in seen:
            tally.add("B103", where)
        seen.add(key)


def _check_words(phrases: tuple[str, str], tokenise: Split, produced: dict[str, bool], tally: _Tally) -> None:
    for word in " ".join(phrases).split(" "):
        if word not in produced:
            produced[word] = tokenise(word) == [word]
            if not produced[word]:
                tally.add("B203", repr(word))
