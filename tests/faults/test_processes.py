"""Many at once: processes that install and compile the same, workers made by fork, spawn and forkserver, threads.

Everyone succeeds, nobody sees a file half-made, and all results are the same as one alone would get.
"""

import multiprocessing
import os
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import pytest
from commands import BOLIDE, big_distribution, big_table, environment, rounds, run, tree

from bolide import Meteor, _core

HYPOTHESES = [f"an auto {number} went to the large building w{number % 40}" for number in range(60)]
REFERENCES = [f"a car {number % 7} traveled to the big house w{number % 11}" for number in range(60)]


def _all_at_once(count: int, arguments: list[str], home: Path) -> list[bytes]:
    """Start `count` processes with the same command; return their output. All must succeed."""
    processes = [
        subprocess.Popen([*BOLIDE, *arguments], env=environment(home), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(count)
    ]
    outcomes = [(process.communicate(timeout=240), process.returncode) for process in processes]
    assert [code for _, code in outcomes] == [0] * count, [err for (_, err), _ in outcomes]
    return [out for (out, _), _ in outcomes]


def test_installing_at_once(tmp_path):
    """Processes that install the same at once all succeed and leave what one alone leaves, and nothing else."""
    origin = str(big_distribution(tmp_path / "meteor", entries=3000))
    command = ["resources", "install", "en", "--from", origin]
    assert run(*command, home=tmp_path / "alone").returncode == 0
    _all_at_once(8, command, tmp_path / "home")
    assert tree(tmp_path / "home") == tree(tmp_path / "alone")


def test_compiling_at_once(tmp_path):
    """Processes that score with the same table of the user's at once print the same, and leave one compiled table."""
    for name, text in (("table", big_table(3000)), ("text", b"w1 w2 w3\n"), ("other", b"w3 w2 w8\n")):
        (tmp_path / name).write_bytes(text)
    files = [str(tmp_path / name) for name in ("text", "other")]
    options = ["-l", "other", "--matchers", "exact,paraphrase", "--paraphrases", str(tmp_path / "table")]
    assert len(set(_all_at_once(8, ["score", *files, *options, "--segments"], tmp_path / "home"))) == 1
    names = sorted(path.name for path in (tmp_path / "home").rglob("*") if path.is_file())
    assert [name.partition("-file-")[0] for name in names] == ["lock", "paraphrases"]


REPLACING = """
import os, shutil, sys
folder, seconds = sys.argv[1], float(sys.argv[2])
import time
end = time.monotonic() + seconds
while time.monotonic() < end:
    for source in ("one", "two"):
        shutil.copy(f"{folder}/{source}", f"{folder}/fresh")
        os.replace(f"{folder}/fresh", f"{folder}/table")
"""


def test_opening_while_another_installs(tmp_path):
    """A table that is replaced while it is opened is the old one or the new one, and never takes one for the other."""
    for seed, name in enumerate(("one", "two")):
        compiler = _core.ParaphraseCompiler()
        compiler.feed(big_table(4000 + seed, seed))
        compiler.write(tmp_path / name, bytes([seed]) * 32, "{}")
    os.link(tmp_path / "one", tmp_path / "table")
    seconds = rounds(2, 30)
    with subprocess.Popen([sys.executable, "-c", REPLACING, str(tmp_path), str(seconds)]) as replacing:
        seen = set()
        while replacing.poll() is None:
            table = _core.ParaphraseTable(tmp_path / "table")
            table.check()
            assert (table.provenance[0][0], table.entries) in {(0, 4000), (1, 4001)}
            seen.add(table.entries)
    assert seen == {4000, 4001}


@pytest.fixture
def meteor(tmp_path, resource_folder) -> Meteor:
    """Return a metric with all matchers, made and used before anything is forked."""
    result = run(
        *("resources", "install", "en", "--from", big_distribution(tmp_path / "m", entries=2000)), home=resource_folder
    )
    assert result.returncode == 0
    made = Meteor()
    made.score(HYPOTHESES, REFERENCES, threads=2)
    return made


def _scores(meteor: Meteor) -> list[float]:
    return list(meteor.score(HYPOTHESES, REFERENCES, threads=2).segments.values("score"))


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")  # Of a process with threads: what is tried here.
def test_workers(method, meteor):
    """A metric that was made before goes to workers of every kind, and gives there what it gives here."""
    expected = _scores(meteor)
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(method)) as pool:
        found = list(pool.map(_scores, [meteor] * rounds(4, 200)))
    assert all(scores == expected for scores in found)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_forks_while_threads_score(meteor):
    """A process may fork while its threads are scoring: the child scores, and does not hang."""
    expected = _scores(meteor)
    with ThreadPoolExecutor(2) as pool:
        busy = [pool.submit(lambda: [_scores(meteor) for _ in range(rounds(40, 2000))]) for _ in range(2)]
        for _ in range(rounds(5, 200)):
            child = os.fork()
            if child == 0:
                os._exit(0 if _scores(meteor) == expected else 1)
            assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        assert all(scores == expected for future in busy for scores in future.result())


def test_threads(meteor):
    """Many threads that use one metric at once, for scores, alignments, tokens and matrices, all get what one gets."""
    expected = _scores(meteor)
    alignment = meteor.align(HYPOTHESES[0], REFERENCES[0])
    matrix = meteor.matrix(HYPOTHESES[:5], REFERENCES[:5]).tolist()

    def work(number: int) -> bool:
        again = Meteor() if number % 4 == 3 else meteor
        return (
            _scores(again) == expected
            and again.align(HYPOTHESES[0], REFERENCES[0]) == alignment
            and again.matrix(HYPOTHESES[:5], REFERENCES[:5]).tolist() == matrix
            and again.tokens(HYPOTHESES[1]) == meteor.tokens(HYPOTHESES[1])
        )

    with ThreadPoolExecutor(16) as pool:
        assert all(pool.map(work, range(rounds(64, 4000))))
