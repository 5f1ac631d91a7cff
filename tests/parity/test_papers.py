"""The table of docs/parity.md: every numbered section of the five papers has commands, and each of them runs."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from judged import ranking_tsv, score_tsv

ROOT = Path(__file__).resolve().parents[2]
SMALL = "--grid 'preset alpha=.5,.9' --quiet"
# Commands by paper and section, on small files that `place` writes; a table of each language is where -l says so.
COMMANDS = {
    "Meteor-NEXT 2": ["score --preset meteor-next H R"],
    "Meteor-NEXT 3.1": [
        "build one --source F --target E --alignments L --common-rule from --sub-phrases keep",
        "build two --source F --target E --alignments L --common-rule from --sub-phrases keep",
        "build merge both one two",
    ],
    "Meteor-NEXT 3.2": ["build out --source F --target E --alignments L --target-text E --sides both"],
    "Meteor-NEXT 3.3": [
        "resources install en --offline",
        "build out --source F --target E --alignments L",
        "resources check out",
    ],
    "Meteor-NEXT 4.1, 4.2": [
        "build out --source F --target E --alignments L",
        f"tune ranks.pt-en.tsv --objective rank-consistency --paraphrases out/meteor-files/paraphrase.gz {SMALL}",
    ],
    "Meteor-NEXT 5": [
        "evaluate scores.pt-en.tsv --preset meteor-next:plain --preset meteor-next:paraphrase --samples 1",
        "evaluate scores.pt-en.tsv --preset meteor-1.3 --matchers exact,stem,synonym --samples 1",
        "build out --source F --target E --alignments L",
        "score --preset meteor-next --task terp --paraphrases out/meteor-files/paraphrase.gz H R",
    ],
    "Meteor 1.3 2.1": ["normalise H", "score --text stripped H R"],
    "Meteor 1.3 2.2": ["build out --source F --target E --alignments L --sub-phrases both"],
    "Meteor 1.3 2.3": ["build function-words E --common-rule from"],
    "Meteor 1.3 3": [
        "align H R",
        "score --preset meteor-1.3-paper H R",
        "score --preset meteor-1.3 --penalty paper H R",
    ],
    "Meteor 1.3 4.1, 4.2": [f"tune ranks.pt-en.tsv --objective tau {SMALL}"],
    "Meteor 1.3 5": ["evaluate ranks.pt-en.tsv --preset meteor-next --preset meteor-1.3 --samples 1"],
    "Meteor 1.3 5.1": [f"tune scores.pt-en.tsv --objective weighted-pearson --lower-is-better {SMALL}"],
    "Meteor 1.3 6": ["mert nbest R --preset meteor-1.3 --task tune --restarts 0"],
    "Meteor Universal 2": ["score H R", "score --preset meteor-1.5-paper H R"],
    "Meteor Universal 3.1": ["build function-words E"],
    "Meteor Universal 3.2": ["build out --source F --target E --alignments L"],
    "Meteor Universal 4": [
        f"tune ranks.pt-en.tsv ranks.en-pt.tsv --preset universal --objective tau --combine pool {SMALL}"
    ],
    "Meteor Universal 5": ["evaluate scores.pt-en.tsv --preset universal --also bleu --samples 1"],
    "Meteor Universal 6": [
        "build out --source F --target E --alignments L",
        "score --preset universal --resources out H R",
        "java H R -new out/meteor-files",
    ],
    "Meteor++ 2": ["score H R"],
    "Meteor++ 3.1": ["copy-words pairs.tsv -F 1 -P .5 --kinds"],
    "Meteor++ 3.2": ["score --preset meteor++ --copy-x 8 H R"],
    "Meteor++ 4.1": [
        "score --preset meteor++ --task literal14 --copy-from entities H R",
        "score --preset meteor++ --task literal8 --recogniser crf H R",
    ],
    "Meteor++ 4.2": ["evaluate scores.pt-en.tsv --preset meteor-1.5 --preset meteor++ --samples 1"],
    "Meteor++ 6": [
        "copy-words pairs.tsv -F 1 --aligned",
        "score --preset meteor++ --copy-from entities,learned H R",
        "tune scores.pt-en.tsv --preset meteor++ --objective pearson --grid 'preset x=1:20:1' --quiet",
    ],
    "METEOR-Hindi 2, 3": [
        "evaluate hindi.en-hi.tsv --preset meteor-hindi --also bleu --also bleu-unsmoothed --samples 1"
    ],
    "METEOR-Hindi 4": ["align -l hi HI HI", "score -l hi --task groups HI HI"],
    "METEOR-Hindi 5": [
        "hindi parse HI",
        "hindi roots bank.conllu -o roots.txt",
        "hindi train bank.conllu -o words.tagger",
        "score -l hi --synonyms groups.txt HI HI",
    ],
    "METEOR-Hindi 6.1": ["score --preset meteor-1.0 -l hi HI HI"],
    "METEOR-Hindi 6.2": ["align -l hi HI HI", "score --resources gu HI HI"],
    "METEOR-Hindi 6.3": [
        "score -l hi --features exact,pos --weights 1,1,1,2 --tags equal HI HI",
        "tune hindi.en-hi.tsv --preset meteor-hindi --folds 2 --quiet",
    ],
    "METEOR-Hindi 7": [
        "evaluate hindi.en-hi.tsv --preset meteor-hindi --features exact,stem --segments segments.tsv --scatter plot.svg --samples 1",
        "score -l hi --also mean --format json HI HI",
    ],
    "METEOR-Hindi 8": [
        "build out --source F --target E --alignments L",
        "score -l hi --task paraphrase --paraphrases out/meteor-files/paraphrase.gz HI HI",
    ],
}
# What the table names that is not an option.
ELSEWHERE = {"…"}


def _documented() -> dict[str, str]:
    """Return the last cell of each row of the table by its paper and section."""
    page = (ROOT / "docs" / "parity.md").read_text(encoding="utf-8")
    found, paper = {}, ""
    for line in page[page.index("| section | what | command |") :].splitlines()[2:]:
        section, _, commands = (cell.strip() for cell in line.strip("|").split(" | "))
        if named := re.match(r"\*\*(.*) \d{4}\*\*, (.*)", section):
            paper, section = named.groups()
        found[f"{paper} {section}"] = commands
    return found


@pytest.fixture
def place(tmp_path, monkeypatch):
    """Write the small files, and go there."""
    monkeypatch.chdir(tmp_path)
    hindi = [("राम ने फल खाया", "राम ने एक फल खाया", 70), ("वह घर गया", "वह घर चला गया", 50), ("पानी", "जल पीयो", 20)] * 8
    rows = "".join(f"{i}\ts\t{h}\t{r} {i}\t{s + i}\n" for i, (h, r, s) in enumerate(hindi))
    bank = "1\tघर\tघर\tNOUN\t_\t_\t0\troot\t_\t_\n2\tमें\tमें\tADP\t_\t_\t1\tcase\t_\t_\n\n"
    files = {
        "H": "the big house\na red car in Berlin\n",
        "R": "the large house\nthe red automobile in Bonn\n",
        "F": "la casa grande\nla casa grande\nel coche rojo\nel coche rojo\n",
        "E": "the big house\nthe large house\nthe red car\nthe red automobile\n",
        "L": "0-0 1-2 2-1\n" * 4,
        "ranks.pt-en.tsv": ranking_tsv(8, 3),
        "ranks.en-pt.tsv": ranking_tsv(8, 3),
        "scores.pt-en.tsv": score_tsv(8, 3),
        "hindi.en-hi.tsv": f"seg_id\tsystem\thypothesis\treference\thuman\n{rows}",
        "nbest": "0 ||| the house ||| LM0= 1 ||| 1\n0 ||| a house ||| LM0= 2 ||| 2\n1 ||| red ||| LM0= 1 ||| 1\n",
        "pairs.tsv": "text1\ttext2\nRome is old\tOld is Rome\n",
        "HI": "राम ने फल खाया\nवह घर गया\n",
        "bank.conllu": bank * 3,
        "groups.txt": "फल मेवा\n",
    }
    for name, text in files.items():
        Path(name).write_text(text, encoding="utf-8")
    Path("gu").mkdir()
    Path("gu/language.toml").write_text('code = "gu"\n', encoding="utf-8")


def test_every_section_has_commands_with_what_the_table_names():
    """No section is without, and every option and command of the table is among those that are run."""
    documented = _documented()
    assert list(documented) == list(COMMANDS)
    for section, cell in documented.items():
        words = {word for command in COMMANDS[section] for word in re.split(r"[\s,']+", command)}
        for code in re.findall("`([^`]+)`", cell):
            names = [word for word in code.replace("bolide ", "").split() if word.startswith("--")]
            if code.startswith("bolide "):
                names.append(code.split()[1])
            assert not [name for name in names if name not in words and not ELSEWHERE & set(code.split())], section


@pytest.mark.english
@pytest.mark.filterwarnings("ignore::bolide.MissingKnowledgeWarning")
@pytest.mark.parametrize("section", COMMANDS)
def test_the_commands_of_a_section_run(bolide, place, section):
    """On small data, each with exit code 0."""
    if any(command.startswith("build") for command in COMMANDS[section]):
        for name in ("ibis", "duckdb", "pyarrow"):
            pytest.importorskip(name)
    if section.startswith("METEOR-Hindi"):
        for name in ("simplemma", "pycrfsuite"):
            pytest.importorskip(name)
    for command in COMMANDS[section]:
        outcome = bolide(*shlex.split(command))
        assert outcome.code == 0, f"{command}: {outcome.err}"
