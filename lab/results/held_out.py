"""The page of Meteor Universal (Denkowski and Lavie 2014): where its tables are, and the rows of table 3 for Russian and Hindi."""

from results.data import Data, markdown
from results.resources import hindi_resource

from bolide.analysis.judged_sets import Candidate, MetricChoice, other_candidate

__all__ = ["held_out"]


def held_out(data: Data) -> str:
    """Return the page."""
    return f"""## Table 1: judgements

The counts are the paper's, to the last: [results](../measured-once.md#universal-table-1-binary-ranking-judgements).

## Table 2: parameters

All are in the presets; learned again from the same judgements, the universal ones are confirmed on unseen ones:
[results](../measured-once.md#universal-table-2-the-parameters-of-all-languages-together).

## Table 3: Kendall's τ with rankings

English and the other languages of WMT: [results](../english.md#universal-table-3-kendalls-τ-with-rankings) and [other
languages](../measured-once.md#universal-table-3-other-languages).

### Russian

Published, rankings of WMT13: Universal .128, BLEU .068. Those rankings and the Russian table are not here. Ours are direct assessments of WMT15 and
WMT16, with Kendall's τ-b of all segments, exact matches (and stems, task `rank`) and the function words of Meteor 1.5:

{_russian(data)}

As published, Universal is far ahead of BLEU in a language that its parameters never saw, here even without a table of paraphrases. Stems and the jar's
parameters for Russian, as the paper used them for WMT14, change little.

### Hindi

{_hindi(data)}"""


def _russian(data: Data) -> str:
    choices = (
        MetricChoice(preset="meteor-1.5", task="universal", options={"matchers": ("exact",)}),
        MetricChoice(preset="meteor-1.5", task="rank", options={"matchers": ("exact", "stem")}),
    )
    candidates: list[Candidate] = [*(choice.candidate() for choice in choices), other_candidate("bleu")]
    return markdown(data.evaluated("wmt1[56]-da.en-ru.tsv.gz", candidates, ("kendall",)))


def _hindi(data: Data) -> str:
    built = hindi_resource(data)
    choice = MetricChoice(preset="universal", by_language={"resources": {"hi": str(built.folder)}})
    candidates: list[Candidate] = [choice.candidate(), other_candidate("bleu"), other_candidate("chrf++")]
    found = data.evaluated("indicmt*.en-hi*.tsv.gz", candidates, ("kendall",))
    return f"""Published, rankings of WMT14: Universal .264, BLEU .227. Those rankings are not here; ours are the judgements of IndicMT-Eval, with Kendall's
τ-b of all segments. The resources are built as the paper says, from {built.lines:,} lines of parallel text: {built.paraphrases:,} paraphrases and
{built.function_words} function words (`bolide build OUT --source TEXT.en --target TEXT.hi -l hi --source-language en`).

{markdown(found)}"""
