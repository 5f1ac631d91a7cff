"""`bolide mert`: feature weights of a translation system, tuned to the metric over its n-best lists."""

import argparse
import sys

from bolide.analysis.error_rate_training import Feature, NBestLists, Trained, oracle_score, read_lists, train
from bolide.cli.metric_options import make_metric
from bolide.data.languages import DEFAULT_LANGUAGE, any_language
from bolide.errors import InputError
from bolide.files import Progress
from bolide.files.nbest import read_features, read_nbest, write_weights
from bolide.files.plain import read_lines
from bolide.metric.known_presets import find_preset
from bolide.show.tables import Document, number, render, to_json

TASK = "tune"


def run(options: argparse.Namespace) -> None:
    """Train; print the weights as the result, and the scores as messages."""
    if options.held_out == 1:
        raise InputError("--held-out 1 leaves no segment to train on")
    name = options.preset or ("universal" if options.resources else None)
    preset = find_preset(name or any_language(options.language or DEFAULT_LANGUAGE).preset)
    if options.task is None and any(row.task == TASK for row in preset.rows):
        options.task = TASK
    meteor = make_metric(options)
    entries = (entry for path in (options.nbest, *options.more) for entry in read_nbest(path))
    lists = read_lists(entries, _references(options.references), meteor, threads=options.threads)
    start = _start(options.start, lists.names)
    if options.held_out and options.held_out > len(lists):
        raise InputError(f"--held-out {options.held_out} leaves no segment out: there are {len(lists)}")
    held = [segment for segment in range(len(lists)) if options.held_out and (segment + 1) % options.held_out == 0]
    kept = [segment for segment in range(len(lists)) if segment not in set(held)]
    part = lists.part(kept) if held else lists
    with Progress("training", options.restarts + 1) as progress:
        trained = train(
            part,
            start,
            restarts=options.restarts,
            random_directions=options.directions,
            seed=options.seed,
            done=lambda: progress.advance(1),
        )
    unseen = lists.part(held) if held else None
    _report(part, trained, unseen, start, options)
    print(f"signature  {meteor.signature}", file=sys.stderr)


def _references(paths: list[str]) -> list[list[str]]:
    texts = [list(read_lines(path)) for path in paths]
    if len({len(text) for text in texts}) > 1:
        listing = ", ".join(f"{path} has {len(text)}" for path, text in zip(paths, texts, strict=True))
        raise InputError(f"the references differ in length: {listing} lines")
    return [list(items) for items in zip(*texts, strict=True)]


def _start(path: str | None, names: tuple[Feature, ...]) -> list[float]:
    if path is None:
        return [1 / len(names)] * len(names)
    features = read_features(" ".join(read_lines(path)), "standard input" if path == "-" else path)
    flat = {(name, place): value for name, values in features.items() for place, value in enumerate(values)}
    for name, place in (*flat, *names):
        if (name, place) not in flat or (name, place) not in names:
            fault = "no weight" if (name, place) in names else "a weight, but the n-best list no value,"
            raise InputError(f"{path} has {fault} for number {place + 1} of the feature {name!r}")
    return [flat[name] for name in names]


def _report(
    lists: NBestLists, trained: Trained, unseen: NBestLists | None, start: list[float], options: argparse.Namespace
) -> None:
    scores = {"start": trained.start_score, "trained": trained.score, "best_candidates": oracle_score(lists)}
    if unseen is not None:
        scores |= {"held_out_start": unseen.score(start), "held_out_trained": unseen.score(trained.weights)}
    if options.format == "json":
        weights = [
            {"feature": name, "place": place, "weight": weight}
            for (name, place), weight in zip(lists.names, trained.weights, strict=True)
        ]
        found = {"weights": weights, "scores": scores, "restart": trained.restart, "seed": options.seed}
        text = to_json(found, indent=1) + "\n"
    else:
        text = write_weights(lists.names, trained.weights)
        facts = [(name.replace("_", " "), number(value, ".6f")) for name, value in scores.items()]
        print(render(Document(facts=[*facts, ("seed", options.seed)]), "text"), end="", file=sys.stderr)
    print(text, end="")
