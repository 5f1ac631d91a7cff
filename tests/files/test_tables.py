"""TSV, CSV and JSON Lines: what they mean, and that damage is reported with its place."""

import gzip
import io
import sys
from types import SimpleNamespace

import pytest

from bolide.errors import InputError
from bolide.files import table_files as rows_module
from bolide.files.corpus import Source, read_corpus
from bolide.files.table_files import SCORED


def read(path, form, columns=None):
    """All of a file: ids, and for each system its hypotheses with their references."""
    chosen = SCORED.parse([columns] if columns else [])
    with read_corpus(form, [Source(path=str(path))], chosen) as corpus:
        batches = list(corpus.batches(2))
        assert sum(len(batch) for batch in batches) == corpus.count
        assert corpus.has_ids == all(batch.ids is not None for batch in batches)
        ids = [segment for batch in batches for segment in batch.ids or ()]
        systems = {
            name: [
                pair for batch in batches for pair in zip(batch.hypotheses[name], batch.references[name], strict=True)
            ]
            for name in corpus.systems
        }
    return ids, systems


def fails(path, form, columns=None):
    with pytest.raises(InputError) as caught:
        read(path, form, columns)
    return str(caught.value).replace(str(path), "FILE")


def saved(tmp_path, text, name="file"):
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.mark.parametrize("hypothesis", ["hypothesis", "Hyp", "mt", "PREDICTION"])
@pytest.mark.parametrize("reference", ["reference", "ref", "references", "Ref_1", "refA", "reference-2"])
def test_known_names_are_found_in_any_order_and_case(tmp_path, hypothesis, reference):
    path = saved(tmp_path, f"src\t{reference}\t{hypothesis}\nx\tr\th\n")
    assert read(path, "tsv") == ([], {str(path): [("h", ["r"])]})


def test_several_reference_columns_are_ragged(tmp_path):
    """Of several references an empty cell is not a reference; a single empty one is an empty text."""
    path = saved(tmp_path, "mt\tref1\tref2\tref3\na\tx\t\tz\nb\t\ty\t\n")
    assert read(path, "tsv")[1][str(path)] == [("a", ["x", "z"]), ("b", ["y"])]
    path = saved(tmp_path, "mt\tref\n\t\n")
    assert read(path, "tsv")[1][str(path)] == [("", [""])]


@pytest.mark.parametrize("name", ["seg_id", "segment_id", "Sentence_ID", "idx"])
def test_ids_that_are_repeated(tmp_path, name):
    """Usual names of ids are known; a note names one that a system has twice, such as where the systems are not known."""
    path = saved(tmp_path, "".join(f'{{"{name}": {i}, "mt": "m", "ref": "r", "engine": "e"}}\n' for i in (0, 4, 0, 4)))
    assert read(path, "jsonl")[0] == [0, 4, 0, 4]
    for columns, note in (
        ({}, f"the id 0 occurs more than once in {path}: is another column the id or the system"),
        (
            {"segment": ()},
            "None",
        ),
    ):
        with read_corpus("jsonl", [Source(path=str(path))], columns) as corpus:
            assert str(corpus.note).startswith(note)


def test_systems_in_one_file_may_be_mixed(tmp_path):
    """Each system keeps its order, for any order of rows."""
    rows = ("B1", "A1", "A2", "B2", "B3", "A3")
    lines = ["system\tid\tmt\tref", *(f"{name}\t{i}\t{name.lower()}{i}\tr{i}" for name, i in rows)]
    ids, systems = read(saved(tmp_path, "\n".join(lines)), "tsv")
    assert ids == ["1", "2", "3"]
    assert systems == {name: [(f"{name.lower()}{i}", [f"r{i}"]) for i in (1, 2, 3)] for name in "BA"}


def test_chosen_columns_win_over_known_names(tmp_path):
    path = saved(tmp_path, "hyp\tref\tmt\tid\nh\tr\tm\t7\n")
    assert read(path, "tsv", "hypothesis=hyp,reference=mt,segment=") == ([], {str(path): [("h", ["m"])]})


def test_several_hypothesis_columns_are_systems(tmp_path):
    path = saved(tmp_path, "ref\tA\tB\nr\ta\tb\n")
    assert read(path, "tsv", "hypothesis=A,hypothesis=B")[1] == {"A": [("a", ["r"])], "B": [("b", ["r"])]}


@pytest.mark.parametrize(("form", "separator"), [("csv", ","), ("csv", ";"), ("tsv-quoted", "\t")])
def test_an_open_quote_is_an_error_and_does_not_swallow_the_file(tmp_path, form, separator):
    head = f"mt{separator}ref\n"
    assert fails(saved(tmp_path, head + f'"a{separator}b\n'), form).startswith(
        "FILE:2: a quotation mark opens a cell that does not end in its row (unexpected end of data): close"
    )
    rest = f"a{separator}b\n" * 200_000
    assert "field larger than field limit" in fails(saved(tmp_path, head + '"' + rest), form)
    row = f"a{separator}b\n"
    cell = f'"in two\nlines"{separator}b\n'
    swallowing = {
        f'"a{separator}b\n{row}"c" d{separator}b\n': f"'{separator}' expected after '\"'",
        f'"a{separator}b\n{row}c"\n{row}': "it closes in line 7",
        f'"a{separator}b\n{row * 10}c"{separator}b\n': "it closes in line 16",
    }
    for text, reason in swallowing.items():
        said = fails(saved(tmp_path, head + row + cell + text), form)
        assert said.startswith(f"FILE:5: a quotation mark opens a cell that does not end in its row ({reason}): close")


CHOOSE = "FILE:1: {0} column is named for the {1}: choose with --columns {1}=COLUMN; the columns are {2}"
NO_REFERENCE = "there is no reference: every segment needs at least one (it may be empty)"
ROLES = "--columns takes ROLE=COLUMN[,ROLE=COLUMN ...] with the roles hypothesis, reference, system, id, not "
SAME_ORDER = "put them into the same order, or ignore the ids with --columns id="


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "FILE:1: there is no header: the first line must name the columns"),
        ("mt\tref\n", "there are no segments to score: the input has no rows"),
        ("mt\tref\na\tb\na\n", "FILE:3: the row has 1 cells and the header 2: fix the row"),
        ("a\tref\n", CHOOSE.format("no", "hypothesis", "'a', 'ref'")),
        ("mt\thyp\tref\n", CHOOSE.format("more than one", "hypothesis", "'mt', 'hyp', 'ref'")),
        ("mt\tref1\tref2\na\t\t\n", f"FILE:2: {NO_REFERENCE}"),
        ("mt\tref\tid\na\tb\t\n", "FILE:2: the segment id '' is empty or contains a tab, a line break or a control character"),
        ("system\tmt\tref\nA\ta\tb\nB\ta\tb\nA\ta\tb\n", "the systems differ in their number of segments: A has 2, B has 1"),
        ("system\tid\tmt\tref\nA\t1\ta\tb\nB\t2\ta\tb\n", f"the systems differ in their segments: number 1 is 1 in A and 2 in B: {SAME_ORDER}"),
    ],
)  # fmt: skip
def test_a_damaged_tsv_is_an_error_with_its_place(tmp_path, text, message):
    assert fails(saved(tmp_path, text), "tsv") == message


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ("hypothesis=x", "FILE:1: there is no column 'x' for the hypothesis: the columns are 'mt', 'ref'"),
        (
            "hypothesis=mt,hypothesis=ref,system=mt",
            "FILE:1: several columns of hypotheses cannot be combined with a column of systems",
        ),
        ("translation=x", f"{ROLES}'translation=x'"),
        ("system=a,system=b", "--columns names two columns for the system"),
    ],
)
def test_a_wrong_choice_of_columns_is_explained(tmp_path, columns, message):
    assert fails(saved(tmp_path, "mt\tref\na\tb\n"), "tsv", columns) == message


def test_too_many_systems_hint_at_the_wrong_column(tmp_path, monkeypatch):
    monkeypatch.setattr(rows_module, "MOST_SYSTEMS", 3)
    text = "system\tmt\tref\n" + "".join(f"{i}\ta\tb\n" for i in range(4))
    assert fails(saved(tmp_path, text), "tsv").startswith(
        "FILE:5: this is system number 4, more than can be scored at once"
    )


def test_comet_objects_and_lists_of_references_are_understood(tmp_path):
    path = saved(
        tmp_path,
        '{"src": "s", "mt": "m", "ref": "r", "id": 5}\n'
        '{"hypothesis": "", "references": ["x", "y"], "ref": null, "id": "b"}\n'
        '{"prediction": "p", "refs": ["z"], "id": 6}\n',
    )
    ids, systems = read(path, "jsonl")
    assert ids == [5, "b", 6]
    assert systems == {str(path): [("m", ["r"]), ("", ["x", "y"]), ("p", ["z"])]}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "the line is not JSON (Expecting value: line 1 column 1 (char 0)): every line must be one whole object"),
        ('{"mt": "a", ', "the line is not JSON ("),
        ("[1]", "the line is a JSON list: every line must be one whole object"),
        ('{"mt": "a", "ref": []}', NO_REFERENCE),
        ('{"mt": null, "ref": "r"}', 'the hypothesis is missing: give text ("" if it is empty)'),
        ('{"mt": "a", "ref": ["r", 3]}', 'the reference is no text but int: give text ("" if it is empty)'),
        ('{"mt": "a", "ref": "r", "id": "x"}', "either all segments have ids or none: --columns id= ignores them"),
        ('{"mt": "a", "ref": "r", "system": true}', "the name of a system must be text or a whole number, not bool"),
        ('{"mt": "a", "ref": "r", "system": "a\\tb"}', "the name of a system 'a\\tb' is empty or contains a tab"),
        ("[" * 100_000, "the line is not JSON ("),
        ('{"mt": "a", "ref": "r", "mt": "b"}', "the key 'mt' occurs twice in one object: remove one of them"),
    ],
)
def test_a_damaged_json_line_is_an_error_with_its_place(tmp_path, line, message):
    path = saved(tmp_path, '{"mt": "a", "ref": "r"}\n' + line + "\n{}\n")
    assert fails(path, "jsonl").startswith(f"FILE:2: {message}")


@pytest.mark.parametrize(
    ("form", "text"),
    [("tsv", "mt\tref\tid\na b\tr\t1\nc\t\t2\n"), ("csv", "mt,ref,id\na b,r,1\nc,,2\n"),
     ("jsonl", '{"mt": "a b", "ref": "r", "id": 1}\n{"mt": "c", "ref": "", "id": 2}\n')],
)  # fmt: skip
def test_gzip_carriage_returns_byte_order_mark_and_standard_input_are_as_in_plain_text(
    tmp_path, monkeypatch, form, text
):
    wanted = ([1, 2] if form == "jsonl" else ["1", "2"], [("a b", ["r"]), ("c", [""])])
    dressed = b"\xef\xbb\xbf" + text.replace("\n", "\r\n").removesuffix("\r\n").encode()
    for data in (text.encode(), dressed, gzip.compress(dressed)):
        path = saved(tmp_path, data)
        ids, systems = read(path, form)
        assert (ids, systems[str(path)]) == wanted
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data)))
        ids, systems = read("-", form)
        assert (ids, systems["-"]) == wanted


def test_files_have_systems_of_their_own(tmp_path):
    """Two files are two systems; a file that names its systems cannot be renamed; two systems of one name are refused."""
    a = saved(tmp_path, "mt\tref\na\tr\n", "a.tsv")
    b = saved(tmp_path, "mt\tref\nb\tr\n", "b.tsv")
    named = saved(tmp_path, "system\tmt\tref\nX\tb\tr\n", "c.tsv")
    with read_corpus("tsv", [Source(path=str(a), name="A"), Source(path=str(b))]) as corpus:
        assert corpus.systems == ["A", str(b)]
    with pytest.raises(
        InputError, match=r"c.tsv:2: the file names its systems itself: give the file without --system Y="
    ):
        read_corpus("tsv", [Source(path=str(named), name="Y")])
    with pytest.raises(InputError, match=r"a.tsv:2: two systems are named X, the other is in .*c.tsv"):
        read_corpus("tsv", [Source(path=str(named)), Source(path=str(a), name="X")])


def test_parquet_holds_text_and_lists(tmp_path):
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "file.parquet"
    table = arrow.table(
        {"mt": ["a", "b"], "refs": [["r", "s"], ["t"]], "seg_id": [1, 2], "system": ["S", "S"], "extra": [1.5, None]}
    )
    parquet.write_table(table, path)
    assert read(path, "parquet") == ([1, 2], {"S": [("a", ["r", "s"]), ("b", ["t"])]})
    parquet.write_table(arrow.table({"mt": ["a", None], "ref": ["r", "s"]}), path)
    assert fails(path, "parquet") == 'FILE, row 2: the hypothesis is missing: give text ("" if it is empty)'
    parquet.write_table(arrow.table({"mt": ["a"], "x": ["r"]}), path)
    assert fails(path, "parquet").startswith("FILE: no column is named for the reference")


def test_a_damaged_parquet_file_is_an_input_error(tmp_path):
    pytest.importorskip("pyarrow")
    assert fails(saved(tmp_path, "PAR1 no"), "parquet").startswith("cannot read FILE after row 0: ")
    assert fails(tmp_path / "nothing", "parquet").startswith("cannot read FILE after row 0: ")
    assert fails("-", "parquet") == "Parquet cannot be read from standard input: name a file"


def test_parquet_without_pyarrow_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    assert fails(saved(tmp_path, ""), "parquet") == "Parquet needs pyarrow: pip install 'bolide[parquet]'"


def test_a_table_without_rows_among_others(bolide, write):
    """It is refused by its name: its system would be missing from the scores."""
    tables = write("full.tsv", "mt\tref\na\tb\n"), write("empty.tsv", "mt\tref\n")
    done = bolide("score", "--system", f"A={tables[0]}", "--system", f"B={tables[1]}", "-l", "pt")
    assert done.code == 2
    assert done.err.endswith("empty.tsv: the table has no rows: add them, or leave the file out\n")


def test_columns_that_differ_only_in_case(bolide, write):
    """None of two columns that may have a role is chosen in silence."""
    judged = write("judged.tsv", "mt\tref\tScore\tscore\na\tb\t1\t2\n")
    done = bolide("evaluate", judged, "-l", "pt")
    assert done.code == 2
    assert done.err.endswith("'mt', 'ref', 'Score', 'score'; rename one, or choose with --columns\n")
