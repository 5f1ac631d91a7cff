"""First commands of people who do not know the command line; the examples of the help texts do what they say."""

import argparse
import csv
import io
import re
import shlex
import shutil

import pytest
from surroundings import ROOT

from bolide.cli import COMMANDS, build_parser
from bolide.cli.command_parser import examples


def test_a_command_that_there_is_not(bolide):
    """The nearest one is named."""
    result = bolide("scor", "a", "b")
    assert (result.code, result.out) == (2, "")
    assert result.err == "bolide: there is no command 'scor': did you mean 'score'?\n"


def test_an_option_that_there_is_not(bolide):
    """The usage is that of the command, and the nearest option is named."""
    result = bolide("compare", "a", "b", "r", "--sampels", "5")
    assert result.code == 2
    assert result.err.startswith("usage: bolide compare SYSTEM SYSTEM ... REF [options]\n")
    assert "bolide compare: error: there is no option '--sampels': did you mean '--samples'?" in result.err


@pytest.mark.parametrize("name", COMMANDS)
def test_help_in_two_sizes(bolide, name):
    """The short help has few options and both examples, and says how many more there are; the long one has them all."""
    short, everything = (bolide(*name.split(), size).out for size in ("--help", "--help-all"))
    known, shown = _listed(everything), _listed(short)
    assert known == _options(name)
    assert shown <= known
    assert len(shown) <= 15
    assert all(command in short and command in everything for _, command in examples(name))
    more = f"{len(known) - len(shown)} more options: bolide {name} --help-all\n"
    assert short.endswith(more) == (shown < known)
    assert "--help-all" not in everything


def _listed(text: str) -> set[str]:
    """Return the options that a help text lists, each by its long name."""
    return set(re.findall(r"^  (?:-\w(?: \S+)?, )?(--[\w-]+)", text, re.MULTILINE))


def _options(name: str) -> set[str]:
    """Return the options that a command has."""
    (subparsers,) = (
        action for action in build_parser([name])._actions if isinstance(action, argparse._SubParsersAction)
    )
    flags = [action.option_strings for action in subparsers.choices[name]._actions if action.option_strings]
    return {next(flag for flag in names if flag.startswith("--")) for names in flags} - {"--help-all"}


# These wait for people, or fetch what a test should not: they are read, and go no further.
ONLY_READ = ("bolide serve", "bolide run", "bolide resources install", "bolide completion")
NEEDS = {"build": "thot", "entities": "pycrfsuite", "hindi": "pycrfsuite"}
# What must be there before.
BUILT = "bolide build data -l sw --source en.txt --target sw.txt"
BEFORE = {
    "build merge": (BUILT, BUILT.replace(" data ", " data-2 ")),
    "build package": (BUILT,),
    "java xray": ("bolide java system.txt reference.txt -norm -writeAlignments -f meteor",),
}
LINES = [(name, command) for name in COMMANDS for _, command in examples(name)]
SWAHILI = ["paka amelala nyumbani", "mbwa amelala nje", "nyumba ni kubwa", "mbwa ni mkubwa"]
ENGLISH = ["the cat sleeps at home", "the dog sleeps outside", "the house is big", "the dog is big"]


@pytest.fixture
def place(tmp_path, monkeypatch):
    """Go to a folder with every file that the examples name."""
    monkeypatch.chdir(tmp_path)
    given = {"system.txt": "system-a", "a.txt": "system-a", "b.txt": "system-b", "c.txt": "reference-2"}
    given |= {"reference.txt": "reference", "reference-2.txt": "reference-2", "source.txt": "reference"}
    for name, example in given.items():
        shutil.copyfile(ROOT / "examples" / f"{example}.txt", name)
    references = (ROOT / "examples" / "reference.txt").read_text(encoding="utf-8").splitlines()
    rows = (ROOT / "examples" / "scores.tsv").read_text(encoding="utf-8").splitlines()[:31]
    csv.writer(judged := io.StringIO()).writerows(row.split("\t") for row in rows)
    texts = {
        "judged.csv": judged.getvalue(),
        "candidates.txt": "".join(f"{line}\n{line} again\n" for line in references[:3]),
        "nbest.txt": "".join(
            f"{number} ||| {text} ||| lm= {place} tm= {1 - place} ||| 0\n"
            for number, line in enumerate(references)
            for place, text in enumerate((line, line[: len(line) // 2]))
        ),
        "pairs.tsv": "text1\ttext2\tscore\n" + "Rome is old\tin Rome\t1\n" * 30,
        "tagged.txt": "Anna\tB-PER\nsleeps\tO\n\n",
        "hindi.txt": "राम घर गया।\n",
        "sw.txt": "\n".join(SWAHILI * 20) + "\n",
        "en.txt": "\n".join(ENGLISH * 20) + "\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_every_command_has_two():
    """Every command has two examples of itself, in lines that fit."""
    for name in COMMANDS:
        assert len(examples(name)) == 2
        for what, command in examples(name):
            assert f"bolide {name}" in command
            assert max(len(what), len(command)) <= 78


@pytest.mark.english
@pytest.mark.parametrize(("name", "command"), LINES, ids=lambda text: text.removeprefix("bolide "))
def test_it_runs(bolide, place, name, command):
    """An example ends well in a folder with the files that it names, and writes what it says."""
    if name.split()[0] in NEEDS:
        pytest.importorskip(NEEDS[name.split()[0]])
    words = shlex.split(command.removeprefix('eval "$(').removesuffix(')"'))[1:]
    if any(line in command for line in ONLY_READ):
        assert build_parser([words[0]]).parse_args(words).command == words[0]
        return
    for line in BEFORE.get(name, ()):
        assert bolide(*shlex.split(line)[1:]).code == 0
    result = bolide(*words)
    assert (result.code, "error" in result.err) == (0, False), result.err
    for option in {"-o", "--svg", "--segments"} & set(words):
        path = words[(*words, "-").index(option) + 1]
        if "." in path:
            assert (place / path).stat().st_size > 0
    assert result.out or "-o" in words or "--svg" in words or name == "report"
