"""Synonyms from wordnets: the catalogue, installing from a folder, and what matches then."""

import re
from pathlib import Path

import pytest
from made_up_meteor import IN_JAR
from made_up_wordnets import make_folder

from bolide import Meteor, MissingResourceError, ResourceError
from bolide.data.catalogue import ADDRESS, resources, resources_of, wordnet_resources
from bolide.data.home import resource_path
from bolide.data.install import install
from bolide.data.opening import is_installed, read_metadata


def synonyms_of(code):
    """Return the catalogue's synonyms of a language."""
    return [entry for entry in resources_of(code) if entry.kind == "thesaurus"]


def metric(code, **options):
    """Return a metric that knows exact words and synonyms."""
    return Meteor(code, preset="universal", matchers=["exact", "synonym"], weights=[1, 0.7], text="unicode", **options)


def matched(code, hypothesis, reference):
    """Return the matches, and their kinds."""
    return [(m.hypothesis, m.reference, m.matcher) for m in metric(code).align(hypothesis, reference).matches]


def test_the_catalogue_is_complete():
    """Every file has an address at one commit, a size, a SHA-256, a licence, and names who made it."""
    entries = wordnet_resources()
    assert len(entries) >= 120
    assert len({entry.id for entry in entries}) == len(entries)
    for entry in entries:
        assert entry.licence
        assert entry.attribution
        for file in entry.downloads:
            assert file.address.startswith(f"{ADDRESS}wns/")
            assert file.size > 1000
            assert re.fullmatch("[0-9a-f]{64}", file.sha256)


def test_installing_from_a_folder(tmp_path):
    """Files are found wherever they lie in the folder, packed (and whole) or not, and words, phrases and capitals match."""
    origin = make_folder(tmp_path / "wordnets")
    packed = origin / "wn-wikt-swa.tab.gz"
    whole = packed.read_bytes()
    packed.write_bytes(whole[:-9])
    with pytest.raises(ResourceError, match="is damaged"):
        install(synonyms_of("sw"), origin=origin)
    packed.write_bytes(whole)
    wanted = [entry for code in ("sw", "de", "ja") for entry in synonyms_of(code)]
    assert install(wanted, origin=origin) == wanted
    assert matched("sw", "MOTOKAA moja", "gari moja") == [("motokaa", "gari", "synonym"), ("moja", "moja", "exact")]
    assert matched("sw", "kifunguakinywa kizuri", "chakula cha asubuhi kizuri") == [
        ("kifunguakinywa", "chakula cha asubuhi", "synonym"),
        ("kizuri", "kizuri", "exact"),
    ]
    assert matched("ja", "クルマです", "自動車です")[0] == ("ク ル マ", "自 動 車", "synonym")
    digest, metadata = read_metadata(resource_path(wanted[0]), "")
    assert metadata["attribution"] == "Wiktionary (http://wiktionary.org/)"
    assert str(metric("sw").signature).split("synonyms:")[1].startswith(digest[:12])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"1-n\tswa:lemma\n", "line 1: expected synset TAB language:lemma TAB word"),
        (b"# x\n1-n\tswa:lemma\tgar\xff\n", "line 2: not UTF-8 text"),
        (b"1-n\tswa:lemma\tgari\n2-n\tswa:lemma\tmotokaa\n", "no two words in it share a synset"),
        (b"", "no two words in it share a synset"),
    ],
)
def test_broken_files_are_named(text, message, tmp_path):
    """A file that is not a wordnet is refused with its line, and nothing is installed."""
    (tmp_path / "wn-wikt-swa.tab").write_bytes(text)
    with pytest.raises(ResourceError, match=re.escape(message)):
        install(synonyms_of("sw"), origin=tmp_path)
    assert not is_installed(synonyms_of("sw")[0])


def test_universal_plus_takes_synonyms_by_name(tmp_path):
    """With the matcher synonym, what is installed counts with the preset's weight; without it installed, the error names the command."""
    matchers = ("exact", "synonym", "spelling")
    with pytest.raises(MissingResourceError, match="run: bolide resources install sw"):
        Meteor("sw", matchers=matchers)
    install(synonyms_of("sw"), origin=make_folder(tmp_path / "wordnets"))
    with_synonyms = Meteor("sw", matchers=matchers)
    assert with_synonyms.parameters.weights == (1, 0.7, 1)
    assert with_synonyms.signature.synonyms != "none"
    alignment = with_synonyms.align("Motokaa nyekundu", "gari nyekundu")
    assert [match.matcher for match in alignment.matches] == ["synonym", "exact"]
    assert Meteor.from_signature(str(with_synonyms.signature)).pipeline == with_synonyms.pipeline


def test_what_is_fetched_is_pinned():
    """Everything from a package has the SHA-256 of the package and of its text."""
    fetched = [entry for entry in resources() if entry.packages]
    assert {entry.language for entry in fetched} == {"en", "ar-bw-red"}
    for entry in fetched:
        assert re.fullmatch("[0-9a-f]{64}", entry.source_sha256)
        (package,) = entry.packages
        assert re.fullmatch("[0-9a-f]{64}", package.sha256)
        assert re.fullmatch(r"[a-z]+==[\d.]+", package.requirement)


SYNSETS, EXCEPTIONS = IN_JAR["synonym/english.synsets"], IN_JAR["synonym/english.exceptions"]


@pytest.fixture
def folder(write) -> Path:
    """Return a folder of English and German synonyms."""
    write("english.synsets", SYNSETS)
    write("english.exceptions", EXCEPTIONS)
    write("german.synsets", "auto\n1\nwagen\n1\n")
    return Path(write("german.exceptions", "")).parent


def _meteor(folder: Path, code: str = "en") -> Meteor:
    return Meteor(code, matchers=["exact", "synonym"], weights=[1, 0.5], synonyms=folder)


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("synsets", b"car\n", "line 1: the text ends inside a pair of lines"),
        ("exceptions", b"go\n", "line 1: the text ends inside a pair of lines"),
    ],
)
def test_broken_synonyms(folder, write, name, text, reason):
    """A line that is not what it should be is refused with the file and the line."""
    path = write(f"english.{name}", text)
    with pytest.raises(ResourceError) as caught:
        _meteor(folder)
    assert str(caught.value) == f"{path}: {reason}"


def test_synonyms_of_a_folder(folder, write):
    """Words that share a synset match, through irregular forms too; other files of the same text are other synonyms."""
    assert [match.matcher for match in _meteor(folder).align("autos gone", "cars travels").matches] == ["synonym"] * 2
    assert len(_meteor(folder, "de").align("wagen", "auto").matches) == 1
    for synsets, exceptions, matches in ((b"car\n1\nauto\n1\n", b"", 1), (b"car\n1\n", b"auto\n1\n", 0)):
        write("english.synsets", synsets)
        write("english.exceptions", exceptions)
        assert len(_meteor(folder).align("auto", "car").matches) == matches
