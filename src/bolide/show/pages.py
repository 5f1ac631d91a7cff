"""Pages for a browser, each one file: markup, style and script in one, nothing from elsewhere. Alignments are drawn by `show/page`."""

import base64
import hashlib
import re
from collections.abc import Mapping, Sequence

from bolide.data import read_text
from bolide.show.matcher_looks import LOOKS

__all__ = ["allowing", "fill_in", "inert", "join_scripts", "page_style"]

# In the order in which they build on one another.
DRAWING = ("elements", "alignments", "marks", "matrix", "ribbon")


def page_style() -> str:
    """Return the style of all pages, with the colour of each matcher for light and dark ones; classes are called after matchers."""
    light = (f".{name} {{ --colour: {look.light}; }}\n" for name, look in LOOKS.items())
    dark = (f':root[data-theme="dark"] .{name} {{ --colour: {look.dark}; }}\n' for name, look in LOOKS.items())
    return "".join((read_text("show/page/style.css"), *light, *dark))


def join_scripts(folder: str, names: Sequence[str]) -> str:
    """Return the drawing code and files of a folder of the package as one script that keeps its names to itself."""
    files = (*(f"show/page/{name}.js" for name in DRAWING), *(f"{folder}/{name}.js" for name in names))
    return '"use strict";\n(() => {\n' + "\n".join(map(read_text, files)) + "})();\n"


def allowing(*scripts: str) -> str:
    """Return the beginning of a policy that lets a page run scripts that are part of it, by their hashes, and nothing else."""
    digests = (base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts)
    allowed = " ".join(f"'sha256-{digest}'" for digest in digests)
    return f"default-src 'none'; script-src {allowed}; style-src 'unsafe-inline'; img-src data: blob:"


def fill_in(page: str, parts: Mapping[str, str]) -> str:
    """Return a page with each `{{name}}` replaced by the part of that name, once: what parts hold stays as it is."""
    return re.sub(r"\{\{(\w+)\}\}", lambda place: parts[place[1]], page)


def inert(document: str) -> str:
    """Return JSON that cannot end the block it stands in, nor break a line of a script."""
    return re.sub("[<>&\u2028\u2029]", lambda mark: f"\\u{ord(mark[0]):04x}", document)
