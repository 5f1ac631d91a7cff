"""`bolide presets`, `bolide normalise` and `bolide completion`: what there is, tokens of lines, and scripts in the shells themselves."""

import json
import re
import shutil
import subprocess
import sys

import pytest

from bolide.metric.known_presets import find_preset


def test_show(bolide):
    """A preset is shown with every row of its parameters, and where each comes from."""
    preset = find_preset("meteor-1.5")
    lines = bolide("presets", "show", "meteor-1.5").out.splitlines()
    assert [line.split(maxsplit=1) for line in lines[:3]] == [
        ["preset", "meteor-1.5"],
        ["what", "Meteor Universal, version 1.5, as its Java program computes it"],
        ["source", "Denkowski and Lavie 2014; meteor-1.5.jar"],
    ]
    assert lines[7].startswith("resources, by language  paraphrases-cs paraphrases-de paraphrases-en ")
    assert len(lines) == 10 + len(preset.rows)
    assert all(line.endswith(f"  {row.source}") for line, row in zip(lines[10:], preset.rows, strict=True))
    copying = bolide("presets", "show", "meteor++").out
    assert re.search(r"^copy from +entities$", copying, re.MULTILINE)
    assert re.search(r"^rank +en .* 14 ", copying, re.MULTILINE)
    assert "copy" not in "".join(lines)
    shown = json.loads(bolide("presets", "show", "meteor-1.5", "--format", "json").out)
    for name in ("parameters", "weights"):
        assert [tuple(map(float, item[name].split())) for item in shown] == [row.options[name] for row in preset.rows]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ([], "it 's a well known fact , isn 't it ?\n"),
        (["--text", "nopunct"], "it s a well known fact isn t it\n"),
        (["--text", "lower"], "it's a well-known fact, isn't it?\n"),
        (["--text", "raw"], "It's a well-known fact, isn't it?\n"),
        (["--text", "unicode"], "it's a well - known fact , isn't it ?\n"),
        (["-l", "fr"], "it' s a well known fact , isn' t it ?\n"),
        (["-l", "pt"], "it's a well-known fact, isn't it?\n"),
    ],
)
def test_modes(bolide, write, options, expected):
    """Each text mode and language gives its tokens, and no resource is needed, also for English."""
    result = bolide("normalise", write("text", "It's a  well-known fact, isn't it?\n"), *options)
    assert (result.code, result.out, result.err) == (0, expected, "")


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
    pytest.importorskip("shtab")
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell}")
    (tmp_path / "some-file.txt").touch()
    assert bolide("completion", shell, "-o", str(tmp_path / ("_bolide" if shell == "zsh" else "script"))).code == 0
    script, option = {"bash": (BASH, "--norc"), "zsh": (ZSH, "-f"), "fish": (FISH, "--no-config")}[shell]
    lines = ["--", *TYPED] if shell == "fish" else [shell, *TYPED]
    command = [shell, option, "-c", script, *lines]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True, timeout=60)
    assert dict(zip(TYPED, done.stdout.splitlines(), strict=True)) == TYPED
