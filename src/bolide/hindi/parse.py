"""A segment as METEOR-Hindi sees it: tokens, tags, word groups, clauses."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Parse"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Parse:
    """Tokens with their tags; `groups` and `clauses` hold the places of their words."""

    tokens: tuple[str, ...]
    tags: tuple[str, ...]
    groups: tuple[tuple[int, ...], ...]
    clauses: tuple[tuple[int, ...], ...]

    def words(self, phrases: tuple[tuple[int, ...], ...]) -> tuple[str, ...]:
        """Return phrases as text."""
        return tuple(" ".join(self.tokens[place] for place in phrase) for phrase in phrases)

    def __str__(self) -> str:
        """Return three lines: words with tags, word groups, clauses."""
        tagged = " ".join(f"{token}/{tag}" for token, tag in zip(self.tokens, self.tags, strict=True))
        groups, clauses = (" | ".join(self.words(phrases)) for phrases in (self.groups, self.clauses))
        return f"tags     {tagged}\ngroups   {groups}\nclauses  {clauses}"
