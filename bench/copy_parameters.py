"""Parameters and X of preset bolide++, chosen on WMT16 alone: python bench/copy_parameters.py --data FOLDER [--aligner NAME]

One parameter after the other is moved to its best value on a grid, over and over until none moves. Statistics hold no parameters,
so that the texts are aligned once. WMT15 and WMT17 are printed for what was chosen; nothing is chosen by them.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from copy_words import OBJECTIVE, UNIVERSAL, YEARS, read_years

from bolide import Parameters
from bolide.analysis.evaluation.candidates import MetricChoice
from bolide.analysis.tuning.material import Material, prepare
from bolide.family.presets import find_preset

GRID = {
    "alpha": np.arange(0.3, 1.0, 0.05),
    "beta": np.arange(0.2, 3.0, 0.2),
    "gamma": np.arange(0.1, 0.9, 0.05),
    "delta": np.arange(0.4, 1.0, 0.05),
    "stem": np.arange(0.0, 1.05, 0.1),
    "synonym": np.arange(0.0, 1.05, 0.1),
    "paraphrase": np.arange(0.0, 1.05, 0.1),
    "x": np.array([1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0]),
}
# A change that gains less than this is none.
LEAST_GAIN = 1e-5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--aligner", default=find_preset("bolide++").options["aligner"])
    options = parser.parse_args()
    choice = MetricChoice(preset="bolide++", options={"aligner": options.aligner})
    judged = read_years(options.data)
    sets = {year: prepare([judged[year, pair] for pair in pairs], choice, OBJECTIVE) for year, pairs in YEARS.items()}
    _, stem, synonym, paraphrase = UNIVERSAL.weights
    start = {name: getattr(UNIVERSAL, name) for name in ("alpha", "beta", "gamma", "delta")}
    start |= {"stem": stem, "synonym": synonym, "paraphrase": paraphrase, "x": 4.0}
    _show("universal", start, sets)
    _show("chosen", search(sets[16], start), sets)


def search(development: Material, start: dict[str, float]) -> dict[str, float]:
    """Return the values from which no single step gains anything."""
    values, best = dict(start), _mean(development, start)
    while True:
        before = best
        for name, candidates in GRID.items():
            for candidate in candidates:
                tried = values | {name: round(float(candidate), 2)}
                found = _mean(development, tried)
                if found > best + LEAST_GAIN:
                    best, values = found, tried
        if best == before:
            return values


def _parameters(values: dict[str, float]) -> Parameters:
    first = {name: values[name] for name in ("alpha", "beta", "gamma", "delta")}
    weights = (1.0, values["stem"], values["synonym"], values["paraphrase"])
    return Parameters(**first, weights=weights, copy_x=values["x"])


def _mean(material: Material, values: dict[str, float]) -> float:
    return float(material.values([_parameters(values)])[0])


def _show(title: str, values: dict[str, float], sets: dict[int, Material]) -> None:
    means = {year: _mean(material, values) for year, material in sets.items()}
    print(title, values, " ".join(f"WMT{year} {mean:.4f}" for year, mean in means.items()))


if __name__ == "__main__":
    main()
