"""The catalogue of language data: `catalogue.toml`, and the wordnets (`wordnets.tsv`) that give synonyms to some 120 languages."""

from functools import cache

from bolide import _core
from bolide.data import read_lines, read_toml
from bolide.data.languages import any_language
from bolide.errors import ConfigurationError
from bolide.records import record

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
        """The name of the file."""
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
    source_sha256: str | None = None
    package: Package | None = None
    downloads: tuple[Download, ...] = ()
    attribution: str = ""

    @property
    def is_fetchable(self) -> bool:
        """Whether it can be downloaded, so that the user needs no files."""
        return self.package is not None or bool(self.downloads)

    @property
    def origin(self) -> str | None:
        """The origin that a downloaded one records."""
        return self.package.requirement if self.package else f"omw-data {self.version}" if self.downloads else None

    @property
    def fetched_bytes(self) -> int:
        """The size of its download in bytes."""
        return self.package.megabytes * 10**6 if self.package else sum(file.size for file in self.downloads)

    @property
    def install_command(self) -> str:
        """The command that installs it."""
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
        Resource(**row | {"members": tuple(row["members"]), "package": packages.get(row.get("package", ""))})
        for row in data["resource"]
    )


def resources_of(language: str) -> tuple[Resource, ...]:
    """Return the resources of a language, by its code or name; `ConfigurationError` if there are none."""
    code = any_language(language).code
    synonyms = wordnet_resource(code)
    found = [entry for entry in (*resources(), synonyms) if entry and entry.language == code]
    if not found:
        raise ConfigurationError(
            f"there is nothing to install for {language}; bolide resources list shows what is available, and bolide build "
            "learns the data of any language from parallel text"
        )
    return tuple(found)


def find_resource(kind: str, language: str) -> Resource | None:
    """Return the resource of a kind for a language, if the catalogue has one."""
    if kind == "thesaurus":
        return wordnet_resource(language)
    return next((entry for entry in resources() if entry.kind == kind and entry.language == language), None)


COMMIT = "f75be19ec590da12a7a5665e361690b5badb7a25"
ADDRESS = f"https://raw.githubusercontent.com/omwn/omw-data/{COMMIT}/"
# The version of the rules of `bolide.data.compiling`: raise it when they change, so that old tables are made again.
RULES = "thesaurus 1"


def identify(digests: list[str]) -> str:
    """Return the identity of a table of synonyms: the SHA-256 of its files' SHA-256s and of the rules by which it is made."""
    return _core.sha256("\n".join([RULES, *digests]).encode()).hex()


@cache
def _rows() -> dict[str, list[list[str]]]:
    """Return the lines of the catalogue, by language."""
    found: dict[str, list[list[str]]] = {}
    for line in read_lines("data/wordnets.tsv"):
        if not line.startswith("#"):
            code, *row = line.split("\t")
            found.setdefault(code, []).append(row)
    return found


@cache
def wordnet_resource(code: str) -> Resource | None:
    """Return the synonyms of a language, by its code; None if it has none."""
    rows = _rows().get(code)
    if rows is None:
        return None
    makers = " and ".join(maker for *_, maker, _ in rows)
    return Resource(
        id=f"synonyms-{code}",
        kind="thesaurus",
        language=code,
        title=f"{any_language(code).name} synonyms ({makers})",
        version=COMMIT[:7],
        licence=" AND ".join(dict.fromkeys(row[3] for row in rows)),
        members=tuple(path.rpartition("/")[2] for path, *_ in rows),
        source_sha256=identify([row[2] for row in rows]),
        downloads=tuple(Download(address=ADDRESS + path, size=int(size), sha256=sha) for path, size, sha, *_ in rows),
        attribution="; ".join(f"{maker} ({home})" for *_, maker, home in rows),
    )


def wordnet_resources() -> list[Resource]:
    """Return the synonyms of all languages, in the order of their codes."""
    return [entry for code in _rows() if (entry := wordnet_resource(code))]
