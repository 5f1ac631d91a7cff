"""Languages that Meteor 1.5 does not know, and presets other than its own."""

from __future__ import annotations

import gzip
import json
import pickle
import unicodedata
import zipfile

import pytest
from made_up_meteor import make_distribution
from made_up_wordnets import make_folder

from bolide import ConfigurationError, DamagedResourceError, Meteor, MissingKnowledgeWarning, MissingResourceError
from bolide.build.built_folder import PackageRequest, build_package
from bolide.data.catalogue import resources_of
from bolide.data.install import install
from bolide.metric.configuration import describe
from bolide.metric.known_presets import FALLBACK_PRESET, presets


@pytest.fixture
def folder(tmp_path):
    """Return a folder of language data, in the layout of Meteor Universal."""
    (tmp_path / "function.words").write_text("και\nτο\n", encoding="utf-8")
    table = "0.5\nμεγάλο σπίτι\nμέγαρο\n".encode()
    (tmp_path / "paraphrase.gz").write_bytes(gzip.compress(table))
    return tmp_path


def test_a_folder_of_language_data(folder):
    """Function words and paraphrases of any language are used; preset universal has the parameters of the paper."""
    meteor = Meteor(preset="universal", resources=folder)
    alignment = meteor.align("και το μέγαρο", "και το μεγάλο σπίτι")
    assert [match.matcher for match in alignment.matches] == ["exact", "exact", "paraphrase"]
    assert alignment.hypothesis_function == (True, True, False)
    assert (meteor.signature.preset, meteor.signature.language, meteor.signature.text) == (
        "universal",
        "other",
        "lower",
    )
    assert meteor.parameters.values == (0.7, 1.4, 0.3, 0.7)
    assert pickle.loads(pickle.dumps(meteor)).signature == meteor.signature


def test_a_folder_is_used_by_the_preset_for_any_language(folder):
    """Without a preset it is what the language has without data, next to which paraphrases count; a preset that is named wins."""
    pair = "Και το Μέγαρο", "Και το μεγάλο σπίτι"
    meteor = Meteor("wo", resources=folder)
    assert meteor.signature.preset == Meteor("wo").signature.preset == FALLBACK_PRESET
    assert [match.matcher for match in meteor.align(*pair).matches] == ["exact", "exact", "paraphrase"]
    assert meteor.segment(*pair).score > Meteor("wo").segment(*pair).score
    assert str(meteor.signature) == str(Meteor("wo", preset=FALLBACK_PRESET, resources=folder).signature)
    assert Meteor(resources=folder).signature.text == meteor.signature.text
    old = str(Meteor("wo", preset="universal", resources=folder).signature)
    assert str(Meteor.from_signature(old, resources=folder).signature) == old


def test_a_folder_that_bolide_built(folder):
    """Language and text come from a build's description, unless something else is requested."""
    nested = folder / "meteor-files"
    nested.mkdir()
    for name in ("function.words", "paraphrase.gz"):
        (folder / name).rename(nested / name)
    (folder / "resource.json").write_text(json.dumps({"language": "el", "options": {"text": "unicode"}}))
    signature = Meteor(preset="universal", resources=folder).signature
    assert (signature.language, signature.text) == ("el", f"unicode-{unicodedata.unidata_version}")
    assert Meteor("el", resources=folder, text="lower").signature.text == "lower"
    (folder / "resource.json").write_text("{")
    with pytest.raises(DamagedResourceError, match="make it again with: bolide build"):
        Meteor(resources=folder)


def test_a_language_without_data():
    """Exact matches only, and a warning that says what is missing and how to get it."""
    with pytest.warns(
        MissingKnowledgeWarning, match=r"without paraphrases, since there are none for Greek: bolide build"
    ) as said:
        meteor = Meteor("el", preset="universal")
    assert said[0].filename == __file__
    assert (meteor.signature.language, meteor.signature.matchers) == ("el", ("exact",))
    assert meteor.score(["το σπίτι"], ["το σπίτι"]).score == 1


def test_other_presets_know_their_languages():
    """Universal takes any code, like the default preset."""
    with pytest.raises(
        ConfigurationError,
        match=r"Greek works only with presets for any language: leave the preset out, or choose universal\+",
    ):
        Meteor("el", preset="meteor-1.5")
    with pytest.raises(ConfigurationError, match="'no code' is not a language: give a code such as de"):
        Meteor("no code", preset="universal")
    with pytest.raises(ConfigurationError, match="did you mean swahili"):
        Meteor("swahilli")


@pytest.mark.parametrize(("name", "code"), [("se", "sv"), ("sme", "sme"), ("Northern Sami", "sme"), ("se-NO", "sme")])
def test_northern_sami_is_not_swedish(name, code):
    """The jar calls Swedish `se`, which is the ISO code of Northern Sami: its other names are not Swedish."""
    assert Meteor(name).pipeline.language.code == code


def test_any_language_scores():
    """A language without data is scored by its words, in any script, and the signature says so."""
    meteor = Meteor("jpn")
    assert meteor.score(["東京へ行く"], ["東京に行く"]).score > 0.4
    assert (meteor.signature.language, meteor.signature.preset) == ("ja", FALLBACK_PRESET)
    assert meteor.signature.text.startswith("any-")


def _installed(folder, monkeypatch) -> None:
    """Install everything a language could have: Meteor's tables, synonyms, a package of language data."""
    install([entry for code in CODES for entry in resources_of(code)], origin=make_distribution(folder / "meteor"))
    install(resources_of("sw"), origin=make_folder(folder / "wordnets"))
    built, site = folder / "built", folder / "site"
    built.mkdir()
    (built / "function.words").write_text("o\n")
    (built / "paraphrase.gz").write_bytes(gzip.compress(b"0.5\na b\nc\n"))
    asked = PackageRequest(
        folder=built, licence="MIT", attribution="us", language="sw", version="1.0", name="bolide-data-all"
    )
    zipfile.ZipFile(build_package(asked, folder / "wheels")).extractall(site)
    points = "".join(f"{code} = bolide_data_all\n" for code in ALL)
    (site / "bolide_data_all-1.0.dist-info" / "entry_points.txt").write_text(f"[bolide.data]\n{points}")
    monkeypatch.syspath_prepend(str(site))


CODES = ("de", "cs", "ru", "es", "fr")
ALL = (*CODES, "sw", "pt", "ja", "other")


@pytest.mark.parametrize("options", [{}, {"preset": FALLBACK_PRESET}])
def test_what_is_installed_changes_no_default(tmp_path, monkeypatch, options):
    """The same call is the same metric on every machine, with or without tables, synonyms and packages, and asks for no network."""
    monkeypatch.delenv("BOLIDE_OFFLINE")
    monkeypatch.setattr("socket.socket.connect", lambda *_: pytest.fail("nothing may be fetched"))
    before = {code: str(Meteor(code, **options).signature) for code in ALL}
    _installed(tmp_path, monkeypatch)
    assert {code: str(Meteor(code, **options).signature) for code in ALL} == before
    assert all(f"|preset:{FALLBACK_PRESET}|" in before[code] for code in ALL if code != "pt" or options)


def test_data_joins_by_name(tmp_path, monkeypatch):
    """Each kind of installed data counts if requested."""
    _installed(tmp_path, monkeypatch)
    assert Meteor("de", preset="meteor-1.5").align("Gebäude", "Haus").matches[0].matcher == "paraphrase"
    synonyms = Meteor("sw", matchers=["exact", "synonym", "spelling"])
    assert synonyms.signature.preset == FALLBACK_PRESET
    assert [match.matcher for match in synonyms.align("motokaa", "gari").matches] == ["synonym"]
    packaged = Meteor("sw", resources="bolide-data-all")
    assert packaged.signature.data == "bolide-data-all-1.0"
    assert packaged.align("a b", "c").matches[0].matcher == "paraphrase"


@pytest.mark.parametrize("code", CODES)
def test_meteor_without_its_tables(bolide, write, code):
    """Meteor 1.5 without a language's tables is an error that says where they come from; by default nothing is missing."""
    path = write("h", "ein a á б\n")
    assert (bolide("score", path, path, "-l", code).code, bolide("score", path, path, "-l", code).err) == (0, "")
    for options in (["--preset", "meteor-1.5"], ["--task", "rank"]):
        refused = bolide("score", path, path, "-l", code, *options)
        assert refused.code == 2
        assert f"/meteor-1.5.tar.gz, then run: bolide resources install {code} --from " in refused.err


def test_a_preset_of_ones_own_names_its_data(write):
    """Data listed in a preset file is required, even if it is not installed."""
    rows = 'task = "t"\nlanguages = ["*"]\nvalues = [0.9, 1.0, 0.3, 0.5]\nsource = "s"\n'
    head = 'name = "own"\ntitle = "t"\nsource = "s"\ntask = "t"\naligner = "paper"\nbeam = 8\nequality = "text"\n'
    head += 'function_words = "none"\nis_universal = true\n'
    matchers = 'matchers = ["exact", "synonym"]\nweights = [1.0, 0.7]\n'
    path = write("own.toml", f"[[preset]]\n{head}[[preset.parameters]]\n{rows}{matchers}")
    with pytest.raises(MissingResourceError, match="run: bolide resources install sw"):
        Meteor("sw", preset=path)
    path = write("own.toml", f'[[preset]]\n{head}[[preset.parameters]]\n{rows}{matchers}optional = ["synonym"]\n')
    assert Meteor("sw", preset=path).pipeline.matchers.names == ("exact",)


def test_the_task_of_a_table_demands_it(write):
    """TERp's parameters say nothing about any other table."""
    with pytest.raises(ConfigurationError, match=r"task terp .* needs its own table .*: give paraphrases"):
        describe(language="en", preset="meteor-next", task="terp")
    table = write("terp.gz", gzip.compress(b"0.5\na b\nc\n"))
    assert describe(language="en", preset="meteor-next", task="terp", paraphrases=table).task == "terp"


def test_the_text_of_versions_before_normalisation():
    """Punctuation is stripped, as in the paper's example of versions up to 1.2 (Denkowski and Lavie 2011, section 2.1)."""
    meteor = Meteor("pt", text="stripped")
    assert meteor.tokens("U.S.-based organization") == ("u", "s", "based", "organization")
    assert meteor.tokens("«Olá_mundo», n\u0303ao?") == ("olá", "mundo", "n\u0303ao")
    assert Meteor.from_signature(str(meteor.signature)).pipeline == meteor.pipeline
    assert describe(language="fr", preset="meteor-next", task="plain").text.mode == "stripped"


def test_paper_presets_use_own_function_words():
    """The jar uses English ones for every language; the papers' versions each language's own."""
    assert describe(language="de", preset="meteor-1.5").function_words.of == "en"
    assert describe(language="de", preset="meteor-1.5-paper").function_words.of == "de"
    assert describe(language="pt", preset="meteor-1.5-paper").function_words.of == "none"
    rows = {preset.name: preset.rows for preset in presets()}
    assert rows["meteor-1.5-paper"] == rows["meteor-1.5"]


NAMES = """
deu=de ger=de de-DE=de German=de CS=cs nb=no nob=no pt_BR=pt zh-Hans=zh cmn=zh hin=hi Swahili=sw SWA=sw ar-bw-red=ar-bw-red
cz=cs se=sv iw=he tlh=tlh yua-Latn=yua ber=ber mol=ro other=other qab=qab x-y= Klingon= xyz= zz= xx=
"""


@pytest.mark.filterwarnings("ignore::bolide.MissingKnowledgeWarning")
@pytest.mark.parametrize(("name", "code"), [pair.split("=") for pair in NAMES.split()])
def test_languages_by_any_name(name, code):
    """Codes of ISO 639, tags of BCP 47 and English names mean the same language; the jar's own names come first."""
    if code:
        assert describe(language=name, preset=None if code == "ar-bw-red" else "universal").language.code == code
    else:
        with pytest.raises(ConfigurationError, match="is not a language"):
            Meteor(name)


def test_text_of_any_script():
    """Words of any script stay whole and are lower-cased, signs and numbers stand alone; a function of the user's decides itself."""
    tokens = Meteor("other", text="unicode").tokens
    assert tokens("Η Αθήνα, 1.234,5! l'Homme") == ("η", "αθήνα", ",", "1.234,5", "!", "l'homme")
    assert tokens("لا أعرف، 東京 ไท é") == ("لا", "أعرف", "،", "東", "京", "ไ", "ท", "é")
    meteor = Meteor("pt", text=str.split)
    assert meteor.tokens("O gato, a Gata") == ("O", "gato,", "a", "Gata")
    assert (meteor.signature.text, meteor.eval_id) == ("function-split", None)
