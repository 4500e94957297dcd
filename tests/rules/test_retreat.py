"""Retreats: where to, who bars them, who meets whom (A-087 to A-092, C-039 to C-041)."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odd_positions import VARIANTS, orders, positions
from talleyrand.board.calendar import Phase
from talleyrand.board.position import Dislodged, Position, make_position
from talleyrand.board.unit import Location, Unit
from talleyrand.orders.model import Convoy, Disband, Hold, Order, Retreat, SupportHold, Waive
from talleyrand.orders.policy import ImpossibleCoast, MissingCoast, Repeated
from talleyrand.rules.hooks import Hooks
from talleyrand.rules.outcome import Code, Outcome, Resolution, Result
from talleyrand.rules.retreat import barred, choose_conditional, resolve_retreats, retreat_options
from talleyrand.rules.rulebook import DATC, Rulebook, YesNo
from talleyrand.variants.presets import preset

BOARD = VARIANTS["classic"].board
VIE = Unit.parse("A VIE")


def at(
    dislodged: list[tuple[str, str, str | None]],
    units: dict[str, list[str]] | None = None,
    standoffs: tuple[str, ...] = (),
    *,
    by_convoy: bool = False,
) -> Position:
    return make_position(
        "classic",
        Phase.parse("F1901R"),
        {power: tuple(map(Unit.parse, held)) for power, held in (units or {}).items()},
        dislodged=tuple(Dislodged(power, Unit.parse(unit), origin, by_convoy) for power, unit, origin in dislodged),
        standoffs=frozenset(standoffs),
    )


VIENNA = at([("Italy", "A VIE", "TRI")], {"Austria": ["A VIE", "A BUD"], "Germany": ["A MUN"]}, ("BOH",))


def retreat(unit: str, to: str) -> Retreat:
    return Retreat(Unit.parse(unit), Location.parse(to))


def resolve(position: Position, rulebook: Rulebook = DATC, **orders: list[Order]) -> Resolution:
    return resolve_retreats(position, orders, BOARD, rulebook)


def only(resolution: Resolution) -> Outcome:
    (outcome,) = resolution.outcomes
    return outcome


def test_A_088_options_leave_out_occupied_origin_and_standoff() -> None:
    # Vienna touches Bohemia (standoff), Budapest (occupied), Galicia, Trieste (origin) and Tyrolia.
    assert retreat_options(VIENNA, BOARD) == {VIE: (Location("GAL"), Location("TYR"))}


@pytest.mark.parametrize(
    ("to", "rule", "words"),
    [
        ("VEN", "DATC 6.H.3", "Venice is not next to Vienna"),
        ("BUD", "A-088", "Budapest is occupied"),
        ("TRI", "DATC 6.H.5", "the attacker came from Trieste"),
        ("BOH", "DATC 6.H.6", "a standoff left Bohemia empty this turn"),
        ("NIX", "DATC 6.H.3", "NIX is not next to Vienna"),
    ],
)
def test_A_088_barred_retreat_says_what_bars_it(to: str, rule: str, words: str) -> None:
    outcome = only(resolve(VIENNA, Italy=[retreat("A VIE", to)]))
    assert outcome.results == (Result.IGNORED, Result.DISBANDED)
    assert outcome.to is None
    assert [(reason.code, reason.rule, reason.text) for reason in outcome.because] == [
        (Code.RETREAT_BARRED, rule, words)
    ]


def test_A_088_the_occupant_is_the_culprit() -> None:
    entry = VIENNA.dislodged[0]
    reason = barred(entry, Location("BUD"), VIENNA, BOARD)
    assert reason is not None
    assert (reason.unit, reason.power) == (Unit.parse("A BUD"), "Austria")
    assert barred(entry, Location("GAL"), VIENNA, BOARD) is None


def test_A_087_retreat_arrives() -> None:
    resolution = resolve(VIENNA, Italy=[retreat("A VIE", "TYR")])
    outcome = only(resolution)
    assert outcome.results == (Result.SUCCEEDS,)
    assert outcome.to == Location("TYR")
    assert outcome.because[0].code is Code.RETREATED
    assert resolution.position.units["Italy"] == (Unit.parse("A TYR"),)
    assert resolution.position.dislodged == ()
    assert resolution.position.standoffs == frozenset()
    assert resolution.position.phase == VIENNA.phase


def test_A_089_no_retreat_disbands_at_once() -> None:
    trapped = at([("Italy", "A VIE", "TRI")], {"Austria": ["A VIE", "A BUD", "A TYR", "A GAL"]}, ("BOH",))
    assert retreat_options(trapped, BOARD) == {VIE: ()}
    resolution = resolve(trapped)
    assert only(resolution).results == (Result.DISBANDED,)
    assert only(resolution).because[0].code is Code.NO_RETREAT
    assert resolution.disbanded == trapped.dislodged
    ordered = only(resolve(trapped, Italy=[retreat("A VIE", "GAL")]))
    assert [reason.code for reason in ordered.because] == [Code.RETREAT_BARRED, Code.NO_RETREAT]


def test_A_090_C_041_three_to_one_province_are_all_disbanded_and_each_names_the_others() -> None:
    position = at([("Italy", "A VIE", "TRI"), ("Austria", "A BUD", "RUM"), ("Russia", "A SIL", "MUN")])
    resolution = resolve(
        position,
        Italy=[retreat("A VIE", "GAL")],
        Austria=[retreat("A BUD", "GAL")],
        Russia=[retreat("A SIL", "GAL")],
    )
    assert not any(resolution.position.units.values())
    for outcome in resolution.outcomes:
        assert outcome.results == (Result.BOUNCED, Result.DISBANDED)
        others = {reason.unit for reason in outcome.because if reason.code is Code.RETREAT_CLASH}
        assert others == {entry.unit for entry in position.dislodged} - {outcome.unit}


def test_A_091_no_order_disbands_lesson_10() -> None:
    outcome = only(resolve(VIENNA))
    assert outcome.results == (Result.DISBANDED,)
    assert outcome.order is None
    assert outcome.because[0].code is Code.NO_ORDER


def test_A_092_C_041_voluntary_disband() -> None:
    outcome = only(resolve(VIENNA, Italy=[Disband(VIE)]))
    assert outcome.results == (Result.SUCCEEDS,)
    assert outcome.to is None
    assert outcome.because[0].code is Code.CHOSE_DISBAND


def test_lesson_16_a_dislodged_unit_is_not_its_attacker() -> None:
    # Both are "A VIE": Austria's order is for a unit that was not dislodged, or belongs to Italy.
    resolution = resolve(VIENNA, Austria=[retreat("A VIE", "GAL")], Italy=[retreat("A VIE", "TYR")])
    assert resolution.position.units["Austria"] == (Unit.parse("A BUD"), VIE)
    assert resolution.position.units["Italy"] == (Unit.parse("A TYR"),)
    theirs = [outcome for outcome in resolution.outcomes if outcome.power == "Austria"]
    assert [outcome.results for outcome in theirs] == [(Result.IGNORED,)]


@pytest.mark.parametrize(
    ("order", "rule"),
    [
        (Hold(Unit.parse("A BUD")), "DATC 6.H.4"),
        (retreat("A BUD", "GAL"), "DATC 6.H.4"),
        (SupportHold(Unit.parse("A BUD"), VIE), "DATC 6.H.1"),
        (Convoy(Unit.parse("F ADR"), VIE, Location("APU")), "DATC 6.H.3"),
        (Waive(), "A-092"),
        (retreat("A NIX", "GAL"), "DATC 6.H.4"),
    ],
)
def test_orders_of_others_in_a_retreat_phase_are_set_aside(order: Order, rule: str) -> None:
    resolution = resolve(VIENNA, Austria=[order])
    outcome = next(outcome for outcome in resolution.outcomes if outcome.power == "Austria")
    assert outcome.results == (Result.IGNORED,)
    assert outcome.because[0].rule == rule
    assert outcome.because[0].text


@pytest.mark.parametrize(
    ("repeated", "results", "place"),
    [(Repeated.LAST, 2, "TYR"), (Repeated.FIRST, 2, "GAL"), (Repeated.VOID, 3, None)],
)
def test_several_orders_to_one_unit(repeated: Repeated, results: int, place: str | None) -> None:
    resolution = resolve(VIENNA, Rulebook(repeated=repeated), Italy=[retreat("A VIE", "GAL"), retreat("A VIE", "TYR")])
    assert len(resolution.outcomes) == results
    assert resolution.outcomes[0].to == (place and Location(place))
    assert all(outcome.results == (Result.IGNORED,) for outcome in resolution.outcomes[1:])


PORTUGAL = at([("England", "F POR", "MAO")], {"France": ["F POR", "F GAS"]})


def test_DATC_4_B_2_the_one_possible_coast_of_a_retreat() -> None:
    order = retreat("F POR", "SPA")
    # From Portugal both coasts of Spain can be reached: a coast must be named, and none is chosen silently (lesson 20).
    assert only(resolve(PORTUGAL, England=[order])).results == (Result.IGNORED, Result.DISBANDED)
    named = only(resolve(PORTUGAL, England=[retreat("F POR", "SPA/SC")]))
    assert named.to == Location("SPA", "SC")
    gascony = at([("England", "F GAS", "BRE")])
    assert only(resolve(gascony, England=[retreat("F GAS", "SPA")])).to == Location("SPA", "NC")
    strict = Rulebook(missing_coast=MissingCoast.FAIL)
    assert only(resolve(gascony, strict, England=[retreat("F GAS", "SPA")])).to is None


def test_DATC_4_B_3_an_impossible_coast() -> None:
    gascony = at([("England", "F GAS", "BRE")])
    order = retreat("F GAS", "SPA/SC")
    assert only(resolve(gascony, England=[order])).to is None
    lenient = Rulebook(impossible_coast=ImpossibleCoast.INFER)
    assert only(resolve(gascony, lenient, England=[order])).to == Location("SPA", "NC")


def test_A_088_an_army_needs_no_coast_lesson_20() -> None:
    position = at([("France", "A GAS", "BUR")])
    assert only(resolve(position, France=[retreat("A GAS", "SPA/SC")])).to == Location("SPA")


def test_X_A10_origin_of_a_convoyed_attacker() -> None:
    convoyed = at([("Italy", "A MAR", "GAS")], {"France": ["A MAR"]}, by_convoy=True)
    assert Location("GAS") in retreat_options(convoyed, BOARD)[Unit.parse("A MAR")]
    letter = Rulebook(retreat_to_convoy_origin=YesNo.NO)
    assert Location("GAS") not in retreat_options(convoyed, BOARD, letter)[Unit.parse("A MAR")]
    reason = barred(convoyed.dislodged[0], Location("GAS"), convoyed, BOARD, letter)
    assert reason is not None and reason.rule == "DATC 4.A.5"


@pytest.mark.parametrize(("name", "choice"), [("000", YesNo.NO), ("003", YesNo.NO), ("datc", YesNo.YES)])
def test_X_A10_presets_of_the_forum_games_follow_the_letter(name: str, choice: YesNo) -> None:
    assert preset(name).retreat_to_convoy_origin is choice


def test_X_A8_conditional_retreats_first_legal_wish() -> None:
    wishes = {VIE: [Location("TRI"), Location("BOH"), Location("TYR"), Location("GAL")]}
    chosen = choose_conditional(wishes, VIENNA, BOARD)
    assert chosen == {"Italy": (retreat("A VIE", "TYR"),)}
    assert resolve_retreats(VIENNA, chosen, BOARD).position.units["Italy"] == (Unit.parse("A TYR"),)


def test_X_A8_conditional_retreats_all_barred_or_none() -> None:
    barred_only = choose_conditional({VIE: [Location("TRI"), Location("BUD")]}, VIENNA, BOARD)
    assert barred_only == {"Italy": (retreat("A VIE", "TRI"),)}
    assert only(resolve_retreats(VIENNA, barred_only, BOARD)).results == (Result.IGNORED, Result.DISBANDED)
    assert choose_conditional({}, VIENNA, BOARD) == {}
    assert choose_conditional({Unit.parse("A PAR"): [Location("BUR")]}, VIENNA, BOARD) == {}


class NoRetreatAbroad(Hooks):
    def forbids(self, position: Position, board: Any, power: str, order: Order) -> str | None:
        if isinstance(order, Retreat) and order.to.province == "TYR":
            return "no retreat out of the empire in civil war"
        return None


def test_D_031_a_variant_may_forbid_a_retreat() -> None:
    hooks = NoRetreatAbroad()
    assert retreat_options(VIENNA, BOARD, hooks=hooks) == {VIE: (Location("GAL"),)}
    outcome = only(resolve_retreats(VIENNA, {"Italy": [retreat("A VIE", "TYR")]}, BOARD, DATC, hooks))
    assert outcome.results == (Result.IGNORED, Result.DISBANDED)
    assert outcome.because[0].text == "no retreat out of the empire in civil war"


def test_B_021_an_army_on_baleares_has_no_retreat() -> None:
    board = VARIANTS["ancient_mediterranean"].board
    position = make_position(
        "ancient_mediterranean",
        Phase.parse("S1R"),
        {},
        dislodged=(
            Dislodged("Rome", Unit.parse("A BAL"), "SAG", True),
            Dislodged("Carthage", Unit.parse("F SAG"), "MAU"),
        ),
    )
    options = retreat_options(position, board)
    assert options[Unit.parse("A BAL")] == ()
    assert Location("BAL") in options[Unit.parse("F SAG")]


def test_C_050_a_fleet_on_a_split_coast_retreats_along_its_own_side() -> None:
    board = VARIANTS["morrowind"].board
    ways = {}
    for coast in ("EC", "WC"):
        unit = Unit.parse(f"F AKA/{coast}")
        position = make_position("morrowind", Phase.parse("S1901R"), {}, dislodged=(Dislodged("Indoril", unit, None),))
        ways[coast] = set(retreat_options(position, board)[unit])
    assert ways["EC"] and ways["WC"]
    assert not {place for place in ways["EC"] & ways["WC"] if not board.provinces[place.province].is_land}


@pytest.mark.parametrize("name", VARIANTS)
@settings(max_examples=settings.default.max_examples // 2)
@given(data=st.data())
def test_properties_of_retreats(name: str, data: st.DataObject) -> None:
    board = VARIANTS[name].board
    position = data.draw(positions(name, "F1901R"))
    given_orders = data.draw(orders(name, position))
    resolution = resolve_retreats(position, given_orders, board)
    after = resolution.position
    assert after.problems(board) == ()
    assert after.centers == position.centers
    outcomes = [outcome for outcome in resolution.outcomes if outcome.unit in {e.unit for e in position.dislodged}]
    for entry in position.dislodged:
        mine = [o for o in outcomes if o.unit == entry.unit and o.power == entry.power]
        final = [o for o in mine if o.results != (Result.IGNORED,)]
        assert len(final) == 1
        went = final[0].to
        if went is None:
            assert set(final[0].results) & {Result.DISBANDED} or final[0].because[0].code is Code.CHOSE_DISBAND
        else:
            assert went in retreat_options(position, board)[entry.unit]
            assert Unit(entry.unit.kind, went) in after.units_of(entry.power)
    arrived = sum(outcome.to is not None for outcome in resolution.outcomes)
    assert len(list(after.each_unit())) == len(list(position.each_unit())) + arrived
    assert {unit for _, unit in position.each_unit()} <= {unit for _, unit in after.each_unit()}
    for outcome in resolution.outcomes:
        assert outcome.because and all(reason.rule or reason.text for reason in outcome.because)
    mirrored = {power: given_orders[power] for power in reversed(given_orders)}
    back = replace(
        position, units=dict(reversed(position.units.items())), dislodged=tuple(reversed(position.dislodged))
    )
    assert resolve_retreats(back, mirrored, board) == resolution
