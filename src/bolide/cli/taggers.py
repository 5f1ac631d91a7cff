"""Taggers trained on the user's data: `bolide entities` (named entities as copy words) and `bolide hindi` (parts of METEOR-Hindi)."""

import argparse
import sys
from dataclasses import asdict
from pathlib import Path

from bolide.cli.command_parser import chosen
from bolide.copy_words.entity_training import TrainingOptions, read_training_files, train
from bolide.copy_words.marking import DEFAULT, find_recogniser, to_iob2
from bolide.data.languages import find_language
from bolide.errors import InputError
from bolide.files.plain import LineFile, read_lines
from bolide.files.whole_file import unfinished_file, write_whole
from bolide.hindi.language import IndicLanguage, indic_language
from bolide.metric.meteor import Meteor
from bolide.show.tables import to_json
from bolide.text import tokeniser

BATCH = 1024
VALUES = {"recogniser": DEFAULT, **asdict(TrainingOptions())}


def run_entities_train(options: argparse.Namespace) -> None:
    """Make a model from tagged text."""
    segments = read_training_files(options.files)
    # Names only: the same text in any folder gives the same model.
    about = {"sources": [Path(path).name for path in options.files], "segments": len(segments)}
    features = train(segments, chosen(options, TrainingOptions), about, Path(options.output))
    print(
        f"wrote {options.output}: {Path(options.output).stat().st_size} bytes, {features} features, {len(segments)} segments"
    )


def run_entities_tag(options: argparse.Namespace) -> None:
    """Print the entities in text."""
    language = find_language(options.language)
    recogniser = find_recogniser(options.recogniser, language.code)
    mode = "norm" if language.normaliser else "raw"
    tokens = tokeniser(language, mode, lowercase=False)
    for path in options.files:
        with LineFile(path) as file:
            while batch := file.take(BATCH):
                token_lists = [tokens.tokenise(line) for line in batch]
                for words, types in zip(token_lists, recogniser.types(token_lists), strict=True):
                    _print_tags(words, to_iob2(types), options.format)


def _print_tags(words: list[str], tags: list[str], form: str) -> None:
    if form == "json":
        print(to_json({"tokens": words, "tags": tags}))
    else:
        print("".join(f"{word}\t{tag}\n" for word, tag in zip(words, tags, strict=True)))


def _language(options: argparse.Namespace) -> IndicLanguage:
    if options.resources is not None:
        return indic_language("", str(options.resources))
    return indic_language(find_language(options.language or "hi").code)


def run_hindi_parse(options: argparse.Namespace) -> None:
    """Print the tags, word groups and clauses of each line."""
    language = options.language or (None if options.resources else "hi")
    tagger, features = options.tagger, ("lwg", "pos", "clause")
    meteor = Meteor(language, features=features, tagger=tagger, resources=options.resources)
    with LineFile(options.file) as file:
        while lines := file.take(BATCH):
            for parse in meteor.parse(lines):
                if options.format == "json":
                    print(to_json({name: getattr(parse, name) for name in ("tokens", "tags", "groups", "clauses")}))
                else:
                    print(f"{parse}\n")


def run_hindi_train(options: argparse.Namespace) -> None:
    """Make a tagger from treebanks."""
    from bolide.hindi.tagger import encode_model
    from bolide.hindi.tagger_training import read_treebank, tag_sentences, train

    rules = _language(options).tags
    sentences = [tagged for file in options.treebanks for tagged in tag_sentences(read_treebank(file), rules)]
    metadata = {"treebanks": " ".join(file.name for file in options.treebanks), "sentences": str(len(sentences))}
    metadata |= {"licence": options.licence} if options.licence else {}
    model = train(sentences, rules, metadata, c1=options.c1, c2=options.c2, iterations=options.iterations)
    with unfinished_file(options.output) as unfinished:
        unfinished.write_bytes(encode_model(model))
    print(f"{options.output}: {len(model.tags)} tags, {len(model.weights)} weights, {model.identity}", file=sys.stderr)


def run_hindi_roots(options: argparse.Namespace) -> None:
    """Make a table of roots."""
    from bolide.hindi.lexicon import guess_roots, learn_roots, write_roots
    from bolide.hindi.tagger_training import read_treebank
    from bolide.text.indic import clean, split

    _language(options)
    if options.text:
        table = guess_roots(
            word for file in options.treebanks for line in read_lines(str(file)) for word in split(clean(line))
        )
    else:
        words = (word for file in options.treebanks for sentence in read_treebank(file) for word in sentence)
        table = learn_roots((word.form, word.lemma) for word in words)
    if not table:
        found = "words that share endings" if options.text else "lemmas"
        raise InputError(f"there are no {found} in {' '.join(map(str, options.treebanks))}")
    write_whole(str(options.output), write_roots(table))
    print(f"{options.output}: {len(table)} forms", file=sys.stderr)
