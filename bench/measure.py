"""The cost of a process, and comparable costs of several tools."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import TypeVar

Result = TypeVar("Result")

# Linux counts resident memory in KiB, macOS in bytes.
_MEMORY_UNIT = 1 if sys.platform == "darwin" else 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """Elapsed and processor time in seconds, peak resident memory in MB (a million bytes)."""

    wall: float
    cpu: float
    memory: float

    def per(self, segments: int) -> "Cost":
        """Return the times per segment; the memory stays."""
        return Cost(wall=self.wall / segments, cpu=self.cpu / segments, memory=self.memory)


def run(command: Sequence[str]) -> tuple[str, Cost]:
    """Run a command to its end; return what it printed, and its cost with all its threads and children.

    The kernel counts the peak memory of the parent at the start of a child as the child's own. So the benchmark itself stays small:
    it holds no corpus, and imports neither NumPy nor what it measures.
    """
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as talk:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=output, stderr=talk)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            talk.seek(0)
            last_words = talk.read().decode(errors="replace")[-2000:]
            raise RuntimeError(f"exit code {process.returncode} from: {' '.join(command)}\n{last_words}")
        output.seek(0)
        printed = output.read().decode()
    memory = usage.ru_maxrss * _MEMORY_UNIT / 1e6
    return printed, Cost(wall=wall, cpu=usage.ru_utime + usage.ru_stime, memory=memory)


def interleave(tasks: Mapping[str, Callable[[], Result]], rounds: int) -> dict[str, list[Result]]:
    """Run all tasks in turn, several times over: what else the machine does then falls on all of them alike."""
    results: dict[str, list[Result]] = {name: [] for name in tasks}
    for number in range(1, rounds + 1):
        for name, task in tasks.items():
            print(f"  round {number} of {rounds}: {name}", file=sys.stderr)
            results[name].append(task())
    return results


def median(costs: Sequence[Cost]) -> Cost:
    """The median of each quantity."""
    return Cost(
        **{field.name: statistics.median(getattr(cost, field.name) for cost in costs) for field in fields(Cost)}
    )
