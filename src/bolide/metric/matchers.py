"""The matchers: what makes words match, and the language data that each needs."""

from __future__ import annotations

import os
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from bolide import _core
from bolide.data.catalogue import find_resource
from bolide.data.languages import MATCHERS, Language
from bolide.data.opening import compiled, identity, installed, open_table
from bolide.errors import ConfigurationError, MissingKnowledgeWarning
from bolide.metric.fields import FILE, NAMES, NUMBERS, POSITIVE, WHOLE, WORD, Field, check_names
from bolide.metric.known_presets import Asked
from bolide.metric.opener import Opened
from bolide.records import record

if TYPE_CHECKING:
    from bolide.metric.configuration import Pipeline

    File = str | os.PathLike[str]

_WHOLE = 1024
TABLE = ".vectors"
_PRECISIONS = ("fp32", "int8")
_ENCODER = (
    Field(
        name="encoder",
        kind=FILE,
        help="what gives words their vectors: meaning-en, meaning-en-large, static-en, a folder with model.safetensors, config.json and "
        "tokenizer.json, an ONNX file with tokenizer.json beside it, or a table of word types (FILE.vectors)",
        default="the preset's",
    ),
    Field(
        name="layer",
        kind=POSITIVE,
        help="the layer of the encoder whose states are the vectors",
        default="what its head reads, else its last one",
    ),
    Field(
        name="precision",
        kind=WORD,
        choices=_PRECISIONS,
        help="numbers that an encoder folder computes with: fp32, or int8, which is faster",
        default="the preset's, else fp32",
    ),
)


def _open_encoder(encoder: Any, layer: int | None, precision: str | None, offline: bool | None) -> Opened:
    """Open an encoder; the signature names what it is made of, its layer and its precision."""
    if encoder is None:
        raise ConfigurationError(
            "the matchers meaning and nearest need an encoder, such as encoder='meaning-en' (--encoder)"
        )
    if isinstance(encoder, (str, os.PathLike)) and os.fspath(encoder).endswith(TABLE):
        return _open_table(os.fspath(encoder), layer)
    from bolide.meaning.encoders import ensure_encoder, find_encoder

    entry = find_encoder(str(encoder))
    if entry and entry.distilled_from:
        ensure_encoder(entry, offline)
        return _open_table(os.fspath(entry.table), layer, f"{entry.install_command} --force")
    from bolide.meaning.encoder_source import open_vectors

    vectors = open_vectors(encoder, layer, precision or _PRECISIONS[0], offline)
    digest, *rest = vectors.identity.split("-")
    signed: dict[str, Any] = {"encoder": digest}
    if len(rest) == 2:  # a layer and a precision; a graph of the user's has neither
        signed |= {"layer": int(rest[0].removeprefix("layer")), "precision": rest[1]}
    return Opened(signed=signed, vectors=vectors)


def _open_table(path: str, layer: int | None, mend: str = "lab/distil_vectors.py, which makes such tables") -> Opened:
    """Open a table of word types, which knows no context and needs no library."""
    if layer is not None:
        raise ConfigurationError(f"{path} is a table of vectors, which has no layers: leave out layer")
    table = open_table("vectors", path, mend)
    return Opened(core={"vectors": table}, signed={"encoder": f"table-{identity(table)}"})


@record
class Meaning:
    """Words with similar vectors; a match counts as much as they are alike, and so do all other matches beside it."""

    encoder: str | os.PathLike[str] | None = None
    layer: int | None = None
    precision: str | None = None
    threshold: float | tuple[float, ...] | None = None

    name = "meaning"
    FIELDS = (
        *_ENCODER,
        Field(
            name="threshold",
            kind=NUMBERS,
            help="similarity from which two words match by meaning, 0 to 1",
            default="the preset's, else .5",
        ),
    )

    def open(self, _language: Language, *, offline: bool | None) -> Opened:
        """Return the encoder, and from which similarity on words match."""
        value = self.threshold
        if isinstance(value, (tuple, list)) and len(value) == 1:
            value = value[0]
        value = 0.5 if value is None else value
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value <= 1:
            raise ConfigurationError(f"the threshold has to be a number above 0 and up to 1, not {self.threshold!r}")
        opened = _open_encoder(self.encoder, self.layer, self.precision, offline)
        least = max(1, round(value * _WHOLE))
        return Opened(
            core={**opened.core, "least_meaning": least},
            signed={**opened.signed, "threshold": (float(value),)},
            vectors=opened.vectors,
        )


@record
class Nearest:
    """No matches: each word counts as much as it is like the most similar word opposite."""

    encoder: str | os.PathLike[str] | None = None
    layer: int | None = None
    precision: str | None = None

    name = "nearest"
    FIELDS = _ENCODER

    def open(self, _language: Language, *, offline: bool | None) -> Opened:
        """Return the encoder."""
        return _open_encoder(self.encoder, self.layer, self.precision, offline)


# Snowball's algorithms as they were before version 2.0, with the defects of the jar's copy: part of the core, never floating.
STEMMERS = "snowball-meteor-1.5"
_SYNONYMS = Field(
    name="synonyms",
    kind=FILE,
    help="a folder with LANGUAGE.synsets and LANGUAGE.exceptions; Hindi, Bhojpuri: a file of synonyms, or wordnet for the "
    "installed one",
    default="the installed ones, if there is a matcher synonym; Hindi, Bhojpuri: the thesaurus that ships",
    by_language=True,
)


@record
class Exact:
    """Equal words."""

    name = "exact"
    FIELDS = ()

    def open(self, _language: Language, *, offline: bool | None) -> Opened:  # noqa: ARG002 - all matchers are opened alike
        """Return nothing: words are all it needs."""
        return Opened()


@record
class Stem:
    """Words with equal stems."""

    name = "stem"
    FIELDS = ()

    def open(self, language: Language, *, offline: bool | None) -> Opened:
        """Return the language's stemmer: an algorithm of the core, or a table."""
        if language.stemmer != "table":
            return Opened(core={"stemmer": language.stemmer}, signed={"stems": STEMMERS})
        table = installed("stems", language.code, offline)
        return Opened(core={"stems": table}, signed={"stems": identity(table)})


@record
class Roots:
    """Words with equal roots, in the languages of METEOR-Hindi."""

    roots: File | None = None

    name = "stem"
    FIELDS = (
        Field(
            name="roots",
            kind=FILE,
            help="Hindi, Bhojpuri: a table of roots, made by 'bolide hindi roots'",
            default="simplemma's",
        ),
    )

    def open(self, language: Language, *, offline: bool | None) -> Opened:  # noqa: ARG002 - see above
        """Return the table of roots."""
        from pathlib import Path

        from bolide.hindi.language import indic_language
        from bolide.hindi.roots import open_roots

        table, origin = open_roots(indic_language(language.code), None if self.roots is None else Path(self.roots))
        return Opened(core={"roots": table}, signed={"stems": origin})


@record
class Synonym:
    """Words that share a synset."""

    synonyms: File | None = None

    name = "synonym"
    FIELDS = (_SYNONYMS,)

    def open(self, language: Language, *, offline: bool | None) -> Opened:
        """Return the table of synsets."""
        if self.synonyms is None and find_resource("synonyms", language.code) is None:
            table = installed("thesaurus", language.code, offline)
            return Opened(core={"thesaurus": table}, signed={"synonyms": identity(table)})
        if self.synonyms is None:
            table = installed("synonyms", language.code, offline)
        else:
            names = (f"{language.name.lower()}.{part}" for part in ("synsets", "exceptions"))
            table = compiled("synonyms", [os.path.join(self.synonyms, name) for name in names])
        return Opened(core={"synonyms": table}, signed={"synonyms": identity(table)})


@record
class Thesaurus:
    """Words that share a group of synonyms, in the languages of METEOR-Hindi."""

    synonyms: File | None = None

    name = "synonym"
    FIELDS = (_SYNONYMS,)

    def open(self, language: Language, *, offline: bool | None) -> Opened:  # noqa: ARG002 - see above
        """Return the thesaurus."""
        from bolide.hindi.language import indic_language
        from bolide.hindi.synonyms import find_thesaurus, identity_of

        table = find_thesaurus(indic_language(language.code), self.synonyms)
        return Opened(core={"synonym_groups": table}, signed={"synonyms": identity_of(table)})


@record
class Paraphrase:
    """Phrases that a paraphrase table holds."""

    paraphrases: File | None = None

    name = "paraphrase"
    FIELDS = (
        Field(
            name="paraphrases",
            kind=FILE,
            help="a paraphrase table in Meteor's format (gzip, three lines an entry)",
            default="the installed one",
            by_language=True,
        ),
    )

    def open(self, language: Language, *, offline: bool | None) -> Opened:
        """Return the paraphrase table."""
        if self.paraphrases is None:
            table = installed("paraphrases", language.code, offline)
        else:
            table = compiled("paraphrases", [self.paraphrases])
        return Opened(core={"paraphrases": table}, signed={"paraphrases": identity(table)})


@record
class Spelling:
    """Words that are spelt alike; a match counts as much as they are."""

    name = "spelling"
    FIELDS = ()

    def open(self, _language: Language, *, offline: bool | None) -> Opened:  # noqa: ARG002 - all matchers are opened alike
        """Return nothing: words are all it needs."""
        return Opened()


_KINDS = (Exact, Stem, Synonym, Paraphrase, Spelling, Meaning, Nearest)
# The options that give matchers their data.
_DATA = {"synonym": "synonyms", "paraphrase": "paraphrases"}
# Those whose matches have a similarity.
GRADED = (Spelling.name, Meaning.name)


@record
class Matchers:
    """The matchers of a metric, in the order in which their matches are tried."""

    each: tuple[Any, ...]

    FIELDS = (
        Field(
            name="matchers",
            kind=NAMES,
            help=f"{','.join(MATCHERS)} or some of them, in their order",
            default="the task's or the language's",
            by_language=True,
        ),
        *(field for kind in _KINDS for field in kind.FIELDS),
    )
    SIGNED = (
        ("matchers", NAMES),
        ("stems", WORD),
        ("synonyms", WORD),
        ("paraphrases", WORD),
        ("encoder", WORD),
        ("layer", WHOLE),
        ("precision", WORD),
        ("threshold", NUMBERS),
    )

    @classmethod
    def choose(cls, asked: Asked) -> Matchers:
        """Return the matchers that were asked for, or those of the task or the language."""
        names = asked.get("matchers", asked.language.matchers)
        if not asked.is_given("matchers"):
            names = _without_data(names, asked)
        kinds = [cls.find(name, asked) for name in check_names("matchers", "matcher", names, MATCHERS)]
        return cls(each=tuple(kind(**{field.name: asked.get(field.name) for field in kind.FIELDS}) for kind in kinds))

    @classmethod
    def find(cls, name: str, asked: Asked) -> Any:
        """Return the matcher of a name for a language."""
        language = asked.language
        if name == "stem" and language.stemmer == "roots":
            raise ConfigurationError(
                f"the preset {asked.preset.name} has no matcher 'stem' for {language.name}: leave it out, or use meteor-hindi"
            )
        if name == "stem" and language.stemmer is None:
            raise ConfigurationError(f"there is no stemmer for {language.name}: leave out the matcher 'stem'")
        return next(kind for kind in _KINDS if kind.name == name)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the matchers."""
        return tuple(matcher.name for matcher in self.each)

    @property
    def takes(self) -> tuple[Field, ...]:
        """The options that belong to these matchers."""
        return (self.FIELDS[0], *(field for matcher in self.each for field in matcher.FIELDS))

    def sign(self) -> dict[str, Any]:
        """Return their names; data that none of them uses is none."""
        return {"matchers": self.names, "stems": "none", "synonyms": "none", "paraphrases": "none"}

    def open(self, pipeline: Pipeline, *, offline: bool | None) -> Opened:
        """Open the data of every matcher; never less than they need."""
        core: dict[str, Any] = {"matchers": [getattr(_core.Matcher, name) for name in self.names]}
        signed: dict[str, Any] = {}
        vectors = None
        for matcher in self.each:
            opened = matcher.open(pipeline.language, offline=offline)
            core |= opened.core
            signed |= opened.signed
            vectors = vectors or opened.vectors
        return Opened(core=core, signed=signed, vectors=vectors)


@record
class IndicMatchers(Matchers):
    """The matchers of METEOR-Hindi: words of one root are stems of each other, and synonyms are listed by roots."""

    FIELDS = (*Matchers.FIELDS, *Roots.FIELDS)

    @classmethod
    def find(cls, name: str, asked: Asked) -> Any:
        """Return the matcher of a name for a language."""
        own: dict[str, Any] = {"stem": Roots, "synonym": Thesaurus} if asked.language.stemmer == "roots" else {}
        return own.get(name) or Matchers.find(name, asked)


# Which matcher an option belongs to; the first, if there are several.
MATCHER_OF_OPTION = {field.name: kind.name for kind in reversed((*_KINDS, Roots)) for field in kind.FIELDS}


def _without_data(names: Sequence[str], asked: Asked) -> tuple[str, ...]:
    """Return a preset's matchers without those that it leaves out where nobody gives their data. What is installed changes nothing.

    A preset for any language also leaves out paraphrases that no table exists for, and says so.
    """
    language, optional = asked.language, asked.row.optional if asked.row else ()
    lacking = {matcher for matcher, option in _DATA.items() if asked.get(option) is None}
    kept = tuple(name for name in names if name not in lacking or name not in optional)
    is_here = not asked.preset.is_universal or find_resource("paraphrases", language.code)
    if is_here or "paraphrase" not in lacking or "paraphrase" not in kept:
        return kept
    if language.code != "other":
        warnings.warn(
            f"preset {asked.preset.name} does without paraphrases, since there are none for {language.name}: bolide build learns "
            "them from parallel text; give its folder with --resources",
            MissingKnowledgeWarning,
            stacklevel=5,
        )
    return tuple(name for name in kept if name != "paraphrase")
