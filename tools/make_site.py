"""Make the documentation a site that can be searched: build/site, which opens from a disk and asks no other server for anything.

python tools/make_site.py        gathers the pages in build/site-pages as they lie in the repository, and runs Sphinx on them

Pages keep their places, so that links between them hold here and in the site. Links to source code become plain text there.
"""

import base64
import gzip
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGES, SITE = ROOT / "build" / "site-pages", ROOT / "build" / "site"
START = "docs/index.md"
NPM, PLAYGROUND = ROOT / "build" / "npm", "playground.html"
PLAYGROUND_LINK = f'\n**<a href="../{PLAYGROUND}">Try it here</a>**: type two sentences, in any language.\n\n## Start\n'
IMAGES = (".png", ".svg")
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
        text = LINK.sub(lambda match, page=page: _link(match, page, target), page.read_text(encoding="utf-8"))
        place = page.relative_to(ROOT)
        if str(place) == START:
            text = text.replace("\n## Start\n", PLAYGROUND_LINK, 1) if NPM.exists() else text
            text += contents(found)
        _copied(target / place, text.encode())


def _link(match: re.Match[str], page: Path, target: Path) -> str:
    """Return a link for the site, and copy the picture that it shows."""
    linked = (page.parent / match[3]).resolve()
    if linked.suffix in IMAGES:
        _copied(target / linked.relative_to(ROOT), linked.read_bytes())
    elif linked.suffix != ".md":
        return match[2]
    return match[0]


def _copied(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def contents(pages: Iterable[Path]) -> str:
    """Return the contents as Sphinx takes them: the groups of the first page, then the pages that no group lists."""
    start = ROOT / START
    groups = {}
    for group in start.read_text(encoding="utf-8").split("\n## ")[1:]:
        title, _, text = group.partition("\n")
        links = re.findall(r"^- \[[^]]*\]\(([^)]+)\)", text, re.MULTILINE)
        groups[title] = [(start.parent / link).resolve() for link in links]
    listed = {start, *(page for group in groups.values() for page in group)}
    groups["More"] = [page for page in pages if page not in listed]
    return "".join(
        f"\n```{{toctree}}\n:hidden:\n:caption: {title}\n\n"
        + "\n".join(f"/{page.relative_to(ROOT).as_posix()}" for page in group)
        + "\n```\n"
        for title, group in groups.items()
    )


def make_playground() -> None:
    """Write the page of `bolide serve` with WebAssembly instead of a server, one file; tables lie beside it, for those who ask for them."""
    from bolide import Meteor
    from bolide.data import read_text
    from bolide.serve.requests import Metrics
    from bolide.serve.server import SCRIPTS
    from bolide.show.matcher_looks import LOOKS
    from bolide.show.pages import fill_in, inert, join_scripts, page_style

    library = (
        (NPM / "bolide.js").read_text(encoding="utf-8").replace("export async function open", "async function open")
    )
    own = f"const bolide = (() => {{\n{library}\nreturn {{ open }};\n}})();\n"
    own += (ROOT / "tools" / "site" / "playground.js").read_text(encoding="utf-8")
    metrics = json.loads((NPM / "metrics.json").read_text(encoding="utf-8"))
    choices = Metrics(Meteor("pt"), {}).choices()
    for language in choices["languages"]:
        if not metrics.get(language["code"]):
            language["preset"] = "universal+"
    choices |= {
        "presets": [preset for preset in choices["presets"] if preset["name"] == "universal+"],
        "language": "en",
        "preset": "meteor-1.5 without paraphrases",
        "chosen": "universal+",
        "is_alone": True,
        "metrics": metrics,
        "marks": {name: [look.filled, look.hollow] for name, look in LOOKS.items()},
        "wasm": _packed(NPM / "bolide.wasm"),
    }
    parts = {
        "style": page_style() + read_text("serve/page/style.css"),
        "choices": inert(json.dumps(choices)),
        "script": join_scripts("serve/page", SCRIPTS[1:], own),
    }
    page = read_text("serve/page/page.html").replace("<script>", '<script type="module">')
    (SITE / PLAYGROUND).write_text(fill_in(page, parts), encoding="utf-8")
    for table in NPM.glob("*.bolide"):
        (SITE / f"{table.name}.js").write_text(f'takeTable("{_packed(table)}");\n', encoding="utf-8")


def _packed(file: Path) -> str:
    return base64.b64encode(gzip.compress(file.read_bytes(), mtime=0)).decode()


def main() -> int:
    """Gather the pages and build the site; a link that leads nowhere is an error."""
    gather(PAGES)
    options = ["-b", "html", "-q", "-W", "--keep-going", "-c", str(ROOT / "tools" / "site")]
    done = subprocess.run([sys.executable, "-m", "sphinx", *options, str(PAGES), str(SITE)], check=False)
    if done.returncode == 0:
        (SITE / "index.html").write_text(
            '<meta http-equiv="refresh" content="0; url=docs/index.html">\n', encoding="utf-8"
        )
        if NPM.exists():
            make_playground()
        else:
            print("the site has no playground, which needs Emscripten: make wasm", file=sys.stderr)
        print(f"wrote {SITE / 'index.html'}")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
