"""Building the graph of an encoder, once: whole or not at all, one process at a time."""

from __future__ import annotations

import logging
import os
from pathlib import Path

from bolide.data.workspace import locked_workspace
from bolide.errors import MissingResourceError
from bolide.files.progress import Progress
from bolide.meaning.architectures import Config
from bolide.meaning.heads import read_head
from bolide.meaning.opening import Source
from bolide.meaning.safetensors import read_tensors

__all__ = ["build"]


def build(source: Source, config: Config, layer: int, precision: str, path: Path) -> None:
    """Write the graph of an encoder up to a layer to `path`."""
    try:
        from bolide.meaning.graph import build_graph
    except ImportError as error:
        raise MissingResourceError(
            f"building an encoder's graph needs {error.name}, which is not installed; run: pip install 'bolide[meaning]'"
        ) from error
    tensors = read_tensors(source.weights)
    head = read_head(source.head, config) if source.head else None
    with (
        locked_workspace() as workspace,
        Progress(f"building layers 1 to {layer} of {source.weights.parent.name} (once)"),
    ):
        if path.exists():  # another process was faster
            return
        made = workspace / path.name
        build_graph(config, tensors, layer, made, head)
        if precision == "int8":
            made = _quantise(made)
        os.replace(made, path)


def _quantise(graph: Path) -> Path:
    """Write the graph with products in whole numbers of eight bits, a scale for each column of the weights."""
    from onnxruntime.quantization import QuantType, quantize_dynamic

    target = graph.with_suffix(".int8")
    level = logging.getLogger().level
    logging.getLogger().setLevel(logging.ERROR)  # It recommends a step for pictures.
    # Seven bits: with eight, sums of two products overflow on processors without VNNI.
    quantize_dynamic(
        graph,
        target,
        op_types_to_quantize=["MatMul"],
        per_channel=True,
        reduce_range=True,
        weight_type=QuantType.QInt8,
        extra_options={"MatMulConstBOnly": True},
    )
    logging.getLogger().setLevel(level)
    return target
