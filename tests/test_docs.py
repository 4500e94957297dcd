"""What the handbook shows is what happens.

Each page is tried from top to bottom in a folder of its own, where `examples/` lies too. A comment above a fenced block
says what to do with it:

    <!-- file: NAME -->     the block is written into a file
    <!-- output -->         what the block before it prints; "…" stands for any text
    <!-- status: 1 -->      how the commands below end, where that is not 0
    <!-- not run: WHY -->   nothing is done
    <!-- at fault: WHY -->  a document that is meant to be refused is not read

Otherwise `sh` is run, `python` is run and what `print(...)  # this` says is compared, `json` is read as the document it
is, and `toml` is parsed. Tables under `<!-- orders: ... -->` are read by the order reader.
"""

import argparse
import contextlib
import io
import json
import os
import re
import subprocess
import sys
import tomllib
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple, get_type_hints

import pytest

import talleyrand
from talleyrand import Rulebook, load_variant, read_case, read_orders, read_position, write_order
from talleyrand.board.unit import Unit
from talleyrand.cli.main import parser as command_line
from talleyrand.game.documents import DislodgedUnit
from talleyrand.orders.reading import Status
from talleyrand.rules.hooks import Hooks
from talleyrand.rules.outcome import Result
from talleyrand.variants import schema
from talleyrand.variants.cases import Case, DislodgedEntry
from talleyrand.variants.presets import all_presets

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
FILES = {"README.md": {"rome.txt": "Army Roma move Apulia\nFleet Neapolis move Ausonian Sea\n"}}
BLOCK = re.compile(r"((?:^<!--.*?-->\n+)*)^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A fenced block, with the marks in the comments above it."""

    marks: dict[str, str]
    language: str
    text: str


def blocks(page: Path) -> list[Block]:
    found = []
    for comments, language, text in BLOCK.findall(page.read_text(encoding="utf-8")):
        marks = [comment.partition(":") for comment in re.findall(r"<!-- *(.*?) *-->", comments)]
        found.append(Block({name.strip(): value.strip() for name, _, value in marks}, language, text))
    return found


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with the command of this interpreter on the path."""
    command = tmp_path / "bin" / "talleyrand"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m talleyrand "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    work = tmp_path / "work"
    work.mkdir()
    (work / "examples").symlink_to(ROOT / "examples")
    monkeypatch.setenv("PATH", f"{command.parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.chdir(work)
    return work


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_block_does_what_the_page_says(page: Path, folder: Path) -> None:
    for name, text in FILES.get(page.name, {}).items():
        (folder / name).write_text(text, encoding="utf-8")
    printed, names = "", {"__name__": "page"}
    for marks, language, text in blocks(page):
        if "not run" in marks:
            assert marks["not run"], "say why"
        elif "output" in marks:
            assert agrees(text, printed), f"{page.name} shows\n{text}\nbut this was printed\n{printed}"
        elif "file" in marks:
            (folder / marks["file"]).write_text(text, encoding="utf-8")
        if "not run" in marks or "output" in marks:
            continue
        if language == "sh":
            printed = shell(text, int(marks.get("status", 0)))
        elif language == "python" and "file" not in marks:
            printed = python(text, names, page)
        elif language == "json" and "at fault" not in marks:
            check_document(json.loads(text))
        elif language == "toml":
            tomllib.loads(text)


def shell(text: str, status: int) -> str:
    done = subprocess.run(["sh", "-ec", text], capture_output=True, text=True, timeout=120, encoding="utf-8")
    assert done.returncode == status, f"{text}\nended with {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout + done.stderr


def python(text: str, names: dict[str, Any], page: Path) -> str:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(text, str(page), "exec"), names)
    shown = re.findall(r"^\s*print\(.*\)  # (.*)$", text, re.MULTILINE)
    if shown:
        assert out.getvalue().splitlines() == shown
    return out.getvalue()


def agrees(shown: str, printed: str) -> bool:
    parts = re.split("…\n?", shown.strip() + "\n")
    return re.fullmatch(".*".join(map(re.escape, parts)), printed.strip() + "\n", re.DOTALL) is not None


def check_document(value: Any) -> None:
    """A case is adjudicated, a position read; any other JSON has been parsed, which is all."""
    if not isinstance(value, dict) or "phase" not in value or "units" not in value:
        return
    if "orders" in value:
        read_case(value).adjudicate()
    else:
        read_position(value)


# tables


def tables(page: str) -> dict[str, list[list[str]]]:
    """The rows of each table without its head, by the heading above it; a heading's later tables are added."""
    found: dict[str, list[list[str]]] = {}
    heading, rows = "", 0
    for line in (ROOT / "docs" / page).read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            heading = line.lstrip("# ").strip()
        rows = rows + 1 if line.startswith("|") else 0
        if rows > 2:
            found.setdefault(heading, []).append([cell.strip() for cell in line.strip("|").split("|")])
    return found


def codes(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def test_the_rulebook_table_has_every_choice_value_and_default() -> None:
    shown = {codes(row[0])[0]: row[1:] for row in tables("gm.md")["Every choice of the rulebook"]}
    hints, usual = get_type_hints(Rulebook), Rulebook().choices()
    assert list(shown) == list(usual)
    for name, (values, default, meaning) in shown.items():
        kind = hints[name]
        if issubclass(kind, StrEnum):
            assert codes(values) == [str(value) for value in kind], name
        else:
            assert values == "a number", name
        assert codes(default) == [str(usual[name])], name
        assert meaning, name


def test_the_presets_table_has_every_preset() -> None:
    shown = {codes(row[0])[0]: (codes(row[1]), row[2]) for row in tables("gm.md")["Rulebooks by name"]}
    assert list(shown) == list(all_presets())
    usual = Rulebook().choices()
    for name, preset in all_presets().items():
        aliases, differs = shown[name]
        assert aliases == list(preset.aliases), name
        changed = [f"{k} = {v}" for k, v in preset.rulebook.choices().items() if v != usual[k]]
        assert codes(differs) == changed, name


@pytest.mark.parametrize(
    ("heading", "shape"),
    [
        ("variant.toml", schema.VariantFile),
        ("[calendar]", schema.CalendarEntry),
        ("[calendar.year_labels]", schema.YearLabelEntry),
        ("[[powers]]", schema.PowerEntry),
        ("[start]", schema.StartEntry),
        ("[text]", schema.TextEntry),
        ("[press]", schema.PressEntry),
        ("[presets.NAME]", schema.PresetEntry),
        ("map.json", schema.MapFile),
        ("provinces", schema.ProvinceEntry),
        ("crossings", schema.Crossing),
        ("powers and start in map.json", (schema.MapPower, schema.MapStart, schema.MapUnit)),
        ("cases.toml", Case),
        ("dislodged units in a case", DislodgedEntry),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_every_key_of_a_variant_is_described(heading: str, shape: Any) -> None:
    shapes = shape if isinstance(shape, tuple) else (shape,)
    keys = {key for one in shapes for key in one.__struct_encode_fields__}
    assert {code for row in tables("variants.md")[heading] for code in codes(row[0])} == keys


def test_every_hook_is_described() -> None:
    hooks = {name for name in vars(Hooks) if not name.startswith("_")}
    assert {codes(row[0])[0].partition("(")[0] for row in tables("variants.md")["rules.py"]} == hooks


def test_every_key_of_a_dislodged_unit_is_described() -> None:
    table = tables("gm.md")["One turn, without keeping a game"]
    assert [codes(row[0])[0] for row in table] == list(DislodgedUnit.__struct_encode_fields__)


def test_every_reading_and_outcome_is_described() -> None:
    def words(heading: str, page: str) -> set[str]:
        return {code for row in tables(page)[heading] for code in codes(row[0])}

    assert words("What did the player mean?", "gm.md") == {str(status) for status in Status}
    assert words("Outcomes", "gm.md") == {str(result) for result in Result}


def test_every_option_of_a_game_is_described() -> None:
    """An action's own options stand in its row, those of a report in a row of theirs, --variant above the table."""
    shown = {
        codes(row[0])[0].split()[1] if "`" in row[0] else row[0]: row[1]
        for row in tables("gm.md")["A whole game in one file"]
    }
    shared = {"--variant", *re.findall(r"--[\w-]+", shown["a report"])}
    top = command_line()
    (commands,) = [action for action in top._actions if isinstance(action, argparse._SubParsersAction)]
    game = commands.choices["game"]
    (actions,) = [action for action in game._actions if isinstance(action, argparse._SubParsersAction)]
    for name, parser in actions.choices.items():
        own = set(re.findall(r"--[\w-]+", shown[name]))
        options = {word for action in parser._actions for word in action.option_strings if word.startswith("--")}
        assert own <= options, name
        assert options - {"--help"} <= own | shared, name


def test_every_public_name_is_described() -> None:
    assert {codes(row[0])[0] for row in tables("researchers.md")["The public names"]} == set(talleyrand.__all__)


def order_tables() -> list[Any]:
    """Tables of orders as (id, what is given, rows)."""
    text = (ROOT / "docs" / "players.md").read_text(encoding="utf-8")
    found = []
    for given, table in re.findall(r"^<!-- orders: (.*?) -->\n+((?:\|.*\n)+)", text, re.MULTILINE):
        options = dict(re.findall(r'(\w+)=("[^"]*"|\S+)', given))
        for line in table.splitlines()[2:]:
            written, read, *_ = line.strip("| ").split(" | ")
            for one in codes(written):
                found.append(pytest.param(options, one, codes(read), id=f"{options['phase']} {one}"))
    return found


@pytest.mark.parametrize(("given", "written", "expected"), order_tables())
def test_orders_mean_what_the_page_for_players_says(given: dict[str, str], written: str, expected: list[str]) -> None:
    assume = [Unit.parse(unit) for unit in given.get("assume", "").strip('"').split(";") if unit.strip()]
    board = load_variant(given["variant"]).board
    readings = read_orders(written, board, kind=given["phase"], assume=assume)
    status = given.get("reading")
    if status == "ambiguous":
        (reading,) = readings
        assert reading.status is Status.AMBIGUOUS
        assert set(reading.candidates) == set(expected)
        return
    wanted = [status] if status else [Status.OK, Status.REPAIRED]
    assert all(reading.status in wanted for reading in readings), readings
    assert [write_order(reading.order) for reading in readings if reading.order is not None] == expected
