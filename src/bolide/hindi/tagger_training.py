"""Training a tagger on treebanks (CoNLL-U) with python-crfsuite. The same treebanks and settings give the same file.

UD_Hindi-HDTB has the tags of the IIIT set (XPOS). UD_Hindi-PUD has other tags; they are translated by its UPOS, XPOS and relation, and
by the word lists of the language where the guidelines differ (a time or place word is NST, एक is a number).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path

import numpy as np

from bolide import _core
from bolide.data.crf_training import train_crf
from bolide.errors import InputError
from bolide.files.plain import LineFile
from bolide.hindi.language import TagRules
from bolide.hindi.tagger import TaggerModel, make_model
from bolide.records import record
from bolide.text.indic import clean, fold

# Words with their tags.
TaggedSentence = Sequence[tuple[str, str]]


def attributes_of(words: Sequence[str], seen: _core.TagAttributes) -> list[list[str]]:
    """Return the attributes that a tagger sees at each word of a segment of folded words."""
    rows = []
    for place in range(len(words)):
        near = range(max(place - _core.TAG_REACH, 0), min(place + _core.TAG_REACH + 1, len(words)))
        names = [name for other in near for name in seen.see(words[other], other - place)]
        edges = [-1] * (place == 0) + [1] * (place == len(words) - 1)
        rows.append(names + [_core.TagAttributes.edge(edge) for edge in edges])
    return rows


def train(
    sentences: Sequence[TaggedSentence],
    rules: TagRules,
    metadata: dict[str, str],
    *,
    c1: float = 0.3,
    c2: float = 0.01,
    iterations: int = 100,
) -> TaggerModel:
    """Return a tagger's model; `InputError` for a tag that the language does not have.

    There are penalties on weights: `c1` on their sum, which makes most of them 0, and `c2` on their squares.
    """
    info, _ = train_crf(_examples(sentences, rules), {"c1": c1, "c2": c2, "max_iterations": iterations})
    tags = tuple(tag for tag in rules.classes if tag in info.labels)
    places = {tag: place for place, tag in enumerate(tags)}
    weights: dict[str, dict[int, float]] = {}
    for (name, tag), weight in info.state_features.items():
        weights.setdefault(name, {})[places[tag]] = weight
    transitions = np.zeros((len(tags), len(tags)))
    for (before, after), weight in info.transitions.items():
        transitions[places[before], places[after]] = weight
    return make_model(tags, weights, transitions, metadata)


def _examples(sentences: Sequence[TaggedSentence], rules: TagRules) -> Iterator[tuple[list[list[str]], list[str]]]:
    seen = _core.TagAttributes(rules.word_classes)
    for sentence in sentences:
        if unknown := next((pair for pair in sentence if pair[1] not in rules.classes), None):
            known = " ".join(rules.classes)
            raise InputError(f"the tag {unknown[1]!r} (of {unknown[0]!r}) is not a tag of the language: {known}")
        yield attributes_of([fold(clean(form)) for form, _ in sentence], seen), [tag for _, tag in sentence]


@record
class TreebankWord:
    """A word of a treebank, with its columns unchanged."""

    form: str
    lemma: str
    upos: str
    xpos: str
    relation: str


def read_treebank(file: Path) -> list[tuple[TreebankWord, ...]]:
    """Read the sentences of a CoNLL-U file, gzip or not; `InputError` names a broken line."""
    with LineFile(str(file)) as lines:
        found = list(sentences((line for _, line in lines.numbered()), str(file)))
    if not found:
        raise InputError(f"{file}: there are no sentences in it")
    return found


def sentences(lines: Iterable[str], name: str) -> Iterator[tuple[TreebankWord, ...]]:
    """Read sentences from lines; empty nodes and multi-word ranges are skipped."""
    words: list[TreebankWord] = []
    for number, line in enumerate(chain(lines, [""]), start=1):
        if not line.strip():
            if words:
                yield tuple(words)
            words = []
        elif not line.startswith("#"):
            columns = line.split("\t")
            if len(columns) != 10:
                raise InputError(f"{name}, line {number}: CoNLL-U has 10 columns, not {len(columns)}")
            if columns[0].isdigit():
                form, lemma, upos, xpos, _, _, relation, *_ = columns[1:]
                words.append(TreebankWord(form=form, lemma=lemma, upos=upos, xpos=xpos, relation=relation))


_UPOS = "ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X"
_IIIT = "JJ PSP RB VAUX CC DEM INJ NN QC RP PRP NNP SYM CC SYM VM NN"
_BY_UPOS = dict(zip(_UPOS.split(), _IIIT.split(), strict=True))
_BY_XPOS = {"NST": "NST", "NEG": "NEG", "WP": "WQ", "WDT": "WQ", "QF": "QF", "DTI": "QF", "UH": "INJ"}
# Tags for which the word lists decide, since the guidelines differ most there.
_LISTED = ("NST", "QC", "QO", "RP", "CC")


def tag_sentences(treebank: Sequence[Sequence[TreebankWord]], rules: TagRules) -> list[list[tuple[str, str]]]:
    """Return the words of a treebank with tags of the IIIT set, translated if it has others."""
    has_iiit = any(word.xpos in ("PSP", "VAUX") for sentence in treebank for word in sentence)
    tag = _plain if has_iiit else _translate
    return [[(word.form, tag(word, rules)) for word in sentence] for sentence in treebank]


def _plain(word: TreebankWord, rules: TagRules) -> str:
    """Return an IIIT tag in its common spelling (PR_PRP is PRP), without the mark of compounds (NNC and NNPC are NN and NNP)."""
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
