"""The handbook calls things on the site as their pages do."""

import re
from pathlib import Path

import pytest

from talleyrand.host import pages

ROOT = Path(__file__).parents[2]
FOLDER = Path(pages.__file__).parent
TYPED = {"24", "1.5", "90 minutes"}
"""What a reader of the handbook is told to type."""


def of_the_site(page):
    """What a page of the handbook says of the site."""
    text = (ROOT / page).read_text(encoding="utf-8")
    if page == "docs/desk.md":
        return text
    title = "## Run a game on the site" if page == "README.md" else "## On the site"
    return text.partition(title)[2].partition("\n## ")[0]


@pytest.mark.parametrize("page", ["docs/desk.md", "docs/players.md", "README.md"])
def test_what_the_handbook_quotes_of_the_site_stands_on_a_page(page):
    quoted = {" ".join(words.split()) for words in re.findall(r'"([^"]+)"', of_the_site(page))} - TYPED
    assert quoted
    sources = [*FOLDER.rglob("*.html"), *FOLDER.rglob("*.py"), *(FOLDER.parent / "deadlines").glob("*.py")]
    shown = "\n".join(each.read_text(encoding="utf-8") for each in sources)
    assert [words for words in sorted(quoted) if words not in shown] == []
