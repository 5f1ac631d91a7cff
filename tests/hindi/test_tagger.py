"""Taggers: trained, written, read back, and equal to the program that trained them."""

from __future__ import annotations

import gzip

import pytest

from bolide import ConfigurationError, DamagedResourceError, Meteor, ResourceError, _core
from bolide.hindi.language import indic_language
from bolide.hindi.tagger import decode_model, encode_model, listed_model
from bolide.hindi.tagger_training import attributes_of, sentences, tag_sentences, train
from bolide.text.indic import fold

RULES = indic_language("hi").tags
SMALL = [
    [("राम", "NNP"), ("घर", "NN"), ("गया", "VM"), ("।", "SYM")],
    [("सीता", "NNP"), ("ने", "PSP"), ("किताब", "NN"), ("पढ़ी", "VM"), ("है", "VAUX"), ("।", "SYM")],
    [("वह", "PRP"), ("अच्छा", "JJ"), ("लड़का", "NN"), ("है", "VM"), ("।", "SYM")],
    [("मैं", "PRP"), ("नहीं", "NEG"), ("जाता", "VM"), ("हूँ", "VAUX"), ("।", "SYM")],
]
CONLLU = "".join(
    "".join(f"{i}\t{w}\t_\t_\t{t}\t_\t_\t_\t_\t_\n" for i, (w, t) in enumerate(s, 1)) + "\n" for s in SMALL
)


@pytest.fixture(scope="module")
def model():
    pytest.importorskip("pycrfsuite")
    return train(SMALL, RULES, {"origin": "four sentences"}, c1=0, c2=0.1)


def _parse(model_file, *texts):
    return Meteor("hi", features=["pos"], tagger=model_file).parse(texts)


def test_training_is_deterministic_and_files_read_back(model):
    """The same sentences give the same bytes, which read back as the same model."""
    again = train(SMALL, RULES, {"origin": "four sentences"}, c1=0, c2=0.1)
    assert encode_model(model) == encode_model(again)
    assert encode_model(decode_model(encode_model(model), "model")) == encode_model(model)
    assert model.metadata == {"origin": "four sentences"}


def test_tags_are_those_of_crfsuite(tmp_path):
    """On sentences that it has not seen, the core gives the tags that python-crfsuite gives with the same weights."""
    crfsuite = pytest.importorskip("pycrfsuite")
    trainer = crfsuite.Trainer(verbose=False)
    trainer.set_params({"c1": 0, "c2": 0.1})
    seen = _core.TagAttributes(RULES.word_classes)
    for sentence in SMALL:
        trainer.append(attributes_of([fold(word) for word, _ in sentence], seen), [tag for _, tag in sentence])
    trainer.train(str(tmp_path / "model"))
    tagger = crfsuite.Tagger()
    tagger.open(str(tmp_path / "model"))
    file = tmp_path / "hi.tagger"
    file.write_bytes(encode_model(train(SMALL, RULES, {}, c1=0, c2=0.1)))
    texts = ["वह लड़का किताब पढ़ता है ।", "सीता घर नहीं जाती है", "मैं अच्छा हूँ ।", "राम"]
    for parse in _parse(file, *texts):
        assert list(parse.tags) == tagger.tag(attributes_of([fold(token) for token in parse.tokens], seen))


def test_train_and_parse_on_the_command_line(bolide, write, tmp_path):
    """A tagger is trained, and used to parse."""
    pytest.importorskip("pycrfsuite")
    treebank, tagger = write("small.conllu.gz", gzip.compress(CONLLU.encode())), str(tmp_path / "own.tagger")
    trained = bolide("hindi", "train", treebank, "--c1", "0", "--c2", "0.1", "-o", tagger)
    assert (trained.code, trained.out) == (0, "")
    assert "9 tags" in trained.err
    parsed = bolide("hindi", "parse", write("text.txt", "राम घर गया ।\n"), "--tagger", tagger)
    assert parsed.out == "tags     राम/NNP घर/NN गया/VM ।/SYM\ngroups   राम | घर | गया\nclauses  राम घर गया\n\n"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: b"x" + data, "not a tagger"),
        (lambda data: data[:-1] + b"?", "its checksum does not match"),
        (lambda data: data[:40], "damaged"),
        (lambda data: b"", "not a tagger"),
    ],
)
def test_damaged_taggers_are_refused(tmp_path, change, message):
    """A file that is not whole is named, with what makes another."""
    file = tmp_path / "hi.tagger"
    file.write_bytes(change(encode_model(listed_model(RULES))))
    with pytest.raises(DamagedResourceError, match=message):
        Meteor("hi", tagger=file)


def test_a_tagger_needs_a_feature_that_uses_it(tmp_path):
    """A tagger without a feature of tags is refused, as is a file that is not there."""
    with pytest.raises(ConfigurationError, match="has no effect"):
        Meteor("hi", features=["exact"], tagger=tmp_path / "hi.tagger")
    with pytest.raises(ResourceError, match="No such file"):
        Meteor("hi", tagger=tmp_path / "hi.tagger")


def test_both_conventions_give_tags_of_the_iiit_set():
    """Compounds lose their mark; Universal Dependencies' tags are translated, a copula to a main verb."""
    plain = sentences(["1\tप्रवेश\t_\t_\tNNC\t_\t_\t_\t_\t_", "2\tने\t_\t_\tPSP\t_\t_\t_\t_\t_"], "file")
    assert tag_sentences(list(plain), RULES) == [[("प्रवेश", "NN"), ("ने", "PSP")]]
    rows = [("घर", "NOUN", "NN", "root"), ("में", "ADP", "IN", "case"), ("बड़ा", "ADJ", "JJ", "amod")]
    rows += [
        ("एक", "DET", "DT", "det"),
        ("बाद", "ADP", "IN", "case"),
        ("है", "AUX", "VXH", "cop"),
        ("था", "AUX", "VXH", "aux"),
    ]
    lines = [f"{i}\t{w}\t_\t{u}\t{x}\t_\t0\t{r}\t_\t_" for i, (w, u, x, r) in enumerate(rows, 1)]
    (tagged,) = tag_sentences(list(sentences(lines, "file")), RULES)
    assert [tag for _, tag in tagged] == ["NN", "PSP", "JJ", "QC", "NST", "VM", "VAUX"]
