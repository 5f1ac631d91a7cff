"""Parallel text from OPUS (https://opus.nlpl.eu): chooses corpora by the index in opustools, and fetches them."""

import gzip
import itertools
import re
import sqlite3
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from importlib.util import find_spec
from pathlib import Path
from typing import IO

from bolide.data.catalogue import Download
from bolide.data.download import fetch, sha256_of
from bolide.errors import ConfigurationError, ResourceError
from bolide.files import Progress
from bolide.files.boundary import reading
from bolide.records import record

# Corpora crawled or mined from the web: large, and full of wrong translations.
CRAWLED = frozenset(
    [
        "CCAligned",
        "CCMatrix",
        "EiTB-ParCC",
        "GoURMET",
        "HPLT",
        "JParaCrawl",
        "LinguaTools-WikiTitles",
        "MaCoCu",
        "MultiCCAligned",
        "MultiHPLT",
        "MultiMaCoCu",
        "MultiParaCrawl",
        "NLLB",
        "ParaCrawl",
        "ParaCrawl-Bonus",
        "WikiMatrix",
        "WikiTitles",
        "XLEnt",
        "hrenWaC",
    ]
)
_LONGEST_LINE = 10_000  # characters: longer lines are not sentences, and a hostile file may have a single line
_PLACE = re.compile(r"https?://[^/]+/OPUS-(.+)")


@record
class OpusCorpus:
    """A corpus of two languages: its version, number of segment pairs, packed size, and address."""

    name: str
    version: str
    pairs: int
    kilobytes: int
    address: str

    @property
    def place(self) -> str:
        """Its path in a mirror: corpus, version, moses, file."""
        found = _PLACE.fullmatch(self.address)
        return found[1] if found else self.address.rpartition("/")[2]


def choose_corpora(
    language: str, pivot: str = "en", *, max_pairs: int = 1_000_000, crawled: bool = False
) -> list[OpusCorpus]:
    """Return the newest versions of the corpora of two languages, the largest first, up to a number of pairs; `ConfigurationError` if there are none."""
    one, other = sorted((language, pivot))
    with closing(_open_index()) as connection:
        rows = connection.execute(
            "SELECT corpus, version, alignment_pairs, size, url FROM opusfile WHERE source = ? AND target = ? "
            "AND preprocessing = 'moses' AND latest = 'True'",
            (one, other),
        ).fetchall()
    corpora = [
        OpusCorpus(name=name, version=version, pairs=int(pairs or 0), kilobytes=int(size or 0), address=url)
        for name, version, pairs, size, url in rows
        if crawled or name not in CRAWLED
    ]
    corpora.sort(key=lambda corpus: (-corpus.pairs, corpus.name))
    if not corpora:
        hint = "" if crawled or not rows else "; there are crawled ones: --crawled"
        raise ConfigurationError(f"OPUS has no text in {language} and {pivot}{hint}; another --pivot may have some")
    before = itertools.accumulate((corpus.pairs for corpus in corpora), initial=0)
    return [corpus for corpus, so_far in zip(corpora, before, strict=False) if so_far < max_pairs]


def _open_index() -> sqlite3.Connection:
    """Open opustools' index of OPUS, unpacked into memory: 132 MB, within a second."""
    found = find_spec("opustools")
    if found is None or found.origin is None:
        raise ConfigurationError(
            "the index of OPUS comes with opustools, which is not installed: pip install 'bolide[opus]'"
        )
    connection = sqlite3.connect(":memory:")
    try:
        connection.deserialize(gzip.decompress(Path(found.origin).with_name("opusdata.db.gz").read_bytes()))
    except (OSError, EOFError, zlib.error) as error:
        raise ResourceError(
            f"the index of OPUS cannot be unpacked: {error}; fix it with: pip install --force-reinstall opustools"
        ) from error
    return connection


def fetch_corpora(
    corpora: Sequence[OpusCorpus],
    folder: Path,
    *,
    language: str,
    pivot: str = "en",
    mirror: str | None = None,
    max_pairs: int = 1_000_000,
) -> list[dict[str, object]]:
    """Write the text of corpora into `folder`, as pivot.txt and text.txt; return the pairs, SHA-256 and licence of each.

    `mirror` is a folder or an address that has them by corpus and version; a missing corpus is an error.
    """
    folder.mkdir(parents=True, exist_ok=True)
    records: list[dict[str, object]] = []
    left = max_pairs
    with ExitStack() as stack:
        files = (folder / "pivot.txt", folder / "text.txt")
        outs = [stack.enter_context(file.open("w", encoding="utf-8", newline="\n")) for file in files]
        for corpus in corpora:
            archive = _archive(corpus, folder, mirror)
            taken, licence = _copy(archive, corpus, (pivot, language), outs, left)
            left -= taken
            named = {"name": corpus.name, "version": corpus.version, "address": corpus.address}
            records.append(named | {"sha256": sha256_of(archive), "pairs": taken, "licence": licence})
    if left == max_pairs:
        raise ResourceError(f"there is no pair of segments in {', '.join(corpus.name for corpus in corpora)}")
    return records


def _archive(corpus: OpusCorpus, folder: Path, mirror: str | None) -> Path:
    """Return the packed corpus, from a mirror in a folder, or fetched."""
    if mirror and not mirror.startswith(("http://", "https://")):
        path = Path(mirror, corpus.place)
        if not path.is_file():
            raise ResourceError(f"the mirror {mirror} has no {corpus.place}")
        return path
    address = f"{mirror.rstrip('/')}/{corpus.place}" if mirror else corpus.address
    return fetch(Download(address=address, size=1024 * corpus.kilobytes, sha256=None), folder / "downloads")


def _copy(
    archive: Path, corpus: OpusCorpus, languages: tuple[str, str], outs: Sequence[IO[str]], most: int
) -> tuple[int, str | None]:
    """Add the pairs of a corpus to the texts, without empty and overlong ones; return their number, and the licence."""
    taken = 0
    with (
        reading(archive, ResourceError, "is damaged, or not a corpus of OPUS"),
        zipfile.ZipFile(archive) as opened,
        ExitStack() as stack,
        Progress(f"reading {corpus.name}", min(most, corpus.pairs) or None) as progress,
    ):
        names = [_member(opened, code, corpus) for code in languages]
        sides = [_lines(stack.enter_context(opened.open(name))) for name in names]
        for one, other in itertools.zip_longest(*sides):
            if one is None or other is None:
                raise ResourceError(f"{archive}: its two sides have different numbers of lines")
            if taken == most:
                break
            if one and other:
                outs[0].write(one + "\n")
                outs[1].write(other + "\n")
                taken += 1
            progress.advance(1)
        return taken, _licence(opened)


def _member(archive: zipfile.ZipFile, code: str, corpus: OpusCorpus) -> str:
    """Return the file of a language; it is only read, never unpacked under its own name."""
    found = [name for name in archive.namelist() if name.endswith(f".{code}")]
    if len(found) != 1:
        raise ResourceError(f"{corpus.name} has {len(found)} files in {code}, expected one")
    return found[0]


def _lines(stream: IO[bytes]) -> Iterator[str]:
    """Yield the lines of a file, stripped; a line that is too long becomes empty."""
    while line := stream.readline(4 * _LONGEST_LINE):
        is_whole = line.endswith(b"\n")
        while not is_whole and (rest := stream.readline(1 << 16)):
            line, is_whole = b"", rest.endswith(b"\n")
        text = " ".join(line.decode("utf-8", "replace").split())
        yield "" if len(text) > _LONGEST_LINE else text


def _licence(archive: zipfile.ZipFile) -> str | None:
    """Return the first lines of the licence of a corpus, which the index does not have."""
    names = [name for name in archive.namelist() if name.rpartition("/")[2].upper() == "LICENSE"]
    if not names:
        return None
    with archive.open(names[0]) as file:
        return " ".join(file.read(2000).decode("utf-8", "replace").split())[:300]
