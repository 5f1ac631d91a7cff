"""Write what is generated from the code: references of commands, options and statistics, and the stub of the compiled core.

python tools/make_reference.py            writes docs/cli.md, tables in docs/api.md, docs/formats.md and docs/languages.md, and src/bolide/_core.pyi
"""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterable
from pathlib import Path

from bolide._core import PARTS, SCHEMAS
from bolide.cli import build_parser
from bolide.cli.command_parser import CommandParser
from bolide.cli.resources import KINDS, all_resources
from bolide.data.catalogue import Resource
from bolide.data.languages import any_language
from bolide.metric.option_table import FIELDS

ROOT = Path(__file__).resolve().parent.parent
HEADER = """# Command line

Made by `make docs` from the help texts; a test keeps it true. Exit codes: 0 success, 1 a failed check, 2 wrong usage or input,
130 interrupted. Results go to standard output (`-o FILE` sends them to a file), everything else to standard error.

This is what `--help-all` prints, with the options of the metric only once; `--help` has the options that matter most, and the examples.
"""


def command_line_reference() -> str:
    """Return docs/cli.md: the help text of every command."""
    os.environ["COLUMNS"] = "110"
    parts = [HEADER, f"## bolide\n\n```\n{build_parser().format_help_all()}```\n"]
    parsers = _subparsers(build_parser())
    metric = _metric_options(parsers["score"].format_help_all())
    for name, parser in parsers.items():
        text = parser.format_help_all()
        if name != "score" and (own := _metric_options(text)):
            told = "  the options of bolide score"
            if missing := [entry.split()[0].rstrip(",") for entry in metric if entry.split()[0] not in "".join(own)]:
                told += f", without {' '.join(missing)}"
            text = text.replace("".join(own), f"{told}\n" + "".join(entry for entry in own if entry not in metric))
        parts.append(f"## bolide {name}\n\n```\n{text}```\n")
        for action, subparser in _subparsers(parser).items():
            parts.append(f"### bolide {name} {action}\n\n```\n{subparser.format_help_all()}```\n")
    return "\n".join(parts)


def _metric_options(text: str) -> list[str]:
    """Return the options of the metric in a help text, each with its explanation."""
    group = re.search(r"(?<=\nmetric:\n)(  .*\n)+", text)
    return re.split(r"(?<=\n)(?=  -)", group[0]) if group else []


def api_page() -> str:
    """Return docs/api.md with the table of the metric's options as the parts of the path describe them."""
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    head, mark, rest = page.partition("<!-- options, made by `make docs` -->\n")
    rows = ["| option | type | meaning | default |", "|---|---|---|---|"]
    rows += [f"| `{field.name}` | {field.kind.type} | {field.help} | {field.default} |" for field in FIELDS]
    return "\n".join((head + mark + "\n".join(rows) + "\n", rest.partition("\n\n")[2]))


def _subparsers(parser: CommandParser) -> dict[str, CommandParser]:
    for action in parser._actions:  # noqa: SLF001 - argparse has no public way to ask
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            return dict(action.choices)
    return {}


def formats_page() -> str:
    """Return docs/formats.md with the columns of each formula's statistics, and of each part's, as the core describes them."""
    page = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    for formula, columns in (SCHEMAS | PARTS).items():
        head, mark, rest = page.partition(f"<!-- columns of {formula}, made by `make docs` -->\n")
        page = "\n".join((head + mark + _column_table(columns), rest.partition("\n\n")[2]))
    return page


def _column_table(columns: Iterable[tuple[str, str, bool, int]]) -> str:
    """Return a table of columns; those that differ only in their number are one row."""
    rows: dict[tuple[str, str], list[str]] = {}
    for name, meaning, is_amount, _ in columns:
        rest = f"| {meaning} | {'yes' if is_amount else ''} |"
        rows.setdefault((re.sub(r"_\d$", "", name), rest), []).append(f"`{name}`")
    lines = [f"| {' … '.join(dict.fromkeys((names[0], names[-1])))} {rest}" for (_, rest), names in rows.items()]
    return "\n".join(["| name | meaning | in `unit` |", "|---|---|---|", *lines]) + "\n"


def languages_page() -> str:
    """Return docs/languages.md with a row for each language of the catalogue."""
    page = (ROOT / "docs" / "languages.md").read_text(encoding="utf-8")
    head, mark, _ = page.partition("<!-- languages, made by `make docs` -->\n")
    by_language: dict[str, list[Resource]] = {}
    for entry in all_resources():
        by_language.setdefault(entry.language, []).append(entry)
    rows = ["| code | language | data | to fetch | licences | from |", "|---|---|---|---|---|---|"]
    for code, entries in sorted(by_language.items()):
        kinds = ", ".join(KINDS[entry.kind][0] + ("" if entry.is_fetchable else "¹") for entry in entries)
        packages = {entry.package.requirement: entry.package.megabytes for entry in entries if entry.package}
        size = sum(packages.values()) + sum(file.size for entry in entries for file in entry.downloads) / 1e6
        licences = ", ".join(dict.fromkeys(name for entry in entries for name in entry.licence.split(" AND ")))
        makers = ", ".join(entry.attribution or "Meteor 1.5" for entry in entries)
        makers = ", ".join(
            dict.fromkeys(part.partition(" (http")[0] for part in makers.replace("; ", ", ").split(", "))
        )
        rows.append(
            f"| `{code}` | {any_language(code).name} | {kinds} | {size:.{2 if size < 1 else 1}f} MB | {licences} | {makers} |"
        )
    note = "\n¹ Comes with the Meteor 1.5 distribution: `bolide resources install CODE --from meteor-1.5.tar.gz`.\n"
    return head + mark + "\n".join(rows) + "\n" + note


def core_stub() -> str:
    """Return src/bolide/_core.pyi, made by nanobind."""
    from nanobind.stubgen import StubGen

    import bolide._core

    generator = StubGen(bolide._core)  # noqa: SLF001
    generator.put(bolide._core)  # noqa: SLF001
    return generator.get()


def main() -> None:
    """Write all of it."""
    (ROOT / "docs" / "cli.md").write_text(command_line_reference(), encoding="utf-8")
    (ROOT / "docs" / "formats.md").write_text(formats_page(), encoding="utf-8")
    (ROOT / "docs" / "api.md").write_text(api_page(), encoding="utf-8")
    (ROOT / "docs" / "languages.md").write_text(languages_page(), encoding="utf-8")
    (ROOT / "src" / "bolide" / "_core.pyi").write_text(core_stub(), encoding="utf-8")


if __name__ == "__main__":
    main()
