"""Language data in a folder of the user's: the layout of Meteor Universal, or what `bolide build` makes."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from bolide.errors import DamagedResourceError, MissingResourceError
from bolide.files.boundary import exists, load_json, reading
from bolide.records import record

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["LanguageFolder", "open_folder"]

FUNCTION_WORDS, PARAPHRASES, DESCRIPTION = "function.words", "paraphrase.gz", "resource.json"
NESTED = "meteor-files"
_SHAPE = {"language?": str, "options?": {"text?": str}}


@record
class LanguageFolder:
    """Function words, a paraphrase table, and what the folder says about itself."""

    function_words: tuple[str, ...]
    paraphrases: Path
    language: str | None
    text: str | None


def open_folder(folder: str | os.PathLike[str]) -> LanguageFolder:
    """Read what is in a folder; `MissingResourceError` names a file that is not there."""
    from pathlib import Path

    path = Path(folder)
    files = path / NESTED if exists(path / NESTED) else path
    words = files / FUNCTION_WORDS
    for file in (words, files / PARAPHRASES):
        if not exists(file):
            raise MissingResourceError(
                f"there is no {file}: a folder of language data holds {FUNCTION_WORDS} and {PARAPHRASES}, "
                "as `bolide build` makes them from parallel text"
            )
    mend = "; make it again with: bolide build"
    with reading(words, DamagedResourceError, "is damaged", mend):
        lines = words.read_text(encoding="utf-8").splitlines()
    description = {}
    if exists(path / DESCRIPTION):
        description = load_json(path / DESCRIPTION, _SHAPE, DamagedResourceError, mend=mend)
    return LanguageFolder(
        function_words=tuple(word for line in lines if (word := line.strip())),
        paraphrases=files / PARAPHRASES,
        language=description.get("language"),
        text=description.get("options", {}).get("text"),
    )
