"""Put the npm package together: `python tools/make_wasm.py MODULE FOLDER`.

Next to the files of npm/, it gets the core as WebAssembly, the settings of each language's default metric that needs no data, and English
synonyms, where they are installed: made from WordNet, as Meteor 1.5 has them.
"""

import json
import shutil
import sys
import warnings
from contextlib import suppress
from pathlib import Path

from bolide import Meteor, _core
from bolide.data.languages import language_names
from bolide.errors import ConfigurationError, MissingKnowledgeWarning, ResourceError
from bolide.metric.configuration import describe

ROOT = Path(__file__).resolve().parent.parent
UNIVERSAL = "universal+"
SYNONYMS = "synonyms-en.bolide"


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


def main() -> None:
    """Write the folder."""
    module, folder = map(Path, sys.argv[1:])
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "npm", folder)
    shutil.copy(module, folder / "bolide.wasm")
    shutil.copy(ROOT / "NOTICE", folder)
    package = (folder / "package.json").read_text(encoding="utf-8")
    (folder / "package.json").write_text(package.replace("0.0.0", _core.VERSION, 1), encoding="utf-8")
    metrics = settings()
    try:
        text = Meteor("en", matchers=["exact", "stem", "synonym"]).settings()
        table = next(line.partition("=")[2] for line in text.splitlines() if line.startswith("synonyms="))
        shutil.copy(table, folder / SYNONYMS)
        metrics["en"] = text.replace(f"synonyms={table}\n", f"synonyms={SYNONYMS}\n")
    except ResourceError as error:
        print(f"the package is without English synonyms: {error}", file=sys.stderr)
    (folder / "metrics.json").write_text(json.dumps(metrics, ensure_ascii=False, indent=1), encoding="utf-8")
    print(f"wrote {folder}: {len(metrics)} metrics")


if __name__ == "__main__":
    main()
