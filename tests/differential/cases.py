"""A case of the differential fuzz: a program of the jar, its options, and its files as blocks of lines."""

from __future__ import annotations

import gzip
import shlex
from dataclasses import dataclass
from pathlib import Path

__all__ = ["STDIN", "Block", "Case", "block"]

STDIN = "stdin"
Block = tuple[tuple[str, str], ...]  # Lines that stand or fall together, each behind the name of its file.


def block(*lines: tuple[str, str]) -> Block:
    """Return lines, each with its file, that belong together: a segment and its references, an entry of a table."""
    return lines


@dataclass(frozen=True, kw_only=True)
class Case:
    """One call. `files` are written also if no line is left for them; bytes that are not UTF-8 are surrogates in lines."""

    files: tuple[str, ...]
    options: tuple[tuple[str, ...], ...]
    blocks: tuple[Block, ...]
    tail: Block = ()  # Lines that files always end with.
    inputs: tuple[str, str] = ("hyp", "ref")
    program: str = "Meteor"

    @property
    def arguments(self) -> list[str]:
        """What stands behind the name of the program."""
        return [*self.inputs, *(word for option in self.options for word in option)]

    @property
    def words(self) -> int:
        """How many words its lines have."""
        return sum(len(line.split()) for lines in self.blocks for _, line in lines)

    def command(self) -> str:
        """Return the call of `bolide java` for a shell."""
        own = ["--class", self.program] if self.program != "Meteor" else []
        call = shlex.join(["bolide", "java", *own, *self.arguments])
        return f"{call} < {STDIN}" if STDIN in self.files else call

    def content(self) -> dict[str, bytes]:
        """Return the bytes of every file."""
        lines: dict[str, list[str]] = {name: [] for name in self.files}
        for entry in (*self.blocks, self.tail):
            for name, line in entry:
                lines[name].append(line)
        return {name: "".join(f"{line}\n" for line in lines[name]).encode("utf-8", "surrogateescape") for name in lines}

    def write(self, folder: Path) -> None:
        """Put its files into a folder."""
        for name, data in self.content().items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(gzip.compress(data, mtime=0) if name.endswith(".gz") else data)

    def show(self) -> str:
        """Return the case as text: its call and the lines of its files, with what cannot be seen escaped."""
        parts = [self.command()]
        for name, data in self.content().items():
            shown = [f"    {line!a}" for line in data.decode("utf-8", "surrogateescape").split("\n")[:-1]]
            parts += [f"  {name}:", *shown]
        return "\n".join(parts)
