"""Tuning: parameters of the metric from human judgements, and weights of a translation system from the metric."""

from bolide.tuning.grid import NAMED_GRIDS, Grid, parse_grid
from bolide.tuning.material import Material, Objective, prepare
from bolide.tuning.mert import NBestLists, Trained, read_lists, train
from bolide.tuning.search import Found, Surface, Sweep, coarse_to_fine, sweep
from bolide.tuning.surface import draw_surface
from bolide.tuning.tune import Plan, Tuned, tune
from bolide.tuning.validate import Fold, Stability, cross_validate, stability

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
