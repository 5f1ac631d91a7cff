"""The kinds of cases: plain text, odd options, SGML, standard input, and the jar's Matcher."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from differential.cases import STDIN, Block, Case, block
from differential.choices import BEAMS, Option, modules_of, odd_options, options_for
from differential.documents import sgml_blocks
from differential.text import LANGUAGES, PIECES, TextMaker

from bolide.languages import MATCHERS, find_language

__all__ = ["KINDS", "make_case"]

SEGMENTS = 400
FEW = 8


def make_case(kind: str, seed: int, number: int) -> Case:
    """Return a case by its number; the same one for the same kind and seed."""
    return KINDS[kind](random.Random(f"{kind} {seed} {number}"))


def _text(chance: random.Random) -> Case:
    """Many segments with options that the jar takes, and one to seven references."""
    language = chance.choice(LANGUAGES)
    maker, options = TextMaker(chance, language), options_for(chance, language)
    per_segment = chance.choice((1, 1, 1, 2, 3, 5, 7))
    if per_segment > 1:
        options.append(("-r", str(per_segment)))
    return _case(maker, language, options, _segments(maker, SEGMENTS // per_segment, per_segment))


def _options(chance: random.Random) -> Case:
    """Few segments with odd options."""
    language = chance.choice(LANGUAGES)
    maker = TextMaker(chance, language)
    options = odd_options(chance, options_for(chance, language))
    case = _case(maker, language, options, _segments(maker, chance.choice((1, FEW)), chance.choice((1, 1, 1, 2))))
    files = {file for option in case.options for file in option} & {"table.gz", "function.words"}
    return replace(case, files=(*case.files, *sorted(files.difference(case.files))))


def _sgml(chance: random.Random) -> Case:
    """Two files of SGML, with few modules."""
    language = chance.choice(LANGUAGES)
    maker = TextMaker(chance, language)
    options = [*options_for(chance, language), ("-sgml",)]
    # A segment that never ends keeps the jar reading for ever.
    return replace(
        _case(maker, language, options, sgml_blocks(chance, maker)), tail=block(("hyp", "</seg>"), ("ref", "</seg>"))
    )


def _stdio(chance: random.Random) -> Case:
    """Requests for scores, and the like, on standard input."""
    language = chance.choice(LANGUAGES)
    maker = TextMaker(chance, language)
    blocks = []
    for _ in range(SEGMENTS):
        line = maker.line()
        fields = [*(maker.changed(line) for _ in range(chance.choice((0, 1, 1, 1, 2, 4)))), line]
        verb = chance.choice(("SCORE", "SCORE", "SCORE", "score", "SCOREBOARD", "EVAL", "SING", "", "x"))
        if verb in ("EVAL", "SING"):
            fields = [" ".join(_statistics(chance)) for _ in range(chance.choice((0, 1, 1, 3)))]
        blocks.append(block((STDIN, chance.choice((" ||| ", "|||")).join([verb, *fields]).replace("\r", " "))))
    case = _case(maker, language, [*options_for(chance, language), ("-stdio",)], blocks)
    return replace(case, files=(*case.files[2:], STDIN), inputs=("-", "-"))


def _statistics(chance: random.Random) -> list[str]:
    """Return a row of statistics; sums that no alignment has will do."""
    return [f"{chance.choice((0, 0, 1, 2, 3, 7, 30))}{chance.choice(('', '.0'))}" for _ in range(23)]


def _matcher(chance: random.Random) -> Case:
    """Alignments by the jar's Matcher, with both of its searches."""
    language = chance.choice(LANGUAGES)
    maker = TextMaker(chance, language)
    possible = [name for name in MATCHERS if name != "stem" or find_language(language).stemmer]
    options: list[Option] = [
        ("-l", language),
        ("-m", " ".join(chance.sample(possible, chance.randint(1, len(possible))))),
    ]
    if chance.random() < 0.7:
        options.append(("-t", chance.choice(("maxacc", "maxcov"))))
    if chance.random() < 0.4:
        options.append(("-x", chance.choice(BEAMS)))
    case = _case(maker, language, options, _segments(maker, SEGMENTS, 1))
    return replace(case, program="Matcher")


KINDS: dict[str, Callable[[random.Random], Case]] = {
    "text": _text,
    "options": _options,
    "sgml": _sgml,
    "stdio": _stdio,
    "matcher": _matcher,
}


def _segments(maker: TextMaker, count: int, per_segment: int) -> list[Block]:
    blocks = []
    for _ in range(count):
        line = maker.line()
        blocks.append(block(("hyp", line), *(("ref", maker.changed(line)) for _ in range(per_segment))))
    return blocks


def _case(maker: TextMaker, language: str, options: list[Option], blocks: list[Block]) -> Case:
    """Return a case with the language data that its modules need, and sometimes function words of its own."""
    modules, files, blocks, options = modules_of(options, language), ["hyp", "ref"], list(blocks), list(options)
    chance, given = maker.chance, {option[0] for option in options}
    if "paraphrase" in modules and "-a" not in given:
        options.append(("-a", "table.gz"))
        files.append("table.gz")
        blocks += [_entry(maker) for _ in range(chance.choice((0, 5, 40, 200)))]
    if "synonym" in modules and "-d" not in given and (language != "en" or chance.random() < 0.7):
        options.append(("-d", "synonyms"))
        names = [f"synonyms/{find_language(language).name.lower()}.{end}" for end in ("synsets", "exceptions")]
        files += names
        blocks += _synonyms(maker, *names)
    if chance.random() < 0.25 and "-s" not in given and not given & {"-new"}:
        options.append(("-s", "function.words"))
        files.append("function.words")
        words = {word.lower() for word in chance.choices((*maker.words, *PIECES["marks"]), k=chance.randint(0, 12))}
        blocks += [block(("function.words", word)) for word in sorted(words)]
    return Case(files=tuple(files), options=tuple(options), blocks=tuple(blocks))


def _entry(maker: TextMaker) -> Block:
    probability = maker.chance.choice(("0.5", "1", "1e-5", "0.0123"))
    return block(("table.gz", probability), ("table.gz", maker.phrase()), ("table.gz", maker.phrase()))


def _synonyms(maker: TextMaker, synsets: str, exceptions: str) -> list[Block]:
    """Return a dictionary of synonyms: words with the numbers of their synsets, and irregular forms."""
    chance = maker.chance
    words = sorted({word.lower() for word in maker.words})
    blocks = [
        block((synsets, word), (synsets, " ".join(str(chance.randint(1, 9)) for _ in range(chance.randint(1, 3)))))
        for word in words
        if chance.random() < 0.7
    ]
    for word in words:
        if chance.random() < 0.2:
            forms = sorted({maker.inflected(word).lower() for _ in range(2)})
            blocks.append(block((exceptions, word), (exceptions, " ".join(forms))))
    return blocks
