"""`bolide resources`: language data on this machine."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from bolide.cli.built_resources import add_inspect_arguments, check_folders, run_inspect
from bolide.errors import ConfigurationError, ResourceError
from bolide.resources import (
    Resource,
    check_table,
    home,
    is_installed,
    read_metadata,
    resource_path,
    resources,
    resources_of,
)
from bolide.resources.install import install


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommands of the subcommand."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    actions.add_parser("list", help="what there is and what is installed")
    installing = actions.add_parser("install", help="install the data of languages")
    installing.add_argument("languages", nargs="+", metavar="LANGUAGE", help="codes, such as en")
    installing.add_argument(
        "--from", dest="origin", type=Path, metavar="PATH", help="a Meteor 1.5 folder, jar, tarball or wheel of yours"
    )
    installing.add_argument("--force", action="store_true", help="also what is installed already")
    installing.add_argument(
        "--offline", action="store_true", default=None, help="never fetch anything (also: BOLIDE_OFFLINE=1)"
    )
    checking = actions.add_parser("check", help="verify installed or built data completely")
    checking.add_argument(
        "languages",
        nargs="*",
        metavar="LANGUAGE",
        help="codes (default: all that is installed), or folders of built data",
    )
    checking.add_argument(
        "--format", choices=("text", "json"), default="text", help="how built data is reported (default: %(default)s)"
    )
    add_inspect_arguments(actions.add_parser("inspect", help="show the paraphrases of a phrase"))
    actions.add_parser("path", help="where the data is kept")
    removing = actions.add_parser("remove", help="remove installed data")
    removing.add_argument("languages", nargs="+", metavar="LANGUAGE", help="codes, such as en")


def run(options: argparse.Namespace) -> int:
    """Run an action."""
    handlers = {
        "list": _list,
        "install": _install,
        "check": _check,
        "inspect": run_inspect,
        "path": _path,
        "remove": _remove,
    }
    return handlers[options.action](options)


def _chosen(languages: list[str]) -> list[Resource]:
    return [entry for language in languages for entry in resources_of(language)]


def _list(options: argparse.Namespace) -> int:
    for entry in resources():
        path = resource_path(entry)
        state = (
            f"{path.stat().st_size / 1e6:.0f} MB" if is_installed(entry) else f"not installed: {entry.install_command}"
        )
        print(f"{entry.id:<16} {entry.title:<40} {entry.licence:<18} {state}")
    return 0


def _install(options: argparse.Namespace) -> int:
    wanted = _chosen(options.languages)
    for entry in install(wanted, origin=options.origin, force=options.force, offline=options.offline):
        print(f"installed {entry.id}: {resource_path(entry)}")
        _note_other_source(entry)
    return 0


def _note_other_source(entry: Resource) -> None:
    digest, _ = read_metadata(resource_path(entry), entry.install_command)
    if entry.source_sha256 not in (None, digest):
        print(
            f"note: this {entry.title} is not the one of Meteor 1.5; signatures show it as {digest[:12]}",
            file=sys.stderr,
        )


def _check(options: argparse.Namespace) -> int:
    folders = [name for name in options.languages if Path(name).is_dir()]
    if folders:
        return check_folders(folders, options.format)
    wanted = _chosen(options.languages) or [entry for entry in resources() if resource_path(entry).exists()]
    if not wanted:
        print("nothing is installed")
    failed = 0
    for entry in wanted:
        try:
            problem = _problem(entry)
        except ResourceError as error:
            problem = f"R101 {error}"
        print(f"{entry.id}: {problem or 'ok'}")
        failed += bool(problem) and problem.startswith("R1")
    return 1 if failed else 0


def _problem(entry: Resource) -> str:
    """Return what is wrong with an installed resource: R1.. fails a check, R2.. is worth knowing."""
    path = resource_path(entry)
    if not is_installed(entry):
        return f"R102 not installed; run: {entry.install_command}"
    check_table(entry.kind, path, f"{entry.install_command} --force")
    digest, metadata = read_metadata(path, f"{entry.install_command} --force")
    if entry.source_sha256 not in (None, digest):
        return f"R201 made from another source than the catalogue's ({metadata.get('origin')}, {digest[:12]})"
    return ""


def _path(options: argparse.Namespace) -> int:
    print(home())
    return 0


def _remove(options: argparse.Namespace) -> int:
    wanted = [entry for entry in _chosen(options.languages) if resource_path(entry).exists()]
    if not wanted:
        raise ConfigurationError(f"nothing is installed for {' '.join(options.languages)}")
    for entry in wanted:
        resource_path(entry).unlink()
        print(f"removed {entry.id}")
    return 0
