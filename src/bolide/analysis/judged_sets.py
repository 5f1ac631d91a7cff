"""Sets of judgements, with each translation once; and the metrics to evaluate on them or to tune to them."""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from bolide.analysis.agreement import product
from bolide.data.languages import any_language
from bolide.errors import ConfigurationError, InputError
from bolide.files.judged import (
    Judgement,
    Translation,
    is_wmt_rankings,
    parse_number,
    read_judgement_tsv,
    read_rank_folder,
    read_ter_set,
    read_wmt_rankings,
    trainer_sets,
)
from bolide.files.plain import LineFile
from bolide.files.table_files import NAMES
from bolide.metric.known_presets import DEFAULT_PRESET
from bolide.metric.meteor import Meteor
from bolide.metric.option_table import load_files
from bolide.metric.other_metrics import OTHER_METRICS, GivenScores
from bolide.metric.statistics import Floats, Integers, Statistics
from bolide.records import record

if TYPE_CHECKING:
    from bolide.analysis.evaluation import Systems
    from bolide.metric.protocol import Metric


_PAIR = re.compile(r"(?:^|[._~/-])([a-z]{2,3})-([a-z]{2,3})(?=$|[._~-])")


@record
class JudgementSet:
    """Judgements of one kind about translations into one language.

    Scores: `human[i]` is the score of translation `first[i]`, and `second` is None. Rankings: translation `first[i]` was judged better
    than `second[i]`, and `human` is None. `rows` are their rows in the file, `swapped` says whether the better one of a ranking came
    second there, and `groups` numbers their segments, named in `segments`. The file has `row_count` rows, judgements and others; None if
    a row may have several judgements.
    """

    name: str
    language: str | None
    translations: tuple[Translation, ...]
    first: Integers
    second: Integers | None
    human: Floats | None
    rows: Integers
    swapped: Integers
    groups: Integers
    segments: tuple[str, ...]
    row_count: int | None

    def __len__(self) -> int:
        return len(self.first)

    @property
    def is_ranking(self) -> bool:
        """Whether the judgements are preferences, not scores."""
        return self.second is not None

    @property
    def hypotheses(self) -> tuple[str, ...]:
        """The texts of the translations."""
        return tuple(translation.hypothesis for translation in self.translations)

    @property
    def references(self) -> tuple[tuple[str, ...], ...]:
        """The references of the translations."""
        return tuple(translation.references for translation in self.translations)

    @property
    def systems(self) -> tuple[list[str | None], Integers]:
        """The names of systems, None for unknown ones, and the place in them of each translation's system."""
        places = {name: place for place, name in enumerate(dict.fromkeys(item.system for item in self.translations))}
        return [*places], np.array([places[item.system] for item in self.translations])

    @property
    def segment_of(self) -> Integers:
        """The number of the segment of each translation."""
        segments = np.zeros(len(self.translations), dtype=np.int64)
        for side in (self.first, self.second):
            if side is not None:
                segments[side] = self.groups
        return segments

    def digest(self) -> str:
        """Return the SHA-256 of the content of the set: the same for the same judgements in any format."""
        content = [
            [[item.system, item.hypothesis, *item.references] for item in self.translations],
            self.first.tolist(),
            None if self.second is None else self.second.tolist(),
            None if self.human is None else self.human.tolist(),
        ]
        return hashlib.sha256(json.dumps(content, ensure_ascii=False).encode(errors="surrogatepass")).hexdigest()


@dataclass(slots=True)
class Reading:
    """Options of reading: whether to skip bad rows, and the folder of texts for WMT's ranking files. Counts the bad rows.

    With `lower_is_better`, scores are errors, such as H-TER: their negatives are used.
    """

    skip_bad_rows: bool = False
    texts: Path | None = None
    language: str | None = None
    lower_is_better: bool = False
    bad_rows: int = 0
    first_bad: list[InputError] = field(default_factory=list)
    columns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # of a table, by role

    def refuse(self, error: InputError) -> None:
        """Raise the error, or count it."""
        if not self.skip_bad_rows:
            raise InputError(f"{error}: fix the row, or skip bad rows with --skip-bad-rows") from error
        self.bad_rows += 1
        self.first_bad = (self.first_bad or []) + ([error] if len(self.first_bad) < 3 else [])


def read_judgements(path: str, reading: Reading | None = None) -> list[JudgementSet]:
    """Read the sets in a file or folder: one for a table, or one for each language pair in it, or one for each set of the Trainer.

    The language is `reading.language`, or that in a name like `wmt12.cs-en.tsv`; None if the name has none. If the file has language
    pairs, only those into `reading.language` are read.
    """
    reading = reading or Reading()
    if Path(path).is_dir():
        return [_read_trainer(Path(path), name, reading) for name in trainer_sets(Path(path))]
    with LineFile(path) as file:
        row_count: int | None = file.count() - 1
        code = any_language(reading.language).code if reading.language else None
        if is_wmt_rankings(file.first_line()):
            row_count, judgements = None, read_wmt_rankings(file, reading.texts, reading.refuse, language=code)
        else:
            judgements = read_judgement_tsv(file, reading.refuse, reading.columns)
        by_pair: dict[str, list[Judgement]] = {}
        for pair, row in judgements:
            by_pair.setdefault(pair, []).append(row)
    if code:
        by_pair = {pair: rows for pair, rows in by_pair.items() if any_language(_language(pair) or code).code == code}
    if not by_pair:
        wanted = f" into {reading.language}" if reading.language else ""
        raise InputError(f"{path} has no usable judgement{wanted}")
    return [
        _collect(path, f"{_stem(path)}.{pair}".removesuffix("."), rows, reading, row_count)
        for pair, rows in by_pair.items()
    ]


def _read_trainer(folder: Path, name: str, reading: Reading) -> JudgementSet:
    with LineFile(str(folder / name)) as file:
        lines = file.count()
    read = read_ter_set if name.endswith(".ter") else read_rank_folder
    return _collect(folder, _stem(name), read(folder, name, reading.refuse), reading, lines)


def _stem(path: str) -> str:
    name = "standard input" if path == "-" else Path(path).name
    for ending in (".gz", ".tsv", ".csv", ".ter", ".rank"):
        name = name.removesuffix(ending)
    return name


def _collect(
    path: str | Path, name: str, rows: Iterable[Judgement], reading: Reading, row_count: int | None
) -> JudgementSet:
    """Make a set from rows, with every translation once."""
    numbers: dict[tuple[str, Translation], int] = {}
    segments: dict[str, int] = {}
    kept: list[tuple[int, int, int, float, int, int]] = []
    for row in rows:
        group = segments.setdefault(row.segment, len(segments))
        better, worse = (
            -1 if side is None else numbers.setdefault((row.segment, side), len(numbers))
            for side in (row.first, row.second)
        )
        if row.second_is_better:
            better, worse = worse, better
        score = -row.human if reading.lower_is_better else row.human
        kept.append((better, worse, int(row.second_is_better), score, row.row, group))
    if not kept:
        raise InputError(f"{path}: {name} has no usable judgement")
    first, second, swapped, human, numbered, groups = zip(*kept, strict=True)
    if reading.lower_is_better and second[0] >= 0:
        raise InputError(f"{name} holds rankings, which have no lower scores: leave out --lower-is-better")
    is_ranking, code = second[0] >= 0, reading.language or _language(name)
    return JudgementSet(
        name=name,
        language=any_language(code).code if code else None,
        translations=tuple(translation for _, translation in numbers),
        first=np.array(first, dtype=np.int64),
        second=np.array(second, dtype=np.int64) if is_ranking else None,
        human=None if is_ranking else np.array(human, dtype=np.float64),
        rows=np.array(numbered, dtype=np.int64),
        swapped=np.array(swapped, dtype=np.int64),
        groups=np.array(groups, dtype=np.int64),
        segments=tuple(segments),
        row_count=row_count,
    )


def _language(name: str) -> str | None:
    """Return the target language of a name like `wmt12.cs-en`; the source may be any word of two letters, such as xx.

    >>> _language("wmt12.cs-en"), _language("wmt-da"), _language("dev-set")
    ('en', None, None)
    """
    for source, target in reversed(_PAIR.findall(name)):
        if (len(source) == 2 or _is_named(source)) and _is_named(target):
            return str(target)
    return None


def _is_named(code: str) -> bool:
    """Whether a word is the code of a language with a name here; many other words of three letters are codes, such as wmt, dev and set."""
    try:
        return any_language(code).name != code
    except ConfigurationError:
        return False


_COLUMNS = (NAMES["system"], NAMES["segment"], ("score",))


def read_scores(path: str, judged: JudgementSet) -> Floats:
    """Read the scores of the translations of a set; `InputError` if the file does not fit it.

    It has a line for each row of the judgements, without a header, or is a table with system and segment of each score.
    """
    name, lines, known = _read_score_file(path)
    return _by_row(name, lines, judged) if known is None else _by_name(name, known, judged)


def read_corpus_scores(path: str, systems: Sequence[str]) -> dict[tuple[str, str], float]:
    """Read the scores of the segments of systems, by system and by numbers from 1.

    The file has a line for each segment, with a number for each system, or is a table with system and segment of each score.
    """
    name, lines, known = _read_score_file(path)
    if known is not None:
        return known
    return {
        (system, str(row + 1)): value
        for row in range(len(lines))
        for system, value in zip(systems, _numbers(name, lines, row, len(systems)), strict=True)
    }


def _read_score_file(path: str) -> tuple[str, list[str], dict[tuple[str, str], float] | None]:
    """Return the name of a file, its lines, and its scores by system and segment if it is a table of them."""
    with LineFile(path) as file:
        name, lines = file.name, [line for _, line in file.numbered()]
    header = [cell.strip().lower() for cell in lines[0].split("\t")] if lines else []
    places = [next((header.index(one) for one in names if one in header), -1) for names in _COLUMNS]
    if -1 in places:
        return name, lines, None
    known: dict[tuple[str, str], float] = {}
    for number, line in enumerate(lines[1:], start=2):
        cells = line.split("\t")
        if len(cells) <= max(places):
            raise InputError(f"{name}:{number}: the row has {len(cells)} cells, fewer than the header")
        system, segment = cells[places[0]].strip(), cells[places[1]].strip()
        try:
            value = parse_number(cells[places[2]], "score")
        except ValueError as error:
            raise InputError(f"{name}:{number}: {error}") from error
        if known.setdefault((system, segment), value) != value:
            raise InputError(f"{name}:{number}: the system {system!r} already has another score for segment {segment}")
    return name, lines, known


def _numbers(name: str, lines: Sequence[str], row: int, count: int) -> list[float]:
    """Return the numbers of a line, which must be `count`."""
    try:
        values = [parse_number(cell, "score") for cell in lines[row].split()]
    except ValueError as error:
        raise InputError(f"{name}:{row + 1}: {error}") from error
    if len(values) != count:
        raise InputError(f"{name}:{row + 1}: found {len(values)} numbers, expected {count}")
    return values


def _by_row(name: str, lines: Sequence[str], judged: JudgementSet) -> Floats:
    if judged.row_count is None:
        raise InputError(
            f"{name}: a row of {judged.name} holds several judgements: give scores as a table with the columns system, seg_id, score"
        )
    if len(lines) != judged.row_count:
        lines_there = f"{len(lines)} {'line' if len(lines) == 1 else 'lines'}"
        raise InputError(
            f"{name} has {lines_there}, but {judged.name} has {judged.row_count} rows: each needs a line, and there is no header"
        )
    scores = np.full(len(judged.translations), np.nan)
    for index, row in enumerate(judged.rows.tolist()):
        values = _numbers(name, lines, row, 1 + judged.is_ranking)
        scores[judged.first[index]] = values[judged.swapped[index]]
        if judged.second is not None:
            scores[judged.second[index]] = values[1 - judged.swapped[index]]
    return scores


def _by_name(name: str, known: Mapping[tuple[str, str], float], judged: JudgementSet) -> Floats:
    scores = np.empty(len(judged.translations))
    for number, (translation, group) in enumerate(zip(judged.translations, judged.segment_of.tolist(), strict=True)):
        segment = judged.segments[group].strip()
        if translation.system is None:
            raise InputError(f"{judged.name} does not name its systems: {name} must have a line for each row instead")
        if (translation.system, segment) not in known:
            raise InputError(f"{name} has no score for the system {translation.system!r} on segment {segment}")
        scores[number] = known[translation.system, segment]
    return scores


# The name for the default preset of each language.
OF_THE_LANGUAGE = "default"


@record
class MetricChoice:
    """A metric for any language: a preset, and options for all languages or for some.

    `by_language` has values of options by the code of their language, or under "" for all other languages.
    """

    preset: str = DEFAULT_PRESET
    task: str | None = None
    options: Mapping[str, object] = {}
    by_language: Mapping[str, Mapping[str, object]] = {}

    @property
    def name(self) -> str:
        """The preset with task and aligner, as `split_choice` reads it."""
        named = ((":", self.task), ("@", self.options.get("aligner")))
        return self.preset + "".join(f"{sign}{value}" for sign, value in named if value)

    def metric(self, judged: JudgementSet) -> Meteor:
        """Return the metric for the language of a set."""
        if judged.language is None:
            raise InputError(
                f"the language of {judged.name} is unknown: give --language CODE, or a file name such as wmt.cs-en.tsv"
            )
        given = {"preset": None if self.preset == OF_THE_LANGUAGE else self.preset, "task": self.task, **self.options}
        given |= {name: values.get(judged.language, values.get("")) for name, values in self.by_language.items()}
        return Meteor(judged.language, **load_files(given))

    def candidate(self, threads: int | None = None) -> Candidate:
        """Return it as a candidate for evaluation."""
        return Candidate(self.name, self.metric, threads=threads)


def split_choice(text: str) -> tuple[str, str | None, str | None]:
    """Split `PRESET[:TASK][@ALIGNER]`, where the preset may be a file.

    >>> split_choice("meteor-1.5:adq@java")
    ('meteor-1.5', 'adq', 'java')
    """
    if Path(text).is_file():
        return text, None, None
    rest, _, aligner = text.partition("@")
    preset, _, task = (rest, "", "") if Path(rest).is_file() else rest.partition(":")
    if not preset:
        raise ConfigurationError(f"{text!r} does not name a preset: write PRESET[:TASK][@ALIGNER]")
    return preset, task or None, aligner or None


class Candidate:
    """A metric to evaluate on judgements. Computes the statistics of every set once; systems and samples are scored from sums.

    Error metrics, such as TER, are negated: a higher number is better.
    """

    def __init__(self, name: str, make: Callable[[JudgementSet], Metric], *, threads: int | None = None) -> None:
        """Take what makes the metric for a set, the language of which may decide its data: `MetricChoice.metric`, or any function."""
        self.name, self.signatures = name, list[str]()
        self._make, self._threads = make, threads
        self._known: dict[str, tuple[Metric, Statistics]] = {}

    def _counted(self, judged: JudgementSet) -> tuple[Metric, Statistics]:
        if judged.name not in self._known:
            metric, numbers = self._make(judged), range(len(judged.translations))
            rows = metric.rows(judged.hypotheses, judged.references, numbers, self._threads)
            self._known[judged.name] = metric, rows
            self.signatures = [*dict.fromkeys((*self.signatures, str(metric.signature)))]
        return self._known[judged.name]

    def _scores(self, judged: JudgementSet, statistics: Statistics) -> Floats:
        metric, _ = self._counted(judged)
        return metric.scores(statistics)["score"] * (1.0 if metric.higher_is_better else -1.0)

    def segment_scores(self, judged: JudgementSet) -> Floats:
        """Return a score for each translation of a set."""
        return self._scores(judged, self._counted(judged)[1])

    def system_scores(self, judged: JudgementSet, members: Sequence[Integers]) -> Floats:
        """Return a score for each system, given the numbers of its translations."""
        rows = self._counted(judged)[1]
        return np.concatenate([self._scores(judged, rows.take(numbers).total()) for numbers in members])

    def drawn_system_scores(self, judged: JudgementSet, systems: Systems, draws: Floats) -> Floats:
        """Return a score for each system on samples of the segments, a row for each sample; NaN if a sample has no segment of it."""
        found, columns = self._counted(judged)[1], []
        for numbers in systems.members:
            drawn = draws[:, systems.segments[numbers]]
            scores = self._scores(judged, replace(found, rows=product(drawn, found.rows[numbers])))
            columns.append(np.where(drawn.any(axis=1), scores, np.nan))
        return np.stack(columns, axis=1)


def other_candidate(name: str) -> Candidate:
    """Return one of `OTHER_METRICS` as a candidate."""
    metric = OTHER_METRICS[name]()
    return Candidate(metric.name, lambda _: metric)


LENGTH = "length"


def length_candidate() -> Candidate:
    """Return a baseline that ignores translations: minus the log of the characters of the first reference."""

    def given(judged: JudgementSet) -> Metric:
        values = {place: -math.log(max(1, len(texts[0]))) for place, texts in enumerate(judged.references)}
        return GivenScores(
            LENGTH, values, "a check, not a metric: how far the length of the reference alone predicts the judges"
        )

    return Candidate(LENGTH, given)


def file_candidate(name: str, path: str) -> Candidate:
    """Return a candidate with scores in a file, or in a folder with a file `SET.txt` (or `.tsv`, or no ending, or with `.gz`) for each set."""

    def given(judged: JudgementSet) -> Metric:
        endings = (".txt.gz", ".txt", ".tsv", ".tsv.gz", "") if Path(path).is_dir() else ()
        found = [file for ending in endings if Path(file := f"{path}/{judged.name}{ending}").is_file()]
        if endings and not found:
            raise InputError(f"{path} has no scores for {judged.name}: no file {judged.name}.txt")
        file = found[0] if found else path
        return GivenScores(name, dict(enumerate(read_scores(file, judged).tolist())), file)

    return Candidate(name, given)
