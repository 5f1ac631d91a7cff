"""Downloads the files and packages of the catalogue, by address and by pip. Only files with the expected size and hash are accepted."""

import base64
import hashlib
import http.client
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path
from typing import IO
from urllib.request import Request

from bolide.data.catalogue import Download, Package
from bolide.errors import ResourceError
from bolide.files import Progress
from bolide.files.boundary import reading

TRIES = 4
_PIECE = 1 << 16
_SECONDS = 30.0  # without any byte
_PAUSE = 0.5  # seconds before the second try; more before each further one


def fetch(download: Download, folder: Path, *, mirror: str | None = None) -> Path:
    """Download a file into `folder`, verify it and return its path; an unfinished download there is continued.

    `mirror` is the beginning of another address for the files. The proxies of the environment are used (`HTTPS_PROXY`, `NO_PROXY`).
    `ResourceError` says why it failed. If the hash of a file is unknown, its server gives its size.
    """
    address = (mirror.rstrip("/") + "/" + download.name) if mirror else download.address
    if not address.startswith(("https://", "http://")):
        raise ResourceError(f"{_shown(address)}: files are fetched from addresses that begin with https:// or http://")
    with reading(_shown(address), ResourceError, "is not an address"):
        _ = urllib.parse.urlsplit(_request(address, 0).full_url).port  # Reading `port` checks it.
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
                f" ({TRIES} tries); the part that arrived is kept, and the same command continues. Behind a proxy, set HTTPS_PROXY; "
                f"without a network, get the file elsewhere and use {'--from' if download.sha256 else '--mirror'} FOLDER"
            )
            raise ResourceError(f"cannot fetch {_shown(address)}: {reason}{advice}")
    if download.sha256 and (digest := sha256_of(unfinished)) != download.sha256:
        unfinished.unlink()
        raise ResourceError(f"{_shown(address)}: its SHA-256 is {digest}, not {download.sha256}; nothing was installed")
    return unfinished.replace(finished)


def _continue(address: str, path: Path, download: Download, progress: Progress) -> str:
    """Fetch the missing part of a file; return why it is still incomplete, or an empty string."""
    have = path.stat().st_size if path.exists() else 0
    if download.sha256 and have >= download.size:
        return ""
    request = _request(address, have)
    try:
        with urllib.request.build_opener(_StayOnTheWeb).open(request, timeout=_SECONDS) as answer:
            first = str(answer.headers.get("Content-Range", "")).removeprefix("bytes ").partition("-")[0]
            begins = have if answer.status == 206 and first == str(have) else 0
            if not download.sha256 and not answer.length:
                raise ResourceError(f"{_shown(address)}: its server does not say how long it is")
            whole = download.size if download.sha256 else begins + answer.length
            end = _receive(answer, path, begins, whole, progress)
    except urllib.error.HTTPError as error:
        if error.code == 416:
            path.unlink(missing_ok=True)
        elif error.code in (401, 403, 404, 410):
            raise ResourceError(f"{_shown(address)}: the server says {error.code} {error.reason}") from error
        return f"the server says {error.code} {error.reason}"
    except (OSError, http.client.HTTPException) as error:
        return str(getattr(error, "reason", "") or error) or type(error).__name__
    if end > whole:
        path.unlink()
        raise ResourceError(f"{_shown(address)}: more than the expected {whole:,} bytes; nothing was kept")
    return "" if end == whole else f"it broke off after {end:,} bytes"


def _request(address: str, have: int) -> Request:
    """Return the request for the missing part. A name and password in the address go to its server, never to a redirect."""
    scheme, _, rest = address.partition("://")
    name, at, host = rest.partition("/")[0].rpartition("@")
    if not at and "@" in rest and ":" in host and not host.rpartition(":")[2].isdecimal():
        raise ResourceError(f"{_shown(address)} is not an address: write / in a name or password as %2F")
    address = f"{scheme}://{rest.removeprefix(name + at)}"
    request = Request(address, headers={"Range": f"bytes={have}-"} if have else {})
    if at:
        basic = base64.b64encode(urllib.parse.unquote(name).encode()).decode()
        request.add_unredirected_header("Authorization", f"Basic {basic}")
    return request


def _shown(address: str) -> str:
    """Return an address without a name and password."""
    return re.sub("://.*@", "://…@", address)


def _receive(answer: http.client.HTTPResponse, path: Path, begins: int, whole: int, progress: Progress) -> int:
    """Append the rest of a file; stop at the first byte too many. Return its size."""
    with path.open("r+b" if begins else "wb") as file:
        file.seek(begins)
        while file.tell() <= whole and (piece := answer.read1(_PIECE)):
            file.write(piece)
            progress.advance(len(piece))
        return file.tell()


class _StayOnTheWeb(urllib.request.HTTPRedirectHandler):
    """Follows a server to another address of the web, never to a file or another protocol."""

    def redirect_request(  # noqa: PLR0917 - as it is called
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: http.client.HTTPMessage, newurl: str
    ) -> Request | None:
        """Return the request for the new address."""
        if not newurl.startswith(("https://", "http://")):
            raise urllib.error.HTTPError(newurl, code, "and points outside the web", headers, fp)
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def sha256_of(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def pip_download(package: Package, workspace: Path, name: str = "en") -> Path:
    """Let pip fetch a package, with the user's index, proxy, cache and credentials; it verifies the hash.

    `name` is the user's name for the data in the package.
    """
    # A new folder for each run: a pip that outlives its parent cannot write into the files of the next run.
    folder = Path(tempfile.mkdtemp(dir=workspace))
    requirements = folder / "requirements.txt"
    requirements.write_text(f"{package.requirement} --hash=sha256:{package.sha256}\n", encoding="utf-8")
    flags = "--disable-pip-version-check --no-input --no-deps --only-binary=:all: --require-hashes"
    command = [*_pip(package, name), "download", *flags.split(), "--dest", str(folder), "-r", str(requirements)]
    is_seen = sys.stderr is not None and sys.stderr.isatty()
    if sys.stderr is not None:  # A download this long is announced even without a progress line.
        print(f"bolide: fetching {package.requirement} ({package.megabytes} MB, once)", file=sys.stderr, flush=True)
    done = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=sys.stderr if is_seen else subprocess.DEVNULL,  # pip shows how far it has come
        stderr=subprocess.PIPE,
        env=os.environ | dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(folder)),
        check=False,
    )
    wheels = list(folder.glob("*.whl"))
    if done.returncode or len(wheels) != 1:
        reason = _reason(done.stderr.decode(errors="replace"), package)
        raise ResourceError(f"pip could not fetch {package.requirement}: {reason}. {_by_hand(package, name)}")
    return wheels[0]


def _reason(errors: str, package: Package) -> str:
    """Return why pip failed, in one line of the many that it writes."""
    if "Retrying (" in errors:
        causes = re.findall(r"(?:\[(?:Errno -?\d+|SSL: \w+)\] |: Read )([^'\".(]+)", errors)
        return f"there is no connection to the package index ({causes[-1].strip() if causes else 'it breaks off'})"
    if "DO NOT MATCH THE HASHES" in errors:
        return f"the file does not have the SHA-256 of the catalogue, {package.sha256}"
    lines = [line.strip() for line in errors.splitlines() if line.strip()]
    told = [line.removeprefix("ERROR: ") for line in lines if line.startswith("ERROR: ")]
    if not told or any(line.startswith("Traceback ") for line in lines):
        told = lines[-1:]
    return re.sub(r"^\w*(Error|Exception): |\[Errno \d+\] ", "", told[0]).rstrip(".") if told else "it does not say why"


def _pip(package: Package, name: str) -> list[str]:
    if importlib.util.find_spec("pip"):
        return [sys.executable, "-m", "pip"]
    if program := shutil.which("pip") or shutil.which("pip3"):
        return [program]
    raise ResourceError(f"fetching {package.requirement} needs pip, which is not installed. {_by_hand(package, name)}")


def _by_hand(package: Package, name: str) -> str:
    return f"Fetch it anywhere with: pip download --no-deps {package.requirement}; then: bolide resources install {name} --from FILE.whl"
