"""What `bolide resources` does with data that was built: check it, and show the paraphrases of a phrase."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from bolide import _core
from bolide.cli.command_parser import add_format_option, add_output_option, print_document
from bolide.data.catalogue import find_resource
from bolide.data.opening import ensure, name_damaged, open_table
from bolide.errors import ConfigurationError
from bolide.files.boundary import exists
from bolide.show.tables import Document, Table, to_json

__all__ = ["add_inspect_arguments", "check_folders", "run_inspect"]


def check_folders(folders: Sequence[str], form: str) -> int:
    """Check folders of built data; print what each check found. 1 if one of them is an error."""
    from bolide.build.check import check_resource

    failed = False
    report = {}
    for folder in folders:
        findings = check_resource(Path(folder))
        failed = failed or any(finding.is_error for finding in findings)
        report[folder] = [asdict(finding) for finding in findings]
        if form == "text":
            for finding in findings:
                state = f"{finding.failures:,} times, first: {finding.example}" if finding.failures else "ok"
                print(f"{folder}: {finding.code} {finding.title}: {state}")
    if form == "json":
        print(to_json(report, indent=1))
    return 1 if failed else 0


def add_inspect_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `bolide resources inspect`."""
    parser.add_argument("phrase", metavar="PHRASE", help="words as the tokeniser leaves them, with blanks between them")
    parser.add_argument(
        "--resources", type=Path, metavar="FOLDER", help="a folder of built data, instead of an installed table"
    )
    parser.add_argument(
        "-l", "--language", default="en", metavar="CODE", help="whose installed table (default: %(default)s)"
    )
    add_format_option(parser)
    add_output_option(parser)
    parser.add_argument(
        "--offline", action="store_true", default=None, help="never fetch anything (also: BOLIDE_OFFLINE=1)"
    )


def run_inspect(options: argparse.Namespace) -> int:
    """Print the paraphrases of a phrase, by falling probability. 1 if it has none."""
    try:
        found = _table(options).look_up(options.phrase.split())
    except _core.CompiledResourceError as error:
        name_damaged(error)
    found = sorted(found, key=lambda entry: (-entry[1], entry[0]))
    table = Table(head=("paraphrase", "probability"), rows=found, form=".6f")
    print_document(Document(tables=[table]), options.format)
    return 0 if found else 1


def _table(options: argparse.Namespace) -> Any:
    if options.resources is not None:
        from bolide.data.install import install_files

        folder = options.resources
        file = next(
            (path for path in (folder / "paraphrase.gz", folder / "meteor-files" / "paraphrase.gz") if exists(path)),
            None,
        )
        if file is None:
            raise ConfigurationError(f"{folder} has no paraphrase.gz: name a folder that bolide build made")
        return open_table(
            "paraphrases", install_files("paraphrases", [file]), "bolide resources remove --files (it is made again)"
        )
    resource = find_resource("paraphrases", options.language)
    if resource is None:
        raise ConfigurationError(
            f"there is no installed paraphrase table for {options.language}: name yours with --resources"
        )
    return open_table("paraphrases", ensure(resource, options.offline), f"{resource.install_command} --force")
