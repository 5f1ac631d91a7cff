"""Any input that holds hypotheses and references together, read into the one shape of `bolide.files.corpus`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from bolide.errors import InputError
from bolide.files.coco import read_coco
from bolide.files.columns import Columns, Row
from bolide.files.corpus import Corpus, Source
from bolide.files.jsonl import read_jsonl
from bolide.files.keyed import KeyedCorpus
from bolide.files.nist_sgml import read_nist_sgml
from bolide.files.parquet import read_parquet
from bolide.files.rows import RowCorpus
from bolide.files.tsv import read_csv, read_quoted_tsv, read_tsv
from bolide.files.wmt_xml import read_wmt_xml

__all__ = ["KEYED", "TABLES", "read_corpus"]

TABLES: dict[str, Callable[[str, Columns], Iterator[Row]]] = {
    "tsv": read_tsv,
    "tsv-quoted": read_quoted_tsv,
    "csv": read_csv,
    "jsonl": read_jsonl,
    "parquet": read_parquet,
}
KEYED: dict[str, Callable[[Sequence[Source]], KeyedCorpus]] = {
    "coco": read_coco,
    "wmt-xml": read_wmt_xml,
    "sgml": read_nist_sgml,
}


def read_corpus(
    form: str, sources: Sequence[Source], columns: Columns | None = None, *, may_differ: bool = False
) -> Corpus:
    """Return the corpus in files of one format other than plain; the caller closes it.

    In tables, systems may have different segments where that is allowed.
    """
    if form in TABLES:
        read = TABLES[form]
        tables = ((source, read(source.path, columns or Columns())) for source in sources)
        return RowCorpus(tables, may_differ=may_differ)
    if form in KEYED:
        return KEYED[form](sources)
    raise InputError(
        f"there is no format {form!r} that holds hypotheses and references together: {', '.join(TABLES | KEYED)}"
    )
