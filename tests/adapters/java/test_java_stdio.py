"""The stdio server: each request gets exactly the lines that its dialect promises, for any text."""

from __future__ import annotations

import contextlib
import os
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from stdio_client import MODULES, WHOLE, Client, hostile_requests, promised_lines

from bolide import Meteor
from bolide.adapters.java.jar_output import BAD_STATISTICS, NO_EVAL, Server

REQUESTS = int(os.environ.get("BOLIDE_FUZZ_REQUESTS", "2000"))
on_posix = pytest.mark.skipif(sys.platform == "win32", reason="signals and pipes of POSIX")


def make_server(dialect: str) -> Server:
    meteor = Meteor("en", matchers=("exact", "stem"))
    return Server(meteor=meteor, parameters=meteor.parameters, dialect=dialect)


COCO, CMU = make_server("coco"), make_server("cmu")


@pytest.mark.parametrize("dialect", ["coco", "cmu"])
def test_stays_in_step(dialect):
    """After every hostile request, the next answer belongs to the next request."""
    client = Client("--stdio-dialect", dialect, *MODULES)
    for number, request in enumerate(hostile_requests(REQUESTS, seed=REQUESTS)):
        answer = client.ask(request, promised_lines(request, dialect))
        assert all(line.endswith(b"\n") for line in answer), request[:200]
        words = number % 7 + 1
        marker = client.ask(b"SCORE ||| x ||| " + b"word " * words, 1)[0]
        assert marker.startswith(f"{words}.0 1.0 ".encode()), (request[:200], answer[:3], marker)
    assert client.close() == (0, b"", b"")


@given(st.text(st.characters(exclude_characters="\n"), max_size=60), st.sampled_from(["SCORE", "EVAL", "SING", "x"]))
def test_any_text_is_answered(text, verb):
    """No text makes an answer of more or fewer lines, nor a line that ends early."""
    request = f"{verb} ||| {text}"
    for server in (COCO, CMU):
        answer = server.answer(request)
        assert len(answer) == promised_lines(request.encode("utf-8", "replace"), server.dialect)
        assert not any(set(line) & {"\n", "\r"} for line in answer)


@pytest.mark.parametrize(
    "statistics",
    [
        "",
        "x",
        "1 2 3",
        WHOLE.replace("2 2", "2.5 2", 1),
        WHOLE.replace("1", "NaN"),
        WHOLE.replace("1", "1e300"),
        "Error: no",
    ],
)
def test_bad_statistics_cost_no_line(statistics):
    """Invalid statistics are answered in place, and for the sum; valid ones beside them are scored."""
    assert COCO.answer(f"EVAL ||| {WHOLE} ||| {statistics} ||| {WHOLE}") == [
        "1.0",
        BAD_STATISTICS,
        "1.0",
        BAD_STATISTICS,
    ]
    assert COCO.answer(f"SING ||| {statistics} ") == [BAD_STATISTICS]
    assert CMU.answer(f"EVAL ||| {statistics} ") == [BAD_STATISTICS]


# Answers of the jar (1.5, with `-l en -m 'exact stem'`) to statistics that no pair of texts has: 4 numbers of lengths, 4 of exact
# matches, 12 of others that are 0 here, chunks and matched words.
IMPOSSIBLE = {
    "3 3 3 0  3 3 0 0  3 0 0": ["0.0", "0.0"],
    "3 3 0 0  3 3 0 0  1 0 0": ["1.0", "0.0"],  # The sum has no chunk.
    "3 3 0 0  3 3 0 0  0 0 0": ["0.0", "0.0"],
    "4 3 0 0  3 3 0 0  1 0 0, 3 4 0 0  4 4 0 0  0 3 3": ["0.0", "1.0389610389610389", "1.0"],
    "5 5 0 0  -3 -2 0 0  2 0 0": ["Infinity", "Infinity"],
    "5 5 0 0  3 2 0 0  2 -1 1": ["0.0", "0.0"],
    "0 0 0 0  3 2 0 0  2 3 2": ["Infinity", "Infinity"],
}


@pytest.mark.parametrize("rows", IMPOSSIBLE)
def test_impossible_statistics(rows):
    """Statistics that contradict themselves get the score of the jar's arithmetic, and so does their sum."""
    fields = [f"{row.rsplit('  ', 1)[0]} {'0 ' * 12}{row.rsplit('  ', 1)[1]}" for row in rows.split(",")]
    assert COCO.answer(" ||| ".join(["EVAL", *fields])) == IMPOSSIBLE[rows]
    assert CMU.answer(f"EVAL ||| {fields[0]}") == IMPOSSIBLE[rows][:1]


def test_dialects():
    """The coco dialect answers a score for each and one for the sum; the cmu dialect the first one, and knows no SING."""
    assert COCO.answer(f"EVAL ||| {WHOLE} ||| {WHOLE}") == ["1.0"] * 3
    assert CMU.answer(f"EVAL |||{WHOLE}|||{WHOLE}") == ["1.0"]
    assert COCO.answer(f"SING ||| {WHOLE}") == ["1.0"]
    assert COCO.answer(f"SING ||| {WHOLE} ||| {WHOLE}") == [NO_EVAL]
    assert CMU.answer(f"SING ||| {WHOLE}") == ["Error: specify SCORE or EVAL"]
    assert COCO.answer("") == ["Error: specify SCORE or EVAL or SING"]


@on_posix
def test_ends_with_its_client():
    """A client that goes away in the middle of a request ends the server."""
    client = Client(*MODULES)
    client.ask(b"SCORE ||| a ||| a", 1)
    client.process.stdin.write(b"SCORE ||| half of a requ")
    code, rest, errors = client.close()
    assert (code, errors) == (0, b"")
    assert rest.startswith(b"Error: specify hypothesis")


@on_posix
def test_ends_when_nobody_reads():
    """A closed pipe ends the server without a word."""
    client = Client(*MODULES)
    client.ask(b"SCORE ||| a ||| a", 1)
    client.process.stdout.close()
    with contextlib.suppress(BrokenPipeError):
        for _ in range(2):
            client.process.stdin.write(b"SCORE ||| a ||| a\n")
            client.process.stdin.flush()
    assert client.process.wait(timeout=60) == 141
    assert client.process.stderr.read() == b""
    client.process.stderr.close()
    with contextlib.suppress(BrokenPipeError):
        client.process.stdin.close()


def test_what_is_not_a_usual_line(run_java):
    """A carriage return is a blank, as a client on Windows sends it; a segment that is too large is answered with the reason."""
    large = b"SCORE ||| " + b"a " * 40_000 + b"||| " + b"a " * 40_001
    code, out, err = run_java(*MODULES, stdin=b"SCORE ||| a\rb ||| a b\r\n" + large + b"\nSCORE ||| x ||| y")
    first, refused, last = out.splitlines()
    assert (code, err, first[:8], last[:8]) == (0, b"", b"2.0 2.0 ", b"1.0 1.0 ")
    assert refused.startswith(b"Error: segment 0: more than")
