"""Paraphrases and function words for Hindi, built once by `bolide.build` and kept."""

from dataclasses import dataclass
from pathlib import Path

from results.data import Data

from bolide.build import BuildRequest, build_resource

__all__ = ["Built", "hindi_resource"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """A folder that was built, and what is in it."""

    folder: Path
    lines: int
    paraphrases: int
    function_words: int


def hindi_resource(data: Data) -> Built:
    """Build the resources of Hindi."""
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
