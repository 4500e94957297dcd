"""The published JSON Schemas, and that documents fit the types they are made from."""

import json

import msgspec
import pytest

from game_scenes import CLASSIC, play, position
from talleyrand import Game, InputError, schema, write_position, write_record
from talleyrand.game.case import read_case
from talleyrand.game.documents import CaseDocument, PositionDocument, RecordDocument, ReportDocument
from talleyrand.game.report_json import write_report


@pytest.mark.parametrize("name", ["position", "case", "report", "record"])
def test_each_document_has_a_schema(name):
    made = schema(name)
    assert made["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert json.loads(json.dumps(made)) == made
    main = made["$defs"][made["$ref"].rpartition("/")[2]]
    assert main["type"] == "object"
    assert "format" in main["properties"]


def test_the_schema_names_what_is_required():
    definitions = schema("position")["$defs"]
    assert definitions["PositionDocument"]["required"] == ["phase"]
    assert set(definitions["DislodgedUnit"]["properties"]) == {"unit", "from", "by_convoy", "retreats"}


def test_another_name_is_refused():
    with pytest.raises(InputError, match="did you mean 'position'"):
        schema("positions")


def test_written_documents_fit_their_types():
    where = position("S1901M", {"Austria": ["A BOH"], "Germany": ["A SIL", "A MUN"]})
    report = play(where, {"Germany": "A SIL - BOH\nA MUN S A SIL - BOH"})
    msgspec.convert(write_report(report, CLASSIC), ReportDocument)
    msgspec.convert(write_position(where, CLASSIC), PositionDocument)
    msgspec.convert(write_record(Game.new("classic").advance()[0]), RecordDocument)
    document = {**write_position(where, CLASSIC), "orders": {"Germany": ["A SIL - BOH"]}, "id": "one"}
    msgspec.convert(document, CaseDocument)
    assert read_case(document).position == where
