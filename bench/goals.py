"""What the project wants to reach beside its peers, and whether a run has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from measure import Cost
from sections import figure, section
from tools import Bolide, Jar, Nltk, Tool

COLD, ONE, STEADY = "whole", "one", "steady"


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    """At least so many times the cost of bolide for a peer."""

    text: str
    where: str
    peer: type
    cost: str
    least: float
    threads: int | None = None


GOALS = (
    Goal(text="cold start, all threads, beside the jar", where=COLD, peer=Jar, cost="wall", least=60),
    Goal(text="steady state, one thread, beside the jar", where=STEADY, peer=Jar, cost="wall", least=40, threads=1),
    Goal(text="steady state, all threads, beside the jar", where=STEADY, peer=Jar, cost="wall", least=70),
    Goal(text="peak memory, beside the jar", where=COLD, peer=Jar, cost="memory", least=12),
    Goal(text="one segment, beside the jar", where=ONE, peer=Jar, cost="wall", least=90),
    Goal(text="steady state, one thread, beside NLTK", where=STEADY, peer=Nltk, cost="wall", least=20, threads=1),
    Goal(text="cold start, all threads, beside NLTK", where=COLD, peer=Nltk, cost="wall", least=50),
)


def goals(tools: list[Tool], found: Mapping[str, Mapping[str, Cost]]) -> str:
    """A table of all goals that this run can tell of; nothing if there is none."""
    ours = [tool for tool in tools if isinstance(tool, Bolide)]
    rows = []
    for goal in GOALS:
        peers = [tool for tool in tools if isinstance(tool, goal.peer)]
        if not ours or not peers or goal.where not in found:
            continue
        own = ours[0] if goal.threads == 1 else ours[-1]
        costs = found[goal.where]
        ratio = getattr(costs[peers[0].name], goal.cost) / getattr(costs[own.name], goal.cost)
        rows.append((goal.text, f"{goal.least:g}x", f"{figure(ratio)}x", "yes" if ratio >= goal.least else "no"))
    return section("Goals", ("", "at least", "measured", "reached"), rows, {}, "") if rows else ""
