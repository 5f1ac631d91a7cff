"""Synonyms of METEOR-Hindi, as groups of words: the ones that ship, or files of the user."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from bolide import _core
from bolide.data import read_text, sha256
from bolide.errors import InputError, ResourceError
from bolide.files.plain import LineFile
from bolide.hindi.language import IndicLanguage
from bolide.text.indic import clean, fold

Group = tuple[str, ...]


def make_thesaurus(groups: Iterable[Group]) -> _core.SynonymTable:
    """Return groups as a table of the core, with folded words. Groups of a single word are left out.

    >>> make_thesaurus([("पुस्तक", "किताब")]).synsets("किताब")
    [0]
    """
    folded = ({fold(clean(word)) for word in group} for group in groups)
    text = "".join("\t".join(sorted(words)) + "\n" for words in folded if len(words) > 1)
    return _core.SynonymTable.from_groups(text, bytes.fromhex(sha256(text.encode())))


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


def find_thesaurus(language: IndicLanguage, synonyms: str | os.PathLike[str] | None = None) -> _core.SynonymTable:
    """Return the synonyms that ship, or those of a file."""
    if synonyms is None:
        file = language.thesaurus
        return make_thesaurus(read_groups(read_text(f"hindi/thesaurus/{file}"), file) if file else ())
    return make_thesaurus(read_synonym_file(Path(synonyms)))
