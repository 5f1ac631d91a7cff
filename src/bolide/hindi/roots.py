"""Roots: the form that stands for all inflected forms of a word. From a table (simplemma's, or one learned), else by endings."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from bolide.errors import ResourceError
from bolide.hindi.language import IndicLanguage, RootRules
from bolide.hindi.simplemma_table import open_simplemma
from bolide.text.indic import clean, fold

__all__ = ["Roots", "learn_roots", "open_roots", "read_roots", "write_roots"]

TABLE_HEADER = "# bolide roots 1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Roots:
    """The roots of a language. `identity` names what they come from, for the signature."""

    table: Mapping[str, str]
    rules: RootRules
    identity: str

    def of(self, word: str) -> str:
        """Return the root of a folded word; the word itself where nothing is known of it."""
        found = self.rules.exceptions.get(word) or self.table.get(word)
        if found:
            return found
        for ending, replacement in self.rules.endings:
            if word.endswith(ending) and len(word) - len(ending) >= self.rules.shortest:
                return word[: len(word) - len(ending)] + replacement
        return word

    def is_infinitive(self, word: str, root: str) -> bool:
        """Whether a folded word is an infinitive: its own root, but for the ending."""
        return any(
            word.endswith(ending) and root == word[: len(word) - len(ending)] + end
            for ending, end in self.rules.infinitives.items()
        )


def open_roots(language: IndicLanguage, file: Path | None = None) -> Roots:
    """Return the roots of a language: those of a file, if one is given, else those its description names."""
    if file is not None:
        table = read_roots(file)
        return Roots(table=table, rules=language.roots, identity=f"table-{_digest(table)}")
    if language.roots.table is None:
        rules = repr((language.roots.endings, language.roots.shortest, sorted(language.roots.exceptions.items())))
        return Roots(
            table={}, rules=language.roots, identity=f"endings-{hashlib.sha256(rules.encode()).hexdigest()[:12]}"
        )
    table, digest = open_simplemma(language.roots.table)
    return Roots(table=table, rules=language.roots, identity=f"simplemma-{digest}")


def learn_roots(lemmas: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return a table from words with their lemmas, as a treebank has them: for each form its most frequent lemma.

    >>> learn_roots([("लड़के", "लड़का"), ("लड़के", "लड़का"), ("लड़के", "लड़के")])
    {'लडके': 'लडका'}
    """
    counts: dict[str, dict[str, int]] = {}
    for form, lemma in lemmas:
        if form and lemma and lemma != "_":
            of_form = counts.setdefault(fold(clean(form)), {})
            root = fold(clean(lemma))
            of_form[root] = of_form.get(root, 0) + 1
    return {form: min(found, key=lambda root: (-found[root], root)) for form, found in sorted(counts.items())}


def write_roots(table: Mapping[str, str]) -> str:
    """Return a table as the text of a file: a header, then form TAB root."""
    return "".join((f"{TABLE_HEADER}\n", *(f"{form}\t{root}\n" for form, root in sorted(table.items()))))


def read_roots(file: Path) -> dict[str, str]:
    """Read what `write_roots` made; `ResourceError` says which line is broken."""
    try:
        lines = file.read_text(encoding="utf-8-sig").splitlines()
    except OSError as error:
        raise ResourceError(f"cannot read {file}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ResourceError(f"{file}: not UTF-8 text") from error
    if not lines or lines[0] != TABLE_HEADER:
        raise ResourceError(f"{file}: not a table of roots (its first line has to be {TABLE_HEADER!r})")
    table = {}
    for number, line in enumerate(lines[1:], start=2):
        form, tab, root = line.partition("\t")
        if not (form and tab and root) or "\t" in root:
            raise ResourceError(f"{file}, line {number}: form TAB root is needed, not {line[:60]!r}")
        table[fold(clean(form))] = fold(clean(root))
    return table


def _digest(table: Mapping[str, str]) -> str:
    return hashlib.sha256(write_roots(table).encode()).hexdigest()[:12]
