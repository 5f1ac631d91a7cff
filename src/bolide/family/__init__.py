"""The METEOR family as values: every choice on the path from text to score, what each needs, and the line that names them all.

A metric is a `Pipeline`: a tree of small frozen values, one for each choice. Each is a part with

- `FIELDS`: its options, as `Meteor(...)`, the command line and the documentation have them;
- `SIGNED`: what a signature says of it;
- `choose`: the value that options, preset and language ask for;
- `sign`: what the signature says before anything is opened;
- `open`: what the core needs of it, and what identifies the language data that was opened.

To add an option, describe it in the part that it belongs to.
"""
