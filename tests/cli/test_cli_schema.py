import json
from pathlib import Path

import msgspec
import pytest

from talleyrand.game.documents import CaseDocument
from talleyrand.game.schema import DOCUMENTS

TURN = Path(__file__).resolve().parents[2] / "examples" / "forum_turn" / "turn.json"


@pytest.mark.parametrize("name", ["position", "case", "report", "record"])
def test_a_schema_is_printed(talleyrand, name):
    ran = talleyrand("schema", name)
    assert ran.status == 0
    assert ran.json["$schema"].startswith("https://json-schema.org/")
    assert ran.json["title"] == f"Talleyrand {name}"


def test_what_the_commands_write_is_what_the_schemas_say(talleyrand, tmp_path):
    """The schemas are made from the very types that these documents are converted to."""
    game = tmp_path / "game.json"
    assert talleyrand("game", "new", game, "--variant", "ancient_mediterranean", "--rulebook", "000").status == 0
    assert talleyrand("game", "orders", game, "--power", "Rome", "--author", "Cato", "-m", "A Rom - Apu").status == 0
    assert talleyrand("game", "adjudicate", game, "--anyway").status == 0
    report = talleyrand("adjudicate", TURN, "--format", "json").json
    for name, document in {
        "case": json.loads(TURN.read_text(encoding="utf-8")),
        "report": report,
        "position": report["next"],
        "record": json.loads(game.read_text()),
    }.items():
        msgspec.convert(document, DOCUMENTS[name])


@pytest.mark.parametrize(
    ("orders", "key"),
    [
        ([{"author": "Cato"}], "orders.Rome[0].text"),
        ([{"text": 7}], "orders.Rome[0].text"),
        ([{"text": "A Rom H", "rank": 1}], "orders.Rome[0].rank"),
        ([{"text": "A Rom H"}, "A Rav H"], "orders.Rome[1]"),
        ([{"text": ["A Rom H", None]}], "orders.Rome[0].text[1]"),
    ],
)
def test_sets_at_fault_are_named_by_key(talleyrand, orders, key):
    case = {
        "variant": "ancient_mediterranean",
        "phase": "S1M",
        "units": {"Rome": ["A ROM"]},
        "orders": {"Rome": orders},
    }
    ran = talleyrand("adjudicate", "--jsonl", given=json.dumps(case))
    assert ran.lines[0]["error"]["key"] == key


def test_the_schema_of_a_case_knows_sets(talleyrand):
    assert "SentDocument" in talleyrand("schema", "case").json["$defs"]
    assert CaseDocument.__name__ in talleyrand("schema", "case").json["$defs"]
