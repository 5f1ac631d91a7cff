"""What tags words with their parts of speech, for the features of METEOR-Hindi that look at them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from bolide.errors import ConfigurationError
from bolide.family.asked import Asked
from bolide.family.fields import FILE, WORD, Field, check_choice
from bolide.family.opened import Opened
from bolide.records import record

if TYPE_CHECKING:
    from bolide.family.pipeline import Pipeline


__all__ = ["Tagger"]

# The features that need tags.
TAGGED = ("lwg", "pos", "clause")
CLASSES, EQUAL = TAGS = ("classes", "equal")


@record
class Tagger:
    """A tagger: the language's own, or that of a file; and which tags are the same part of speech."""

    file: str | os.PathLike[str] | None = None
    tags: str = CLASSES

    FIELDS = (
        Field(
            name="tagger",
            kind=FILE,
            help="meteor-hindi: a tagger, made by 'bolide hindi train'",
            default="the one that ships",
        ),
        Field(
            name="tags",
            kind=WORD,
            choices=TAGS,
            help="meteor-hindi: which tags are the same part of speech: those of one class, such as NN and NNP, or only equal ones, as "
            "the paper says",
            default=CLASSES,
        ),
    )
    SIGNED = (("tagger", WORD), ("tags", WORD))

    @classmethod
    def choose(cls, asked: Asked) -> Tagger | None:
        """Return the tagger, if a feature needs one."""
        file, features = asked.get("tagger"), asked.chosen["parameters"].features
        tags = check_choice("way to compare tags", asked.get("tags", CLASSES), TAGS)
        if asked.is_given("tags") and "pos" not in features:
            raise ConfigurationError("tags is of no use without the feature pos")
        if any(name in TAGGED for name in features):
            return cls(file=file, tags=tags)
        if file is not None:
            raise ConfigurationError(f"{file} is of no use without one of the features {' '.join(TAGGED)}")
        return None

    def sign(self) -> dict[str, Any]:
        """Return how tags are compared, unless by classes; the tagger is known by what it holds."""
        return {} if self.tags == CLASSES else {"tags": self.tags}

    def open(self, pipeline: Pipeline, *, offline: bool | None) -> Opened:  # noqa: ARG002 - all parts are opened alike
        """Return the tagger."""
        from pathlib import Path

        from bolide.hindi.language import indic_language
        from bolide.hindi.tagger import open_model

        language = indic_language(pipeline.language.code)
        model = open_model(language, None if self.file is None else Path(self.file))
        return Opened(
            core={"grammar": model.grammar(language.tags, is_strict=self.tags == EQUAL)},
            signed={"tagger": model.identity},
        )
