"""Training of conditional random fields, for taggers and recognisers of entities, with python-crfsuite."""

import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from bolide.errors import MissingResourceError
from bolide.files import Progress

# The description of a model by python-crfsuite: labels, attributes, weights.
CrfInfo: TypeAlias = Any


def train_crf(
    examples: Iterable[tuple[list[list[str]], Sequence[str]]], parameters: Mapping[str, float]
) -> tuple[CrfInfo, bytes]:
    """Train on segments, given the features and the tag of each token; return the model's description and its bytes."""
    try:
        import pycrfsuite
    except ImportError as error:
        raise MissingResourceError(
            "training needs python-crfsuite, which is not installed: pip install 'bolide[entities]'"
        ) from error
    trainer = pycrfsuite.Trainer(verbose=False)
    with Progress("reading the text to learn from") as progress:
        for seen, tags in examples:
            trainer.append(seen, tags)
            progress.advance(1)
    trainer.select("lbfgs")
    trainer.set_params(parameters)
    with Progress("training"), tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "model"
        trainer.train(str(file))
        tagger = pycrfsuite.Tagger()
        tagger.open(str(file))
        info = tagger.info()
        tagger.close()
        return info, file.read_bytes()
