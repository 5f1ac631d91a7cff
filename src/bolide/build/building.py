"""Builds a resource from parallel text, step by step."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import cast

from bolide import _core
from bolide.build.built_folder import PARAPHRASES, Description, write_resource
from bolide.build.databases import DuckDB, Spark, check_engine, open_engine
from bolide.build.parallel_text import BATCH, SIDE_NAMES, common_words, read_counts, tokenise_lines, write_corpus
from bolide.build.phrase_table import (
    LINKS_NAME,
    ROW,
    Columns,
    ExtractPhrases,
    Facts,
    Table,
    count_phrases,
    count_rows,
    extract_phrases,
    read_phrase_table,
    score_phrases,
    text_column,
    write_lines,
    write_rows,
)
from bolide.build.pivot import filter_pairs, most_translations, pivot, usable_rows
from bolide.build.request import BuildRequest
from bolide.build.steps import Step, Workspace, digest_file, open_workspace
from bolide.build.word_alignment import LINKS, align_corpus, copy_alignments
from bolide.data import processor_cores
from bolide.data.install import install_files
from bolide.errors import InputError
from bolide.files import Progress
from bolide.files.plain import LineFile


def build_resource(request: BuildRequest) -> list[Description]:
    """Build a resource, continuing an earlier run with the same input and options; return its description.

    With both sides, the resource of the source language is in the folder `source` of the output, and its description comes second.
    """
    check_engine(request.engine.engine)
    with open_workspace(request.out, keep=request.keep_work) as workspace:
        return _Build(request, workspace).run()


class _Build:
    """One run over the steps."""

    def __init__(self, request: BuildRequest, workspace: Workspace) -> None:
        self._request = request
        self._workspace = workspace
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
        lowercase, minimum, skips = (
            request.text_of("target") != "raw",
            request.pivot.min_instance,
            request.skip_bad_lines,
        )

        def make(folder: Path) -> Facts:
            return read_phrase_table(folder, path, lowercase=lowercase, minimum=minimum, skip_bad_lines=skips)

        return self._workspace.step("table", [self._digests[path], lowercase, minimum, skips], make)

    def _make_table(self, corpus: Step) -> Step:
        """Align, extract, count and score."""
        request = self._request
        links = self._links(corpus)
        phrases = self._workspace.step(
            "phrases",
            [corpus.key, links.key, request.longest],
            lambda folder: self._extract(folder, corpus, links.folder / LINKS),
        )
        counted = self._computed("counted", phrases, lambda engine: count_phrases(engine.read(phrases.folder)))
        return self._computed(
            "table", counted, lambda engine: score_phrases(engine.read(counted.folder)), longest=request.longest
        )

    def _extract(self, folder: Path, corpus: Step, links: Path) -> Facts:
        """Extract phrase pairs, on this machine or on the workers of a cluster."""
        lines, longest = corpus.facts["lines"], self._request.longest
        if self._request.engine.engine != "spark":
            threads = self._request.engine.threads or processor_cores()
            counter = _core.PhraseCounter(longest=longest, threads=threads)
            name = " and ".join(self._request.alignments) or LINKS_NAME
            return extract_phrases(folder, counter, [*_sides(corpus), links], name, lines)
        handed = folder / "lines"
        handed.mkdir()
        write_lines(handed, [*_sides(corpus), links], lines)
        with self._engine(folder) as engine, Progress("extracting phrase pairs on the cluster"):
            cast("Spark", engine).map_rows(handed, ExtractPhrases(longest), ROW, folder / "rows")
        shutil.rmtree(handed)
        return {"rows": _take_rows(folder)}

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
        options = asdict(request.pivot)

        def pairs_of(engine: DuckDB | Spark) -> Table:
            rows = usable_rows(engine.read(table.folder), request.pivot, common)
            self._refuse_hot_pivots(engine, rows, native, table)
            return pivot(rows, request.pivot, native=native, phrases=wanted and engine.read(wanted.folder))

        inputs = [corpus.key, wanted and wanted.key, options, native]
        pairs = self._computed(f"pairs-{native}", table, pairs_of, *inputs)
        final = self._computed(
            f"final-{native}", pairs, lambda engine: filter_pairs(engine.read(pairs.folder), request.pivot), options
        )
        is_main = native == request.natives[0]
        folder = request.out if is_main else request.out / native
        description = write_resource(
            folder,
            final=final.folder,
            pairs=pairs.folder,
            words=counts[native],
            function_words=common[native],
            description=self._describe(native, corpus, table, pairs),
        )
        install_files("paraphrases", [folder / PARAPHRASES])
        return description

    def _refuse_hot_pivots(self, engine: DuckDB | Spark, rows: Table, native: str, table: Step) -> None:
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

    def _describe(self, native: str, corpus: Step, table: Step, pairs: Step) -> Description:
        request = self._request
        names = {"source": request.source, "target": request.target}
        digests = {path: {"name": Path(path).name, "sha256": self._digests[path]} for path in request.inputs}
        sources = {side: digests[path] | {"words": corpus.facts[f"{side}_words"]} for side, path in names.items()}
        return {
            "language": request.language if native == "target" else request.source_language,
            "sources": {**sources, "others": [digests[path] for path in request.inputs[2:]]},
            **({"corpora": list(request.corpora)} if request.corpora else {}),
            "options": request.describe(native),
            "lines": corpus.facts["lines"],
            "phrase_pairs": table.facts["rows"],
            "bad_lines": table.facts.get("bad_lines", 0),
            "pairs": pairs.facts["rows"],
        }

    def _computed(
        self, name: str, before: Step, expression: Callable[[DuckDB | Spark], Table], *inputs: object, **facts: int
    ) -> Step:
        """Return a step computed by an engine from the step before."""

        def make(folder: Path) -> Facts:
            with self._engine(folder) as engine, Progress(f"computing {name}"):
                engine.write(expression(engine), folder / "rows")
            return {"rows": _take_rows(folder), **facts}

        return self._workspace.step(name, [before.key, *inputs, facts], make)

    @contextmanager
    def _engine(self, folder: Path) -> Iterator[DuckDB | Spark]:
        with open_engine(self._request.engine, folder / "scratch") as engine:
            yield engine
        shutil.rmtree(folder / "scratch", ignore_errors=True)


def _sides(corpus: Step) -> list[Path]:
    """Return the tokenised text of both sides."""
    return [corpus.folder / f"{side}.txt" for side in SIDE_NAMES]


def _take_rows(folder: Path) -> int:
    """Move the files of an engine into the folder of its step; return the number of rows."""
    rows = folder / "rows"
    for path in rows.glob("*.parquet"):
        path.rename(folder / path.name)
    shutil.rmtree(rows)
    return count_rows(folder)


def _ngrams(paths: tuple[str, ...], language: str, text: str, longest: int) -> Iterator[Columns]:
    """Yield the phrases of texts in portions; some are repeated."""
    for path in paths:
        with LineFile(path) as file, Progress(f"listing the phrases of {file.name}") as progress:
            while lines := file.take(BATCH):
                joined = "".join(line + "\n" for line in tokenise_lines(lines, language, text))
                yield {"phrase": text_column(_core.ngrams(joined.encode(), longest))}
                progress.advance(len(lines))
