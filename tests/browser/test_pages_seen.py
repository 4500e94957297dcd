"""Every page that links lead to, as its Game Master, a player and a passer-by see it, on a phone and on a desk."""

import re
from urllib.parse import urlsplit

import pytest


def crawl(person):
    """Follow every link of the site, one of each kind; what is wrong with the pages by address, and what was there."""
    waiting, known, wrong = ["/"], {"/"}, {}
    while waiting:
        address = waiting.pop(0)
        answer = person.page.goto(address)
        faults = person.faults() if answer.status == 200 else [f"status {answer.status}"]
        if faults:
            wrong[address] = faults
        for link in person.page.evaluate("[...document.querySelectorAll('a[href]')].map((node) => node.href)"):
            parts = urlsplit(link)
            if parts.netloc != urlsplit(person.page.url).netloc or re.search(r"\.(svg|png|json)$", parts.path):
                continue
            path = f"{parts.path}?{parts.query}" if parts.query else parts.path
            kind = re.sub(r"(setting|next)=[^&]*", "", re.sub(r"\d+", "1", path))
            if kind not in known:
                known.add(kind)
                waiting.append(path)
    return wrong, known


@pytest.mark.parametrize(("who", "least"), [("Livia", 25), ("Marcus", 15), ("", 10)])
def test_every_page_can_be_used(person, who, least):
    wrong, known = crawl(person(who))
    assert wrong == {}
    assert len(known) >= least, known
