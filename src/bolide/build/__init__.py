"""Meteor Universal: language resources for any language, from parallel text.

Bitext is aligned word by word, phrase pairs are extracted and scored, and paraphrases found by pivoting; common words become function
words. See `docs/building.md`. Needs the extra `bolide[build]`.
"""

from bolide.build.building import build_resource, merge_resources
from bolide.build.parallel_text import function_words_of
from bolide.build.request import BuildRequest, EngineOptions, PivotOptions

__all__ = ["BuildRequest", "EngineOptions", "PivotOptions", "build_resource", "function_words_of", "merge_resources"]
