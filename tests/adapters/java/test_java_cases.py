"""`bolide java` does what the jar did, case by case: exit code, standard output, standard error of calls that end well, files."""

from __future__ import annotations

import pytest
from java_cases import CASES, HERE, Case, prepare, run_in, run_jar

from bolide.data.languages import find_language, languages


def golden(name: str) -> str:
    return (HERE / f"{name}.txt").read_bytes().decode()


@pytest.fixture
def run_case(tmp_path, monkeypatch, run_java):
    """Return a function that runs a case with `bolide java`; it returns what `run_jar` does."""

    def run(case: Case, around=run_in):
        prepare(tmp_path)
        monkeypatch.chdir(tmp_path)
        stdin = (tmp_path / (case.stdin or "empty")).read_bytes()
        return around(tmp_path, lambda: run_java("--class", case.program, *case.argument_list(), stdin=stdin))

    return run


@pytest.mark.parametrize("name", CASES)
def test_like_the_jar(name, run_case):
    """Every stored output of the jar comes out byte for byte."""
    assert run_case(CASES[name]) == golden(name)


@pytest.mark.java
@pytest.mark.parametrize("name", CASES)
def test_the_jar_still_does(name, java_meteor):
    """The stored outputs are what the jar prints today."""
    *java, _, jar = java_meteor._command
    assert run_jar(java, jar, CASES[name]) == golden(name)


@pytest.mark.java
@pytest.mark.parametrize("language", [language.code for language in languages() if language.preset is None])
def test_weights_of_added_modules(language, java_meteor, run_case):
    """Modules that a language does not have by itself get no weight, in every language of the jar."""
    text = language if language not in ("ar-bw-red", "other") else "nl"
    modules = (
        "exact_stem_paraphrase"
        if find_language(language).stemmer not in (None, "table")
        else "exact_paraphrase_synonym"
    )
    case = Case(f"{text}.hyp {text}.ref -l {language} -t li -m {modules} -a phrases.gz -d synonyms -lower")
    *java, _, jar = java_meteor._command
    assert run_case(case) == run_jar(java, jar, case)


def test_every_golden_has_a_case():
    """No stored output is left over."""
    assert {path.stem for path in HERE.glob("*.txt")} == set(CASES)


FAILING = {
    "no-file": "Error: Could not score text files:\ngone.ref (No such file or directory)",
    "no-folder": "Error: Could not score text files:\ngone/x-align.out (No such file or directory)",
    "no-normaliser": "Error: Pre-process the input files and run Meteor without the -norm option.\n"
    "No normalizer for language (portuguese)",
    "no-stemmer": "No stemmer for language (czech)",
    "parameters-fewer": "-p needs 4 numbers: alpha beta gamma delta; there are 3",
    "weights-more": "there are 3 weights for 2 modules",
    "short-group": "the last segment has fewer than 2 references",
    "unknown-option": 'Unknown option "-zzz"',
    "unknown-language": "Unknown language (zz)",
    "no-value": "option -w needs a value",
    "wrong-beam": 'not a whole number: "1.5"',
    "sgml-no-set": 'Error: Could not score SGML files:\nSet ID (setid) required in line: <refset name="x">',
    "matcher-shorter-reference": "Error: files not of same length.",
}


@pytest.mark.parametrize(("name", "text"), FAILING.items())
def test_one_line_for_a_stack_trace(name, text, run_case):
    """Where the jar dies, standard error has its message or a reason of one line, and no stack trace."""
    code, _, err = run_case(CASES[name], around=lambda _, call: call())
    assert (code, text in err.decode(), "Traceback" in err.decode()) == (1, True, False)
