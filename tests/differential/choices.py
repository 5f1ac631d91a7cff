"""Options of the jar: such as it takes, and such as it may not."""

from __future__ import annotations

import random

from bolide.data.languages import JAVA_MATCHERS, find_language

__all__ = ["BEAMS", "Option", "modules_of", "odd_options", "options_for", "some_modules"]

Option = tuple[str, ...]
TASKS = ("rank", "adq", "hter", "li", "tune", "util", "universal", "default", "custom", "TUNE", "Customary")
# Of other exponents, Java's powers may differ in the last digit (docs/parity.md, floating point).
BETAS = ("0", "0.1", "0.2", "1", "1.3", "1.4", "1.5", "2")
SHARES = ("0", "1", ".5", "0.25", "0.9", "1e-3", "0.333333333333333333", "1.0", "+.75", "1d")
ODD_NUMBERS = (*SHARES, "-1", "2", "1e10", "-0.0", "NaN", "Infinity", "1f", "0x1p-1", "1e400", "1e-400")
BEAMS = ("1", "2", "3", "5", "20", "40", "64", "65", "100", "400")
ODD_BEAMS = ("0", "-1", "100001", "2147483647", "2147483648", "+7", "1.5", "", "x", "007", "-2147483648", "４")
OUTPUTS: tuple[tuple[Option, ...], ...] = (
    (),
    (("-vOut",),),
    (("-ssOut",),),
    (("-q",),),
    (("-vOut",), ("-q",)),
    (("-ssOut",), ("-q",)),
)


def options_for(chance: random.Random, language: str) -> list[Option]:
    """Return options that the jar takes: language, task, modules, weights, parameters, beam, text, unit, output."""
    chosen = find_language(language)
    options: list[Option] = [("-l", chance.choice((language, chosen.java_code, chosen.name, chosen.name.upper())))]
    if chance.random() < 0.5:
        options.append(("-t", chance.choice(TASKS)))
    if chance.random() < 0.5:
        options.append(("-m", some_modules(chance, language)))
    if chance.random() < 0.3:
        count = len(modules_of(options, language))
        options.append(("-w", " ".join(chance.choices(SHARES, k=max(count - (chance.random() < 0.3), 0)))))
    if chance.random() < 0.3:
        alpha, gamma, delta = chance.choices(SHARES, k=3)
        options.append(("-p", f"{alpha} {chance.choice(BETAS)} {gamma} {delta}"))
    if chance.random() < 0.3:
        options.append(("-x", chance.choice(BEAMS)))
    if chance.random() < 0.2:
        options.append(("-ch",))
    options += _text(chance, has_normaliser=chosen.normaliser is not None)
    options += chance.choice(OUTPUTS)
    if chance.random() < 0.3:
        options += [("-writeAlignments",), *([("-f", "mine")] if chance.random() < 0.5 else [])]
    chance.shuffle(options)
    return options


def modules_of(options: list[Option], language: str) -> tuple[str, ...]:
    """Return the modules that options ask for."""
    values = {option[0]: option[-1] for option in options}
    if "-m" in values:
        return tuple(values["-m"].lower().split())
    return (
        ("exact", "paraphrase")
        if values.get("-t") == "universal" and "-p" not in values
        else find_language(language).matchers
    )


def some_modules(chance: random.Random, language: str) -> str:
    """Return some of the modules that there can be data for, in any order."""
    possible = [name for name in JAVA_MATCHERS if name != "stem" or find_language(language).stemmer]
    return " ".join(chance.sample(possible, chance.randint(1, len(possible))))


def _text(chance: random.Random, *, has_normaliser: bool) -> list[Option]:
    flags = [("-lower",), ("-noPunct",), *([("-norm",), ("-norm",)] if has_normaliser else [])]
    return chance.sample(flags, chance.randint(0, len(flags)))


def odd_options(chance: random.Random, options: list[Option]) -> list[Option]:
    """Return options with some that are odd or wrong among them."""
    options = list(options)
    for _ in range(chance.randint(1, 3)):
        options.insert(chance.randint(0, len(options)), chance.choice(_ODD)(chance))
    return options


def _numbers(chance: random.Random, most: int) -> str:
    blanks = chance.choice((" ", "  ", "\t", "\n"))
    return blanks.join(chance.choices(ODD_NUMBERS, k=chance.randint(0, most)))


_ODD = (
    lambda chance: ("-x", chance.choice(ODD_BEAMS)),
    lambda chance: ("-w", _numbers(chance, 6)),
    lambda chance: ("-p", _numbers(chance, 6)),
    lambda chance: ("-t", chance.choice(("foo", "", "ranking", "CUSTOM x", "Rank", "lı"))),
    lambda chance: ("-l", chance.choice(("zz", "EN", "swedish", "cz", "xx", "other", "", "İT", "hi"))),
    lambda chance: ("-m", chance.choice(("exact", "EXACT stem", "exact\tstem", "foo", "paraphrase", "stem synonym"))),
    lambda chance: ("-r", chance.choice(("0", "1", "-3", "2", "7", "x", "", "+1", "99"))),
    lambda chance: ("-s", chance.choice(("function.words", "function.words", "gone"))),
    lambda chance: ("-a", chance.choice(("table.gz", "table.gz", "gone"))),
    lambda chance: ("-d", chance.choice(("synonyms", "synonyms", "gone"))),
    lambda chance: ("-f", chance.choice(("x y", "", "é", "sub/x"))),
    lambda chance: ("-new", chance.choice(("new", "new", "gone"))),
    lambda chance: (chance.choice(("-zzz", "-norm", "-noPunct", "-lower", "-ch", "-sgml", "-vOut", "-ssOut", "-q", "", "--help", "-w")),),
)  # fmt: skip
