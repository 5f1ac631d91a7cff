"""Compiles a Meteor 1.5 distribution in any form (folder, jar, tarball, or wheel) into the files that are memory-mapped."""

import gzip
import hashlib
import io
import json
import tarfile
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import IO, Any, TypeAlias, cast

from bolide import _core
from bolide.data.catalogue import identify
from bolide.errors import ResourceError
from bolide.files import Progress
from bolide.files.boundary import reading
from bolide.files.plain import bounded

JAR = "meteor-1.5.jar"
# Functions that open files as binary streams, by their paths.
Files: TypeAlias = dict[str, Callable[[], Any]]
_FAULT = "is damaged, or not a Meteor 1.5 folder, jar, tarball or wheel"


class Distribution:
    """Finds the members that the catalogue names; those inside the jar begin with `jar:`."""

    def __init__(self, files: Files, place: str) -> None:
        """Take functions that open files, by their paths, and the `place` that messages name."""
        self._files = files
        self._place = place
        if jar := self._path(JAR):
            with files[jar]() as stream:
                packed = zipfile.ZipFile(io.BytesIO(stream.read()))
            self._files = files | {f"jar:{name}": partial(packed.open, name) for name in packed.namelist()}

    def has(self, members: Iterable[str]) -> bool:
        """Whether all members are there, packed by gzip or not."""
        return all(self._path(member) or self._path(f"{member}.gz") for member in members)

    def sources(self, members: Iterable[str]) -> list[tuple[str, IO[bytes]]]:
        """Return the names of members, without that of the jar, and open them; `ResourceError` if one is not there."""
        names = [member if self._path(member) else f"{member}.gz" for member in members]
        for name in names:
            if self._path(name) is None:
                member = name.removesuffix(".gz")
                raise ResourceError(
                    f"{self._place} has no {member}: it does not look like a Meteor 1.5 distribution with that language"
                    if "wn-" not in member
                    else f"{self._place} has no {member} of the Open Multilingual Wordnet"
                )
        with reading(self._place, ResourceError, _FAULT):
            return [(name.removeprefix("jar:"), self._files[str(self._path(name))]()) for name in names]

    def _path(self, member: str) -> str | None:
        return next((path for path in self._files if f"/{path}".endswith(f"/{member}")), None)


@contextmanager
def open_distribution(path: Path) -> Iterator[Distribution]:
    """Open a distribution; `ResourceError` if there is none, or it is damaged."""
    with ExitStack() as stack:
        with reading(path, ResourceError, _FAULT):
            distribution = Distribution(_files_of(path, stack), str(path))
        yield distribution


def _files_of(path: Path, stack: ExitStack) -> Files:
    if path.is_dir() or path.name == JAR:
        folder = path if path.is_dir() else path.parent
        next(folder.iterdir(), None)  # Raises for a folder that may not be read, which `glob` takes for empty.
        found = (file for depth in range(1, 5) for file in folder.glob("/".join("*" * depth)) if file.is_file())
        return {file.relative_to(folder).as_posix(): partial(file.open, "rb") for file in sorted(found)}
    if zipfile.is_zipfile(path):
        packed = stack.enter_context(zipfile.ZipFile(path))
        return {name: partial(packed.open, name) for name in packed.namelist()}
    archive = stack.enter_context(tarfile.open(path))
    members = [member for member in archive.getmembers() if member.isfile()]
    return {member.name: partial(archive.extractfile, member) for member in members}


_PIECE = 1 << 20


def compile_resource(kind: str, sources: Sequence[tuple[str, IO[bytes]]], path: Path, metadata: dict[str, str]) -> str:
    """Compile named source streams into `path`; return the SHA-256 of their text. `ResourceError` names a broken line."""
    digest = hashlib.sha256()
    text = json.dumps(metadata, ensure_ascii=False, sort_keys=True)
    names = [name for name, _ in sources]
    try:
        with ExitStack() as stack:
            streams = [stack.enter_context(stream) for _, stream in sources]
            for place, name in enumerate(names):
                if name.endswith(".gz"):
                    streams[place] = stack.enter_context(cast("IO[bytes]", gzip.open(streams[place])))
            if kind == "thesaurus":
                return _compile_thesaurus(names, streams, path, text)
            first, *others = (_pieces(stream, digest, name) for name, stream in zip(names, streams, strict=True))
            if kind == "paraphrases":
                compiler = _core.ParaphraseCompiler()
                for piece in first:
                    compiler.feed(piece)
                compiler.write(path, digest.digest(), text)
            elif kind == "synonyms":
                synsets = b"".join(first)
                digest.update(b"\0")
                exceptions = b"".join(others[0])
                _core.compile_synonyms(synsets, exceptions, path, digest.digest(), text)
            else:
                _core.compile_stems(b"".join(first), path, digest.digest(), text)
    except _core.UnwrittenResourceError as error:
        advice = "make room there, or set BOLIDE_HOME to another folder"
        raise ResourceError(f"cannot write {path}: {error}; {advice}") from error
    except _core.CompiledResourceError as error:
        # The core calls the second of two files `exceptions`.
        part, comma, rest = str(error).partition(", ")
        is_named = comma and part in ("synsets", "exceptions")
        told = f"{names[part == 'exceptions']}: {rest}" if is_named else f"{names[0]}: {error}"
        raise ResourceError(told) from error
    return digest.hexdigest()


def _pieces(stream: IO[bytes], digest: "hashlib._Hash", name: str) -> Iterator[bytes]:
    with reading(name, ResourceError, "is damaged"), Progress(f"compiling {name}") as progress:
        for piece in bounded(iter(lambda: stream.read(_PIECE), b""), name):
            digest.update(piece)
            progress.advance(len(piece))
            yield piece


# The largest wordnet is 6 MB.
_LARGEST = 1 << 26
# Longer entries are explanations.
_LONGEST = 8
_MOST_IN_SYNSET = 100


def _compile_thesaurus(names: Sequence[str], streams: Sequence[IO[bytes]], path: Path, metadata: str) -> str:
    """Compile files of the Open Multilingual Wordnet into `path`; return the identity of the table."""
    digests = []
    synsets: dict[str, set[str]] = {}
    for name, stream in zip(names, streams, strict=True):
        with Progress(f"compiling {name}"):
            with reading(name, ResourceError, "is damaged"):
                text = stream.read(_LARGEST + 1)
            if len(text) > _LARGEST:
                raise ResourceError(f"{name}: larger than any wordnet ({_LARGEST:,} bytes)")
            digests.append(hashlib.sha256(text).hexdigest())
            _collect(text, name, synsets)
    if not (pairs := _pairs(synsets)):
        raise ResourceError(f"{names[0]}: no two words in it share a synset")
    identity = identify(digests)
    compiler = _core.ParaphraseCompiler()
    compiler.feed("".join(f"1\n{one}\n{other}\n" for one, other in pairs).encode())
    compiler.write(path, bytes.fromhex(identity), metadata)
    return identity


def _collect(text: bytes, name: str, synsets: dict[str, set[str]]) -> None:
    """Add the words of a file to their synsets: lines of synset TAB language:lemma TAB word."""
    tokeniser = _core.Tokeniser(normaliser=None, lowercase=False, any_script=True)
    for number, line in enumerate(text.split(b"\n"), start=1):
        if not line.strip() or line.startswith(b"#"):
            continue
        columns = line.rstrip(b"\r").split(b"\t")
        if len(columns) < 3:
            raise ResourceError(
                f"{name}, line {number}: expected synset TAB language:lemma TAB word, found {line[:60]!r}"
            )
        if not columns[1].endswith(b"lemma"):
            continue
        try:
            words = tokeniser.tokenise(_core.lower(columns[2].decode().replace("_", " ")))
        except UnicodeDecodeError as error:
            raise ResourceError(f"{name}, line {number}: not UTF-8 text") from error
        if 0 < len(words) <= _LONGEST and "(" not in words:
            synsets.setdefault(columns[0].decode("ascii", "replace"), set()).add(" ".join(words))


def _pairs(synsets: dict[str, set[str]]) -> list[tuple[str, str]]:
    """Return all pairs of a synset, each once: a matcher looks in both directions."""
    pairs: set[tuple[str, str]] = set()
    for words in synsets.values():
        if len(words) <= _MOST_IN_SYNSET:
            pairs.update(combinations(sorted(words), 2))
    return sorted(pairs)
