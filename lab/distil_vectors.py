"""Distil a table of word vectors from an encoder: each word alone, through its lower layers, in few dimensions.

python lab/distil_vectors.py ENCODER FILE TEXT... [--layer 2] [--words 30000] [--dimensions 64]     needs bolide[meaning]

The words are the most frequent ones of some texts, as the metric tokenises them; `bolide resources install static-en` takes those that
the encoder has a piece for instead. The table is a file for encoder=FILE (--encoder):
it needs no library, and costs microseconds a segment. The same call gives the same bytes on the same kind of machine.
"""

import argparse
import gzip
import sys
from collections import Counter
from pathlib import Path

from bolide import Meteor
from bolide.meaning.encoder import open_encoder
from bolide.meaning.installing import write_table


def frequent_words(paths: list[Path], most: int) -> list[str]:
    """Return the words of texts, the most frequent first; of equally frequent ones, by the alphabet."""
    tokenise = Meteor("en", preset="bolide", matchers=("exact",)).tokens
    counts: Counter[str] = Counter()
    for path in paths:
        with (gzip.open if path.suffix == ".gz" else open)(path, "rt", encoding="utf-8") as file:
            for line in file:
                counts.update(tokenise(line.strip()))
    return sorted(counts, key=lambda word: (-counts[word], word))[:most]


def main() -> int:
    """Write a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("encoder", type=Path, help="a folder with model.safetensors, config.json and tokenizer.json")
    parser.add_argument("file", type=Path, help="where to write the table; its name has to end in .vectors")
    parser.add_argument(
        "texts", type=Path, nargs="+", metavar="TEXT", help="texts whose words to take, perhaps gzipped"
    )
    parser.add_argument("--layer", type=int, default=2)
    parser.add_argument("--words", type=int, default=30_000)
    parser.add_argument("--dimensions", type=int, default=64)
    options = parser.parse_args()
    words = frequent_words(options.texts, options.words)
    encoder = open_encoder(options.encoder, options.layer)
    count = write_table(encoder, words, options.dimensions, options.file, "lab/distil_vectors.py")
    print(
        f"{count} words, {options.dimensions} dimensions: {options.file} ({options.file.stat().st_size / 1e6:.1f} MB)"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
