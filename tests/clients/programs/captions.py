"""Score captions with pycocoevalcap's own class and with ours: a list of pairs in, the answers of both out."""

import json
import sys

from pycocoevalcap.meteor.meteor import Meteor as Stock

from bolide.adapters.pycocoevalcap import Meteor

pairs = json.load(sys.stdin)
references = {f"image {i}": pair[1] for i, pair in enumerate(pairs)}
captions = {f"image {i}": [pair[0]] for i, pair in enumerate(pairs)}
answers = {}
for name, scorer in (("stock", Stock()), ("ours", Meteor())):
    total, scores = scorer.compute_score(references, captions)
    answers[name] = {
        "total": total,
        "scores": list(scores),
        "statistics": [scorer._stat(*pair) for pair in pairs],
        "method": scorer.method(),
    }
print(json.dumps(answers))
