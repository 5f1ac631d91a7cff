"""Tuning: parameters of the metric from human judgements, and weights of a translation system from the metric."""

from bolide.analysis.tuning.grid import NAMED_GRIDS, Grid, parse_grid
from bolide.analysis.tuning.material import Material, Objective, prepare
from bolide.analysis.tuning.mert import NBestLists, Trained, read_lists, train
from bolide.analysis.tuning.search import Found, Surface, Sweep, coarse_to_fine, sweep
from bolide.analysis.tuning.surface import draw_surface
from bolide.analysis.tuning.tune import Plan, Tuned, tune
from bolide.analysis.tuning.validate import Fold, Stability, cross_validate, stability

__all__ = [
    "NAMED_GRIDS",
    "Fold",
    "Found",
    "Grid",
    "Material",
    "NBestLists",
    "Objective",
    "Plan",
    "Stability",
    "Surface",
    "Sweep",
    "Trained",
    "Tuned",
    "coarse_to_fine",
    "cross_validate",
    "draw_surface",
    "parse_grid",
    "prepare",
    "read_lists",
    "stability",
    "sweep",
    "train",
    "tune",
]
