"""The page of `bolide serve` in a real browser: type, drop, slide."""

import subprocess
import sys

import pytest

from bolide import Meteor

pytestmark = pytest.mark.browser

HYPOTHESIS, REFERENCE = "o gato dormia na casa", "os gatos dormiam bem na casa"
DROP = """([id, files]) => {
  const carried = new DataTransfer();
  for (const [name, text] of files) carried.items.add(new File([text], name));
  const drop = new DragEvent("drop", { dataTransfer: carried, bubbles: true, cancelable: true });
  document.getElementById(id).dispatchEvent(drop);
}"""


@pytest.fixture(scope="module")
def address():
    """Return the address of a server for Portuguese, which needs no data."""
    command = [sys.executable, "-m", "bolide", "serve", "-l", "pt"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        yield server.stdout.readline().strip()
        server.terminate()


@pytest.fixture
def german():
    """Return the address of a server for German."""
    command = [sys.executable, "-m", "bolide", "serve", "-l", "de"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        yield server.stdout.readline().strip()
        server.terminate()


def test_an_example_is_there_at_once(german, open_page):
    """A language that we have an example of opens with its alignment; the metric has its name, also that of another language."""
    with open_page(german) as page:
        page.wait_for_selector("#score")
        page.wait_for_selector("#drawing .mark >> nth=3")
        own = page.locator("#preset option >> nth=0")
        assert own.text_content() == "universal+ (default for German)"
        page.select_option("#language", "it")
        assert own.text_content() == "meteor-1.5 (default for Italian)"


def until(page, text):
    """Wait until the score is a text."""
    page.wait_for_selector(f"#score:has-text('{text}')")


def test_typing(address, open_page):
    """Score, parts and alignment follow what is typed; pointing at a match says why; another language counts at once."""
    wanted = Meteor("pt").align(HYPOTHESIS, REFERENCE)
    with open_page(address) as page:
        page.type("#hypothesis", HYPOTHESIS)
        page.type("#reference", REFERENCE)
        until(page, f"{wanted.score:.4f}")
        assert page.text_content("[data-part=recall] dd") == f"{wanted.recall:.4f}"
        page.wait_for_selector(f"#drawing .mark >> nth={len(wanted.matches) - 1}")
        page.hover("#drawing .mark.stem >> nth=0")
        assert "both have the stem" in page.locator("#tip").inner_text()
        page.click("text=Ribbons")
        assert page.locator("#drawing .band").count() == len(wanted.matches)
        page.select_option("#language", "it")
        other = Meteor("it").align(HYPOTHESIS, REFERENCE)
        until(page, f"{other.score:.4f}")
        assert "language:it" in page.text_content("#signature")
        page.select_option("#language", label="Afar")
        until(page, f"{Meteor('aa').align(HYPOTHESIS, REFERENCE).score:.4f}")
        page.fill("#hypothesis", "")
        page.fill("#reference", "")
        page.wait_for_selector("#scores >> text=Type a text")


def test_sliders(address, open_page):
    """A slider moves the score as the metric would have it, and back."""
    meteor = Meteor("pt")
    before = meteor.align(HYPOTHESIS, REFERENCE).score
    values, weights = list(meteor.parameters.values), list(meteor.parameters.weights)
    moved = Meteor("pt", parameters=[0.1, *values[1:]], weights=weights)
    both = Meteor("pt", parameters=[0.1, *values[1:]], weights=[1, 0.9])
    with open_page(address) as page:
        page.fill("#hypothesis", HYPOTHESIS)
        page.fill("#reference", REFERENCE)
        until(page, f"{before:.4f}")
        page.locator("[data-name=alpha] input").fill("0.1")
        until(page, f"{moved.align(HYPOTHESIS, REFERENCE).score:.4f}")
        page.locator("[data-name=stem] input").fill("0.9")
        until(page, f"{both.align(HYPOTHESIS, REFERENCE).score:.4f}")
        page.wait_for_selector("#signature:has-text('parameters:0.1,')", state="attached")
        page.fill("#hypothesis", REFERENCE)
        until(page, "1.0000")
        page.fill("#hypothesis", HYPOTHESIS)
        until(page, f"{both.align(HYPOTHESIS, REFERENCE).score:.4f}")
        page.click("#reset")
        until(page, f"{before:.4f}")


def test_dropping_files(address, open_page):
    """Two systems and a reference become a report in the page; sliders move the scores; wrong files are named."""
    files = [
        ["sys.a.txt", "o gato\na casa\n"],
        ["ref.txt", "os gatos\na casa branca\n"],
        ["sys.b.txt", "um\rgato\r\ncasa\n"],
    ]
    with open_page(address) as page:
        page.click("text=Files")
        page.evaluate(DROP, ["drop", files])
        report = page.frame_locator("#report iframe")
        report.locator("html[data-ready]").wait_for()
        assert report.locator("#title").text_content() == "sys.a and sys.b"
        assert report.locator("#drawing .mark").count() > 0
        cells = page.locator("#totals td").all_text_contents()
        assert cells[0] == "sys.a"
        page.locator("[data-name=gamma] input").fill("0")
        page.wait_for_selector("#totals td >> nth=6 >> text=0.0000")
        assert page.locator("#totals td >> nth=1").text_content() > cells[1]
        with page.expect_download() as saved:
            page.click("text=Save the report")
        assert saved.value.suggested_filename == "report.html"
        page.evaluate(DROP, ["drop", [["short.txt", "um\n"]]])
        page.wait_for_selector("#trouble:has-text('short.txt has 1 line, and the reference has 2 lines')")
        assert not page.is_visible("#totals")
        assert not page.is_visible("#report")
        page.select_option("[aria-label='what short.txt is']", "leave out")
        report.locator("html[data-ready]").wait_for()
        assert page.is_visible("#totals")
        assert not page.is_visible("#trouble")
        page.evaluate(DROP, ["drop", [["broken.gz", "um"]]])
        page.wait_for_selector("#trouble:has-text('broken.gz is not a text file in UTF-8')")
        report.locator("html[data-ready]").wait_for()
        assert page.is_visible("#trouble")
        page.select_option("[aria-label='what ref.txt is']", "leave out")
        page.wait_for_selector("#totals", state="hidden")


def test_unequal_lines(address, open_page):
    """More lines of one text than of the other are refused, as by the command line, and nothing of before is shown."""
    with open_page(address) as page:
        page.fill("#hypothesis", "o gato\na casa\n")
        page.fill("#reference", "os gatos\na casa branca")
        page.wait_for_selector("#score:has-text('2 segments')")
        page.wait_for_selector("#drawing .mark")
        page.type("#hypothesis", "um")
        page.wait_for_selector("#trouble:has-text('The translation has 3 lines, and the reference has 2 lines')")
        assert page.locator("#score, #drawing").count() == 0
        page.fill("#hypothesis", "o gato\na casa\n\n")
        page.fill("#reference", "os gatos\na casa branca\num cão")
        page.wait_for_selector("#score:has-text('3 segments')")
        assert not page.is_visible("#trouble")


def test_hostile_text(address, open_page):
    """Text that looks like markup is shown unchanged, and errors of the server are reported."""
    hostile = '<img src=x onerror="window.harmed=1"></script><script>window.harmed=2</script>'
    with open_page(address) as page:
        page.fill("#hypothesis", hostile)
        page.fill("#reference", hostile)
        until(page, "1.0000")
        page.wait_for_selector("#drawing .mark")
        assert page.evaluate("window.harmed") is None
        assert page.locator("main img").count() == 0


def test_an_error_of_the_server_is_shown(browser, address):
    """Language data that is missing is named with the command that installs it; the score of another metric is not left beside it."""
    page = browser.new_page()
    troubles = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.goto(address)
    page.fill("#hypothesis", "die Katze")
    page.fill("#reference", "eine Katze")
    page.select_option("#language", "de")
    page.wait_for_selector("#signature:has-text('language:de')", state="attached")
    page.wait_for_selector("#score")
    page.wait_for_selector("#drawing .mark")
    page.select_option("#preset", "meteor-1.5")
    page.wait_for_selector("#trouble:has-text('bolide resources install de')")
    assert page.locator("#score, #drawing, #sliders input").count() == 0
    assert page.text_content("#signature") == ""
    page.select_option("#preset", "")
    page.wait_for_selector("#signature:has-text('language:de')", state="attached")
    page.wait_for_selector("#score")
    page.wait_for_selector("#drawing .mark")
    assert page.locator("#sliders input").count() > 0
    assert not page.is_visible("#trouble")
    page.close()
    assert troubles == []
