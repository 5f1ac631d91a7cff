"""What people type who do not know the command line yet."""

from __future__ import annotations


def test_help_of_a_command(bolide):
    """`bolide help score` is `bolide score --help`."""
    assert bolide("help", "score") == bolide("score", "--help")
    assert bolide("help") == bolide("--help")
    assert bolide("help", "build", "merge") == bolide("build", "merge", "--help")


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
