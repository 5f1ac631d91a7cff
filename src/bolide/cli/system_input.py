"""What `bolide compare` and `bolide report` read: systems, each with one run of its optimiser or several."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from bolide.analysis.comparison import SystemRuns
from bolide.cli.also import keys_of
from bolide.cli.notes import Watch, say
from bolide.cli.score_input import add_input_options, open_corpus
from bolide.errors import InputError, SegmentError
from bolide.files.corpus import Corpus
from bolide.files.progress import Progress
from bolide.metric.meteor import Meteor
from bolide.metric.protocol import Metric
from bolide.metric.statistics import Statistics

__all__ = ["METEOR", "Systems", "add_system_options", "gather_all", "gather_statistics", "open_systems"]

METEOR = "meteor"

BATCH = 8192


@dataclass(frozen=True, slots=True, kw_only=True)
class Systems:
    """A corpus in which every run is a system, and the names of the runs of each system."""

    corpus: Corpus
    runs: dict[str, list[str]]

    @property
    def names(self) -> list[str]:
        """The names of the systems."""
        return list(self.runs)


def add_system_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that `open_systems` reads."""
    add_input_options(parser)


@contextmanager
def open_systems(options: argparse.Namespace) -> Iterator[Systems]:
    """Open what the options name; `--system NAME=FILE,FILE` is a system of several runs."""
    arguments, runs = _expand(options.system)
    widened = argparse.Namespace(**(vars(options) | {"system": arguments}))
    with open_corpus(widened, last_is_reference=True) as corpus:
        options.text = widened.text
        if corpus.note:
            say(options, corpus.note)
        grouped = {name for group in runs.values() for name in group}
        yield Systems(corpus=corpus, runs=runs | {name: [name] for name in corpus.systems if name not in grouped})


def _expand(texts: list[str]) -> tuple[list[str], dict[str, list[str]]]:
    """Return an argument for each run, and the names of the runs by system."""
    arguments: list[str] = []
    runs: dict[str, list[str]] = {}
    for text in texts:
        name, _, paths = text.partition("=")
        files = [paths] if Path(paths).exists() or not all(paths.split(",")) else paths.split(",")
        if len(files) == 1:
            arguments.append(text)
            continue
        if name in runs:
            raise InputError(f"two systems are named {name}")
        runs[name] = [f"{name} (run {number})" for number in range(1, len(files) + 1)]
        arguments += [f"{run}={path}" for run, path in zip(runs[name], files, strict=True)]
    if any(name in runs for name in (text.partition("=")[0] for text in arguments)):
        raise InputError(f"two systems are named {next(iter(runs))}")
    ordered = dict.fromkeys(text.partition("=")[0] for text in texts)
    return arguments, {name: runs.get(name, [name]) for name in ordered} if runs else {}


def gather_statistics(systems: Systems, meteor: Meteor, options: argparse.Namespace) -> list[SystemRuns]:
    """Score everything, and return the statistics of each system against the best references."""
    return gather_all(systems, meteor, options)[METEOR]


def gather_all(
    systems: Systems, meteor: Meteor, options: argparse.Namespace, also: Mapping[str, Metric] = {}
) -> dict[str, list[SystemRuns]]:
    """Do the same for other metrics too; return what each found, by its name."""
    parts: dict[tuple[str, str], list[Statistics]] = {}
    done, watch = 0, Watch(options, meteor)
    with Progress("scoring", systems.corpus.count) as progress:
        for batch in systems.corpus.batches(BATCH):
            for name, hypotheses in batch.hypotheses.items():
                try:
                    scored = meteor.score(hypotheses, batch.references[name], threads=options.threads)
                except SegmentError as error:  # The command line counts from 1, and over all batches.
                    raise SegmentError(done + error.segment + 1, error.reason) from error
                watch.look(name, hypotheses, batch.references[name], scored.score)
                parts.setdefault((METEOR, name), []).append(scored.segments.statistics)
                keys = keys_of(name, done, len(hypotheses))
                for other, metric in also.items():
                    counted = metric.rows(hypotheses, batch.references[name], keys, options.threads)
                    parts.setdefault((other, name), []).append(counted)
            done += len(batch)
            progress.advance(len(batch))
    tables = {
        key: replace(found[0], rows=np.concatenate([part.rows for part in found])) for key, found in parts.items()
    }
    return {
        metric: [
            SystemRuns(name=name, runs=tuple(tables[metric, run] for run in runs))
            for name, runs in systems.runs.items()
        ]
        for metric in (METEOR, *also)
    }
