"""Put the npm package together: `python tools/make_wasm.py MODULE FOLDER`.

Next to the files of npm/, it gets the core as WebAssembly, the names of languages, the settings of each language's default metric that
needs no data, and English synonyms, where they are installed: made from WordNet, as Meteor 1.5 has them.
"""

import json
import shutil
import sys
import warnings
from contextlib import suppress
from pathlib import Path

from bolide import Meteor, _core
from bolide.data import read_lines
from bolide.data.languages import any_language, language_names, languages
from bolide.errors import ConfigurationError, MissingKnowledgeWarning, ResourceError
from bolide.metric.configuration import describe

ROOT = Path(__file__).resolve().parent.parent
UNIVERSAL = "universal+"
SYNONYMS, SYNONYMS_LICENCE = "synonyms-en.bolide", "LICENSE-WordNet"


def settings() -> dict[str, str | None]:
    """Return the settings of languages with a separate metric (None if it needs more), and of the one for all others."""
    found = {UNIVERSAL: Meteor("de", preset=UNIVERSAL).settings().replace("language:de", "language:{language}")}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", MissingKnowledgeWarning)
        for code in (code for code in language_names() if describe(code).preset != UNIVERSAL):
            found[code] = None  # Python computes a part of Hindi's, and Buckwalter's Arabic needs a table.
            with suppress(ConfigurationError, ResourceError):
                text = Meteor(
                    code, offline=True, **({"matchers": ["exact", "stem"]} if code == "en" else {})
                ).settings()
                found[code] = None if "\nstems=" in text else text
    return found


def names() -> dict[str, dict[str, str]]:
    """Return the codes of languages by all their names, and the third letters of other codes by the first two."""
    rows = [line.split("\t") for line in read_lines("data/codes.tsv")]
    named = [name for code, _, aliases in rows for name in (code, *aliases.split("|")) if name]
    named += [name for language in languages() for name in (language.code, *language.aliases)]
    codes = dict(line.split(" ", 1) for line in read_lines("data/iso639.txt"))
    return {"names": {name: any_language(name).code for name in named}, "codes": codes}


def readme() -> str:
    """Return the title, the first paragraph and the first example of the page about the package."""
    page = (ROOT / "docs" / "javascript.md").read_text(encoding="utf-8")
    example = page.partition("```js\n")[2].partition("```")[0]
    return "\n\n".join([*page.split("\n\n")[:2], f"```js\n{example}```\n"])


def main() -> None:
    """Write the folder."""
    module, folder = map(Path, sys.argv[1:])
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "npm", folder)
    shutil.copy(module, folder / "bolide.wasm")
    for name in ("LICENSE", "NOTICE"):
        shutil.copy(ROOT / name, folder)
    (folder / "README.md").write_text(readme(), encoding="utf-8")
    package = (folder / "package.json").read_text(encoding="utf-8")
    (folder / "package.json").write_text(package.replace("0.0.0", _core.VERSION, 1), encoding="utf-8")
    metrics = settings()
    try:
        text = Meteor("en", matchers=["exact", "stem", "synonym"]).settings()
        table = next(line.partition("=")[2] for line in text.splitlines() if line.startswith("synonyms="))
        shutil.copy(table, folder / SYNONYMS)
        metrics["en"] = text.replace(f"synonyms={table}\n", f"synonyms={SYNONYMS}\n")
    except ResourceError as error:
        (folder / SYNONYMS_LICENCE).unlink()
        print(f"the package is without English synonyms: {error}", file=sys.stderr)
    (folder / "metrics.json").write_text(json.dumps(metrics | names(), ensure_ascii=False, indent=1), encoding="utf-8")
    print(f"wrote {folder}: {len(metrics)} metrics")


if __name__ == "__main__":
    main()
