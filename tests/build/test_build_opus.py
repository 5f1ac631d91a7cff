"""Building from OPUS: corpora chosen by the index and fetched from a mirror; archives and servers that are broken."""

import gzip
import json
import re
import sqlite3
import sys
import zipfile
from pathlib import Path

import pytest
from made_up_wordnets import send, serving

from bolide.data import download as downloading

TANZIL = {"a.en": "a red car .\nthe house\n\na car\n" * 10, "a.sw": "gari nyekundu .\nnyumba\ntupu\nmotokaa\n" * 10}
PLACE = Path("mirror/Tanzil/v1/moses/en-sw.txt.zip")
ROWS = "sw Tanzil v1 40 True,sw Tanzil v0 40 False,sw CCMatrix v1 900 True,sw ELRC v1 20 True,sw Ubuntu v14  True,wo NLLB v1 9 True"
MADE = "preprocessing AS ('moses'), size AS (1), url AS ('https://a.b/OPUS-'||corpus||'/'||version||'/moses/en-sw.txt.zip')"


@pytest.fixture
def build(bolide, tmp_path, monkeypatch):
    """Return a function that builds from a mirror with such an archive, by an index in the form of opustools'."""
    made = sqlite3.connect(":memory:")
    made.execute(f"CREATE TABLE opusfile (source, target, corpus, version, alignment_pairs, latest, {MADE})")
    made.executemany("INSERT INTO opusfile VALUES ('en', ?, ?, ?, ?, ?)", [row.split(" ") for row in ROWS.split(",")])
    made.commit()
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    PLACE.parent.mkdir(parents=True)
    Path("opustools.py").touch()
    Path("opusdata.db.gz").write_bytes(gzip.compress(made.serialize()))

    def run(arguments, files=TANZIL):
        PLACE.write_bytes(b"")
        for name, text in files.items():
            with zipfile.ZipFile(PLACE, "a") as archive:
                archive.writestr(name, text)
        return bolide("build", *f"sw --from opus --mirror mirror --max-pairs 25 --common 1 {arguments}".split())

    return run


def test_one_command_from_nothing_to_a_score(bolide, build, write):
    """Empty segments are left out; version, SHA-256 and licence of each corpus are noted, and the result scores."""
    done = build("--yes", TANZIL | {"LICENSE": "CC BY\n4.0"})
    assert (done.code, "bolide score -l sw --resources sw SYSTEM REFERENCE" in done.err) == (0, True), done.err
    description = json.loads(Path("sw/resource.json").read_text(encoding="utf-8"))
    (corpus,) = description["corpora"]
    assert [corpus[key] for key in ("name", "version", "pairs", "licence")] == ["Tanzil", "v1", 25, "CC BY 4.0"]
    assert corpus["sha256"] == downloading.sha256_of(PLACE)
    assert (description["language"], description["lines"], description["options"]["text"]) == ("sw", 25, "unicode")
    text = write("text", "gari nyekundu\n")
    assert bolide("score", text, text, "-l", "sw", "--resources", "sw").code == 0


@pytest.mark.parametrize(
    ("arguments", "files", "message"),
    [
        ("--max-pairs 99", TANZIL, "Tanzil .*\nELRC .*\nUbuntu .*\nall .* 60 .*\n.*nothing was fetched; --yes fetches"),
        ("--crawled", TANZIL, "CCMatrix .*\nall "),
        ("--pivot de", TANZIL, "OPUS has no text in sw and de; another --pivot may have some"),
        ("-l wo", TANZIL, "OPUS has no text in wo and en; there are crawled ones: --crawled; another"),
        ("--yes --mirror none", TANZIL, "the mirror none has no Tanzil/v1/moses/en-sw.txt.zip"),
        ("--yes", {}, "en-sw.txt.zip is damaged, or not a corpus of OPUS: File is not a zip file; delete it"),
        ("--yes", {"a.en": "a\nb\n", "a.sw": "a\n"}, "its two sides have different numbers of lines"),
        ("--yes", {"../../evil.en": "\n", "/tmp/evil.sw": "a\n"}, "there is no pair of segments in Tanzil"),
        ("--yes", {"a.en": "x" * 500_000, "a.sw": "y\n"}, "there is no pair of segments in Tanzil"),
        ("--yes", TANZIL | {"b.en": ""}, "Tanzil has 2 files in en, expected one"),
    ],
)
def test_refusals(build, arguments, files, message):
    """Nothing is fetched without a yes; missing, damaged and hostile archives are refused, and nothing is left of them."""
    result = build(arguments, files)
    assert (result.code, bool(re.search(message, result.err))) == (2, True), result.err
    assert {path.name for path in Path().iterdir()} == {"mirror", "opusdata.db.gz", "opustools.py"}


def test_a_missing_index(build, monkeypatch):
    """Without opustools, or if its index is damaged, the message says how to install it."""
    Path("opusdata.db.gz").write_bytes(b"damaged")
    assert re.search("index of OPUS cannot be unpacked: .*; fix it with: pip install --force", build("").err)
    monkeypatch.setitem(sys.modules, "opustools", None)
    assert "opustools, which is not installed: pip install 'bolide[opus]'" in build("").err


def test_a_broken_download_continues(build, monkeypatch):
    """The part that arrived is kept, never taken for the whole, and the same command requests the rest."""

    def answer(handler, wanted):
        data = Path("mirror", handler.path[1:]).read_bytes()
        body, status, length = (data[100:], 206, None) if wanted else (data[:100], 200, len(data))
        send(handler, body, status, length, [("Content-Range", "bytes 100-/*")])

    monkeypatch.setattr(downloading, "TRIES", 1)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with serving(answer) as (address, asked):
        broken = build(f"--yes --mirror {address}")
        assert (broken.code, "get the file elsewhere and use --mirror FOLDER" in broken.err) == (2, True)
        assert (build(f"--yes --mirror {address}").code, asked) == (0, [None, "bytes=100-"])
