"""What a report shows of METEOR-Hindi: tags, word groups and clauses of each segment, and a table of the features."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from bolide.metric.feature_values import FEATURES, feature_table
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
    if not meteor.parameters.features:
        return []
    head = ("system", *(f"{feature} {side}" for feature in FEATURES for side in ("P", "R")))
    rows = tuple((name, *feature_table(table.total())[0].tolist()) for name, table in tables.items())
    return [Table(title="Features", head=head, rows=rows)]
