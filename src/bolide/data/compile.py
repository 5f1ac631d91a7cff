"""From source text to the compiled file that is mapped into memory."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import IO

from bolide import _core
from bolide.data.distribution import unpacked
from bolide.data.thesaurus import compile_thesaurus
from bolide.errors import ResourceError
from bolide.files.boundary import reading
from bolide.files.plain import bounded
from bolide.files.progress import Progress

__all__ = ["compile_resource"]

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
