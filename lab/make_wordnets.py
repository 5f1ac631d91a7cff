"""Write the catalogue of wordnets, src/bolide/data/wordnets.tsv, from a folder of their files.

python lab/make_wordnets.py FOLDER       FOLDER holds files wn-wikt-*.tab and wn-data-*.tab of the Open Multilingual Wordnet, gzip or not

Their addresses are those of the repository at COMMIT: the files have to be of that commit.
"""

import gzip
import hashlib
import sys
from pathlib import Path

from bolide.data.languages import any_language

COMMIT = "f75be19ec590da12a7a5665e361690b5badb7a25"
OUTPUT = Path(__file__).parent.parent / "src/bolide/data/wordnets.tsv"
HEAD = f"""\
# Wordnets of the Open Multilingual Wordnet, a line for each file; written by lab/make_wordnets.py.
# Language, path in https://github.com/omwn/omw-data at commit {COMMIT}, bytes and SHA-256 of the file, licence, who made it, where they are.
"""
# Folders of the repository that are not called by the language.
FOLDERS = {
    "cat": "mcr", "cmn": "cow", "eus": "mcr", "glg": "mcr", "ind": "msa", "ita": "iwn", "lit": "slk", "nno": "nor", "nob": "nor", "zsm": "msa",
}  # fmt: skip
# English has its own synonyms; American Sign Language is not written as text; of the other two, one has no clear licence and the
# other no known address.
LEFT_OUT = {"wn-wikt-eng", "wn-wikt-ase", "wn-data-fas", "wn-data-qcn"}
# What a file calls a language, where that is not its code.
CODES = {"jer": "nrf", "hbs": "sh"}
# Licences as SPDX writes them. Texts of Wiktionary, and those that name no version, are under version 3.0 of theirs.
LICENCES = {
    "Apache 2.0": "Apache-2.0",
    "CC BY 3.0": "CC-BY-3.0",
    "CC-BY 3.0": "CC-BY-3.0",
    "CC BY SA 3.0": "CC-BY-SA-3.0",
    "CC BY-SA": "CC-BY-SA-3.0",
    "CC BY SA 4.0": "CC-BY-SA-4.0",
    "CeCILL-C": "CECILL-C",
    "MIT": "MIT",
    "ODC-BY 1.0": "ODC-By-1.0",
    "wordnet": "WordNet-3.0",
}


def row(path: Path) -> tuple[str, ...] | None:
    """Return the line of a file; None for one that is left out."""
    name = path.name.removesuffix(".gz").removesuffix(".tab")
    if name in LEFT_OUT:
        return None
    data = path.read_bytes()
    text = gzip.decompress(data) if path.suffix == ".gz" else data
    maker, _, home, licence = (part.strip() for part in text.decode().split("\n", 1)[0].removeprefix("#").split("\t"))
    iso = name.rsplit("-", 1)[1]
    folder = "wikt" if name.startswith("wn-wikt-") else FOLDERS.get(iso, iso)
    code = any_language(CODES.get(iso, iso)).code
    digest = hashlib.sha256(text).hexdigest()
    return (
        code, f"wns/{folder}/{name}.tab", str(len(text)), digest, LICENCES[licence], " ".join(maker.split()), home.rstrip(),
    )  # fmt: skip


def main(folder: str) -> None:
    """Write the catalogue."""
    rows = [found for path in Path(folder).glob("wn-*.tab*") if (found := row(path))]
    # Of a language's files, what Wiktionary says comes first.
    rows.sort(key=lambda row: (row[0], "/wikt/" not in row[1], row[1]))
    OUTPUT.write_text(HEAD + "".join("\t".join(row) + "\n" for row in rows), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
