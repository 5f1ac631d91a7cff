"""The shim: a `java` that serves Meteor and hands all else to the real one."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from bolide.adapters.java.shim import TOKENIZER, find_call, next_java, write_shim
from bolide.cli import main

on_posix = pytest.mark.skipif(sys.platform == "win32", reason="a script for /bin/sh")
TOKENISING = ("-cp", "stanford-corenlp-3.4.1.jar", TOKENIZER, "-preserveLines", "-lowerCase")

CALLS = [
    (["-jar", "meteor-1.5.jar", "a", "b", "-l", "en"], ("Meteor", ["a", "b", "-l", "en"])),
    (["-Xmx2G", "-Dfile.encoding=UTF-8", "-jar", "/x y/METEOR.jar"], ("Meteor", [])),
    (["-Xmx1G", "-cp", "lib/meteor-1.5.jar", "Matcher", "h", "r"], ("Matcher", ["h", "r"])),
    (["--class-path=meteor-1.5.jar", "Stemmer", "en"], ("Stemmer", ["en"])),
    (["-jar", "-Xmx2G", "meteor-1.5.jar", "-"], ("Meteor", ["-"])),
    (["--add-opens", "a/b=c", "-jar", "meteor.jar", "x"], ("Meteor", ["x"])),
    ([f"-classpath=x{os.pathsep}y", "-jar", "meteor.jar"], ("Meteor", [])),
    (["-cp", f"a.jar{os.pathsep}meteor-1.5.jar", "edu.cmu.meteor.util.Normalizer", "en", "true"],
     ("edu.cmu.meteor.util.Normalizer", ["en", "true"])),
    (["-jar", "stanford.jar", "meteor-1.5.jar"], None),
    (["-jar"], None),
    (["-jar", "meteor-notes.txt"], None),
    (["-jar", "meteor/other.jar"], None),
    (["-cp", "meteor-1.5.jar", "Trainer", "segcor"], None),
    (["-cp", "other.jar", "Matcher"], None),
    (["-version"], None),
    ([], None),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "call"), CALLS)
def test_which_calls_are_served(arguments, call):
    """Calls of the jar's programs are recognised after any options of the JVM; everything else is not."""
    assert find_call(arguments) == call


def test_bolide_before_a_whole_command(capsys, tmp_path):
    """`bolide java -Xmx2G -jar meteor-1.5.jar ...` prints what it prints without options of the JVM."""
    (tmp_path / "a").write_text("o gato dormia\n", encoding="utf-8")
    command, printed = [str(tmp_path / "a")] * 2 + ["-l", "pt"], []
    for before in ([], ["-Xmx2G", "-jar", "lib/meteor-1.5.jar"]):
        assert main(["java", *before, *command]) == 0
        printed.append(capsys.readouterr().out)
    assert "Final score:" in printed[0]
    assert printed[0] == printed[1]


@pytest.fixture
def shim(tmp_path, monkeypatch):
    """Return a shim, first on PATH, before a made-up java that prints its arguments."""
    real = tmp_path / "real"
    real.mkdir()
    (real / "java").write_text('#!/bin/sh\nfor word in "$@"; do echo "<$word>"; done\nexit 7\n')
    (real / "java").chmod(0o755)
    folder = tmp_path / "the shim's folder"
    assert main(["java", "shim", str(folder)]) == 0
    monkeypatch.setenv("PATH", os.pathsep.join([str(folder), str(real), os.environ["PATH"]]))
    return folder / "java"


def call_java(*arguments: str, stdin: bytes = b"", cwd=None) -> tuple[int, bytes, bytes]:
    result = subprocess.run(["java", *arguments], input=stdin, capture_output=True, check=False, cwd=cwd)
    return result.returncode, result.stdout, result.stderr


@on_posix
def test_serves_moses(tmp_path, monkeypatch):
    """The call that Moses' scorer METEOR makes is served, with requests in its form: one line back for each."""
    folder = tmp_path / "shim"
    assert main(["java", "shim", str(folder), "--stdio-dialect", "cmu"]) == 0
    monkeypatch.setenv("PATH", os.pathsep.join([str(folder), os.environ["PATH"]]))
    command = "java -Xmx1G -jar /nowhere/meteor-1.5.jar - - -stdio -lower -t tune -l pt -m 'exact stem' -w '1.0 0.5'"
    with subprocess.Popen(["bash", "-c", command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as process:
        process.stdin.write(b"SCORE ||| o gato dormia ||| Um gato dorme ||| o gato dormia\n")
        statistics = process.stdout.readline().decode().split()
        numbers = "".join(f"{float(number):.0f} " for number in statistics)  # Moses sums them as whole numbers.
        process.stdin.write(f"EVAL |||{numbers}\n".encode())
        score = process.stdout.readline()
        process.stdin.close()
        assert process.stdout.read() == b""
    assert len(statistics) == 23
    assert (float(score), process.returncode) == (1.0, 0)


@on_posix
def test_serves_the_jar(shim, own_golden):
    """A call of the jar gives the jar's output, without Java."""
    code, out, err = call_java(
        *("-Xmx2G", "-jar", "lib/meteor-1.5.jar", "pt.hyp", "pt.ref", "-l", "pt", "-lower", "-vOut"), cwd=own_golden
    )
    assert (code, err) == (0, b"")
    assert out == (own_golden / "pt.lower.vout").read_bytes()


@on_posix
@pytest.mark.parametrize(
    "arguments",
    [("-version",), ("-jar", "other.jar", "a b", "*", ""), ("-cp", "x", "Main", "meteor"), (*TOKENISING, "captions")],
)
def test_hands_all_else_on(shim, arguments):
    """Any other call reaches the next java on PATH, with its arguments and exit code untouched."""
    expected = "".join(f"<{word}>\n" for word in arguments).encode()
    assert call_java(*arguments) == (7, expected, b"")


@on_posix
def test_modules_in_the_callers_folder_do_not_matter(shim, tmp_path):
    """A file of the caller that is named like a module of Python is not imported."""
    (tmp_path / "statistics.py").write_text("raise SystemExit('wrong module')")
    (tmp_path / "bolide.py").write_text("raise SystemExit('wrong module')")
    assert call_java("-cp", "meteor.jar", "Stemmer", "en", stdin=b"cats\n", cwd=tmp_path) == (0, b"cat\n", b"")


@on_posix
def test_captions_without_java(shim, monkeypatch, tmp_path):
    """Called as pycocoevalcap calls it, PTBTokenizer gives its tokens for each caption without a real java."""
    (tmp_path / "captions").write_text(
        "A man's dog can't sit.\n\nTwo Dogs (running) on a caf\u00e9's beach!", encoding="utf-8"
    )
    monkeypatch.setenv("PATH", str(shim.parent))
    code, out, err = call_java(*TOKENISING, "captions", cwd=tmp_path)
    assert (code, err) == (0, b"")
    expected = ["a man 's dog ca n't sit", "", "two dogs -lrb- running -rrb- on a caf\u00e9 's beach", ""]
    assert out.decode().split("\n") == expected
    code, out, err = call_java(*TOKENISING, "nowhere", cwd=tmp_path)
    assert (code, out) == (1, b"")
    assert b"cannot read nowhere" in err


@on_posix
@pytest.mark.parametrize(
    "arguments",
    [("-version",), ("-jar", "meteor-notes.txt"), (*TOKENISING[:-1], "captions"), (*TOKENISING, "-ptb3Escaping", "x")],
)
def test_no_other_java(shim, monkeypatch, arguments):
    """Without a real java, calls that are not Meteor's end with 127 and say why."""
    monkeypatch.setenv("PATH", str(shim.parent))
    code, out, err = call_java(*arguments)
    assert (code, out) == (127, b"")
    assert b"there is no other java on PATH" in err


def test_next_java_is_never_the_shim(tmp_path, monkeypatch):
    """A PATH that names the shim's folder twice, also by a link, does not send it round in circles."""
    write_shim(tmp_path / "shim", dialect="coco")
    (tmp_path / "link").symlink_to(tmp_path / "shim")
    monkeypatch.setenv("PATH", os.pathsep.join([str(tmp_path / "shim"), str(tmp_path / "link")]))
    assert next_java(tmp_path / "shim") is None
