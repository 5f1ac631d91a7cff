"""The kinds of cases: plain text, odd options, SGML, standard input, and the jar's Matcher."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from differential.cases import STDIN, Block, Case, block
from differential.choices import BEAMS, Option, modules_of, odd_options, options_for, some_modules
from differential.documents import sgml_blocks
from differential.text import LANGUAGES, PIECES, TextMaker

from bolide.data.languages import find_language

__all__ = ["KINDS", "make_case"]

SEGMENTS = 400
FEW = 8


def make_case(kind: str, seed: int, number: int) -> Case:
    """Return a case by its number; the same one for the same kind and seed."""
    chance = random.Random(f"{kind} {seed} {number}")
    return KINDS[kind](chance, TextMaker(chance, chance.choice(LANGUAGES)))


def _text(chance: random.Random, maker: TextMaker) -> Case:
    """Many segments with options that the jar takes, and one to seven references."""
    options = options_for(chance, maker.language)
    per_segment = chance.choice((1, 1, 1, 2, 3, 5, 7))
    if per_segment > 1:
        options.append(("-r", str(per_segment)))
    return _case(maker, options, _segments(maker, SEGMENTS // per_segment, per_segment))


def _options(chance: random.Random, maker: TextMaker) -> Case:
    """Few segments with odd options; short ones, for the widest beam keeps every partial alignment."""
    maker.longest = 7
    options = odd_options(chance, options_for(chance, maker.language))
    return _case(maker, options, _segments(maker, chance.choice((1, FEW)), chance.choice((1, 1, 1, 2))))


def _sgml(chance: random.Random, maker: TextMaker) -> Case:
    """Two files of SGML; hardly any odd text, for much of it ends the reading."""
    maker.oddness = chance.choice((0.0, 0.01))
    options = [*options_for(chance, maker.language), ("-sgml",)]
    # A segment that never ends keeps the jar reading for ever.
    return replace(_case(maker, options, sgml_blocks(chance, maker)), tail=block(("hyp", "</seg>"), ("ref", "</seg>")))


def _stdio(chance: random.Random, maker: TextMaker) -> Case:
    """Requests for scores, and the like, on standard input."""
    blocks = []
    for _ in range(SEGMENTS):
        line = maker.line()
        fields = [*(maker.changed(line) for _ in range(chance.choice((0, 1, 1, 1, 2, 4)))), line]
        verb = chance.choice(("SCORE", "SCORE", "SCORE", "score", "SCOREBOARD", "EVAL", "SING", "", "x"))
        if verb in ("EVAL", "SING"):
            fields = [" ".join(_statistics(chance)) for _ in range(chance.choice((0, 1, 1, 3)))]
        blocks.append(block((STDIN, chance.choice((" ||| ", "|||")).join([verb, *fields]).replace("\r", " "))))
    case = _case(maker, [*options_for(chance, maker.language), ("-stdio",)], blocks)
    return replace(case, files=(*case.files[2:], STDIN), inputs=("-", "-"))


def _statistics(chance: random.Random) -> list[str]:
    """Return a row of statistics; sums that no alignment has will do."""
    row = [chance.choice((0, 0, 1, 2, 3, 7, 30)) * chance.choice((1, 1, 1, -1)) for _ in range(23)]
    if chance.random() < 0.2:  # All is matched, in one chunk, by no words or by some.
        row[0], row[1], row[20:] = sum(row[4:20:2]), sum(row[5:20:2]), [1, *[chance.choice((0, 1, 3))] * 2]
    return [f"{number}{chance.choice(('', '.0'))}" for number in row]


def _matcher(chance: random.Random, maker: TextMaker) -> Case:
    """Alignments by the jar's Matcher, with both of its searches."""
    options: list[Option] = [("-l", maker.language), ("-m", some_modules(chance, maker.language))]
    if chance.random() < 0.7:
        options.append(("-t", chance.choice(("maxacc", "maxcov"))))
    if chance.random() < 0.4:
        options.append(("-x", chance.choice(BEAMS)))
    case = _case(maker, options, _segments(maker, SEGMENTS, 1), has_function_words=False)
    return replace(case, program="Matcher")


KINDS: dict[str, Callable[[random.Random, TextMaker], Case]] = {
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


def _case(maker: TextMaker, options: list[Option], blocks: list[Block], *, has_function_words: bool = True) -> Case:
    """Return a case with the language data that its options and modules ask for, and sometimes function words of its own."""
    modules, options, chance = modules_of(options, maker.language), list(options), maker.chance
    given = {option[0] for option in options}
    if "paraphrase" in modules and "-a" not in given:
        options.append(("-a", "table.gz"))
    if "synonym" in modules and "-d" not in given and (maker.language != "en" or chance.random() < 0.7):
        options.append(("-d", "synonyms"))
    if has_function_words and "-s" not in given and chance.random() < 0.25:
        options.append(("-s", "function.words"))
    data: dict[str, list[Block]] = {}
    for option in options:
        data |= _data(maker, option)
    lines = [entry for entries in data.values() for entry in entries]
    return Case(files=("hyp", "ref", *data), options=tuple(options), blocks=(*blocks, *lines))


def _data(maker: TextMaker, option: Option) -> dict[str, list[Block]]:
    """Return the files that an option names, with the lines of each."""
    if option == ("-a", "table.gz"):
        return {"table.gz": _table(maker, "table.gz")}
    if option == ("-s", "function.words"):
        return {"function.words": _function_words(maker, "function.words")}
    if option == ("-new", "new"):
        words, table = "new/function.words", "new/paraphrase.gz"
        return {words: _function_words(maker, words), table: _table(maker, table)}
    if option == ("-d", "synonyms"):
        stem = f"synonyms/{find_language(maker.language).name.lower()}"
        return _synonyms(maker, f"{stem}.synsets", f"{stem}.exceptions")
    return {}


def _function_words(maker: TextMaker, file: str) -> list[Block]:
    words = {
        word.lower() for word in maker.chance.choices((*maker.words, *PIECES["marks"]), k=maker.chance.randint(0, 12))
    }
    return [block((file, word)) for word in sorted(words)]


def _table(maker: TextMaker, file: str) -> list[Block]:
    """Return entries of a paraphrase table."""
    probabilities = ("0.5", "1", "1e-5", "0.0123")
    return [
        block((file, maker.chance.choice(probabilities)), (file, maker.phrase()), (file, maker.phrase()))
        for _ in range(maker.chance.choice((0, 5, 40, 200)))
    ]


def _synonyms(maker: TextMaker, synsets: str, exceptions: str) -> dict[str, list[Block]]:
    """Return a dictionary of synonyms: words with the numbers of their synsets, and irregular forms."""
    chance = maker.chance
    words = sorted({word.lower() for word in maker.words})
    numbered = [
        block((synsets, word), (synsets, " ".join(str(chance.randint(1, 9)) for _ in range(chance.randint(1, 3)))))
        for word in words
        if chance.random() < 0.7
    ]
    irregular = [
        block((exceptions, word), (exceptions, " ".join(sorted({maker.inflected(word).lower() for _ in range(2)}))))
        for word in words
        if chance.random() < 0.2
    ]
    return {synsets: numbered, exceptions: irregular}
