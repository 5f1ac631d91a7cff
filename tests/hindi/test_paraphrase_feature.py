"""Paraphrases as a feature of METEOR-Hindi, and tags that must be equal."""

from __future__ import annotations

import gzip
import itertools

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bolide import ConfigurationError, Meteor, _core
from bolide.data.opening import compiled
from bolide.metric.alignment import PackedAlignments

# A phrase, and its paraphrase.
PAIRS = (("a b", "x"), ("b c", "y z"), ("c", "x"), ("a", "y"), ("a b c", "z"), ("b", "z x"))
WORDS = ("exact", "stem", "synonym")
ALL = (*WORDS, "paraphrase")


def _table(path, pairs):
    path.write_bytes(gzip.compress("".join(f"0.5\n{first}\n{second}\n" for first, second in pairs).encode()))
    return path


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """Return the table of the made-up phrases."""
    return compiled("paraphrases", [_table(tmp_path_factory.mktemp("table") / "paraphrase.gz", PAIRS)])


def _align(table, hypothesis, reference):
    scorer = _core.Scorer(
        tokeniser=_core.Tokeniser(normaliser=None, lowercase=False),
        matchers=[_core.Matcher.exact, _core.Matcher.paraphrase],
        aligner=_core.StagedAligner(beam=256),
        unit=_core.Unit.words,
        equality=_core.Equality.text,
        formula=_core.FeatureFormula(_core.FEATURES, [1.0] * 2 * len(_core.FEATURES)),
        paraphrases=table,
    )
    packed = PackedAlignments(*scorer.align((" ".join(hypothesis),), False, (" ".join(reference),), False))
    return [match[:5] for match in packed.rows()]


def _places(words, phrase):
    size = len(phrase)
    return [at for at in range(len(words) - size + 1) if tuple(words[at : at + size]) == phrase]


def _best_cover(hypothesis, reference, exact):
    """Return the most words of both sides that phrases can cover, trying every set of them, and the fewest phrases for that."""
    taken = {("h", i) for i, *_ in exact} | {("r", j) for _, _, j, *_ in exact}
    cells = []
    for first, second in [pair for both in PAIRS for pair in (both, both[::-1])]:
        ours, theirs = tuple(first.split()), tuple(second.split())
        for i, j in itertools.product(_places(hypothesis, ours), _places(reference, theirs)):
            cover = {("h", i + k) for k in range(len(ours))} | {("r", j + k) for k in range(len(theirs))}
            if not cover & taken:
                cells.append(cover)
    choices = [(set(), 0)]
    for cover in cells:
        choices += [(known | cover, count + 1) for known, count in choices if not known & cover]
    most = max(len(known) for known, _ in choices)
    return most, min(count for known, count in choices if len(known) == most)


SEGMENT = st.lists(st.sampled_from("abcxyz"), max_size=6)


@given(SEGMENT, SEGMENT)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_set_of_phrases_covers_more(table, hypothesis, reference):
    """Phrases take what exact matches left: as many words as any set of them, in as few phrases, and no word twice."""
    found = _align(table, hypothesis, reference)
    exact, phrases = ([match for match in found if match[4] == place] for place in (0, 1))
    covered = [("h", i + k) for i, size, *_ in found for k in range(size)]
    covered += [("r", j + k) for _, _, j, size, _ in found for k in range(size)]
    assert len(set(covered)) == len(covered)
    words = sum(match[1] + match[3] for match in phrases)
    assert (words, len(phrases)) == _best_cover(hypothesis, reference, exact)


def test_a_phrase_counts_with_its_words_on_either_side(tmp_path):
    """Two words that stand for one are two of the hypothesis and one of the reference; the other features do not see them."""
    table = _table(tmp_path / "t.gz", [("एक साथ", "मिलकर")])
    meteor = Meteor("hi", features=ALL, matchers=ALL, paraphrases=table)
    pair = "राम और सीता एक साथ आए", "राम और सीता मिलकर आए"
    counts = meteor.segment(*pair).statistics.row(0)
    assert {name: counts[f"matched_{name}"] for name in WORDS} == dict.fromkeys(WORDS, 4)
    assert (counts["matched_paraphrase"], counts["matched_paraphrase_reference"]) == (6, 5)
    assert meteor.segment(*pair).score == pytest.approx((3 * (4 / 6 + 4 / 5) + 2) / 8)
    without = Meteor("hi", features=WORDS)
    assert without.segment(*pair).score == pytest.approx((4 / 6 + 4 / 5) / 2)


def test_the_task_demands_a_table(tmp_path, bolide):
    """It is nothing without one; with one the signature names it, and reads back."""
    with pytest.raises(ConfigurationError, match=r"task paraphrase .* give paraphrases"):
        Meteor("hi", task="paraphrase")
    table = _table(tmp_path / "t.gz", [("एक साथ", "मिलकर")])
    meteor = Meteor("hi", task="paraphrase", paraphrases=table)
    assert meteor.parameters.features == (*WORDS, "pos", "paraphrase")
    again = Meteor.from_signature(str(meteor.signature), paraphrases=table)
    assert str(again.signature) == str(meteor.signature)
    shown = bolide(
        "align", "-l", "hi", "--task", "paraphrase", "--paraphrases", str(table), "--text-pair", "एक साथ आए", "मिलकर आए"
    )
    assert "paraphrase" in shown.out
    with pytest.raises(ConfigurationError, match="the features paraphrase need matchers"):
        Meteor("hi", features=["exact", "paraphrase"])


def test_tags_of_one_class_or_equal_ones():
    """This book, and this: both are pronouns by class, but their tags differ; the signature says what counts."""
    pair = "यह किताब है", "यह अच्छा है"
    loose, strict = Meteor("hi", features=["pos"]), Meteor("hi", features=["pos"], tags="equal")
    assert [parse.tags[0] for parse in strict.parse(pair)] == ["DEM", "PRP"]
    assert [meteor.segment(*pair).statistics.row(0)["matched_pos"] for meteor in (loose, strict)] == [2, 1]
    assert str(strict.signature).endswith("|tags:equal")
    assert "tags" not in str(loose.signature)
    assert str(Meteor.from_signature(str(strict.signature)).signature) == str(strict.signature)
    with pytest.raises(ConfigurationError, match="without the feature pos"):
        Meteor("hi", features=["exact"], tags="equal")
    with pytest.raises(ConfigurationError, match="choose one of classes equal"):
        Meteor("hi", tags="some")
