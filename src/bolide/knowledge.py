"""All that a metric knows about its language: function words and opened tables, each with what identifies it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

from bolide import _core
from bolide.configuration import Configuration
from bolide.errors import ConfigurationError, MissingResourceError
from bolide.languages import Language
from bolide.lexicon import digest_words, function_words
from bolide.records import record
from bolide.resources import ensure, find_resource, open_table
from bolide.signature import DIGEST_LENGTH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    File = str | os.PathLike[str]

__all__ = ["Knowledge", "gather"]

# Snowball's algorithms as they were before version 2.0, with the defects of the jar's copy: part of the core, never floating.
STEMMERS = "snowball-meteor-1.5"
NONE = "none"


@record
class Knowledge:
    """What the core needs to know of a language."""

    function_words: tuple[str, ...]
    stemmer: str
    stems: _core.StemTable | None
    synonyms: _core.SynonymTable | None
    paraphrases: _core.ParaphraseTable | None

    @property
    def identities(self) -> dict[str, str]:
        """What identifies each part, for the signature."""
        digests = {"function_words": digest_words(self.function_words)[:DIGEST_LENGTH] if self.function_words else NONE}
        digests["stems"] = STEMMERS if self.stemmer else _identity(self.stems)
        digests["synonyms"] = _identity(self.synonyms)
        digests["paraphrases"] = _identity(self.paraphrases)
        return digests


def _identity(table: _core.StemTable | _core.SynonymTable | _core.ParaphraseTable | None) -> str:
    return NONE if table is None else table.provenance[0].hex()[:DIGEST_LENGTH]


def gather(
    configuration: Configuration,
    *,
    function_word_list: Iterable[str] | None = None,
    synonym_folder: File | None = None,
    paraphrase_file: File | None = None,
    offline: bool | None = None,
) -> Knowledge:
    """Open what a configuration needs, installing it where that is allowed; never less than it needs."""
    code, matchers = configuration.language.code, configuration.matchers
    for given, matcher in ((synonym_folder, "synonym"), (paraphrase_file, "paraphrase")):
        if given is not None and matcher not in matchers:
            raise ConfigurationError(
                f"{given} is of no use without the matcher {matcher!r}: add it to {' '.join(matchers)}"
            )
    stemmer = (configuration.language.stemmer or "") if "stem" in matchers else ""
    return Knowledge(
        function_words=_function_words(function_word_list, configuration.function_words),
        stemmer="" if stemmer == "table" else stemmer,
        stems=_installed("stems", code, offline) if stemmer == "table" else None,
        synonyms=_synonyms(configuration.language, synonym_folder, offline) if "synonym" in matchers else None,
        paraphrases=_paraphrases(code, paraphrase_file, offline) if "paraphrase" in matchers else None,
    )


def _function_words(given: Iterable[str] | None, code: str) -> tuple[str, ...]:
    if given is None:
        return function_words(code)
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise ConfigurationError(f"function_words has to be a list of words, not {given!r}")
    return tuple(given)


def _synonyms(language: Language, folder: File | None, offline: bool | None) -> Any:
    if folder is not None:
        files = [os.path.join(folder, f"{language.name.lower()}.{part}") for part in ("synsets", "exceptions")]
        return _compiled("synonyms", files)
    return _installed("synonyms", language.code, offline)


def _paraphrases(code: str, file: File | None, offline: bool | None) -> Any:
    if file is not None:
        return _compiled("paraphrases", [file])
    return _installed("paraphrases", code, offline)


def _compiled(kind: str, files: Sequence[File]) -> Any:
    """Open a table made of files of the user's own."""
    from pathlib import Path  # noqa: PLC0415 - loaded only to install: they cost time at every start

    from bolide.resources.install import install_files  # noqa: PLC0415

    return open_table(
        kind,
        install_files(kind, [Path(file) for file in files]),
        f"bolide resources remove --files (it is made again from {files[0]})",
    )


def _installed(kind: str, code: str, offline: bool | None) -> Any:
    resource = find_resource(kind, code)
    if resource is None:
        raise MissingResourceError(
            f"there are no {kind} for {code}: leave that matcher out, or give a file of your own"
        )
    return open_table(kind, ensure(resource, offline), f"{resource.install_command} --force")
