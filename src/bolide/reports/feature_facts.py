"""What a report shows of METEOR-Hindi: tags, word groups and clauses of each segment, and a table of the features."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from bolide.metric.meteor import Meteor
from bolide.metric.statistics import Statistics
from bolide.reports.model import Table, TokenFacts

__all__ = ["feature_tables", "find_facts"]


def find_facts(meteor: Meteor) -> Callable[[Sequence[str]], Sequence[TokenFacts]] | None:
    """Return what tells the facts of texts whose tokens stand between blanks; None for a metric without any."""
    if meteor.pipeline.tagger is None:
        return None

    def find(texts: Sequence[str]) -> Sequence[TokenFacts]:
        parses = meteor.parse([text.split() for text in texts])
        return [TokenFacts(tags=parse.tags, groups=parse.groups, clauses=parse.clauses) for parse in parses]

    return find


def feature_tables(tables: Mapping[str, Statistics], meteor: Meteor) -> list[Table]:
    """Return precision and recall of every feature for each system, also of those that the score leaves out."""
    shares = {name: meteor.parameters.explain(table.total().to_bytes()) for name, table in tables.items()}
    features = dict.fromkeys(f"{feature} {side}" for of in shares.values() for feature in of for side in ("P", "R"))
    if not features:
        return []
    rows: list[tuple[str | float, ...]]
    rows = [(name, *(share for pair in of.values() for share in pair)) for name, of in shares.items()]
    return [Table(title="Features", head=("system", *features), rows=tuple(rows))]
