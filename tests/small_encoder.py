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
