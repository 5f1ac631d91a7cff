"""The kinds of cases: plain text, odd options, SGML, standard input, and the jar's Matcher; made of text and options that nobody would write."""

import random
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

from differential.cases import STDIN, Block, Case, block

from bolide.data import parse_toml
from bolide.data.languages import JAVA_MATCHERS, find_language

OWN = Path(__file__).resolve().parent.parent / "golden" / "own"
LANGUAGES = ("en", "cs", "fr", "es", "de", "ru", "pt", "da", "ro", "hu", "tr", "fi", "nl", "it", "no", "sv")

_TABLE = parse_toml((Path(__file__).parent / "pieces.toml").read_text(encoding="utf-8"))
PIECES: dict[str, list[str]] = {name: pieces.split(" ") for name, pieces in _TABLE["words"].items()}
PIECES |= {name: list(characters) for name, characters in _TABLE["characters"].items()}
ODD = list(PIECES.values())
BYTES = b"\xff \xc3 \xe2\x82 \xed\xa0\x80 \xf0\x9f\x98 \xc0\xaf \xf4\x90\x80\x80 \x80\x80".decode(
    "utf-8", "surrogateescape"
).split(" ")


@cache
def vocabulary(language: str) -> tuple[str, ...]:
    """Return the words of our own texts in a language, sorted."""
    texts = ((OWN / f"{language}.{end}").read_text(encoding="utf-8") for end in ("hyp", "ref"))
    return tuple(sorted({word for text in texts for word in re.findall(r"[^\W\d_]+", text)}))


class TextMaker:
    """Makes lines in a language; the same ones for the same source of chance."""

    def __init__(self, chance: random.Random, language: str) -> None:
        self.chance, self.language = chance, language
        self.known = vocabulary(language)
        # Few words in a case, so that many of them occur on both sides, and several times.
        self.words = chance.sample(self.known, min(len(self.known), chance.choice((4, 12, 40, 200))))
        self.oddness = chance.choice((0.0, 0.02, 0.1, 0.3))
        self.longest = 60

    def line(self) -> str:
        """Return a segment."""
        length = self.chance.choices((0, 1, 2, 6, 12, 25, 60), weights=(1, 3, 4, 20, 20, 8, 1))[0]
        return self.join([self.word() for _ in range(min(length and self.chance.randint(1, length), self.longest))])

    def join(self, words: list[str]) -> str:
        """Put words one after the other, mostly with a blank between them."""
        glue = (" ", "", *PIECES["blanks"]) if self.chance.random() < self.oddness else (" ",)
        return "".join(word + self.chance.choice(glue) for word in words).removesuffix(" ")

    def word(self) -> str:
        """Return a word, possibly odd or changed."""
        if self.chance.random() < self.oddness:
            return self.odd_word()
        word = self.chance.choice(self.words)
        change = self.chance.random()
        if change < 0.1:
            return word.upper() if change < 0.03 else word.capitalize()
        if change < 0.2:
            return word + self.chance.choice((".", ",", "!", "'s", "-", ".."))
        return self.inflected(word) if change < 0.35 else word

    def odd_word(self) -> str:
        """Return a piece of another kind of text, a long word, or bytes that are not UTF-8."""
        choice = self.chance.random()
        if choice < 0.02:
            return self.chance.choice(BYTES)
        if choice < 0.04:
            return self.chance.choice(self.words) * self.chance.choice((3, 30, 300))
        if choice < 0.15:
            return "".join(self.chance.choice(self.chance.choice(ODD)) for _ in range(self.chance.randint(2, 4)))
        return self.chance.choice(self.chance.choice(ODD))

    def inflected(self, word: str) -> str:
        """Return a word with the ending of another: stems meet there."""
        other = self.chance.choice(self.known)
        return word[: max(2, len(word) - self.chance.randint(0, 3))] + other[len(other) - self.chance.randint(0, 4) :]

    def changed(self, line: str) -> str:
        """Return a reference for a line: most of its words, some of them elsewhere, inflected, doubled or replaced."""
        if self.chance.random() < 0.1:
            return line if self.chance.random() < 0.5 else self.line()
        words = line.split(" ")
        for _ in range(self.chance.randint(0, 6)):
            at = self.chance.randrange(len(words))
            here = words[at]
            words[at : at + 1] = self.chance.choice(
                ([], [here, here], [self.inflected(here)], [self.word()], [here.lower()])
            )
            words = words or [self.word()]
        if self.chance.random() < 0.4:
            start, end = sorted(self.chance.randrange(len(words) + 1) for _ in range(2))
            words = words[:start] + words[end:] + words[start:end]
        return " ".join(words)

    def phrase(self) -> str:
        """Return a phrase for a table, in lower case as tables are."""
        return " ".join(self.chance.choice(self.words).lower() for _ in range(self.chance.choice((1, 1, 2, 2, 3, 5))))


Option = tuple[str, ...]
TASKS = ("rank", "adq", "hter", "li", "tune", "util", "universal", "default", "custom", "TUNE", "Customary")
# Of other exponents, Java's powers may differ in the last digit (docs/parity.md, floating point).
BETAS = ("0", "0.1", "0.2", "1", "1.3", "1.4", "1.5", "2")
SHARES = ("0", "1", ".5", "0.25", "0.9", "1e-3", "0.333333333333333333", "1.0", "+.75", "1d")
ODD_NUMBERS = (*SHARES, "-1", "2", "1e10", "-0.0", "NaN", "Infinity", "1f", "0x1p-1", "1e400", "1e-400")
BEAMS = ("1", "2", "3", "5", "20", "40", "64", "65", "100", "400")
ODD_BEAMS = ("0", "-1", "100001", "2147483647", "2147483648", "+7", "1.5", "", "x", "007", "-2147483648", "４")
OUTPUTS = ("", "-vOut", "-ssOut", "-q", "-vOut -q", "-ssOut -q")


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
    options += _flags(chance, has_normaliser=chosen.normaliser is not None)
    options += [(flag,) for flag in chance.choice(OUTPUTS).split()]
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


def _flags(chance: random.Random, *, has_normaliser: bool) -> list[Option]:
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


NAMES = ("a", "b", "Aa", "BB", "sys 1", "é", "R2", "10", "9", "<x>")
# Of numbers and other ids in one document, the jar's order depends on how it sorts (docs/java.md).
SEGMENT_IDS = (
    ("1", "2", "3", "10", "11", "01", "+1", "-1", "٣"),
    ("a", "1a", "b10", "²", "2147483648", " 1", "1 ", "x y"),
)
OPENINGS = ('<seg id="{}">', "<seg id={}>", '<SEG ID = "{}" >', "< seg\tid={} >", '<hl><seg id="{}">', "<segid={}>")
ENDS = ("</seg>", "</SEG>", "< /seg >", "</seg></hl>", "</seg\t>")
# What may stand anywhere in a line.
MARKUP = (
    "<", ">", '"', "=", "/", "<seg", "</seg>", "</seg", "<seg>", '<seg id="7">', '<seg id="">', "<seg id=>", '<seg id=" ">', '<seg id="1" x="y">',
    "<segment>", "<doc>", '<doc docid="d">', '<doc docid = "d" sysid="a">', "</doc>", '<tstset setid="s">', '<refset setid="s" refid="a" sysid="b">',
    'refid="r"', 'sysid = "q"', "docid=d", 'setid=""', "<!-- x -->", "<?xml?>", "&amp;lt;", "&QUOT;", "&amp", "&#65;", "\u2028", "\u0085", "\u2029",
    "\v", "\f", "\t", "\x1c", "\u00a0", "\r", "\r\n", "\0", "ſeg", "<ſeg id=1>", "\ufeff", "null",
)  # fmt: skip


def sgml_blocks(chance: random.Random, maker: TextMaker) -> list[Block]:
    """Return the lines of a test file and of a file of references, a block each."""
    sets = chance.sample(NAMES, chance.choice((1, 1, 2)))
    documents = chance.sample(NAMES, chance.randint(1, 3))
    segments = {name: chance.sample(chance.choice(SEGMENT_IDS), chance.randint(1, 6)) for name in documents}
    texts = {(name, segment): maker.line() for name in documents for segment in segments[name]}
    blocks = []
    for file, tag, owner in (("hyp", "tstset", "sysid"), ("ref", "refset", "refid")):
        lines = [
            line
            for name in sets
            for system in chance.sample(NAMES, chance.randint(1, 3))
            for line in _set(chance, maker, (tag, owner, name, system), segments, texts)
        ]
        if chance.random() < 0.6:
            lines = _damaged(chance, lines)
        blocks += [block((file, line)) for line in lines]
    return blocks


def _set(
    chance: random.Random,
    maker: TextMaker,
    head: tuple[str, str, str, str],
    segments: dict[str, list[str]],
    texts: dict[tuple[str, str], str],
) -> list[str]:
    tag, owner, name, system = head
    owner = owner if chance.random() < 0.95 else "sysid"
    in_set = chance.random() < 0.7
    lines = [f'<{tag} setid="{name}" srclang="any"' + (f' {owner}="{system}">' if in_set else ">")]
    for document, names in segments.items():
        if chance.random() < 0.08:
            continue
        lines.append(f'<DOC docid="{document}" genre="x"' + (">" if in_set else f' {owner} = "{system}">'))
        for segment in names:
            if chance.random() > 0.08:
                lines += _segment(chance, segment, maker.changed(texts[document, segment]))
        lines.append("</DOC>")
    return [*lines, f"</{tag}>"]


def _segment(chance: random.Random, name: str, text: str) -> list[str]:
    """Return a segment, on one line, or on several."""
    opening, end = chance.choice(OPENINGS[:2]), ENDS[0]
    if chance.random() < 0.2:
        opening, end = chance.choice(OPENINGS), chance.choice(ENDS)
    line = opening.format(name) + chance.choice((" ", "")) + text + chance.choice((" ", "")) + end
    if chance.random() < 0.1 and " " in line:
        return re.split(" ", line, maxsplit=chance.randint(1, 2))
    return [line]


def _damaged(chance: random.Random, lines: list[str]) -> list[str]:
    """Return lines with some of them cut, doubled, left out, parted, or with pieces put in."""
    lines = list(lines)
    for _ in range(chance.choice((1, 1, 2, 3, 6))):
        at = chance.randrange(len(lines) or 1)
        line = lines[at] if lines else ""
        place = chance.randint(0, len(line))
        head, tail = line[:place], line[place:]
        changes = ([head], [tail], [line, line], [], [head, tail], [head + chance.choice(MARKUP) + tail])
        lines[at : at + 1] = chance.choice(changes)
    return lines


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
    """Return a case with the language data for its options and modules, and sometimes its own function words."""
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
    synonyms = f"synonyms/{find_language(maker.language).name.lower()}"
    files = {
        ("-a", "table.gz"): ["table.gz"],
        ("-s", "function.words"): ["function.words"],
        ("-new", "new"): ["new/function.words", "new/paraphrase.gz"],
    }.get(option, [])
    if option == ("-d", "synonyms"):
        return _synonyms(maker, f"{synonyms}.synsets", f"{synonyms}.exceptions")
    return {name: (_table if name.endswith(".gz") else _function_words)(maker, name) for name in files}


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
