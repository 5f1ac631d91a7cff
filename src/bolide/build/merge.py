"""Merging resources of one language: P(e2|e1) = Σ_C |C|·P_C(e2|e1) / Σ_C |C| over corpora C (Meteor-NEXT 2010, §3.1)."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from bolide.build.options import FILTERS, EngineOptions, PivotOptions
from bolide.build.output import DESCRIPTION, PAIRS, PARAPHRASES, WORDS, read_description, write_resource
from bolide.build.pivot import filter_pairs, sum_exactly
from bolide.build.steps import open_workspace
from bolide.build.stored_rows import count_rows
from bolide.build.words import common_words, read_counts
from bolide.data.install import install_files
from bolide.engines import open_engine
from bolide.errors import ConfigurationError, InputError
from bolide.files.progress import Progress

__all__ = ["merge_resources"]


def merge_resources(
    out: Path,
    folders: Sequence[Path],
    *,
    weights: Sequence[float] | None = None,
    filters: Mapping[str, Any] | None = None,
    engine: EngineOptions | None = None,
    installs: bool = True,
) -> dict[str, Any]:
    """Merge built resources into a new one, each weighted by the lines of its corpus, or by `weights`; return its description.

    The final threshold is applied to the merged probabilities: each resource keeps its pairs below it for that. The options are
    those of the resources; where these differ, `filters` has to choose. With `installs`, the table is compiled at once, so that it is
    there when it is used.
    """
    chosen = engine or EngineOptions()
    described = [read_description(folder) for folder in folders]
    shares = _shares(described, weights)
    languages = sorted({entry["language"] for entry in described})
    if len(languages) > 1:
        raise ConfigurationError(f"these resources are of different languages: {' '.join(languages)}")
    inherited = _inherited(folders, described, filters or {})
    options = PivotOptions(**{name: inherited[name] for name in asdict(PivotOptions()) if name in inherited})
    if out.exists() and any(out.iterdir()) and not (out / DESCRIPTION).exists() and not (out / "work").exists():
        raise InputError(f"{out} is there and holds something else: name a new folder")
    words: Counter[str] = Counter()
    for folder in folders:
        words.update(read_counts(folder / WORDS))
    with open_workspace(out / "work") as workspace:
        merged, final = workspace.folder / "merged", workspace.folder / "final"
        _merge([folder / PAIRS for folder in folders], shares, workspace.folder, options, chosen)
        description = write_resource(
            out,
            final=final,
            pairs=merged,
            words=words,
            function_words=common_words(words, options.common, options.common_rule),
            description={
                "language": languages[0],
                "merged": [
                    {"sha256": entry["sha256"][PARAPHRASES], "lines": entry["lines"], "share": share}
                    for entry, share in zip(described, shares, strict=True)
                ],
                "options": {**inherited, **asdict(options)},
                "lines": sum(entry["lines"] for entry in described),
                "pairs": count_rows(merged),
            },
        )
    shutil.rmtree(out / "work", ignore_errors=True)
    if installs:
        install_files("paraphrases", [out / PARAPHRASES])
    return description


def _inherited(
    folders: Sequence[Path], described: Sequence[dict[str, Any]], filters: Mapping[str, Any]
) -> dict[str, Any]:
    """Return `filters` and what else all parts were built with; refuse other tokens or rules, but not other ways to find phrases."""
    agreed = dict(filters)
    for name, value in described[0]["options"].items():
        others = [entry["options"].get(name, value) for entry in described]
        place = next((place for place, other in enumerate(others) if other != value), None)
        if place is None:
            agreed.setdefault(name, value)
        elif name not in (*filters, "aligner", "longest", "side", "symmetry"):
            option = f"--{name.replace('_', '-')}"
            way = f"choose one of them with {option}" if name in FILTERS else "build one of them again"
            raise ConfigurationError(
                f"{folders[0]} was built with {option} {value} and {folders[place]} with {others[place]}: {way}"
            )
    return agreed


def _shares(described: Sequence[dict[str, Any]], weights: Sequence[float] | None) -> list[float]:
    """Return what each resource counts, all together 1."""
    sizes = [float(entry["lines"]) for entry in described] if weights is None else list(weights)
    if len(sizes) != len(described):
        raise ConfigurationError(f"{len(described)} resources need as many weights, not {len(sizes)}")
    if min(sizes) < 0 or not sum(sizes):
        raise ConfigurationError("weights have to be numbers of at least 0, and one of them above 0")
    return [size / sum(sizes) for size in sizes]


def _merge(
    tables: Sequence[Path], shares: Sequence[float], work: Path, options: PivotOptions, chosen: EngineOptions
) -> None:
    merged, final = work / "merged", work / "final"
    for left in (merged, final):
        shutil.rmtree(left, ignore_errors=True)
    scratch = work / "scratch"
    with (
        Progress("merging"),
        open_engine(
            chosen.engine, memory=chosen.memory, threads=chosen.threads, master=chosen.master, scratch=scratch
        ) as engine,
    ):
        engine.write(merge_pairs([engine.read(table) for table in tables], shares), merged)
        engine.write(filter_pairs(engine.read(merged), options), final)


def merge_pairs(tables: Sequence[Any], shares: Sequence[float]) -> Any:
    """Return the weighted mean of the probabilities of each pair; where a table has it not, its probability is 0."""
    weighted = [
        table.select("phrase", "paraphrase", "instances", part=table.probability * share)
        for table, share in zip(tables, shares, strict=True)
    ]
    together = weighted[0]
    for table in weighted[1:]:
        together = together.union(table)
    return sum_exactly(together)
