"""Whole reports in every format, beside what they looked like when a person last read them.

Each ``tests/cases/reports/NAME.json`` is a case as ``talleyrand adjudicate`` reads it, and the files beside it are its
reports. When wording changes on purpose, write them anew and read the difference before committing it:

    REFRESH_REPORTS=1 python -m pytest tests/prose/test_reports.py
"""

import json
import os
from pathlib import Path

import pytest

from talleyrand.game.case import read_case
from talleyrand.prose import bbcode, discord, html, markdown, text
from talleyrand.prose.content import Extras
from talleyrand.prose.document import document
from talleyrand.prose.steps import steps

CASES = Path(__file__).parent.parent / "cases" / "reports"
NAMES = sorted(path.stem for path in CASES.glob("*.json") if "." not in path.stem)
MESSAGE = "\n\n(next message)\n\n"


def as_json(report, variant):
    return json.dumps(document(report, variant, "x"), indent=1, ensure_ascii=False) + "\n"


def as_steps(report, variant):
    return json.dumps(steps(report, variant.board), indent=1, ensure_ascii=False) + "\n"


def dressed(report, variant):
    extras = Extras(
        game="Test [game] no. 3",
        deadline="21 March, 21:00 UTC",
        map_url="https://example.org/map.png",
        label=list(variant.year_labels.values())[-1] if variant.year_labels else None,
    )
    return bbcode.render(report, variant, tables=True, extras=extras)


FORMATS = {
    "txt": text.render,
    "explain.txt": lambda report, variant: text.render(report, variant, explain=True, extras=Extras(desk=True)),
    "md": markdown.render,
    "bbcode": bbcode.render,
    "tables.bbcode": dressed,
    "discord": lambda report, variant: MESSAGE.join(discord.render(report, variant)) + "\n",
    "html": html.render,
    "report.json": as_json,
    "steps.json": as_steps,
}


@pytest.fixture(scope="module")
def adjudicated():
    found = {}
    for name in NAMES:
        case = read_case(json.loads((CASES / f"{name}.json").read_text(encoding="utf-8")))
        found[name] = (case.adjudicate(), case.variant)
    return found


@pytest.mark.parametrize("suffix", FORMATS)
@pytest.mark.parametrize("name", NAMES)
def test_report_reads_as_it_did(adjudicated, name, suffix):
    shown = FORMATS[suffix](*adjudicated[name])
    golden = CASES / f"{name}.{suffix}"
    if os.environ.get("REFRESH_REPORTS"):
        golden.write_text(shown, encoding="utf-8")
    assert golden.exists(), f"write it with REFRESH_REPORTS=1: {golden.name}"
    assert shown == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_text_fits_a_terminal_of_80_columns(adjudicated, name):
    for explain in (False, True):
        shown = text.render(*adjudicated[name], explain=explain)
        assert max(map(len, shown.splitlines())) <= 80
        assert shown.endswith(".\n")
        assert not any(line.endswith(" ") for line in shown.splitlines())


@pytest.mark.parametrize("name", NAMES)
def test_discord_messages_can_be_sent(adjudicated, name):
    for explain in (False, True):
        for message in discord.render(*adjudicated[name], explain=explain):
            assert 0 < len(message) < 2000
            assert message.count("```") % 2 == 0


@pytest.mark.parametrize("name", NAMES)
def test_json_has_a_sentence_and_an_outcome_for_every_line(adjudicated, name):
    report, variant = adjudicated[name]
    written = document(report, variant, name)
    assert list(written)[:4] == ["format", "id", "orders", "next"]
    assert written["id"] == name
    assert len(written["orders"]) == len(report.lines)
    for entry in written["orders"]:
        assert entry["sentence"].endswith(".")
        assert entry["outcome"]
        assert set(entry) >= {"power", "text", "order", "reading", "outcome", "because", "sentence"}
        for reason in entry["because"]:
            assert all(value not in (None, "", [], ()) for value in reason.values())
    assert json.loads(json.dumps(written)) == written


def test_markdown_and_bbcode_tags_are_balanced(adjudicated):
    for report, variant in adjudicated.values():
        for tables in (False, True):
            shown = bbcode.render(report, variant, explain=True, tables=tables)
            for tag in ("b", "u", "i", "list", "code", "table", "tr", "td"):
                assert shown.count(f"[{tag}]") == shown.count(f"[/{tag}]"), tag


def test_html_stands_alone_as_a_page_and_fits_into_one(adjudicated):
    report, variant = adjudicated["classic"]
    page = html.render(report, variant)
    fragment = html.render(report, variant, page=False)
    assert page.startswith("<!DOCTYPE html>")
    assert fragment in page
    assert "<html" not in fragment
    assert "prefers-color-scheme:dark" in fragment
