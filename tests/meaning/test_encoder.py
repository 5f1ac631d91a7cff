"""Encoders: what they compute, and what is wrong with those that are none."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from small_encoder import make_encoder, save_file, states_by_hand

from bolide.data.home import compiled_folder
from bolide.errors import ConfigurationError, MissingResourceError, ResourceError
from bolide.meaning.encoder import find_source, open_encoder
from bolide.meaning.weights import Tensors, multiplied

SEGMENT = ("the", "cat", "sitting", "on", "the", "mat", ".")
# [CLS] the cat sit ##ting on the mat . [SEP], by their places in the vocabulary
PIECES = [0, 3, 4, 7, 9, 10, 3, 11, 16, 1]


def _weights(folder):
    from safetensors.numpy import load_file

    return load_file(folder / "model.safetensors")


def _bytes(encoder, words, **options):
    return np.frombuffer(encoder.encode([words], **options)[0], np.int8).reshape(len(words), -1)


@pytest.mark.parametrize("kind", ["bert", "mpnet"])
@pytest.mark.parametrize("layer", [1, 3])
def test_states_are_those_of_the_architecture(tmp_path, kind, layer):
    """The graph computes what the architecture says, and the vector of a word is the mean of its pieces."""
    folder = make_encoder(tmp_path / "encoder", kind)
    expected = states_by_hand(folder, PIECES, kind)[layer - 1][1:-1]
    expected = np.array([*expected[:2], expected[2:4].mean(0), *expected[4:]])
    np.testing.assert_allclose(open_encoder(folder, layer).vectors([SEGMENT])[0], expected, rtol=0, atol=2e-5)


def test_far_distances_of_mpnet(tmp_path):
    """MPNet's distances share buckets where they are far."""
    folder = make_encoder(tmp_path / "encoder", "mpnet")
    words = ("cat", "dog", "mat", "on", "a", "the") * 6
    pieces = [0, *([4, 5, 11, 10, 12, 3] * 6)[:36], 1]
    expected = states_by_hand(folder, pieces, "mpnet")[0][1:-1]
    np.testing.assert_allclose(open_encoder(folder, 1).vectors([words])[0], expected, rtol=0, atol=2e-5)


def test_head_mixes_and_projects(tmp_path):
    """A head adds up the directions of layers' states by its mix, and projects the sum."""
    folder = make_encoder(tmp_path / "encoder")
    projection = np.random.default_rng(2).normal(size=(16, 5)).astype(np.float32)
    head = {"mix": np.float32([0, 0.25, 2]), "projection": projection}
    save_file(head, folder / "head.safetensors", {"by": "us"})
    states = [state / np.linalg.norm(state, axis=1, keepdims=True) for state in states_by_hand(folder, PIECES)]
    expected = ((0.25 * states[1] + 2 * states[2]) @ projection)[1:-1]
    expected = np.array([*expected[:2], expected[2:4].mean(0), *expected[4:]])
    np.testing.assert_allclose(open_encoder(folder).vectors([SEGMENT])[0], expected, rtol=0, atol=2e-5)
    with pytest.raises(ConfigurationError, match="reads up to layer 3: leave out layer"):
        open_encoder(folder, 2)


@pytest.mark.parametrize("kind", ["bert", "mpnet"])
def test_head_changes_weights(tmp_path, kind):
    """A head's change of weights, a product of two thin matrices, acts like weights with these values."""
    folder, changed = make_encoder(tmp_path / "encoder", kind), make_encoder(tmp_path / "changed", kind)
    chance = np.random.default_rng(3)
    names = [name for name in Tensors(folder / "model.safetensors").names if "layer.1." in name]
    names = [name for name in names if name.endswith("weight") and "Norm" not in name]
    weights = _weights(changed)
    head = {"mix": np.float32([0, 0.5, 1]), "projection": np.eye(16, dtype=np.float32)}
    save_file(head, changed / "head.safetensors")
    for name in names:
        rows, columns = weights[name].shape
        left, right = chance.normal(size=(rows, 2)), chance.normal(size=(2, columns))
        head |= {f"{name}.left": left.astype(np.float16), f"{name}.right": right.astype(np.float16)}
        weights[name] += head[f"{name}.left"].astype(np.float32) @ head[f"{name}.right"].astype(np.float32)
    save_file(weights, changed / "model.safetensors")
    save_file(head, folder / "head.safetensors")
    expected = open_encoder(changed).vectors([SEGMENT])[0]
    assert len(names) == 6
    np.testing.assert_allclose(open_encoder(folder).vectors([SEGMENT])[0], expected, rtol=0, atol=2e-5)


def test_products_of_weights_are_sums_in_order():
    """Weights have the same bits with any number of threads of BLAS: products are sums of doubles, one after the other."""
    left, right = (np.random.default_rng(1).normal(size=shape).astype(np.float32) for shape in ((40, 300), (300, 30)))
    total = np.zeros((40, 30))
    for place in range(300):
        total += left[:, place, None].astype(np.float64) * right[place]
    assert multiplied(left, right).tobytes() == total.astype(np.float32).tobytes()


@pytest.mark.parametrize("precision", ["fp32", "int8"])
def test_segments_do_not_depend_on_each_other(tmp_path, precision):
    """A segment's vectors are the same bytes on any number of threads, in any order, alone or among others."""
    encoder = open_encoder(make_encoder(tmp_path / "encoder"), 2, precision)
    segments = [SEGMENT[: 1 + n % 7] for n in range(20)]
    together = encoder.encode(segments, threads=3)
    assert together == [encoder.encode([segment])[0] for segment in segments]
    assert together == encoder.encode(segments[::-1], threads=2)[::-1]


def test_word_without_pieces_has_no_vector(tmp_path):
    """Where the tokeniser leaves nothing of a word, its vector is 0, and the others are as if it were not there."""
    encoder = open_encoder(make_encoder(tmp_path / "encoder"))
    found = _bytes(encoder, ("the", "\u200b", "cat", "\x07"))
    assert not found[1].any()
    assert not found[3].any()
    np.testing.assert_array_equal(found[[0, 2]], _bytes(encoder, ("the", "cat")))
    assert encoder.encode([()]) == [b""]
    assert not _bytes(encoder, ("\u200b",)).any()


def test_long_segments_are_read_in_windows(tmp_path):
    """A segment of more pieces than the encoder reads is several; a word of too many pieces is its first ones."""
    encoder = open_encoder(make_encoder(tmp_path / "encoder"))
    words = ("the", "cat", "sitting", "x" * 90) * 100
    found = _bytes(encoder, words)
    assert found.shape == (400, 16)
    assert found.any(axis=1).all()
    np.testing.assert_array_equal(found[3], _bytes(encoder, ("x" * 90,))[0])


def test_identity_is_of_weights_tokeniser_layer_and_precision(tmp_path):
    """Two encoders have one identity only where files, layer and precision are the same."""
    first, second = make_encoder(tmp_path / "a"), make_encoder(tmp_path / "b", seed=2)
    same = make_encoder(tmp_path / "c")
    names = {open_encoder(first, 1).identity, open_encoder(first, 2).identity, open_encoder(first, 2, "int8").identity}
    assert len(names | {open_encoder(second, 2).identity}) == 4
    assert open_encoder(same, 2).identity == open_encoder(first, 2).identity
    tokeniser = json.loads((same / "tokenizer.json").read_text(encoding="utf-8"))
    tokeniser["normalizer"]["lowercase"] = False
    (same / "tokenizer.json").write_text(json.dumps(tokeniser), encoding="utf-8")
    assert open_encoder(same, 2).identity != open_encoder(first, 2).identity


def test_graph_of_ones_own(tmp_path):
    """An ONNX file with the usual inputs is an encoder without changes."""
    folder = make_encoder(tmp_path / "encoder")
    encoder = open_encoder(folder, 2)
    own = tmp_path / "own"
    own.mkdir()
    graph = next(Path(compiled_folder()).glob("encoder-*.onnx"))
    (own / "model.onnx").write_bytes(graph.read_bytes())
    (own / "tokenizer.json").write_bytes((folder / "tokenizer.json").read_bytes())
    np.testing.assert_array_equal(_bytes(open_encoder(own / "model.onnx"), SEGMENT), _bytes(encoder, SEGMENT))
    with pytest.raises(ConfigurationError, match="leave out layer"):
        open_encoder(own / "model.onnx", 2)
    (own / "model.onnx").write_bytes(b"no graph")
    with pytest.raises(ResourceError, match="is not a graph that onnxruntime can open"):
        open_encoder(own / "model.onnx")


def test_files_that_are_missing(tmp_path):
    """Missing files are named."""
    with pytest.raises(
        MissingResourceError, match=r"is not an encoder: there is no model.safetensors and no tokenizer.json"
    ):
        find_source(tmp_path)
    folder = make_encoder(tmp_path / "encoder")
    (folder / "config.json").unlink()
    with pytest.raises(MissingResourceError, match=r"there is no config\.json"):
        open_encoder(folder)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"model_type": "gpt2"}, "'model_type' must be 'bert' or 'roberta' or 'xlm-roberta' or 'mpnet', not 'gpt2'"),
        ({"hidden_act": "relu"}, "'hidden_act' must be 'gelu', not 'relu'"),
        (
            {"position_embedding_type": "relative_key"},
            "'position_embedding_type' must be 'absolute', not 'relative_key'",
        ),
        ({"model_type": ["bert"]}, "'model_type' must be 'bert'"),
        ({"layer_norm_eps": "x"}, "'layer_norm_eps' must be a number, not 'x'"),
        ({"layer_norm_eps": 1e999}, "'layer_norm_eps' must be a number, not inf"),
        ({"relative_attention_num_buckets": 0}, "'relative_attention_num_buckets' must be a whole number from 4"),
        ({"num_hidden_layers": "3"}, "'num_hidden_layers' must be a whole number"),
        ({"num_attention_heads": 3}, "positions do not fit"),
        ({"model_type": "mpnet"}, "has no tensor"),
        ({"hidden_size": 32}, r"has the shape \[\d+, 16\], not"),
        ({"num_hidden_layers": 4}, r"has no tensor 'encoder.layer.3"),
    ],
)
def test_another_architecture(tmp_path, change, message):
    """An architecture that is not known, or not that of the weights, is refused."""
    folder = make_encoder(tmp_path / "encoder")
    config = json.loads((folder / "config.json").read_text(encoding="utf-8")) | change
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    with pytest.raises(ResourceError, match=message):
        open_encoder(folder)


def test_layers_that_are_not_there(tmp_path):
    """A layer is one of the encoder's."""
    folder = make_encoder(tmp_path / "encoder")
    for layer in (-1, 4, "2"):
        with pytest.raises(ConfigurationError, match="has the layers 1 to 3"):
            open_encoder(folder, layer)
    with pytest.raises(ConfigurationError, match="unknown precision 'fp64': choose one of fp32 int8"):
        open_encoder(folder, 2, "fp64")


def test_broken_weights(tmp_path):
    """A file of weights that is cut off, or was never one, is refused, wherever it ends."""
    path = make_encoder(tmp_path / "encoder") / "model.safetensors"
    whole = path.read_bytes()
    for size in (0, 4, 8, 100, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:size])
        with pytest.raises(ResourceError, match=r"model\.safetensors"):
            open_encoder(path.parent)
    for text in (b"[1]", b"{", b'{"a": 1}', b'{"a": {"dtype": "F32", "shape": [-1], "data_offsets": [0, 4]}}'):
        path.write_bytes(len(text).to_bytes(8, "little") + text + b"\0" * 8)
        with pytest.raises(ResourceError, match=r"model\.safetensors"):
            Tensors(path)
    text = b'{"a": {"dtype": "I64", "shape": [1], "data_offsets": [0, 8]}}'
    path.write_bytes(len(text).to_bytes(8, "little") + text + b"\0" * 8)
    with pytest.raises(ResourceError, match="has the type I64; known are F32 F16 BF16"):
        Tensors(path).read("a", 1)


def test_half_precision_is_read(tmp_path):
    """Weights of 16 bits, of either kind, are read as the numbers they are."""
    values = np.float32([1.5, -2, 0.0078125])
    save_file({"a": values.astype(np.float16)}, tmp_path / "half")
    np.testing.assert_array_equal(Tensors(tmp_path / "half").read("a", 3), values)
    text = b'{"a": {"dtype": "BF16", "shape": [3], "data_offsets": [0, 6]}}'
    upper = (values.view(np.uint32) >> 16).astype("<u2").tobytes()
    (tmp_path / "other").write_bytes(len(text).to_bytes(8, "little") + text + upper)
    np.testing.assert_array_equal(Tensors(tmp_path / "other").read("a", 3), values)


def test_weights_that_are_not_numbers(tmp_path):
    """Weights that make no numbers are an error, not a score."""
    folder = make_encoder(tmp_path / "encoder")
    broken = _weights(folder)
    broken["encoder.layer.0.output.dense.bias"][:] = np.nan
    save_file(broken, folder / "model.safetensors")
    with pytest.raises(ResourceError, match="values that are not numbers"):
        open_encoder(folder).encode([("the", "cat")])


def test_broken_tokeniser(tmp_path):
    """A tokeniser that is none is named."""
    folder = make_encoder(tmp_path / "encoder")
    (folder / "tokenizer.json").write_text("{}", encoding="utf-8")
    with pytest.raises(ResourceError, match="is not a tokeniser"):
        open_encoder(folder)


@pytest.mark.parametrize(
    ("file", "reason"),
    [("config.json", "it is nested too deeply"), ("model.safetensors", "invalid JSON in header")],
)
def test_deep_nesting(tmp_path, file, reason):
    """JSON that is nested too deeply is refused as any other that is not right."""
    folder = make_encoder(tmp_path / "encoder")
    length = (100_000).to_bytes(8, "little") if file.endswith("s") else b""
    (folder / file).write_bytes(length + b"[" * 100_000)
    with pytest.raises(ResourceError, match=f"{file} .*: .*{reason}"):
        open_encoder(folder)


@pytest.mark.parametrize(
    ("change", "reason"),
    [({"cat": 999}, "indices element out of data bounds, idx=999"), ({"[UNK]": None}, r"Missing \[UNK\] token")],
    ids=["beyond the embeddings", "no unknown word"],
)
def test_a_tokeniser_of_another_encoder(tmp_path, change, reason, capfd):
    """Words that the weights do not have, or none for unknown words, are an error that names the encoder, and nothing else is printed."""
    folder = make_encoder(tmp_path / "encoder")
    described = json.loads((folder / "tokenizer.json").read_text(encoding="utf-8"))
    words = {word: number for word, number in (described["model"]["vocab"] | change).items() if number is not None}
    described["model"]["vocab"] = words
    (folder / "tokenizer.json").write_text(json.dumps(described), encoding="utf-8")
    with pytest.raises(ResourceError, match=f"encoder is an encoder with parts that do not fit: .*{reason}"):
        open_encoder(folder).encode([("the", "cat"), ("élan",)])
    assert capfd.readouterr() == ("", "")


def test_broken_head(tmp_path):
    """A head of another encoder is refused."""
    folder = make_encoder(tmp_path / "encoder")
    save_file({"mix": np.ones(4, "f4"), "projection": np.ones((16, 2), "f4")}, folder / "head.safetensors")
    with pytest.raises(ResourceError, match="the mix has 4 layers, the encoder 3"):
        open_encoder(folder)
    save_file({"mix": np.ones(1, "f4"), "projection": np.ones((8, 2), "f4")}, folder / "head.safetensors")
    with pytest.raises(ResourceError, match=r"'projection' has the shape \[8, 2\], not \[16, -1\]"):
        open_encoder(folder)
    plain = {"mix": np.ones(1, "f4"), "projection": np.ones((16, 2), "f4")}
    name = "encoder.layer.{}.output.dense.weight"
    for rows, layer, message in (
        (16, 2, "changes weights that the encoder does not read: encoder.layer.2.output.dense.weight"),
        (12, 0, r"changes 'encoder.layer.0.output.dense.weight' by \(12, 24\), but its shape is \(16, 24\)"),
    ):
        thin = {f"{name.format(layer)}.left": np.ones((rows, 1), "f4")}
        save_file(plain | thin, folder / "head.safetensors")
        with pytest.raises(ResourceError, match=r"has no tensor .*\.right"):
            open_encoder(folder)
        thin |= {f"{name.format(layer)}.right": np.ones((1, 24), "f4")}
        save_file(plain | thin, folder / "head.safetensors")
        with pytest.raises(ResourceError, match=message):
            open_encoder(folder)
    save_file(plain | {"mix": np.float32([np.inf])}, folder / "head.safetensors")
    with pytest.raises(ResourceError, match="the head has values that are not numbers"):
        open_encoder(folder)
