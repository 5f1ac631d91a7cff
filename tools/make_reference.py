"""Write what is generated from the code: references of commands, options and statistics, and the stub of the compiled core.

python tools/make_reference.py            writes docs/cli.md, tables in docs/api.md, docs/formats.md and docs/languages.md, and src/bolide/_core.pyi
"""

import argparse
import os
import re
import textwrap
from collections import Counter
from collections.abc import Collection, Iterable
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

This is what `--help-all` prints, without `-h` and without the examples, and with options that several commands share only once; `--help` has the
options that matter most, and the examples. [Options of the metric](api.md#meteor) are those of `Meteor`, such as `--copy-from` for `copy_from`.
"""


def command_line_reference() -> str:
    """Return docs/cli.md: the help text of every command, with options that several commands share only once."""
    os.environ["COLUMNS"] = "110"
    texts = {}
    for name, parser in _subparsers(build_parser()).items():
        texts[f"## bolide {name}"] = parser.format_help(everything=True)
        for action, subparser in _subparsers(parser).items():
            texts[f"### bolide {name} {action}"] = subparser.format_help(everything=True)
    metric = _entries(re.split(r"\nmetric:\n", texts["## bolide score"])[1])
    texts = {title: _without_metric(text, metric) for title, text in texts.items()}
    counts = Counter(entry for text in texts.values() for entry in _entries(text))
    several = [entry for entry, count in counts.most_common() if count > 1 and _name(entry) not in ("-h", "-l")]
    shared = {_name(entry): entry for entry in reversed(several)}
    told = [shared[name] for name in sorted(shared, key=lambda name: name.strip("-"))]
    parts = [HEADER, f"## bolide\n\n```\n{build_parser().format_help(everything=True)}```\n"]
    parts.append(f"## Options of several commands\n\n```\n{''.join(told)}```\n")
    parts += [f"{title}\n\n```\n{_told_once(text, told)}```\n" for title, text in texts.items()]
    return "\n".join(parts)


def _without_metric(text: str, metric: Collection[str]) -> str:
    """Leave out examples and the options of the metric, which are described elsewhere."""
    kept, _, _ = text.partition("\nexamples:\n")
    for entry in metric:
        kept = kept.replace(entry, "")
    return kept.replace("\nmetric:\n", "\nmetric: its options\n")


def _entries(text: str) -> list[str]:
    """Return the options in a help text, each with its explanation."""
    return re.findall(r"^  -.*\n(?:   +.*\n)*", text, re.MULTILINE)


def _name(entry: str) -> str:
    return entry.split(maxsplit=1)[0].rstrip(",")


def _told_once(text: str, told: Collection[str]) -> str:
    """Replace options that are explained above by their names, and drop groups that are then empty."""
    text = re.sub(r"^  -h, --help +show.*\n", "", text, flags=re.MULTILINE)
    found = [entry for entry in _entries(text) if entry in told]
    names = f"as above: {' '.join(map(_name, found))}"
    line = textwrap.fill(names, 108, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False) + "\n"
    for place, entry in enumerate(found):
        text = text.replace(entry, "" if place else line)
    return re.sub(r"\n[a-z ]+:\n(?=\n|\Z)", "", text)


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
    """Return docs/languages.md with each language of the catalogue: in a table, or in a list where it has only Wiktionary's synonyms."""
    page = (ROOT / "docs" / "languages.md").read_text(encoding="utf-8")
    head, mark, _ = page.partition("<!-- languages, made by `make docs` -->\n")
    by_language: dict[str, list[Resource]] = {}
    for entry in all_resources():
        by_language.setdefault(entry.language, []).append(entry)
    rows = ["| code | language | data | to fetch | licences | from |", "|---|---|---|---|---|---|"]
    listed, sizes = [], []
    for code, entries in sorted(by_language.items()):
        kinds = ", ".join(KINDS[entry.kind][0] + ("" if entry.is_fetchable else "¹") for entry in entries)
        packages = {package.requirement: package.megabytes for entry in entries for package in entry.packages}
        size = sum(packages.values()) + sum(file.size for entry in entries for file in entry.downloads) / 1e6
        licences = ", ".join(dict.fromkeys(name for entry in entries for name in entry.licence.split(" AND ")))
        makers = ", ".join(entry.attribution or "Meteor 1.5" for entry in entries).replace("; ", ", ").split(", ")
        makers = list(dict.fromkeys(part.partition(" (http")[0] for part in makers))
        if (kinds, licences, makers) == ("synonyms", "CC-BY-SA-3.0", ["Wiktionary"]):
            listed.append(f"{any_language(code).name} `{code}`")
            sizes.append(size)
        else:
            shown = f"{size:.{2 - (size >= 1)}f} MB"
            rows.append(
                f"| `{code}` | {any_language(code).name} | {kinds} | {shown} | {licences} | {', '.join(makers)} |"
            )
    note = "\n¹ Comes with the Meteor 1.5 distribution: `bolide resources install CODE --from meteor-1.5.tar.gz`.\n"
    others = f"\nSynonyms from Wiktionary (CC-BY-SA-3.0), {min(sizes):.2f} to {max(sizes):.1f} MB each, for {len(listed)} more:\n"
    names = textwrap.fill(", ".join(sorted(listed)) + ".", 140, break_on_hyphens=False)
    return head + mark + "\n".join(rows) + "\n" + note + others + names + "\n"


def core_stub() -> str:
    """Return src/bolide/_core.pyi, made by nanobind."""
    from nanobind.stubgen import StubGen

    import bolide._core

    generator = StubGen(bolide._core)  # noqa: SLF001
    generator.put(bolide._core)  # noqa: SLF001
    return generator.get()


def main() -> None:
    """Write all of it."""
    made = {"docs/cli.md": command_line_reference(), "docs/formats.md": formats_page(), "docs/api.md": api_page()}
    made |= {"docs/languages.md": languages_page(), "src/bolide/_core.pyi": core_stub()}
    for name, text in made.items():
        (ROOT / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
