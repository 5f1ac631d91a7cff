"""Score with NLTK's functions and with ours: a list of (references, hypothesis, options) in, both answers out.

Segments are lists of tokens; those that are strings are split by NLTK's word tokeniser.
"""

import json
import sys

from nltk.stem.lancaster import LancasterStemmer
from nltk.stem.porter import PorterStemmer
from nltk.tokenize import NLTKWordTokenizer
from nltk.translate import meteor_score as stock

from bolide.adapters import nltk as ours

stemmers = {"porter": PorterStemmer(), "lancaster": LancasterStemmer()}


def tokens(segment):
    return NLTKWordTokenizer().tokenize(segment) if isinstance(segment, str) else segment


answers = {"stock": [], "ours": [], "single": []}
for references, hypothesis, options in json.load(sys.stdin):
    if "stemmer" in options:
        options["stemmer"] = stemmers[options["stemmer"]]
    pair = ([tokens(reference) for reference in references], tokens(hypothesis))
    answers["stock"].append(stock.meteor_score(*pair, **options))
    answers["ours"].append(ours.meteor_score(*pair, **options))
    single = [module.single_meteor_score(pair[0][0], pair[1], **options) for module in (stock, ours)]
    answers["single"].append(single)
answers["signature"] = ours.signature()
print(json.dumps(answers))
