"""Make the documentation a site that can be searched: build/site, which opens from a disk and asks no other server for anything.

python tools/make_site.py        gathers the pages in build/site-pages as they lie in the repository, and runs Sphinx on them

Pages keep their places, so that links between them hold here and in the site. Links to source code become plain text there.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGES, SITE = ROOT / "build" / "site-pages", ROOT / "build" / "site"
START = "README.md"
# What stands in the margin, by headings; pages that are not named here come last.
CONTENTS = {
    "How to": "tutorial reports serve languages frames streaming tuning building copy-words hindi migration java",
    "Reference": "cli api formats glossary",
    "How good it is": "results parity benchmarks faults",
}
IMAGES = (".png", ".svg")
DEFINITION = re.compile(r"(?m)^\[([^\]]+)\]: (\S+)\n")
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)#:\s]+)(#[^)]*)?\)")


def find_pages() -> list[Path]:
    """Return all pages: those of the root, the documentation, the examples, the benchmark and the laboratory."""
    return sorted(
        page for place in ("*", "docs/**/*", "examples/*", "bench/*", "lab/**/*") for page in ROOT.glob(f"{place}.md")
    )


def gather(target: Path) -> None:
    """Copy the pages and their pictures; the first page gets the contents."""
    shutil.rmtree(target, ignore_errors=True)
    found = find_pages()
    for page in found:
        text = _without_sources(page.read_text(encoding="utf-8"), page)
        text = LINK.sub(lambda match, page=page: _link(match, page, target), text)
        place = page.relative_to(ROOT)
        if str(place) == START:
            text += contents([page.relative_to(ROOT).as_posix() for page in found])
        _place(target / place).write_text(text, encoding="utf-8")


def _link(match: re.Match[str], page: Path, target: Path) -> str:
    """Return a link for the site, and copy the picture that it shows."""
    linked = (page.parent / match[3]).resolve()
    if linked.suffix in IMAGES:
        shutil.copyfile(linked, _place(target / linked.relative_to(ROOT)))
    elif linked.suffix != ".md":
        return match[2]
    return match[0]


def _without_sources(text: str, page: Path) -> str:
    """Return a page whose links by name lead to pages only: `[text][name]` with a file of source code after `[name]:` is its text."""
    for definition in DEFINITION.finditer(text):
        if ":" not in definition[2] and (page.parent / definition[2]).suffix != ".md":
            text = text.replace(definition[0], "")
            text = re.sub(
                rf"(?:\[([^\]]+)\])?\[({re.escape(definition[1])})\]", lambda found: found[1] or found[2], text
            )
    return text


def contents(pages: list[str]) -> str:
    """Return the contents as Sphinx takes them.

    >>> print(contents(["README.md", "CHANGELOG.md"]).split("About")[1].split())
    ['CHANGELOG.md', '```']
    """
    groups = {title: [f"docs/{name}.md" for name in names.split()] for title, names in CONTENTS.items()}
    named = {START, *(name for group in groups.values() for name in group)}
    groups["About"] = [name for name in pages if name not in named]
    return "".join(
        f"\n```{{toctree}}\n:hidden:\n:caption: {title}\n\n" + "\n".join(names) + "\n```\n"
        for title, names in groups.items()
    )


def _place(path: Path) -> Path:
    """Return a path whose folder is there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def main() -> int:
    """Gather the pages and build the site; a link that leads nowhere is an error."""
    gather(PAGES)
    options = ["-b", "html", "-q", "-W", "--keep-going", "-c", str(ROOT / "tools" / "site")]
    done = subprocess.run([sys.executable, "-m", "sphinx", *options, str(PAGES), str(SITE)], check=False)
    if done.returncode == 0:
        (SITE / "index.html").write_text('<meta http-equiv="refresh" content="0; url=README.html">\n', encoding="utf-8")
        print(f"wrote {SITE / 'index.html'}")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
