"""Installed language data that was cut off, bit-flipped or tampered with: the scores it always gave, or an error that names file and cure.

`core_fuzz` does the same to the readers themselves, under the sanitizers, also with checksums that are right
(`core/tests/fuzz`); `core/tests/hostile_file_test.cpp` has the cases that were thought of.
"""

import random
from pathlib import Path

import pytest
from commands import rounds
from made_up_meteor import make_distribution
from mutation import mutate

from bolide.data.home import compiled_folder

CASES = {
    "paraphrases-en.bolide": ["-l", "en"],
    "synonyms-en.bolide": ["-l", "en"],
    "stems-ar-bw-red.bolide": ["-l", "ar-bw-red"],
}


@pytest.fixture
def installed(bolide, tmp_path) -> Path:
    """Install data of every kind, and return where they are."""
    origin = str(make_distribution(tmp_path / "meteor"))
    assert bolide("resources", "install", "en", "ar-bw-red", "--from", origin).code == 0
    return Path(compiled_folder())


def _flip(data: bytes, chance: random.Random) -> bytes:
    changed = bytearray(data)
    changed[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def _cut(data: bytes, chance: random.Random) -> bytes:
    return data[: chance.randrange(len(data))]


@pytest.mark.parametrize("name", CASES)
def test_damaged_files(name, installed, bolide, write):
    """A changed file gives what it gave before, where the change does not count, or an error with its name and the cure."""
    texts = write("h", "an auto went ktAb large\nthe cat\n"), write("r", "a car traveled ktb big\nsmall animal\n")
    command = ["score", *texts, *CASES[name], "--segments"]
    right = bolide(*command)
    assert right.code == 0, right.err
    path = installed / name
    data = path.read_bytes()
    chance = random.Random(name)
    refused = 0
    for turn in range(rounds(30, 1500)):
        changed = (_flip, _cut, mutate)[turn % 3](data, chance)
        path.write_bytes(changed)
        result = bolide(*command)
        if result.code == 0:
            assert result.out == right.out, (turn, changed)
        else:
            assert result.code == 2, (turn, changed)
            assert str(path) in result.err, result.err
            assert "bolide resources install" in result.err
            refused += 1
    assert refused
    path.write_bytes(data)
    assert bolide(*command) == right
