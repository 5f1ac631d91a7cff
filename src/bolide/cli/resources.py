"""`bolide resources`: language data and encoders on this machine."""

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path

from bolide import _core
from bolide.cli.command_parser import print_document
from bolide.data.catalogue import Resource, encoders, find_resource, resources, resources_of, wordnet_resources
from bolide.data.folders import open_folder
from bolide.data.home import compiled_folder, home, resource_path
from bolide.data.install import check_encoder, check_own_table, install, origin_of, own_tables, prune, remove_file
from bolide.data.languages import any_language
from bolide.data.opening import check_table, compiled, installed, is_installed, name_damaged, read_metadata
from bolide.errors import ConfigurationError, ResourceError
from bolide.files.boundary import exists
from bolide.show.tables import Document, Table, to_json

# The displayed name of each kind of data, and its effect on a score.
KINDS = {
    "paraphrases": ("paraphrases", "phrases that say the same match"),
    "synonyms": ("synonyms", "words that mean the same match"),
    "thesaurus": ("synonyms", "words and phrases that mean the same match"),
    "stems": ("stems", "words with the same stem match"),
    "encoder": ("encoder", "words with similar vectors match"),
}


def _origin(text: str) -> Path | str:
    """Return a folder or file, or the address of a mirror."""
    return text if text.startswith(("http://", "https://")) else Path(text)


READERS = {"place": _origin}


def run_list(options: argparse.Namespace) -> None:
    """Print a line for each language, or for each piece of data of the given languages."""
    if options.language:
        tables = [_details(_chosen(options.language))]
    else:
        tables = [
            _overview(all_resources(), everything=options.all),
            *_encoders(everything=options.all),
            *_own_tables(),
        ]
    data = [dict(zip(table.head, row, strict=True)) for table in tables for row in table.rows]
    print_document(Document(tables=tables, data=data), options.format)


def all_resources() -> list[Resource]:
    """Return everything in the catalogue."""
    return [*resources(), *wordnet_resources()]


def _overview(entries: Iterable[Resource], *, everything: bool) -> Table:
    by_language: dict[str, list[Resource]] = {}
    for entry in entries:
        by_language.setdefault(entry.language, []).append(entry)
    rows, left, total = [], 0, 0
    for code in sorted(by_language):
        there = [entry for entry in by_language[code] if is_installed(entry)]
        missing = [entry for entry in by_language[code] if entry not in there]
        if not there and not everything:
            left += 1
            continue
        size = sum(map(_size, there))
        total += size
        licences = dict.fromkeys(licence for entry in there or missing for licence in entry.licence.split(" AND "))
        names = any_language(code).name, _names(there), _names(missing, how=True)
        rows.append((code, *names, size / 1e6 if there else None, ", ".join(licences)))
    more = f"; {left} more languages: bolide resources list --all" if left else ""
    note = f"{total / 1e6:.1f} MB in {compiled_folder()}{more}"
    head = ("code", "language", "installed", "can be installed", "MB", "licence")
    return Table(head=head, rows=rows, align="llllrl", form=".1f", note=note)


def _names(entries: Iterable[Resource], *, how: bool = False) -> str | None:
    """Return the names of the kinds of data; None if there are none. Data that needs the user's files is marked."""
    names = [KINDS[entry.kind][0] + (" (--from)" if how and not entry.is_fetchable else "") for entry in entries]
    return ", ".join(names) or None


def _details(entries: Iterable[Resource]) -> Table:
    """Return a line for each piece of data: its effect, its origin, and how to install it."""
    rows = []
    for entry in entries:
        size = _size(entry) if is_installed(entry) else entry.fetched_bytes
        rows.append((entry.id, entry.title, KINDS[entry.kind][1], size / 1e6 or None, entry.licence, _state(entry)))
    head = ("resource", "what", "what it does", "MB", "licence", "state")
    return Table(head=head, rows=rows, align="lllrll", form=".2f")


def _size(entry: Resource) -> int:
    """Return the size of an installed resource: a file, or for an encoder the files of a folder."""
    path = resource_path(entry)
    return sum(file.stat().st_size for file in (path.iterdir() if entry.is_encoder else (path,)))


def _state(entry: Resource) -> str:
    return "installed" if is_installed(entry) else f"not installed: {entry.install_command}"


def _encoders(*, everything: bool) -> list[Table]:
    """Return the installed encoders of the matcher meaning, or all."""
    rows = [
        (entry.id, entry.title, _size(entry) / 1e6 if is_installed(entry) else None, entry.licence, _state(entry))
        for entry in encoders()
        if everything or is_installed(entry)
    ]
    head = ("encoder", "what", "MB", "licence", "state")
    return [Table(head=head, rows=rows, align="llrll", form=".1f")] if rows else []


def _own_tables() -> list[Table]:
    """Return the tables compiled from files of the user, if any."""
    rows = [(path.stem, f"compiled from {_made_from(path)}", path.stat().st_size / 1e6) for path in own_tables()]
    return [Table(head=("yours", "what", "MB"), rows=rows, align="llr", form=".1f")] if rows else []


def _made_from(path: Path) -> str:
    try:
        return origin_of(path)
    except ResourceError:
        return "a file, now damaged"


def check_folders(folders: Sequence[str], form: str) -> int:
    """Check folders of built data; print the result of each check. Return 1 if one of them is an error."""
    from bolide.build.check import check_resource

    report = {}
    for folder in folders:
        report[folder] = check_resource(Path(folder))
        for finding in report[folder] if form == "text" else ():
            times = "1 time" if finding.failures == 1 else f"{finding.failures:,} times"
            state = f"{times}, first: {finding.example}" if finding.failures else "ok"
            print(f"{folder}: {finding.code} {finding.title}: {state}")
    if form == "json":
        print(to_json({folder: list(map(asdict, findings)) for folder, findings in report.items()}, indent=1))
    return int(any(finding.is_error for findings in report.values() for finding in findings))


def run_inspect(options: argparse.Namespace) -> int:
    """Print the paraphrases of a phrase, by falling probability. Return 1 if it has none."""
    if options.resources is None and find_resource("paraphrases", options.language) is None:
        raise ConfigurationError(
            f"there is no installed paraphrase table for {options.language}: give yours with --resources"
        )
    try:
        if options.resources is None:
            table = installed("paraphrases", options.language, options.offline)
        else:
            table = compiled("paraphrases", [open_folder(options.resources).paraphrases])
        found = table.look_up(options.phrase.split())
    except _core.CompiledResourceError as error:
        name_damaged(error)
    if not found:
        print(f"bolide resources: {options.phrase!r} has no paraphrases in this table", file=sys.stderr)
        return 1
    found = sorted(found, key=lambda entry: (-entry[1], entry[0]))
    shown = Table(head=("paraphrase", "probability"), rows=found, form=".6f")
    print_document(Document(tables=[shown]), options.format)
    return 0


def _chosen(languages: list[str]) -> list[Resource]:
    """Return the encoders and the resources of languages."""
    return [entry for name in languages for entry in resources_of(name)]


def run_install(options: argparse.Namespace) -> None:
    """Install the data of languages, or encoders."""
    wanted = _chosen(options.languages)
    done = install(wanted, origin=options.origin, force=options.force, offline=options.offline)
    for entry in done:
        if entry.is_encoder:
            print(f"installed {entry.id} from {entry.origin}: {resource_path(entry)} (licence {entry.licence})")
        else:
            print(f"installed {entry.id}: {resource_path(entry)}")
            _note_other_source(entry)
    for entry in wanted:
        if entry.is_encoder:
            from bolide.meaning.encoder import open_vectors

            open_vectors(entry.id, None, "int8", options.offline)  # Builds its graph in the precision of presets.
    for use in dict.fromkeys(entry.use for entry in done if not entry.is_encoder):
        print(f"to use it: bolide score {use} SYSTEM REFERENCE", file=sys.stderr)
    for entry in wanted:
        if entry not in done and not entry.is_fetchable and not is_installed(entry):
            print(f"note: the {entry.title} comes with Meteor 1.5: {entry.install_command}", file=sys.stderr)


def _note_other_source(entry: Resource) -> None:
    digest, _ = read_metadata(resource_path(entry), entry.install_command)
    if entry.source_sha256 not in (None, digest):
        print(
            f"note: this {entry.title} differs from that of {'the catalogue' if entry.downloads else 'Meteor 1.5'}; "
            f"signatures show it as {digest[:12]}",
            file=sys.stderr,
        )


def run_check(options: argparse.Namespace) -> int:
    """Print what is wrong with each piece of data. Return 1 if something is."""
    folders = [name for name in options.languages if Path(name).is_dir()]
    if folders:
        return check_folders(folders, options.format)
    checks = _checks(options.languages)
    if not checks and not options.languages:
        print("nothing is installed")
    failed = False
    for name, check in checks.items():
        try:
            problem = check() or ""
        except ResourceError as error:
            problem = f"R101 {error}"
        print(f"{name}: {problem or 'ok'}")
        failed = failed or problem.startswith("R1")
    return int(failed)


def _checks(names: list[str]) -> dict[str, Callable[[], str | None]]:
    """Return the checks of each named or installed piece of data; a check returns what is wrong, or raises `ResourceError`."""
    installed = (entry for entry in (*encoders(), *all_resources()) if exists(resource_path(entry)))
    checks: dict[str, Callable[[], str | None]] = {
        entry.id: partial(_problem, entry) for entry in (_chosen(names) if names else installed)
    }
    return checks | ({} if names else {path.stem: partial(check_own_table, path) for path in own_tables()})


def _problem(entry: Resource) -> str:
    """Return what is wrong with an installed resource: R1.. is an error, R2.. a note."""
    path = resource_path(entry)
    if not is_installed(entry):
        return f"R102 not installed; run: {entry.install_command}"
    if entry.is_encoder:
        check_encoder(entry)
        return ""
    check_table(entry.kind, path, f"{entry.install_command} --force")
    digest, metadata = read_metadata(path, f"{entry.install_command} --force")
    if entry.source_sha256 not in (None, digest):
        return f"R201 made from a source other than the catalogue's ({metadata.get('origin')}, {digest[:12]})"
    return ""


def run_prune(_options: argparse.Namespace) -> None:
    """Remove what this version cannot use."""
    removed = prune()
    for path, size in removed:
        print(f"removed {path}: {size / 1e6:.1f} MB")
    if not removed:
        print("there was nothing to remove")


def run_path(_options: argparse.Namespace) -> None:
    """Print the folder of the data."""
    print(home())


def run_remove(options: argparse.Namespace) -> None:
    """Remove the data of languages, encoders, or tables compiled from files of the user."""
    if not options.languages and not options.files:
        raise ConfigurationError("give languages, names of `bolide resources list`, or --files")
    own = {path.stem: path for path in own_tables() if options.files or path.stem in options.languages}
    languages = [name for name in options.languages if name not in own]
    wanted = {entry.id: path for entry in _chosen(languages) if (path := resource_path(entry)).exists()}
    if languages and not wanted:
        raise ConfigurationError(f"nothing is installed for {' '.join(languages)}")
    for name, path in (wanted | own).items():
        remove_file(path)
        print(f"removed {name}")
