"""A small encoder with weights by chance, and what it computes, worked out step by step."""

from __future__ import annotations

import json
import math

import numpy as np

WORDS = ("the", "cat", "dog", "sat", "sit", "##s", "##ting", "on", "mat", "a", "house", "home", ",", ".", "x", "##x")
SIZES = {"hidden_size": 16, "num_attention_heads": 2, "num_hidden_layers": 3, "intermediate_size": 24}
POSITIONS = 40
NAMES = {
    "bert": {
        "q": "attention.self.query",
        "k": "attention.self.key",
        "v": "attention.self.value",
        "o": "attention.output.dense",
        "n": "attention.output.LayerNorm",
    },
    "mpnet": {
        "q": "attention.attn.q",
        "k": "attention.attn.k",
        "v": "attention.attn.v",
        "o": "attention.attn.o",
        "n": "attention.LayerNorm",
    },
}


def save_file(*arguments):
    """Write tensors to a file, where the extra `meaning` is installed."""
    from safetensors.numpy import save_file

    save_file(*arguments)


def make_encoder(folder, kind="bert", seed=1):
    """Write an encoder into a folder: weights, sizes, tokeniser."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

    folder.mkdir(exist_ok=True)
    vocabulary = {word: number for number, word in enumerate(("[CLS]", "[SEP]", "[UNK]", *WORDS))}
    tokeniser = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
    tokeniser.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokeniser.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokeniser.post_processor = processors.BertProcessing(("[SEP]", 1), ("[CLS]", 0))
    tokeniser.enable_truncation(8)  # as encoders of sentences have it; words are never cut off
    tokeniser.enable_padding(length=8)
    tokeniser.save(str(folder / "tokenizer.json"))
    config = {"model_type": kind, "max_position_embeddings": POSITIONS, "layer_norm_eps": 1e-6, **SIZES}
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    save_file(_weights(kind, len(vocabulary), seed), folder / "model.safetensors")
    return folder


def _weights(kind, words, seed):
    chance = np.random.default_rng(seed)
    width, inner = SIZES["hidden_size"], SIZES["intermediate_size"]
    shapes = {
        "embeddings.word_embeddings.weight": (words, width),
        "embeddings.position_embeddings.weight": (POSITIONS, width),
    }
    if kind == "bert":
        shapes["embeddings.token_type_embeddings.weight"] = (2, width)
    else:
        shapes["encoder.relative_attention_bias.weight"] = (32, SIZES["num_attention_heads"])
    names = NAMES[kind]
    norms = ["embeddings.LayerNorm"]
    for number in range(SIZES["num_hidden_layers"]):
        place = f"encoder.layer.{number}."
        dense = {place + names[part]: (width, width) for part in "qkvo"}
        dense |= {place + "intermediate.dense": (inner, width), place + "output.dense": (width, inner)}
        for name, shape in dense.items():
            shapes |= {name + ".weight": shape, name + ".bias": shape[:1]}
        norms += [place + names["n"], place + "output.LayerNorm"]
    weights = {name: chance.normal(0, 0.5, shape).astype(np.float32) for name, shape in shapes.items()}
    for name in norms:
        weights |= {name + ".weight": 1 + chance.normal(0, 0.1, width).astype(np.float32)}
        weights |= {name + ".bias": chance.normal(0, 0.1, width).astype(np.float32)}
    return weights


def states_by_hand(folder, pieces, kind="bert"):
    """Return the states of all layers for the numbers of some pieces, computed in the plainest way."""
    from safetensors.numpy import load_file

    weights = {name: values.astype(np.float64) for name, values in load_file(folder / "model.safetensors").items()}
    first = 0 if kind == "bert" else 2
    state = weights["embeddings.word_embeddings.weight"][pieces]
    state = state + weights["embeddings.position_embeddings.weight"][first : first + len(pieces)]
    if kind == "bert":
        state = state + weights["embeddings.token_type_embeddings.weight"][0]
    states = [_norm(state, weights, "embeddings.LayerNorm")]
    for number in range(SIZES["num_hidden_layers"]):
        states.append(_layer(states[-1], weights, f"encoder.layer.{number}.", kind))
    return states[1:]


def _dense(state, weights, name):
    return state @ weights[name + ".weight"].T + weights[name + ".bias"]


def _norm(state, weights, name):
    centred = state - state.mean(1, keepdims=True)
    return (
        centred / np.sqrt((centred**2).mean(1, keepdims=True) + 1e-6) * weights[name + ".weight"]
        + weights[name + ".bias"]
    )


def _layer(state, weights, place, kind):
    names, heads = NAMES[kind], SIZES["num_attention_heads"]
    size, length = SIZES["hidden_size"] // heads, len(state)
    query, key, value = (_dense(state, weights, place + names[part]) for part in "qkv")
    read = np.zeros_like(state)
    for head in range(heads):
        part = slice(head * size, (head + 1) * size)
        for i in range(length):
            scores = np.array([query[i, part] @ key[j, part] / math.sqrt(size) for j in range(length)])
            if kind == "mpnet":
                table = weights["encoder.relative_attention_bias.weight"]
                scores += [table[_bucket(j - i), head] for j in range(length)]
            shares = np.exp(scores - scores.max())
            read[i, part] = shares / shares.sum() @ value[:, part]
    state = _norm(_dense(read, weights, place + names["o"]) + state, weights, place + names["n"])
    inner = _dense(state, weights, place + "intermediate.dense")
    inner = inner * 0.5 * (1 + np.vectorize(math.erf)(inner / math.sqrt(2)))
    return _norm(_dense(inner, weights, place + "output.dense") + state, weights, place + "output.LayerNorm")


def _bucket(distance):
    """Return MPNet's bucket of a distance: 16 for each direction, 8 of them for single distances, the others by the logarithm up to 128."""
    half, far = (16 if distance > 0 else 0), abs(distance)
    return half + (far if far < 8 else min(15, 8 + int(math.log(far / 8) / math.log(16) * 8)))


BRANCHES = ((2, 0), (3, 1), (5, 2))
PIECES = (
    "<unk>",
    "<s>",
    "</s>",
    "\u2581",
    "\u2581the",
    "\u2581cat",
    "\u2581do",
    "g",
    ",",
    "\u2581on",
    "猫",
    "が好",
    "き",
)


def make_convolutions(folder, seed=1):
    """Write a small encoder of three branches into a folder: weights, pieces, head."""
    chance = np.random.default_rng(seed)
    folder.mkdir(exist_ok=True)
    width, row, dimensions, rank = 8, 12, 6, 2

    def numbers(*shape):
        return chance.normal(0, 0.4, shape).astype(np.float32)

    values = {f"q{number + 1}": chance.integers(0, 64, (1, row)).astype(np.uint8) for number in range(17)}
    values |= {"scale": 0.05 + 0.05 * chance.random(17, np.float32), "lo": numbers(17) - 2, "eps": np.array(1e-12)}
    head = {"projection": numbers(row, dimensions), "reach.features": np.full(row + 3 * width, 6, np.float32)}
    head |= {f"reach.{name}": np.full(3 * width, 9, np.float32) for name in ("first", "second")}
    for size, _ in BRANCHES:
        values |= {f"proj{size}": numbers(row, width), f"proj_b{size}": numbers(width)}
        values |= {f"ln_g{size}": 1 + numbers(width), f"ln_b{size}": numbers(width)}
        for name in (f"1_{size}", f"2_{size}"):
            values |= {f"w{name}": numbers(size * width, width), f"b{name}": numbers(width)}
            head |= {f"w{name}.left": numbers(size * width, rank), f"w{name}.right": numbers(rank, width)}
    values |= {"ln_g": 1 + numbers(row + 3 * width), "ln_b": numbers(row + 3 * width)}
    values |= {"cnn_W": numbers(row + 3 * width, row), "cnn_b": numbers(row)}
    np.savez(folder / "weights.npz", **values)
    save_file(head, folder / "head.safetensors")

    def field(number, data):
        return bytes([number << 3 | 2, len(data)]) + data

    pieces = (field(1, piece.encode()) + b"\x15" + np.float32(-number).tobytes() for number, piece in enumerate(PIECES))
    (folder / "sp.model").write_bytes(b"".join(field(1, piece) for piece in pieces) + field(3, b"\x18\x01"))
    return folder


def convolve_by_hand(folder, pieces):
    """Return the vectors of some pieces, given by their numbers, computed in the plainest way."""
    from safetensors.numpy import load_file

    values, head = dict(np.load(folder / "weights.npz")), load_file(folder / "head.safetensors")
    rows = np.array(
        [values[f"q{n % 17 + 1}"][n // 17] * values["scale"][n % 17] + values["lo"][n % 17] for n in pieces]
    )
    begin = np.hstack([rows @ values[f"proj{size}"] + values[f"proj_b{size}"] for size, _ in BRANCHES])
    norms = [np.concatenate([values[f"{name}{size}"] for size, _ in BRANCHES]) for name in ("ln_g", "ln_b")]
    begin = _normal(begin, *norms)
    parts = [rows]
    for place, (size, before) in enumerate(BRANCHES):
        state = np.hsplit(begin, 3)[place]
        for name in (f"1_{size}", f"2_{size}"):
            weights = values[f"w{name}"] + head[f"w{name}.left"] @ head[f"w{name}.right"]
            padded = np.pad(state, ((before, size - 1 - before), (0, 0)))
            read = [padded[k : k + size].ravel() @ weights + values[f"b{name}"] for k in range(len(state))]
            state = np.maximum(read, 0) + state
        parts.append(state)
    features = _normal(np.hstack(parts), values["ln_g"], values["ln_b"])
    return (features @ values["cnn_W"] + values["cnn_b"]) @ head["projection"]


def _normal(state, scale, shift):
    centred = state - state.mean(1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(1, keepdims=True)) * scale + shift
