"""Synonyms of METEOR-Hindi, as groups of words: the ones that ship, files of the user, or an installed wordnet."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from bolide import _core
from bolide.data import read_text
from bolide.data.home import locked_workspace, resource_path
from bolide.errors import DamagedResourceError, InputError, MissingResourceError, ResourceError
from bolide.files.boundary import exists, reading
from bolide.files.plain import LineFile
from bolide.hindi.language import IndicLanguage
from bolide.text.indic import clean, fold

Group = tuple[str, ...]


def make_thesaurus(groups: Iterable[Group]) -> _core.SynonymTable:
    """Return groups as a table of the core. Groups of a single word are left out.

    >>> make_thesaurus([("पुस्तक", "किताब")]).synsets("किताब")
    [0]
    """
    return _core.SynonymTable.from_groups("".join(f"{line}\n" for line in folded_lines(groups)))


def folded_lines(groups: Iterable[Group]) -> Iterator[str]:
    """Return a line for each group: folded words, unique and sorted, separated by tabs."""
    for group in groups:
        found = {fold(clean(word)) for word in group}
        if len(found) > 1:
            yield "\t".join(sorted(found))


def read_groups(text: str, name: str) -> Iterator[Group]:
    r"""Read groups of words: one per line, separated by spaces; # begins a comment. `ResourceError` names a line with a single word.

    >>> list(read_groups("# things\nपुस्तक किताब\n", "example"))
    [('पुस्तक', 'किताब')]
    """
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.partition("#")[0].split()
        if len(words) == 1:
            raise ResourceError(f"{name}, line {number}: a group needs at least two words, not only {words[0]!r}")
        if words:
            yield tuple(words)


def read_synonym_file(file: Path) -> list[Group]:
    """Read a file of synonyms, gzip or not: groups in our format, Hindi WordNet's index, or an Open Multilingual Wordnet table.

    `ResourceError` if it has none.
    """
    try:
        with LineFile(str(file)) as opened:
            text = opened.text()
    except InputError as error:
        raise ResourceError(str(error)) from error
    first = next((line for line in text.splitlines() if line and not line.startswith("#")), "")
    columns = first.split("\t")
    if (is_table := len(columns) >= 3 and ":" in columns[1]) or len(columns) == 3:
        return _wordnet(text, file, is_index=not is_table)
    groups = list(read_groups(text, str(file)))
    if not groups:
        raise ResourceError(f"{file}: there are no groups of synonyms in it")
    return groups


def _wordnet(text: str, file: Path, *, is_index: bool) -> list[Group]:
    """Read a table of the Open Multilingual Wordnet (synset TAB language:lemma TAB word), or the index of Hindi WordNet.

    The index has word TAB part of speech TAB synsets, separated by spaces or commas. Phrases are skipped, since words are matched one by
    one.
    """
    synsets: dict[str, list[str]] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        columns = line.split("\t")
        if not line or (line.startswith("#") and not is_index):
            continue
        if len(columns) < 3 or (is_index and len(columns) > 3):
            wanted = "word TAB part of speech TAB synsets" if is_index else "synset TAB kind TAB word"
            raise ResourceError(f"{file}, line {number}: expected {wanted}, found {line[:60]!r}")
        word, names = columns[2], [columns[0]] if columns[1].endswith("lemma") else []
        if is_index:
            word, names = columns[0], [f"{columns[1]} {name}" for name in columns[2].replace(",", " ").split()]
        for name in names if " " not in word and "_" not in word else ():
            synsets.setdefault(name, []).append(word)
    return [tuple(words) for words in synsets.values() if len(words) > 1]


HEADER = "# bolide wordnet 1 sha256 "


def wordnet_path(code: str) -> Path:
    """Return the path of a language's wordnet, installed or not."""
    return resource_path(f"wordnet-{code}").with_suffix(".txt")


def install_wordnet(code: str, file: Path) -> tuple[Path, int]:
    """Install the wordnet of a file; return its new path and its number of groups."""
    lines = sorted({*folded_lines(read_synonym_file(file))})
    body = "".join(f"{line}\n" for line in lines)
    target = wordnet_path(code)
    with locked_workspace() as workspace:
        unfinished = workspace / target.name
        unfinished.write_text(f"{HEADER}{hashlib.sha256(body.encode()).hexdigest()}\n{body}", encoding="utf-8")
        os.replace(unfinished, target)
    return target, len(lines)


def find_thesaurus(language: IndicLanguage, synonyms: str | os.PathLike[str] | None = None) -> _core.SynonymTable:
    """Return the synonyms that ship, those of a file, or for the name `wordnet` the installed wordnet."""
    if synonyms is None:
        file = language.thesaurus
        return make_thesaurus(read_groups(read_text(f"hindi/thesaurus/{file}"), file) if file else ())
    if str(synonyms) == "wordnet":
        return installed_wordnet(language.code)
    return make_thesaurus(read_synonym_file(Path(synonyms)))


def installed_wordnet(code: str) -> _core.SynonymTable:
    """Return the installed wordnet of a language; `MissingResourceError` names the command that installs it."""
    command = f"bolide resources install {code} --wordnet FILE"
    file = wordnet_path(code)
    if not exists(file):
        raise MissingResourceError(f"no wordnet is installed for {code}; with one of yours, run: {command}")
    with reading(file, DamagedResourceError, "is damaged", f"; run: {command}"):
        head, _, body = file.read_text(encoding="utf-8").partition("\n")
    if head != HEADER + hashlib.sha256(body.encode()).hexdigest():
        raise DamagedResourceError(f"{file}: its checksum does not match; run: {command}")
    return _core.SynonymTable.from_groups(body)
