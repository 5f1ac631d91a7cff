"""The opener: makes the core's scorer from a pipeline, opens the language data that it needs, and collects their identities."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from bolide import _core
from bolide.data.languages import digest_words
from bolide.errors import ConfigurationError
from bolide.metric.option_table import EQUAL, HINDI, KEPT, PRECISIONS, Value
from bolide.metric.parameters import Parameters
from bolide.records import field_names, record, replace
from bolide.text import (
    Split,
    core_tokeniser,
    indic_tokeniser,
    line_tokeniser,
    splitter,
    tokeniser_settings,
)

if TYPE_CHECKING:
    from bolide.copy_words.marking import Marker
    from bolide.hindi.language import IndicLanguage
    from bolide.meaning.encoder import SegmentVectors
    from bolide.metric.configuration import Aligner, Pipeline
    from bolide.metric.segments import Clean

# Snowball's algorithms before version 2.0, with the defects of the jar's copy: fixed, as part of the core.
STEMMERS = "snowball-meteor-1.5"


@record
class Data:
    """Opened data: tables of the core, parts that run in Python before it, and their fields of the signature (`said`)."""

    stemmer: str | None = None
    stems: _core.StemTable | None = None
    roots: _core.Roots | None = None
    synonyms: _core.SynonymTable | None = None
    thesaurus: _core.ParaphraseTable | None = None
    paraphrases: _core.ParaphraseTable | None = None
    encoder: SegmentVectors | None = None
    copy_words: Sequence[str] | None = None
    marker: Marker | None = None
    grammar: _core.Grammar | None = None
    said: Mapping[str, Value] = {}

    def __or__(self, other: Data) -> Data:
        """Return both together."""
        opened = {name: value for name in field_names(self) if (value := getattr(other, name)) is not None}
        return replace(self, **opened | {"said": {**self.said, **other.said}})


@record
class Tokens:
    """The core's tokeniser, and the functions in Python that split text, or clean given tokens, before it."""

    tokeniser: _core.Tokeniser
    split: Split | None = None
    clean: Clean | None = None
    folds: bool = False


@record
class Opened:
    """A metric that is ready to score."""

    scorer: _core.Scorer
    tokens: Tokens
    data: Data


def open_pipeline(pipeline: Pipeline, offline: bool | None) -> Opened:
    """Open all data of a pipeline and make the scorer."""
    matchers, is_hindi = pipeline.matchers, pipeline.formula == HINDI
    tokens = _open_indic_text(pipeline) if is_hindi else _open_text(pipeline)
    data = Data()
    for name in matchers.names:
        if name in _OF_MATCHERS:
            data |= _OF_MATCHERS[name](pipeline, offline)
    if data.encoder is None and getattr(pipeline.parameters, "semantics", None):
        data |= _open_encoder(pipeline, offline)
    if is_hindi and data.roots is None and ("synonym" in matchers.names or pipeline.tagger):
        data = replace(data, roots=_open_roots(pipeline).roots)  # Synonyms and clauses use them too.
    data |= _open_copy_words(pipeline) | _open_tagger(pipeline)
    scorer = _core.Scorer(
        tokeniser=tokens.tokeniser,
        matchers=[getattr(_core.Matcher, name) for name in matchers.names],
        aligner=_aligner(pipeline.aligner),
        unit=getattr(_core.Unit, pipeline.unit),
        equality=getattr(_core.Equality, pipeline.aligner.equality),
        function_words=pipeline.function_words.words,
        copy_words=data.copy_words or (),
        copies_numbers="numbers" in pipeline.copy_words.sources,
        copies_unlisted="unlisted" in pipeline.copy_words.sources,
        stemmer=data.stemmer or "",
        stems=data.stems,
        synonyms=data.synonyms,
        paraphrases=data.paraphrases,
        thesaurus=data.thesaurus,
        # If words keep their capitals, tables are searched in lower case.
        folds_case=pipeline.text.mode == "any" and not is_hindi,
        formula=pipeline.parameters.formula,
        folds=tokens.folds,
        roots=data.roots,
        grammar=data.grammar,
        least_meaning=max(1, round(_threshold(pipeline) * _core.WHOLE_SIMILARITY)),
    )
    return Opened(scorer=scorer, tokens=tokens, data=data)


def settings_text(pipeline: Pipeline, opened: Opened, signature: str) -> str:
    """Return the arguments of the core's scorer and formula as lines `name=value`, which the C interface opens (docs/c.md)."""
    data, parameters, sources = opened.data, pipeline.parameters, pipeline.copy_words.sources
    in_python = {
        "text is split": opened.tokens.split,
        "words get vectors from an encoder": data.encoder,
        "copy words are marked": data.marker,
    }
    if reasons := [reason for reason, holds in in_python.items() if holds]:
        raise ConfigurationError(f"the core alone cannot compute this metric: in Python, {' and '.join(reasons)}")
    assert isinstance(parameters, Parameters)  # Other formulas split text in Python.
    tables = {name: getattr(data, name) for name in ("stems", "synonyms", "paraphrases", "thesaurus")}
    values: dict[str, object] = {
        "settings": 1,
        "signature": signature,
        **tokeniser_settings(pipeline.language, pipeline.text.mode),
        "matchers": pipeline.matchers.names,
        "aligner": pipeline.aligner.name,
        "beam": pipeline.aligner.beam,
        "equality": pipeline.aligner.equality,
        "unit": pipeline.unit,
        "function_words": pipeline.function_words.words,
        "copy_words": tuple(data.copy_words or ()),
        "copies_numbers": "numbers" in sources,
        "copies_unlisted": "unlisted" in sources,
        "folds_case": pipeline.text.mode == "any",
        "stemmer": data.stemmer,
        **{name: table and os.path.abspath(table.path) for name, table in tables.items()},
        "parameters": tuple(getattr(parameters, name) for name in _core.SETTINGS),
        "weights": parameters.weights,
        "copy_x": parameters.copy,
        "penalty": parameters.penalty,
        **parameters.shares,
        "chrf_keeps_blanks": parameters.chrf_blanks == KEPT,
        "lcs_alpha": parameters.lcs and parameters.lcs_alpha,
    }
    said = {name: value for name, value in values.items() if value is not False and value not in (None, "", ())}
    text = {name: " ".join(map(str, value)) if isinstance(value, tuple) else value for name, value in said.items()}
    return "".join(f"{name}={'yes' if value is True else value}\n" for name, value in text.items())


def _open_text(pipeline: Pipeline) -> Tokens:
    language, mode = pipeline.language, pipeline.text.mode
    split = pipeline.text.function or splitter(mode)
    if mode == "ptb" or (language.normaliser == "indic" and mode in ("norm", "nopunct")):
        split = line_tokeniser(language, mode)
    return Tokens(tokeniser=core_tokeniser(language, mode), split=split)


def _open_indic_text(pipeline: Pipeline) -> Tokens:
    """Return the tokeniser of METEOR-Hindi: tokens keep their capitals, and matchers treat spellings of a word as equal."""
    tokens = indic_tokeniser(pipeline.language, pipeline.text.mode)
    split = pipeline.text.function or splitter(pipeline.text.mode)
    _described(pipeline)  # Refuses any other language.
    return Tokens(
        tokeniser=_core.Tokeniser(normaliser=None, lowercase=False),
        split=(lambda line: tokens.tokens(split(line))) if split else tokens.tokenise,
        clean=tokens.tokens,
        folds=tokens.folds,
    )


def _described(pipeline: Pipeline) -> IndicLanguage:
    from bolide.hindi.language import indic_language

    return indic_language(pipeline.language.code, pipeline.language.folder)


def _aligner(aligner: Aligner) -> _core.JavaAligner | _core.PaperAligner | _core.StagedAligner:
    beam = max(aligner.beam, 1)
    if aligner.name == "java":
        return _core.JavaAligner(beam=aligner.beam, objective=_core.Objective.coverage)
    if aligner.name == "java-maxacc":
        return _core.JavaAligner(beam=aligner.beam, objective=_core.Objective.accuracy)
    if aligner.name == "paper":
        return _core.PaperAligner(beam=beam, coverage=_core.Coverage.weighted)
    if aligner.name == "paper-count":
        return _core.PaperAligner(beam=beam, coverage=_core.Coverage.count)
    return _core.StagedAligner(beam=beam)


def _is_indic(pipeline: Pipeline) -> bool:
    """Whether roots are used as stems, and synonyms are listed by roots."""
    return pipeline.formula == HINDI and pipeline.language.stemmer == "roots"


def _open_stems(pipeline: Pipeline, offline: bool | None) -> Data:
    """Return the language's stemmer: an algorithm of the core, a table, or the roots of METEOR-Hindi."""
    language = pipeline.language
    if _is_indic(pipeline):
        return _open_roots(pipeline)
    if language.stemmer != "table":
        return Data(stemmer=language.stemmer, said={"stems": STEMMERS})
    from bolide.data.opening import identity, installed

    table = installed("stems", language.code, offline)
    return Data(stems=table, said={"stems": identity(table)})


def _open_roots(pipeline: Pipeline) -> Data:
    from bolide.hindi.lexicon import open_roots

    language = _described(pipeline)
    table, origin = open_roots(language, pipeline.matchers.roots)
    return Data(roots=table, said={"stems": language.signed(origin)})


def _open_synonyms(pipeline: Pipeline, offline: bool | None) -> Data:
    """Return a table of synsets, a thesaurus of words or phrases, or the groups of METEOR-Hindi."""
    from bolide.data.catalogue import find_resource
    from bolide.data.opening import compiled, identity, installed

    language, given = pipeline.language, pipeline.matchers.synonyms
    if _is_indic(pipeline):
        from bolide.hindi.lexicon import find_thesaurus

        table = find_thesaurus(_described(pipeline), given)
    elif given is not None:
        names = (f"{language.name.lower()}.{part}" for part in ("synsets", "exceptions"))
        table = compiled("synonyms", [os.path.join(given, name) for name in names])
    elif find_resource("synonyms", language.code) is not None:
        table = installed("synonyms", language.code, offline)
    else:
        table = installed("thesaurus", language.code, offline)
        return Data(thesaurus=table, said={"synonyms": identity(table)})
    return Data(synonyms=table, said={"synonyms": identity(table)})


def _open_paraphrases(pipeline: Pipeline, offline: bool | None) -> Data:
    from bolide.data.opening import compiled, identity, installed

    code, given = pipeline.language.code, pipeline.matchers.paraphrases
    table = installed("paraphrases", code, offline) if given is None else compiled("paraphrases", [given])
    return Data(paraphrases=table, said={"paraphrases": identity(table)})


def _open_meaning(pipeline: Pipeline, offline: bool | None) -> Data:
    return _open_encoder(pipeline, offline) | Data(said={"threshold": (_threshold(pipeline),)})


def _threshold(pipeline: Pipeline) -> float:
    """Return the least similarity for a match by meaning."""
    given = value = pipeline.matchers.threshold
    if isinstance(value, (tuple, list)) and len(value) == 1:
        value = value[0]
    value = 0.5 if value is None else value
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value <= 1:
        raise ConfigurationError(f"the threshold must be a number above 0 and up to 1, not {given!r}")
    return float(value)


def _open_encoder(pipeline: Pipeline, offline: bool | None) -> Data:
    """Open an encoder; the signature names its files, its layer and its precision."""
    encoder, layer = pipeline.matchers.encoder, pipeline.matchers.layer
    if encoder is None:
        raise ConfigurationError(
            "the matchers meaning and nearest, and semantics, need an encoder, such as encoder='meaning-en' (--encoder)"
        )
    from bolide.meaning.encoder import open_vectors

    weighs = bool(getattr(pipeline.parameters, "semantics", None))
    vectors = open_vectors(encoder, layer, pipeline.matchers.precision or PRECISIONS[0], offline, weighs=weighs)
    digest, *rest = vectors.identity.split("-")
    said: dict[str, Value] = {"encoder": digest}
    if rest[-1] in PRECISIONS:  # the user's graph has none
        said |= {"precision": rest.pop()}
    if rest and rest[0] != "onnx":
        said |= {"layer": int(rest[0].removeprefix("layer"))}
    return Data(encoder=vectors, said=said)


# The functions that open the data of matchers.
_OF_MATCHERS: dict[str, Callable[[Pipeline, bool | None], Data]] = {
    "stem": _open_stems,
    "synonym": _open_synonyms,
    "paraphrase": _open_paraphrases,
    "meaning": _open_meaning,
    "nearest": _open_encoder,
}


def _open_copy_words(pipeline: Pipeline) -> Data:
    """Return the words that always are copy words, the marker of the others, and their identity."""
    copied, code = pipeline.copy_words, pipeline.language.code
    if not copied.sources and not copied.words and copied.recogniser is None and not pipeline.counts_copy_words:
        return Data()
    _check_copy_words(pipeline)
    from bolide.copy_words.marking import DEFAULT, LISTS, Marker, find_recogniser, listed_words

    marker = recogniser = None
    said = list(copied.sources)
    if "entities" in copied.sources:
        recogniser = find_recogniser(copied.recogniser or DEFAULT, code)
        # Without the characters that separate fields of a signature.
        said[said.index("entities")] = "entities-" + re.sub(r"[|+,\s]", "_", recogniser.identity)
    if copied.words:
        said.append(f"words-{digest_words(copied.words)}")
    if recogniser or "addresses" in copied.sources:
        tokens = core_tokeniser(pipeline.language, pipeline.text.mode, lowercase=False)
        marker = Marker(tokens, recogniser, has_addresses="addresses" in copied.sources)
    lists = {source: listed_words(source, code) for source in LISTS if source in copied.sources}
    if "learned" in lists:
        said[said.index("learned")] += f"-{digest_words(lists['learned'])}"
    words = [*copied.words, *chain.from_iterable(lists.values())]
    return Data(copy_words=words, marker=marker, said={"copy_words": tuple(said)})


def _check_copy_words(pipeline: Pipeline) -> None:
    """Refuse options that cannot be combined."""
    copied = pipeline.copy_words
    if not copied.sources and not copied.words:
        raise ConfigurationError(
            "copy_x has no effect without copy words: give copy_words or copy_from, or use preset meteor++"
        )
    if not pipeline.counts_copy_words:
        raise ConfigurationError(
            "copy words need a number X: give copy_x, or use a preset that has it, such as meteor++"
        )
    if copied.recogniser is not None and "entities" not in copied.sources:
        raise ConfigurationError(f"the recogniser {copied.recogniser!r} has no effect: add entities to copy_from")
    if "unlisted" in copied.sources and "paraphrase" not in pipeline.matchers.names:
        raise ConfigurationError(
            "unlisted words are those missing from the paraphrase table: add the matcher paraphrase"
        )


def _open_tagger(pipeline: Pipeline) -> Data:
    tagger = pipeline.tagger
    if tagger is None:
        return Data()
    from bolide.hindi.tagger import open_model

    language = _described(pipeline)
    model = open_model(language, tagger.file)
    grammar = model.grammar(language.tags, is_strict=tagger.tags == EQUAL)
    return Data(grammar=grammar, said={"tagger": language.signed(model.identity)})
