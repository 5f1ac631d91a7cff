"""Measures what vectors of words cost, in CPU time on one thread, beside an encoder of the shape that BERTScore uses; prints Markdown.

PYTHONPATH=bench python lab/bench/meaning.py JUDGEMENTS [--segments 500] [--wide 12]     needs bolide[meaning], and meaning-en installed

JUDGEMENTS is a table with the columns reference and hypothesis. Weights of the wide encoder (the first 17 layers of RoBERTa large: 1,024
values, 16 heads) are chance: its time does not depend on them. It needs 1 GB on the disk and 3 GB of memory, both for a while.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from measure import Cost, run
from safetensors.numpy import save_file

from bolide import Meteor
from bolide.analysis.judged_sets import read_judgements
from bolide.meaning.encoder import Encoder, open_encoder
from bolide.meaning.encoders import encoder_folder, find_encoder
from bolide.meaning.weights import Tensors

PRESETS = ("bolide", "bolide-meaning:graded", "bolide-meaning:soft")
WIDE = {"num_hidden_layers": 17, "hidden_size": 1024, "num_attention_heads": 16, "intermediate_size": 4096}


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("judgements", help="a table of judged translations")
    parser.add_argument("--segments", type=int, default=500, help="how many of them (default: 500)")
    parser.add_argument("--wide", type=int, default=12, help="how many of these the wide encoder reads (default: 12)")
    options = parser.parse_args()
    translations = read_judgements(options.judgements)[0].translations[: options.segments]
    pairs = [(each.hypothesis, each.references[0]) for each in translations]
    print(
        f"{len(pairs)} segments of {Path(options.judgements).name}, one thread; the load is {os.getloadavg()[0]:.1f}.\n"
    )
    _whole_runs(pairs)
    _encoders(pairs, options.wide)
    return 0


def _whole_runs(pairs: list[tuple[str, str]]) -> None:
    """Print what scoring costs as a process: its start, and each segment after it."""
    print("| preset | start, CPU s | 1,000 segments, CPU s | memory, MB |\n|---|--:|--:|--:|")
    for preset in PRESETS:
        one, all_ = (_score(pairs[:count], preset) for count in (1, len(pairs)))
        each = (all_.cpu - one.cpu) / (len(pairs) - 1)
        print(f"| `{preset}` | {one.cpu:.2f} | {1000 * each:.2f} | {all_.memory:.0f} |", flush=True)


def _score(pairs: list[tuple[str, str]], preset: str) -> Cost:
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder, name) for name in ("hypotheses", "references")]
        for file, lines in zip(files, zip(*pairs, strict=True), strict=True):
            file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        name, _, task = preset.partition(":")
        command = [sys.executable, "-m", "bolide", "score", *map(str, files), "--preset", name, "--threads", "1", "-q"]
        return run([*command, *(["--task", task] if task else [])])[1]


def _encoders(pairs: list[tuple[str, str]], few: int) -> None:
    """Print what encoding two sentences costs, by the encoder of bolide-meaning in both precisions and by the wide one."""
    tokens = Meteor("en", preset="bolide", matchers=("exact",)).tokens
    segments = [(tokens(hypothesis), tokens(reference)) for hypothesis, reference in pairs]
    entry = find_encoder("meaning-en")
    folder = encoder_folder(entry)
    costs = {
        f"meaning-en, {name}": _encode(open_encoder(folder, None, name), segments[:few]) for name in ("int8", "fp32")
    }
    with tempfile.TemporaryDirectory() as place:
        os.environ["BOLIDE_HOME"] = place  # Its graph goes where its weights go.
        costs["RoBERTa large, 17 layers, fp32"] = _encode(open_encoder(_wide(folder, Path(place))), segments[:few])
    widest = max(costs.values())
    print(f"\nEncoding alone, the first {few} segments, two sentences each:\n")
    print("| encoder | CPU ms a segment | of the widest |\n|---|--:|--:|")
    for name, cost in costs.items():
        print(f"| {name} | {1000 * cost / few:.1f} | 1/{widest / cost:.1f} |")


def _encode(encoder: Encoder, segments: list[tuple[list[str], list[str]]]) -> float:
    """Return the CPU seconds of encoding pairs, once the session is warm."""
    encoder.encode([segments[0][0]])
    start = time.process_time()
    encoder.encode([words for pair in segments for words in pair])
    return time.process_time() - start


def _wide(small: Path, place: Path) -> Path:
    """Write an encoder of the wide shape with weights by chance, and with the tokeniser of the small one."""
    folder = place / "wide"
    folder.mkdir()
    (folder / "tokenizer.json").write_bytes((small / "tokenizer.json").read_bytes())
    config = json.loads((small / "config.json").read_text(encoding="utf-8")) | WIDE
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    tensors = Tensors(small / "model.safetensors")
    words = tensors.read("embeddings.word_embeddings.weight", -1, -1).shape[0]
    width, inner = WIDE["hidden_size"], WIDE["intermediate_size"]
    shapes = {"embeddings.word_embeddings.weight": (words, width)}
    shapes |= {"embeddings.position_embeddings.weight": (config["max_position_embeddings"], width)}
    shapes |= {"embeddings.token_type_embeddings.weight": (2, width), "embeddings.LayerNorm.weight": (width,)}
    shapes |= {"embeddings.LayerNorm.bias": (width,)}
    for number in range(WIDE["num_hidden_layers"]):
        dense = {f"attention.self.{part}": (width, width) for part in ("query", "key", "value")}
        dense |= {"attention.output.dense": (width, width), "intermediate.dense": (inner, width)}
        dense |= {"output.dense": (width, inner), "attention.output.LayerNorm": (width,), "output.LayerNorm": (width,)}
        for name, shape in dense.items():
            place_of = f"encoder.layer.{number}.{name}"
            shapes |= {f"{place_of}.weight": shape, f"{place_of}.bias": shape[:1]}
    chance = np.random.default_rng(1)
    weights = {name: chance.standard_normal(shape, np.float32) * np.float32(0.02) for name, shape in shapes.items()}
    save_file(weights, folder / "model.safetensors", {})
    return folder


if __name__ == "__main__":
    sys.exit(main())
