"""The catalogue of wordnets (`wordnets.tsv`), which give synonyms to some 120 languages. It is read when it is asked for."""

from __future__ import annotations

from functools import cache

from bolide import _core
from bolide.data.catalogue import Download, Resource
from bolide.data.languages import any_language
from bolide.packaged import read_lines

__all__ = ["ADDRESS", "COMMIT", "identify", "wordnet_resource", "wordnet_resources"]

COMMIT = "f75be19ec590da12a7a5665e361690b5badb7a25"
ADDRESS = f"https://raw.githubusercontent.com/omwn/omw-data/{COMMIT}/"
# What becomes of the lines of a wordnet. It changes with the rules of `bolide.data.thesaurus`, so that old tables are made again.
RULES = "thesaurus 1"


def identify(digests: list[str]) -> str:
    """Return what identifies a table of synonyms: the SHA-256 of its files' SHA-256s and of the rules by which it is made."""
    return _core.sha256("\n".join([RULES, *digests]).encode()).hex()


@cache
def _rows() -> dict[str, list[list[str]]]:
    """Return the lines of the catalogue, by language."""
    found: dict[str, list[list[str]]] = {}
    for line in read_lines("data/wordnets.tsv"):
        if not line.startswith("#"):
            code, *row = line.split("\t")
            found.setdefault(code, []).append(row)
    return found


@cache
def wordnet_resource(code: str) -> Resource | None:
    """Return the synonyms of a language, by its code; None where there are none."""
    rows = _rows().get(code)
    if rows is None:
        return None
    downloads = tuple(
        Download(address=ADDRESS + path, size=int(size), sha256=sha256) for path, size, sha256, *_ in rows
    )
    makers = " and ".join(maker for *_, maker, _ in rows)
    return Resource(
        id=f"synonyms-{code}",
        kind="thesaurus",
        language=code,
        title=f"{any_language(code).name} synonyms ({makers})",
        version=COMMIT[:7],
        licence=" AND ".join(dict.fromkeys(row[3] for row in rows)),
        members=tuple(path.rpartition("/")[2] for path, *_ in rows),
        source_sha256=identify([row[2] for row in rows]),
        package=None,
        downloads=downloads,
        attribution="; ".join(f"{maker} ({home})" for *_, maker, home in rows),
    )


def wordnet_resources() -> list[Resource]:
    """Return the synonyms of all languages, in the order of their codes."""
    return [entry for code in _rows() if (entry := wordnet_resource(code))]
