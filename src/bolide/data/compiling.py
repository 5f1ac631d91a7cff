"""From source text to the compiled file that is mapped into memory."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import IO

from bolide import _core
from bolide.data.catalogue import identify
from bolide.data.distribution import unpacked
from bolide.errors import ResourceError
from bolide.files.boundary import reading
from bolide.files.plain import bounded
from bolide.files.progress import Progress

_PIECE = 1 << 20


def compile_resource(kind: str, sources: Sequence[tuple[str, IO[bytes]]], path: Path, metadata: dict[str, str]) -> str:
    """Compile named source streams into `path`; return the SHA-256 of their text. `ResourceError` names a broken line."""
    digest = hashlib.sha256()
    text = json.dumps(metadata, ensure_ascii=False, sort_keys=True)
    names = [name for name, _ in sources]
    try:
        if kind == "thesaurus":
            return compile_thesaurus(sources, path, metadata)
        with ExitStack() as stack:
            streams = [stack.enter_context(unpacked(stream, name)) for name, stream in sources]
            if kind == "paraphrases":
                compiler = _core.ParaphraseCompiler()
                for piece in _pieces(streams[0], digest, names[0]):
                    compiler.feed(piece)
                compiler.write(path, digest.digest(), text)
            elif kind == "synonyms":
                synsets = b"".join(_pieces(streams[0], digest, names[0]))
                digest.update(b"\0")
                exceptions = b"".join(_pieces(streams[1], digest, names[1]))
                _core.compile_synonyms(synsets, exceptions, path, digest.digest(), text)
            else:
                stems = b"".join(_pieces(streams[0], digest, names[0]))
                _core.compile_stems(stems, path, digest.digest(), text)
    except _core.UnwrittenResourceError as error:
        advice = "make room there, or set BOLIDE_HOME to another folder"
        raise ResourceError(f"cannot write {path}: {error}; {advice}") from error
    except _core.CompiledResourceError as error:
        raise ResourceError(_located(str(error), names)) from error
    return digest.hexdigest()


def _located(message: str, names: Sequence[str]) -> str:
    """Return a message with the name of its file: the core tells two files apart by calling the second `exceptions`."""
    part, comma, rest = message.partition(", ")
    if comma and part in ("synsets", "exceptions"):
        return f"{names[part == 'exceptions']}: {rest}"
    return f"{names[0]}: {message}"


def _pieces(stream: IO[bytes], digest: hashlib._Hash, name: str) -> Iterator[bytes]:
    with reading(name, ResourceError, "is damaged"), Progress(f"compiling {name}") as progress:
        for piece in bounded(iter(lambda: stream.read(_PIECE), b""), name):
            digest.update(piece)
            progress.advance(len(piece))
            yield piece


# The largest wordnet has 6 MB.
_LARGEST = 1 << 26
# Longer entries are explanations.
_LONGEST = 8
_MOST_IN_SYNSET = 100


def compile_thesaurus(sources: Sequence[tuple[str, IO[bytes]]], path: Path, metadata: dict[str, str]) -> str:
    """Compile files of the Open Multilingual Wordnet into `path`; return what identifies the table. `ResourceError` names a broken line."""
    digests = []
    synsets: dict[str, set[str]] = {}
    for name, stream in sources:
        with Progress(f"compiling {name}"):
            text = _read(name, stream)
            digests.append(hashlib.sha256(text).hexdigest())
            _collect(text, name, synsets)
    identity = identify(digests)
    compiler = _core.ParaphraseCompiler()
    pairs = _pairs(synsets)
    if not pairs:
        raise ResourceError(f"{sources[0][0]}: no two words in it share a synset")
    compiler.feed("".join(f"1\n{one}\n{other}\n" for one, other in pairs).encode())
    compiler.write(path, bytes.fromhex(identity), json.dumps(metadata, ensure_ascii=False, sort_keys=True))
    return identity


def _read(name: str, stream: IO[bytes]) -> bytes:
    """Return what a file holds, without its gzip layer."""
    with reading(name, ResourceError, "is damaged"), unpacked(stream, name) as plain:
        text = plain.read(_LARGEST + 1)
    if len(text) > _LARGEST:
        raise ResourceError(f"{name}: larger than any wordnet ({_LARGEST:,} bytes)")
    return text


def _collect(text: bytes, name: str, synsets: dict[str, set[str]]) -> None:
    """Add the words of a file to their synsets: lines of synset TAB language:lemma TAB word."""
    tokeniser = _core.Tokeniser(normaliser=None, lowercase=False, any_script=True)
    for number, line in enumerate(text.split(b"\n"), start=1):
        if not line.strip() or line.startswith(b"#"):
            continue
        columns = line.rstrip(b"\r").split(b"\t")
        if len(columns) < 3:
            raise ResourceError(
                f"{name}, line {number}: synset TAB language:lemma TAB word is needed, not {line[:60]!r}"
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
            ordered = sorted(words)
            pairs.update((one, other) for at, one in enumerate(ordered) for other in ordered[at + 1 :])
    return sorted(pairs)
