"""What commands refuse, verbatim: options that contradict each other, wrong values, files that do not fit, and damaged files."""

import shlex

import pytest
from judged import ranking_tsv, score_tsv

FILES = {
    "a.txt": "o gato dormia\na casa branca\n\n",
    "b.txt": "os gatos dormiam\numa casa\nnada\n",
    "r.txt": "o gato dormia\na casa verde\nalgo\n",
    "one.txt": "a\n",
    "two.txt": "a\nb\n",
    "two.partial": "a\nb\n",
    "empty": "",
    "few": "1\n",
    "pairs": "1 2\n1 2\n1 2\n",
    "p.tsv": "text1\ttext2\na\tb\n",
    "s.en-pt.tsv": score_tsv(4, 3),
    "r.en-pt.tsv": ranking_tsv(4, 3, 1),
    "one.en-pt.tsv": ranking_tsv(1, 3, 1),
    "twice.tsv": "reference\thypothesis\thuman\thuman\na\tb\t1\t2\n",
}
LANGUAGES = "give a code such as de, deu or pt-BR, a name such as German or Deutsch, or other"
ALIGNED = "give either a hypothesis file and a reference file, or --text-pair with two texts"
SYSTEMS = "--ref r.txt --system A=a.txt --system B=b.txt -l pt"
COPYING = "score a.txt r.txt -l pt --copy-x 3 --copy-from"
ENTITIES = "score a.txt r.txt -l en --matchers exact --copy-x 3 --copy-from entities --recogniser"
SCORED = "score a.txt r.txt -l pt"
TUNED = "tune r.en-pt.tsv --objective tau --grid"
FOLDED = "tune r.en-pt.tsv --objective tau --grid 'preset alpha=0,1' --folds"
GRID = "must be numbers: FIRST:LAST:STEP, rising and at most 10,000, or VALUE,VALUE,..."
RECOGNISERS = "choose one of crf, crf:FILE or spacy:MODEL"

REFUSED = {
    "score a.txt r.txt -l jp": f"'jp' is not a language: {LANGUAGES}; did you mean ja?",
    "report a.txt r.txt -l Japanes": f"'Japanes' is not a language: {LANGUAGES}; did you mean japanese?",
    f"{SCORED} --matchers exact,sound": "unknown matcher 'sound': choose one of exact stem synonym paraphrase spelling meaning nearest",
    f"{SCORED} --text norm": "there is no normaliser for Portuguese: use --text unicode, or pass tokenised text with --text lower (the default) or --text raw",
    f"{SCORED} --function-words missing": "cannot read missing: No such file or directory",
    f"{SCORED} --copy-x 3": "--copy-x has no effect without copy words: give --copy-words or --copy-from, or use preset meteor++",
    f"{SCORED} --copy-words one.txt": "copy words need a number X: give --copy-x, or use a preset that has it, such as meteor++",
    f"{SCORED} --copy-words a.txt": "a.txt: a copy word is a single token, not 'o gato dormia'",
    f"{COPYING} names": "unknown source of copy words 'names': choose one of entities numbers dates addresses unlisted learned",
    f"{COPYING} numbers --copy-x 1,2,3": "--copy-x must be a number, or two with its slope, not (1.0, 2.0, 3.0)",
    f"{COPYING} numbers --recogniser crf": "the recogniser 'crf' has no effect: add entities to --copy-from",
    f"{COPYING} unlisted": "unlisted words are those missing from the paraphrase table: add the matcher paraphrase",
    f"{COPYING} dates": "there are no names of days and months for the language pt: leave dates out of --copy-from",
    f"{COPYING} entities": "no recogniser of entities ships for the language pt: train one (bolide entities train) and name it as crf:FILE, use spacy:MODEL, or leave entities out of --copy-from",
    f"{ENTITIES} other": f"unknown recogniser 'other': {RECOGNISERS}",
    f"{SCORED} --also chrf --format mt-metrics-eval -o x": "--also cannot be combined with --format mt-metrics-eval, which has one metric: choose another format",
    f"{SCORED} --also x=pairs": "pairs:1: found 2 numbers, expected 1",
    "score A=a.txt r.txt -l pt": "there is no file A=a.txt; to name a system: --system A=a.txt",
    "score --ref r.txt --system 'a\tb=a.txt' -l pt": r"the name of a system may not contain tabs or line breaks: 'a\tb'",
    "score a.txt missing -l pt": "cannot read missing: No such file or directory",
    "compare a.txt r.txt -l pt": "there is only one system, a.txt: give two, as in bolide compare SYSTEM-A SYSTEM-B REFERENCE; bolide score scores one",
    f"compare {SYSTEMS} --baseline C": "the baseline 'C' is not a system: choose one of A, B",
    f"compare {SYSTEMS} --system A=a.txt": "two systems are named A",
    f"compare {SYSTEMS} --system A=a.txt,b.txt": "two systems are named A",
    f"compare {SYSTEMS} -o r.txt": "r.txt is one of the files to read: write to another",
    "score two.partial two.txt -l pt -o two": "two.partial is one of the files to read: write to another",
    f"report {SYSTEMS} -o b.txt": "b.txt is one of the files to read: write to another",
    f"{SCORED} --also x=pairs --segments -o pairs": "pairs is one of the files to read: write to another",
    "evaluate r.en-pt.tsv --segments r.en-pt.tsv": "r.en-pt.tsv is one of the files to read: write to another",
    "evaluate r.en-pt.tsv --segments x --scatter x": "two outputs go to one file, x: name another",
    "serve -l pt --port 70000": "cannot listen on port 70000: bind(): port must be 0-65535.; choose another, or leave --port out",
    f"compare {SYSTEMS} -o no/out": "cannot write no/out: there is no folder {folder}/no",
    f"report {SYSTEMS} -o no/x.html": "cannot write no/x.html: there is no folder {folder}/no",
    f"report {SYSTEMS} -o .": "cannot write .: it is a folder",
    f"report {SYSTEMS} -o x.html --system C=a.txt,b.txt": "a report shows one run of a system, but C has 2: give them different names, or use: bolide compare",
    "align a.txt r.txt --text-pair a b -l pt": ALIGNED,
    "align a.txt r.txt -l pt --svg x.svg": "a drawing shows one segment: choose it with --segment, or write all of them with --html",
    "align a.txt r.txt -l pt --svg x --html y": "--svg and --html cannot be combined: choose one",
    "align empty empty -l pt": "there are no segments to score: all files are empty",
    "align --text-pair 'o rio' 'o rio' -l pt -o x.html": "x.html looks like html: choose --format text or json; a page is written by --html FILE",
    "mbr one.txt -l pt": "give either several files, or one file and --candidates N; see: bolide mbr --help",
    "mbr one.txt two.txt -l pt": "the lengths of the files do not fit: one.txt has 1 lines, two.txt has 2 lines",
    "mbr --candidates 2 a.txt -l pt": "the lengths of the files do not fit: 2 candidates for each segment: a.txt has 3 lines",
    "mbr empty empty -l pt": "there are no segments: all files are empty",
    "mbr - - -l pt": "standard input (-) can be read only once",
    "presets list x": "'list' takes no name; to see one preset: bolide presets show x",
    "copy-words - -": "standard input (-) can be read only once",
    "copy-words p.tsv --columns x": "--columns takes FIRST,SECOND, not 'x'",
    "copy-words p.tsv --columns x,y": "p.tsv:1: no columns for x and y: choose with --columns FIRST,SECOND among text1, text2",
    "copy-words p.tsv --least-score 1": "p.tsv:1: no column of scores: choose with --score-column NAME among text1, text2",
    "entities train 'a.txt*x' -o m": "FILE*N needs a whole number after the star, not 'x'",
    "evaluate s.en-pt.tsv s.en-pt.tsv": "two sets of judgements have the same name: rename a file",
    "evaluate s.en-pt.tsv --preset :li": "':li' does not name a preset: write PRESET[:TASK][@ALIGNER]",
    "evaluate s.en-pt.tsv --preset meteor-1.5:li --preset meteor-1.5:li": "two sets of judgements, or two metrics, have the same name: give each once",
    "evaluate twice.tsv -l pt": "twice.tsv:1: there are two columns 'human' for the human: the columns are 'reference', 'hypothesis', 'human', 'human'; rename one, or choose with --columns",
    "tune s.en-pt.tsv --objective tau": "s.en-pt holds scores: add an --objective for them (pearson spearman kendall weighted-pearson)",
    "tune r.en-pt.tsv --objective pearson": "r.en-pt holds rankings: add an --objective for them (tau rank-consistency)",
    "tune r.en-pt.tsv --preset meteor-hindi --objective tau": "--objective cannot be combined with the features of meteor-hindi",
    "tune r.en-pt.tsv --preset meteor-hindi --format json": "with the features of meteor-hindi, --folds must be a number and --format must be text",
    "tune r.en-pt.tsv --preset meteor-hindi -l hi": "r.en-pt holds rankings: the weights of features are fitted to scores",
    "tune s.en-pt.tsv --preset meteor-hindi -l hi": "there are judgements of 4 segments: at least 20 are needed",
    "mert two.txt two.txt -l pt --held-out 1": "--held-out 1 leaves no segment to train on",
    "mert two.txt one.txt two.txt -l pt": "the references differ in length: one.txt has 1, two.txt has 2 lines",
    "java --stdio-dialect x": "unknown dialect 'x': choose one of coco cmu",
    f"{TUNED} alpha=0:1:0": f"alpha=0:1:0 {GRID}",
    f"{TUNED} alpha=0:1:1e-9": f"alpha=0:1:1e-9 {GRID}",
    f"{TUNED} stem=x": f"stem=x {GRID}",
    f"{TUNED} lcs_alpha=2": "'lcs_alpha' must be a number from 0 to 1, not 2.0",
    f"{SCORED} --preset bolide --task new": "preset bolide has no task 'new': for Portuguese, choose universal+, which is for any language",
    f"{TUNED} 'rough x=1:4:1'": "the grid has values of x or slope, which are for metrics that count copy words: leave them out, or choose a preset such as meteor++",
    f"{TUNED} 'rough chrf=0:1:.5'": "the grid has values of 'chrf', which are for metrics with a share of chrf: leave them out, or give --chrf .5",
    f"{FOLDED} 1": "--folds takes a whole number of at least 2, or 'sets', not '1'",
    f"{FOLDED} 5": "the number of folds must be from 2 to 4, the segments of the smallest set",
    "tune one.en-pt.tsv --objective tau --grid 'preset alpha=0,1' --folds 2": "folds need at least two segments in every set of judgements",
    "hindi train empty -o x": "empty: there are no sentences in it",
    "build x -l pt --source a.txt": "give parallel text: --source FILE and --target FILE, or --from opus",
    "build x -l pt --from opus --source a.txt": "--from opus brings text: leave out --source and --target",
    "build x -l pt --source a.txt --target r.txt --alignments a b c": "give one symmetrised alignment file, or two (one per direction)",
    "build x -l pt --source a.txt --target r.txt --longest 101": "the longest phrase must have 1 to 100 words, not 101",
    "build x -l pt --source a.txt --target r.txt --min-instance 0": "--min-instance must be above 0: it limits the join over a pivot phrase",
    "build package . --licence MIT --attribution me --version one": "'one' is not a version, such as 1.0",
    "build package . --licence MIT --attribution me --name swahili": "the name of a package of language data must begin with bolide-data- and be in lower case, not 'swahili'",
    "build package . --licence ' ' --attribution me": "a package needs the licence of its data and its author, in one line each",
}  # fmt: skip
# Wrong values, which the usage of the command comes before.
VALUES = {
    f"{SCORED} --threads 0": "--threads: '0' is not a whole number from 1 to 2147483647",
    f"{SCORED} --digits 0": "--digits: '0' is not a number of digits from 1 to 17",
    f"{SCORED} --beam 0": "--beam: '0' is not a whole number of at least 1",
    f"{SCORED} --weights x": "--weights: 'x' is not a list of numbers",
    f"compare {SYSTEMS} --confidence 2": "--confidence: '2' is not a number between 0 and 1",
    "copy-words p.tsv -P 2": "-P/--least-probability: '2' is not a number from 0 to 1",
}


def _command(line: str) -> str:
    """Return the words by which a command calls itself."""
    first, second, *_ = line.split()
    return f"bolide {first} {second}" if second in ("package", "xray") else f"bolide {first}"


@pytest.fixture
def refused(bolide, monkeypatch, tmp_path):
    """Return a function that runs a command in a folder with files, and returns what it says when it refuses and writes nothing."""
    monkeypatch.chdir(tmp_path)

    def run(command: str, files: dict[str, str]) -> str:
        for name, text in files.items():
            (tmp_path / name).write_bytes(text.encode())
        result = bolide(*shlex.split(command))
        assert (result.code, result.out) == (2, "")
        assert {path.name for path in tmp_path.iterdir()} == {*files}
        return result.err

    return run


@pytest.mark.filterwarnings("ignore::bolide.BolideWarning")
@pytest.mark.parametrize("command", REFUSED)
def test_what_does_not_fit_is_refused(refused, tmp_path, command):
    """One line says what is wrong and what to do."""
    message = REFUSED[command].replace("{folder}", str(tmp_path))
    assert refused(command, FILES) == f"{_command(command)}: {message}\n"


def test_a_score_that_is_missing(refused):
    """The file of another metric is named, and the segment that it lacks."""
    told = "bolide score: x: few has no score for segment 2 of a.txt\n"
    assert refused(f"{SCORED} --also x=few", FILES) == told


@pytest.mark.parametrize("command", VALUES)
def test_wrong_values_are_refused(refused, command):
    """After the usage, the last line names the option and what it takes."""
    assert refused(command, FILES).endswith(f"\n{_command(command)}: error: argument {VALUES[command]}\n")


ALIGNMENT = (
    "Alignment\t1\t1.0\t1.0\t0.0\t1.0\na b\na b\nLine2Start:Length\tLine1Start:Length\tModule\t\tScore\n"
    "0:1\t\t\t0:1\t\t\t0\t\t1.0\n1:1\t\t\t1:1\t\t\t0\t\t1.0\n\n"
)
XRAY = {
    **{(text, "x"): f"x:1: an alignment begins with 'Alignment', its number and four scores, not with {text.partition(chr(10))[0]!r}; files come from: java -jar meteor-1.5.jar HYP REF -writeAlignments" for text in ("hello\n", ALIGNMENT.replace("0.0", "?"), ALIGNMENT.replace("0.0", "1e308"))},
    (ALIGNMENT[:33], "x"): "x:1: the title must be followed by hypothesis, reference and column names",
    (ALIGNMENT.replace("1:1\t\t\t1:1", "2:1\t\t\t1:1"), "x"): r"x:6: this match has words outside the segment: '2:1\t\t\t1:1\t\t\t0\t\t1.0'",
    (ALIGNMENT.replace("1:1\t\t\t1:1", "3 2"), "x"): r"x:6: this is not a match: '3 2\t\t\t0\t\t1.0'",
    (ALIGNMENT.replace("\t0\t\t", "\t7\t\t"), "x"): "x:5: this match is by module 7: give the modules with --matchers",
    (ALIGNMENT, "x --segment 7"): "there is no alignment 7: x has 1",
    (ALIGNMENT, "x --matchers exact,foo"): "unknown matcher 'foo': choose from exact stem synonym paraphrase",
    (ALIGNMENT, "x -o page.html --segment 1"): "--segment cannot be combined with -o: a page has all segments",
    (ALIGNMENT, "x A=x"): "several files need a page: name its file, as in -o xray.html",
    (ALIGNMENT, "x A=empty -o page.html"): "there are no alignments in empty",
    (ALIGNMENT, "x x -o page.html"): "two systems are named x: give them names, as in A=x",
    (ALIGNMENT, "A=- B=- -o page.html"): "standard input (-) can be read only once",
}  # fmt: skip
LINE = "a line of an n-best list is 'segment ||| hypothesis ||| features ||| total'"
NBEST = {
    "0 ||| a\n": f"n:1: {LINE}",
    "0 ||| a ||| F= nan\n": "n:1: the feature 'F' is nan, which is not a finite number",
    "0 ||| a ||| F= \n": "n:1: the feature 'F' has no value",
    "0 ||| a ||| F= 1 F= 2\n": "n:1: the feature 'F' occurs twice",
    "0 ||| a |||  ||| 1\n": "n:1: there are no features",
    "0 ||| a ||| F= 1\n": "the n-best list has no candidate for segment 1, which has a reference",
    "0 ||| a ||| F= 1\n1 ||| a ||| F= 1\n5 ||| a ||| F= 1\n": "the n-best list has segment 5, but there are 2 references (from 0)",
}  # fmt: skip
HEAD = 'aligner = "java"\nbeam = 40\nequality = "text"\nfunction_words = "none"\n'
PRESET = """[[preset]]
name = "mine"
title = "mine"
source = "me"
HEAD[[preset.parameters]]
task = "tuned"
languages = ["*"]
values = [0.5, 1, 0.5, 0.5]
weights = [1]
source = "me"
""".replace("HEAD", HEAD)
NONE = "p.toml is not a preset file:"
PRESETS = {
    (PRESET, "x = 1"): f"{NONE} 'preset' is missing",
    (HEAD, ""): f"{NONE} 'aligner' is missing",
    (PRESET[PRESET.index("[[preset.p") :], ""): f"{NONE} it needs a name of letters, digits, '.', '+' and '-', and a row of parameters",
    ("weights", "x = " + "[" * 100_000 + "\nweights"): f"{NONE} it is nested too deeply",
    ('"tuned"', "1"): f"{NONE} 'task' must be text, not 1",
    ("weights", "copy_words = [1]\nweights"): f"{NONE} each of 'copy_words' must be text, not 1",
    ("weights", "colour = 1\nweights"): f"{NONE} it sets 'colour', which is not an option",
    (HEAD, HEAD + 'matcher = ["exact"]\n'): f"{NONE} it sets 'matcher', which is not an option: did you mean 'matchers'?",
    ("weights", 'chrf = "half"\nweights'): f"{NONE} 'chrf' must be a number, not 'half'",
    (HEAD, HEAD + 'formula = "new"\n'): "p.toml, task 'tuned': unknown formula 'new': choose one of meteor features",
    ("[0.5, 1, ", "["): "p.toml, task 'tuned': parameters must be 4 numbers (alpha, beta, gamma, delta), not (0.5, 0.5)",
}  # fmt: skip
SYNONYMS = {
    "अकेला\n": "1: a group needs at least two words, not only 'अकेला'",
    "क\tn\t1\nख\tn\n": r"2: expected word TAB part of speech TAB synsets, found 'ख\tn'",
    "1\thin:lemma\tक\n2\n": "2: expected synset TAB kind TAB word, found '2'",
}
DESCRIPTIONS = {
    "name = 3": "'code' is missing",
    "code = ": "Invalid value (at end of document)",
    'code = "gu"\n[tags.words]\nFOO = "માં"': "the tag 'FOO' is not in any of its classes",
    'code = "gu"\n[tags.roles]\nhead = "NN"': "'head' is not one of the roles content follower leader verb verb_follower marker mark",
}
DAMAGED = {
    **{(f"java xray {more}", "x", text): message for (text, more), message in XRAY.items()},
    **{("mert n two.txt -l pt", "n", text): message for text, message in NBEST.items()},
    **{(f"{SCORED} --preset p.toml", "p.toml", PRESET.replace(*change)): message for change, message in PRESETS.items()},
    **{("score a.txt r.txt -l hi --synonyms x", "x", text): f"x, line {message}" for text, message in SYNONYMS.items()},
    **{("score a.txt r.txt --resources .", "language.toml", text): f"language.toml does not describe a language: {message}" for text, message in DESCRIPTIONS.items()},
    **{("score a.txt r.txt -l pt --resources .", name, ""): f"there is no {other}: a folder of language data holds function.words and paraphrase.gz, as `bolide build` makes them from parallel text" for name, other in (("function.words", "paraphrase.gz"), ("paraphrase.gz", "function.words"))},
    ("copy-words q", "q", "a\tb\n1\t2\n"): "q:1: no columns for two texts, such as text1 and text2 or hypothesis and reference: choose with --columns FIRST,SECOND among a, b",
    ("copy-words q", "q", "text1\ttext2\n1\n"): "q:2: the row has 1 cells and the header 2: fix the row",
    ("copy-words q --least-score 1", "q", "text1\ttext2\tlabel\na\tb\tnan\n"): "q:2: the score is 'nan', which is not a finite number",
}  # fmt: skip


@pytest.mark.parametrize(("command", "name", "text"), DAMAGED, ids=range(len(DAMAGED)))
def test_damaged_files_are_refused(refused, command, name, text):
    """One line names the file, its line where it has lines, and what is wrong there."""
    files = {name: text, **{name: FILES[name] for name in ("a.txt", "r.txt", "two.txt", "empty")}}
    assert refused(command, files) == f"{_command(command)}: {DAMAGED[command, name, text]}\n"


def test_rows_that_are_skipped_are_counted(bolide, write):
    """A bad row of judgements ends a command with its place, or is counted."""
    path = write("s.en-pt.tsv", FILES["s.en-pt.tsv"] + "9\ta\t-\tr\tx\tnan\n")
    options = ("evaluate", path, "--preset", "meteor-1.5:li", "--samples", "0")
    reason = f"{path}:14: the human score is 'nan', which is not a finite number"
    assert bolide(*options).err == f"bolide evaluate: {reason}: fix the row, or skip bad rows with --skip-bad-rows\n"
    skipped = bolide(*options, "--skip-bad-rows")
    assert (skipped.code, skipped.err) == (0, f"bolide evaluate: skipped 1 bad row, such as {reason}\n")
