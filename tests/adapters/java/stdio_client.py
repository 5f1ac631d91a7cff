"""An independent client of the stdio server, and hostile requests for it."""

from __future__ import annotations

import random
import subprocess
import sys

MODULES = ("-", "-", "-stdio", "-norm", "-m", "exact stem")
WHOLE = "2 2 0 0 2 2 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 2 2"

_PIECES = (
    *("|||", " ||| ", "||||", "|| |", "|", "SCORE", "EVAL", "SING ||| ", "score", "DOTMULTI", "...", "a cat", ""),
    *"\x00\x01\x0b\x0c\r\t\x7f\x85\u2028\u2029\ufeff\u200b\U0001f600\u0130\ud7ff'\"`\\ ",
    *("\x1b[2J", "e\u0301", "''", "&amp;", "<seg>", "\\n", "the cats sat", "  "),
    *(WHOLE, "1e400", "NaN", "Infinity", "-1", "2,5", "9" * 40, "0x1"),
)


def hostile_requests(count: int, seed: int) -> list[bytes]:
    """Return requests of one line each (without its end); some are not UTF-8, a few are a megabyte long."""
    chance = random.Random(seed)
    verbs = ("SCORE", "SCORE", "EVAL", "SING", "score", "eval", "sing", "Score", "", "SCORE|||", "EVAL |||")
    requests = []
    for number in range(count):
        text = chance.choice(verbs) + "".join(chance.choice(_PIECES) for _ in range(chance.randrange(12)))
        request = text.encode()
        if chance.random() < 0.1:
            place = chance.randrange(len(request) + 1)
            request = request[:place] + bytes(chance.choices([0x80, 0xC3, 0xED, 0xF5, 0xFF], k=3)) + request[place:]
        if number % 997 == 500:
            request += b" ||| " + chance.choice([b"word ", b"|||", b"x", b'"', b"1 "]) * 200_000
        requests.append(request.replace(b"\n", b" "))
    return requests


def promised_lines(request: bytes, dialect: str) -> int:
    """Return how many lines answer a request."""
    fields = request.decode("utf-8", "replace").split("|||")
    while len(fields) > 1 and fields[-1] == "":
        fields.pop()
    if request.startswith((b"EVAL", b"eval")) and dialect == "coco" and len(fields) > 1:
        return len(fields)
    return 1


class Client:
    """A server in a separate process, for one request at a time."""

    def __init__(self, *arguments: str) -> None:
        command = [sys.executable, "-m", "bolide", "java", *arguments]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def ask(self, request: bytes, lines: int) -> list[bytes]:
        """Send a request, and read the lines that answer it."""
        self.process.stdin.write(request + b"\n")
        self.process.stdin.flush()
        return [self.process.stdout.readline() for _ in range(lines)]

    def close(self) -> tuple[int, bytes, bytes]:
        """End the input; return the exit code and what was left to read."""
        self.process.stdin.close()
        rest, errors = self.process.stdout.read(), self.process.stderr.read()
        self.process.stdout.close()
        self.process.stderr.close()
        return self.process.wait(timeout=60), rest, errors
