"""The architectures of encoders: what their weights are called, and what sets them apart."""

from __future__ import annotations

import json
from pathlib import Path

from bolide.errors import ResourceError
from bolide.meaning.safetensors import Tensors
from bolide.records import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

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
    try:
        values = json.loads(path.read_bytes())
    except OSError as error:
        raise ResourceError(f"cannot read {path}: {error.strerror}") from error
    except ValueError as error:
        raise ResourceError(f"{path} is not JSON: {error}") from error
    kind = values.get("model_type") if isinstance(values, dict) else None
    if kind not in ARCHITECTURES:
        raise ResourceError(f"{path}: the architecture {kind!r} is not known; known are {' '.join(ARCHITECTURES)}")
    if values.get("hidden_act", "gelu") != "gelu":
        raise ResourceError(f"{path}: the activation {values['hidden_act']!r} is not known; gelu is")
    if values.get("position_embedding_type", "absolute") != "absolute":
        raise ResourceError(
            f"{path}: positions are {values['position_embedding_type']!r}; only absolute ones are known"
        )
    config = Config(
        kind=kind,
        layers=_whole(values, "num_hidden_layers", path),
        width=_whole(values, "hidden_size", path),
        heads=_whole(values, "num_attention_heads", path),
        inner_width=_whole(values, "intermediate_size", path),
        positions=_whole(values, "max_position_embeddings", path),
        epsilon=float(values.get("layer_norm_eps", 1e-12)),
        buckets=values.get("relative_attention_num_buckets", 32),
    )
    if config.width % config.heads or config.most_pieces < 8:
        raise ResourceError(
            f"{path}: {config.width} values in {config.heads} heads, {config.positions} positions do not go together"
        )
    return config


def _whole(values: dict[str, Any], name: str, path: Path) -> int:
    number = values.get(name)
    if type(number) is not int or not 1 <= number <= 1 << 20:
        raise ResourceError(f"{path}: {name} has to be a whole number of at least 1, not {number!r}")
    return number
