"""The jar's arguments, the order in which it builds a metric from them (with its quirks), and its numbers, errors and streams."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TextIO

from bolide import BolideError, Meteor, Parameters, ResourceError
from bolide.data.languages import JAVA_MATCHERS, Language, find_language, known_language
from bolide.files.java_files import java_lines
from bolide.metric.known_presets import DEFAULT_PRESET, find_preset
from bolide.metric.signature import jar_id
from bolide.records import record


class JarError(Exception):
    """Ends the program with an exit code and lines on standard error: one line where the jar prints a stack trace."""

    def __init__(self, code: int, *lines: str) -> None:
        super().__init__(code, *lines)
        self.code = code
        self.lines = lines


@record
class Streams:
    """Standard input as bytes; standard output and error as text."""

    input: IO[bytes]
    output: TextIO
    errors: TextIO

    def warn(self, line: str) -> None:
        """Write a line to standard error."""
        self.errors.write(line + "\n")


_NUMBER = re.compile(r"([+-]?(?:NaN|Infinity|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?))[dDfF]?", re.ASCII)
_HEXADECIMAL = re.compile(r"([+-]?0[xX](?:[\da-fA-F]+\.?[\da-fA-F]*|\.[\da-fA-F]+)[pP][+-]?\d+)[dDfF]?", re.ASCII)


def parse_double(text: str) -> float:
    """Read a number as `Double.parseDouble` does; `JarError` if it is not a number."""
    if found := _NUMBER.fullmatch(text):
        return float(found.group(1))
    if found := _HEXADECIMAL.fullmatch(text):
        try:
            return float.fromhex(found.group(1))
        except OverflowError:
            return -math.inf if text.startswith("-") else math.inf
    raise JarError(1, f'not a number: "{text}"')


def parse_int(text: str) -> int:
    """Read a whole number as `Integer.parseInt` does; `JarError` if it is not one."""
    value = find_int(text)
    if value is None:
        raise JarError(1, f'not a whole number: "{text}"')
    return value


def find_int(text: str) -> int | None:
    """Read a 32-bit whole number as Java does, in the digits of any script below U+10000; None if it is not one."""
    digits = text[1:] if text[:1] in ("+", "-") else text
    significant = digits.lstrip("0") or "0"  # Python refuses to read thousands of digits.
    if not digits.isdecimal() or max(digits) > "\uffff" or len(significant) > 10:
        return None
    value = -int(significant) if text.startswith("-") else int(significant)
    return value if -(1 << 31) <= value < 1 << 31 else None


VALUES = ("-l", "-t", "-p", "-m", "-w", "-r", "-x", "-s", "-d", "-a", "-f", "-new")
FLAGS = ("-ch", "-q", "-writeAlignments", "-norm", "-lower", "-sgml", "-stdio", "-mira", "-noPunct", "-ssOut", "-vOut")
BEAM = "40"
# How text is read with these flags. Parity: -noPunct without -norm does nothing.
_TEXTS = {"nopunct": {"-norm", "-noPunct"}, "norm": {"-norm"}, "lower": {"-lower"}}
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


@record
class Options:
    """The unchecked arguments: two files, the last value of each option, the flags."""

    hypothesis: str
    reference: str
    values: dict[str, str]
    flags: frozenset[str] = frozenset()


def parse_options(
    arguments: Sequence[str], with_value: Sequence[str] = VALUES, alone: Sequence[str] = FLAGS
) -> Options:
    """Read the arguments: two files first, then options; the last value of an option wins."""
    values: dict[str, str] = {}
    flags: set[str] = set()
    rest = iter(arguments[2:])
    for name in rest:
        if name in with_value:
            value = next(rest, None)
            if value is None:
                raise JarError(1, f"option {name} needs a value")
            values[name] = value
        elif name in alone:
            flags.add(name)
        else:
            raise JarError(1, f'Unknown option "{name}"')
    return Options(hypothesis=arguments[0], reference=arguments[1], values=values, flags=frozenset(flags))


@contextmanager
def stopping(*said: str, ours: bool = True) -> Iterator[None]:
    """End the program if a file cannot be read or scored: with the lines that the jar `said`, then the reason; or only for errors of `ours`."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise JarError(1, *said, f"{error.filename} ({error.strerror})") from error
    except BolideError as error:
        raise (JarError(1, f"bolide java: {error}") if ours else JarError(1, *said, str(error))) from error


@record
class JarParameters(Parameters):
    """The numbers of the jar's command line, unchecked: the jar scores with any numbers."""

    def check(self) -> None:
        """Refuse nothing."""


@record
class Choice:
    """A metric as the jar builds it: the values in its header, and the options of `bolide.Meteor`."""

    language: Language
    task: str
    matchers: tuple[str, ...]
    weights: tuple[float, ...]
    parameters: tuple[float, ...]
    text: str
    unit: str = "words"
    beam: int
    function_words: str | None = None
    synonyms: str | None = None
    paraphrases: str | None = None

    @property
    def scoring(self) -> JarParameters:
        """The parameters to score with: the first four numbers, and all weights."""
        if len(self.parameters) < 4:
            raise JarError(1, f"-p needs 4 numbers: alpha beta gamma delta; there are {len(self.parameters)}")
        alpha, beta, gamma, delta = self.parameters[:4]
        return JarParameters(alpha=alpha, beta=beta, gamma=gamma, delta=delta, weights=self.weights)

    @property
    def eval_id(self) -> str:
        """The line by which the jar identifies the metric."""
        return jar_id(
            unit=self.unit,
            language=self.language.java_code,
            text=self.text,
            parameters=self.parameters,
            matchers=self.matchers,
            weights=self.weights,
        )


def choose(options: Options) -> Choice:
    """Build the metric in the jar's order: language, task, parameters, weights, matchers, files, text, unit, new."""
    values = options.values
    language = language_of(values.get("-l", "en"))
    # Parity: -p makes a custom task with the weights of adequacy; -t is not even read.
    task = "custom" if "-p" in values else _task(values["-t"]) if "-t" in values else language.task
    matchers, parameters, weights = _row(task, language)
    if "-p" in values:
        parameters = _numbers(values["-p"])
    if "-w" in values:
        weights = _numbers(values["-w"])
    if "-m" in values:
        matchers = matchers_of(values["-m"])
        weights = (*weights, *(0.0,) * len(matchers))[: len(matchers)]
    choice = Choice(
        language=language,
        task="custom" if values.keys() & {"-m", "-w", "-p"} else task,
        matchers=matchers,
        weights=weights,
        parameters=parameters,
        text=next((text for text, needed in _TEXTS.items() if needed <= options.flags), "raw"),
        unit="characters" if "-ch" in options.flags else "words",
        beam=parse_int(values.get("-x", BEAM)),
        function_words=values.get("-s"),
        synonyms=values.get("-d"),
        paraphrases=values.get("-a"),
    )
    return _of_new_language(values["-new"], choice.beam) if "-new" in values else choice


def _of_new_language(folder: str, beam: int) -> Choice:
    """Return the metric of -new, which overrides nearly all other options; the jar still reads them."""
    language = find_language("other")
    matchers, parameters, weights = _row("universal", language)
    return Choice(
        language=language,
        task="universal",
        matchers=matchers,
        weights=weights,
        parameters=parameters,
        text="lower",
        beam=beam,
        function_words=f"{folder}/function.words",
        paraphrases=f"{folder}/paraphrase.gz",
    )


def _row(task: str, language: Language) -> tuple[tuple[str, ...], tuple[float, ...], tuple[float, ...]]:
    """Return matchers, parameters and a weight for each matcher of a task; zeros if the jar has none for the language.

    Parity: a matcher added to these gets no weight of the task, even if the task has four.
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
    return re.findall("[^ \t\n\r\f]+", text)


def language_of(name: str) -> Language:
    """Return the language of a name or code; `JarError` with the jar's message if there is none."""
    language = known_language("other" if name.lower() == "xx" else name)
    if language is None or (language.java_code == "other" and language.code != "other"):
        raise JarError(1, f"Unknown language ({name})")
    return language


def matchers_of(text: str) -> tuple[str, ...]:
    """Return the matchers of a list in one argument; `JarError` with the jar's message for an unknown one."""
    names = tuple(java_words(text.lower()))
    for name in names:
        if name not in JAVA_MATCHERS:
            raise JarError(1, f"Unknown module ({name})")
    return names


def _task(name: str) -> str:
    task = name.lower()
    if task == "default":
        return "rank"
    if task.startswith("custom"):
        return "custom"
    if task not in TASKS:
        raise JarError(1, f"Unknown task ({name})")
    return task


def _numbers(text: str) -> tuple[float, ...]:
    return tuple(parse_double(word) for word in java_words(text))


def make_metric(choice: Choice, *, aligner: str = "java") -> Meteor:
    """Return the metric of a choice. `JarError` has the jar's message about a missing file."""
    words = _function_words(choice.function_words)
    check_normaliser(choice.language, choice.text)
    if "stem" in choice.matchers and choice.language.stemmer is None:
        raise unknown_stemmer(choice.language)
    if choice.paraphrases and "paraphrase" in choice.matchers and not Path(choice.paraphrases).exists():
        raise JarError(1, f"Error: file not found ({_location(choice.paraphrases)})")
    synonyms = choice.synonyms if "synonym" in choice.matchers else None
    try:
        return Meteor(
            choice.language.code,
            preset="meteor-1.5",
            text=choice.text,
            matchers=choice.matchers,
            aligner=aligner,
            beam=max(choice.beam, 0),
            unit=choice.unit,
            # Statistics need no parameters; the program scores them with the jar's, which need not fit the matchers.
            parameters=(0.0,) * 4,
            weights=(0.0,) * len(choice.matchers),
            function_words=words,
            synonyms=synonyms,
            paraphrases=choice.paraphrases if "paraphrase" in choice.matchers else None,
        )
    except BolideError as error:
        fault = f"bolide java: {error}"
        if isinstance(error, ResourceError) and synonyms and not Path(synonyms).is_dir():
            fault = f"Error: Synonym dictionary could not be loaded ({_location(synonyms)})"
        raise JarError(1, fault) from error


def check_normaliser(language: Language, text: str) -> None:
    """Refuse to normalise a language that has no normaliser, as the jar does."""
    if text in ("norm", "nopunct") and language.normaliser is None:
        raise JarError(
            1,
            "Error: Pre-process the input files and run Meteor without the -norm option.",
            f"No normalizer for language ({language.name.lower()})",
        )


def check_weights(parameters: Parameters, modules: int) -> None:
    """Refuse more weights than modules at the first segment, as the jar does."""
    if len(parameters.weights) > modules:
        raise JarError(1, f"there are {len(parameters.weights)} weights for {modules} modules")


def unknown_stemmer(language: Language) -> JarError:
    """Return the jar's error for a language without a stemmer."""
    return JarError(1, f"No stemmer for language ({language.name.lower()})")


def _function_words(path: str | None) -> Sequence[str] | None:
    """Return the words of a file, one per line; None: the jar's default, the English ones."""
    if path is None:
        return None
    try:
        with Path(path).open("rb") as stream:
            return tuple(java_lines(stream))
    except OSError as error:
        raise JarError(1, f"No function word list ({_location(path)})") from error


def _location(path: str) -> str:
    return f"file:{Path(path).absolute()}"
