"""Treebanks in CoNLL-U: words with tags of the IIIT set, whichever of two conventions a treebank follows.

UD_Hindi-HDTB has the IIIT tags themselves (XPOS). UD_Hindi-PUD has tags of its own; they are translated by its UPOS, XPOS and
relation, and by the word lists of the language where its guidelines differ (a time or place word is NST, एक is a number).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bolide.errors import InputError
from bolide.files.plain import LineFile
from bolide.hindi.language import TagRules
from bolide.text.indic import clean, fold

__all__ = ["TreebankWord", "read_treebank", "sentences", "tag_sentences"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TreebankWord:
    """A word of a treebank, with its columns as they stand there."""

    form: str
    lemma: str
    upos: str
    xpos: str
    relation: str
    misc: str


def read_treebank(file: Path) -> list[tuple[TreebankWord, ...]]:
    """Read the sentences of a CoNLL-U file, gzip or not; `InputError` names a broken line."""
    with LineFile(str(file)) as lines:
        found = list(sentences((line for _, line in lines.numbered()), str(file)))
    if not found:
        raise InputError(f"{file}: there are no sentences in it")
    return found


def sentences(lines: Iterable[str], name: str) -> Iterator[tuple[TreebankWord, ...]]:
    """Read sentences from lines; empty nodes and multi-word ranges are passed over."""
    words: list[TreebankWord] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            if words:
                yield tuple(words)
            words = []
        elif not line.startswith("#"):
            columns = line.split("\t")
            if len(columns) != 10:
                raise InputError(f"{name}, line {number}: CoNLL-U has 10 columns, not {len(columns)}")
            if columns[0].isdigit():
                words.append(
                    TreebankWord(
                        form=columns[1],
                        lemma=columns[2],
                        upos=columns[3],
                        xpos=columns[4],
                        relation=columns[7],
                        misc=columns[9],
                    )
                )
    if words:
        yield tuple(words)


_BY_UPOS = {
    "ADJ": "JJ",
    "ADP": "PSP",
    "ADV": "RB",
    "AUX": "VAUX",
    "CCONJ": "CC",
    "DET": "DEM",
    "INTJ": "INJ",
    "NOUN": "NN",
    "NUM": "QC",
    "PART": "RP",
    "PRON": "PRP",
    "PROPN": "NNP",
    "PUNCT": "SYM",
    "SCONJ": "CC",
    "SYM": "SYM",
    "VERB": "VM",
    "X": "NN",
}
_BY_XPOS = {"NST": "NST", "NEG": "NEG", "WP": "WQ", "WDT": "WQ", "QF": "QF", "DTI": "QF", "UH": "INJ"}
# Tags for which the word lists decide, since the guidelines differ most there.
_LISTED = ("NST", "QC", "QO", "RP", "CC")


def tag_sentences(treebank: Sequence[Sequence[TreebankWord]], rules: TagRules) -> list[list[tuple[str, str]]]:
    """Return the words of a treebank with tags of the IIIT set, by the convention that it follows."""
    has_iiit = any(word.xpos in ("PSP", "VAUX") for sentence in treebank for word in sentence)
    tag = _plain if has_iiit else _translate
    return [[(word.form, tag(word, rules)) for word in sentence] for sentence in treebank]


def _plain(word: TreebankWord, rules: TagRules) -> str:
    """Return an IIIT tag without the mark of compounds (NNC and NNPC are NN and NNP), and spelled as most are (PR_PRP is PRP)."""
    tag = word.xpos.rsplit("_", 1)[-1]
    if tag not in rules.classes and tag.endswith("C"):
        tag = tag[:-1]
    return {"QTF": "QF"}.get(tag, tag if tag in rules.classes else rules.default)


def _translate(word: TreebankWord, rules: TagRules) -> str:
    """Return the IIIT tag of a word with Universal Dependencies' tags."""
    relation = word.relation.partition(":")[0]
    tag = _BY_XPOS.get(word.xpos) or _BY_UPOS.get(word.upos, rules.default)
    if word.xpos == "VXH" or word.upos == "AUX":
        tag = "VM" if relation in ("cop", "root") else "VAUX"
    form = fold(clean(word.form))
    if tag in ("PSP", "RB", "NN", "DEM", "QF", "JJ", "CC", "PRP"):
        listed = [name for name in _LISTED if form in rules.words.get(name, ())]
        if len(listed) == 1 and not (listed[0] == "CC" and tag in ("PSP", "NN")):
            return listed[0]
        if tag in ("RB", "QF", "CC", "NST") and form in rules.words.get("PRP", ()):
            return "PRP"
    return tag
