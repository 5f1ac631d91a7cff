"""The jar's arguments, and the order in which it puts a metric together from them (its quirks included)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from bolide.adapters.java.numbers import parse_double, parse_int
from bolide.adapters.java.stop import Stop
from bolide.data.languages import JAVA_MATCHERS, Language, find_language, known_language
from bolide.metric.known_presets import DEFAULT_PRESET, find_preset
from bolide.metric.parameters import Parameters
from bolide.metric.signature import jar_id
from bolide.records import record

__all__ = ["Choice", "Options", "choose", "java_words", "language_of", "matchers_of", "parse_options"]

VALUES = ("-l", "-t", "-p", "-m", "-w", "-r", "-x", "-s", "-d", "-a", "-f", "-new")
FLAGS = ("-ch", "-q", "-writeAlignments", "-norm", "-lower", "-sgml", "-stdio", "-mira", "-noPunct", "-ssOut", "-vOut")
BEAM = 40
TASKS = {
    "rank": "Ranking",
    "adq": "Adequacy",
    "hter": "HTER",
    "li": "Language-Independent",
    "tune": "Tune",
    "util": "Translator-Utility",
    "universal": "Universal",
    "custom": "Custom",
}
TOO_FEW_WEIGHTS = "Warning: More modules than weights specified - modules with no weights will not be counted."


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What the arguments say, unchecked: two files, the last value of each option, the flags."""

    hypothesis: str
    reference: str
    values: dict[str, str] = field(default_factory=dict)
    flags: frozenset[str] = frozenset()

    @property
    def is_stdio(self) -> bool:
        """Whether requests come from standard input."""
        return bool(self.flags & {"-stdio", "-mira"})

    @property
    def prefix(self) -> str:
        """What the names of written files begin with."""
        return self.values.get("-f", "meteor")


def parse_options(arguments: Sequence[str]) -> Options:
    """Read the arguments: two files first, then options, of which the last of a kind counts."""
    values: dict[str, str] = {}
    flags: set[str] = set()
    rest = iter(arguments[2:])
    for name in rest:
        if name in VALUES:
            value = next(rest, None)
            if value is None:
                raise Stop(1, f"option {name} needs a value")
            values[name] = value
        elif name in FLAGS:
            flags.add(name)
        else:
            raise Stop(1, f'Unknown option "{name}"')
    return Options(hypothesis=arguments[0], reference=arguments[1], values=values, flags=frozenset(flags))


@record
class JarParameters(Parameters):
    """The numbers of the jar's command line, whatever they are: it scores with any, and so does what stands in for it."""

    def __post_init__(self) -> None:
        """Check nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A metric as the jar puts it together: what its header prints, and what `bolide.Meteor` is asked for."""

    language: Language
    task: str
    matchers: tuple[str, ...]
    weights: tuple[float, ...]
    parameters: tuple[float, ...]
    text: str
    unit: str
    beam: int
    function_words: str | None
    synonyms: str | None
    paraphrases: str | None
    warnings: tuple[str, ...] = ()

    @property
    def scoring(self) -> JarParameters:
        """The parameters to score with: four of the numbers, and the weights there are."""
        if len(self.parameters) < 4:
            raise Stop(1, f"-p needs 4 numbers: alpha beta gamma delta; there are {len(self.parameters)}")
        alpha, beta, gamma, delta = self.parameters[:4]
        return JarParameters(alpha=alpha, beta=beta, gamma=gamma, delta=delta, weights=self.weights)

    @property
    def eval_id(self) -> str:
        """The line that the jar names the choice by."""
        return jar_id(
            unit=self.unit,
            language=self.language.java_code,
            text=self.text,
            parameters=self.parameters,
            matchers=self.matchers,
            weights=self.weights,
        )


def choose(options: Options) -> Choice:
    """Put the metric together in the jar's order: language, task, parameters, weights, matchers, files, text, unit, new."""
    values = options.values
    if "-new" in values:
        _check_overridden(values)
        return _new_language(values["-new"], _beam(values))
    language = language_of(values.get("-l", "en"))
    # Parity: -p makes the task a custom one, whose weights are those of adequacy; -t is not even read.
    task = "custom" if "-p" in values else _task(values["-t"]) if "-t" in values else language.task
    matchers, parameters, weights = _row(task, language)
    if "-p" in values:
        parameters = _numbers(values["-p"])
    if "-w" in values:
        weights = _numbers(values["-w"])
    if "-m" in values:
        matchers = matchers_of(values["-m"])
        weights = (*weights, *(0.0,) * len(matchers))[: len(matchers)]
    return Choice(
        language=language,
        task="custom" if values.keys() & {"-m", "-w", "-p"} else task,
        matchers=matchers,
        weights=weights,
        parameters=parameters,
        text=_text(options.flags),
        unit="characters" if "-ch" in options.flags else "words",
        beam=_beam(values),
        function_words=values.get("-s"),
        synonyms=values.get("-d"),
        paraphrases=values.get("-a"),
        warnings=(TOO_FEW_WEIGHTS,) if len(weights) < len(matchers) else (),
    )


def _new_language(folder: str, beam: int) -> Choice:
    """Return what -new asks for; it overrides nearly everything else."""
    matchers, parameters, weights = _row("universal", find_language("other"))
    return Choice(
        language=find_language("other"),
        task="universal",
        matchers=matchers,
        weights=weights,
        parameters=parameters,
        text="lower",
        unit="words",
        beam=beam,
        function_words=f"{folder}/function.words",
        synonyms=None,
        paraphrases=f"{folder}/paraphrase.gz",
    )


def _check_overridden(values: dict[str, str]) -> None:
    """Refuse wrong values of options that -new overrides, as the jar reads them before."""
    choose(
        Options(hypothesis="", reference="", values={name: value for name, value in values.items() if name != "-new"})
    )


def _row(task: str, language: Language) -> tuple[tuple[str, ...], tuple[float, ...], tuple[float, ...]]:
    """Return matchers, parameters and a weight for each matcher of a task; zeros where the jar has none for the language.

    Parity: a matcher that is added to these gets no weight of the task, also where the task has four.
    """
    name = {"custom": "adq"}.get(task, task)
    if language.code == "other" and task != "universal":
        name = "li"
    row = next((row for row in find_preset(DEFAULT_PRESET).rows if row.task == name and row.is_for(language)), None)
    if row is None:
        return language.matchers, (0.0,) * 4, (0.0,) * len(language.matchers)
    matchers = row.matchers(language)
    return matchers, row.options["parameters"], row.options["weights"][: len(matchers)]


def java_words(text: str) -> list[str]:
    """Split text where Java's tokenizer does: at blanks, tabs, line feeds, carriage returns and form feeds."""
    for blank in "\t\n\r\f":
        text = text.replace(blank, " ")
    return [word for word in text.split(" ") if word]


def language_of(name: str) -> Language:
    """Return the language of a name or code; `Stop` with the jar's words if there is none."""
    language = known_language("other" if name.lower() == "xx" else name)
    if language is None or (language.java_code == "other" and language.code != "other"):
        raise Stop(1, f"Unknown language ({name})")
    return language


def matchers_of(text: str) -> tuple[str, ...]:
    """Return the matchers of a list in one argument; `Stop` with the jar's words for an unknown one."""
    names = tuple(java_words(text.lower()))
    for name in names:
        if name not in JAVA_MATCHERS:
            raise Stop(1, f"Unknown module ({name})")
    return names


def _task(name: str) -> str:
    task = name.lower()
    if task == "default":
        return "rank"
    if task.startswith("custom"):
        return "custom"
    if task not in TASKS:
        raise Stop(1, f"Unknown task ({name})")
    return task


def _numbers(text: str) -> tuple[float, ...]:
    return tuple(parse_double(word) for word in java_words(text))


def _beam(values: dict[str, str]) -> int:
    return parse_int(values["-x"]) if "-x" in values else BEAM


def _text(flags: frozenset[str]) -> str:
    # Parity: -noPunct without -norm does nothing.
    if "-norm" in flags:
        return "nopunct" if "-noPunct" in flags else "norm"
    return "lower" if "-lower" in flags else "raw"
