"""The module that `evaluate.load` loads: `evaluate` copies this file and runs the copy, so it imports only packages.

`evaluate` looks for imports line by line: write one import per line.
"""

from __future__ import annotations

from typing import Any

from bolide import Meteor
from bolide.adapters import missing_client

try:
    import datasets
    import evaluate
except ImportError as error:
    raise missing_client("evaluate") from error

_CITATION = """\
@inproceedings{denkowski-lavie-2014-meteor,
    title = "Meteor Universal: Language Specific Translation Evaluation for Any Target Language",
    author = "Denkowski, Michael and Lavie, Alon",
    booktitle = "Proceedings of the Ninth Workshop on Statistical Machine Translation",
    year = "2014"
}
"""

_DESCRIPTION = """\
METEOR aligns a hypothesis with a reference by exact words, stems, synonyms and paraphrases, and weighs precision and recall
against fragmentation. This is Meteor 1.5, with the scores of the Java program, computed by bolide.
"""

_INPUTS = """\
Args:
    predictions: list of strings, not tokenised.
    references: list of strings, or of lists of strings: the references of each prediction.
    **options: options of bolide.Meteor, such as task="adq". The language is the name of the configuration:
        evaluate.load(path, "pt"); "scalar" and "pt-scalar" leave out scores and signature, for programs that
        average every value.
Returns:
    meteor: score of the corpus, from 0 to 1: not the mean of the segments' scores.
    scores: score of each segment.
    signature: everything that determines the scores.
"""


class METEOR(evaluate.Metric):
    """Meteor 1.5 for evaluate; the name of the configuration is the language."""

    def _info(self) -> Any:
        text = datasets.Value("string")
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            citation=_CITATION,
            inputs_description=_INPUTS,
            features=[
                datasets.Features({"predictions": text, "references": datasets.Sequence(text)}),
                datasets.Features({"predictions": text, "references": text}),
            ],
        )

    def _compute(
        self, predictions: list[str], references: list[str] | list[list[str]], **options: Any
    ) -> dict[str, Any]:
        language = self.config_name.removesuffix("scalar").removesuffix("-")
        corpus = Meteor(language if language not in ("", "default") else "en", **options).score(predictions, references)
        if self.config_name.endswith("scalar"):
            return {"meteor": corpus.score}
        return {
            "meteor": corpus.score,
            "scores": corpus.segments.score.tolist(),
            "signature": str(corpus.signature),
        }
