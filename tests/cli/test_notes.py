"""Notes about results that are probably not what was meant: each where it should be, and none where all is well."""

import re

import pytest
from surroundings import ROOT

from bolide.analysis.judged_sets import read_judgements
from bolide.cli.metric_options import english_text, two_languages
from bolide.data.languages import any_language
from bolide.text.guessing import doubt_english, guess_language

EXAMPLES = ROOT / "examples"
SYSTEM_A, SYSTEM_B, REFERENCE = (str(EXAMPLES / name) for name in ("system-a.txt", "system-b.txt", "reference.txt"))

GERMAN = [
    "Der Hund schläft auf dem Sofa und die Katze sitzt am Fenster.",
    "Wir haben gestern einen langen Spaziergang an der Elbe gemacht.",
    "Das neue Museum wird im nächsten Jahr von der Stadt eröffnet.",
]
SWAHILI = "Watoto wanacheza mpira katika uwanja wa shule."
PORTUGUESE = [f"{subject} {verb} {place}" for subject in ("o gato", "a menina", "um homem", "esta velha")
              for verb, place in (("dormia", "na casa azul"), ("corria", "pelo campo verde"), ("cantava", "junto ao rio"))]  # fmt: skip


def _english(name: str) -> list[str]:
    return (EXAMPLES / name).read_text(encoding="utf-8").splitlines()


def _written(write, name, lines):
    return write(name, "\n".join(lines) + "\n")


def test_a_system_taken_for_a_reference_is_named(bolide, files):
    """`score` with three files says which are references, and how to score several systems."""
    result = bolide("score", *files, "-l", "pt")
    assert result.code == 0
    assert result.err == (
        f"note: {files[0]} is scored against 2 references: {files[1]}, {files[2]}; "
        f"to score several systems: bolide score --ref {files[2]} {files[0]} {files[1]}\n"
    )
    assert bolide("score", *files, "-l", "pt", "--quiet").err == ""
    assert bolide("score", "--ref", files[2], files[0], files[1], "-l", "pt").err == ""


@pytest.mark.parametrize("names", ["ref.pt hyp.pt", "2019-ende-ref.pt sys.pt", "References.txt a.txt b.txt"])
@pytest.mark.parametrize("command", ["score", "compare"])
def test_a_reference_taken_for_a_system_is_named(bolide, write, command, names):
    """References that come first, as in sacreBLEU, are recognised by their names; --ref is certain."""
    paths = [write(name, "o gato dormia\na casa verde\n") for name in names.split()]
    if command == "compare":
        paths.append(write("c.txt", "o gato dormia\na casa verde\n"))
    result = bolide(command, *paths, "-l", "pt")
    assert result.err == (
        f"note: {paths[0]} is scored as a system, since references come last; if it is the reference: "
        f"bolide {command} --ref {' '.join(paths)}\n"
    )
    assert bolide(command, *paths, "-l", "pt", "--quiet").err == ""
    assert bolide(command, "--ref", *paths, "-l", "pt").err == ""


def test_compare_takes_the_last_file_as_the_reference(bolide, files):
    """Two systems and a reference are compared as they are with --ref and --system."""
    short = bolide("compare", *files, "-l", "pt", "--format", "json")
    named = (f"--system={path}" for path in files[:2])
    long = bolide("compare", "--ref", files[2], *named, "-l", "pt", "--format", "json")
    assert (short.code, short.out, short.err) == (0, long.out, "")
    assert '"pairs": [' in short.out
    assert bolide("compare", *files, "-l", "pt").out.startswith(f"reference  {files[2]}\n\n")


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (GERMAN, "it looks like German; give its language, such as -l de"),
        (["Der Hund schläft auf dem Sofa."], "it looks like German"),
        ([SWAHILI], "it looks like Swahili; give its language, such as -l sw"),
        ([SWAHILI] * 6, "it looks like Swahili"),
        (["Gözünü seveyim, öğretmenim çağırıyor"], "English; give its language, such as -l Swahili"),
        (["Собака спит."], "it is in Cyrillic script; give its language, such as -l ru"),
        (["猫が好きです"], "it is in Japanese script; give its language, such as -l ja"),
        (["我喜欢猫"], "it is in Chinese script; give its language, such as -l zh"),
        (["나는 고양이를 좋아한다"], "it is in Korean script; give its language, such as -l ko"),
        (["วันนี้อากาศดี"], "it is in Thai script; give its language, such as -l th"),
        (["कुत्ता सो रहा है"], "it is in Devanagari script; give its language, such as -l hi"),
        (["الكلب ينام على الأريكة"], "it is in Arabic script; give its language, such as -l ar"),
        (["Two men are playing guitar on stage while people watch them from the street below."], None),
        (["The word 猫 means cat, and собака means dog."], None),
        (["Stocks fall sharply", "Angela Merkel visits Zürich", "α-helix"], None),
        (["Hunde schlafen"], None),
        (["", "12 %"], None),
    ],
)
def test_which_language_text_looks_like(lines, expected):
    """Letters tell, and common words of another language; a few words tell nothing, nor does a line for being repeated."""
    note = doubt_english(lines)
    assert note is None if expected is None else expected in str(note)
    assert guess_language([f"{SWAHILI} Haya ni maneno ya mtu la ya hii."]) is None  # Not Spanish for its la and ya.
    assert guess_language([GERMAN[0], SWAHILI, *GERMAN]) == "de"


def test_files_that_are_off_by_a_line(bolide, write):
    """A system that matches better one line further gets a note."""
    reference = _written(write, "r", PORTUGUESE)
    moved = _written(write, "h", [*PORTUGUESE[-1:], *PORTUGUESE[:-1]])
    note = "matches the references much better when moved by 1 line"
    assert f"{note} up" in bolide("score", moved, reference, "-l", "pt").err
    other = _written(write, "g", [*PORTUGUESE[1:], *PORTUGUESE[:1]])
    assert f"{other} {note} down" in bolide("compare", other, moved, reference, "-l", "pt").err


@pytest.mark.parametrize("language", ["pt", "sw", "ru"])
def test_a_source_taken_for_a_reference(bolide, write, language):
    """Hypotheses that share no words with the references get a note, in any language and with any score."""
    source = _written(write, "source", _english("reference.txt")[: len(PORTUGUESE)])
    hypotheses = _written(write, "h", PORTUGUESE)
    said = bolide("score", hypotheses, source, "-l", language).err
    assert re.search(r"note: \S+ and its reference share [0-4] % of their words: are they in the same language\?", said)
    assert "share" not in bolide("score", hypotheses, hypotheses, "-l", language).err
    japanese = [
        "猫がソファーで寝ている。",
        "私たちは昨日公園を散歩した。",
        "彼は毎朝コーヒーを飲む。",
    ]  # Here characters tell.
    moved = _written(write, "moved", [f"{line[2:]}{line[:2]}" for line in japanese])
    assert "share" not in bolide("score", moved, _written(write, "ja", japanese), "-l", "ja").err


@pytest.mark.shared
def test_no_judged_set_looks_like_another_language():
    """Hypotheses and references of all judged sets share enough words, 10, 20 and 100 segments at a time, and are what they are said to be."""
    paths = sorted((ROOT.parent / "shared" / "data" / "judgements").glob("*.tsv.gz"))
    if not paths:
        pytest.skip("the reference data is not beside the project")
    for path in paths:
        (judged,) = read_judgements(str(path))
        pairs = [(item.hypothesis, item.references[0]) for item in judged.translations[:1000]]
        for size in (10, 20, 100):
            for start in range(0, len(pairs) - size, size):
                hypotheses, references = zip(*pairs[start : start + size], strict=True)
                assert two_languages("S", hypotheses, references) is None, (path.name, start)
                assert english_text(references, any_language(judged.language)) is None, (path.name, start)
                if judged.language == "en" or size == 100:
                    assert (doubt_english(references) is None) == (judged.language == "en"), (path.name, start)


@pytest.mark.english
@pytest.mark.parametrize("change", [lambda lines: lines[::-1], lambda lines: lines[20:] + lines[:20]])
def test_files_that_do_not_belong_together(bolide, write, change):
    """Text in another order hardly matches: no better than references of other segments do."""
    shuffled = _written(write, "h", change(_english("system-a.txt")))
    said = bolide("score", shuffled, REFERENCE).err
    assert "hardly any word of" in said
    assert "are these the same segments, in the same order and the same language?" in said


@pytest.mark.english
def test_no_note_on_good_text(bolide, own_golden):
    """The examples and the golden texts of every language are scored and compared without a note."""
    assert bolide("score", SYSTEM_A, REFERENCE).err == ""
    assert bolide("compare", SYSTEM_A, SYSTEM_B, REFERENCE).err == ""
    hypotheses = sorted(own_golden.glob("*.hyp"))
    assert len(hypotheses) > 10
    for path in hypotheses:
        code, table = path.stem, ("--paraphrases", str(own_golden / "paraphrase.gz"))
        uses_table = "paraphrase" in any_language(code).matchers and code != "en"
        language = () if code == "en" else ("-l", code, *(table if uses_table else ()))
        result = bolide("score", str(path), str(path.with_suffix(".ref")), *language)
        assert (result.code, result.err) == (0, ""), path


def test_english_text_in_the_name_of_another_language(bolide):
    """A wrong -l is noticed where the text is plainly English."""
    result = bolide("score", SYSTEM_A, REFERENCE, "-l", "pt")
    assert "note: this looks like English, not Portuguese: is -l pt right?" in result.err


def test_quoted_cells_in_plain_tsv(bolide, write):
    """A note names the first cell that looks quoted, unless the format was chosen; ordinary quotation marks have none."""
    row = 'he said ""no""\t"he" said ""\t{}\n'
    plain, quoted = (write(f"{name}.pt.tsv", "mt\tref\tscore\n" + row.format(1) + last) for name, last in (("p", row.format(2)), ("q", '"he said ""no"""\the\t2\n')))  # fmt: skip
    told = f"note: {quoted}:3: a cell is quoted, as pandas and spreadsheets do it, but plain TSV takes all quotation marks for text: if they are not, "
    for command, mend in (("score", "use --input tsv-quoted\n"), ("evaluate", "save the table as CSV\n")):
        assert told + mend in bolide(command, quoted, "-l", "pt").err
        assert "quoted" not in bolide(command, plain, "-l", "pt").err
    assert "quoted" not in bolide("score", quoted, "-l", "pt", "--input", "tsv").err
