"""Builds a resource from parallel text, step by step; merges built ones."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from bolide import _core
from bolide.build.built_folder import PAIRS, PARAPHRASES, WORDS, Description, read_description, write_resource
from bolide.build.databases import Engine, check_engine
from bolide.build.parallel_text import BATCH, SIDE_NAMES, common_words, read_counts, tokenise_lines, write_corpus
from bolide.build.phrase_table import (
    Columns,
    Facts,
    Table,
    count_phrases,
    extract_phrases,
    read_phrase_table,
    score_phrases,
    text_column,
    write_rows,
)
from bolide.build.pivot import filter_pairs, merge_pairs, most_translations, pivot, usable_rows
from bolide.build.request import BuildRequest, EngineOptions, PivotOptions
from bolide.build.steps import Step, Workspace, digest_file, open_workspace
from bolide.build.word_alignment import LINKS, align_corpus, copy_alignments
from bolide.data import processor_cores
from bolide.data.install import install_files
from bolide.errors import ConfigurationError, InputError
from bolide.files import Progress
from bolide.files.plain import LineFile


def build_resource(request: BuildRequest, fetch: Callable[[], list[Description]] | None = None) -> list[Description]:
    """Build a resource, continuing an earlier run with the same input and options; return its description.

    With both sides, the resource of the source language is in the folder `source` of the output, and its description comes second.
    `fetch` is called first: it writes the texts of the request and returns their origins.
    """
    check_engine(request.engine)
    with open_workspace(request.out, request.engine, keep=request.keep_work) as workspace:
        return _Build(request, workspace, fetch() if fetch else []).run()


class _Build:
    """One run over the steps."""

    def __init__(self, request: BuildRequest, workspace: Workspace, corpora: list[Description]) -> None:
        self._request, self._workspace, self._corpora = request, workspace, corpora
        self._digests = {path: digest_file(path) for path in request.inputs}

    def run(self) -> list[Description]:
        corpus = self._corpus()
        table = self._read_table() if self._request.phrase_table else self._make_table(corpus)
        return [self._resource(native, corpus, table) for native in self._request.natives]

    def _corpus(self) -> Step:
        request = self._request
        paths = {"source": request.source, "target": request.target}
        languages = {"source": request.source_language, "target": request.language}
        text = {side: request.text_of(side) for side in SIDE_NAMES}
        inputs = [{side: self._digests[path] for side, path in paths.items()}, languages, text]
        return self._workspace.step("corpus", inputs, lambda folder: write_corpus(folder, paths, languages, text))

    def _read_table(self) -> Step:
        request = self._request
        path = str(request.phrase_table)
        options: dict[str, Any] = {
            "lowercase": request.text_of("target") != "raw",
            "minimum": request.pivot.min_instance,
            "skip_bad_lines": request.skip_bad_lines,
        }
        inputs = [self._digests[path], options]
        return self._workspace.step("table", inputs, lambda folder: read_phrase_table(folder, path, **options))

    def _make_table(self, corpus: Step) -> Step:
        """Align, extract, count and score."""
        request = self._request
        links = self._links(corpus)

        def extract(folder: Path) -> Facts:
            threads = request.engine.threads or processor_cores()
            counter = _core.PhraseCounter(longest=request.longest, threads=threads)
            name = " and ".join(request.alignments) or "the alignments"
            paths = [*_sides(corpus), links.folder / LINKS]
            return extract_phrases(folder, counter, paths, name, corpus.facts["lines"])

        phrases = self._workspace.step("phrases", [corpus.key, links.key, request.longest], extract)
        counted = self._workspace.computed(
            "counted", [phrases.key], lambda engine: count_phrases(engine.read(phrases.folder))
        )
        return self._workspace.computed(
            "table", [counted.key], lambda engine: score_phrases(engine.read(counted.folder)), longest=request.longest
        )

    def _links(self, corpus: Step) -> Step:
        request, symmetry = self._request, self._request.symmetry

        def make(folder: Path) -> Facts:
            if request.aligner:
                align_corpus(folder, _sides(corpus), request.aligner, symmetry)
            else:
                copy_alignments(folder, request.alignments, corpus.facts["lines"], symmetry)
            return {}

        made_by = request.aligner or [self._digests[path] for path in request.alignments]
        return self._workspace.step("links", [corpus.key, made_by, symmetry], make)

    def _phrases_of_interest(self, longest: int) -> Step | None:
        """Return the phrases of the target text, if paraphrases are limited to them."""
        request = self._request
        if not request.target_text:
            return None
        text, paths = request.text_of("target"), request.target_text
        digests = [self._digests[path] for path in paths]

        def make(folder: Path) -> Facts:
            if not (rows := write_rows(folder, _ngrams(paths, request.language, text, longest))):
                raise InputError(f"{' and '.join(paths)}: there are no words, so there are no phrases to paraphrase")
            return {"rows": rows}

        return self._workspace.step("target-text", [digests, request.language, text, longest], make)

    def _resource(self, native: str, corpus: Step, table: Step) -> Description:
        """Pivot, filter and write the resource of one side."""
        request = self._request
        counts = {side: read_counts(corpus.folder / f"{side}.words.gz") for side in SIDE_NAMES}
        rule = (request.pivot.common, request.pivot.common_rule)
        common = {side: common_words(counts[side], *rule) for side in SIDE_NAMES}
        wanted = self._phrases_of_interest(table.facts["longest"]) if native == "target" else None

        def pairs_of(engine: Engine) -> Table:
            rows = usable_rows(engine.read(table.folder), request.pivot, common)
            self._refuse_hot_pivots(engine, rows, native, table)
            return pivot(rows, request.pivot, native=native, phrases=wanted and engine.read(wanted.folder))

        inputs = [table.key, corpus.key, wanted and wanted.key, asdict(request.pivot), native]
        pairs = self._workspace.computed(f"pairs-{native}", inputs, pairs_of)
        folder = request.out if native == request.natives[0] else request.out / native
        description = self._describe(native, corpus, table)
        return _write(self._workspace, folder, pairs, request.pivot, words=counts[native], description=description)

    def _refuse_hot_pivots(self, engine: Engine, rows: Table, native: str, table: Step) -> None:
        """Refuse a table with numbers that are not probabilities, before a join over one phrase can explode."""
        limit = round(1 / self._request.pivot.min_instance)
        foreign = "source" if native == "target" else "target"
        if table.facts.get(f"most_of_{foreign}", 0) <= 10 * limit:
            return  # Tables counted here have probabilities.
        most = engine.value(most_translations(rows, self._request.pivot, native=native)) or 0
        if most > 10 * limit:
            raise InputError(
                f"the phrase table gives one phrase {most:,} translations of probability {self._request.pivot.min_instance} or more, "
                f"but at most {limit:,} are possible: its first and third scores are not p(f|e) and p(e|f)"
            )

    def _describe(self, native: str, corpus: Step, table: Step) -> Description:
        request = self._request
        names = {"source": request.source, "target": request.target}
        digests = {path: {"name": Path(path).name, "sha256": self._digests[path]} for path in request.inputs}
        sources = {side: digests[path] | {"words": corpus.facts[f"{side}_words"]} for side, path in names.items()}
        return {
            "language": request.language if native == "target" else request.source_language,
            "sources": {**sources, "others": [digests[path] for path in request.inputs[2:]]},
            **({"corpora": self._corpora} if self._corpora else {}),
            "options": request.describe(native),
            "lines": corpus.facts["lines"],
            "phrase_pairs": table.facts["rows"],
            "bad_lines": table.facts.get("bad_lines", 0),
        }


def _write(
    workspace: Workspace,
    folder: Path,
    pairs: Step,
    options: PivotOptions,
    *,
    words: Counter[str],
    description: Description,
) -> Description:
    """Filter pairs and write the resource made of them; compile its table, so that it is ready for use."""
    final = workspace.computed(
        f"final-{pairs.folder.name.removeprefix('pairs-')}",
        [pairs.key, asdict(options)],
        lambda engine: filter_pairs(engine.read(pairs.folder), options),
    )
    description = write_resource(
        folder,
        workspace.folder / "fresh",
        final=final.folder,
        pairs=pairs.folder,
        words=words,
        function_words=common_words(words, options.common, options.common_rule),
        description=description | {"pairs": pairs.facts["rows"]},
    )
    install_files("paraphrases", [folder / PARAPHRASES])
    return description


def _sides(corpus: Step) -> list[Path]:
    return [corpus.folder / f"{side}.txt" for side in SIDE_NAMES]


def _ngrams(paths: tuple[str, ...], language: str, text: str, longest: int) -> Iterator[Columns]:
    """Yield the phrases of texts in portions; some are repeated."""
    for path in paths:
        with LineFile(path) as file, Progress(f"listing the phrases of {file.name}") as progress:
            while lines := file.take(BATCH):
                joined = "".join(line + "\n" for line in tokenise_lines(lines, language, text))
                yield {"phrase": text_column(_core.ngrams(joined.encode(), longest))}
                progress.advance(len(lines))


def merge_resources(
    out: Path,
    folders: Sequence[Path],
    *,
    weights: Sequence[float] | None = None,
    engine: EngineOptions | None = None,
) -> Description:
    """Merge built resources into a new one, each weighted by the lines of its corpus, or by `weights`; return its description.

    The options are those of the resources. The final threshold is applied to the merged probabilities; for that, each resource keeps
    its pairs below it.
    """
    described = [read_description(folder) for folder in folders]
    shares = _shares(described, weights)
    languages = sorted({entry["language"] for entry in described})
    if len(languages) > 1:
        raise ConfigurationError(f"these resources have different languages: {' '.join(languages)}")
    inherited = _inherited(folders, described)
    options = PivotOptions(**{name: inherited[name] for name in asdict(PivotOptions()) if name in inherited})
    words: Counter[str] = Counter()
    for folder in folders:
        words.update(read_counts(folder / WORDS))
    parts = [
        {"sha256": entry["sha256"][PARAPHRASES], "lines": entry["lines"], "share": share}
        for entry, share in zip(described, shares, strict=True)
    ]
    with open_workspace(out, engine or EngineOptions()) as workspace:
        pairs = workspace.computed(
            "merged",
            [described, shares],
            lambda engine: merge_pairs([engine.read(folder / PAIRS) for folder in folders], shares),
        )
        description = {
            "language": languages[0],
            "merged": parts,
            "options": inherited | asdict(options),
            "lines": sum(entry["lines"] for entry in described),
        }
        return _write(workspace, out, pairs, options, words=words, description=description)


def _inherited(folders: Sequence[Path], described: Sequence[Description]) -> Description:
    """Return the common options of all parts; refuse different tokens or rules, but not different sources of phrases."""
    agreed: Description = {}
    for name, value in described[0]["options"].items():
        others = [entry["options"].get(name, value) for entry in described]
        place = next((place for place, other in enumerate(others) if other != value), None)
        if place is None:
            agreed[name] = value
        elif name not in ("aligner", "longest", "side", "symmetry"):
            raise ConfigurationError(
                f"{folders[0]} was built with --{name.replace('_', '-')} {value} and {folders[place]} with {others[place]}: "
                "build one of them again"
            )
    return agreed


def _shares(described: Sequence[Description], weights: Sequence[float] | None) -> list[float]:
    """Return the share of each resource; shares sum to 1."""
    sizes = [float(entry["lines"]) for entry in described] if weights is None else list(weights)
    if len(sizes) != len(described):
        raise ConfigurationError(f"{len(described)} resources need as many weights, not {len(sizes)}")
    if min(sizes) < 0 or not sum(sizes):
        raise ConfigurationError("weights must be numbers of at least 0, and one of them above 0")
    return [size / sum(sizes) for size in sizes]
