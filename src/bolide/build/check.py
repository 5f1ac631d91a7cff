"""Numbered checks of built resources, and of any folder in Meteor's layout: B1.. is an error, B2.. a note."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
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
from bolide.text import tokeniser

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


@dataclass(kw_only=True)
class Finding:
    """The result of a check: the number of failures, and the first one."""

    code: str
    title: str
    failures: int = 0
    example: str | None = None

    @property
    def is_error(self) -> bool:
        """Whether the resource fails by it."""
        return bool(self.failures) and self.code.startswith("B1")

    def add(self, example: str) -> None:
        """Count a failure."""
        self.failures += 1
        self.example = self.example or example


def check_resource(folder: Path) -> list[Finding]:
    """Check a folder made by `bolide build`, or one with `function.words` and `paraphrase.gz`; return the result of each check."""
    findings = {code: Finding(code=code, title=title) for code, title in CHECKS.items()}
    files = folder / "meteor-files" if exists(folder / "meteor-files") else folder
    described = read_description(folder) if exists(folder / DESCRIPTION) else None
    language, text = "other", "lower"
    if described:
        language, text = described["language"], described["options"].get("text", text)
        for name in (FUNCTION_WORDS, PARAPHRASES, WORDS):
            if not (folder / name).exists():
                findings["B102"].add(f"{name} is missing")
            elif digest_file(str(folder / name)) != described["sha256"][name]:
                findings["B102"].add(f"{name} has changed since it was built")
    words = _check_function_words(files / "function.words", findings)
    if (folder / WORDS).exists():
        counts = read_counts(folder / WORDS)
        share = sum(counts[word] for word in words) / (counts.total() or 1)
        if not 0.1 <= share <= 0.7:
            findings["B204"].add(f"{share:.1%} of running words are function words")
    used: dict[str, None] = {}
    try:
        _check_entries(files / "paraphrase.gz", findings, used)
    except InputError as error:
        findings["B101"].add(str(error))
    tokenise = tokeniser(any_language(language), text).tokenise
    for word in used:
        if tokenise(word) != [word]:
            findings["B203"].add(repr(word))
    return list(findings.values())


def _check_function_words(path: Path, findings: dict[str, Finding]) -> set[str]:
    seen: set[str] = set()
    try:
        with LineFile(str(path)) as file:
            for number, line in file.numbered():
                if line in seen or len(line.split()) != 1:
                    findings["B106"].add(f"{path.name}, line {number}: {line!r}")
                seen.add(line)
    except InputError as error:
        findings["B106"].add(str(error))
    return seen


def _entries(path: Path) -> Iterator[tuple[str, str, str]]:
    """Yield the entries of a paraphrase table unchanged: probability, phrase, paraphrase."""
    with LineFile(str(path)) as file:
        while lines := file.take(3):
            if len(lines) != 3:
                raise InputError(f"{path}: the text ends inside an entry of three lines")
            yield lines[0], lines[1], lines[2]


def _check_entries(path: Path, findings: dict[str, Finding], words: dict[str, None]) -> None:
    """Check the entries of a table up to the first damage, and add their words, each once."""
    seen: set[int] = set()
    before = ("", "")
    total, summed = 0.0, ""
    for score, phrase, paraphrase in _entries(path):
        where = f"{phrase!r} {paraphrase!r} {score}"
        try:
            probability = parse_number(score, "probability")
        except ValueError:
            probability = math.nan
        if math.isnan(probability) or not phrase.split() or not paraphrase.split():
            findings["B101"].add(where)
            continue
        if not 0 < probability <= 1 + _ROUNDING:
            findings["B104"].add(where)
        if (phrase, paraphrase) < before:
            findings["B201"].add(where)
        before = (phrase, paraphrase)
        if phrase == paraphrase:
            findings["B105"].add(where)
        elif f" {paraphrase} " in f" {phrase} " or f" {phrase} " in f" {paraphrase} ":
            findings["B202"].add(where)
        words |= dict.fromkeys(f"{phrase} {paraphrase}".split(" "))
        total = total + probability if phrase == summed else probability
        if total > 1 + _ROUNDING:
            findings["B205"].add(f"{phrase!r}: {total}")
            total = -math.inf  # Once for each phrase.
        summed = phrase
        if (key := hash(before)) in seen:
            findings["B103"].add(where)
        seen.add(key)
