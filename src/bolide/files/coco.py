"""COCO captions: annotation files with the references, result files with what systems say, joined by `image_id`.

What a file is shows in it: annotations are an object with a list `annotations`, results are a list.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from bolide.errors import InputError
from bolide.files.boundary import reading
from bolide.files.corpus import SegmentId, Source, check_id
from bolide.files.keyed import Collection, KeyedCorpus
from bolide.files.plain import LineFile

__all__ = ["read_coco"]


def read_coco(sources: Sequence[Source]) -> KeyedCorpus:
    """Return the images that have results, in their order; images without any are left out."""
    collection = Collection()
    for source in sources:
        name, document = _load(source.path)
        if isinstance(document, dict) and isinstance(document.get("annotations"), list):
            if source.name is not None:
                raise InputError(f"{name}: these are annotations, not the results of system {source.name}")
            _add_annotations(collection, document["annotations"], name)
        elif isinstance(document, list):
            _add_results(collection, document, name, source.name or source.path)
        else:
            raise InputError(
                f"{name}: this is neither COCO annotations (an object with the list 'annotations') nor results "
                "(a list); for an object on each line, give --input jsonl"
            )
    return collection.corpus(", ".join(source.path for source in sources), answered_only=True)


def _add_annotations(collection: Collection, items: list[Any], name: str) -> None:
    for number, item in enumerate(items):
        place = f"{name}, annotation {number}"
        image, caption = _captioned(item, place)
        collection.add_reference(image, caption, name=None, place=place)


def _add_results(collection: Collection, items: list[Any], name: str, system: str) -> None:
    if not items:
        raise InputError(f"{name}: there are no results in the list")
    for number, item in enumerate(items):
        place = f"{name}, result {number}"
        image, caption = _captioned(item, place)
        collection.add_hypothesis(system, image, caption, place=place)


def _captioned(item: Any, place: str) -> tuple[SegmentId, str]:
    """Return image and caption of an item."""
    if not isinstance(item, dict) or "image_id" not in item or not isinstance(item.get("caption"), str):
        raise InputError(f'{place}: an object with "image_id" and the text "caption" is needed')
    return check_id(item["image_id"], "image_id", place), item["caption"]


def _load(path: str) -> tuple[str, Any]:
    with LineFile(path) as file, reading(file.name, InputError, "is not JSON"):
        return file.name, json.loads(file.text())
