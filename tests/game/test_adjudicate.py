"""One phase from texts to a report: readings, outcomes, lines, and input that is at fault."""

import pytest

from game_scenes import CLASSIC, play, position, results, units
from talleyrand import Game, InputError, Unit, adjudicate, load_variant, read_case
from talleyrand.board.unit import Location, UnitKind
from talleyrand.orders.model import Move

BURGUNDY = {"France": ["A PAR", "A MAR"], "Germany": ["A MUN"]}


def line(report, text):
    return next(found for found in report.lines if found.reading.text == text)


def status(report, text):
    return str(line(report, text).reading.status)


@pytest.mark.parametrize(
    "given",
    [
        "A PAR - BUR\nA MAR - SPA",
        ["A PAR - BUR", "A MAR - SPA"],
        ("A PAR - BUR\nA MAR - SPA",),
        [
            Move(Unit(UnitKind.ARMY, Location("PAR")), Location("BUR")),
            Move(Unit(UnitKind.ARMY, Location("MAR")), Location("SPA")),
        ],
        ["A PAR - BUR", Move(Unit(UnitKind.ARMY, Location("MAR")), Location("SPA"))],
    ],
    ids=["text", "list", "tuple", "values", "mixed"],
)
def test_orders_may_be_text_lists_or_values(given):
    report = play(position("S1901M", BURGUNDY), {"France": given})
    assert units(report.next) == {"France": ["A BUR", "A SPA"], "Germany": ["A MUN"]}
    assert [found.reading.text for found in report.lines_of("France")] == ["A PAR - BUR", "A MAR - SPA"]


@pytest.mark.parametrize("name", ["france", "FRANCE", "French"])
def test_a_power_may_be_spelt_any_way(name):
    report = play(position("S1901M", BURGUNDY), {name: "A PAR - BUR"})
    assert results(report)["A PAR"] == ("succeeds",)


def test_lines_come_by_power_in_board_order_then_as_written_then_missing_units():
    report = play(position("S1901M", BURGUNDY), {"Germany": "A MUN - BUR", "France": "A MAR - SPA"})
    assert [(found.power, found.reading.text, str(found.unit)) for found in report.lines] == [
        ("France", "A MAR - SPA", "A MAR"),
        ("France", "", "A PAR"),
        ("Germany", "A MUN - BUR", "A MUN"),
    ]
    missing = report.lines[1]
    assert str(missing.reading.status) == "missing"
    assert missing.outcome is not None
    assert [str(result) for result in missing.outcome.results] == ["held"]


def test_an_illegal_order_is_ignored_and_the_unit_holds_A_023():
    report = play(position("S1901M", BURGUNDY), {"France": "A PAR - MOS"})
    assert status(report, "A PAR - MOS") == "illegal"
    assert results(report)["A PAR"] == ("ignored",)
    assert "A PAR" in units(report.next)["France"]


def test_an_illegal_order_of_a_unit_that_is_dislodged_is_both_A_023():
    where = position("S1901M", {"France": ["A BUR"], "Germany": ["A MUN", "A RUH"]})
    report = play(where, {"France": "A BUR - MOS", "Germany": "A MUN - BUR\nA RUH S A MUN - BUR"})
    assert results(report)["A BUR"] == ("ignored", "dislodged")


def test_an_order_for_another_powers_unit_is_marked_and_does_nothing():
    report = play(position("S1901M", BURGUNDY), {"Germany": "A PAR - GAS", "France": "A PAR - BUR"})
    assert status(report, "A PAR - GAS") == "illegal"
    assert "belongs to France" in line(report, "A PAR - GAS").reading.problem
    assert units(report.next)["France"] == ["A BUR", "A MAR"]


def test_a_legal_order_stands_even_if_it_was_a_mistake_A_022_A_124():
    report = play(position("S1901M", BURGUNDY), {"France": "A PAR S A MUN - BUR", "Germany": "A MUN - BUR"})
    assert status(report, "A PAR S A MUN - BUR") == "ok"
    assert results(report)["A MUN"] == ("succeeds",)


def test_two_orders_to_one_unit_are_one_order_and_a_duplicate():
    report = play(position("S1901M", BURGUNDY), {"France": "A PAR - GAS\nA PAR - BUR"})
    assert status(report, "A PAR - GAS") == "duplicate"
    assert [str(result) for result in line(report, "A PAR - GAS").outcome.results] == ["ignored"]
    assert results(report)["A PAR"] == ("succeeds",)
    assert "A BUR" in units(report.next)["France"]


def test_every_line_has_an_outcome_and_every_unit_a_line():
    texts = {"France": "A PAR - GAS\nA PAR - BUR\nqwertz uiop\nA MAR - MOS", "Germany": "A PAR H"}
    report = play(position("S1901M", BURGUNDY), texts)
    assert all(found.outcome is not None for found in report.lines)
    spoken_for = {str(found.unit) for found in report.lines}
    assert {"A PAR", "A MAR", "A MUN"} <= spoken_for


def test_text_that_says_nothing_is_marked_where_it_is_all_there_is():
    report = play(position("S1901M", BURGUNDY), {"France": "A PAR frobs BUR"})
    assert status(report, "A PAR frobs BUR") == "unreadable"
    assert results(report) == {"A PAR": ("held",), "A MAR": ("held",), "A MUN": ("held",)}


def test_an_ambiguous_order_speaks_for_its_unit_and_the_unit_holds_A_023():
    report = play(position("S1901M", BURGUNDY), {"France": "A PAR - BUR ???"})
    spoken = [found for found in report.lines if str(found.unit) == "A PAR"]
    assert [str(found.reading.status) for found in spoken] == ["ambiguous"]
    assert results(report)["A PAR"] == ("ignored",)
    assert "A PAR" in units(report.next)["France"]


@pytest.mark.parametrize("given", ["", "   \n\n", [], [""]], ids=["empty", "blank", "no orders", "empty order"])
def test_an_empty_set_orders_nothing(given):
    report = play(position("S1901M", BURGUNDY), {"France": given})
    assert [str(found.reading.status) for found in report.lines] == ["missing"] * 3


@pytest.mark.parametrize(
    "text",
    ["A PAR - BUR\x00", "\u202eA PAR - BUR", "A\u200b PAR - BUR", "\ufeffA PAR - BUR", "\x1b[31mA PAR - BUR"],
    ids=["nul", "right-to-left", "zero width", "byte order mark", "escape"],
)
def test_invisible_characters_never_raise_and_never_change_the_meaning(text):
    report = play(position("S1901M", BURGUNDY), {"France": text})
    fate = results(report)["A PAR"]
    assert fate in (("succeeds",), ("held",), ("ignored",))
    assert units(report.next)["France"] in (["A BUR", "A MAR"], ["A MAR", "A PAR"])


def test_a_text_of_a_megabyte_is_read_or_marked():
    text = "A PAR - BUR\n" + "x" * 1_000_000
    report = play(position("S1901M", BURGUNDY), {"France": text})
    assert len(report.lines_of("France")) >= 2


def test_units_in_retreat_without_an_order_disband_A_091():
    where = position(
        "S1901R",
        {"Germany": ["A BUR"]},
        dislodged={"France": [{"unit": "A BUR", "from": "MUN"}]},
    )
    report = play(where, {})
    assert results(report)["A BUR"] == ("disbanded",)
    assert "France" not in units(report.next)


def test_removals_not_ordered_show_as_lines_A_094():
    where = position("W1901A", {"France": ["A PAR", "A MOS"]}, {"France": ["PAR"]})
    report = play(where, {})
    assert [(str(found.reading.status), str(found.unit)) for found in report.lines] == [("missing", "A MOS")]
    assert results(report)["A MOS"] == ("disbanded",)


@pytest.mark.parametrize("rulebook", [None, {"illegal_orders": "refused"}])
def test_a_build_beyond_the_allowance_is_marked_and_the_set_is_taken_lesson_22(rulebook):
    where = position("W1901A", {"France": ["A SPA", "A BUR"]}, {"France": ["PAR", "MAR", "BRE"]})
    _, report = Game.new(CLASSIC, rulebook, position=where).submit("France", "A PAR B\nF BRE B").advance()
    assert status(report, "A PAR B") == "ok"
    assert status(report, "F BRE B") == "illegal"
    assert units(report.next)["France"] == ["A BUR", "A PAR", "A SPA"]


@pytest.mark.parametrize(
    ("orders", "rulebook", "path"),
    [
        ({"Frnace": ""}, None, "orders.Frnace"),
        ({"France": "", "french": ""}, None, "orders.french"),
        ({"France": 3}, None, "orders.France"),
        ({}, "no such preset", "rulebook"),
        ({}, {"paradox": "coin"}, "rulebook.paradox"),
        ({}, {"no such choice": "yes"}, "rulebook.no such choice"),
    ],
)
def test_input_at_fault_is_named(orders, rulebook, path):
    with pytest.raises(InputError) as caught:
        play(position("S1901M", BURGUNDY), orders, rulebook)
    assert caught.value.path == path


def test_a_position_that_cannot_be_is_refused():
    from dataclasses import replace

    where = position("S1901M", BURGUNDY)
    broken = replace(where, units={"France": (Unit(UnitKind.FLEET, Location("PAR")),)})
    with pytest.raises(InputError, match="takes no fleet"):
        adjudicate(CLASSIC, broken, {})


def test_a_position_of_another_variant_is_refused():
    with pytest.raises(InputError, match="variant"):
        adjudicate(load_variant("morrowind"), position("S1901M", BURGUNDY), {})


def test_the_rulebook_may_be_a_preset_or_choices():
    where = position("S1901M", BURGUNDY)
    assert play(where, {}).rulebook == CLASSIC.rulebook
    assert play(where, {}, "datc").rulebook == CLASSIC.presets.get("datc", CLASSIC.rulebook)
    assert str(play(where, {}, {"paradox": "all_hold_1982"}).rulebook.paradox) == "all_hold_1982"


def test_override_without_senior_is_refused_in_a_case_A_105():
    sent = [{"author": "Ann", "text": "A PAR H"}, {"author": "Bob", "override": True, "text": "A PAR - BUR"}]
    value = {"variant": "classic", "phase": "S1901M", "units": {"France": ["A PAR"]}, "orders": {"France": sent}}
    with pytest.raises(InputError) as caught:
        read_case(value)
    assert caught.value.path == "orders.France[1].override"
    assert "senior" in caught.value.message
    sent[1]["senior"] = True
    assert [str(unit) for unit in read_case(value).adjudicate().next.units_of("France")] == ["A BUR"]
