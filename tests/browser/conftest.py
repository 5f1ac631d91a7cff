"""A real browser for the pages of reports: Chromium, driven by Playwright."""

import gzip
import os
import shutil
from contextlib import contextmanager

import pytest
from report_pages import make_page

from bolide import Meteor

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def pytest_collection_modifyitems(config, items):
    """Run these tests only on request: they need a browser."""
    if "browser" in config.option.markexpr:
        return
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.skip(reason="runs with: make test-browser"))


@pytest.fixture(scope="session")
def browser():
    """Return Chromium, started once."""
    playwright = pytest.importorskip("playwright.sync_api")
    found = os.environ.get("BOLIDE_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if not found:
        pytest.skip("there is no Chromium on the PATH")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser):
    """Return a function that opens a page, a file or a server's, and fails if it logs an error or asks for anything elsewhere."""

    @contextmanager
    def opened(path, *, width=1280, height=900, **options):
        context = browser.new_context(viewport={"width": width, "height": height}, accept_downloads=True, **options)
        page = context.new_page()
        troubles, requests, dialogs = [], [], []
        page.on("console", lambda message: troubles.append(message.text))
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("request", lambda request: requests.append(request.url))
        page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
        address = path if isinstance(path, str) else path.as_uri()
        page.goto(address)
        page.wait_for_selector("html[data-ready]")
        yield page
        context.close()
        assert troubles == []
        assert dialogs == []
        own = ("file:", "blob:", "data:", "about:srcdoc", *([path] if isinstance(path, str) else []))
        assert [url for url in requests if not url.startswith(own)] == []

    return opened


REFERENCES = [
    "the old cat sat on the mat in the hall",
    "good morning to everybody here",
    "runs are short",
    "one two three four five six seven eight nine ten eleven twelve",
    "nothing of this is found",
]
SYSTEMS = {
    "first": [
        "on the mat sat the cat",
        "hello to everybody here",
        "run is short",
        "twelve eleven ten nine eight seven six five four three two one",
        "alien words only",
    ],
    "second": [
        "the old cat sat on the mat in the hall",
        "hello to all of you here",
        "runs are short",
        "one two three four five six seven eight nine ten",
        "nothing",
    ],
}


@pytest.fixture(scope="session")
def report_page(tmp_path_factory):
    """Return the page of two systems with exact, stem and paraphrase matches, and function words."""
    folder = tmp_path_factory.mktemp("report")
    table = folder / "paraphrases.gz"
    table.write_bytes(gzip.compress(b"0.25\ngood morning\nhello\n0.125\neverybody\nall of you\n"))
    os.environ.setdefault("BOLIDE_HOME", str(folder / "home"))
    meteor = Meteor(
        "en",
        matchers=["exact", "stem", "paraphrase"],
        weights=[1, 0.6, 0.5],
        parameters=[0.85, 0.2, 0.6, 0.75],
        paraphrases=table,
        text="lower",
    )
    return make_page(folder, SYSTEMS, REFERENCES, meteor=meteor, title="Two systems", command="bolide report")
