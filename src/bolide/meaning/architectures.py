"""The architectures of encoders: what their weights are called, and what sets them apart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bolide.errors import ResourceError
from bolide.files.boundary import load_json
from bolide.meaning.safetensors import Tensors
from bolide.records import record

__all__ = ["ARCHITECTURES", "Architecture", "Config", "read_config"]


@record
class Architecture:
    """Names of the weights of a layer, and where positions begin.

    `first_position` is the row of the first word's position: RoBERTa and MPNet keep rows for padding before it.
    """

    prefixes: tuple[str, ...]
    query: str
    key: str
    value: str
    attended: str
    attention_norm: str
    first_position: int = 0
    has_types: bool = True
    has_relative_positions: bool = False


_BERT: dict[str, Any] = {
    "query": "attention.self.query",
    "key": "attention.self.key",
    "value": "attention.self.value",
    "attended": "attention.output.dense",
    "attention_norm": "attention.output.LayerNorm",
}
ARCHITECTURES = {
    "bert": Architecture(prefixes=("", "bert."), **_BERT),
    "roberta": Architecture(prefixes=("", "roberta."), first_position=2, **_BERT),
    "xlm-roberta": Architecture(prefixes=("", "roberta."), first_position=2, **_BERT),
    "mpnet": Architecture(
        prefixes=("", "mpnet."),
        query="attention.attn.q",
        key="attention.attn.k",
        value="attention.attn.v",
        attended="attention.attn.o",
        attention_norm="attention.LayerNorm",
        first_position=2,
        has_types=False,
        has_relative_positions=True,
    ),
}
_SIZE = range(1, 1 + (1 << 20))
_SHAPE = {
    "model_type": tuple(ARCHITECTURES),
    "hidden_act?": "gelu",
    "position_embedding_type?": "absolute",
    "num_hidden_layers": _SIZE,
    "hidden_size": _SIZE,
    "num_attention_heads": _SIZE,
    "intermediate_size": _SIZE,
    "max_position_embeddings": _SIZE,
    "layer_norm_eps?": float,
    "relative_attention_num_buckets?": range(4, 1 + (1 << 20)),  # two directions, and half of each for near words
}


@record
class Config:
    """The sizes of an encoder, as its config.json has them."""

    kind: str
    layers: int
    width: int
    heads: int
    inner_width: int
    positions: int
    epsilon: float
    buckets: int = 32

    @property
    def architecture(self) -> Architecture:
        """What its weights are called."""
        return ARCHITECTURES[self.kind]

    @property
    def most_pieces(self) -> int:
        """How many pieces of words it reads at once."""
        return self.positions - self.architecture.first_position

    def prefix(self, tensors: Tensors) -> str:
        """Return what stands before the names of all weights."""
        for prefix in self.architecture.prefixes:
            if f"{prefix}embeddings.word_embeddings.weight" in tensors:
                return prefix
        raise ResourceError(f"{tensors.path} has no word embeddings of the architecture {self.kind}")


def read_config(path: Path) -> Config:
    """Read the config.json of an encoder; `ResourceError` for an architecture that is not known here."""
    values = load_json(path, _SHAPE, fault="does not describe an encoder that is known here")
    config = Config(
        kind=values["model_type"],
        layers=values["num_hidden_layers"],
        width=values["hidden_size"],
        heads=values["num_attention_heads"],
        inner_width=values["intermediate_size"],
        positions=values["max_position_embeddings"],
        epsilon=float(values.get("layer_norm_eps", 1e-12)),
        buckets=values.get("relative_attention_num_buckets", 32),
    )
    if config.width % config.heads or config.most_pieces < 8:
        raise ResourceError(
            f"{path}: {config.width} values in {config.heads} heads, {config.positions} positions do not go together"
        )
    return config
