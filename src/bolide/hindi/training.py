"""Training a tagger on treebanks with python-crfsuite. The same treebanks and settings give the same file."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from bolide import _core
from bolide.errors import InputError, MissingResourceError
from bolide.files.progress import Progress
from bolide.hindi.language import TagRules
from bolide.hindi.model import TaggerModel, make_model
from bolide.text.indic import clean, fold

__all__ = ["TaggedSentence", "TrainingSettings", "train"]

# Words with their tags.
TaggedSentence = Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingSettings:
    """The strengths of the penalties on weights (c1 on their sum, which makes most of them vanish; c2 on their squares)."""

    c1: float = 0.3
    c2: float = 0.01
    iterations: int = 100


def attributes_of(words: Sequence[str], seen: _core.TagAttributes) -> list[list[str]]:
    """Return what a tagger sees at each word of a segment of folded words."""
    reach = _core.TAG_REACH
    rows = []
    for place in range(len(words)):
        names: list[str] = []
        for offset in range(-reach, reach + 1):
            if 0 <= place + offset < len(words):
                names += seen.see(words[place + offset], offset)
        if place == 0:
            names.append(_core.TagAttributes.edge(-1))
        if place == len(words) - 1:
            names.append(_core.TagAttributes.edge(1))
        rows.append(names)
    return rows


def train(
    sentences: Sequence[TaggedSentence], rules: TagRules, settings: TrainingSettings, metadata: dict[str, str]
) -> TaggerModel:
    """Return a tagger's model; `InputError` for a tag that the language does not have."""
    crfsuite = _crfsuite()
    trainer = crfsuite.Trainer(verbose=False)
    trainer.select("lbfgs")
    trainer.set_params({"c1": settings.c1, "c2": settings.c2, "max_iterations": settings.iterations})
    seen = _core.TagAttributes(rules.word_classes)
    with Progress("reading the treebank", len(sentences)) as progress:
        for sentence in sentences:
            for form, tag in sentence:
                if tag not in rules.classes:
                    raise InputError(
                        f"the tag {tag!r} (of {form!r}) is not one of the language's: {' '.join(rules.classes)}"
                    )
            words = [fold(clean(form)) for form, _ in sentence]
            trainer.append(attributes_of(words, seen), [tag for _, tag in sentence])
            progress.advance(1)
    with Progress("training the tagger"), tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "model")
        trainer.train(file)
        tagger = crfsuite.Tagger()
        tagger.open(file)
        info = tagger.info()
        tagger.close()
    return _collect(info, rules, metadata)


def _collect(info: Any, rules: TagRules, metadata: dict[str, str]) -> TaggerModel:
    """Return the model of what python-crfsuite tells about its own."""
    tags = tuple(tag for tag in rules.classes if tag in info.labels)
    places = {tag: place for place, tag in enumerate(tags)}
    weights: dict[str, dict[int, float]] = {}
    for (name, tag), weight in info.state_features.items():
        weights.setdefault(name, {})[places[tag]] = weight
    transitions = np.zeros((len(tags), len(tags)))
    for (before, after), weight in info.transitions.items():
        transitions[places[before], places[after]] = weight
    return make_model(tags, weights, transitions, metadata)


def _crfsuite() -> Any:
    try:
        import pycrfsuite
    except ImportError as error:
        raise MissingResourceError(
            "taggers are trained with python-crfsuite, which is not installed; run: pip install 'bolide[hindi]'"
        ) from error
    return pycrfsuite
