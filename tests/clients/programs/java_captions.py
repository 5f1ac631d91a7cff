"""The scores of pycocoevalcap's own class, which calls `java`: JSON in and out."""

import json
import sys

from pycocoevalcap.meteor.meteor import Meteor

pairs = json.load(sys.stdin)
meteor = Meteor()
total, scores = meteor.compute_score(
    {number: references for number, (_, references) in enumerate(pairs)},
    {number: [hypothesis] for number, (hypothesis, _) in enumerate(pairs)},
)
print(json.dumps({"total": total, "scores": scores}))
