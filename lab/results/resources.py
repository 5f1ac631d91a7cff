"""Function words and paraphrases of our own for the languages that the papers had tables for, built once by `bolide.build`.

German and French come from parallel text with English, Czech from a small one with hand alignments. For Spanish there is none: its
function words are counted in the references of the judgements, and it has no paraphrases.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from results.data import Data

from bolide.analysis.judged_sets import JudgementSet
from bolide.build import BuildRequest, build_resource
from bolide.build.built_folder import FUNCTION_WORDS, PARAPHRASES
from bolide.build.parallel_text import common_words, tokenise_lines
from bolide.data.languages import find_language

__all__ = ["METEOR_WORDS", "Built", "Resource", "build_resources", "hindi_resource"]

_LISTS = Path(__file__).resolve().parents[2] / "src" / "bolide" / "data" / "function_words"
# Meteor 1.5's own function words.
METEOR_WORDS = {
    code: str(_LISTS / f"{find_language(code).name.lower()}.txt") for code in ("en", "de", "es", "fr", "cs")
}
_BITEXT = {"cs": "gold-cs", "de": "en-de", "fr": "en-fr"}
_COMMON = 0.001  # Denkowski and Lavie 2014, §3.1.


@dataclass(frozen=True, slots=True, kw_only=True)
class Resource:
    """What was built for a language: files, their sizes, and the text they come from."""

    source: str
    lines: int
    function_words: str
    function_word_count: int
    paraphrases: str | None = None
    paraphrase_count: int = 0


def build_resources(data: Data) -> dict[str, Resource]:
    """Return what is built for each language, by its code; finished steps of an earlier run are not repeated."""
    built = {code: _from_bitext(data, code, name) for code, name in _BITEXT.items()}
    built["es"] = _from_references(data.sets("wmt12-rank.en-es.tsv.gz"), "es", data.built / "es")
    return built


def _from_bitext(data: Data, code: str, name: str) -> Resource:
    links = data.bitext / f"{name}.a.gz"
    out = data.built / code
    request = BuildRequest(
        out=out,
        source=str(data.bitext / f"{name}.en.gz"),
        target=str(data.bitext / f"{name}.{code}.gz"),
        language=code,
        source_language="en",
        alignments=(str(links),) if links.exists() else (),
        aligner=None if links.exists() else "thot",
        keep_work=True,
    )
    (described,) = build_resource(request)
    return Resource(
        source=f"`{name}`, links {'by hand' if links.exists() else 'by thot'}",
        lines=described["lines"],
        function_words=str(out / FUNCTION_WORDS),
        function_word_count=described["function_words"],
        paraphrases=str(out / PARAPHRASES),
        paraphrase_count=described["paraphrases"],
    )


def _from_references(sets: Iterable[JudgementSet], code: str, folder: Path) -> Resource:
    lines = dict.fromkeys(line for judged in sets for references in judged.references for line in references)
    counts = Counter(word for line in tokenise_lines(lines, code, "norm") for word in line.split())
    words = common_words(counts, _COMMON)
    path = folder / FUNCTION_WORDS
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{word}\n" for word in words), encoding="utf-8")
    return Resource(
        source="references of WMT12 en-es", lines=len(lines), function_words=str(path), function_word_count=len(words)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """A folder that was built, and what is in it."""

    folder: Path
    lines: int
    paraphrases: int
    function_words: int


def hindi_resource(data: Data) -> Built:
    """Return what is built for Hindi."""
    out = data.built / "hi"
    request = BuildRequest(
        out=out,
        source=str(data.bitext / "en-hi.en.gz"),
        target=str(data.bitext / "en-hi.hi.gz"),
        language="hi",
        source_language="en",
        aligner="thot",
        keep_work=True,
    )
    (described,) = build_resource(request)
    counts = {name: described[name] for name in ("lines", "paraphrases", "function_words")}
    return Built(folder=out / "meteor-files", **counts)
