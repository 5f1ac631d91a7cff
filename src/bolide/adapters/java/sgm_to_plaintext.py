"""The jar's `SGMtoPlaintext`: a file of plain text for each system and each reference, line by line alike."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from bolide import InputError
from bolide.adapters.java.ordering import by_document_and_segment, hash_set_order, hashtable_order, utf16_key
from bolide.adapters.java.sgml import read_sets
from bolide.adapters.java.stop import Stop
from bolide.adapters.java.streams import Streams
from bolide.files.java_files import Documents, Systems

__all__ = ["run_sgm_to_plaintext"]

USAGE = "usage: bolide java --class SGMtoPlaintext TEST.sgm REFERENCE.sgm\n"


def run_sgm_to_plaintext(arguments: Sequence[str], streams: Streams) -> int:
    """Run what `java -cp meteor-1.5.jar SGMtoPlaintext` runs; return its exit code."""
    if len(arguments) < 2:
        streams.output.write(USAGE)
        return 1
    try:
        _convert(read_sets(arguments[0]), read_sets(arguments[1]), streams)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise Stop(1, f"{error.filename} ({error.strerror})") from error
    except InputError as error:
        raise Stop(1, str(error)) from error
    return 0


def _convert(hypotheses: dict[str, Systems], references: dict[str, Systems], streams: Streams) -> None:
    known: dict[str, dict[str, list[str]]] = {}
    for name in hashtable_order(references):
        streams.output.write(f"Found reference set [{name}]\n")
        for reference in hashtable_order(references[name]):
            streams.output.write(f"Found reference [{reference}]\n")
        known[name] = _known(references[name])
    # Sets that only the test file has are not looked at.
    for name in sorted(known, key=utf16_key):
        streams.output.write(f"Found test set [{name}]\n")
        if name not in hypotheses:
            raise Stop(1, f"there is no set [{name}] in the test file")
        for system in hashtable_order(hypotheses[name]):
            streams.output.write(f"Found system [{system}]\n")
            _write(f"{name}.{system}.tst", f"system [{system}]", hypotheses[name][system], known[name], streams)
    for name in sorted(known, key=utf16_key):
        for reference in hashtable_order(references[name]):
            documents = references[name][reference]
            _write(f"{name}.{reference}.ref", f"reference [{reference}]", documents, known[name], streams)


def _known(references: Systems) -> dict[str, list[str]]:
    """Return the documents and segments that any reference has, sorted."""
    names: dict[str, list[str]] = {}
    for reference in hashtable_order(references):
        for document, segments in references[reference].items():
            names.setdefault(document, []).extend(hashtable_order(segments))
    return {document: _sorted(names[document]) for document in sorted(names, key=utf16_key)}


def _sorted(segments: Sequence[str]) -> list[str]:
    """Sort the ids of segments. Some sets of ids have no true order: then it matters in which they come."""
    pairs = (("", segment) for segment in hash_set_order(segments))
    return [segment for _, segment in sorted(pairs, key=by_document_and_segment)]


def _write(path: str, owner: str, documents: Documents, known: dict[str, list[str]], streams: Streams) -> None:
    lines: list[str] = []
    for document, segments in known.items():
        if document not in documents:
            streams.warn(f"Warning: no document [{document}] for {owner} - writing blank lines")
            lines += [""] * len(segments)
            continue
        for segment in segments:
            if segment not in documents[document]:
                streams.warn(f"Warning: no segment [{document}][{segment}] for {owner} - writing blank line")
            lines.append(documents[document].get(segment, ""))
    with Path(path).open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{line}\n" for line in lines)
