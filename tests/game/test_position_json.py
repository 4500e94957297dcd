"""Positions as JSON: any spelling in, one spelling out, every fault named by its path."""

import json

import pytest

from talleyrand import InputError, load_variant, read_position, write_position
from talleyrand.game.case import read_case

CLASSIC = load_variant("classic")


def classic(**changes):
    document = {"variant": "classic", "phase": "S1901M", "units": {"France": ["A PAR"]}}
    return {**document, **changes}


def test_the_documented_example_reads_back_canonical():
    document = {
        "format": 1,
        "variant": "classic",
        "phase": "S1901R",
        "units": {"England": ["F LON", "A LVP"], "Russia": ["F STP/SC", "A VIE"]},
        "dislodged": {"Austria": [{"unit": "A VIE", "from": "BOH", "by_convoy": False}]},
        "standoffs": ["GAL"],
        "centers": {"England": ["LVP", "EDI", "LON"]},
        "extra": {},
    }
    position = read_position(document)
    written = write_position(position, CLASSIC)
    assert written == {
        **document,
        "units": {"England": ["A LVP", "F LON"], "Russia": ["A VIE", "F STP/SC"]},
        "centers": {"England": ["EDI", "LON", "LVP"]},
    }
    assert list(written) == ["format", "variant", "phase", "units", "dislodged", "standoffs", "centers", "extra"]
    assert read_position(json.loads(json.dumps(written))) == position


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("a par", "A PAR"),
        ("Army Paris", "A PAR"),
        ("A Liverpool", "A LVP"),
        ("f stp/sc", "F STP/SC"),
        ("F STP(SC)", "F STP/SC"),
        ("Fleet St. Petersburg (south coast)", "F STP/SC"),
        ("fleet Saint Petersburg sc", "F STP/SC"),
        ("F English Channel", "F ENG"),
        ("F BUL/EC", "F BUL/EC"),
    ],
)
def test_any_spelling_of_a_unit_is_read(text, canonical):
    position = read_position(classic(units={"France": [text]}))
    assert write_position(position, CLASSIC)["units"] == {"France": [canonical]}


@pytest.mark.parametrize("power", ["France", "france", "FRANCE", "French"])
def test_any_spelling_of_a_power_is_read(power):
    assert write_position(read_position(classic(units={power: ["A PAR"]})), CLASSIC)["units"] == {"France": ["A PAR"]}


@pytest.mark.parametrize(("code", "year"), [("S1M", 1), ("S0001M", 1), ("s1m", 1), ("F450R", 450)])
def test_short_and_padded_years_are_one_X_A2(code, year):
    variant = load_variant("ancient_mediterranean")
    position = read_position({"variant": "ancient_mediterranean", "phase": code, "units": {}})
    assert position.phase.year == year
    assert write_position(position, variant)["phase"] in ("S1M", "F450R")


def test_what_a_report_calls_next_reads_as_a_position():
    case = read_case(
        {
            **classic(units={"France": ["A BUR", "A MAR"], "Germany": ["A MUN", "A RUH"]}),
            "orders": {"Germany": ["A MUN - BUR", "A RUH S A MUN - BUR"]},
        }
    )
    from talleyrand.game.report_json import write_report

    report = write_report(case.adjudicate(), CLASSIC)
    following = report["next"]
    assert following["phase"] == "S1901R"
    assert following["dislodged"]["France"][0] == {
        "unit": "A BUR",
        "from": "MUN",
        "by_convoy": False,
        "retreats": ["BEL", "GAS", "PAR", "PIC"],
    }
    assert read_position(following).dislodged[0].origin == "MUN"


FAULTS = {
    "unknown province": (classic(units={"France": ["A XXX"]}), "units.France[0]", "no province of classic"),
    "misspelt province": (classic(units={"France": ["A Parris"]}), "units.France[0]", "did you mean 'Paris'"),
    "shared abbreviation": (
        classic(units={"France": ["A liv"]}),
        "units.France[0]",
        "Livonia (LVN) or Liverpool (LVP)",
    ),
    "army at sea": (classic(units={"France": ["A NTH"]}), "units.France[0]", "no army can stand"),
    "fleet inland": (classic(units={"France": ["F PAR"]}), "units.France[0]", "no fleet can stand"),
    "fleet without its coast": (classic(units={"France": ["F SPA"]}), "units.France[0]", "write SPA/NC or SPA/SC"),
    "army on a coast": (classic(units={"France": ["A SPA/NC"]}), "units.France[0]", "no coast"),
    "coast that is not there": (classic(units={"France": ["F BRE/NC"]}), "units.France[0]", "one coast only"),
    "no unit letter": (classic(units={"France": ["PAR"]}), "units.France[0]", "is not a unit"),
    "no province": (classic(units={"France": ["A"]}), "units.France[0]", "is not a unit"),
    "control character": (classic(units={"France": ["A P\x07AR"]}), "units.France[0]", "U+0007"),
    "bidi mark": (classic(units={"France": ["A \u202ePAR"]}), "units.France[0]", "U+202E"),
    "two units in a province A-012": (
        classic(units={"France": ["A PAR"], "Germany": ["A MUN", "A PAR"]}),
        "units.Germany[1]",
        "A PAR (units.France[0]) stands in Paris already",
    ),
    "unknown power": (classic(units={"Frnace": ["A PAR"]}), "units.Frnace", "did you mean 'France'"),
    "power twice": (classic(units={"France": ["A PAR"], "french": ["A MAR"]}), "units.french", "listed twice"),
    "centre owned twice": (
        classic(centers={"France": ["PAR"], "Italy": ["ROM", "Paris"]}),
        "centers.Italy[1]",
        "owned twice: France has it already (centers.France[0])",
    ),
    "no centre": (classic(centers={"France": ["BUR"]}), "centers.France[0]", "no supply centre"),
    "dislodged without a province": (
        classic(phase="S1901R", dislodged={"France": [{"unit": "A", "from": "MUN"}]}),
        "dislodged.France[0].unit",
        "is not a unit",
    ),
    "dislodged without a unit": (
        classic(phase="S1901R", dislodged={"France": [{"from": "MUN"}]}),
        "dislodged.France[0].unit",
        "is missing",
    ),
    "dislodged without an origin": (
        classic(phase="S1901R", dislodged={"France": [{"unit": "A BUR"}]}),
        "dislodged.France[0].from",
        "is missing",
    ),
    "dislodged from its own province": (
        classic(phase="S1901R", dislodged={"France": [{"unit": "A BUR", "from": "BUR"}]}),
        "dislodged.France[0].from",
        "its own province",
    ),
    "dislodged twice from one place": (
        classic(
            phase="S1901R",
            dislodged={"France": [{"unit": "A BUR", "from": "MUN"}], "Italy": [{"unit": "A BUR", "from": "MAR"}]},
        ),
        "dislodged.Italy[0].unit",
        "already dislodged",
    ),
    "dislodged out of season": (
        classic(dislodged={"France": [{"unit": "A BUR", "from": "MUN"}]}),
        "dislodged.France[0]",
        "no retreat phase",
    ),
    "standoff under a unit": (classic(standoffs=["PAR"]), "standoffs[0]", "leaves a province empty"),
    "standoff nowhere": (classic(standoffs=["XXX"]), "standoffs[0]", "no province"),
    "phase of no form": (classic(phase="Spring 1901"), "phase", "write season S, F or W"),
    "phase not in the calendar": (classic(phase="S1901A"), "phase", "not in this variant's calendar"),
    "no phase": ({"variant": "classic"}, "phase", "is missing"),
    "other format": (classic(format=2), "format", "reads 1"),
    "format as text": (classic(format="1"), "format", "must be a whole number, not text"),
    "unknown variant": (classic(variant="clasic"), "variant", "did you mean 'classic'"),
    "no variant": ({"phase": "S1901M"}, "variant", "is missing"),
    "variant as number": (classic(variant=3), "variant", "not a whole number"),
    "unknown key": (classic(unit={}), "unit", "did you mean 'units'"),
    "list for object": (classic(units=[]), "units", "must be an object, not a list"),
    "text for list": (classic(units={"France": "A PAR"}), "units.France", "must be a list, not text"),
    "number for text": (classic(units={"France": [1]}), "units.France[0]", "must be text, not a whole number"),
    "state of a variant without": (classic(extra={"empire": 1}), "extra", "must be empty"),
    "null": (None, "", "must be an object, not null"),
    "list": ([], "", "must be an object, not a list"),
}


@pytest.mark.parametrize(("document", "path", "message"), FAULTS.values(), ids=list(FAULTS))
def test_every_fault_is_named_by_its_path(document, path, message):
    with pytest.raises(InputError) as caught:
        read_position(document)
    assert caught.value.path == path
    assert message in caught.value.message


def test_a_position_of_another_variant_is_refused():
    with pytest.raises(InputError, match="another variant"):
        read_position(classic(), variant=load_variant("morrowind"))
