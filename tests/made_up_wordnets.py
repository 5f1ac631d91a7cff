"""Wordnets of a few lines, with a catalogue that names them, and servers that serve them well or badly."""

from __future__ import annotations

import gzip
import hashlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from bolide.data.catalogue import Download

__all__ = ["SWAHILI", "WORDNETS", "listening", "make_folder", "send", "serving", "swahili_download"]

SWAHILI = (
    b"# Wiktionary\tswa\thttp://wiktionary.org/\tCC BY-SA\n"
    b"1-n\tswa:lemma\tGari\n1-n\tswa:lemma\tmotokaa\n"
    b"2-n\tswa:lemma\tchakula cha asubuhi\n2-n\tswa:lemma\tkifunguakinywa\n2-n\tswa:def\t0\twhat one eats\n\n"
    b"3-n\tswa:lemma\tpeke yake\n"
)
WORDNETS = {
    "wn-wikt-swa.tab": SWAHILI,
    "wn-wikt-deu.tab": b"# Wiktionary\n1-n\tdeu:lemma\tAuto\n1-n\tdeu:lemma\tWagen\n",
    "wn-wikt-jpn.tab": "# Wiktionary\n1-n\tjpn:lemma\t自動車\n1-n\tjpn:lemma\tクルマ\n".encode(),
}


def make_folder(folder: Path) -> Path:
    """Write the wordnets into a folder as its users have them: some packed, some deeper down."""
    (folder / "wns" / "wikt").mkdir(parents=True)
    for number, (name, text) in enumerate(WORDNETS.items()):
        if number % 2:
            (folder / "wns" / "wikt" / name).write_bytes(text)
        else:
            (folder / f"{name}.gz").write_bytes(gzip.compress(text, mtime=0))
    return folder


def swahili_download(data: bytes = SWAHILI) -> Download:
    """Return the catalogue's entry for a file."""
    return Download(
        address="https://example.invalid/wns/wn-wikt-swa.tab", size=len(data), sha256=hashlib.sha256(data).hexdigest()
    )


@contextmanager
def serving(answer: Any) -> Iterator[tuple[str, list[str | None]]]:
    """Serve on this machine alone; `answer(handler, range)` answers each request. Give the address and the requested ranges."""
    asked: list[str | None] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.headers.get("Range"))
            answer(self, asked[-1])

        def log_message(self, *_: object) -> None:
            pass

    with listening(Handler) as address:
        yield address, asked


@contextmanager
def listening(handler: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    """Let a handler answer requests from this machine; give the address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = False
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def send(handler: Any, body: bytes, status: int = 200, length: int | None = None, headers: Any = ()) -> None:
    """Answer a request."""
    handler.send_response(status)
    handler.send_header("Content-Length", str(len(body) if length is None else length))
    for name, value in headers:
        handler.send_header(name, value)
    handler.end_headers()
    handler.wfile.write(body)
