"""The catalogue of language data (`catalogue.toml`)."""

from __future__ import annotations

from functools import cache

from bolide.data.languages import find_language
from bolide.errors import ConfigurationError
from bolide.packaged import read_toml
from bolide.records import record

__all__ = ["Package", "Resource", "find_resource", "resources", "resources_of"]


@record
class Package:
    """A package of the Python index that carries resources."""

    requirement: str
    sha256: str
    megabytes: int


@record
class Resource:
    """A piece of language data with its origin and licence."""

    id: str
    kind: str
    language: str
    title: str
    version: str
    licence: str
    members: tuple[str, ...]
    source_sha256: str | None
    package: Package | None

    @property
    def install_command(self) -> str:
        """What to type to install it."""
        origin = "" if self.package else " --from METEOR-1.5-DIRECTORY"
        return f"bolide resources install {self.language}{origin}"


@cache
def resources() -> tuple[Resource, ...]:
    """Return all resources, in the order of the data file."""
    data = read_toml("data/catalogue.toml")
    packages = {name: Package(**values) for name, values in data["package"].items()}
    return tuple(
        Resource(
            id=row["id"],
            kind=row["kind"],
            language=row["language"],
            title=row["title"],
            version=row["version"],
            licence=row["licence"],
            members=tuple(row["members"]),
            source_sha256=row.get("source_sha256"),
            package=packages[row["package"]] if "package" in row else None,
        )
        for row in data["resource"]
    )


def resources_of(language: str) -> tuple[Resource, ...]:
    """Return the resources of a language, by its code or name; `ConfigurationError` if there are none."""
    code = find_language(language).code
    found = tuple(resource for resource in resources() if resource.language == code)
    if not found:
        have = " ".join(dict.fromkeys(resource.language for resource in resources()))
        raise ConfigurationError(f"there is nothing to install for {code}; there is for: {have}")
    return found


def find_resource(kind: str, language: str) -> Resource | None:
    """Return the resource of a kind for a language, if the catalogue has one."""
    return next((entry for entry in resources() if entry.kind == kind and entry.language == language), None)
