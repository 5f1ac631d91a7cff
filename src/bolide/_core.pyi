"""The compiled core of bolide: not part of the public interface."""

from collections.abc import Mapping, Sequence
import enum
import os
import pathlib
from typing import Annotated

import numpy
from numpy.typing import NDArray


VERSION: str = '0.1.0'

class Apostrophe(enum.Enum):
    before = 0

    after = 1

    apart = 2

class Normaliser:
    def __init__(self, *, apostrophe: Apostrophe, any_prefixes: Sequence[str], numeric_prefixes: Sequence[str], keep_punctuation: bool) -> None: ...

class Tokeniser:
    def __init__(self, *, normaliser: Normaliser | None, lowercase: bool, any_script: bool = False) -> None: ...

    def tokenise(self, line: str) -> list[str]: ...

UNICODE_VERSION: str = '14.0.0'

def lower(text: str) -> str: ...

def stem(stemmer: str, word: str) -> str: ...

def stemmers() -> list[str]: ...

class CompiledResourceError(ValueError):
    pass

class UnwrittenResourceError(CompiledResourceError):
    pass

RESOURCE_FORMAT: int = 3

class ParaphraseTable:
    def __init__(self, path: str | os.PathLike, trusted: str = '') -> None: ...

    @property
    def path(self) -> pathlib.Path: ...

    @property
    def identity(self) -> str: ...

    @property
    def is_trusted(self) -> bool: ...

    def check(self) -> None: ...

    @property
    def provenance(self) -> tuple[bytes, str]: ...

    @property
    def words(self) -> int: ...

    @property
    def entries(self) -> int: ...

    @property
    def phrases(self) -> int: ...

    def look_up(self, phrase: Sequence[str]) -> list[tuple[str, float]]: ...

class SynonymTable:
    def __init__(self, path: str | os.PathLike, trusted: str = '') -> None: ...

    @property
    def path(self) -> pathlib.Path: ...

    @property
    def identity(self) -> str: ...

    @property
    def is_trusted(self) -> bool: ...

    def check(self) -> None: ...

    @property
    def provenance(self) -> tuple[bytes, str]: ...

    @property
    def words(self) -> int: ...

    def synsets(self, word: str) -> list[int]: ...

    @property
    def is_folded(self) -> bool: ...

    @staticmethod
    def from_groups(text: str, source: bytes) -> SynonymTable: ...

class StemTable:
    def __init__(self, path: str | os.PathLike, trusted: str = '') -> None: ...

    @property
    def path(self) -> pathlib.Path: ...

    @property
    def identity(self) -> str: ...

    @property
    def is_trusted(self) -> bool: ...

    def check(self) -> None: ...

    @property
    def provenance(self) -> tuple[bytes, str]: ...

    @property
    def words(self) -> int: ...

    def stem(self, word: str) -> str: ...

class ParaphraseCompiler:
    def __init__(self) -> None: ...

    def feed(self, text: bytes) -> None: ...

    def write(self, path: str | os.PathLike, source: bytes, metadata: str) -> int: ...

def compile_synonyms(synsets: bytes, exceptions: bytes, path: str | os.PathLike, source: bytes, metadata: str) -> int: ...

def compile_stems(text: bytes, path: str | os.PathLike, source: bytes, metadata: str) -> int: ...

def read_provenance(path: str | os.PathLike) -> tuple[bytes, str]: ...

TAG_ROLES: dict = ...

TAG_REACH: int = 2

def fold_indic(token: str) -> str: ...

class Roots:
    def __init__(self, table: str, *, endings: Sequence[tuple[str, str]], shortest: int, infinitives: Sequence[tuple[str, str]]) -> None: ...

    def of(self, word: str) -> str: ...

class TagAttributes:
    def __init__(self, classes: Mapping[str, str]) -> None: ...

    def see(self, word: str, offset: int) -> list[str]: ...

    @staticmethod
    def edge(offset: int) -> str: ...

class Grammar:
    def __init__(self, *, word_classes: Mapping[str, str], tags: Sequence[str], names: Sequence[str], starts: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], attribute_tags: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], transitions: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], uses: Sequence[tuple[int, int]]) -> None: ...

class EntityAttributes:
    def __init__(self, gazetteer: str) -> None: ...

    def see(self, tokens: Sequence[str]) -> list[list[str]]: ...

class EntityModel:
    def __init__(self, weights: bytes, gazetteer: str) -> None: ...

    def types(self, segments: Sequence[Sequence[str]], vague: str, most: float) -> list[list[str]]: ...

    def marks(self, tokeniser: Tokeniser, segments: Sequence[str | Sequence[str]], tokenised: bool) -> list[bytes]: ...

class Matcher(enum.Enum):
    exact = 0

    stem = 1

    synonym = 2

    paraphrase = 3

    spelling = 4

    meaning = 5

    nearest = 6

MATCHERS: tuple = ...

WHOLE_SIMILARITY: int = 1024

class Objective(enum.Enum):
    coverage = 0

    accuracy = 1

class Coverage(enum.Enum):
    weighted = 0

    count = 1

class JavaAligner:
    def __init__(self, *, beam: int, objective: Objective) -> None: ...

class PaperAligner:
    def __init__(self, *, beam: int, coverage: Coverage) -> None: ...

class StagedAligner:
    def __init__(self, *, beam: int) -> None: ...

class Unit(enum.Enum):
    words = 0

    characters = 1

    length = 2

class Equality(enum.Enum):
    text = 0

    java_hash = 1

class CoreSegmentError(ValueError):
    pass

class Scorer:
    def __init__(self, *, tokeniser: Tokeniser, matchers: Sequence[Matcher], aligner: JavaAligner | PaperAligner | StagedAligner, unit: Unit, equality: Equality, function_words: Sequence[str] = [], copy_words: Sequence[str] = [], copies_numbers: bool = False, copies_unlisted: bool = False, stemmer: str = '', stems: StemTable | None = None, synonyms: SynonymTable | None = None, paraphrases: ParaphraseTable | None = None, thesaurus: ParaphraseTable | None = None, folds_case: bool = False, formula: MeteorFormula | FeatureFormula, folds: bool = False, roots: Roots | None = None, grammar: Grammar | None = None, least_meaning: int = 512) -> None: ...

    def statistics(self, hypotheses: tuple, hypotheses_tokenised: bool, references: tuple, references_tokenised: bool, reference_ends: Sequence[int], threads: int, hypothesis_marks: tuple[bytes, ...] | None = None, reference_marks: tuple[bytes, ...] | None = None, hypothesis_vectors: tuple[bytes, ...] | None = None, reference_vectors: tuple[bytes, ...] | None = None, hypothesis_ends: Sequence[int] = []) -> bytes: ...

    def align(self, hypotheses: tuple, hypotheses_tokenised: bool, references: tuple, references_tokenised: bool, hypothesis_marks: tuple[bytes, ...] | None = None, reference_marks: tuple[bytes, ...] | None = None, hypothesis_vectors: tuple[bytes, ...] | None = None, reference_vectors: tuple[bytes, ...] | None = None) -> tuple[tuple[str, ...], bytes, bytes, bytes, bytes, bytes, bytes, bool]: ...

    def read(self, segments: tuple, tokenised: bool) -> list[tuple[tuple[str, ...], tuple[bool, ...], tuple[bool, ...], tuple[str, ...], tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]]: ...

SCHEMAS: dict = ...

class Part(enum.Enum):
    chrf = 0

    lcs = 1

    semantics = 2

PARTS: dict = ...

class Share:
    def __init__(self, part: Part, share: float, alpha: float = 0.5, keeps_blanks: bool = False) -> None: ...

FEATURES: tuple = ...

class Penalty(enum.Enum):
    java = 0

    paper = 1

SETTINGS: tuple = ('alpha', 'beta', 'gamma', 'delta')

class MeteorFormula:
    def __init__(self, settings: Mapping[str, float], weights: Sequence[float], copy: Sequence[float] | None, penalty: Penalty = Penalty.java, shares: Sequence[Share] = []) -> None: ...

class FeatureFormula:
    def __init__(self, features: Sequence[str], weights: Sequence[float]) -> None: ...

def score_rows(rows: bytes, formula: MeteorFormula | FeatureFormula) -> bytes: ...

def measure_features(rows: bytes, features: Sequence[str]) -> bytes: ...

def sum_rows(rows: bytes, columns: int) -> bytes: ...

def take_rows(rows: bytes, columns: int, indices: Sequence[int]) -> bytes: ...

def best_references(scores: bytes, ends: Sequence[int]) -> bytes: ...

CHRF_COLUMNS: int = 24

def chrf_statistics(hypotheses: tuple, references: tuple, ends: Sequence[int], with_words: bool) -> bytes: ...

def chrf_scores(rows: bytes, with_words: bool) -> bytes: ...

class Measure(enum.Enum):
    tau = 0

    consistency = 1

    pearson = 2

    weighted_pearson = 3

    spearman = 4

    kendall = 5

class Method(enum.Enum):
    quick = 0

    plain = 1

def sweep(rows: Annotated[NDArray[numpy.int64], dict(shape=(None, None), order='C', device='cpu', writable=False)], ends: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], groups: Sequence[tuple[Measure, float, Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]]], start: MeteorFormula, alpha: Sequence[float], beta: Sequence[float], gamma: Sequence[float], delta: Sequence[float], weights: Sequence[Sequence[float]], copy: Sequence[tuple[float, float]], shares: Sequence[Sequence[Share]], method: Method, threads: int) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]: ...

def correlations(x: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], y: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], measure: Measure) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]: ...

def resampled(x: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], y: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], drawn: Annotated[NDArray[numpy.int64], dict(shape=(None, None), order='C', device='cpu', writable=False)], measure: Measure) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

class Candidates:
    def __init__(self, features: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], rows: Annotated[NDArray[numpy.int64], dict(shape=(None, None), order='C', device='cpu', writable=False)], ends: Sequence[int]) -> None: ...

    def score(self, weights: Sequence[float], objective: MeteorFormula | FeatureFormula) -> float: ...

    def search_line(self, weights: Sequence[float], direction: Sequence[float], objective: MeteorFormula | FeatureFormula) -> tuple[float, float]: ...

class CoreBitextError(ValueError):
    pass

class Symmetry(enum.Enum):
    grow_diag_final_and = 0

    intersection = 1

    union = 2

def symmetrise(forward: bytes, reverse: bytes, symmetry: Symmetry) -> bytes: ...

def ngrams(text: bytes, longest: int) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.uint8], dict(shape=(None,))]]: ...

class PhraseTableReader:
    def __init__(self, *, lowercase: bool, minimum: float) -> None: ...

    def feed(self, text: bytes) -> None: ...

    def finish(self) -> None: ...

    def take(self) -> tuple[tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.uint8], dict(shape=(None,))]], tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.uint8], dict(shape=(None,))]], Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))]]: ...

    @property
    def waiting(self) -> int: ...

    @property
    def lines(self) -> int: ...

    @property
    def bad_lines(self) -> int: ...

    @property
    def longest_phrase(self) -> int: ...

    @property
    def most_of_source(self) -> int: ...

    @property
    def most_of_target(self) -> int: ...

    @property
    def first_bad_line(self) -> tuple[int, str]: ...

class PhraseCounter:
    def __init__(self, *, longest: int, threads: int) -> None: ...

    def count(self, source: bytes, target: bytes, links: bytes) -> tuple[tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.uint8], dict(shape=(None,))]], tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.uint8], dict(shape=(None,))]], Annotated[NDArray[numpy.int64], dict(shape=(None,))]]: ...
