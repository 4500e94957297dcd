"""A real Chromium at a site that really serves: `talleyrand serve --demo`, with a database of its own.

Where there is no Chromium the tests are skipped, and fail with TALLEYRAND_BROWSER=required.
"""

import os
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from site_eyes import Person

SIZES = {
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "desktop": {"viewport": {"width": 1280, "height": 900}},
}


def chromium():
    """Where Chromium is, or None."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if found := shutil.which(name):
            return found
    return None


@pytest.fixture(scope="session")
def browser():
    path = chromium()
    if path is None:
        why = "no Chromium was found in PATH; install it with: apt-get install chromium"
        if os.environ.get("TALLEYRAND_BROWSER") == "required":
            pytest.fail(why)
        pytest.skip(why)
    with sync_playwright() as play:
        opened = play.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-dev-shm-usage"])
        yield opened
        opened.close()


class Site:
    """A site that serves, where it is, and the links that sign its demo's people in, each of them once."""

    def __init__(self, root, links):
        self.root, self.links, self._states = root, links, {}

    def signed_in(self, browser, name):
        """What a browser keeps of one of the demo's people who signed in; nothing for nobody."""
        if name and name not in self._states:
            context = browser.new_context()
            page = context.new_page()
            page.goto(self.links[name])
            with page.expect_navigation():
                page.get_by_role("main").get_by_role("button").first.click()
            self._states[name] = context.storage_state()
            context.close()
        return self._states.get(name)


def free_port():
    with socket.socket() as place:
        place.bind(("127.0.0.1", 0))
        return place.getsockname()[1]


@pytest.fixture(scope="session")
def site(browser, tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    hidden = ("DATABASE_URL", "DJANGO_SETTINGS_MODULE")
    kept = {key: value for key, value in os.environ.items() if key not in hidden and "TALLEYRAND" not in key}
    program = [sys.executable, "-m", "talleyrand", "serve", "--demo", "--port", str(free_port())]
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(
            program,
            env={**kept, "TALLEYRAND_DATA": str(folder / "data")},
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
        try:
            yield _greeted(server, folder / "log")
        finally:
            server.terminate()
            server.wait(timeout=20)
            server.stdout.close()


def _greeted(server, log: Path):
    """The site as it says of itself when it is ready."""
    root, links = "", {}
    for line in server.stdout:
        if found := re.search(r"Talleyrand is at (http://\S+)/", line):
            root = found[1]
        elif found := re.match(r"\s+(\S+) .*(http://\S+/enter/\S+)", line):
            links[found[1]] = found[2]
        elif "Each link signs in once" in line:
            return Site(root, links)
    raise AssertionError(log.read_text()[-3000:])


@pytest.fixture(params=SIZES)
def size(request):
    return request.param


@pytest.fixture
def person(browser, site, size):
    """Makes people with browsers of their own; what their browsers complained of fails the test."""
    made = []

    def person(name="", *, scripts=True):
        state = site.signed_in(browser, name)
        context = browser.new_context(
            java_script_enabled=scripts, base_url=site.root, storage_state=state, **SIZES[size]
        )
        context.set_default_timeout(60_000)
        made.append(Person(context, phone=size == "phone"))
        return made[-1]

    yield person
    for each in made:
        each.context.close()
    assert [complaint for each in made for complaint in each.complaints] == []
