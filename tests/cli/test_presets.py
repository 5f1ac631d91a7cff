"""`bolide presets`: what there is, and one of them whole."""

from __future__ import annotations

from bolide.parameters import find_preset, presets

LISTED = """\
meteor-1.5
  Meteor Universal, version 1.5, as its Java program computes it
  rank       en cs fr es de ru
  adq        en
  hter       en
  util       en
  li         any language
  tune       en cs fr es de ru pt da ro hu tr fi nl it no sv ar-bw-red
  universal  any language
"""


def test_list(bolide):
    """Every preset is listed with its tasks and their languages; listing is the default."""
    result = bolide("presets", "list")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith(LISTED)
    assert all(f"\n{preset.name}\n" in f"\n{result.out}" for preset in presets())
    assert bolide("presets") == result


def test_show(bolide):
    """A preset is shown with every row of its parameters, and where each comes from."""
    preset = find_preset("meteor-1.5")
    lines = bolide("presets", "show", "meteor-1.5").out.splitlines()
    assert lines[:3] == [
        "meteor-1.5: Meteor Universal, version 1.5, as its Java program computes it",
        "source: Denkowski and Lavie 2014; meteor-1.5.jar",
        "aligner: java, beam 40; words are equal by java_hash; function words: en",
    ]
    assert len(lines) == 5 + len(preset.rows)
    assert lines[-1].startswith("resources, by language: paraphrases-cs paraphrases-de paraphrases-en ")
    for line, row in zip(lines[4:-1], preset.rows, strict=True):
        numbers = [float(word) for word in line.split(";")[0].split()[1 : 5 + len(row.weights)]]
        assert numbers == [*row.values, *row.weights]
        assert line.endswith(f"; {row.source}")


def test_an_unknown_preset(bolide):
    """A preset that does not exist is refused with those that do."""
    result = bolide("presets", "show", "x")
    assert (result.code, result.out) == (2, "")
    names = " ".join(preset.name for preset in presets())
    assert result.err == f"bolide presets: unknown preset 'x': choose one of {names}, or give a preset file (.toml)\n"


def test_showing_nothing(bolide):
    """Showing needs a name, and says so."""
    result = bolide("presets", "show")
    assert (result.code, result.out) == (2, "")
    assert "''" not in result.err


def test_listing_takes_no_name(bolide):
    """A name after `list` would be ignored, so it is refused."""
    assert bolide("presets", "list", "x").code == 2
