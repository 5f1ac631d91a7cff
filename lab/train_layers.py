"""Learn changes of an encoder's upper layers and a projection from human scores, so that similar words agree with people.

python lab/train_layers.py ENCODER FILE [--judgements FOLDER] [--without PAIR ...]     needs torch (2.13.0 was used) beside bolide[meaning]

It learns from human scores of WMT15 and WMT16 and from rankings of WMT12, all into English, so that soft precision and recall (docs/meaning.md)
agree with people: ten minutes of one core for MiniLM. Each weight of the upper layers gets a change that is the product of two thin matrices
(LoRA). ENCODER is a folder with model.safetensors, config.json and tokenizer.json and no head; the head is for the same folder, as
head.safetensors. With --without, it learns without some language pairs and tests on them. The same call gives the same bytes on the same
kind of machine.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np
import torch
from meaning.judged import language_pair, read_pairs, read_rankings
from meaning.layers import Lower, Upper
from meaning.learning import Settings, agreement, learn, rank_agreement
from safetensors.numpy import save_file

ROOT = Path(__file__).resolve().parent.parent
PATTERNS = ("wmt16-da.*-en.tsv.gz", "wmt15-da.*-en.tsv.gz")
RANKINGS = ("wmt12-rank.*-en.tsv.gz",)


def write_head(model: Upper, path: Path, learned_from: list[str]) -> None:
    """Write what was learned: mix and projection, and the two thin matrices of every weight that is changed, in half precision."""
    mix = np.zeros(model.lower.high, np.float32)
    mix[model.lower.low - 1 :] = model.mix.detach().numpy()
    tensors = {"mix": mix, "projection": model.projection.detach().numpy().astype(np.float16)}
    for name, (left, right) in model.changes.items():
        tensors[f"{name}.weight.left"] = left.detach().numpy().astype(np.float16)
        tensors[f"{name}.weight.right"] = right.detach().numpy().astype(np.float16)
    # A single note: of several, safetensors chooses the order by chance.
    notes = {"about": f"made by lab/train_layers.py from {' '.join(learned_from)}; Apache-2.0"}
    save_file(tensors, path, notes)


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("encoder", type=Path, help="a folder with model.safetensors, config.json and tokenizer.json")
    parser.add_argument("file", type=Path, help="where to write the head")
    parser.add_argument("--judgements", type=Path, default=ROOT.parent / "shared" / "data" / "judgements")
    parser.add_argument("--from-layer", type=int, default=3, help="the last layer that stays as it is (default: 3)")
    parser.add_argument("--layer", type=int, default=6, help="the last layer that is read (default: 6)")
    parser.add_argument(
        "--rank", type=int, default=16, help="how thin the changes of weights are; 0 for none (default: 16)"
    )
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-rankings", action="store_true", help="learn from scores alone")
    parser.add_argument("--without", nargs="+", default=[], metavar="PAIR", help="pairs to test on, such as cs-en")
    return parser


def main() -> int:
    """Learn a head and write it."""
    parser = _options()
    options = parser.parse_args()
    torch.set_num_threads(1)
    scored, ranked = (
        [path for pattern in patterns for path in sorted(options.judgements.glob(pattern))]
        for patterns in (PATTERNS, RANKINGS)
    )
    if not scored:
        parser.error(f"{options.judgements} has no {' or '.join(PATTERNS)}")
    pairs, rankings = read_pairs(scored), [] if options.no_rankings else read_rankings(ranked)
    kept, left = ([each for each in pairs if (language_pair(each) in options.without) == out] for out in (False, True))
    kept_rankings, left_rankings = (
        [each for each in rankings if (language_pair(each) in options.without) == out] for out in (False, True)
    )
    lower = Lower(options.encoder, options.from_layer, options.layer)
    settings = Settings(rank=options.rank, epochs=options.epochs, seed=options.seed)
    model = learn(kept, lower, settings, kept_rankings)
    write_head(model, options.file, sorted({each.group for each in (*kept, *kept_rankings)}))
    for title, found in (
        ("learned from", agreement(model, kept)),
        ("left out", agreement(model, left)),
        ("left out", rank_agreement(model, left_rankings)),
    ):
        for name, value in sorted(found.items()):
            print(f"{title}\t{name}\t{value:.4f}")
        if found:
            print(f"{title}\tmean\t{np.mean(list(found.values())):.4f}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
