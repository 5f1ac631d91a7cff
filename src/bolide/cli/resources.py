"""`bolide resources`: language data on this machine."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from bolide.cli.built_resources import add_inspect_arguments, check_folders, run_inspect
from bolide.cli.command_parser import add_format_option, add_output_option
from bolide.cli.encoder_resources import check_encoders, install_encoders, remove_encoders, without_encoders
from bolide.cli.resource_list import add_list_arguments, all_resources, run_list, wordnets_of_yours
from bolide.data.catalogue import Resource, resources_of
from bolide.data.home import home, resource_path
from bolide.data.install import OwnTable, install, own_tables, prune, remove_file
from bolide.data.languages import any_language
from bolide.data.opening import check_table, is_installed, read_metadata
from bolide.errors import ConfigurationError, ResourceError
from bolide.meaning.encoders import encoders


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommands of the subcommand."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    add_list_arguments(actions.add_parser("list", help="what is installed, and what could be"))
    installing = actions.add_parser("install", help="install the data of languages")
    installing.add_argument(
        "languages",
        nargs="+",
        metavar="LANGUAGE",
        help="codes or names, such as sw or Swahili, or an encoder: meaning-en",
    )
    installing.add_argument(
        "--from",
        dest="origin",
        type=_origin,
        metavar="PATH",
        help="instead of fetching: a folder or archive with wordnet files or Meteor 1.5 in it, or the address of a mirror of them",
    )
    installing.add_argument(
        "--wordnet",
        type=Path,
        metavar="FILE",
        help="for languages of meteor-hindi: your own wordnet (index or OMW table)",
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
    add_format_option(checking, ("text", "json"))
    add_output_option(checking)
    add_inspect_arguments(actions.add_parser("inspect", help="show the paraphrases of a phrase"))
    actions.add_parser("path", help="where the data is kept")
    actions.add_parser("prune", help="remove unfinished downloads, and data that other versions of bolide made")
    removing = actions.add_parser("remove", help="remove installed data")
    removing.add_argument(
        "languages", nargs="*", metavar="LANGUAGE", help="codes, such as en, or names that the list shows"
    )
    removing.add_argument(
        "--files",
        action="store_true",
        help="all tables that were compiled from your own files; they are made again when needed",
    )


def run(options: argparse.Namespace) -> int:
    """Run an action."""
    handlers = {
        "list": run_list,
        "install": _install,
        "check": _check,
        "inspect": run_inspect,
        "path": _path,
        "prune": _prune,
        "remove": _remove,
    }
    return handlers[options.action](options)


def _chosen(languages: list[str]) -> list[Resource]:
    return [entry for language in languages for entry in resources_of(language)]


def _install(options: argparse.Namespace) -> int:
    if options.wordnet is not None:
        return _install_wordnet(options)
    install_encoders(options)
    wanted = _chosen(without_encoders(options.languages))
    if not wanted:
        return 0
    done = install(wanted, origin=options.origin, force=options.force, offline=options.offline)
    for entry in done:
        print(f"installed {entry.id}: {resource_path(entry)}")
        _note_other_source(entry)
    for use in dict.fromkeys(entry.use for entry in done):
        print(f"to use it: bolide score {use} SYSTEM REFERENCE", file=sys.stderr)
    for entry in wanted:
        if entry not in done and not entry.is_fetchable and not is_installed(entry):
            print(f"note: the {entry.title} comes with Meteor 1.5: {entry.install_command}", file=sys.stderr)
    return 0


def _install_wordnet(options: argparse.Namespace) -> int:
    """Install a wordnet of the user's own for one language."""
    from bolide.hindi.language import indic_language
    from bolide.hindi.synonyms import install_wordnet

    if len(options.languages) != 1 or options.origin is not None:
        raise ConfigurationError("--wordnet FILE goes with one language, and without --from")
    code = any_language(options.languages[0]).code
    indic_language(code)
    target, count = install_wordnet(code, options.wordnet)
    print(f"installed wordnet-{code}: {target}")
    print(f"{count} groups of synonyms; to use them: bolide score -l {code} --synonyms wordnet ...", file=sys.stderr)
    return 0


def _note_other_source(entry: Resource) -> None:
    digest, _ = read_metadata(resource_path(entry), entry.install_command)
    if entry.source_sha256 not in (None, digest):
        print(
            f"note: this {entry.title} is not the one of {'the catalogue' if entry.downloads else 'Meteor 1.5'}; "
            f"signatures show it as {digest[:12]}",
            file=sys.stderr,
        )


def _check(options: argparse.Namespace) -> int:
    folders = [name for name in options.languages if Path(name).is_dir()]
    if folders:
        return check_folders(folders, options.format)
    failed = check_encoders(options.languages)
    languages = without_encoders(options.languages)
    wordnets = [] if options.languages and not languages else wordnets_of_yours(languages)
    for path in wordnets:
        print(f"{path.stem}: {_wordnet_problem(path) or 'ok'}")
    named = [name for name in languages if any_language(name).stemmer != "roots"]
    failed += sum(bool(_wordnet_problem(path)) for path in wordnets)
    if options.languages and not named:
        return 1 if failed else 0
    wanted = _chosen(named) or [entry for entry in all_resources() if resource_path(entry).exists()]
    own = [] if options.languages else own_tables()
    if not wanted and not wordnets and not own and not any(entry.is_installed for entry in encoders()):
        print("nothing is installed")
    for entry in wanted:
        try:
            problem = _problem(entry)
        except ResourceError as error:
            problem = f"R101 {error}"
        print(f"{entry.id}: {problem or 'ok'}")
        failed += bool(problem) and problem.startswith("R1")
    for table in own:
        problem = _own_problem(table)
        print(f"{table.name}: {problem or 'ok'}")
        failed += bool(problem)
    return 1 if failed else 0


def _own_problem(table: OwnTable) -> str:
    try:
        table.check()
    except ResourceError as error:
        return f"R101 {error}"
    return ""


def _wordnet_problem(path: Path) -> str:
    from bolide.hindi.synonyms import installed_wordnet

    try:
        installed_wordnet(path.stem.removeprefix("wordnet-"))
    except ResourceError as error:
        return f"R101 {error}"
    return ""


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


def _origin(text: str) -> Path | str:
    """Return a folder or file, or the address of a mirror."""
    return text if text.startswith(("http://", "https://")) else Path(text)


def _prune(options: argparse.Namespace) -> int:
    removed = prune()
    for path, size in removed:
        print(f"removed {path}: {size / 1e6:.1f} MB")
    if not removed:
        print("there was nothing to remove")
    return 0


def _path(options: argparse.Namespace) -> int:
    print(home())
    return 0


def _remove(options: argparse.Namespace) -> int:
    if not options.languages and not options.files:
        raise ConfigurationError("name languages, names of `bolide resources list`, or --files")
    own = [table for table in own_tables() if options.files or table.name in options.languages]
    remove_encoders(options.languages)
    languages = without_encoders(name for name in options.languages if name not in {table.name for table in own})
    wordnets = wordnets_of_yours(languages) if languages else []
    named = [name for name in languages if any_language(name).stemmer != "roots"]
    wanted = [entry for entry in _chosen(named) if resource_path(entry).exists()]
    if languages and not wanted and not wordnets:
        raise ConfigurationError(f"nothing is installed for {' '.join(languages)}")
    removed = {path.stem: path for path in wordnets} | {entry.id: resource_path(entry) for entry in wanted}
    for name, path in (removed | {table.name: table.path for table in own}).items():
        remove_file(path)
        print(f"removed {name}")
    return 0
