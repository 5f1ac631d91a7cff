"""Reports: the packed data says what the alignments say, parts add up, and text stays text."""

import html.parser
import json
import re

import pytest

from bolide import Meteor, score_statistics
from bolide.analysis.comparison import Settings
from bolide.files.corpus import TextCorpus
from bolide.reports import render_html
from bolide.reports.corpus_report import explain_difference, make_report
from bolide.reports.document import pack_report

REFERENCES = ["o gato dormia no tapete velho", "a casa grande tem janelas", "", "nada em comum aqui"]
SYSTEMS = {
    "A": ["os gatos dormiam no velho tapete", "a casa tem janelas grandes", "x", "tudo diferente"],
    "B": ["o gato dormia no tapete", "casas", "", "nada em comum aqui"],
}


def _report(systems=SYSTEMS, *references, meteor=None, **options):
    corpus = TextCorpus.of_lines(systems, references or [REFERENCES])
    return make_report(corpus, meteor or Meteor("pt"), settings=Settings(samples=50), **options)


def _unpack(text: str) -> list[tuple[int, int, int, int, int, int]]:
    """Read packed matches back: hypothesis start and length, reference start and length, matcher, chunk."""
    found = []
    for chunk, part in enumerate(text.split(" ") if text else []):
        start, other, letters = re.fullmatch(r"(\d+):(\d+)(.*)", part).groups()
        j, i = int(start), int(other)
        for letter, long, wide in re.findall(r"([a-zA-Z])(?:(\d+)-(\d+))?", letters):
            sizes = int(wide or 1), int(long or 1)
            found.append((i, sizes[0], j, sizes[1], ord(letter.lower()) - ord("a"), chunk))
            i, j = i + sizes[0], j + sizes[1]
    return found


def test_the_data_is_that_of_the_alignments():
    """Words, matches, chunks and scores read back as the metric has them."""
    data = json.loads("".join(pack_report(_report())), parse_constant=pytest.fail)
    meteor = Meteor("pt")
    assert data["heading"]["matchers"] == ["exact", "stem"]
    for system in data["systems"]:
        for segment, hypothesis in enumerate(SYSTEMS[system["name"]]):
            alignment = meteor.align(hypothesis, REFERENCES[segment])
            words = [data["vocabulary"][word] for word in system["hypotheses"][segment]]
            reference = [data["vocabulary"][word] for word in data["references"][segment][0]]
            assert (tuple(words), tuple(reference)) == (alignment.hypothesis, alignment.reference)
            places = ("hypothesis_start", "hypothesis_length", "reference_start", "reference_length")
            assert _unpack(system["matches"][segment]) == [
                (*(getattr(m, name) for name in places), ["exact", "stem"].index(m.matcher), m.chunk)
                for m in alignment.matches
            ]
            assert system["values"]["score"][segment] == round(alignment.score * data["scale"])
    assert data["systems"][1]["values"]["precision"][2] is None  # undefined, for an empty hypothesis


def test_shares_of_a_difference_add_up():
    """Parts and matchers each sum to the difference; what is equal in both has no share."""
    (shift,) = _report().document["shifts"]
    shares = shift["shares"]
    a, b = (Meteor("pt").score(SYSTEMS[name], REFERENCES) for name in "AB")
    assert shift["difference"] == b.score - a.score
    assert sum(shares["part of the score"].values()) == pytest.approx(shift["difference"], abs=1e-15)
    assert sum(shares["matcher"].values()) == pytest.approx(shift["difference"], abs=1e-15)
    assert shares["matcher"]["stem"] < 0 < shares["matcher"]["exact"]


def test_a_change_of_order_is_all_fragmentation():
    """Systems that differ in order only differ by fragmentation only."""
    meteor = Meteor("pt")
    totals = [meteor.score([text], ["a b c d e"]).statistics for text in ("a b c e d", "a c b e d")]
    shift = explain_difference(("X", "Y"), tuple(totals), meteor.scores, ("exact", "stem"))
    scores = [score_statistics(total, meteor.parameters).score[0] for total in totals]
    assert shift["difference"] == float(scores[0] - scores[1])
    assert shift["shares"]["part of the score"]["fragmentation"] == pytest.approx(shift["difference"])
    assert shift["shares"]["part of the score"]["precision"] == shift["shares"]["part of the score"]["recall"] == 0


def test_the_best_reference_of_each_system_is_shown():
    """With several references, a segment holds those that a system was scored against."""
    systems = {"A": ["um dois"], "B": ["tres quatro"], "C": ["um dois"]}
    data = _report(systems, ["um dois"], ["tres quatro"], ["cinco"]).document
    shown = [" ".join(data["vocabulary"][word] for word in words) for words in data["references"][0]]
    assert shown == ["um dois", "tres quatro"]
    assert [system.get("chosen", [0]) for system in data["systems"]] == [[0], [1], [0]]


def test_text_is_data():
    """Markup in segments, names and titles never becomes markup; the page has only its two scripts, and no address."""
    evil = "</script><script>alert(1)</script> <img src=x onerror=alert(2)> \"'&amp; \u2028"
    systems = {"<b>A</b>": [evil, evil], "B": ["x", evil]}
    title = "</title><script>alert(3)</script>"
    report = _report(systems, [evil, "y"], meteor=Meteor("other", text="raw"), title=title)
    page = render_html(report)

    class Reader(html.parser.HTMLParser):
        tags: list[str] = []  # noqa: RUF012

        def handle_starttag(self, tag, attributes):
            self.tags.append(tag)
            assert not [name for name, _ in attributes if name.startswith("on") or name in ("src", "action")]
            assert all(value.startswith("#") for name, value in attributes if name == "href")

    reader = Reader()
    reader.feed(page)
    assert reader.tags.count("script") == 2
    assert "img" not in reader.tags
    assert "b" not in reader.tags
    assert re.search(r"https?://(?!www\.w3\.org/2000/svg)", page) is None
    embedded = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)[1]
    assert json.loads(embedded) == json.loads("".join(pack_report(report)))


def test_the_policy_allows_one_script():
    """The page's policy names the hash of its script, and nothing else may run or load."""
    import base64
    import hashlib

    page = render_html(_report())
    script = re.search(r"</script>\n<script>(.*?)</script>", page, re.DOTALL)[1]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)[1]
    assert f"script-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none'")


def test_the_same_input_gives_the_same_bytes():
    """A page holds no time and no chance."""
    assert render_html(_report()) == render_html(_report())


@pytest.mark.english
@pytest.mark.shared
def test_size_of_a_page(shared_golden):
    """3,000 segments of two systems stay under 2.2 MB, with their texts as they were written."""
    import gzip

    lines = {
        name: gzip.decompress((shared_golden / "xray" / f"{name}.gz").read_bytes()).decode().split("\n")[:-1]
        for name in ("system1.hyp", "reference")
    }
    hypotheses, references = ((lines[name] + lines[name][:511]) for name in ("system1.hyp", "reference"))
    second = [" ".join(reversed(line.split())) if place % 3 else line for place, line in enumerate(hypotheses)]

    corpus = TextCorpus.of_lines({"A": hypotheses, "B": second}, [references])
    page = render_html(make_report(corpus, Meteor(), settings=Settings(samples=100)))
    assert 1_000_000 < len(page.encode()) < 2_200_000
