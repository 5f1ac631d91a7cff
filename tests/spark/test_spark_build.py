"""Spark runs the same expressions and gives the same rows as DuckDB, bit for bit."""

from pathlib import Path

import pytest

pytest.importorskip("pyspark")
pytest.importorskip("ibis")

import pyarrow.parquet as pq

from bolide.build import BuildRequest, EngineOptions, PivotOptions, build_resource, merge_resources

pytestmark = [pytest.mark.spark, pytest.mark.filterwarnings("ignore")]  # Spark's, pandas' and py4j's


@pytest.fixture
def request_for(write, tmp_path):
    """Return a function that describes a build of a small corpus by an engine."""
    words = ["la", "casa", "el", "perro", "rojo", "gato", "es", "grande", "muy", "bien"]
    lines = [" ".join(words[(i * k + k) % 10] for k in range(1, 6)) for i in range(200)]
    targets = [" ".join(f"{word}{(i + k) % 3}" for k, word in enumerate(line.split())) for i, line in enumerate(lines)]
    source, target = (
        write("f", "".join(f"{line}\n" for line in lines)),
        write("e", "".join(f"{line}\n" for line in targets)),
    )
    links = write("links", "0-0 1-1 2-2 3-3 4-4\n" * 200)

    def describe(engine: str) -> BuildRequest:
        return BuildRequest(
            out=tmp_path / engine,
            source=source,
            target=target,
            alignments=(links,),
            target_text=(target,),
            pivot=PivotOptions(common=0.15),
            engine=EngineOptions(engine=engine, master="local[2]", memory="1GB"),
        )

    return describe


def _rows(folder: Path) -> list[tuple]:
    return sorted(tuple(row.values()) for row in pq.read_table(sorted(folder.glob("*.parquet"))).to_pylist())


def test_engines_agree(request_for, tmp_path):
    """All sums, final paraphrases and merged ones are identical."""
    for engine in ("duckdb", "spark"):
        build_resource(request_for(engine))
        merge_resources(
            tmp_path / f"merged-{engine}",
            [tmp_path / engine] * 2,
            weights=[1, 2],
            engine=EngineOptions(engine=engine, master="local[2]", memory="1GB"),
        )
    for prefix in ("", "merged-"):
        one, other = (tmp_path / f"{prefix}{engine}" for engine in ("duckdb", "spark"))
        assert _rows(one / "pairs") == _rows(other / "pairs")
        name = "meteor-files/paraphrase.gz"
        assert (one / name).read_bytes() == (other / name).read_bytes()
        assert len(_rows(one / "pairs")) > 50
