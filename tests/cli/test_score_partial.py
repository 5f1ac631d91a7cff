"""How often an unfinished output of `bolide score` notes what has been done."""

from __future__ import annotations

from types import SimpleNamespace

from bolide import Meteor
from bolide.cli import score_partial
from bolide.cli.score_journal import Origin
from bolide.files.corpus import Batch


def test_what_was_done_is_noted_once_a_second(tmp_path, monkeypatch):
    """The first batch is noted at once, later ones when a second has passed: a kill undoes no more, and disks are not kept busy."""
    now, noted = [0.0], []
    monkeypatch.setattr(score_partial, "time", SimpleNamespace(monotonic=lambda: now[0]))
    monkeypatch.setattr(score_partial, "write_journal", lambda _path, journal: noted.append(journal.segments))
    total = Meteor("pt").score(["um gato"], ["um gato"]).statistics
    batch = Batch(ids=None, hypotheses={"A": ["um gato"]}, references={"A": [["um gato"]]})
    origin = Origin(signature="x", format="tsv", segments=True, ids=False, systems=["A"])
    with score_partial.PartialFile(str(tmp_path / "out"), origin, resume=False) as file:
        for done, moment in enumerate((0.0, 0.5, 0.99, 1.0, 1.9, 2.0, 3.5), 1):
            now[0] = moment
            file.commit(batch, done, {"A": total})
        file.finish()
    assert noted == [1, 4, 6, 7]
