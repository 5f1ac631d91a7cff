"""Building from OPUS: choosing corpora by the index, fetching them from a mirror, and what hostile archives do."""

import json
import shutil
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from bolide import ConfigurationError, ResourceError
from bolide.build import opus
from bolide.build.opus import choose_corpora, fetch_corpora

PAIRS = [
    ("a red car .", "gari nyekundu ."),
    ("the red house", "nyumba nyekundu"),
    ("", "tupu"),
    ("a car", "motokaa"),
] * 10
ROWS = [
    ("Tanzil", "v1", 40, 1, "True"),
    ("Tanzil", "v0", 40, 1, "False"),
    ("CCMatrix", "v1", 900, 9, "True"),
    ("ELRC-3073-wikipedia_health", "v1", 20, 1, "True"),
    ("Ubuntu", "v14.10", "", 1, "True"),
]


@pytest.fixture(autouse=True)
def index(tmp_path, monkeypatch) -> Path:
    """Make an index in the form of opustools', and let it be the one that is used."""
    path = tmp_path / "index.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(
            "CREATE TABLE opusfile (source, target, corpus, preprocessing, version, url, size, alignment_pairs, latest)"
        )
        for corpus, version, pairs, size, latest in ROWS:
            url = f"https://object.pouta.csc.fi/OPUS-{corpus}/{version}/moses/en-sw.txt.zip"
            connection.execute(
                "INSERT INTO opusfile VALUES ('en', 'sw', ?, 'moses', ?, ?, ?, ?, ?)",
                (corpus, version, url, size, pairs, latest),
            )
        connection.commit()
    monkeypatch.setattr(opus, "_open_index", lambda: sqlite3.connect(path))
    return path


def make_zip(path: Path, english: str | bytes, swahili: str | bytes, licence: str = "CC BY\n4.0") -> None:
    """Write an archive as OPUS has them."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("Tanzil.en-sw.en", english)
        archive.writestr("Tanzil.en-sw.sw", swahili)
        archive.writestr("LICENSE", licence)


@pytest.fixture
def mirror(tmp_path) -> Path:
    """Make a mirror with the one requested corpus."""
    sides = ["".join(f"{pair[side]}\n" for pair in PAIRS) for side in (0, 1)]
    make_zip(tmp_path / "mirror/Tanzil/v1/moses/en-sw.txt.zip", *sides)
    return tmp_path / "mirror"


def tanzil():
    """Return the corpus of the mirror."""
    return choose_corpora("sw", max_pairs=10)


def test_corpora_are_chosen():
    """Newest versions, the largest first, crawled ones on request, up to a number of pairs."""
    assert [corpus.name for corpus in choose_corpora("sw")] == ["Tanzil", "ELRC-3073-wikipedia_health", "Ubuntu"]
    assert choose_corpora("sw", crawled=True)[0].name == "CCMatrix"
    assert [corpus.name for corpus in choose_corpora("sw", max_pairs=40)] == ["Tanzil"]
    with pytest.raises(ConfigurationError, match="OPUS has no text in sw and de"):
        choose_corpora("sw", "de")


def test_text_comes_from_a_mirror(mirror, tmp_path):
    """Pairs are written side by side, without empty ones; SHA-256, version and licence of each corpus are noted."""
    (record,) = fetch_corpora(tanzil(), tmp_path / "out", language="sw", mirror=str(mirror), max_pairs=25)
    assert (record["name"], record["version"], record["pairs"], record["licence"]) == ("Tanzil", "v1", 25, "CC BY 4.0")
    assert len(record["sha256"]) == 64
    lines = (tmp_path / "out/text.txt").read_text(encoding="utf-8").splitlines()
    assert (len(lines), lines[:3]) == (25, ["gari nyekundu .", "nyumba nyekundu", "motokaa"])


@pytest.mark.parametrize(
    ("english", "swahili", "message"),
    [
        ("a\nb\n", "a\n", "different numbers of lines"),
        ("\n\n", "\n\n", "there is no pair of segments"),
        ("x" * 500_000, "y\n", "there is no pair of segments"),
    ],
)
def test_broken_corpora(english, swahili, message, tmp_path):
    """Archives with texts that are not parallel, empty, or one endless line are refused."""
    make_zip(tmp_path / "m/Tanzil/v1/moses/en-sw.txt.zip", english, swahili)
    with pytest.raises(ResourceError, match=message):
        fetch_corpora(tanzil(), tmp_path / "out", language="sw", mirror=str(tmp_path / "m"))


def test_archives_write_nowhere_else(mirror, tmp_path):
    """A file that is named to land elsewhere is only read; two files for a language are refused."""
    path = mirror / "Tanzil/v1/moses/en-sw.txt.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("../../evil.en", "a\n")
        archive.writestr("/tmp/evil.sw", "b\n")
    fetch_corpora(tanzil(), tmp_path / "out", language="sw", mirror=str(mirror))
    assert sorted(file.name for file in (tmp_path / "out").iterdir()) == ["pivot.txt", "text.txt"]
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("second.en", "a\n")
    with pytest.raises(ResourceError, match="has 2 files in en"):
        fetch_corpora(tanzil(), tmp_path / "out", language="sw", mirror=str(mirror))


def test_one_command_from_nothing_to_a_score(bolide, mirror, tmp_path, write, monkeypatch):
    """The list is shown, nothing is fetched without a yes, and the result scores; its description names the corpora."""
    monkeypatch.chdir(tmp_path)
    command = ("build", "sw", "--from", "opus", "--mirror", str(mirror), "--max-pairs", "30")
    refused = bolide(*command)
    assert (refused.code, "Tanzil" in refused.err, "--yes fetches" in refused.err) == (2, True, True)
    done = bolide(*command, "--yes", "--common", "1")
    assert done.code == 0, done.err
    assert "to use it: bolide score -l sw --resources sw SYSTEM REFERENCE" in done.err
    description = json.loads((tmp_path / "sw/resource.json").read_text(encoding="utf-8"))
    assert [corpus["licence"] for corpus in description["corpora"]] == ["CC BY 4.0"]
    assert (description["language"], description["options"]["text"]) == ("sw", "unicode")
    text = write("text", "gari nyekundu\n")
    assert bolide("score", text, text, "-l", "sw", "--resources", "sw").code == 0
    shutil.rmtree(tmp_path / "sw")
    assert bolide("build", "sw", "--from", "opus", "--source", text).code == 2
    assert "give parallel text" in bolide("build", "sw").err
