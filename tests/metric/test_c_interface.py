"""The C interface from outside: by ctypes, by a C compiler; the settings that open it; the same bits as the package."""

import ctypes
import math
import random
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from surroundings import ROOT

from bolide import ConfigurationError, Meteor, _core

DOCS = (ROOT / "docs" / "c.md").read_text(encoding="utf-8")
FOLDER = Path(_core.__file__).parent
LIBRARY = next(FOLDER.glob("libbolide.*"))
NAMES = ["score", "precision", "recall", "f1", "f_mean", "fragmentation", "penalty", "chrf", "lcs", "semantics"]
OWN = ROOT / "tests" / "golden" / "own"
# One of each text mode, aligner, unit, formula and stemmer that the core has alone.
METRICS = [
    ("pt", {}),
    ("ru", {}),
    ("de", {}),
    ("ja", {}),
    ("tr", {"preset": "meteor-1.5"}),
    ("fr", {"preset": "meteor-1.5", "matchers": ["exact", "stem"], "text": "nopunct"}),
    ("en", {"matchers": ["exact", "stem"], "aligner": "paper", "penalty": "paper", "beam": 3}),
    ("en", {"preset": "meteor-1.0", "matchers": ["exact", "stem"], "text": "lower"}),
    ("en", {"matchers": ["exact", "stem"], "copy_from": ["numbers"], "copy_words": ["cat"], "copy_x": [2, 0.5]}),
    ("es", {"preset": "universal+", "unit": "characters", "text": "lower", "chrf": 0.2, "lcs": 0}),
]


class Scores(ctypes.Structure):
    """The numbers of a pair."""

    _fields_ = [(name, ctypes.c_double) for name in NAMES]


def sized(text):
    """Return text as the library takes it."""
    data = text.encode("utf-8", "surrogatepass")
    return data, ctypes.c_size_t(len(data))


class Library:
    """A metric that the library opened."""

    def __init__(self, settings):
        self.core = ctypes.CDLL(str(LIBRARY))
        self.core.bolide_error.restype = ctypes.c_char_p
        self.metric = ctypes.c_void_p()
        if self.core.bolide_open(*sized(settings), ctypes.byref(self.metric)):
            raise ValueError(self.core.bolide_error().decode())

    def score(self, hypothesis, reference):
        """Return the numbers of a pair."""
        scores = Scores()
        assert not self.core.bolide_score(self.metric, *sized(hypothesis), *sized(reference), ctypes.byref(scores))
        return {name: getattr(scores, name) for name in NAMES}


def pairs():
    """Return pairs of our own texts, in several scripts, and some that are odd."""
    rng = random.Random(4)
    lines = [line for file in sorted(OWN.glob("*.txt")) for line in file.read_text(encoding="utf-8").splitlines()]
    words = ["o", "gato", "3.5", "the", "cats'", "Überraschung", "семя", "сена", "日本語", "😀", "école"]
    made = [" ".join(rng.choices(words, k=rng.randint(0, 9))) for _ in range(100)]
    odd = ["", " ", "\ufffd", "a" * 3000, "the " * 300]
    everything = [*rng.sample(lines, min(len(lines), 150)), *made, *odd]
    return [*zip(everything, rng.sample(everything, len(everything)), strict=True), ("the cat sat", "the cats sit on")]


def same(here, there):
    """Whether two numbers are the same bits, or both undefined."""
    return here == there or (math.isnan(here) and there is None) or (math.isnan(here) and math.isnan(there))


def check_same(meteor):
    """Compare all numbers of all pairs with those of the package; return how many pairs matched at all."""
    library, matched = Library(meteor.settings()), 0
    for hypothesis, reference in pairs():
        found, wanted = library.score(hypothesis, reference), meteor.segment(hypothesis, reference)
        matched += found["score"] > 0
        different = [name for name in NAMES if hasattr(wanted, name) and not same(found[name], getattr(wanted, name))]
        assert not different, (hypothesis, reference, different)
    return matched


@pytest.mark.parametrize(("language", "options"), METRICS)
def test_the_same_bits(language, options):
    """Settings open the same metric in the library: all numbers of each pair agree to the last bit."""
    assert check_same(Meteor(language, **options)) > 30


@pytest.mark.english
def test_the_same_bits_with_tables():
    """Meteor 1.5 for English, with the files of its synonyms and paraphrases."""
    meteor = Meteor("en")
    assert "\nparaphrases=/" in meteor.settings() or ":\\" in meteor.settings()
    assert check_same(meteor) > 30


def test_what_python_computes_has_no_settings():
    """A metric that the core cannot compute alone says why."""
    for options, reason in (
        ({"text": "ptb"}, "text is split"),
        ({"text": "unicode"}, "text is split"),
        ({"copy_from": ["addresses"], "copy_x": 1}, "copy words are marked"),
    ):
        with pytest.raises(ConfigurationError, match=f"in Python, {reason}"):
            Meteor("en", matchers=["exact"], **options).settings()
    with pytest.raises(ConfigurationError, match="in Python, text is split"):
        Meteor("hi").settings()


def test_a_missing_table_is_named():
    """A table that is gone is an error with its path, not a metric without it."""
    settings = Meteor("pt").settings() + "synonyms=/no/such/table\n"
    with pytest.raises(ValueError, match=r"^/no/such/table: No such file"):
        Library(settings)


def test_threads_share_a_metric():
    """Many threads score with one metric, and get what one gets."""
    library, texts = Library(Meteor("de").settings()), pairs()
    alone = [library.score(*pair)["score"] for pair in texts]
    with ThreadPoolExecutor(4) as pool:
        assert [found["score"] for found in pool.map(lambda pair: library.score(*pair), texts * 4)] == alone * 4


def test_the_examples_of_the_page(capsys, tmp_path):
    """The page's Python prints what it says; its C compiles against header and library, and prints the same."""
    python, c = (re.findall(rf"```{name}\n(.*?)```", DOCS, re.DOTALL)[-1] for name in ("python", "c"))
    exec(compile(python, "c.md", "exec"), {})
    assert capsys.readouterr().out == "0.1959\n"
    compiler = shutil.which("cc")
    if not compiler:
        pytest.skip("there is no C compiler")
    source, program = tmp_path / "example.c", tmp_path / "example"
    source.write_text(c, encoding="utf-8")
    flags = ["-std=c99", "-Wall", "-Werror", f"-I{FOLDER}", str(LIBRARY), f"-Wl,-rpath,{FOLDER}"]
    subprocess.run([compiler, str(source), *flags, "-o", str(program)], check=True)
    done = subprocess.run(
        [program, "o gato dormia", "os gatos dormiam bem"],
        input=Meteor("pt").settings(), capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout == "0.1959\n"
