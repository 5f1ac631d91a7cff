"""A disk that is really full: the error names the file, nothing that passes for a result is left, and the next run ends well."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from built_language import make_bitext

pytest.importorskip("ibis")
pytest.importorskip("duckdb")
pytest.importorskip("pyarrow")

TABLE = "meteor-files/paraphrase.gz"


@pytest.fixture
def texts(write) -> list[str]:
    """Return the arguments that name a corpus."""
    files = [write(name, "".join(f"{line}\n" for line in text)) for name, text in zip("fea", make_bitext(1500), strict=True)]  # fmt: skip
    return ["--source", files[0], "--target", files[1], "--alignments", files[2], "--common", "0.05"]


@pytest.fixture
def whole(bolide, texts, tmp_path) -> bytes:
    """Return the table of a build with room enough."""
    assert bolide("build", str(tmp_path / "whole"), *texts).code == 0
    return (tmp_path / "whole" / TABLE).read_bytes()


@pytest.mark.skipif(sys.platform == "win32", reason="limits of POSIX")
def test_files_that_may_not_grow(bolide, texts, whole, tmp_path):
    """The same where files may not grow beyond a limit; without it, the build is resumed."""
    out = tmp_path / "out"
    arguments = ["build", str(out), *texts]
    limited = "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (360_000, 360_000)); from bolide.cli import main; sys.exit(main(sys.argv[1:]))"  # fmt: skip
    failed = subprocess.run([sys.executable, "-c", limited, *arguments], capture_output=True, text=True, check=False)
    assert failed.returncode == 2, failed.stderr
    assert f"cannot write to {out}/work/" in failed.stderr
    assert "File too large; make room there and run it again: what is done is kept" in failed.stderr
    assert [path.name for path in out.iterdir()] == ["work"]
    assert bolide(*arguments).code == 0
    assert (out / TABLE).read_bytes() == whole


def test_an_earlier_result_stays(bolide, texts, tmp_path, monkeypatch):
    """What was built before is there until something new is whole."""
    out = tmp_path / "out"
    assert bolide("build", str(out), *texts).code == 0
    before = {path: path.read_bytes() for path in out.glob("**/*") if path.is_file()}

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("bolide.build.built_folder.write_counts", full)
    result = bolide("build", str(out), *texts, "--min-final", "0.3")
    assert result.code == 2
    assert "No space left on device; make room there" in result.err
    after = {path: path.read_bytes() for path in out.glob("**/*") if path.is_file() and "work" not in path.parts}
    assert {path: after.get(path) for path in before} == before
    assert Path(out / TABLE) in after
