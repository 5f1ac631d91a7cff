"""A `java` for tools that call the jar: it runs Meteor by bolide and passes everything else to the real java.

Without a real java it also tokenises captions as Stanford's PTBTokenizer does, since the tools that call Meteor call that too, and
ignore its exit code.
"""

from __future__ import annotations

import os
import shlex
import shutil
import stat
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from bolide.adapters.hook import cite

CLASSES = ("Meteor", "Matcher", "Stemmer", "SGMtoPlaintext", "FilterParaphrase", "edu.cmu.meteor.util.Normalizer")
TOKENIZER = "edu.stanford.nlp.process.PTBTokenizer"
# Options of the JVM with a value in the next argument.
_WITH_VALUE = [
    "-p",
    "--module-path",
    "--upgrade-module-path",
    "--add-modules",
    "--limit-modules",
    "--add-reads",
    "--add-exports",
    "--add-opens",
    "--patch-module",
    "--enable-native-access",
    "--source",
    "--describe-module",
    "-d",
]
_CLASS_PATH = ("-cp", "-classpath", "--class-path")

# The first statement keeps the folder of the caller from coming before the modules of Python.
_START = (
    "import sys; sys.path[:1] = [p for p in sys.path[:1] if p]; "
    "from bolide.adapters.java.shim import pass_on; pass_on({folder!r}, sys.argv[1:]); "
    "from bolide.cli import main; sys.exit(main(['java', '--stdio-dialect', {dialect!r}, *sys.argv[1:]]))"
)

_SHELL = """\
#!/bin/sh
# Made by `bolide java shim`: serves calls of Meteor's jar through bolide, and hands all else to the next java on PATH.
exec {python} -c {start} "$@"
"""

_BATCH = """\
@echo off
rem Made by `bolide java shim`: serves calls of Meteor's jar through bolide, and hands all else to the next java on PATH.
"{python}" -c "{start}" %*
exit /b %ERRORLEVEL%
"""


def find_call(arguments: Sequence[str]) -> tuple[str, Sequence[str]] | None:
    """Return the program of Meteor's jar that the arguments of `java` call, and its arguments; None if they call something else.

    >>> find_call(["-Xmx2G", "-jar", "lib/meteor-1.5.jar", "-", "-", "-stdio"])
    ('Meteor', ['-', '-', '-stdio'])
    >>> find_call(["-cp", "other.jar", "Main", "meteor.txt"]) is None
    True
    """
    path, program, rest = _split(arguments)
    names = [entry.replace("\\", "/").rpartition("/")[2].lower() for entry in path.split(os.pathsep)]
    is_meteor = any("meteor" in name and name.endswith(".jar") for name in names)
    return (program, rest) if program in CLASSES and is_meteor else None


def find_captions(arguments: Sequence[str]) -> str | None:
    """Return the file that captioning tools ask PTBTokenizer to tokenise; None for any other call.

    >>> find_captions(["-cp", "stanford-corenlp.jar", TOKENIZER, "-preserveLines", "-lowerCase", "captions.txt"])
    'captions.txt'
    """
    _, program, rest = _split(arguments)
    is_asked = program == TOKENIZER and set(rest[:-1]) == {"-preserveLines", "-lowerCase"}
    return rest[-1] if is_asked else None


def _split(arguments: Sequence[str]) -> tuple[str, str, Sequence[str]]:
    """Return the jar or the class path, the program (empty if there is none) and its arguments; that of a jar is assumed to be Meteor's."""
    path, is_jar = "", False
    rest = list(arguments)
    while rest:
        word = rest.pop(0)
        if word == "-jar":
            # Options of the JVM may also be between -jar and the jar: pycocoevalcap writes them there.
            is_jar = True
        elif word in _CLASS_PATH and rest:
            path = rest.pop(0)
        elif word.startswith("--class-path="):
            path = word.partition("=")[2]
        elif word in _WITH_VALUE and rest:
            rest.pop(0)
        elif not word.startswith("-"):
            return (word, "Meteor", rest) if is_jar else (path, word, rest)
    return path, "", ()


def next_java(folder: Path) -> str | None:
    """Return the first java on PATH that is not the one in `folder`."""
    places = [entry or "." for entry in os.environ.get("PATH", os.defpath).split(os.pathsep)]
    others = [place for place in places if Path(place).resolve() != folder.resolve()]
    return shutil.which("java", path=os.pathsep.join(others))


def pass_on(folder: str, arguments: Sequence[str]) -> None:
    """Return if this is a call of Meteor's jar. Run the real java in place of this process for any other.

    Without one, tokenise captions; refuse other calls with the exit code 127.
    """
    if find_call(arguments):
        return
    program = next_java(Path(folder))
    if program is None and (captions := find_captions(arguments)):
        sys.exit(_tokenise(Path(captions)))
    if program is None:
        cite("java", f"refused, since there is no Java: java {shlex.join(arguments)[:200]}")
        print(
            "java (made by bolide): this call needs Java, and there is no other java on PATH: install Java. Only Meteor, and "
            "PTBTokenizer for captions, work without it",
            file=sys.stderr,
        )
        sys.exit(127)
    if sys.platform != "win32":
        os.execv(program, [program, *arguments])
    sys.exit(subprocess.run([program, *arguments], check=False).returncode)


def _tokenise(captions: Path) -> int:
    """Print a line of tokens for each line of a file, without the punctuation that captioning tools drop."""
    from bolide.text import signed_text
    from bolide.text.captions import split_caption

    try:
        lines = captions.read_bytes().decode("utf-8", "replace").removesuffix("\n").split("\n")
    except OSError as error:
        print(f"java (made by bolide): cannot read {captions}: {error.strerror or error}", file=sys.stderr)
        return 1
    cite("java PTBTokenizer", f"text:{signed_text('ptb')}")
    sys.stdout.buffer.writelines(" ".join(split_caption(line)).encode() + b"\n" for line in lines)
    return 0


def write_shim(folder: Path, *, dialect: str, windows: bool = sys.platform == "win32") -> list[Path]:
    """Write the executable (on Windows a second one for its shell); return the written files."""
    folder.mkdir(parents=True, exist_ok=True)
    start = _START.format(folder=str(folder.resolve()), dialect=dialect)
    shell = folder / "java"
    text = _SHELL.format(python=shlex.quote(sys.executable), start=shlex.quote(start))
    shell.write_text(text, encoding="utf-8", newline="\n")
    shell.chmod(shell.stat().st_mode | stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH)
    if not windows:
        return [shell]
    batch = folder / "java.cmd"
    batch.write_text(_BATCH.format(python=sys.executable, start=start), encoding="utf-8", newline="\r\n")
    return [shell, batch]
