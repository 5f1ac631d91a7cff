"""Text mode ptb gives the tokens that pycocoevalcap makes of captions, with the PTBTokenizer of Stanford CoreNLP 3.4.1."""

from __future__ import annotations

import gzip
import json
import random
import shutil
import subprocess

import pytest
from java_meteor import fetch_jar
from surroundings import ROOT, skip_or_fail

from bolide import Meteor
from bolide.errors import ResourceError
from bolide.text.captions import split_caption

# The list of pycocoevalcap's tokenizer/ptbtokenizer.py.
PUNCTUATION = {"''", "'", "``", "`", "-LRB-", "-RRB-", "-LCB-", "-RCB-", ".", "?", "!", ",", ":", "-", "--", "...", ";"}
# A line of its own after each: the program looks at the word that follows, also beyond the end of a line.
BETWEEN = "x"


@pytest.fixture(scope="module")
def treebank(pytestconfig):
    """Return a function that runs the program on lines."""
    java = shutil.which("java")
    if java is None:
        pytest.skip("there is no java on the PATH")
    jar = pytestconfig.cache.mkdir("java-meteor") / "stanford-corenlp-3.4.1.jar"
    if not jar.exists():
        try:
            fetch_jar(jar, "tokenizer")
        except ResourceError as error:
            skip_or_fail(f"the Java program cannot be fetched: {error}")

    def tokens(lines: list[str]) -> list[list[str]]:
        command = [java, "-Dfile.encoding=UTF-8", "-cp", str(jar), "edu.stanford.nlp.process.PTBTokenizer"]
        text = "".join(f"{line}\n{BETWEEN}\n" for line in lines)
        result = subprocess.run(
            [*command, "-preserveLines", "-lowerCase"], input=text.encode(), capture_output=True, check=True
        )
        printed = result.stdout.decode().split("\n")[: 2 * len(lines) : 2]
        return [[token for token in line.split(" ") if token and token not in PUNCTUATION] for line in printed]

    return tokens


def _stored(own_golden, name: str) -> list[str]:
    return (own_golden / name).read_text(encoding="utf-8").removesuffix("\n").split("\n")


def test_stored_tokens(own_golden):
    """Lines of our own give the tokens that the program gave for them (kind: Java)."""
    for line, tokens in zip(_stored(own_golden, "captions.txt"), _stored(own_golden, "captions.ptb"), strict=True):
        assert split_caption(line) == tokens.split(" "), line


@pytest.mark.java
def test_stored_tokens_are_the_programs(treebank, own_golden):
    """The stored tokens are what the program makes of them."""
    expected = [tokens.split(" ") for tokens in _stored(own_golden, "captions.ptb")]
    assert treebank(_stored(own_golden, "captions.txt")) == expected


def _captions_and_news() -> list[str]:
    folder = ROOT.parent / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("the reference data is not beside the project")
    lines: set[str] = set()
    for path in (folder / "bitext" / f"en-{code}.en.gz" for code in ("de", "fr")):
        with gzip.open(path, "rt", encoding="utf-8") as file:
            lines |= {line.rstrip("\n") for line in file if line.startswith(("a ", "an ", "two ", "the man"))}
    news: set[str] = set()
    for path in sorted((folder / "judgements").glob("*-en.tsv.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as file:
            place = next(file).rstrip("\n").split("\t").index("reference")
            news |= {line.split("\t")[place] for line in file}
    chosen = random.Random(18)
    return chosen.sample(sorted(lines), 10_000) + chosen.sample(sorted(news), 10_000)


@pytest.mark.java
@pytest.mark.shared
def test_captions_and_news(treebank):
    """10,000 captions and 10,000 lines of news have the program's tokens, every one of them."""
    lines = _captions_and_news()
    for line, expected in zip(lines, treebank(lines), strict=True):
        assert split_caption(line) == expected, line


@pytest.mark.english
def test_the_metric_normalises_what_ptb_leaves(bolide, write):
    """Captions go through Meteor's normaliser afterwards, as in COCOEvalCap; COCO's files are read so by default."""
    meteor = Meteor(text="ptb")
    assert " ".join(meteor.tokens("A man's well-known dog, sitting.")) == "a man ' s well known dog sitting"
    assert Meteor.from_signature(str(meteor.signature)).signature == meteor.signature
    annotations = write("a.json", json.dumps({"annotations": [{"image_id": 1, "caption": "A dog, (running) fast."}]}))
    results = write("r.json", json.dumps([{"image_id": 1, "caption": "a dog running"}]))
    printed = json.loads(bolide("score", results, annotations, "--format", "json").out)
    expected = meteor.score(["a dog running"], ["A dog, (running) fast."])
    assert printed["signature"] == str(meteor.signature)
    assert printed["systems"][0]["score"] == expected.score
    assert "|text:norm|" in bolide("score", results, annotations, "--text", "norm").out
    assert "|text:lower|" in bolide("score", results, annotations, "-l", "pt").out
