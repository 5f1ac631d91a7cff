"""Runs the jar on every case and writes what it does beside this file: `python regenerate.py PATH/TO/meteor-1.5.jar`."""

from __future__ import annotations

import gzip
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
OWN = HERE.parent / "own"
EN = "en.hyp en.ref"
TABLES = "-a paraphrase.gz -d synonyms"


@dataclass(frozen=True)
class Case:
    """A call: arguments (a blank inside of one is written as `_`), the class that is run, and a file for standard input."""

    arguments: str
    program: str = "Meteor"
    stdin: str | None = None

    def argument_list(self) -> list[str]:
        """Return the arguments."""
        return [word.replace("_", " ") for word in self.arguments.split()]


CASES = {
    # Plain text
    "plain": Case(f"{EN} -l en -norm {TABLES}"),
    "verbose": Case(f"{EN} -l en -norm {TABLES} -vOut"),
    "statistics": Case(f"{EN} -l en -norm {TABLES} -ssOut"),
    "statistics-wins": Case(f"{EN} -norm {TABLES} -ssOut -vOut -q"),
    "quiet": Case(f"{EN} -l en -norm {TABLES} -q"),
    "quiet-verbose": Case(f"{EN} -l en -norm {TABLES} -q -vOut"),
    "alignments": Case(f"{EN} -l en -norm {TABLES} -writeAlignments -f mine -q"),
    "alignments-two-references": Case(f"en.hyp en.refs -l en -norm {TABLES} -r 2 -writeAlignments -q"),
    "two-references": Case(f"en.hyp en.refs -norm {TABLES} -r 2"),
    "zero-references": Case(f"{EN} -norm {TABLES} -r 0 -q"),
    "characters": Case(f"{EN} -norm {TABLES} -ch"),
    "utility": Case(f"{EN} -norm {TABLES} -t util"),
    "utility-characters": Case(f"{EN} -norm {TABLES} -t util -ch -ssOut"),
    "line-ends": Case("ends.hyp ends.ref -m exact -lower -vOut"),
    "bytes": Case("bytes.hyp bytes.hyp -m exact -q -writeAlignments"),
    "unequal": Case("short.hyp short.ref -m exact"),
    "no-lines": Case("empty empty -m exact"),
    "no-file": Case("short.hyp gone.ref -m exact"),
    "no-folder": Case("short.ref short.ref -m exact -writeAlignments -f gone/x"),
    "short-group": Case("ends.ref short.hyp -m exact -r 2"),
    "short-group-normalised": Case("ends.ref short.hyp -m exact -r 2 -norm"),
    # Text
    "raw": Case(f"{EN} {TABLES} -q"),
    "lower": Case(f"{EN} {TABLES} -lower -q"),
    "no-punctuation": Case(f"{EN} {TABLES} -norm -noPunct -q"),
    "no-punctuation-alone": Case(f"{EN} {TABLES} -noPunct -q"),
    # Parameters
    "beam-3": Case(f"{EN} -norm {TABLES} -x 3 -q"),
    "beam-0": Case(f"{EN} -norm {TABLES} -x 0 -q"),
    "beam-below": Case(f"{EN} -norm {TABLES} -x -2 -q"),
    "beam-wide": Case("pt.hyp pt.ref -l pt -lower -x 100001 -q"),
    "beam-widest": Case("nl.hyp nl.ref -l nl -lower -x 2147483647 -q"),
    "parameters": Case(f"{EN} -norm {TABLES} -p .5_1_.5_.5"),
    "parameters-more": Case("short.ref short.ref -m exact -p .5_1_.5_.5_.7_1e-5"),
    "parameters-fewer": Case("short.ref short.ref -m exact -p .5_1_.5"),
    "parameters-below-zero": Case(f"{EN} -norm -m exact_stem -p -1_1_.5_.5 -w -1_.5 -vOut"),
    "parameters-german": Case("de.hyp de.ref -l de -norm -a paraphrase.gz -p .5_1_.5_.5"),
    "parameters-and-task": Case(f"short.ref short.ref {TABLES} -t universal -p .5_1_.5_.5"),
    "parameters-and-unknown-task": Case("short.ref short.ref -m exact -t foo -p .5_1_.5_.5"),
    "weights": Case(f"{EN} -norm {TABLES} -w 1_.5_.5_.25"),
    "weights-fewer": Case(f"{EN} -norm {TABLES} -w 1"),
    "weights-more": Case("short.ref short.ref -l pt -w 1_.5_.25"),
    "weights-more-unequal": Case("short.hyp short.ref -l pt -w 1_.5_.25"),
    "weights-hexadecimal": Case("short.ref short.ref -m exact_stem -w 0x1p-1_+0X.8P-1d"),
    "modules": Case(f"{EN} -norm {TABLES} -m exact_paraphrase"),
    "modules-order": Case(f"{EN} -norm {TABLES} -m stem_exact -vOut"),
    "modules-weights-more": Case(f"{EN} -norm -m EXACT_Stem -w 1_.5_.25"),
    "modules-weights-fewer": Case(f"{EN} -norm -m exact_stem -w 1"),
    **{
        f"modules-added-{code}": Case(f"{code}.hyp {code}.ref -l {code} -lower -m exact_stem_paraphrase -a phrases.gz")
        for code in ("nl", "hu", "ro")
    },
    "modules-added-other": Case("nl.hyp nl.ref -l other -lower -m exact_paraphrase -a phrases.gz"),
    "modules-added-tune": Case("cs.hyp cs.ref -l cz -t tune -norm -m paraphrase_exact_synonym -a phrases.gz -d gone"),
    "modules-added-parameters": Case("nl.hyp nl.ref -l xx -m exact_paraphrase -a phrases.gz -p .5_1_.5_.5"),
    "function-words": Case(f"{EN} -norm {TABLES} -s function.words -q"),
    "no-function-words": Case("short.ref short.ref -m exact -s gone"),
    "no-paraphrases": Case("short.ref short.ref -m exact_paraphrase -a gone"),
    "no-synonyms": Case("short.ref short.ref -m exact_synonym -d gone"),
    "new": Case(f"{EN} -new new -l de -norm -ch -m stem -vOut"),
    "new-gone": Case(f"{EN} -new gone"),
    "repeated": Case("short.ref short.ref -m exact -t adq -t tune -l de -l en -vOut"),
    # Languages and tasks
    **{
        f"task-{task}": Case(f"{EN} -norm {TABLES} -t {task}")
        for task in ("adq", "hter", "li", "tune", "universal", "DEFAULT", "customary")
    },
    **{
        f"language-{code}": Case(f"{code}.hyp {code}.ref -l {code} -a paraphrase.gz -norm")
        for code in ("cs", "de", "es", "fr", "ru")
    },
    **{
        f"language-{code}": Case(f"{code}.hyp {code}.ref -l {code} -lower")
        for code in ("pt", "da", "ro", "hu", "tr", "fi", "nl", "it", "no", "sv")
    },
    "language-german-adq": Case("de.hyp de.ref -l German -a paraphrase.gz -t adq -norm -q"),
    "language-pt-rank": Case("pt.hyp pt.ref -l pt -t rank -vOut"),
    "language-other-tune": Case("pt.hyp pt.ref -l xx -t tune"),
    "language-de-universal": Case("de.hyp de.ref -l de -t universal -a paraphrase.gz -lower -q"),
    "no-normaliser": Case("pt.hyp pt.ref -l pt -norm"),
    "no-stemmer": Case("cs.hyp cs.ref -l cz -m exact_stem"),
    # Wrong arguments
    "unknown-option": Case("short.ref short.ref -m exact -zzz"),
    "unknown-language": Case("short.ref short.ref -m exact -l zz"),
    "unknown-task": Case("short.ref short.ref -m exact -t foo"),
    "unknown-module": Case("short.ref short.ref -m exact_foo"),
    "no-value": Case("short.ref short.ref -m exact -w"),
    "third-file": Case("short.ref short.ref short.ref -m exact"),
    "wrong-beam": Case("short.ref short.ref -m exact -x 1.5"),
    "wrong-count": Case("short.ref short.ref -m exact -r x"),
    "wrong-number": Case("short.ref short.ref -m exact -p a_b"),
    # SGML
    "sgml": Case(f"test.sgm ref.sgm -sgml -norm {TABLES} -writeAlignments"),
    "sgml-verbose": Case(f"test.sgm ref.sgm -sgml -norm {TABLES} -vOut -f v -writeAlignments"),
    "sgml-statistics": Case(f"test.sgm ref.sgm -sgml -norm {TABLES} -ssOut -f s"),
    "sgml-quiet": Case(f"test.sgm ref.sgm -sgml -norm {TABLES} -q"),
    "sgml-nothing": Case("lonely.sgm ref.sgm -sgml -m exact"),
    "sgml-lonely-set": Case("test.sgm lonely.sgm -sgml -m exact"),
    "sgml-no-file": Case("test.sgm gone.sgm -sgml -m exact"),
    "sgml-no-set": Case("test.sgm no-set.sgm -sgml -m exact"),
    "sgml-no-system": Case("test.sgm no-system.sgm -sgml -m exact"),
    "sgml-no-document": Case("test.sgm no-document.sgm -sgml -m exact"),
    "sgml-loose": Case("loose.sgm loose.sgm -sgml -m exact -writeAlignments"),
    "sgml-early-end": Case("loose.sgm early-end.sgm -sgml -m exact"),
    "sgml-separator": Case("loose.sgm separator.sgm -sgml -m exact"),
    "sgml-set-without-systems": Case("no-systems.sgm one-reference.sgm -sgml -m exact"),
    "sgml-empty-document": Case("empty-document.sgm empty-document.sgm -sgml -m exact"),
    "sgml-empty": Case("empty empty -sgml -m exact"),
    # Standard input
    "stdio": Case(f"- - -stdio -norm {TABLES}", stdin="stdio.in"),
    "stdio-raw": Case(f"- - -mira -t tune {TABLES}", stdin="stdio.in"),
    "stdio-characters": Case(f"- - -stdio -sgml -q -lower -ch {TABLES}", stdin="stdio.in"),
    "stdio-weights-more": Case("- - -stdio -l pt -w 1_1_1", stdin="empty"),
    "stdio-nothing": Case("- - -stdio -m exact", stdin="empty"),
    # The other programs
    "matcher": Case(f"{EN} {TABLES}", "Matcher"),
    "matcher-accuracy": Case(f"{EN} {TABLES} -t maxacc", "Matcher"),
    "matcher-any-type": Case("en.hyp en.ref -m exact_stem -t foo -x 2", "Matcher"),
    "matcher-german": Case("de.hyp de.ref -l de -m exact_stem_paraphrase -a paraphrase.gz", "Matcher"),
    "matcher-stdio": Case(f"- - -stdio {TABLES}", "Matcher", "pairs.in"),
    "matcher-shorter-reference": Case("short.hyp short.ref -m exact", "Matcher"),
    "matcher-longer-reference": Case("short.ref short.hyp -m exact", "Matcher"),
    "matcher-no-file": Case("short.ref gone -m exact", "Matcher"),
    "matcher-unknown-option": Case("short.ref short.ref -q", "Matcher"),
    "stemmer": Case("en", "Stemmer", "words.in"),
    "stemmer-finnish": Case("fi", "Stemmer", "fi.ref"),
    "stemmer-czech": Case("cz", "Stemmer", "words.in"),
    "stemmer-unknown": Case("zz", "Stemmer", "words.in"),
    **{
        f"normalizer-{code}-{keep}": Case(f"{code} {keep}", "edu.cmu.meteor.util.Normalizer", "lines.in")
        for code in ("en", "fr", "de")
        for keep in ("true", "false")
    },
    "normalizer-word": Case("en yes", "edu.cmu.meteor.util.Normalizer", "lines.in"),
    "normalizer-portuguese": Case("pt true", "edu.cmu.meteor.util.Normalizer", "lines.in"),
    "sgm-to-plaintext": Case("test.sgm ref.sgm", "SGMtoPlaintext"),
    "sgm-to-plaintext-odd": Case("odd.sgm odd.sgm", "SGMtoPlaintext"),
    "sgm-to-plaintext-test-only": Case("test.sgm lonely.sgm", "SGMtoPlaintext"),
    "sgm-to-plaintext-reference-only": Case("lonely.sgm ref.sgm", "SGMtoPlaintext"),
    "sgm-to-plaintext-no-file": Case("gone.sgm ref.sgm", "SGMtoPlaintext"),
    "filter": Case("paraphrase.gz kept.gz en.ref de.ref", "FilterParaphrase"),
    "filter-no-file": Case("gone.gz kept.gz en.ref", "FilterParaphrase"),
    "filter-no-reference": Case("paraphrase.gz kept.gz gone", "FilterParaphrase"),
}


def prepare(folder: Path) -> None:
    """Put the files of all cases into a folder."""
    shutil.copytree(HERE / "inputs", folder, dirs_exist_ok=True)
    for path in OWN.iterdir():
        if path.suffix in {".hyp", ".ref", ".refs", ".gz"}:
            shutil.copy(path, folder)


def run_in(folder: Path, call: Callable[[], tuple[int, bytes, bytes]]) -> str:
    """Make a call in a prepared folder; return exit code, output and new files as one text.

    What it says on standard error is kept where the jar ends well: elsewhere it is a stack trace.
    """
    before = {path for path in folder.rglob("*") if path.is_file()}
    code, out, err = call()
    parts = [f"== exit {code}\n", "== stdout\n", out.decode()]
    if code == 0:
        # Differs: with a beam of 0 the jar warns once for each word.
        lines = [line for line in err.decode().splitlines(keepends=True) if not line.startswith("Warning: unexpected")]
        parts += ["== stderr\n", *lines]
    for path in sorted(path for path in folder.rglob("*") if path.is_file() and path not in before):
        data = path.read_bytes()
        text = gzip.decompress(data) if path.suffix == ".gz" else data
        parts += [f"== {path.relative_to(folder).as_posix()}\n", text.decode()]
    return "".join(parts)


def run_jar(java: list[str], jar: Path, case: Case) -> str:
    """Run a case with the jar."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        prepare(folder)

        def call() -> tuple[int, bytes, bytes]:
            stdin = (folder / (case.stdin or "empty")).read_bytes()
            command = [*java, "-cp", str(jar), case.program, *case.argument_list()]
            result = subprocess.run(command, cwd=folder, input=stdin, capture_output=True, check=False)
            return result.returncode, result.stdout, result.stderr

        return run_in(folder, call)


def main() -> None:
    """Write all goldens."""
    for name, case in CASES.items():
        text = run_jar(["java", "-Dfile.encoding=UTF-8"], Path(sys.argv[1]).resolve(), case)
        (HERE / f"{name}.txt").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
