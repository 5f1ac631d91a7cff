"""`bolide java` gives the larger stored outputs of the jar byte for byte, in every mode."""

from __future__ import annotations

import gzip

import pytest

pytestmark = [pytest.mark.shared, pytest.mark.english]

XRAY = {
    **{f"{task}.vout": f"-l en -norm -t {task} -vOut" for task in ("rank", "adq", "hter", "tune", "li")},
    "plain": "-l en -norm",
    "ss": "-l en -norm -ssOut",
    "nopunct.vout": "-l en -norm -noPunct -vOut",
    "lower.vout": "-l en -lower -vOut",
    "noflag.vout": "-l en -vOut",
    "exact.vout": "-l en -norm -m exact -w 1.0 -vOut",
    "beam5.vout": "-l en -norm -x 5 -vOut",
    "util.plain": "-l en -norm -t util",
    "utilch.plain": "-l en -norm -t util -ch",
    "utilch.ss": "-l en -norm -t util -ch -ssOut",
    "matcher-maxcov.out": "--class Matcher -l en",
    "matcher-maxacc.out": "--class Matcher -l en -t maxacc",
}


def unpacked(path) -> bytes:
    return gzip.decompress(path.read_bytes())


@pytest.fixture
def xray(shared_golden, tmp_path, monkeypatch):
    """Return the folder of the outputs; the working folder holds the two texts."""
    monkeypatch.chdir(tmp_path)
    for name in ("system1.hyp", "reference"):
        (tmp_path / name).write_bytes(unpacked(shared_golden / "xray" / f"{name}.gz"))
    return shared_golden / "xray"


@pytest.mark.parametrize("name", XRAY)
def test_plain_text(name, xray, run_java):
    """Scores, statistics, summaries and alignments on 2,489 segments."""
    options = XRAY[name].split()
    own = options[:2] if options[0] == "--class" else []
    code, out, err = run_java(*own, "system1.hyp", "reference", *options[len(own) :])
    assert (code, err) == (0, b"")
    assert out == unpacked(xray / f"system1.{name}.gz")


def test_quiet(xray, run_java):
    """Segment scores go to standard error, the final one to standard output."""
    code, out, err = run_java("system1.hyp", "reference", "-l", "en", "-norm", "-q")
    assert code == 0
    assert out == (xray / "system1.q.stdout").read_bytes()
    assert err == unpacked(xray / "system1.q.stderr.gz")


def test_written_alignments(xray, tmp_path, run_java):
    """The file of alignments."""
    code, _, _ = run_java(
        "system1.hyp", "reference", *["-l", "en", "-norm", "-t", "rank", "-writeAlignments", "-f", "mine"]
    )
    assert code == 0
    assert (tmp_path / "mine-align.out").read_bytes() == unpacked(xray / "system1.rank-align.out.gz")


@pytest.mark.parametrize(
    ("source", "target", "options"),
    [
        ("matcher.in", "matcher-maxcov.out", ""),
        ("matcher.in", "matcher-maxacc.out", "-t maxacc"),
        *(("stress.in", f"stress.beam{beam}.out.gz", f"-x {beam}") for beam in (40, 3, 1)),
        ("stress.in", "stress.maxacc.out.gz", "-t maxacc"),
    ],
)
def test_matcher_on_standard_input(source, target, options, shared_golden, run_java):
    """Alignments of pairs that are hard to align."""
    folder = shared_golden / "align"
    stdin = (folder / source).read_bytes()
    arguments = ("--class", "Matcher", "-", "-", "-stdio", "-a", str(folder / "par.gz"), *options.split())
    expected = unpacked(folder / target) if target.endswith(".gz") else (folder / target).read_bytes()
    assert run_java(*arguments, stdin=stdin) == (0, expected, b"")


def test_stdio(shared_golden, run_java):
    """The line protocol: its errors, scores of a corpus, and evaluations."""
    table = ("-a", str(shared_golden / "align" / "par.gz"))
    folder = shared_golden / "stdio"
    requests = (folder / "mini.in").read_bytes()
    expected = (folder / "mini.out").read_bytes()
    assert run_java("-", "-", "-stdio", "-l", "en", "-norm", *table, stdin=requests) == (0, expected, b"")
    requests = unpacked(shared_golden / "inputs" / "example.score.in.gz")
    expected = unpacked(folder / "example.score.jar.out.gz")
    assert run_java("-", "-", "-stdio", "-l", "en", "-t", "tune", stdin=requests) == (0, expected, b"")
    requests, expected = unpacked(folder / "eval.in.gz"), unpacked(folder / "eval.out.gz")
    assert run_java("-", "-", "-stdio", "-l", "en", "-t", "tune", *table, stdin=requests) == (0, expected, b"")


def test_sgml(shared_golden, tmp_path, monkeypatch, run_java):
    """A system of WMT 2009: the summary, and the three files of scores."""
    monkeypatch.chdir(tmp_path)
    for name in ("test.sgm", "ref.sgm"):
        (tmp_path / name).write_bytes(unpacked(shared_golden / "inputs" / f"{name}.gz"))
    code, out, _ = run_java("test.sgm", "ref.sgm", "-l", "en", "-norm", "-sgml")
    folder = shared_golden / "sgml"
    assert (code, out) == (0, (folder / "example.stdout").read_bytes())
    assert (tmp_path / "meteor-seg.scr").read_bytes() == unpacked(folder / "meteor-seg.scr.gz")
    for name in ("meteor-doc.scr", "meteor-sys.scr"):
        assert (tmp_path / name).read_bytes() == (folder / name).read_bytes()


def test_small_sgml(shared_golden, tmp_path, monkeypatch, run_java):
    """Odd SGML: broken lines, hidden segments, missing references."""
    monkeypatch.chdir(tmp_path)
    folder = shared_golden / "sgml" / "mini"
    table = shared_golden / "align" / "par.gz"
    files = (str(folder / "tst.sgm"), str(folder / "ref.sgm"))
    code, _, _ = run_java(*files, "-sgml", "-l", "en", "-norm", "-a", str(table), "-writeAlignments")
    assert code == 0
    for name in ("seg.scr", "doc.scr", "sys.scr", "align.out"):
        assert (tmp_path / f"meteor-{name}").read_bytes() == (folder / f"meteor-{name}").read_bytes()


@pytest.mark.parametrize("code", ["en", "de", "fr", "es", "cz", "ru"])
def test_normalizer(code, shared_golden, run_java):
    """Some 630 tricky lines, with and without punctuation."""
    lines = (shared_golden / "norm" / f"{code}.in").read_bytes()
    for keep in ("true", "false"):
        expected = (shared_golden / "norm" / f"{code}.punct-{keep}.out").read_bytes()
        assert run_java("--class", "Normalizer", code, keep, stdin=lines) == (0, expected, b"")


@pytest.mark.parametrize(
    "code", ["da", "de", "en", "es", "fi", "fr", "hu", "it", "nl", "no", "pt", "ro", "ru", "se", "tr"]
)
def test_stemmer(code, shared_golden, run_java):
    """Thousands of words of every language that has a stemmer."""
    rows = [
        line.split(b"\t")
        for line in unpacked(shared_golden / "stem" / f"{code}.tsv.gz").removesuffix(b"\n").split(b"\n")
    ]
    words, stems = (b"".join(row[place] + b"\n" for row in rows) for place in (0, 1))
    assert run_java("--class", "Stemmer", code, stdin=words) == (0, stems, b"")


def test_filter(shared_golden, tmp_path, monkeypatch, run_java):
    """The entries that are kept, and what is printed meanwhile."""
    folder = shared_golden / "filter"
    monkeypatch.chdir(folder)
    out = run_java("--class", "FilterParaphrase", "par.gz", str(tmp_path / "out.gz"), "ref.txt")
    assert out == (0, (folder / "stdout.txt").read_bytes(), b"")
    assert unpacked(tmp_path / "out.gz") == unpacked(folder / "out.gz")
