"""Write lab/pages: the papers' tables beside ours, from the judgements and the parallel text that lie beside the project.

python lab/make_results.py [--only PART ...] [--grid GRID] [--judgements FOLDER] [--bitext FOLDER]

With --only, the other parts stay as they are on the page. What is built from parallel text is kept in build/results.
"""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from results import english
from results.any_language import any_language
from results.data import Data
from results.held_out import held_out
from results.hindi import meteor_hindi
from results.meaning import meaning
from results.next import meteor_next
from results.page import join_page, split_page
from results.plusplus import meteor_plusplus
from results.version13 import version13

from bolide.analysis.agreement import SAMPLES
from bolide.analysis.grid import parse_grid
from bolide.errors import BolideError
from bolide.files.whole_file import write_whole

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared" / "data"
PAGE = ROOT / "lab" / "pages" / "english.md"
PARTS = ("rankings", "parameters", "assessment")
# The pages of single papers and of meaning: what each is called, and its title.
PAPERS = {
    "meteor-next": "Meteor-NEXT (Denkowski and Lavie 2010), table by table",
    "meteor-1.3": "Meteor 1.3 (Denkowski and Lavie 2011), table by table",
    "meteor-universal": "Meteor Universal (Denkowski and Lavie 2014), table by table",
    "meteor-plusplus": "Meteor++ (Guo, Ruan and Hu 2018), table by table",
    "meteor-hindi": "METEOR-Hindi (Gupta, Venkatapathy and Sangal 2010), table by table",
    "meaning": "Meaning: presets with vectors of words",
}
# Pages of their own beside the page of results: where each is, and its title.
PAGES = {"any-language": ("any-language.md", "Any language: `universal+` beside chrF")}
HEAD = """# Results

Made by `make results` from the judgements of WMT12 and WMT13 (rankings) and of WMT15 to WMT17 (direct assessment). A published number names its paper. "Into
English" is the average over the available language pairs: WMT17 without ru-en and zh-en. The papers table by table, published and ours:
[Meteor-NEXT](papers/meteor-next.md), [1.3](papers/meteor-1.3.md), [Universal](papers/meteor-universal.md), [Meteor++](papers/meteor-plusplus.md),
[METEOR-Hindi](papers/meteor-hindi.md). Presets with word vectors: [meaning](papers/meaning.md). Parameters of all languages: [measured once](measured-once.md).

The preset `bolide`, with the papers' aligner, was learned from WMT12 (τ) and from WMT15 and WMT16 (Pearson's r), as the mean over these 14 sets, by an
exhaustive sweep over 557,568 points; not from WMT13 and WMT17. `python lab/make_preset.py FILE` makes it again (task `tuned`), bit for bit, in about ten
processor-seconds. .3 of its score, and of that of `bolide++`, is the longest common subsequence of characters (α .7): of shares from .2 to .5 and α of .5, .7
and .9, .3 is the middle of a flat optimum on WMT15 and WMT16 (mean r .6175 without it, .6377 with it; `bolide++` .6407 and .6623); all ten sets rise.
"""


def main() -> int:
    """Measure the requested parts and write the page."""
    options = _options()
    data = Data(
        judgements=options.judgements,
        bitext=options.bitext,
        built=ROOT / "build" / "results",
        samples=options.samples,
    )
    grid = parse_grid(options.grid)
    makers: dict[str, Callable[[], str]] = {
        "rankings": lambda: english.rankings(data),
        "parameters": lambda: english.parameters(data, grid),
        "assessment": lambda: english.assessment(data),
        "meteor-next": lambda: meteor_next(data),
        "meteor-1.3": lambda: version13(data),
        "meteor-universal": lambda: held_out(data),
        "meteor-plusplus": lambda: meteor_plusplus(data),
        "meteor-hindi": lambda: meteor_hindi(data),
        "meaning": lambda: meaning(data),
        "any-language": lambda: any_language(data),
    }
    try:
        for name in options.only or (*PARTS, *PAPERS, *PAGES):
            _write_part(name, makers[name]())
    except BolideError as error:
        print(f"make_results: {error}", file=sys.stderr)
        return 2
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--only", action="append", choices=(*PARTS, *PAPERS, *PAGES), help="make this part; may be given again"
    )
    parser.add_argument("--grid", default="paper", help="for English parameters (default: %(default)s)")
    parser.add_argument("--judgements", type=Path, default=SHARED / "judgements")
    parser.add_argument("--bitext", type=Path, default=SHARED / "bitext")
    parser.add_argument("--samples", type=int, default=SAMPLES)
    return parser.parse_args()


def _write_part(name: str, text: str) -> None:
    """Put a part into the page, or write the page of a paper."""
    if name in PAGES:
        file, title = PAGES[name]
        made = f'Made by `make results RESULTS="--only {name}"` from judgements of WMT and IndicMT.'
        write_whole(str(PAGE.parent / file), f"# {title}\n\n{made}\n\n{text}")
        print(f"wrote {file}", file=sys.stderr)
        return
    if name in PAPERS:
        path = PAGE.parent / "papers" / f"{name}.md"
        path.parent.mkdir(exist_ok=True)
        made = f'Made by `make results RESULTS="--only {name}"` ([more](../english.md)).'
        write_whole(str(path), f"# {PAPERS[name]}\n\n{made}\n\n{text}")
        print(f"wrote {path.name}", file=sys.stderr)
        return
    parts = split_page(PAGE.read_text(encoding="utf-8")) if PAGE.exists() else {}
    parts[name] = text
    write_whole(str(PAGE), join_page(HEAD, {part: parts[part] for part in PARTS if part in parts}))
    print(f"wrote the part {name} of {PAGE.name}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
