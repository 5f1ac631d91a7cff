"""The npm package in Node: the same bits as the Python package; it packs, installs and says what it does not have. `make test-wasm`."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from surroundings import ROOT
from test_c_interface import METRICS, numbers, pairs

from bolide import Meteor

NPM = Path(os.environ.get("BOLIDE_NPM", "/no/package"))
pytestmark = pytest.mark.skipif(not NPM.exists() or not shutil.which("npm"), reason="runs with: make test-wasm")

# Reads [what to open, pairs] from its input, and writes the numbers of each pair, its alignment and statistics.
SCRIPT = """
import { open } from "bolide";
import { readFileSync } from "node:fs";
const [what, pairs] = JSON.parse(readFileSync(0));
const meteor = await open(what);
const found = pairs.map(([ours, theirs]) => [meteor.score(ours, theirs), meteor.align(ours, theirs)]);
const corpus = meteor.scoreCorpus(...[0, 1].map((side) => pairs.map((pair) => pair[side])));
console.log(JSON.stringify([meteor.signature, corpus.score, found]));
"""


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Return a function that runs a script in a folder where the packed package is installed, and returns what it prints, or its error."""
    folder = tmp_path_factory.mktemp("node")
    packed = subprocess.check_output(["npm", "pack", "--silent", NPM.resolve()], cwd=folder, text=True).strip()
    (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    install = ["npm", "install", "--silent", "--offline", "--no-audit", f"./{packed}"]
    subprocess.run(install, cwd=folder, check=True, capture_output=True)

    def run(*given, script=SCRIPT):
        (folder / "script.js").write_text(script, encoding="utf-8")
        options = {"cwd": folder, "input": json.dumps(given), "capture_output": True, "text": True}
        done = subprocess.run(["node", "script.js"], check=False, **options)
        return done.stderr if done.returncode else done.stdout

    return run


def check_same(told, meteor, texts):
    """Compare what Node found with the package: signature, corpus, all numbers, words and matches."""
    signature, corpus, segments = json.loads(told)
    assert signature == str(meteor.signature)
    assert corpus == meteor.score(*map(list, zip(*texts, strict=True))).score
    for pair, (scores, aligned) in zip(texts, segments, strict=True):
        wanted, alignment = numbers(meteor, *pair), meteor.align(*pair)
        assert {name: scores[name] for name in wanted} == wanted, pair
        assert scores["statistics"] == list(alignment.statistics.row(0).values())
        assert aligned["score"] == scores["score"]
        assert tuple(aligned["hypothesis"]) == alignment.hypothesis
        for match, found in zip(alignment.matches, aligned["matches"], strict=True):
            assert {name: getattr(match, name) for name in found} == found


@pytest.mark.parametrize(("language", "options"), METRICS)
def test_the_same_bits(run, language, options):
    """Settings open the same metric in WebAssembly, where a size has 32 bits: everything agrees to the last bit."""
    meteor, texts = Meteor(language, **options), pairs()
    check_same(run(meteor.settings(), texts), meteor, texts)


def test_languages_of_the_package(run):
    """A language opens with its default metric, if that needs no data."""
    texts = pairs()[:40]
    for language in ("de", "it", "ja", "tr", "zu"):
        check_same(run({"language": language}, texts), Meteor(language), texts)
    assert "needs more than this package" in run({"language": "hi"}, texts)
    check_same(run({"language": "hi", "preset": "universal+"}, texts), Meteor("hi", preset="universal+"), texts)


LANGUAGES = """
import { open } from "bolide";
import { readFileSync } from "node:fs";
const signature = async (language) => (await open({ language, preset: "universal+" })).signature;
console.log(JSON.stringify(await Promise.all(JSON.parse(readFileSync(0)).map((name) => signature(name).catch(String)))));
"""


def test_names_of_languages(run):
    """Codes, tags and names are those of the Python package; anything else is an error that says what was given."""
    known = ["EN", "en-US", "pt_BR", "German", "日本語", "se", "cz", "nob", "tlh", "tlh-Latn", "other"]
    unknown = ["", "de-", "xx", "germann", "constructor", "universal+", "de\nbeam=1"]
    found = json.loads(run(*known, *unknown, script=LANGUAGES))
    assert found[: len(known)] == [str(Meteor(name, preset="universal+").signature) for name in known]
    for name, error in zip(unknown, found[len(known) :], strict=True):
        assert error.startswith(f"Error: {json.dumps(name)} is not a language")


REFERENCES = """
import { open } from "bolide";
import { readFileSync } from "node:fs";
const [settings, hypothesis, references] = JSON.parse(readFileSync(0));
const meteor = await open(settings);
const { parameters } = meteor;
const { statistics, segments } = meteor.scoreCorpus([hypothesis], [references]);
console.log(JSON.stringify([meteor.score(hypothesis, references), segments[0], meteor.scoreStatistics(statistics, { parameters })]));
"""


def test_the_first_of_the_best_references(run):
    """Of several references, of which two are equal, the same one counts as in Python; other parameters open the metric again."""
    meteor, hypothesis = Meteor("pt"), "o gato dormia"
    references = ["o cão", "os gatos dormiam bem", "os gatos dormiam bem"]
    wanted = meteor.segment(hypothesis, references)
    score, segment, again = json.loads(run(meteor.settings(), hypothesis, references, script=REFERENCES))
    assert score == segment
    assert (score["score"], score["reference"]) == (wanted.score, wanted.reference) == (again["score"], 1)


@pytest.mark.english
def test_english(run, tmp_path):
    """English has synonyms in the package; settings name tables with the paraphrases, too, which Node reads from the disk."""
    meteor, texts = Meteor("en"), pairs()
    odd = tmp_path / "50%25 #1?"
    odd.symlink_to(next(line[9:] for line in meteor.settings().splitlines() if line.startswith("synonyms=")))
    settings = re.sub("(?m)^synonyms=.*", f"synonyms={odd}", meteor.settings())
    check_same(run(settings, texts), meteor, texts)
    check_same(run({}, texts), Meteor("en", matchers=["exact", "stem", "synonym"]), texts)


def test_the_example_of_the_page(run):
    """The page's first example prints what its comments say."""
    example = (ROOT / "docs" / "javascript.md").read_text(encoding="utf-8").partition("```js\n")[2].partition("```")[0]
    said = [line.partition("); // ")[2] for line in example.splitlines() if line.startswith("console")]
    assert run(script=example).splitlines() == said


def test_failures_are_errors(run):
    """Failures to open or score are errors with the core's message."""
    assert "unknown setting colour" in run(Meteor("pt").settings() + "colour=red\n", [])
    assert "lines name=value, not: red" in run(Meteor("pt").settings() + "red\n", [])
    assert "beam is set twice" in run(Meteor("pt").settings() + "beam=1\nbeam=2\n", [])
    assert "ENOENT" in run(Meteor("pt").settings() + "synonyms=/no/such/table\n", [])
    assert "a text is expected, not number" in run({"language": "pt"}, [[1, "um"]])
