"""The words of METEOR-Hindi: roots and synonyms, from tables that ship, or from files of the user.

A root represents all inflected forms of a word. It comes from a table (simplemma's or a learned one), else from rules for endings.
Synonyms are groups of words.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from bolide import _core
from bolide.data import read_text
from bolide.data.home import locked_workspace, resource_path
from bolide.errors import InputError, MissingResourceError, ResourceError
from bolide.files.plain import LineFile
from bolide.hindi.language import IndicLanguage
from bolide.text.indic import clean, fold

TABLE_HEADER = "# bolide roots 1"
Group = tuple[str, ...]


def _read_file(file: Path) -> str:
    """Return the text of a file of the user, gzip or not; `ResourceError` if it cannot be read."""
    try:
        with LineFile(str(file)) as opened:
            return opened.text()
    except InputError as error:
        raise ResourceError(str(error)) from error


def open_roots(language: IndicLanguage, file: str | os.PathLike[str] | None = None) -> tuple[_core.Roots, str]:
    """Return the roots of a language, from a file if given, and their origin for the signature."""
    rules = language.roots
    if file is not None:
        table = write_roots(read_roots(Path(file)))
        identity = f"table-{_digest(table)}"
    elif rules.table is None:
        table = ""
        identity = f"endings-{_digest(repr((rules.endings, rules.shortest, sorted(rules.exceptions.items()))))}"
    else:
        table, digest = open_simplemma(rules.table)
        identity = f"simplemma-{digest}"
    core = _core.Roots(
        _lines(rules.exceptions) + table,
        endings=list(rules.endings),
        shortest=rules.shortest,
        infinitives=list(rules.infinitives.items()),
    )
    return core, identity


def learn_roots(lemmas: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Learn a table from the words and lemmas of a treebank: each form has its most frequent lemma.

    >>> learn_roots([("लड़के", "लड़का"), ("लड़के", "लड़का"), ("लड़के", "लड़के")])
    {'लडके': 'लडका'}
    """
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for form, lemma in lemmas:
        if form and lemma and lemma != "_":
            counts[fold(clean(form))][fold(clean(lemma))] += 1
    return {form: min(found, key=lambda root: (-found[root], root)) for form, found in sorted(counts.items())}


LONGEST_ENDING, SHORTEST_ROOT, LEAST_ROOTS = 4, 2, 8


def guess_roots(words: Iterable[str]) -> dict[str, str]:
    """Learn a table from plain text: words that differ only in frequent endings have one root, their common part.

    An ending is frequent if at least `LEAST_ROOTS` words occur both with it and without it.

    >>> words = [root + end for root in ("गाय", "नदी", "बात", "चीज", "रात", "मेज", "टोपी", "खाट") for end in ("", "ओं")]
    >>> guess_roots(words)["रातओं"]
    'रात'
    """
    known = {fold(word) for word in words if word and not any(character.isdigit() for character in word)}
    roots_of: dict[str, set[str]] = {}
    for word in known:
        for cut in range(max(SHORTEST_ROOT, len(word) - LONGEST_ENDING), len(word)):
            if word[:cut] in known:
                roots_of.setdefault(word[cut:], set()).add(word[:cut])
    endings = {ending for ending, roots in roots_of.items() if len(roots) >= LEAST_ROOTS}
    shared: dict[str, list[str]] = {}
    for word in sorted(known):
        for cut in range(max(SHORTEST_ROOT, len(word) - LONGEST_ENDING), len(word) + 1):
            if cut == len(word) or word[cut:] in endings:
                shared.setdefault(word[:cut], []).append(word)
    table: dict[str, str] = {}
    for root, forms in sorted(shared.items(), key=lambda item: (-len(item[1]), len(item[0]), item[0])):
        if len(forms) > 1 and (root in known or len(forms) > 2):
            for form in forms:
                table.setdefault(form, root)
    return {form: root for form, root in sorted(table.items()) if form != root}


def write_roots(table: Mapping[str, str]) -> str:
    """Return a table as the text of a file: a header, then form TAB root."""
    return f"{TABLE_HEADER}\n{_lines(table)}"


def read_roots(file: Path) -> dict[str, str]:
    """Read what `write_roots` made; `ResourceError` says which line is broken."""
    lines = _read_file(file).splitlines()
    if not lines or lines[0] != TABLE_HEADER:
        raise ResourceError(f"{file}: not a table of roots (its first line must be {TABLE_HEADER!r})")
    table = {}
    for number, line in enumerate(lines[1:], start=2):
        form, tab, root = line.partition("\t")
        if not (form and tab and root) or "\t" in root:
            raise ResourceError(f"{file}, line {number}: expected form TAB root, found {line[:60]!r}")
        table[fold(clean(form))] = fold(clean(root))
    return table


def _lines(table: Mapping[str, str]) -> str:
    return "".join(f"{form}\t{root}\n" for form, root in sorted(table.items()))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


# Version of the cached file: raise it when folding or the format changes.
FOLDING = 2


def open_simplemma(code: str) -> tuple[str, str]:
    """Return the folded table of a language, as lines of form TAB root, and the beginning of the SHA-256 of its source."""
    spec = importlib.util.find_spec("simplemma")
    if spec is None or spec.origin is None:
        raise MissingResourceError(
            "roots come from simplemma, which is not installed; run: pip install 'bolide[hindi]'"
        )
    data = Path(spec.origin).parent / "strategies" / "dictionaries" / "data" / f"{code}.plzma"
    if not data.is_file():
        raise MissingResourceError(
            f"this version of simplemma has no table for {code}; run: pip install 'bolide[hindi]'"
        )
    digest = hashlib.sha256(data.read_bytes()).hexdigest()[:12]
    kept = resource_path(f"roots-{code}-{digest}-{FOLDING}").with_suffix(".txt")
    with suppress(OSError, UnicodeDecodeError):
        sha, _, table = kept.read_text(encoding="utf-8").partition("\n")
        if hashlib.sha256(table.encode()).hexdigest() == sha:
            return table, digest
    from simplemma.strategies.dictionaries import DefaultDictionaryFactory

    table = fold_table(DefaultDictionaryFactory().get_dictionary(code))
    # If the cache cannot be written, every start takes longer, but nothing else changes.
    with suppress(ResourceError), locked_workspace() as workspace:
        unfinished = workspace / kept.name
        unfinished.write_text(f"{hashlib.sha256(table.encode()).hexdigest()}\n{table}", encoding="utf-8")
        os.replace(unfinished, kept)
    return table, digest


def fold_table(table: Mapping[str, str]) -> str:
    r"""Return a table of roots with folded forms; if several forms fold to one, the first in the table wins.

    >>> fold_table({"लड़के": "लड़का"})
    'लडके\tलडका\n'
    """
    folded: dict[str, str] = {}
    for form, root in table.items():
        if form and root and form != root:
            folded.setdefault(fold(form), fold(root))
    return "".join(f"{form}\t{root}\n" for form, root in folded.items())


def make_thesaurus(groups: Iterable[Group]) -> _core.SynonymTable:
    """Return groups as a table of the core, with folded words. Groups of a single word are left out.

    >>> make_thesaurus([("पुस्तक", "किताब")]).synsets("किताब")
    [0]
    """
    folded = ({fold(clean(word)) for word in group} for group in groups)
    text = "".join("\t".join(sorted(words)) + "\n" for words in folded if len(words) > 1)
    return _core.SynonymTable.from_groups(text, hashlib.sha256(text.encode()).digest())


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
    text = _read_file(file)
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
