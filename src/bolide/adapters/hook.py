"""Replaces METEOR in other packages as they are imported, in programs under `bolide run`.

Every Python of the program loads this file when it starts, by its path. So it imports next to nothing, and bolide only when METEOR is
computed. Older versions of Python must be able to read it, to say that bolide needs a newer one.
"""

from __future__ import annotations

import os
import sys
from functools import cache, wraps
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import module_from_spec, spec_from_file_location
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from types import ModuleType

    import bolide

# The variable with the folder of the run, for all programs that it starts; the files in that folder.
VARIABLE = "BOLIDE_RUN"
METRIC, SIGNATURES = "metric.pickle", "signatures.txt"
# The arguments of NLTK's functions after references and hypothesis.
_OF_NLTK = ("preprocess", "stemmer", "wordnet", "alpha", "beta", "gamma")
_EVALUATE_NAMES = ("meteor", "evaluate-metric/meteor", "metrics/meteor")
_cited: set[tuple[str, str]] = set()


def cite(client: str, signature: str) -> None:
    """Record a signature and the client that used it, for the end of the run; do nothing outside of a run."""
    folder = os.environ.get(VARIABLE)
    if folder is None or (client, signature) in _cited:
        return
    _cited.add((client, signature))
    try:
        with open(os.path.join(folder, SIGNATURES), "a", encoding="utf-8") as file:  # noqa: PTH118, PTH123 - pathlib loads slowly
            file.write(f"{client}\t{signature}\n")
    except OSError:
        return  # The run is over; this process outlived it.


@cache
def _metric() -> bolide.Meteor:
    import pickle

    with open(os.path.join(os.environ[VARIABLE], METRIC), "rb") as file:  # noqa: PTH118, PTH123
        metric: bolide.Meteor = pickle.load(file)
    return metric


def _patch_nltk(module: Any, like: str) -> None:
    seen: set[str] = set()

    @wraps(module.meteor_score)
    def meteor_score(
        references: Iterable[Iterable[str]], hypothesis: Iterable[str], *arguments: Any, **options: Any
    ) -> float:
        from bolide.adapters import nltk

        given = dict(zip(_OF_NLTK, arguments)) | options | {"preset": like or _metric()}  # noqa: B905 - for older versions of Python
        if repr(options) not in seen:
            seen.add(repr(options))
            cite("nltk.translate.meteor_score", nltk.signature(**given))
        return nltk.meteor_score(references, hypothesis, **given)

    @wraps(module.single_meteor_score)
    def single_meteor_score(reference: Iterable[str], *arguments: Any, **options: Any) -> float:
        return meteor_score([reference], *arguments, **options)

    module.meteor_score, module.single_meteor_score = meteor_score, single_meteor_score


def _patch_tokenize(module: Any, like: str) -> None:
    """Let NLTK's word tokeniser work without its data, which it needs only to split sentences: each text is one sentence."""
    stock = module.word_tokenize

    @wraps(stock)
    def word_tokenize(text: str, *arguments: Any, **options: Any) -> Any:
        try:
            return stock(text, *arguments, **options)
        except LookupError:
            if like:
                raise
            cite(
                "nltk.word_tokenize", "each text taken as one sentence, since NLTK's data (punkt_tab) is not installed"
            )
            return stock(text, preserve_line=True)

    module.word_tokenize = word_tokenize


def _patch_evaluate(module: Any, like: str) -> None:
    stock = module.load

    @wraps(stock)
    def load(path: str, *arguments: Any, **options: Any) -> object:
        if path not in _EVALUATE_NAMES:
            return stock(path, *arguments, **options)
        from inspect import signature

        from bolide.adapters.evaluate.meteor import METEOR

        class Served(METEOR):
            def _compute(self, predictions: list[str], references: list[Any], **options: Any) -> dict[str, float]:
                from bolide.adapters.nltk import signature

                cite("evaluate.load('meteor')", signature(preset=like or _metric(), **options))
                if like:
                    return {"meteor": _mean_by_nltk(predictions, references, options)}
                return {"meteor": _metric().score(predictions, references).score}

        Served.__name__ = METEOR.__name__
        given = signature(stock).bind(path, *arguments, **options).arguments
        kept = ("process_id", "num_process", "cache_dir", "experiment_id", "keep_in_memory")
        return Served(**{name: given[name] for name in kept if name in given})

    module.load = load


def _mean_by_nltk(
    predictions: Sequence[str], references: Sequence[str | Sequence[str]], options: dict[str, float]
) -> float:
    """Return the score of evaluate's own metric: the mean of NLTK's scores, with NLTK's tokeniser."""
    from nltk import word_tokenize
    from nltk.translate.meteor_score import meteor_score

    scores: list[float] = [
        meteor_score(
            [word_tokenize(text) for text in ([given] if isinstance(given, str) else given)],
            word_tokenize(prediction),
            **options,
        )
        for prediction, given in zip(predictions, references)  # noqa: B905
    ]
    return sum(scores) / len(scores)


def _patch_captions(module: Any, _like: str) -> None:
    from bolide.adapters.pycocoevalcap import Meteor

    class Served(Meteor):
        def __init__(self) -> None:
            cite("pycocoevalcap", str(_metric().signature))
            super().__init__(_metric())

        def __reduce__(self) -> Any:
            return module.Meteor, ()

    Served.__name__, Served.__qualname__, Served.__module__ = "Meteor", "Meteor", module.__name__
    module.Meteor = Served


_PATCHES = {
    "nltk.tokenize": _patch_tokenize,
    "nltk.translate.meteor_score": _patch_nltk,
    "evaluate.loading": _patch_evaluate,
    "pycocoevalcap.meteor.meteor": _patch_captions,
}


class Finder:
    """Finds the modules to patch, and the bolide that runs the program if this Python can load it.

    `package` has the file of that bolide and its folders.
    """

    def __init__(self, like: str, package: list[str], version: tuple[int, int]) -> None:
        self._like, self._package = like, package
        # From 3.12 on, one build is for all versions.
        self._is_loadable = min(sys.version_info[:2], (3, 12)) == min(version, (3, 12))

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of a module to patch; None for all others."""
        if name == "bolide" and self._is_loadable:
            return spec_from_file_location(name, self._package[0], submodule_search_locations=self._package[1:])
        patch = _PATCHES.get(name)
        if patch is None:
            return None
        others = (finder for finder in sys.meta_path if finder is not self)
        spec = next(filter(None, (finder.find_spec(name, path, target) for finder in others)), None)
        if spec is not None and spec.loader is not None:
            run = spec.loader.exec_module

            def exec_module(module: ModuleType) -> None:
                run(module)
                patch(module, self._like)

            spec.loader.exec_module = exec_module  # type: ignore[method-assign]
        return spec


def install(folder: str, like: str, package: list[str], version: tuple[int, int]) -> None:
    """Start patching, and run the `sitecustomize` that the folder of the run hides, if any."""
    sys.path[:] = [entry for entry in sys.path if entry != folder]
    sys.meta_path.insert(0, Finder(like, package, version))
    hidden = PathFinder.find_spec("sitecustomize")
    if hidden is not None and hidden.loader is not None:
        hidden.loader.exec_module(module_from_spec(hidden))
