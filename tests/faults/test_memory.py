"""Memory: a process that scores for days takes no more of it than one that scores for a minute."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from commands import big_distribution, environment, rounds, run

# Prints the pages that it takes after the first calls, and after many more that do the same.
CALLS = """
import gc, sys
from pathlib import Path
from bolide import BolideError, Meteor

meteor = Meteor()
lines = [f"an auto {number} went to the large building, w{number % 40}" for number in range(20)]
others = [f"a car {number} traveled to the big house; w{number % 11}" for number in range(20)]

def call(number):
    one, other = lines[number % 20], others[number * 7 % 20]
    meteor.score([one], [[other, one]], threads=1).segments.values("score")
    meteor.statistics([one], [other], threads=1)
    meteor.align(one, other)
    meteor.tokens(one)
    if number % 100 == 0:
        meteor.score(lines, others, threads=2)
        Meteor(language="pt").score([one], [other])
        try:
            meteor.score([one], [other, one])
        except BolideError:
            pass

def pages():
    gc.collect()
    return Path("/proc/self/statm").read_text().split()[1]

first, then = map(int, sys.argv[1:])
for number in range(first):
    call(number)
before = pages()
for number in range(then):
    call(number)
print(before, pages())
"""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="only Linux tells it like this")
def test_memory_stays_flat(tmp_path, resource_folder):
    """The same calls again and again, refused ones among them, take no more memory than the first thousand did."""
    origin = big_distribution(tmp_path / "m", entries=2000)
    assert run("resources", "install", "en", "--from", origin, home=resource_folder).returncode == 0
    command = [sys.executable, "-c", CALLS, "1000", str(rounds(5000, 250_000))]
    result = subprocess.run(command, check=True, capture_output=True, env=environment(resource_folder))
    before, after = (int(pages) * os.sysconf("SC_PAGE_SIZE") for pages in result.stdout.split())
    assert after - before < 512 * 1024, f"{before} bytes became {after}"
