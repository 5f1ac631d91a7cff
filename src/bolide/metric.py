"""The metric: configured once, immutable, then asked for scores."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from bolide import _core
from bolide.alignment import Alignment, Match, make_alignment
from bolide.arrays import floats
from bolide.assembly import aligner_of, copy_knowledge, feature_scorer, fill_in, find_lacking, sign, warn_of
from bolide.candidates import ScorePairs, score_matrix, utilities
from bolide.configuration import Configuration, configure
from bolide.errors import ConfigurationError, InputError, SegmentError
from bolide.formulas import columns_for
from bolide.knowledge import Knowledge, gather
from bolide.parameters import FeatureParameters, Parameters
from bolide.resources import open_folder
from bolide.results import CorpusScore, SegmentScore, SegmentScores
from bolide.segments import Pairs, Segment, check_pairs, check_segment
from bolide.signature import Signature, eval_id
from bolide.statistics import ReferenceStatistics, Statistics, score
from bolide.text import core_tokeniser, indic_splitter, splitter, text_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from bolide.arrays import Floats
    from bolide.assembly import Scorer
    from bolide.evidence import Evidence
    from bolide.hindi.parse import Parse
    from bolide.hindi.scorer import FeatureScorer

__all__ = ["Meteor"]


class Meteor:
    """A member of the METEOR family for one language. Safe to share between threads and to pickle.

    >>> meteor = Meteor("pt")
    >>> round(meteor.score(["o gato dormia"], ["os gatos dormiam bem"]).score, 4)
    0.1959
    """

    __slots__ = ("_arguments", "_configuration", "_knowledge", "_marker", "_scorer", "_signature", "_split")

    def __init__(
        self,
        language: str | None = None,
        *,
        preset: str | None = None,
        task: str | None = None,
        text: str | Callable[[str], Sequence[str]] | None = None,
        matchers: Sequence[str] | None = None,
        aligner: str | None = None,
        beam: int | None = None,
        unit: str = "words",
        parameters: Sequence[float] | None = None,
        weights: Sequence[float] | None = None,
        features: Sequence[str] | None = None,
        function_words: Iterable[str] | None = None,
        synonyms: str | os.PathLike[str] | None = None,
        paraphrases: str | os.PathLike[str] | None = None,
        resources: str | os.PathLike[str] | None = None,
        copy_words: Iterable[str] | None = None,
        copy_from: Sequence[str] | None = None,
        copy_x: float | Sequence[float] | None = None,
        recogniser: str | None = None,
        roots: str | os.PathLike[str] | None = None,
        tagger: str | os.PathLike[str] | None = None,
        offline: bool | None = None,
    ) -> None:
        """Configure the metric; the defaults are Meteor 1.5 for English, as the jar computes it with `-l en -norm`.

        Args:
            language: a code or name; see `bolide.languages`. With preset `universal` any code will do. The default is English, or
                what `resources` says.
            preset: the version of the metric; the default is the language's (meteor-1.5, or meteor-hindi for Hindi), or universal
                where `resources` are given.
            task: which of the preset's parameters to use: rank, adq, hter, li, tune, universal, util.
            text: norm (tokenise and lower-case), nopunct (also drop punctuation), unicode (tokenise any script, and lower-case),
                lower, raw, or a function of your own from a string to tokens, which are then left as they are. The default is
                norm where the language has a normaliser, else lower (raw for Buckwalter's Arabic). Segments given as lists of
                tokens are only lower-cased, or left raw.
            matchers: which of exact, stem, synonym, paraphrase to use, in their order.
            aligner: java, the search of Meteor 1.5; java-maxacc, the one its Matcher offers, which prefers what is not a paraphrase;
                paper, the best alignment by what the papers say; paper-count, the same with every covered word counting alike.
            beam: how many partial alignments the aligner keeps (paper: where the best one cannot be found within bounds).
            unit: words or characters, in which lengths and matches are counted.
            parameters: alpha, beta, gamma, delta, instead of the task's.
            weights: one for each matcher, instead of the task's; in meteor-hindi two for each feature (precision, recall).
            features: with meteor-hindi, which of exact, stem, synonym, lwg, pos, clause to take the mean of.
            function_words: words that count as function words, instead of the preset's.
            synonyms: a folder with `<language>.synsets` and `<language>.exceptions`, instead of the installed ones; in meteor-hindi
                a file of synonyms, or `wordnet` for the one that was installed, instead of the thesaurus that ships.
            paraphrases: a paraphrase table in Meteor's format (gzip, three lines an entry), instead of the installed one.
            resources: a folder with `function.words` and `paraphrase.gz`, such as `bolide build` makes, for any language.
            copy_words: words that a translation has to carry over, next to those of `copy_from` (Meteor++).
            copy_from: where copy words come from: entities, numbers, dates, addresses, unlisted; instead of the preset's.
            copy_x: how lightly unmatched copy words weigh, instead of the preset's; with a second number, what that gains
                with each copy word.
            recogniser: what recognises entities: crf (the default), crf:FILE, spacy:MODEL or nltk.
            roots: with meteor-hindi, a table of roots, as `bolide hindi roots` makes it.
            tagger: with meteor-hindi, a tagger, as `bolide hindi train` makes it.
            offline: never fetch resources; the default is what `BOLIDE_OFFLINE` says.
        """
        folder = None if resources is None else open_folder(resources)
        if folder:
            language, preset, text = fill_in(folder, language, preset, text)
        self._knowledge: Knowledge | None = None
        self._marker = None
        self._arguments: dict[str, Any] = {
            "language": language or "en",
            "preset": preset,
            "task": task,
            "text": text,
            "matchers": _frozen(matchers),
            "aligner": aligner,
            "beam": beam,
            "unit": unit,
            "parameters": _frozen(parameters),
            "weights": _frozen(weights),
            "copy_from": _frozen(copy_from),
            "copy_x": _frozen(copy_x),
            "features": _frozen(features),
        }
        lacks = () if folder or paraphrases is not None else find_lacking(language or "en", preset)
        self._configuration = configure(**self._arguments | {"text": text_name(text)}, lacks=lacks)
        self._split = splitter(text)
        function_words = _frozen(function_words)
        copy_words = _frozen(copy_words)
        self._arguments |= {
            "copy_words": copy_words,
            "recogniser": recogniser,
            "function_words": function_words,
            "synonyms": synonyms,
            "paraphrases": paraphrases,
            "resources": resources,
            "roots": roots,
            "tagger": tagger,
            "offline": offline,
        }
        self._scorer: Scorer
        if self._configuration.is_by_features:
            self._scorer, identities = feature_scorer(self._configuration, self._arguments)
            self._signature = sign(self._configuration, identities)
            return
        for name in ("roots", "tagger"):
            if self._arguments[name] is not None:
                raise ConfigurationError(
                    f"{name} goes with the preset meteor-hindi, not with {self._configuration.preset}"
                )
        self._split = self._split or indic_splitter(self._configuration.language, self._configuration.text)
        if folder:
            function_words = folder.function_words if function_words is None else function_words
            paraphrases = folder.paraphrases if paraphrases is None else paraphrases
        knowledge = gather(
            self._configuration,
            function_word_list=function_words,
            synonym_folder=synonyms,
            paraphrase_file=paraphrases,
            offline=offline,
        )
        warn_of(lacks, self._configuration, knowledge.function_words)
        self._knowledge = knowledge
        copied = copy_knowledge(self._configuration, copy_words, recogniser)
        self._marker = copied.marker if copied else None
        self._signature = sign(self._configuration, knowledge.identities, copied)
        self._scorer = _core.Scorer(
            tokeniser=core_tokeniser(self._configuration.language, self._configuration.text),
            matchers=[getattr(_core.Matcher, name) for name in self._configuration.matchers],
            aligner=aligner_of(self._configuration),
            unit=getattr(_core.Unit, unit),
            equality=getattr(_core.Equality, self._configuration.equality),
            function_words=list(knowledge.function_words),
            copy_words=list(copied.words) if copied else [],
            copies_numbers="numbers" in self._configuration.copy_from,
            copies_unlisted="unlisted" in self._configuration.copy_from,
            stemmer=knowledge.stemmer,
            stems=knowledge.stems,
            synonyms=knowledge.synonyms,
            paraphrases=knowledge.paraphrases,
        )

    def __repr__(self) -> str:
        return f"<Meteor {self._signature}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self._arguments,)

    @property
    def configuration(self) -> Configuration:
        """The complete choice behind the metric."""
        return self._configuration

    @property
    def parameters(self) -> Parameters | FeatureParameters:
        """The parameters that it scores with."""
        return self._configuration.parameters

    @property
    def signature(self) -> Signature:
        """All that decides its scores, as a value that prints as one line."""
        return self._signature

    @property
    def eval_id(self) -> str:
        """The jar's identifier of the same choice."""
        return eval_id(self._configuration)

    def score(
        self,
        hypotheses: Sequence[Segment],
        references: Sequence[Segment | Sequence[Segment]],
        *,
        threads: int | None = None,
    ) -> CorpusScore:
        """Score a corpus: strings or lists of tokens, one or more references for each segment.

        `threads` is how many processor cores to use: all by default. It changes no result.
        """
        return self.score_statistics(self.statistics(hypotheses, references, threads=threads))

    def segment(self, hypothesis: Segment, references: Segment | Sequence[Segment]) -> SegmentScore:
        """Score one segment, given as a string or a list of tokens, against one or more references."""
        corpus = self.score([hypothesis], [references], threads=1)
        segments = corpus.segments
        return SegmentScore(
            reference=segments.best_reference(0),
            statistics=segments.statistics,
            signature=self._signature,
            **segments.row(0),
        )

    def statistics(
        self,
        hypotheses: Sequence[Segment],
        references: Sequence[Segment | Sequence[Segment]],
        *,
        threads: int | None = None,
    ) -> ReferenceStatistics:
        """Return the statistics of every segment against each of its references: what any parameters can score."""
        pairs = check_pairs(hypotheses, references, self._split)
        table = Statistics.from_bytes(self._run(pairs, threads), columns_for(self.parameters))
        return ReferenceStatistics(statistics=table, ends=pairs.ends)

    def score_statistics(self, statistics: ReferenceStatistics) -> CorpusScore:
        """Score statistics with this metric's parameters, each segment against its best reference."""
        best, chosen = statistics.choose(self.parameters)
        total = best.total()
        scores = score(best, self.parameters)
        return CorpusScore(
            segments=SegmentScores(table=scores.table, chosen=chosen, statistics=best),
            statistics=total,
            signature=self._signature,
            **score(total, self.parameters).row(0),
        )

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
        others = hypotheses if references is None else references
        return floats(score_matrix(self._pair_scorer(threads), hypotheses, others), len(others))

    def utilities(self, groups: Sequence[Sequence[Segment]], *, threads: int | None = None) -> list[list[float]]:
        """Return how well each candidate of a group agrees with all of them: its mean score with each as the reference.

        The best one is what minimum-Bayes-risk decoding chooses (Kumar and Byrne 2004).

        >>> [[round(value, 3) for value in group] for group in Meteor("pt").utilities([["o gato", "um gato", "o gato"]])]
        [[0.717, 0.433, 0.717]]
        """
        return utilities(self._pair_scorer(threads), groups)

    def _pair_scorer(self, threads: int | None) -> ScorePairs:
        """Return a function that scores hypotheses with each of their references alone."""

        def score_pairs(hypotheses: list[Segment], references: list[list[Segment]]) -> memoryview[float]:
            statistics = self.statistics(hypotheses, references, threads=threads).statistics
            return score(statistics, self.parameters).cells("score")

        return score_pairs

    def align(self, hypothesis: Segment, reference: Segment) -> Alignment:
        """Align one hypothesis with one reference. The result prints as a picture."""
        return self.align_all([hypothesis], [reference])[0]

    def align_all(self, hypotheses: Sequence[Segment], references: Sequence[Segment]) -> list[Alignment]:
        """Align hypotheses with one reference each."""
        pairs = check_pairs(hypotheses, references, self._split)
        if len(pairs.references) != len(pairs.hypotheses):
            raise InputError("an alignment is with one reference: give one for each hypothesis")
        with _located():
            aligned = self._scorer.align(
                pairs.hypotheses, pairs.tokenised, pairs.references, pairs.tokenised, *self._marks(pairs)
            )
        return [make_alignment(parts, self._configuration.matchers, self.parameters) for parts in aligned]

    def evidence(self, match: Match) -> Evidence:
        """Return what licensed a match: the shared stem or synsets, or the entry of the paraphrase table."""
        from bolide.evidence import find_evidence, word_evidence  # noqa: PLC0415 - only who asks why needs it

        if self._configuration.is_by_features:
            scorer: FeatureScorer = self._scorer  # type: ignore[assignment]
            return word_evidence(match, *scorer.shared(match.hypothesis, match.reference))
        return find_evidence(match, self._knowledge)

    def parse(self, segments: Sequence[Segment]) -> list[Parse]:
        """Return segments with their tags, word groups and clauses, as METEOR-Hindi sees them; other metrics have none."""
        if not self._configuration.is_by_features:
            raise ConfigurationError(f"the preset {self._configuration.preset} does not look at parts of speech")
        checked = check_pairs(segments, segments)
        scorer: FeatureScorer = self._scorer  # type: ignore[assignment]
        return scorer.parse(checked.hypotheses, tokenised=checked.tokenised)

    def tokens(self, text: Segment) -> tuple[str, ...]:
        """Return the tokens of a segment, as the metric sees them."""
        if isinstance(text, str) and self._split:
            text = self._split(text)
        tokenised = not isinstance(text, str)
        checked = check_segment(text, tokenised, "the segment")
        tokens: tuple[str, ...]
        tokens = self._scorer.align((checked,), tokenised, ("",) if not tokenised else ((),), tokenised)[0][0]
        return tokens

    def _marks(self, pairs: Pairs) -> tuple[tuple[bytes, ...] | None, tuple[bytes, ...] | None]:
        """Return the marks of copy words of both sides; None where none depend on their context."""
        if self._marker is None:
            return None, None
        return (
            self._marker.marks(pairs.hypotheses, tokenised=pairs.tokenised),
            self._marker.marks(pairs.references, tokenised=pairs.tokenised),
        )

    def _run(self, pairs: Pairs, threads: int | None) -> bytes:
        with _located():
            return self._scorer.statistics(
                pairs.hypotheses,
                pairs.tokenised,
                pairs.references,
                pairs.tokenised,
                pairs.ends,
                _threads(threads),
                *self._marks(pairs),
            )


@contextmanager
def _located() -> Iterator[None]:
    """Turn the core's word about a segment into an error of ours."""
    try:
        yield
    except _core.CoreSegmentError as error:
        index, reason = error.args
        raise SegmentError(index, f"{reason}: split it into shorter segments") from error


def _frozen(values: Any) -> Any:
    """Return a list as a tuple, which cannot change; what is no list is left for the checks to refuse."""
    return tuple(values) if isinstance(values, Iterable) and not isinstance(values, str) else values


def _restore(arguments: dict[str, Any]) -> Meteor:
    return Meteor(**arguments)


def processor_cores() -> int:
    """Return how many processor cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _threads(wanted: int | None) -> int:
    if wanted is None:
        return processor_cores()
    if not isinstance(wanted, int) or wanted < 1:
        raise ConfigurationError(f"threads has to be a whole number of at least 1, not {wanted!r}")
    return wanted
