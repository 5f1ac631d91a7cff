"""The catalogue of language data and encoders: `catalogue.toml`, and the wordnets (`wordnets.tsv`) that give synonyms to some 120 languages."""

from functools import cache

from bolide.data import read_lines, read_toml, sha256
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
    """A piece of language data, or an encoder, with its origin and licence. The `language` of an encoder is its name.

    An encoder has `digests`: the SHA-256 of each of its members. If it comes in several packages, each has a piece of one zip archive.
    """

    id: str
    kind: str
    language: str
    title: str
    version: str
    licence: str
    members: tuple[str, ...]
    source_sha256: str | None = None
    digests: tuple[str, ...] = ()
    packages: tuple[Package, ...] = ()
    downloads: tuple[Download, ...] = ()
    attribution: str = ""

    @property
    def is_encoder(self) -> bool:
        """Whether it is an encoder, installed as a folder."""
        return self.kind == "encoder"

    @property
    def label(self) -> str:
        """Its name in messages."""
        return f"encoder {self.id}" if self.is_encoder else self.title

    @property
    def is_fetchable(self) -> bool:
        """Whether it can be downloaded, so that the user needs no files."""
        return bool(self.packages or self.downloads)

    @property
    def origin(self) -> str | None:
        """The origin that a downloaded one records."""
        if self.downloads:
            return f"omw-data {self.version}"
        return " ".join(package.requirement for package in self.packages) or None

    @property
    def fetched_bytes(self) -> int:
        """The size of its download in bytes."""
        return sum(package.megabytes * 10**6 for package in self.packages) + sum(file.size for file in self.downloads)

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
def _listed() -> tuple[Resource, ...]:
    """Return the resources of the data file, in its order."""
    data = read_toml("data/catalogue.toml")
    packages = {name: Package(**values) for name, values in data["package"].items()}
    return tuple(
        Resource(
            **row
            | {name: tuple(row.get(name, ())) for name in ("members", "digests")}
            | {"packages": tuple(packages[name] for name in row.get("packages", ()))}
        )
        for row in data["resource"]
    )


def resources() -> tuple[Resource, ...]:
    """Return all language data of the data file, in its order."""
    return tuple(entry for entry in _listed() if not entry.is_encoder)


def encoders() -> tuple[Resource, ...]:
    """Return all encoders, in the order of the data file."""
    return tuple(entry for entry in _listed() if entry.is_encoder)


def resources_of(language: str) -> tuple[Resource, ...]:
    """Return the resources of a language, by its code or name, or an encoder; `ConfigurationError` if there are none."""
    if encoder := find_resource("encoder", language):
        return (encoder,)
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
    return next((entry for entry in _listed() if entry.kind == kind and entry.language == language), None)


COMMIT = "f75be19ec590da12a7a5665e361690b5badb7a25"
ADDRESS = f"https://raw.githubusercontent.com/omwn/omw-data/{COMMIT}/"
# The version of the rules of `bolide.data.compiling`: raise it when they change, so that old tables are made again.
RULES = "thesaurus 1"


def identify(digests: list[str]) -> str:
    """Return the identity of a table of synonyms: the SHA-256 of its files' SHA-256s and of the rules by which it is made."""
    return sha256("\n".join([RULES, *digests]).encode())


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
