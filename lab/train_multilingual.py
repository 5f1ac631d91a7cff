"""Learn the head of the multilingual encoder from English judgements, so that how alike words are agrees with people.

python lab/train_multilingual.py FILE [--seeds 1 2 3] [--measure]     needs torch (2.13.0 was used) beside bolide[meaning]

It needs the encoder (bolide resources install meaning-multi). It learns thin changes of the convolutions and a projection from scores of
WMT15 and WMT16 and rankings of WMT12, all into English, for the mix of preset `universal-meaning`; two CPU minutes for each seed. FILE gets
the head of the first seed, FILE.N those of others; --measure scores the development sets with each. The same call gives the same bytes on
the same kind of machine.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from meaning.convolutions import Convolutions
from meaning.judged import Pair, Ranking, read_pairs, read_rankings
from meaning.learning import Batch, Settings, batches, correlation, ranked_rightly
from safetensors.numpy import save_file

from bolide import Meteor
from bolide.analysis.evaluation import measure
from bolide.analysis.judged_sets import read_judgements
from bolide.data.catalogue import find_resource
from bolide.data.home import resource_path

ROOT = Path(__file__).resolve().parent.parent
SCORES, RANKINGS = ("wmt15-da.*-en.tsv.gz", "wmt16-da.*-en.tsv.gz"), ("wmt12-rank.*-en.tsv.gz",)
DEVELOPMENT = ("wmt12-rank.en-de.tsv.gz", "wmt12-rank.en-es.tsv.gz", "wmt12-rank.en-fr.tsv.gz", "wmt1?-da.en-ru.tsv.gz")
MIX = 1.5  # How much the part weighs beside the score by letters.
PULL = 0.3  # How strongly the projection is held where it starts.
WARM_UP = 20


def losses(model: Convolutions, batch: Batch) -> torch.Tensor:
    """Return how far scores are from what people say: those of the mix, and half as much those of the part alone."""
    pairs = batch if isinstance(batch[0], Pair) else [pair for ranking in batch for pair in ranking.pairs]
    scores = model.scores(pairs)
    mixed = torch.tensor([pair.score for pair in pairs]) + MIX * scores
    if isinstance(batch[0], Ranking):
        return -0.5 * (ranked_rightly(mixed, batch) + 0.5 * ranked_rightly(scores, batch))
    return (1 - correlation(mixed, batch)) + 0.5 * (1 - correlation(scores, batch))


def learn(folder: Path, pairs: list[Pair], rankings: list[Ranking], settings: Settings) -> Convolutions:
    """Return the encoder that agrees best with people, batch by batch."""
    model = Convolutions(folder, settings.rank, settings.seed)
    start = model.start([pair.hypothesis for pair in pairs[::20]], settings.dimensions)
    thin = [each for change in model.changes.values() for each in change]
    optimiser = torch.optim.Adam([model.projection, *thin], lr=settings.rate)
    plan = batches(pairs, rankings, settings)
    for step, batch in enumerate(plan):
        optimiser.param_groups[0]["lr"] = settings.rate * min(1, (step + 1) / WARM_UP) * (1 - step / len(plan))
        if step == len(plan) * 3 // 4:
            model.reach.clear()  # Of the encoder as it is nearly learned.
        loss = losses(model, batch) + PULL * ((model.projection - start) ** 2).sum() / settings.dimensions
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        if step % WARM_UP == 0:
            line = f"step {step} of {len(plan)}: loss {loss.item():.4f}, {time.process_time():.0f} s"
            print(line, file=sys.stderr, flush=True)
    return model


def write_head(model: Convolutions, path: Path, learned_from: Sequence[str]) -> None:
    """Write what was learned, in half precision."""
    tensors = {"projection": model.projection} | {f"reach.{name}": reach for name, reach in model.reach.items()}
    for name, (left, right) in model.changes.items():
        tensors |= {f"{name}.left": left, f"{name}.right": right}
    # A single note: of several, safetensors chooses the order by chance.
    notes = {"about": f"made by lab/train_multilingual.py from {' '.join(learned_from)}; Apache-2.0"}
    save_file({name: each.detach().numpy().astype(np.float16) for name, each in tensors.items()}, path, notes)


def measured(folder: Path, head: Path, judgements: Path) -> dict[str, float]:
    """Return the agreement on each development set: Kendall's, where equal scores count as wrong in rankings."""
    found = {}
    with tempfile.TemporaryDirectory() as place:
        for name in ("weights.npz", "sp.model"):
            (Path(place) / name).symlink_to(folder / name)
        shutil.copyfile(head, Path(place) / "head.safetensors")
        for path in (path for pattern in DEVELOPMENT for path in sorted(judgements.glob(pattern))):
            judged = read_judgements(str(path))[0]
            meteor = Meteor(judged.language, preset="universal-meaning", encoder=place)
            scores = meteor.score(judged.hypotheses, judged.references).segments.score
            found[judged.name] = measure(judged, scores, "tau-wmt12" if judged.is_ranking else "kendall")
    return found


def main() -> int:
    """Learn heads and write them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="where to write the head")
    parser.add_argument("--judgements", type=Path, default=ROOT.parent / "shared" / "data" / "judgements")
    parser.add_argument("--seeds", type=int, nargs="+", default=[1])
    parser.add_argument("--measure", action="store_true", help="score the development sets, four minutes for each seed")
    options = parser.parse_args()
    torch.set_num_threads(1)
    folder = resource_path(find_resource("encoder", "meaning-multi"))
    scored, ranked = (
        [path for pattern in patterns for path in sorted(options.judgements.glob(pattern))]
        for patterns in (SCORES, RANKINGS)
    )
    letters = Meteor("en", preset="universal-meaning", semantics=0, chrf=1 / 3, lcs=1 / 3)
    pairs, rankings = read_pairs(scored, letters), read_rankings(ranked, letters)
    for seed in options.seeds:
        model = learn(folder, pairs, rankings, Settings(seed=seed))
        path = options.file if seed == options.seeds[0] else options.file.with_name(f"{options.file.name}.{seed}")
        write_head(model, path, [path.name for path in (*scored, *ranked)])
        for name, value in measured(folder, path, options.judgements).items() if options.measure else ():
            print(f"{seed}\t{name}\t{value:.4f}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
