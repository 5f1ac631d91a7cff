"""Examples of every command, as its help and its man page show them. `tests/cli/test_examples.py` runs them."""

from __future__ import annotations

# What each example does, and the line that one types.
EXAMPLES: dict[str, tuple[tuple[str, str], ...]] = {
    "score": (
        (
            "a score, with the two references that each segment has",
            "bolide score system.txt reference.txt reference-2.txt",
        ),
        (
            "German, two systems side by side, every segment, into a file",
            "bolide score -l de --ref reference.txt a.txt b.txt --segments -o scores.txt",
        ),
    ),
    "compare": (
        ("is one of two systems really better?", "bolide compare a.txt b.txt reference.txt"),
        (
            "every system with every other, as a table for a paper",
            "bolide compare a.txt b.txt c.txt reference.txt --all-pairs --format latex",
        ),
    ),
    "report": (
        ("a page that shows every segment of two systems", "bolide report a.txt b.txt reference.txt"),
        (
            "with the text that was translated, under another name",
            "bolide report a.txt b.txt reference.txt --src source.txt -o page.html",
        ),
    ),
    "align": (
        (
            "two sentences",
            'bolide align --text-pair "The cat sat on the mat" "A cat was on the mat"',
        ),
        (
            "the third segment of two files, as a drawing",
            "bolide align system.txt reference.txt --segment 3 --svg segment.svg",
        ),
    ),
    "serve": (
        ("open the page in the browser", "bolide serve --open"),
        ("German, at an address that stays the same", "bolide serve -l de --port 8000"),
    ),
    "evaluate": (
        (
            "which of two presets is closer to people?",
            "bolide evaluate judged.csv --preset bolide --preset meteor-1.5",
        ),
        (
            "each judged segment's score, and a picture of all",
            "bolide evaluate judged.csv --segments segments.tsv",
        ),
    ),
    "tune": (
        ("the best parameters, as a preset file", "bolide tune judged.csv --coarse-to-fine -o mine.toml"),
        (
            "alpha alone; does it hold on segments that it was not tuned on?",
            'bolide tune judged.csv --grid "preset alpha=.1:.9:.1" --folds 3',
        ),
    ),
    "build": (
        (
            "paraphrases of Swahili from parallel text",
            "bolide build data -l sw --source en.txt --target sw.txt",
        ),
        (
            "and those of English, which come from the same text",
            "bolide build data-2 -l sw --source en.txt --target sw.txt --sides both",
        ),
    ),
    "build merge": (
        ("one folder of two", "bolide build merge merged data data-2"),
        ("the first counts twice", "bolide build merge merged-2 data data-2 --weights 2 1"),
    ),
    "build package": (
        (
            "a wheel for others",
            'bolide build package data --licence CC-BY-4.0 --attribution "Example Ltd"',
        ),
        (
            "the next version of it",
            "bolide build package data --licence CC0-1.0 --attribution Me --version 1.1",
        ),
    ),
    "build function-words": (
        ("words that are more than a thousandth of a text", "bolide build function-words sw.txt -l sw"),
        (
            "a list for --function-words",
            "bolide build function-words sw.txt -l sw --threshold .005 -o function.words",
        ),
    ),
    "resources": (
        ("the data of Swahili", "bolide resources install sw"),
        ("what is installed, and what could be", "bolide resources list --all"),
    ),
    "presets": (
        ("all presets", "bolide presets"),
        ("the parameters of one", "bolide presets show bolide"),
    ),
    "completion": (
        ("for fish, from the next start on", "bolide completion fish -o ~/.config/fish/completions/bolide.fish"),
        ("for bash, in this window", 'eval "$(bolide completion bash)"'),
    ),
    "normalise": (
        ("the tokens of a German text", "bolide normalise -l de system.txt"),
        ("as captions are tokenised", "bolide normalise --text ptb system.txt -o tokens.txt"),
    ),
    "mbr": (
        (
            "the best of three translations of each segment",
            "bolide mbr system.txt a.txt b.txt -o best.txt",
        ),
        ("of two in a row, with its utility", "bolide mbr --candidates 2 candidates.txt --format tsv"),
    ),
    "mert": (
        ("weights for a system of Moses", "bolide mert nbest.txt reference.txt -o weights.txt"),
        ("scores of segments that were left out", "bolide mert nbest.txt reference.txt --held-out 3 --restarts 2"),
    ),
    "copy-words": (
        ("words that pairs of sentences share", "bolide copy-words pairs.tsv -o copy.words"),
        ("only those of pairs that people scored well", "bolide copy-words pairs.tsv --least-score .5 -F 5"),
    ),
    "entities": (
        ("the names in a text", "bolide entities tag system.txt"),
        ("the same as JSON, into a file", "bolide entities tag system.txt --format json -o tagged.json"),
    ),
    "hindi": (
        ("tags, word groups and clauses of Hindi text", "bolide hindi parse hindi.txt"),
        ("the same as JSON, into a file", "bolide hindi parse hindi.txt --format json -o parsed.json"),
    ),
    "java": (
        ("what java -jar meteor-1.5.jar would print", "bolide java system.txt reference.txt -norm -l en"),
        ("with the parameters of another task", "bolide java system.txt reference.txt -norm -t adq"),
    ),
    "java shim": (
        ("a java that serves Meteor", "bolide java shim shim"),
        ("one that answers as the original jar does", "bolide java shim shim --stdio-dialect cmu"),
    ),
    "java xray": (
        ("print an alignment file", "bolide java xray meteor-align.out"),
        ("as a page", "bolide java xray meteor-align.out -o xray.html"),
    ),
}
