"""The larger outputs of the Java program (kind: Java; the README.md beside them has the commands): nothing differs."""

from __future__ import annotations

import pytest
from agreement import assert_alignments_agree, assert_scores_agree, assert_statistics_agree
from java_output import read_alignments, read_lines, read_statistics, read_verbose

from bolide import Meteor, _core
from bolide.data.languages import find_language
from bolide.files.java_files import read_alignments as read_file
from bolide.reports.corpus_report import from_jar
from bolide.text import tokeniser

pytestmark = pytest.mark.shared

XRAY = {
    "rank.vout": {},
    "adq.vout": {"task": "adq"},
    "hter.vout": {"task": "hter"},
    "tune.vout": {"task": "tune"},
    "li.vout": {"task": "li"},
    "nopunct.vout": {"text": "nopunct"},
    "lower.vout": {"text": "lower"},
    "noflag.vout": {"text": "raw"},
    "exact.vout": {"matchers": ["exact"], "weights": [1.0]},
    "beam5.vout": {"beam": 5},
    "plain": {},
    "util.plain": {"task": "util"},
    "utilch.plain": {"task": "util", "unit": "characters"},
}
STATISTICS = {"ss": {}, "utilch.ss": {"task": "util", "unit": "characters"}}


@pytest.fixture(scope="module")
def xray(shared_golden):
    """Return the segments of the large English example: hypotheses, references."""
    folder = shared_golden / "xray"
    return read_lines(folder / "system1.hyp.gz"), read_lines(folder / "reference.gz")


@pytest.mark.english
@pytest.mark.parametrize("name", XRAY)
def test_xray_scores(name, xray, shared_golden):
    """Scores of 2,489 segments are equal to the last bit, for each task, text mode and unit."""
    meteor = Meteor(**XRAY[name])
    expected = read_verbose(read_lines(shared_golden / "xray" / f"system1.{name}.gz"))
    assert_scores_agree(meteor.score(*xray), meteor, expected)


@pytest.mark.english
@pytest.mark.parametrize("name", STATISTICS)
def test_xray_statistics(name, xray, shared_golden):
    """Every statistic of 2,489 segments is equal, in words and in characters."""
    statistics = Meteor(**STATISTICS[name]).score(*xray).segments.statistics
    assert_statistics_agree(statistics, read_statistics(read_lines(shared_golden / "xray" / f"system1.{name}.gz")))


@pytest.mark.english
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("rank-align", {}),
        ("matcher-maxcov", {"text": "raw"}),
        ("matcher-maxacc", {"text": "raw", "aligner": "java-maxacc"}),
    ],
)
def test_xray_alignments(name, options, xray, shared_golden):
    """Every match of 2,489 segments is equal, in normalised and in raw text, by coverage and by accuracy."""
    meteor = Meteor(**options)
    expected = read_alignments(read_lines(shared_golden / "xray" / f"system1.{name}.out.gz"))
    assert_alignments_agree(meteor.align_all(*xray), expected, meteor)


@pytest.mark.english
def test_xray_reads_what_bolide_aligns(xray, shared_golden):
    """The jar's alignment file of the example, read back, has our alignments: every word, match, chunk and number."""
    meteor = Meteor()
    names = meteor.pipeline.matchers.names
    read = read_file(str(shared_golden / "xray" / "system1.rank-align.out.gz"), len(names))
    parts = ("hypothesis", "reference", "matches", "chunks", "precision", "recall", "fragmentation", "penalty", "score")
    for ours, theirs in zip(meteor.align_all(*xray), from_jar(read, names)[1], strict=True):
        assert [repr(getattr(ours, part)) for part in parts] == [repr(getattr(theirs, part)) for part in parts]


@pytest.mark.english
@pytest.mark.parametrize(
    ("texts", "output", "options"),
    [
        ("matcher.in", "matcher-maxcov.out", {}),
        ("matcher.in", "matcher-maxacc.out", {"aligner": "java-maxacc"}),
        ("stress.in", "stress.beam40.out.gz", {}),
        ("stress.in", "stress.beam3.out.gz", {"beam": 3}),
        ("stress.in", "stress.beam1.out.gz", {"beam": 1}),
        ("stress.in", "stress.maxacc.out.gz", {"aligner": "java-maxacc"}),
    ],
)
def test_ambiguous_alignments(texts, output, options, shared_golden):
    """Segments made to be ambiguous align as by the Java program's Matcher, for any beam and objective."""
    folder = shared_golden / "align"
    meteor = Meteor(text="raw", paraphrases=folder / "par.gz", **options)
    hypotheses, references = zip(*(line.split(" ||| ") for line in read_lines(folder / texts)), strict=True)
    alignments = meteor.align_all(hypotheses, references)
    assert_alignments_agree(alignments, read_alignments(read_lines(folder / output)), meteor)


@pytest.mark.parametrize("code", ["en", "cz", "de", "es", "fr", "ru"])
@pytest.mark.parametrize("mode", ["norm", "nopunct"])
def test_normaliser(code, mode, shared_golden):
    """Tricky lines are normalised alike; the stored lines are lower-cased here, which the next test checks."""
    folder = shared_golden / "norm"
    chosen = tokeniser(find_language(code), mode)
    expected = read_lines(folder / f"{code}.punct-{'true' if mode == 'norm' else 'false'}.out")
    for line, normalised in zip(read_lines(folder / f"{code}.in"), expected, strict=True):
        assert " ".join(chosen.tokenise(line)) == _core.lower(normalised), line


@pytest.mark.parametrize("code", ["en", "cz", "de", "es", "fr", "ru"])
def test_lower_case(code, shared_golden):
    """Lines are lower-cased as Java's toLowerCase does."""
    mixed = read_lines(shared_golden / "norm" / f"{code}.punct-true.out")
    lower = read_lines(shared_golden / "norm" / f"{code}.punct-true.lower.out")
    assert [_core.lower(line) for line in mixed] == lower


@pytest.mark.parametrize(
    "code", ["da", "de", "en", "es", "fi", "fr", "hu", "it", "nl", "no", "pt", "ro", "ru", "se", "tr"]
)
def test_stemmer(code, shared_golden):
    """Every stored word has the stem that the Java program's Stemmer gives it."""
    stemmer = find_language(code).stemmer
    pairs = [line.split("\t") for line in read_lines(shared_golden / "stem" / f"{code}.tsv.gz")]
    different = {word: stem for word, stem in pairs if _core.stem(stemmer, word) != stem}
    assert not different
