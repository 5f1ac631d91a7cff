"""Score with torchmetrics: in a collection, pickled, copied, and in two processes that reduce over gloo."""

import copy
import json
import os
import pickle
import sys
import tempfile
from pathlib import Path

import torch
from torch import distributed
from torch.multiprocessing import spawn
from torchmetrics import MetricCollection
from torchmetrics.text import CHRFScore

from bolide.adapters.torchmetrics import METEORScore, meteor_score


def reduced(rank, folder, hypotheses, references):
    """Score every second segment in each of two processes; the first writes what both computed together."""
    distributed.init_process_group("gloo", init_method=f"file://{folder}/meeting", rank=rank, world_size=2)
    metric = METEORScore(return_sentence_level_score=True)
    for place in range(rank, len(hypotheses), 2):
        metric.update(hypotheses[place : place + 1], references[place : place + 1])
    score, scores = metric.compute()
    (Path(folder) / f"{rank}.json").write_text(json.dumps([score.item(), scores.tolist()]))
    distributed.destroy_process_group()


def main():
    hypotheses, references = json.load(sys.stdin)
    collection = MetricCollection({"meteor": METEORScore(), "chrf": CHRFScore()})
    for place in range(0, len(hypotheses), 10):
        collection.update(hypotheses[place : place + 10], references[place : place + 10])
    metric = pickle.loads(pickle.dumps(collection["meteor"]))
    halved = copy.deepcopy(metric).half().set_dtype(torch.float16)
    score, scores = meteor_score(hypotheses, references, return_sentence_level_score=True)
    answers = {
        "collection": collection.compute()["meteor"].item(),
        "pickled": metric.compute().item(),
        "halved": halved.compute().item(),
        "cloned": collection.clone().compute()["meteor"].item(),
        "functional": score.item(),
        "scores": scores.tolist(),
        "dtype": str(score.dtype),
        "forward": METEORScore()(hypotheses[:5], references[:5]).item(),
        "single": meteor_score(hypotheses[0], references[0]).item(),
    }
    metric.reset()
    answers["reset"] = metric.statistics.sum().item()
    with tempfile.TemporaryDirectory() as folder:
        spawn(reduced, args=(folder, hypotheses, references), nprocs=2)
        answers["reduced"] = [json.loads((Path(folder) / f"{rank}.json").read_text()) for rank in range(2)]
    print(json.dumps(answers))


if __name__ == "__main__":
    os.environ.setdefault("GLOO_SOCKET_IFNAME", "lo")
    main()
