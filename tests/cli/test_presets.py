"""`bolide presets`: what there is, and one of them whole."""

from __future__ import annotations

import json
import re

from bolide.metric.known_presets import find_preset, presets

LISTED = """
preset            task         languages
meteor-1.5        rank         en cs fr es de ru
meteor-1.5        adq          en
meteor-1.5        hter         en
meteor-1.5        util         en
meteor-1.5        li           any language
meteor-1.5        tune         en cs fr es de ru pt da ro hu tr fi nl it no sv ar-bw-red
meteor-1.5        universal    any language
"""


def test_list(bolide):
    """Every preset is listed with what it is, then with its tasks and their languages; listing is the default."""
    result = bolide("presets", "list")
    assert (result.code, result.err) == (0, "")
    assert LISTED in result.out
    titles = [line.split(maxsplit=1) for line in result.out.split("\n\n")[0].splitlines()[1:]]
    assert titles == [[preset.name, preset.title] for preset in presets()]
    assert bolide("presets") == result


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


def test_wrong_usage(bolide):
    """A preset that does not exist is refused with those that do; showing needs a name, and listing takes none."""
    names = " ".join(preset.name for preset in presets())
    said = f"bolide presets: unknown preset 'x': choose one of {names}, or give a preset file (.toml)\n"
    assert bolide("presets", "show", "x").err == said
    for words in (("show", "x"), ("show",), ("list", "x")):
        result = bolide("presets", *words)
        assert (result.code, result.out, "''" in result.err) == (2, "", False)
