"""Parallel text from OPUS (https://opus.nlpl.eu): chooses corpora by the index in opustools, and fetches them."""

import gzip
import itertools
import re
import sqlite3
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from importlib.util import find_spec
from pathlib import Path
from typing import IO, NamedTuple

from bolide.build.built_folder import Description
from bolide.data.catalogue import Download
from bolide.data.download import fetch, sha256_of
from bolide.errors import ConfigurationError, ResourceError
from bolide.files import Progress
from bolide.files.boundary import reading

# Corpora crawled or mined from the web: large, and full of wrong translations.
_CRAWLED = re.compile(
    "(Multi)?(CCAligned|HPLT|MaCoCu|ParaCrawl)|CCMatrix|EiTB-ParCC|GoURMET|JParaCrawl|LinguaTools-WikiTitles|NLLB|ParaCrawl-Bonus"
    "|WikiMatrix|WikiTitles|XLEnt|hrenWaC"
)
_QUERY = """SELECT corpus, version, alignment_pairs + 0 AS pairs, size, url FROM opusfile
WHERE source = ? AND target = ? AND preprocessing = 'moses' AND latest = 'True' ORDER BY pairs DESC, corpus, url"""
_LONGEST_LINE = 20_000  # bytes: longer lines are not sentences, and a hostile file may have a single line


class OpusCorpus(NamedTuple):
    """A corpus of two languages: its version, number of segment pairs (0: unknown), packed size, and address."""

    name: str
    version: str
    pairs: int
    kilobytes: int
    address: str


def choose_corpora(language: str, pivot: str, *, max_pairs: int, crawled: bool = False) -> list[OpusCorpus]:
    """Return the newest versions of the corpora of two languages, the largest first, up to a number of pairs; `ConfigurationError` if there are none."""
    found = find_spec("opustools")
    if found is None or found.origin is None:
        advice = "which is not installed: pip install 'bolide[opus]'"
        raise ConfigurationError(f"the index of OPUS comes with opustools, {advice}")
    mend = "; fix it with: pip install --force-reinstall opustools"
    with (
        reading("the index of OPUS", ResourceError, "cannot be unpacked", mend),
        closing(sqlite3.connect(":memory:")) as index,  # 132 MB, within a second
    ):
        index.deserialize(gzip.decompress(Path(found.origin).with_name("opusdata.db.gz").read_bytes()))
        every = [OpusCorpus(*row) for row in index.execute(_QUERY, sorted((language, pivot)))]
    corpora = [corpus for corpus in every if crawled or not _CRAWLED.fullmatch(corpus.name)]
    if not corpora:
        hint = "; there are crawled ones: --crawled" if every else ""
        raise ConfigurationError(f"OPUS has no text in {language} and {pivot}{hint}; another --pivot may have some")
    before = itertools.accumulate((corpus.pairs for corpus in corpora), initial=0)
    return [corpus for corpus, so_far in zip(corpora, before, strict=False) if so_far < max_pairs]


def fetch_corpora(
    corpora: Sequence[OpusCorpus], folder: Path, *, language: str, pivot: str, mirror: str | None, max_pairs: int
) -> list[Description]:
    """Write the text of corpora, from a folder or address if there is a `mirror`, as pivot.txt and text.txt; return their origins."""
    folder.mkdir(parents=True, exist_ok=True)
    origins: list[Description] = []
    left = max_pairs
    with ExitStack() as stack:
        paths = (folder / "pivot.txt", folder / "text.txt")
        files = [stack.enter_context(path.open("w", encoding="utf-8", newline="\n")) for path in paths]
        for corpus in corpora:
            if not left:
                break
            archive = _archive(corpus, folder, mirror)
            origin: Description = {"name": corpus.name, "version": corpus.version, "address": corpus.address}
            with reading(archive, ResourceError):
                origin |= {"sha256": sha256_of(archive), "pairs": 0, "licence": None}
            with Progress(f"reading {corpus.name}", min(left, corpus.pairs) or None) as progress:
                for pair in itertools.islice(_pairs(archive, (pivot, language), origin), left):
                    for file, segment in zip(files, pair, strict=True):
                        file.write(segment + "\n")
                    origin["pairs"] += 1
                    progress.advance(1)
            left -= origin["pairs"]
            origins.append(origin)
    if left == max_pairs:
        raise ResourceError(f"there is no pair of segments in {', '.join(corpus.name for corpus in corpora)}")
    return origins


def _archive(corpus: OpusCorpus, folder: Path, mirror: str | None) -> Path:
    """Return the packed corpus, from a mirror in a folder, or fetched."""
    place = corpus.address.partition("/OPUS-")[2]
    if mirror and not mirror.startswith(("http://", "https://")):
        path = Path(mirror, place)
        if not path.is_file():
            raise ResourceError(f"the mirror {mirror} has no {place}")
        return path
    address = f"{mirror.rstrip('/')}/{place}" if mirror else corpus.address
    return fetch(Download(address=address, size=1024 * corpus.kilobytes, sha256=None), folder / "downloads")


def _pairs(archive: Path, codes: tuple[str, str], origin: Description) -> Iterator[tuple[str, str]]:
    """Yield the pairs of an archive, without empty and overlong ones, after noting its licence, which the index does not have."""
    fault, mend = "is damaged, or not a corpus of OPUS", "; delete it, and get it again"
    with reading(archive, ResourceError, fault, mend), zipfile.ZipFile(archive) as opened, ExitStack() as stack:
        names, sides = opened.namelist(), []
        for name in [name for name in names if name.rpartition("/")[2].upper() == "LICENSE"][:1]:
            text = stack.enter_context(opened.open(name)).read(2000)
            origin["licence"] = " ".join(text.decode("utf-8", "replace").split())[:300]
        for code in codes:
            found = [name for name in names if name.endswith(f".{code}")]
            if len(found) != 1:
                raise ResourceError(f"{origin['name']} has {len(found)} files in {code}, expected one")
            sides.append(_lines(stack.enter_context(opened.open(found[0]))))
        for one, other in itertools.zip_longest(*sides):
            if one is None or other is None:
                raise ResourceError(f"{archive}: its two sides have different numbers of lines")
            if one and other:
                yield one, other


def _lines(stream: IO[bytes]) -> Iterator[str]:
    """Yield the lines of a file, stripped; a line that is too long becomes empty."""
    while line := stream.readline(_LONGEST_LINE):
        text = " ".join(line.decode("utf-8", "replace").split())
        while len(line) >= _LONGEST_LINE and not line.endswith(b"\n"):
            line, text = stream.readline(_LONGEST_LINE), ""
        yield text
