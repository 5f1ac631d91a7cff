"""The C interface from outside: by ctypes, by a C compiler; the settings that open it; the same bits as the package."""

import ctypes
import random
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from math import isnan
from pathlib import Path

import pytest
from surroundings import ROOT

from bolide import ConfigurationError, Meteor

NAMES = ["score", "precision", "recall", "f1", "f_mean", "fragmentation", "penalty", "chrf", "lcs", "semantics"]
PYTHON, C = (
    re.findall(rf"```{name}\n(.*?)```", (ROOT / "docs" / "c.md").read_text(encoding="utf-8"), re.DOTALL)[-1]
    for name in ("python", "c")
)
STEMS = ["exact", "stem"]
# One of each text mode, aligner, unit, formula and stemmer that the core has alone.
METRICS = [
    ("pt", {}),
    ("ru", {}),
    ("de", {}),
    ("ja", {}),
    ("tr", {"preset": "meteor-1.5"}),
    ("fr", {"preset": "meteor-1.5", "matchers": STEMS, "text": "nopunct"}),
    ("en", {"matchers": STEMS, "aligner": "paper", "penalty": "paper", "beam": 3}),
    ("en", {"preset": "meteor-1.0", "matchers": STEMS, "text": "lower"}),
    ("en", {"matchers": STEMS, "copy_from": ["numbers"], "copy_words": ["cat"], "copy_x": [2, 0.5]}),
    ("es", {"preset": "universal+", "unit": "characters", "text": "lower", "chrf": 0.2, "lcs": 0}),
]


def pairs():
    """Return our examples, pairs of lines in several scripts, and some that are odd."""
    rng = random.Random(4)
    read = lambda file: file.read_text(encoding="utf-8").splitlines()  # noqa: E731
    lines = [line for file in sorted((ROOT / "tests" / "golden" / "own").glob("*.txt")) for line in read(file)]
    words = ["o", "gato", "3.5", "the", "cats'", "Überraschung", "семя", "сена", "日本語", "😀", "école"]
    made = [" ".join(rng.choices(words, k=rng.randint(0, 9))) for _ in range(100)]
    everything = [*rng.sample(lines, min(len(lines), 150)), *made, "", " ", "\ufffd", "a" * 3000, "the " * 300]
    examples = (read(ROOT / "examples" / name) for name in ("system-a.txt", "reference.txt"))
    return [*zip(everything, rng.sample(everything, len(everything)), strict=True), *zip(*examples, strict=True)]


def numbers(meteor, hypothesis, reference):
    """Return the numbers that the package has of a pair; None where they are undefined."""
    found = meteor.segment(hypothesis, reference)
    named = {name: getattr(found, name) for name in NAMES if hasattr(found, name)}
    return {name: None if value is None or isnan(value) else value for name, value in named.items()}


@pytest.fixture
def page(capsys):
    """Return the names of the page's example in Python, which prints what it says."""
    found = {}
    exec(compile(PYTHON, "c.md", "exec"), found)
    assert capsys.readouterr().out == "0.1959\n"
    return found


@pytest.fixture
def opened(page):
    """Return a function that opens settings, and returns one that scores a pair."""
    core, sized = page["library"], page["sized"]

    def opened(settings):
        metric = ctypes.c_void_p()
        if core.bolide_open(*sized(settings), ctypes.byref(metric)):
            raise ValueError(core.bolide_error().decode())

        def score(pair):
            scores = page["Scores"]()
            assert not core.bolide_score(metric, *sized(pair[0]), *sized(pair[1]), ctypes.byref(scores))
            return {name: None if isnan(value := getattr(scores, name)) else value for name in NAMES}

        return score

    return opened


def check_same(score, meteor):
    """Compare all numbers of all pairs with those of the package."""
    for pair in pairs():
        found, wanted = score(pair), numbers(meteor, *pair)
        assert {name: found[name] for name in wanted} == wanted, pair


@pytest.mark.parametrize(("language", "options"), METRICS)
def test_the_same_bits(opened, language, options):
    """Settings open the same metric in the library: all numbers of each pair agree to the last bit."""
    meteor = Meteor(language, **options)
    check_same(opened(meteor.settings()), meteor)


@pytest.mark.english
def test_the_same_bits_with_tables(opened):
    """Meteor 1.5 for English, with the files of its synonyms and paraphrases."""
    meteor = Meteor("en")
    assert "\nparaphrases=" in meteor.settings()
    check_same(opened(meteor.settings()), meteor)


def test_what_python_computes_has_no_settings():
    """A metric that the core cannot compute alone says why."""
    for language, options, reason in (
        ("pt", {"text": "unicode"}, "text is split"),
        ("pt", {"copy_from": ["addresses"], "copy_x": 1}, "copy words are marked"),
        ("hi", {}, "text is split"),
    ):
        with pytest.raises(ConfigurationError, match=f"in Python, {reason}"):
            Meteor(language, **options).settings()


def test_a_missing_table_is_named(opened):
    """A table that is gone is an error with its path, not a metric without it."""
    with pytest.raises(ValueError, match=r"^/no/such/table: "):
        opened(Meteor("pt").settings() + "synonyms=/no/such/table\n")


def test_threads_share_a_metric(opened):
    """Many threads score with one metric, and get what one gets."""
    score, texts = opened(Meteor("de").settings()), pairs()
    with ThreadPoolExecutor(4) as pool:
        assert [*pool.map(score, texts * 4)] == [*map(score, texts)] * 4


def test_the_example_in_c(page, tmp_path):
    """The page's C compiles against header and library, and prints the same; the blank line of `print` does no harm."""
    if not (compiler := shutil.which("cc")):
        pytest.skip("there is no C compiler")
    folder, source, program = Path(page["folder"]), tmp_path / "example.c", tmp_path / "example"
    source.write_text(C, encoding="utf-8")
    flags = ["-std=c99", "-Wall", "-Werror", f"-I{folder}", f"-Wl,-rpath,{folder}", next(folder.glob("libbolide.*"))]
    subprocess.run([compiler, source, *flags, "-o", program], check=True)
    command = [program, "o gato dormia", "os gatos dormiam bem"]
    assert subprocess.check_output(command, input=Meteor("pt").settings() + "\n", text=True) == "0.1959\n"
