"""Pages for a browser, each a single file of markup, style and script that loads nothing else. `show/page` draws alignments."""

import base64
import hashlib
import re
from collections.abc import Mapping, Sequence

from bolide.data import read_text
from bolide.show.matcher_looks import LOOKS

# In the order in which they build on one another.
DRAWING = ("elements", "alignments", "marks", "matrix", "ribbon")


def page_style() -> str:
    """Return the style of all pages, with light and dark colours for each matcher in a class of its name."""
    light = (f".{name} {{ --colour: {look.light}; }}\n" for name, look in LOOKS.items())
    dark = (f':root[data-theme="dark"] .{name} {{ --colour: {look.dark}; }}\n' for name, look in LOOKS.items())
    return "".join((read_text("show/page/style.css"), *light, *dark))


def join_scripts(folder: str, names: Sequence[str], more: str = "") -> str:
    """Return the drawing code and the files of a folder as one script that defines no global names."""
    files = (*(f"show/page/{name}.js" for name in DRAWING), *(f"{folder}/{name}.js" for name in names))
    return '"use strict";\n(() => {\n' + "\n".join((more, *map(read_text, files))) + "})();\n"


def allowing(*scripts: str) -> str:
    """Return the beginning of a policy that lets a page run only these scripts, identified by their hashes."""
    digests = (base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts)
    allowed = " ".join(f"'sha256-{digest}'" for digest in digests)
    return f"default-src 'none'; script-src {allowed}; style-src 'unsafe-inline'; img-src data: blob:"


def fill_in(page: str, parts: Mapping[str, str]) -> str:
    """Return a page with each `{{name}}` replaced by the part of that name; the text of parts is not replaced again."""
    return re.sub(r"\{\{(\w+)\}\}", lambda place: parts[place[1]], page)


def inert(document: str) -> str:
    """Return JSON that cannot end the block that contains it, nor break a line of a script."""
    return re.sub("[<>&\u2028\u2029]", lambda mark: f"\\u{ord(mark[0]):04x}", document)
