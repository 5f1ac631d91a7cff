"""Write man pages from the parsers of the command line: bolide.1, and one for each command, such as bolide-score.1.

python tools/make_man.py build/man/man1
"""

import argparse
import os
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from bolide import __version__
from bolide.cli import COMMANDS, GROUPS, build_parser
from bolide.cli.command_parser import CommandParser, examples


def pages() -> dict[str, str]:
    """Return the pages by the names of their files."""
    os.environ["COLUMNS"] = "1000"  # The viewer breaks lines.
    found = {"bolide.1": "\n".join(_main_page()) + "\n"}
    for name, parser in _inner(build_parser()).items():
        found[f"{_page_name(name)}.1"] = "\n".join(_page(name, parser)) + "\n"
    return found


def _page_name(command: str) -> str:
    return f"bolide-{command.replace(' ', '-')}"


def _inner(parser: argparse.ArgumentParser) -> dict[str, CommandParser]:
    for action in parser._actions:  # noqa: SLF001 - argparse has no public way to ask
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            return dict(action.choices)
    return {}


def _plain(text: str) -> str:
    r"""Return text as a line of roff: its own signs, and what it would take for a request, stand for themselves.

    >>> _plain(".5 of 'a-b'")
    "\\&.5 of \\(aqa\\-b\\(aq"
    """
    text = " ".join(text.split()).replace("\\", r"\e").replace("-", r"\-").replace("'", r"\(aq").replace("`", r"\(ga")
    text = text.replace("^", r"\(ha").replace("~", r"\(ti")
    return rf"\&{text}" if text.startswith(".") else text


def _main_page() -> Iterator[str]:
    yield from _head("bolide", "the METEOR family of machine-translation metrics")
    yield from (
        ".SH SYNOPSIS",
        r".B bolide",
        r"\fICOMMAND\fR ...",
        ".SH DESCRIPTION",
        _plain(build_parser([]).description or ""),
    )
    for title, group in GROUPS.items():
        yield f".SS {title[0].upper() + title[1:]}"
        for name, summary in group.items():
            yield from (".TP", rf"\fB{_plain(name)}\fR", _plain(summary))
    yield from (".SH EXIT STATUS", _plain("0: success. 1: a failed check. 2: wrong usage or input. 130: interrupted."))
    yield ".SH ENVIRONMENT"
    yield from (".TP", r"\fBBOLIDE_HOME\fR", "the folder of language data")
    yield from (".TP", r"\fBBOLIDE_OFFLINE\fR", "if set, nothing is fetched")
    yield from (".TP", r"\fBNO_COLOR\fR", "if set, nothing is printed in colour or bold")
    yield ".SH SEE ALSO"
    yield ",\n".join(rf".BR {_plain(_page_name(name))} (1)" for name in sorted(COMMANDS)).replace(")\n", ")")


def _head(name: str, summary: str) -> Iterator[str]:
    day = time.strftime("%Y-%m-%d", time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))))
    yield f'.TH {_plain(name).upper()} 1 {day} "bolide {__version__}"'
    yield from (".ad l", ".nh")  # Options and commands are not torn apart.
    yield from (".SH NAME", rf"{_plain(name)} \- {_plain(summary)}")


def _page(name: str, parser: CommandParser) -> Iterator[str]:
    yield from _head(_page_name(name), COMMANDS[name])
    yield ".SH SYNOPSIS"
    yield from _usage(parser)
    yield from (".SH DESCRIPTION", _plain(parser.description or ""))
    yield from _arguments(parser)
    for action, inner in _inner(parser).items():
        yield f".SH {_plain(action).upper()}"
        yield from _usage(inner)
        yield from _arguments(inner)
    if parser.epilog:
        yield from (".SH NOTES", _plain(parser.epilog))
    yield ".SH EXAMPLES"
    for number, (what, command) in enumerate(examples(name)):
        yield from [".PP"] if number else []
        yield from (_plain(what[0].upper() + what[1:]), ".PP", ".nf", ".RS", _plain(command), ".RE", ".fi")
    yield from (".SH SEE ALSO", ".BR bolide (1)")


def _usage(parser: CommandParser) -> Iterator[str]:
    lines = parser.format_usage().removeprefix("usage: ").strip().splitlines()
    yield from (".nf", *(_plain(line) for line in lines), ".fi")


def _arguments(parser: CommandParser) -> Iterator[str]:
    """Yield what a command takes, group by group."""
    formatter = parser._get_formatter()  # noqa: SLF001
    for group in parser._action_groups:  # noqa: SLF001
        actions = [action for action in group._group_actions if action.help is not argparse.SUPPRESS]  # noqa: SLF001
        if not actions:
            continue
        yield f".SS {_plain((group.title or '')[0].upper() + (group.title or '')[1:])}"
        yield from [_plain(group.description)] if group.description else []
        for action in actions:
            named = formatter._format_action_invocation(action)  # noqa: SLF001
            if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
                yield from (".TP", rf"\fI{_plain(named)}\fR", _plain("one of " + ", ".join(action.choices)))
                continue
            told = formatter._expand_help(action) if action.help else ""  # noqa: SLF001
            flags = re.sub(r"(?<![\w-])(--?[\w-]+)", lambda flag: f"\0{flag[1]}\1", named)
            yield from (".TP", _plain(flags).replace("\0", r"\fB").replace("\1", r"\fR"), _plain(told))


def main(folder: str) -> None:
    """Write all pages into a folder."""
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    for name, text in pages().items():
        (target / name).write_text(text, encoding="utf-8")
    print(f"wrote {len(COMMANDS) + 1} pages; to read one: man {target / 'bolide-score.1'}")


if __name__ == "__main__":
    main(*sys.argv[1:])
