"""Every option of a metric, described once: the command line, docs/api.md, the shape of preset files and all checks follow from here."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias, TypedDict

from bolide import _core
from bolide.data.languages import MATCHERS
from bolide.records import record

NOTHING = "none"
# What people give for an option, which may be anything until it is checked; and options by their names.
Value: TypeAlias = Any
Given: TypeAlias = Mapping[str, Value]


@record
class Kind:
    """How the values of a field are written: `read` takes what a signature or a command line has, `ValueError` if it cannot.

    `shape` is what a preset file has (`bolide.files.boundary`).
    """

    type: str
    shape: object
    metavar: str | None
    read: Callable[[str], Value]
    write: Callable[[Value], str] = str


def _read_names(text: str) -> tuple[str, ...]:
    return () if text == NOTHING else tuple(re.split(r"[,+\s]+", text.strip(", ")))


def _read_numbers(text: str) -> tuple[float, ...]:
    try:
        return () if text == NOTHING else tuple(float(part) for part in text.replace(",", " ").split())
    except ValueError as error:
        raise ValueError(f"{text!r} is not a list of numbers") from error


def _read_number(text: str) -> float:
    try:
        return float(text)
    except ValueError as error:
        raise ValueError(f"{text!r} is not a number") from error


def _read_whole(text: str, least: int = 0) -> int:
    if not text.isdecimal() or int(text) < least:
        raise ValueError(f"{text!r} is not a whole number of at least {least}")
    return int(text)


WORD = Kind(type="name", shape=str, metavar="NAME", read=str)
WHOLE = Kind(type="whole number", shape=int, metavar="N", read=_read_whole)
POSITIVE = Kind(type="whole number of at least 1", shape=int, metavar="N", read=lambda text: _read_whole(text, 1))
FILE = Kind(type="path", shape=str, metavar="PATH", read=str)
FLAG = Kind(type="yes or no", shape=bool, metavar=None, read=bool)
# Words are a list in Python, and a file on the command line.
WORDS = Kind(type="list of words", shape=(str, [str]), metavar="FILE", read=str)
NAMES = Kind(
    type="list of names",
    shape=[str],
    metavar="LIST",
    read=_read_names,
    write=lambda names: "+".join(names) if names else NOTHING,
)
NUMBER = Kind(type="number", shape=float, metavar="NUMBER", read=_read_number, write=repr)
NUMBERS = Kind(
    type="list of numbers",
    shape=(float, list),
    metavar="LIST",
    read=_read_numbers,
    write=lambda numbers: ",".join(map(str, numbers)) if numbers else NOTHING,
)


@record
class Field:
    """An option of a metric.

    `default` says in words what holds where it is not given. What differs from language to language is `by_language`: commands
    that score several languages take it for each of them. Those that matter to most people are `is_main`: the short help shows
    them. An option of one `formula`, or of some `matchers`, is refused without them. `short` is what sacreBLEU's short signatures
    call it. `jar` asks for what the jar's formula has, which a signature does not name.
    """

    name: str
    help: str
    default: str = "the preset's"
    kind: Kind = WORD
    choices: tuple[str, ...] | None = None
    by_language: bool = False
    is_main: bool = False
    formula: str | None = None
    matchers: tuple[str, ...] = ()
    short: str = ""
    jar: Value = None

    @property
    def flag(self) -> str:
        """What the command line calls it."""
        return f"--{self.name.replace('_', '-')}"


# What options may be.
TEXT_MODES = ("norm", "nopunct", "unicode", "any", "stripped", "ptb", "lower", "raw")
# The staged aligner belongs to METEOR-Hindi and METEOR 1.0, which have no other.
ALIGNERS = ("java", "java-maxacc", "paper", "paper-count")
UNITS = ("words", "characters", "length")
JAVA, PAPER = PENALTIES = ("java", "paper")
DROPPED, KEPT = BLANKS = ("dropped", "kept")
PRECISIONS = ("fp32", "int8")
COPY_SOURCES = ("entities", "numbers", "dates", "addresses", "unlisted", "learned")
CLASSES, EQUAL = TAGS = ("classes", "equal")
# The features of METEOR-Hindi (Gupta, Venkatapathy and Sangal 2010, section 6.3), and paraphrases, its future work.
FEATURES: tuple[str, ...] = _core.FEATURES
# The formulas, by the names that presets have for them.
METEOR, HINDI = "meteor", "features"
_ENCODED = ("meaning", "nearest", "semantics")


_of_meteor = partial(Field, formula=METEOR, default="the task's")
_share = partial(_of_meteor, kind=NUMBER, jar=0)
_of_hindi = partial(Field, formula=HINDI, default="the task's")

# Every option of a metric, in the order in which people read about them.
FIELDS = (
    Field(
        name="language",
        short="la",
        help="language of the texts: a code (de, deu, de-DE) or a name (German, Deutsch)",
        default="English, or the language of resources",
        is_main=True,
    ),
    Field(
        name="preset",
        short="p",
        help="version of the metric, or a preset file; see bolide presets",
        default="meteor-1.5 for English and languages with stems, meteor-hindi for Hindi and Bhojpuri, else universal+",
        is_main=True,
    ),
    Field(
        name="task",
        short="tk",
        help="parameter set (see bolide presets): rank, adq, hter, li, tune, universal, util; meteor-next: plain, paraphrase, terp; meteor++: wmt15, "
        "universal8, universal14, literal8, literal14; meteor-hindi: published, groups, paraphrase; bolide: letters, tuned; bolide++: letters, rank, universal; bolide-meaning: graded, soft; universal+: letters, mixed, universal",
        default="the preset's or the language's",
    ),
    Field(
        name="text",
        short="tx",
        choices=TEXT_MODES,
        help="how text becomes tokens: norm (tokenise and lower-case), nopunct (also drop punctuation), unicode (words of any "
        "script, lower-cased), any (words of any script with their capitals), stripped (words without punctuation, lower-cased: "
        "versions up to 1.2), ptb (Penn Treebank tokens without punctuation, then norm: how captions are scored), lower (only "
        "lower-case), raw (unchanged); in Python also a function from a string to tokens",
        default="the preset's; else norm if Meteor 1.5 has it, unicode for languages unknown to it, lower for the rest",
    ),
    Field(
        name="matchers",
        short="m",
        kind=NAMES,
        help=f"{','.join(MATCHERS)} or some of them, in this order",
        default="the task's or the language's",
        by_language=True,
    ),
    Field(
        name="synonyms",
        short="sy",
        kind=FILE,
        help="a folder with LANGUAGE.synsets and LANGUAGE.exceptions; Hindi, Bhojpuri: a file of synonyms",
        default="the installed ones, if synonym is among the matchers; Hindi, Bhojpuri: the thesaurus in the package",
        by_language=True,
        matchers=("synonym",),
    ),
    Field(
        name="paraphrases",
        short="pp",
        kind=FILE,
        help="a paraphrase table in Meteor's format (gzip, three lines an entry)",
        default="the installed one",
        by_language=True,
        matchers=("paraphrase",),
    ),
    Field(
        name="encoder",
        short="en",
        kind=FILE,
        help="source of word vectors: meaning-en, meaning-en-large, meaning-multi, a folder with model.safetensors, config.json and "
        "tokenizer.json, or an ONNX file with tokenizer.json beside it",
        matchers=_ENCODED,
    ),
    Field(
        name="layer",
        short="ly",
        kind=POSITIVE,
        help="layer of the encoder to take word vectors from",
        default="the layer its head was trained on, else the last layer",
        matchers=_ENCODED,
    ),
    Field(
        name="precision",
        short="pr",
        choices=PRECISIONS,
        help="arithmetic of the encoder: fp32, or int8, which is faster",
        default="the preset's, else fp32",
        matchers=_ENCODED,
    ),
    Field(
        name="threshold",
        short="th",
        kind=NUMBERS,
        help="least similarity for a match by meaning, 0 to 1",
        default="the preset's, else .5",
        matchers=("meaning",),
    ),
    Field(
        name="aligner",
        short="al",
        choices=ALIGNERS,
        help="how matches are chosen: java, the search of Meteor 1.5; java-maxacc, the search of the jar's Matcher, which prefers "
        "other matches to paraphrases; paper, the best alignment as the papers define it; paper-count, the same with equal weights for "
        "all covered words",
    ),
    Field(
        name="beam",
        short="bm",
        kind=POSITIVE,
        help="partial alignments that the aligner keeps (paper: only where finding the best one would take too long)",
    ),
    _of_meteor(
        name="unit",
        short="u",
        choices=UNITS,
        help="unit of lengths and matches: words; characters (UTF-16 units); or length, which weighs each word by its length in "
        "characters (symbols count .3)",
        default="words, or the preset's",
    ),
    _of_meteor(name="parameters", short="pa", kind=NUMBERS, help="alpha, beta, gamma, delta"),
    Field(
        name="weights",
        short="w",
        kind=NUMBERS,
        help="one for each matcher, 0 to 1; meteor-hindi: two for each feature (precision, recall)",
        default="the task's, by name",
    ),
    _of_meteor(
        name="copy_x",
        short="cx",
        kind=NUMBERS,
        help="X of Meteor++: a larger X makes an unmatched copy word cost less; a second number is added to X for each copy word",
    ),
    _of_meteor(
        name="penalty",
        short="pen",
        jar=JAVA,
        choices=PENALTIES,
        help="penalty of a segment matched whole in one chunk: java, none, as in the jar; paper, as in the papers' formula",
        default="the preset's",
    ),
    _share(name="chrf", short="ch", help="share of chrF in the score, from 0 (none) to 1; the rest is Meteor's"),
    _of_meteor(
        name="chrf_blanks",
        short="cb",
        jar=DROPPED,
        choices=BLANKS,
        help="blanks in chrF: dropped, as sacreBLEU does; or kept, a run of blanks as one character",
    ),
    _share(
        name="lcs",
        short="lc",
        help="share of the longest common subsequence of characters in the score, from 0 (none) to 1",
    ),
    _of_meteor(
        name="lcs_alpha",
        short="lca",
        jar=0.5,
        kind=NUMBER,
        help="weight of recall in the common subsequence, from 0 to 1; precision has the rest",
    ),
    _share(
        name="semantics",
        short="sx",
        help="share of similarity in meaning, by an encoder, in the score, from 0 (none) to 1",
    ),
    _of_meteor(
        name="function_words",
        short="fw",
        kind=WORDS,
        help="function words, one a line",
        default="the preset's",
        by_language=True,
    ),
    _of_meteor(
        name="copy_words",
        short="cw",
        kind=WORDS,
        help="words that a translation must keep (see bolide copy-words), in addition to those of copy_from",
        default="none",
    ),
    _of_meteor(
        name="copy_from",
        kind=NAMES,
        help=f"where copy words come from: {','.join(COPY_SOURCES)}, some of them, or none",
        default="the preset's",
    ),
    _of_meteor(name="recogniser", help="what recognises entities: crf, crf:FILE or spacy:MODEL", default="crf"),
    _of_hindi(
        name="roots",
        kind=FILE,
        help="Hindi, Bhojpuri: a table of roots, made by 'bolide hindi roots'",
        default="simplemma's",
        matchers=("stem",),
    ),
    _of_hindi(
        name="features",
        short="ft",
        kind=NAMES,
        help=f"meteor-hindi: {','.join(FEATURES)} or some of them",
    ),
    _of_hindi(
        name="tagger",
        short="tg",
        kind=FILE,
        help="meteor-hindi: a tagger, made by 'bolide hindi train'",
        default="the one in the package",
    ),
    _of_hindi(
        name="tags",
        short="ts",
        choices=TAGS,
        help="meteor-hindi: which tags match: classes, tags of one class (NN and NNP); equal, only equal tags, as in the paper",
        default=CLASSES,
    ),
    Field(
        name="resources",
        kind=FILE,
        help="data of a language: a folder made by bolide build (function.words, paraphrase.gz), a folder with a language.toml for "
        "meteor-hindi, or an installed package bolide-data-CODE",
        default="none",
        by_language=True,
        is_main=True,
    ),
    Field(name="offline", kind=FLAG, help="never download language data", default="set by BOLIDE_OFFLINE"),
)

File = str | os.PathLike[str]


class Options(TypedDict, total=False):
    """The same as types, apart from the language, which people give first."""

    preset: File | None
    task: str | None
    text: str | Callable[[str], Sequence[str]] | None
    matchers: Sequence[str] | None
    synonyms: File | None
    paraphrases: File | None
    encoder: File | None
    layer: int | None
    precision: str | None
    threshold: float | Sequence[float] | None
    aligner: str | None
    beam: int | None
    unit: str | None
    parameters: Sequence[float] | None
    weights: Sequence[float] | None
    copy_x: float | Sequence[float] | None
    penalty: str | None
    chrf: float | None
    chrf_blanks: str | None
    lcs: float | None
    lcs_alpha: float | None
    semantics: float | None
    function_words: Iterable[str] | None
    copy_words: Iterable[str] | None
    copy_from: Sequence[str] | None
    recogniser: str | None
    roots: File | None
    features: Sequence[str] | None
    tagger: File | None
    tags: str | None
    resources: File | None
    offline: bool | None


def load_files(options: Given) -> dict[str, Value]:
    """Return options of a command line as Python takes them: lists of words are read from their files."""
    loaded = dict(options)
    if isinstance(path := options.get("function_words"), str):
        from bolide.files.plain import read_lines

        loaded["function_words"] = tuple(read_lines(path))
    if isinstance(path := options.get("copy_words"), str):
        from bolide.copy_words.copy_list import read_copy_words

        loaded["copy_words"] = read_copy_words(path)
    return loaded
