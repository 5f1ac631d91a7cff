"""`bolide normalise`: the tokens of each line, as they are scored."""

from __future__ import annotations

import pytest


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


def test_a_language_without_a_normaliser(bolide, write):
    """Asking for what a language does not have is an error."""
    result = bolide("normalise", write("text", "a\n"), "-l", "pt", "--text", "norm")
    message = "there is no normaliser for Portuguese: use text='unicode', or tokenise the text yourself and use 'lower' (the default) or 'raw'"
    assert (result.code, result.out, result.err) == (2, "", f"bolide normalise: {message}\n")
