"""Fetching files of the catalogue: what breaks off goes on where it stopped, and only what was promised is taken."""

from __future__ import annotations

import base64
import hashlib
import http.client
import re
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bolide.data.catalogue import Download
from bolide.errors import ResourceError
from bolide.files.boundary import reading
from bolide.files.progress import Progress

__all__ = ["fetch"]

TRIES = 4
_PIECE = 1 << 16
_SECONDS = 30.0  # without any byte
_LARGEST = 1 << 36
_PAUSE = 0.5  # seconds before the second try; more before each further one


def fetch(download: Download, folder: Path, *, mirror: str | None = None) -> Path:
    """Return the file of a download, verified, in `folder`; what an earlier run left unfinished there is continued.

    `mirror` is where the files are instead: the beginning of an address. The proxies of the environment hold
    (`HTTPS_PROXY`, `NO_PROXY`). `ResourceError` says why there is none. Where
    nobody knows the hash of a file, its server says how long it is.
    """
    address = (mirror.rstrip("/") + "/" + download.name) if mirror else download.address
    if not address.startswith(("https://", "http://")):
        raise ResourceError(f"{_shown(address)}: files are fetched from addresses that begin with https:// or http://")
    with reading(_shown(address), ResourceError, "is not an address"):
        urllib.parse.urlsplit(_request(address, 0).full_url).port  # noqa: B018 - it is checked when it is asked for
    folder.mkdir(parents=True, exist_ok=True)
    finished = folder / (download.sha256 or hashlib.sha256(address.encode()).hexdigest())
    if finished.exists() and (download.sha256 is None or finished.stat().st_size == download.size):
        return finished
    unfinished = finished.with_suffix(".part")
    with Progress(f"fetching {download.name}", download.size) as progress:
        reason = ""
        for attempt in range(TRIES):
            time.sleep(_PAUSE * attempt)
            reason = _continue(address, unfinished, download, progress)
            if not reason:
                break
        else:
            advice = (
                f" ({TRIES} tries); what came is kept, and the same command continues. Behind a proxy, set HTTPS_PROXY; without a network, "
                "get the file elsewhere and use --from FOLDER"
            )
            raise ResourceError(f"cannot fetch {_shown(address)}: {reason}{advice}")
    if download.sha256:
        _verify(unfinished, download.sha256, address)
    return unfinished.replace(finished)


def _continue(address: str, path: Path, download: Download, progress: Progress) -> str:
    """Fetch what is missing of a file; return why it is still not whole, or nothing."""
    have = path.stat().st_size if path.exists() else 0
    if download.sha256 and have >= download.size:
        return ""
    request = _request(address, have)
    try:
        with urllib.request.build_opener(_StayOnTheWeb).open(request, timeout=_SECONDS) as answer:
            begins = have if answer.status == 206 and _first_byte(answer.headers) == have else 0
            said = str(answer.headers.get("Content-Length", ""))
            whole = download.size if download.sha256 or not said.isdecimal() else begins + int(said)
            end = _receive(answer, path, begins, whole, progress)
    except urllib.error.HTTPError as error:
        if error.code == 416:
            path.unlink(missing_ok=True)
        elif error.code in (401, 403, 404, 410):
            raise ResourceError(f"{_shown(address)}: the server says {error.code} {error.reason}") from error
        return f"the server says {error.code} {error.reason}"
    except (OSError, http.client.HTTPException) as error:
        return str(getattr(error, "reason", "") or error) or type(error).__name__
    if end > whole or whole > max(_LARGEST, download.size):
        path.unlink()
        raise ResourceError(
            f"{_shown(address)}: more than the {whole:,} bytes that were promised; nothing was installed"
        )
    return "" if end == whole else f"it broke off after {end:,} bytes"


def _request(address: str, have: int) -> urllib.request.Request:
    """Return the request for what is missing. A name and password of the address go to its server, not to where that points."""
    scheme, _, rest = address.partition("://")
    name, at, host = rest.partition("/")[0].rpartition("@")
    if not at and "@" in rest and ":" in host and not host.rpartition(":")[2].isdecimal():
        raise ResourceError(f"{_shown(address)} is not an address: write / in a name or password as %2F")
    address = f"{scheme}://{rest.removeprefix(name + at)}"
    request = urllib.request.Request(address, headers={"Range": f"bytes={have}-"} if have else {})
    if at:
        basic = base64.b64encode(urllib.parse.unquote(name).encode()).decode()
        request.add_unredirected_header("Authorization", f"Basic {basic}")
    return request


def _shown(address: str) -> str:
    """Return an address without a name and password."""
    return re.sub("://.*@", "://…@", address)


def _receive(answer: Any, path: Path, begins: int, whole: int, progress: Progress) -> int:
    """Write what comes after the beginning that is there; stop at the first byte too many. Return where it ended."""
    with path.open("r+b" if begins else "wb") as file:
        file.seek(begins)
        while file.tell() <= whole and (piece := answer.read1(_PIECE)):
            file.write(piece)
            progress.advance(len(piece))
        return file.tell()


class _StayOnTheWeb(urllib.request.HTTPRedirectHandler):
    """Follows a server to another address of the web, never to a file or another protocol."""

    def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Any:  # noqa: PLR0917 - as it is called
        """Return the request for the new address."""
        if not newurl.startswith(("https://", "http://")):
            raise urllib.error.HTTPError(newurl, code, "and points outside the web", headers, fp)
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _first_byte(headers: Mapping[str, Any]) -> int:
    """Return where a part of a file begins, as its server says; -1 if it does not."""
    first = str(headers.get("Content-Range", "")).removeprefix("bytes ").partition("-")[0]
    return int(first) if first.isdecimal() else -1


def _verify(path: Path, wanted: str, address: str) -> None:
    """Refuse a file whose SHA-256 is not the catalogue's, and remove it."""
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    if digest != wanted:
        path.unlink()
        raise ResourceError(f"{_shown(address)}: its SHA-256 is {digest}, not {wanted}; nothing was installed")
