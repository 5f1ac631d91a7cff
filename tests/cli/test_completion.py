"""`bolide completion`, in the shells themselves."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest

pytest.importorskip("shtab")

# What is typed, and what the shell makes of its last word.
TYPED = {
    "bolide sc": "score",
    "bolide score --resu": "--resume",
    "bolide score --preset bolide-": "bolide-meaning",
    "bolide score -l sw": "sw",
    "bolide compare some-f": "some-file.txt",
    "bolide build mer": "merge",
    "bolide build merge --wei": "--weights",
    "bolide resources inst": "install",
    "bolide java sh": "shim",
}
# Each script prints, for every line that it is given, what the shell offers for its last word.
BASH = """
source ./script
offer=$(complete -p bolide | sed 's/.*-F //; s/ .*//')
for typed in "$@"; do
    COMP_WORDS=($typed) COMP_LINE=$typed COMP_POINT=${#typed} COMPREPLY=()
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    $offer
    echo "${COMPREPLY[*]}"
done
"""
FISH = """
source ./script
for typed in $argv
    complete -C $typed | string replace --regex '\\t.*' ''
end
"""
# Types a line and a tab into a shell of its own, and has that shell print what it has then.
ZSH = r"""
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'fpath=($PWD $fpath); autoload -U compinit; compinit -D -u; shown() { print -r -- "<$BUFFER>"; BUFFER= }
zle -N shown; bindkey "^P" shown; bindkey "^I" complete-word; print -r -- REA""DY'
zpty -r shell answer '*READY*'
for typed in "$@"; do
    zpty -w -n shell "$typed"$'\t\x10'
    zpty -r shell answer '*<bolide*>*'
    answer=${${answer##*<}%%>*}
    print -r -- ${${answer% }##* }
done
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there it is a bash of another system")
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_in_the_shell(bolide, tmp_path, shell):
    """Commands, actions, options, presets, languages and files are completed."""
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell}")
    (tmp_path / "some-file.txt").touch()
    assert bolide("completion", shell, "-o", str(tmp_path / ("_bolide" if shell == "zsh" else "script"))).code == 0
    script, option = {"bash": (BASH, "--norc"), "zsh": (ZSH, "-f"), "fish": (FISH, "--no-config")}[shell]
    lines = ["--", *TYPED] if shell == "fish" else [shell, *TYPED]
    command = [shell, option, "-c", script, *lines]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True, timeout=60)
    assert dict(zip(TYPED, done.stdout.splitlines(), strict=True)) == TYPED


def test_without_the_library(bolide, monkeypatch):
    """Where shtab is missing, the error says what to install."""
    monkeypatch.setitem(sys.modules, "shtab", None)
    result = bolide("completion", "bash")
    assert (result.code, result.out) == (2, "")
    assert result.err == "bolide completion: completion needs shtab: run: pip install 'bolide[completion]'\n"
