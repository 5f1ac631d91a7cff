"""From source text to the compiled file that is mapped into memory."""

from __future__ import annotations

import gzip
import hashlib
import json
import zlib
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import IO

from bolide import _core
from bolide.errors import ResourceError
from bolide.progress import Progress
from bolide.resources.distribution import unpacked

__all__ = ["compile_resource"]

_PIECE = 1 << 20


def compile_resource(kind: str, sources: Sequence[tuple[str, IO[bytes]]], path: Path, metadata: dict[str, str]) -> str:
    """Compile named source streams into `path`; return the SHA-256 of their text. `ResourceError` names a broken line."""
    digest = hashlib.sha256()
    text = json.dumps(metadata, ensure_ascii=False, sort_keys=True)
    name = sources[0][0]
    try:
        with ExitStack() as stack:
            streams = [stack.enter_context(unpacked(stream, member)) for member, stream in sources]
            if kind == "paraphrases":
                compiler = _core.ParaphraseCompiler()
                for piece in _pieces(streams[0], digest, f"compiling {name}"):
                    compiler.feed(piece)
                compiler.write(path, digest.digest(), text)
            elif kind == "synonyms":
                synsets, exceptions = (b"".join(_pieces(stream, digest, f"compiling {name}")) for stream in streams)
                _core.compile_synonyms(synsets, exceptions, path, digest.digest(), text)
            else:
                stems = b"".join(_pieces(streams[0], digest, f"compiling {name}"))
                _core.compile_stems(stems, path, digest.digest(), text)
    except _core.CompiledResourceError as error:
        raise ResourceError(f"{name}: {error}") from error
    except (gzip.BadGzipFile, zlib.error, EOFError) as error:
        raise ResourceError(f"{name}: damaged gzip data ({error})") from error
    return digest.hexdigest()


def _pieces(stream: IO[bytes], digest: hashlib._Hash, label: str) -> Iterator[bytes]:
    with Progress(label) as progress:
        while piece := stream.read(_PIECE):
            digest.update(piece)
            progress.advance(len(piece))
            yield piece
