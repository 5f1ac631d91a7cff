"""A table is verified once a week, and again after any change; what it says is looked at whenever it is used."""

import os
import re
import time
from pathlib import Path

import pytest

from bolide import _core
from bolide.data import opening
from bolide.data.home import resource_path
from bolide.errors import DamagedResourceError
from bolide.metric.meteor import _located

MEND = "bolide resources install en"


def _settled(path: Path) -> None:
    """Wait until the file's times can tell that it changed."""
    while time.time() < path.stat().st_ctime + 2.1:
        time.sleep(0.05)


@pytest.fixture
def table(tmp_path, monkeypatch):
    """Give a compiled table in a separate home; this process remembers nothing of it."""
    monkeypatch.setenv("BOLIDE_HOME", str(tmp_path))
    path = resource_path("paraphrases-xx")
    path.parent.mkdir(parents=True)
    compiler = _core.ParaphraseCompiler()
    compiler.feed(b"0.5\nbig house\nlarge building\n")
    compiler.write(path, bytes(32), "{}")
    return path


def _note(path: Path) -> Path:
    return path.with_name(f"{path.name}.verified")


def _open(path: Path) -> _core.ParaphraseTable:
    opening._open.cache_clear()
    return opening.open_table("paraphrases", path, MEND)


def _damage(path: Path) -> None:
    """Change a byte of the words, and leave the size and the time of the last change as they were."""
    status = path.stat()
    data = path.read_bytes()
    with path.open("r+b") as file:
        file.seek(data.index(b"building"))
        file.write(b"B")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


def test_a_file_that_changed_a_moment_ago_is_not_trusted(table):
    """A second change might not show in its times."""
    assert not _open(table).is_trusted
    assert not _open(table).is_trusted
    assert not _note(table).exists()


@pytest.mark.skipif(os.name == "nt", reason="files have no identity there: they are verified every time")
def test_a_table_is_verified_once_and_again_after_a_change(table):
    """The second opening trusts the first; damage is found although size and time look right, and check always looks."""
    _settled(table)
    assert not _open(table).is_trusted
    assert _open(table).is_trusted
    assert _open(table).look_up(["big", "house"]) == [("large building", 0.5)]
    _note(table).write_text(f"{_core.RESOURCE_FORMAT}/1 something else", encoding="ascii")
    assert not _open(table).is_trusted
    _note(table).write_bytes(b"\xff\xfe")
    assert not _open(table).is_trusted
    assert _open(table).is_trusted
    _damage(table)
    with pytest.raises(DamagedResourceError, match="do not match their checksum"):
        _open(table)
    with pytest.raises(DamagedResourceError, match="do not match their checksum"):
        opening.check_table("paraphrases", table, MEND)
    assert not _note(table).exists()


@pytest.mark.skipif(os.name == "nt", reason="files have no identity there: they are verified every time")
def test_a_table_is_verified_again_after_a_week_and_after_a_restart(table, monkeypatch):
    """Whatever the times of the file say; then it is trusted for another week."""
    _settled(table)
    _open(table)
    assert _open(table).is_trusted
    verified = _note(table).stat().st_mtime
    for age in (7 * 24 * 3600 + 60, -7 * 24 * 3600):
        os.utime(_note(table), (verified - age, verified - age))
        assert not _open(table).is_trusted
        assert _open(table).is_trusted
    os.utime(_note(table), (verified - 3600, verified - 3600))
    monkeypatch.setattr(opening, "_seconds_up", lambda: 3500)
    assert not _open(table).is_trusted
    assert _open(table).is_trusted


def _scorer(matcher: _core.Matcher, kind: str, table: object) -> _core.Scorer:
    return _core.Scorer(
        tokeniser=_core.Tokeniser(normaliser=None, lowercase=True),
        matchers=[_core.Matcher.exact, matcher],
        aligner=_core.JavaAligner(beam=40, objective=_core.Objective.coverage),
        unit=_core.Unit.words,
        equality=_core.Equality.text,
        formula=_core.MeteorFormula({"alpha": 0.5, "beta": 1, "gamma": 0.5, "delta": 0.5}, [1, 1], None),
        **{kind: table},
    )


@pytest.mark.skipif(os.name == "nt", reason="files have no identity there: they are verified every time")
def test_damage_behind_a_valid_note_is_named(table):
    """A trusted table damaged by a failing disk gives an error with its name and the remedy, once it is used."""
    data = table.read_bytes()
    head = 72 + 32 * int.from_bytes(data[24:28], "little")
    table.write_bytes(data[:head] + b"\xff" * (len(data) - head))
    _settled(table)
    _note(table).write_text(_identity(table), encoding="ascii")
    opening._opened.clear()
    opened = _open(table)
    assert opened.is_trusted
    message = f"{table} is damaged: its contents do not match their checksum; fix it with: {MEND}"
    with pytest.raises(DamagedResourceError, match=re.escape(message)), _located():
        _scorer(_core.Matcher.paraphrase, "paraphrases", opened).align(
            ("big house",), False, ("large building",), False
        )
    assert not _note(table).exists()


def _identity(path: Path) -> str:
    """Return the core's identity of a file, with any contents."""
    status = path.stat()
    times = [divmod(time_ns, 10**9) for time_ns in (status.st_mtime_ns, status.st_ctime_ns)]
    return f"{_core.RESOURCE_FORMAT}/1 {status.st_ino} {status.st_size} " + " ".join(f"{s}.{ns}" for s, ns in times)
