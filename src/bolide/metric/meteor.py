"""The metric: configured once, immutable, then used for scores."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from bolide import _core
from bolide.errors import BolideWarning, ConfigurationError, InputError, LanguageWarning, SegmentError
from bolide.metric.configuration import Pipeline, describe
from bolide.metric.opener import Opened, open_pipeline
from bolide.metric.option_table import FIELDS, Options, Value
from bolide.metric.parameters import CUSTOM, FeatureParameters, Parameters, check_alike
from bolide.metric.statistics import (
    CorpusScore,
    Floats,
    ReferenceStatistics,
    SegmentScore,
    SegmentScores,
    Statistics,
    floats,
    score_columns,
    score_statistics,
)
from bolide.records import replace

if TYPE_CHECKING:
    from typing import Unpack

    from bolide.hindi.tagger import Parse
    from bolide.metric.alignment import Alignment, Evidence, Match, PackedAlignments
    from bolide.metric.segments import Pairs, Row, ScoreGroups, Segment
    from bolide.metric.signature import Signature

# Segments scored at a time if words have vectors, to limit memory.
BLOCK = 1024
# The number of references that are checked if no language is given.
LOOKED_AT = 300


class _Signature:
    """The arguments of `Meteor` for `inspect`, made from the table of options."""

    def __get__(self, _meteor: object, _owner: type) -> object:
        from inspect import Parameter, Signature

        first, *others = (field.name for field in FIELDS)
        options = (Parameter(name, Parameter.KEYWORD_ONLY, default=None) for name in others)
        return Signature((Parameter(first, Parameter.POSITIONAL_OR_KEYWORD, default=None), *options))


class Meteor:
    """A member of the METEOR family for one language. Safe to share between threads and to pickle.

    >>> meteor = Meteor("pt")
    >>> round(meteor.score(["o gato dormia"], ["os gatos dormiam bem"]).score, 4)
    0.1959
    """

    __slots__ = ("_offline", "_opened", "_pipeline", "_signature", "_unseen")

    # Attributes of every metric (`bolide.metric.protocol`).
    name = "METEOR"
    higher_is_better = is_whole = True

    def __init__(self, language: str | None = None, **options: Unpack[Options]) -> None:
        """Configure the metric; the defaults are Meteor 1.5 for English, as the jar computes it with `-l en -norm`.

        Each option is described in docs/api.md, and by `bolide score --help`.
        """
        self._start(describe(language, **options), options.get("offline"))
        self._unseen = LOOKED_AT if language is None and self._pipeline.language.code == "en" else 0

    __signature__ = _Signature()

    @classmethod
    def of(cls, pipeline: Pipeline, offline: bool | None = None, opened: Opened | None = None) -> Meteor:
        """Return the metric of a pipeline; its data is opened unless it is given."""
        made = cls.__new__(cls)
        made._start(pipeline, offline, opened)  # noqa: SLF001 - its own
        return made

    @classmethod
    def from_signature(cls, signature: Signature | str, **files: Value) -> Meteor:
        """Return exactly the metric of a signature or an Eval ID of the jar; `ConfigurationError` says what differs here.

        A signature identifies your files (tables, lists, taggers) by their hashes: give them again, as options of `Meteor`. A preset file,
        such as `bolide tune` writes, is not needed if the signature has all of its values.

        >>> meteor = Meteor("pt", beam=7)
        >>> Meteor.from_signature(str(meteor.signature)).pipeline == meteor.pipeline
        True
        >>> Meteor.from_signature("meteor-1.5-wo-pt-lc_only-0.75_1.4_0.7_0.5-ex_st-1.0_0.5").signature.task
        'li'
        """
        from bolide.metric.signature import check_same, parse_line, ways_to

        wanted = parse_line(signature) if isinstance(signature, str) else signature
        if not isinstance(wanted, str) and wanted.bolide != _core.VERSION:
            warnings.warn(
                f"this signature is from bolide {wanted.bolide}, but this is bolide {_core.VERSION}: the changelog has, under Scores, "
                "what changed",
                BolideWarning,
                stacklevel=2,
            )
        error: ConfigurationError | None = None
        for asked, names in ways_to(wanted, files):
            try:
                pipeline = replace(describe(**asked), **names)
                made = cls.of(pipeline, offline=files.get("offline"))
                check_same(made, wanted)
            except ConfigurationError as refused:
                error = error or refused
            else:
                return made
        raise error or ConfigurationError(f"the metric of {wanted} cannot be made")

    def _start(self, pipeline: Pipeline, offline: bool | None, opened: Opened | None = None) -> None:
        """Open the data of a pipeline, unless it is given."""
        self._pipeline, self._offline, self._unseen = pipeline, offline, 0
        self._opened = opened or open_pipeline(pipeline, offline)
        self._signature: Signature | None = None

    def with_parameters(self, parameters: Parameters | FeatureParameters) -> Meteor:
        """Return this metric with other parameters. It shares the opened language data, so this takes no time.

        >>> meteor = Meteor("pt")
        >>> other = meteor.with_parameters(replace(meteor.parameters, alpha=0.5))
        >>> other.parameters.alpha, other.signature.task
        (0.5, 'custom')
        """
        check_alike(parameters, self.parameters, self._pipeline.preset)
        made = self.of(replace(self._pipeline, parameters=parameters, task=CUSTOM), self._offline, self._opened)
        made._unseen = self._unseen  # noqa: SLF001
        return made

    def __repr__(self) -> str:
        return f"<Meteor {self.signature}>"

    def __reduce__(self) -> tuple[Callable[[Pipeline, bool | None], Meteor], tuple[Pipeline, bool | None]]:
        return Meteor.of, (self._pipeline, self._offline)

    @property
    def pipeline(self) -> Pipeline:
        """The metric as a value: every choice on the path from text to score."""
        return self._pipeline

    @property
    def parameters(self) -> Parameters | FeatureParameters:
        """The parameters of its scores."""
        return self._pipeline.parameters

    @property
    def signature(self) -> Signature:
        """Everything that determines its scores, as a value that prints as one line."""
        if self._signature is None:
            from bolide.metric.signature import sign

            self._signature = sign(self._pipeline, self._opened.data.said)
        return self._signature

    @property
    def eval_id(self) -> str | None:
        """The Eval ID that the jar prints with the same score; None if the jar cannot compute it."""
        from bolide.metric.signature import eval_id

        return eval_id(self._pipeline)

    def settings(self) -> str:
        """Return the metric as text from which the C interface, and WebAssembly, open it: docs/c.md.

        `ConfigurationError` if part of it is computed in Python. The text names the files of tables.
        """
        from bolide.metric.opener import settings_text

        return settings_text(self._pipeline, self._opened, str(self.signature))

    def score(
        self,
        hypotheses: Sequence[Segment] | Sequence[Row],
        references: Sequence[Segment | Sequence[Segment]] | None = None,
        *,
        threads: int | None = None,
    ) -> CorpusScore:
        """Score a corpus: strings or lists of tokens, one or more references for each segment.

        Without `references`, the first argument is a list of rows in COMET's format: `{"src": ..., "mt": ..., "ref": ...}`.
        `threads` is the number of processor cores to use, by default all. It changes no result.
        """
        return self.score_statistics(self.statistics(hypotheses, references, threads=threads))

    def segment(self, hypothesis: Segment, references: Segment | Sequence[Segment]) -> SegmentScore:
        """Score one segment, given as a string or a list of tokens, against one or more references."""
        best, chosen = self.statistics([hypothesis], [references], threads=1).choose(self.parameters)
        return SegmentScore(
            reference=memoryview(chosen).cast("q")[0],
            statistics=best,
            signature=self.signature,
            **score_statistics(best, self.parameters).known(0, best),
        )

    def statistics(
        self,
        hypotheses: Sequence[Segment] | Sequence[Row],
        references: Sequence[Segment | Sequence[Segment]] | None = None,
        *,
        threads: int | None = None,
    ) -> ReferenceStatistics:
        """Return the statistics of every segment against each of its references, which any parameters can score."""
        pairs = self._pairs(hypotheses, references)
        table = Statistics.from_bytes(self._run(pairs, threads), self.columns)
        return ReferenceStatistics(statistics=table, ends=pairs.ends)

    def score_statistics(self, statistics: ReferenceStatistics) -> CorpusScore:
        """Score statistics with this metric's parameters, each segment against its best reference."""
        best, chosen = statistics.choose(self.parameters)
        scores = whole = score_statistics(best, self.parameters)
        total = best
        if len(best) != 1:
            total = best.total()
            whole = score_statistics(total, self.parameters)
        return CorpusScore(
            segments=SegmentScores(table=scores.table, chosen=chosen, statistics=best),
            statistics=total,
            signature=self.signature,
            **whole.known(0, total),
        )

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of its statistics."""
        return self.parameters.columns

    def rows(
        self,
        hypotheses: Sequence[Segment],
        references: Sequence[Segment | Sequence[Segment]],
        _keys: Sequence[Hashable] = (),
        threads: int | None = None,
        /,
    ) -> Statistics:
        """Return the statistics of each segment against its best reference, like every `Metric`."""
        return self.statistics(hypotheses, references, threads=threads).choose(self.parameters)[0]

    def scores(self, statistics: Statistics, /) -> dict[str, Floats]:
        """Return the score of each row of statistics, and its parts, by name."""
        return score_columns(statistics, self.parameters)

    def matrix(
        self,
        hypotheses: Sequence[Segment],
        references: Sequence[Segment] | None = None,
        *,
        threads: int | None = None,
    ) -> Floats:
        """Score every hypothesis against every reference alone: an array with a row for each hypothesis.

        Without references, the hypotheses are scored against each other.
        """
        from bolide.metric.segments import score_matrix

        others = hypotheses if references is None else references
        return floats(score_matrix(self._group_scorer(threads), hypotheses, others), len(others))

    def utilities(self, groups: Sequence[Sequence[Segment]], *, threads: int | None = None) -> list[list[float]]:
        """Return the utility of each candidate of a group: its mean score with each candidate as the reference.

        Minimum-Bayes-risk decoding chooses the best one (Kumar and Byrne 2004).

        >>> [[round(value, 3) for value in group] for group in Meteor("pt").utilities([["o gato", "um gato", "o gato"]])]
        [[0.717, 0.433, 0.717]]
        """
        from bolide.metric.segments import utilities

        return utilities(self._group_scorer(threads), groups)

    def _group_scorer(self, threads: int | None) -> ScoreGroups:
        """Return a function that scores the hypotheses of groups with each reference of their group alone."""
        from bolide.metric.segments import make_groups

        def score_groups(hypotheses: list[list[Segment]], references: list[list[Segment]]) -> memoryview[float]:
            pairs = make_groups(hypotheses, references, self._opened.tokens.split, self._opened.tokens.clean)
            self._look(pairs)
            table = Statistics.from_bytes(self._run(pairs, threads), self.columns)
            return score_statistics(table, self.parameters).cells("score")

        return score_groups

    def align(self, hypothesis: Segment, reference: Segment) -> Alignment:
        """Align one hypothesis with one reference. The result prints as a picture."""
        return self.align_all([hypothesis], [reference])[0]

    def align_all(self, hypotheses: Sequence[Segment], references: Sequence[Segment]) -> list[Alignment]:
        """Align hypotheses with one reference each."""
        packed = self.align_packed(hypotheses, references)
        alignments = packed.unpack(self._pipeline.matchers.names, self.parameters)
        if not self._opened.data.encoder or not getattr(self.parameters, "semantics", None):
            return alignments
        from bolide.meaning.encoder import nearest_words
        from bolide.metric.alignment import with_nearest

        found = self._context(self._pairs(hypotheses, references))
        vectors = zip(found["hypothesis_vectors"], found["reference_vectors"], strict=True)
        return [
            with_nearest(each, nearest_words(here, len(each.hypothesis), there, len(each.reference)))
            for each, (here, there) in zip(alignments, vectors, strict=True)
        ]

    def align_packed(self, hypotheses: Sequence[Segment], references: Sequence[Segment]) -> PackedAlignments:
        """Align like `align_all`, but return arrays of numbers: for many segments, of which few will be shown."""
        from bolide.metric.alignment import PackedAlignments

        pairs = self._pairs(hypotheses, references)
        if len(pairs.references) != len(pairs.hypotheses):
            raise InputError("align() needs exactly one reference per hypothesis")
        with _located():
            found = self._opened.scorer.align(
                pairs.hypotheses,
                pairs.tokenised,
                pairs.references,
                pairs.tokenised,
                **self._context(pairs),
            )
        return PackedAlignments(*found)

    def evidence(self, match: Match) -> Evidence:
        """Return the evidence for a match: the shared stem or synsets, the entry of the paraphrase table, or the encoder and its head."""
        from bolide.metric.alignment import find_evidence

        with _located():
            return find_evidence(match, self._opened.data)

    def parse(self, segments: Sequence[Segment]) -> list[Parse]:
        """Return the tags, word groups and clauses of segments in METEOR-Hindi; `ConfigurationError` for other metrics."""
        from bolide.hindi.tagger import Parse

        if self._pipeline.tagger is None:
            raise ConfigurationError(
                f"this metric (preset {self._pipeline.preset}) does not use parts of speech: meteor-hindi does, with "
                "one of the features lwg, pos and clause"
            )
        pairs = self._pairs(segments, segments)
        with _located():
            read = self._opened.scorer.read(pairs.hypotheses, pairs.tokenised)
        return [
            Parse(tokens=words, tags=tags, groups=groups, clauses=clauses)
            for words, _, _, tags, groups, clauses in read
        ]

    def tokens(self, text: Segment) -> tuple[str, ...]:
        """Return the tokens of a segment after all preparation by the metric."""
        pairs = self._pairs([text], [text])
        with _located():
            return self._opened.scorer.read(pairs.hypotheses, pairs.tokenised)[0][0]

    def _pairs(
        self,
        hypotheses: Sequence[Segment] | Sequence[Row],
        references: Sequence[Segment | Sequence[Segment]] | None,
    ) -> Pairs:
        from bolide.metric.segments import check_pairs

        pairs = check_pairs(hypotheses, references, self._opened.tokens.split, self._opened.tokens.clean)
        self._look(pairs)
        return pairs

    def _look(self, pairs: Pairs) -> None:
        """Warn once about references that are not in English, if no language was given."""
        if not self._unseen:
            return
        from bolide.text.guessing import doubt_english

        lines = [line if isinstance(line, str) else " ".join(line) for line in pairs.references[: self._unseen]]
        doubt = doubt_english(lines)
        self._unseen = 0 if doubt else max(0, self._unseen - len(lines))
        if doubt:
            warnings.warn(doubt, LanguageWarning, stacklevel=5)

    def _context(self, pairs: Pairs, threads: int | None = None) -> dict[str, tuple[bytes, ...]]:
        """Return the marks of copy words in their context, and the vectors of words, of both sides; each only if it is used."""
        data, tokenised = self._opened.data, pairs.tokenised
        found = {}
        for side, segments in (("hypothesis", pairs.hypotheses), ("reference", pairs.references)):
            if data.marker:
                found[f"{side}_marks"] = data.marker.marks(segments, tokenised=tokenised)
            if data.encoder:
                found[f"{side}_vectors"] = data.encoder.of(
                    segments, self._opened.tokens.tokeniser, tokenised=tokenised, threads=_threads(threads)
                )
        return found

    def _run(self, pairs: Pairs, threads: int | None) -> bytes:
        """Return the rows of all pairs; if words have vectors, in blocks, to limit memory."""
        wanted = 1 if threads is None and len(pairs.references) == 1 else _threads(threads)
        if self._opened.data.encoder is None or pairs.hypothesis_ends:
            return self._run_block(pairs, wanted, 0)
        from bolide.metric.segments import part_of

        blocks = [(start, part_of(pairs, start, start + BLOCK)) for start in range(0, len(pairs.ends), BLOCK)]
        return b"".join(self._run_block(block, wanted, start) for start, block in blocks)

    def _run_block(self, pairs: Pairs, threads: int, start: int) -> bytes:
        with _located(start):
            return self._opened.scorer.statistics(
                pairs.hypotheses,
                pairs.tokenised,
                pairs.references,
                pairs.tokenised,
                pairs.ends,
                threads,
                **self._context(pairs, threads),
                hypothesis_ends=pairs.hypothesis_ends,
            )


@contextmanager
def _located(start: int = 0) -> Iterator[None]:
    """Turn the core's errors about a segment or a table into errors of ours; its first segment is number `start`."""
    try:
        yield
    except _core.CompiledResourceError as error:
        from bolide.data.opening import name_damaged

        name_damaged(error)
    except _core.CoreSegmentError as error:
        index, reason = error.args
        raise SegmentError(start + index, f"{reason}: split it into shorter segments") from error


def _threads(wanted: int | None) -> int:
    if wanted is None:
        from bolide.data import processor_cores

        return processor_cores()
    if type(wanted) is not int or not 1 <= wanted < 1 << 31:
        raise ConfigurationError(f"threads must be a whole number from 1 to {(1 << 31) - 1}, not {wanted!r}")
    return wanted
