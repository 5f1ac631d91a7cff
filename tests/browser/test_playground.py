"""The playground of the documentation site in a real browser, from a disk, and the npm package in a page of somebody's."""

import functools
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from surroundings import ROOT

from bolide import Meteor

pytestmark = pytest.mark.browser

PAGE, NPM = ROOT / "build" / "site" / "playground.html", ROOT / "build" / "npm"
HYPOTHESIS, REFERENCE = "Le chat était assis sur le tapis.", "Un chat s'est assis sur le tapis."


@pytest.fixture(autouse=True)
def built():
    """Skip where the WebAssembly was not built."""
    if not PAGE.exists():
        pytest.skip("there is no playground: make site, with Emscripten")


def show(page, meteor, language, preset=""):
    """Type a pair, and wait for the score that the package has, and for every match."""
    wanted = meteor.align(HYPOTHESIS, REFERENCE)
    page.select_option("#language", language)
    page.select_option("#preset", preset)
    page.fill("#hypothesis", HYPOTHESIS)
    page.fill("#reference", REFERENCE)
    page.wait_for_selector(f"#score:has-text('{wanted.score:.4f}')")
    page.wait_for_selector(f"#drawing .mark >> nth={len(wanted.matches) - 1}")
    assert page.locator("#drawing .mark").count() == len(wanted.matches)
    assert page.text_content("#signature") == str(meteor.signature)


def test_languages_without_a_server(open_page):
    """Score, drawing and signature are the package's: by universal+, and by the metric of a language; sliders work."""
    with open_page(PAGE) as page:
        page.wait_for_selector("#score")  # An example is there at once.
        show(page, Meteor("fr"), "fr")
        show(page, Meteor("en", preset="universal+"), "en", "universal+")
        italian = Meteor("it")
        show(page, italian, "it")
        page.locator("[data-name=alpha] input").fill("0.1")
        other = Meteor("it", parameters=[0.1, *italian.parameters.values[1:]])
        page.wait_for_selector(f"#score:has-text('{other.segment(HYPOTHESIS, REFERENCE).score:.4f}')")
        page.click("text=Ribbons")
        page.wait_for_selector("#drawing .band")
        assert page.locator("#views button").count() == 0


@pytest.mark.english
def test_english_synonyms_are_loaded_when_asked_for(open_page):
    """Nothing is loaded until English is requested with its synonyms."""
    if not PAGE.with_name("synonyms-en.bolide.js").exists():
        pytest.skip("the English synonyms were not installed when the site was made")
    with open_page(PAGE) as page:
        loaded = []
        page.on("request", lambda request: loaded.append(request.url))
        page.wait_for_selector("#score")
        assert not [url for url in loaded if "synonyms" in url]
        show(page, Meteor("en", matchers=["exact", "stem", "synonym"]), "en")
        page.fill("#hypothesis", "the cat sat on the carpet")
        page.fill("#reference", "a cat was sitting on the rug")
        page.wait_for_selector("#drawing .mark.synonym")
        assert [url for url in loaded if url.endswith("synonyms-en.bolide.js")]


def test_the_npm_package_in_a_page(browser):
    """A page imports the package over HTTP, and scores as the Python package does."""
    handler = functools.partial(SimpleHTTPRequestHandler, directory=NPM)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever).start()
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/package.json")
        script = (
            """async (pair) => (await (await import("/bolide.js")).open({ language: "de" })).score(...pair).score"""
        )
        assert page.evaluate(script, [HYPOTHESIS, REFERENCE]) == Meteor("de").segment(HYPOTHESIS, REFERENCE).score
        page.close()
        server.shutdown()
