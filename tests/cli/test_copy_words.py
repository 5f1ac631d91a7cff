"""`bolide copy-words`, `bolide entities`, and what the other commands say of copy words."""

import gzip
import json
from pathlib import Path

import pytest

PAIRS = "text1\ttext2\tlabel\no rio corre\tcorre o rio\t1\no rio\tum rio grande\t1\num gato\tuma gata\t0\n"
TAGGED = "Anna\tB-PER\nsleeps\tO\n\nBela\tB-PER\nsleeps\tO\n\nthe\tO\ncat\tO\n\n" * 5


def test_words_are_printed_with_their_counts(bolide, write):
    """The commonest first; how many there are goes to standard error; the file serves as --copy-words."""
    path = write("pairs.tsv", PAIRS)
    result = bolide("copy-words", path, "-l", "pt", "-F", "1", "-P", "0.9", "--least-score", "1")
    assert result.out == "word\tcount\ttogether\tprobability\nrio\t2\t2\t1.0\ncorre\t1\t1\t1.0\n"
    assert (result.code, result.err) == (0, "2 pairs, 5 different words, 2 copy words\n")
    words = write("words.tsv", result.out)
    text = write("h", "o rio\n")
    assert "|copy_words:words-" in bolide("score", text, text, "-l", "pt", "--copy-words", words, "--copy-x", "8").out


def test_by_alignment(bolide, write):
    """With --aligned, a word must be matched with itself anywhere; by bags, it must only be on both sides."""
    pairs = write("p.tsv", "text1\ttext2\no rio rio corre\to rio corre\n")
    options = ("copy-words", pairs, "-l", "pt", "-F", "1")
    assert {"corre", "rio"} <= set(_words(bolide(*options)))
    assert {"corre", "rio"} & set(_words(bolide(*options, "--aligned"))) == {"corre"}


def test_kinds_of_words(bolide, write):
    """Each word has the type that the recogniser gives it most often; the shares of the types go to standard error."""
    pairs = write("p.tsv", "text1\ttext2\nHe flew to Berlin yesterday\tYesterday he flew to Berlin\n")
    result = bolide("copy-words", pairs, "-F", "1", "--kinds")
    rows = {row.split("\t")[0]: row.split("\t")[-1] for row in result.out.splitlines()}
    assert rows == {"word": "kind", "berlin": "LOC", "flew": "OTHER", "yesterday": "OTHER"}
    assert result.err.splitlines()[-1] == "kinds: OTHER 2 (66.7%), LOC 1 (33.3%)"


def _words(result):
    """Return the words that a run printed."""
    assert result.code == 0, result.err
    return [line.split("\t")[0] for line in result.out.splitlines()[1:]]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["-l", "pt"], ["rio"]),
        (["-l", "pt", "--preset", "meteor-1.5-paper"], ["rio", "a", "is"]),
        (["-l", "el", "--preset", "universal"], ["rio", "a", "is"]),
        (["-l", "pt", "--function-words", "{own}"], ["rio", "is"]),
        (["--resources", "{folder}"], ["a", "is"]),
        ([], ["rio"]),
    ],
)
def test_whose_function_words_are_left_out(bolide, write, options, expected):
    """The preset's, which may be none, those of a file, of a folder or of English: the ones that the metric would use."""
    write("function.words", "rio\n")
    write("paraphrase.gz", gzip.compress(b""))
    pairs = write("p.tsv", "text1\ttext2\nrio a is\trio a is\nrio\trio\n")
    given = [option.format(own=write("own", "a\n"), folder=Path(pairs).parent) for option in options]
    assert _words(bolide("copy-words", pairs, "-F", "1", *given)) == expected


def test_align_tells_what_was_missed_and_added(bolide, write):
    """Under each segment and at the end, in text and in JSON; nothing where copy words do not count."""
    words = write("words", "rio\nfaro\n")
    files = (write("h", "o rio\num faro\n"), write("r", "o rio\num rio\n"), "-l", "pt")
    options = ("--copy-words", words, "--copy-x", "8")
    text = bolide("align", *files, *options).out
    assert "\ncopy words 1 of 1 kept\n" in text
    assert "\ncopy words 0 of 1 kept; missed: rio; added: faro\n" in text
    assert text.endswith("copy words 1 of 2 kept, 1 added, in 2 segments\nmost missed: rio 1\nmost added: faro 1\n")
    *segments, corpus = map(json.loads, bolide("align", *files, *options, "--format", "json").out.splitlines())
    assert segments[1]["copy_words"] == {"kept": [], "missed": ["rio"], "added": ["faro"]}
    counts = {"kept": {"rio": 1}, "missed": {"rio": 1}, "added": {"faro": 1}}
    assert corpus["corpus"]["copy_words"] == {"segments": 2, **counts}
    assert "copy" not in bolide("align", *files).out
    assert "copy" not in bolide("align", *files, "--format", "json").out


def test_score_counts_copy_words_in_json(bolide, write):
    """Of every system and segment; the jar's numbers stay alone where copy words do not count."""
    files = (write("h", "o rio 7\n"), write("r", "o rio 8\n"), "-l", "pt", "--format", "json", "--segments")
    system = json.loads(bolide("score", *files, "--copy-from", "numbers", "--copy-x", "3,1").out)["systems"][0]
    counts = {"hypothesis": 1, "hypothesis_matched": 0, "reference": 1, "reference_matched": 0}
    assert system["copy_words"] == system["segments"][0]["copy_words"] == counts
    assert "copy_words" not in json.loads(bolide("score", *files).out)["systems"][0]


def test_entities(bolide, write, tmp_path):
    """A model is trained and tags text, all from the command line."""
    pytest.importorskip("pycrfsuite")
    tagged, model = write("t.iob2", TAGGED), str(tmp_path / "m.entities")
    result = bolide("entities", "train", f"{tagged}*2", "--output", model)
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith(f"wrote {model}: ")
    assert result.out.endswith(" 30 segments\n")
    nowhere = bolide("entities", "train", tagged, "--output", str(tmp_path / "no" / "m"))
    assert (nowhere.code, nowhere.err.count("there is no folder")) == (2, 1)
    recogniser = ("--recogniser", f"crf:{model}")
    text = write("text", "Anna sleeps\n\nthe cat\n")
    assert bolide("entities", "tag", text, *recogniser).out == "Anna\tB-PER\nsleeps\tO\n\n\nthe\tO\ncat\tO\n\n"
    first = bolide("entities", "tag", text, *recogniser, "--format", "json").out.splitlines()[0]
    assert json.loads(first) == {"tokens": ["Anna", "sleeps"], "tags": ["B-PER", "O"]}
