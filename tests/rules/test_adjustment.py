"""Builds and removals (A-008, A-093 to A-095, B-008, C-043 to C-046, lessons 10, 11 and 22)."""

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odd_positions import VARIANTS, orders, positions
from talleyrand.board.board import Board
from talleyrand.board.calendar import Phase
from talleyrand.board.position import Position, make_position
from talleyrand.board.unit import Location, Power, ProvinceId, Unit, UnitKind
from talleyrand.orders.model import Build, Disband, Hold, Order, Waive
from talleyrand.rules.adjustment import (
    adjustments,
    allowance,
    build_sites,
    removal_ranking,
    resolve_adjustments,
)
from talleyrand.rules.hooks import Hooks
from talleyrand.rules.outcome import Code, Outcome, Resolution, Result
from talleyrand.rules.rulebook import DATC, BuildSites, Removal, Rulebook

BOARD = VARIANTS["classic"].board


def winter(units: dict[str, str], centers: dict[str, str], variant: str = "classic", phase: str = "W1901A") -> Position:
    return make_position(
        variant,
        Phase.parse(phase),
        {power: tuple(Unit.parse(text.strip()) for text in held.split(",") if text) for power, held in units.items()},
        centers={center: power for power, held in centers.items() for center in held.split()},
    )


def build(unit: str) -> Build:
    return Build(Unit.parse(unit))


def disband(unit: str) -> Disband:
    return Disband(Unit.parse(unit))


def resolve(position: Position, rulebook: Rulebook = DATC, **orders: list[Order]) -> Resolution:
    return resolve_adjustments(position, orders, VARIANTS[position.variant].board, rulebook)


def codes(outcomes: Iterable[Outcome]) -> list[Code]:
    return [outcome.because[0].code for outcome in outcomes]


def held(resolution: Resolution, power: Power) -> set[str]:
    return {str(unit) for unit in resolution.position.units_of(power)}


FRANCE = winter({"France": "A BUR"}, {"France": "BRE MAR PAR SPA"})


def test_A_094_C_044_builds_up_to_the_centres_and_to_the_sites() -> None:
    assert adjustments(FRANCE, BOARD) == {"France": 3}
    crowded = winter({"France": "A BRE, A MAR"}, {"France": "BRE MAR PAR SPA POR"})
    assert crowded.surplus("France") == 3
    assert adjustments(crowded, BOARD) == {"France": 1}
    full = winter({"France": "A BRE, A MAR, A PAR"}, {"France": "BRE MAR PAR SPA"})
    assert adjustments(full, BOARD) == {}


def test_A_095_B_008_build_sites_are_vacant_owned_home_centres() -> None:
    assert build_sites(FRANCE, BOARD, "France") == {"BRE", "MAR", "PAR"}
    assert build_sites(winter({"Italy": "A PAR"}, {"France": "PAR BRE", "Italy": "MAR"}), BOARD, "France") == {"BRE"}
    assert build_sites(FRANCE, BOARD, "Atlantis") == frozenset()


@pytest.mark.parametrize(
    ("builds", "centers", "sites", "number"),
    [
        (BuildSites.HOME, "BRE SPA POR", "BRE", 1),
        (BuildSites.ANY_OWNED, "BRE SPA POR", "BRE SPA POR", 3),
        (BuildSites.ANY_OWNED, "SPA POR", "SPA POR", 2),
        (BuildSites.OWNED_IF_HOME_OWNED, "BRE SPA POR", "BRE SPA POR", 3),
        (BuildSites.OWNED_IF_HOME_OWNED, "SPA POR", "", 0),
        (BuildSites.OWN_SINGLE, "BRE MAR SPA", "BRE MAR", 1),
        (BuildSites.OWN_SINGLE, "SPA POR", "", 0),
    ],
)
def test_build_sites_by_rulebook(builds: BuildSites, centers: str, sites: str, number: int) -> None:
    rulebook = Rulebook(builds=builds)
    position = winter({}, {"France": centers})
    assert build_sites(position, BOARD, "France", rulebook) == set(sites.split())
    assert allowance(position, BOARD, "France", rulebook) == number


def test_A_094_builds_and_A_031_units_appear() -> None:
    resolution = resolve(FRANCE, France=[build("F BRE"), build("A PAR")])
    assert codes(resolution.outcomes) == [Code.BUILT, Code.BUILT]
    assert resolution.outcomes[0].to == Location("BRE")
    assert held(resolution, "France") == {"A BUR", "F BRE", "A PAR"}


def test_A_094_C_046_fewer_builds_are_fine_and_waived_ones_are_a_choice_lesson_22() -> None:
    assert resolve(FRANCE).outcomes == ()
    assert held(resolve(FRANCE), "France") == {"A BUR"}
    waived = resolve(FRANCE, France=[Waive(), build("A PAR")])
    assert codes(waived.outcomes) == [Code.WAIVED, Code.BUILT]
    assert all(outcome.results == (Result.SUCCEEDS,) for outcome in waived.outcomes)
    assert adjustments(waived.position, BOARD) == {"France": 2}  # C-046: not lost


def test_DATC_4_D_4_orders_beyond_the_allowance() -> None:
    position = winter({"France": "A BUR, A GAS"}, {"France": "BRE MAR PAR"})
    resolution = resolve(position, France=[build("A PAR"), build("A MAR"), Waive()])
    assert codes(resolution.outcomes) == [Code.BUILT, Code.TOO_MANY, Code.TOO_MANY]
    assert resolution.outcomes[1].because[0].strength == (3, 1)
    assert resolution.outcomes[1].results == (Result.IGNORED,)


def test_a_site_that_is_taken_is_told_only_where_one_might_build() -> None:
    position = winter({"France": "A PAR, F SPA/SC"}, {"France": "PAR SPA BRE"})
    resolution = resolve(position, France=[build("A PAR"), build("F SPA/SC")])
    assert codes(resolution.outcomes) == [Code.SITE_TAKEN, Code.ILLEGAL]
    assert resolution.outcomes[1].because[0].text == "Spain is no centre in which France may build"


def test_builds_where_units_must_go_and_removals_where_none_must() -> None:
    over = winter({"France": "A BUR, A GAS"}, {"France": "BRE"})
    refused = resolve(over, France=[build("A BRE"), disband("A GAS")])
    assert codes(refused.outcomes) == [Code.TOO_MANY, Code.REMOVED]
    assert held(refused, "France") == {"A BUR"}
    kept = resolve(FRANCE, France=[disband("A BUR")])
    assert codes(kept.outcomes) == [Code.TOO_MANY]
    assert kept.outcomes[0].because[0].strength == (1, 0)
    assert kept.outcomes[0].to == Location("BUR")
    assert held(kept, "France") == {"A BUR"}


@pytest.mark.parametrize(
    ("order", "code", "rule", "text"),
    [
        (build("A LON"), Code.ILLEGAL, "A-095", "London is neutral"),
        (build("A BUR"), Code.ILLEGAL, "A-095", "Burgundy is no supply centre"),
        (build("A SPA"), Code.ILLEGAL, "A-095", "Spain is no centre in which France may build"),
        (build("A GAS"), Code.ILLEGAL, "A-095", "Gascony is no supply centre"),
        (build("A NIX"), Code.ILLEGAL, "A-095", "there is no province NIX"),
        (build("F PAR"), Code.ILLEGAL, "DATC 6.I.2", "Paris takes no fleet"),
        (build("A BRE/NC"), Code.ILLEGAL, "DATC 4.B.6", "an army in Brest stands on no coast"),
        (disband("A PAR"), Code.ILLEGAL, "DATC 6.J.1", "France has no Army Paris"),
        (Hold(Unit.parse("A BUR")), Code.ILLEGAL, "A-094", "Winter knows only builds, removals and waived builds"),
    ],
)
def test_C_045_refused_orders_say_why(order: Order, code: Code, rule: str, text: str) -> None:
    (outcome,) = resolve(FRANCE, France=[order]).outcomes
    assert outcome.results == (Result.IGNORED,)
    reason = outcome.because[0]
    assert (reason.code, reason.rule, reason.text) == (code, rule, text)


def test_C_045_not_in_a_home_centre_of_another_owner() -> None:
    position = winter({}, {"France": "BRE", "England": "PAR"})
    (outcome,) = resolve(position, France=[build("A PAR")]).outcomes
    assert outcome.because[0].text == "Paris belongs to England"


def test_DATC_6_B_14_and_X_D26_a_fleet_in_st_petersburg_needs_a_coast() -> None:
    position = winter({}, {"Russia": "STP"})
    (outcome,) = resolve(position, Russia=[build("F STP")]).outcomes
    assert outcome.because[0].text == (
        "a fleet must be built in St. Petersburg (north coast) or St. Petersburg (south coast)"
    )
    assert held(resolve(position, Russia=[build("F STP/SC")]), "Russia") == {"F STP/SC"}


def test_C_051_a_fleet_built_in_akamora_must_name_the_coast_and_C_045_none_inland() -> None:
    position = winter({}, {"Indoril": "AKA MOU ALM"}, "morrowind")
    refused = resolve(position, Indoril=[build("F AKA"), build("F MOU")])
    assert [outcome.because[0].rule for outcome in refused.outcomes] == ["DATC 4.B.7", "DATC 6.I.2"]
    built = resolve(position, Indoril=[build("F AKA/EC"), build("A MOU"), build("F ALM")])
    assert held(built, "Indoril") == {"F AKA/EC", "A MOU", "F ALM"}


def test_B_032_egypt_may_build_fleets_in_all_three_home_centres() -> None:
    position = winter({}, {"Egypt": "ALE MEM THE"}, "ancient_mediterranean", "W1A")
    built = resolve(position, Egypt=[build("F ALE"), build("F MEM"), build("F THE")])
    assert held(built, "Egypt") == {"F ALE", "F MEM", "F THE"}


def test_A_094_C_043_removals_are_the_owners_free_choice() -> None:
    position = winter({"France": "A BUR, A GAS, F BRE"}, {"France": "BRE"})
    assert adjustments(position, BOARD) == {"France": -2}
    resolution = resolve(position, France=[disband("F BRE"), disband("A GAS")])
    assert codes(resolution.outcomes) == [Code.REMOVED, Code.REMOVED]
    assert held(resolution, "France") == {"A BUR"}


def test_lesson_10_missing_removals_are_made_and_reported() -> None:
    position = winter({"France": "A BUR, A GAS, A PAR"}, {"France": "PAR"})
    resolution = resolve(position, France=[disband("A PAR")])
    ordered, default = resolution.outcomes
    assert ordered.because[0].code is Code.REMOVED
    # Burgundy and Gascony are both one step from Paris: the alphabet decides.
    assert (default.unit, default.order, default.results) == (Unit.parse("A BUR"), None, (Result.DISBANDED,))
    assert default.because[0].code is Code.REMOVED_BY_DEFAULT
    assert default.because[0].text == "1 step from the nearest centre it owns"
    assert held(resolution, "France") == {"A GAS"}


def test_lesson_10_a_power_without_centres_loses_everything() -> None:
    position = winter({"Italy": "A ROM, F NAP"}, {"Austria": "ROM NAP"})
    resolution = resolve(position)
    assert "Italy" not in resolution.position.units
    assert [outcome.unit for outcome in resolution.outcomes] == [Unit.parse("F NAP"), Unit.parse("A ROM")]
    assert resolution.outcomes[0].because[0].text == "no centre it owns within reach"


def test_lesson_11_ranking_by_either_edition() -> None:
    position = winter({"Germany": "F VEN, A SPA"}, {"Germany": "BER KIE MUN"})
    # Land and sea: Spain is 3 from Munich, Venice 2. By water alone the fleet is a long way from Kiel.
    assert list(map(str, removal_ranking(position, BOARD, "Germany"))) == ["A SPA", "F VEN"]
    old = Rulebook(removal=Removal.DISTANCE_2000)
    assert list(map(str, removal_ranking(position, BOARD, "Germany", old))) == ["F VEN", "A SPA"]


def test_lesson_11_by_water_the_coasts_of_spain_are_two_places() -> None:
    position = winter({"France": "F SPA/NC, F TYS"}, {"France": "MAR"})
    old = Rulebook(removal=Removal.DISTANCE_2000)
    # North coast 2 from Brest, Tyrrhenian Sea 2 from Marseilles: by name. Over land Spain is next to Marseilles.
    assert list(map(str, removal_ranking(position, BOARD, "France", old))) == ["F SPA/NC", "F TYS"]
    assert list(map(str, removal_ranking(position, BOARD, "France"))) == ["F TYS", "F SPA/NC"]


def test_X_A9_fleets_before_armies_then_the_alphabet_by_full_name() -> None:
    position = winter({"Russia": "A BOH, F SKA, F NTH"}, {"Russia": "STP WAR"})
    assert list(map(str, removal_ranking(position, BOARD, "Russia"))) == ["F NTH", "F SKA", "A BOH"]


def test_gm_decides_keeps_the_units_and_waits() -> None:
    position = winter({"France": "A BUR, A GAS, A VEN"}, {"France": "BRE"})
    rulebook = Rulebook(removal=Removal.GM_DECIDES)
    resolution = resolve(position, rulebook, France=[disband("A GAS")])
    assert held(resolution, "France") == {"A BUR", "A VEN"}
    waiting = resolution.outcomes[-1]
    assert (waiting.unit, codes([waiting])) == (Unit.parse("A VEN"), [Code.AWAITS_RULING])
    assert (waiting.order, waiting.results, waiting.to) == (None, (Result.HELD,), Location("VEN"))
    assert removal_ranking(position, BOARD, "France", rulebook) == removal_ranking(position, BOARD, "France")
    assert Code.AWAITS_RULING not in codes(resolve(position).outcomes)


class BuildAnywhere(Hooks):
    def build_sites(
        self, position: Position, board: Board, power: Power, usual: frozenset[ProvinceId]
    ) -> Iterable[ProvinceId]:
        return [*usual, "GAS", "BUR", "NIX"]

    def forbids(self, position: Position, board: Any, power: str, order: Order) -> str | None:
        return "no fleets this winter" if isinstance(order, Build) and order.unit.kind is UnitKind.FLEET else None


def test_a_variant_may_move_build_sites_and_forbid_orders() -> None:
    hooks = BuildAnywhere()
    assert build_sites(FRANCE, BOARD, "France", DATC, hooks) == {"BRE", "MAR", "PAR", "GAS"}
    sheet = {"France": [build("F BRE"), build("A GAS")], "Italy": [build("A GAS")]}
    resolution = resolve_adjustments(FRANCE, sheet, BOARD, DATC, hooks)
    assert resolution.outcomes[0].because[0].text == "no fleets this winter"
    assert codes(resolution.outcomes) == [Code.ILLEGAL, Code.BUILT, Code.SITE_TAKEN]


@pytest.mark.parametrize("name", VARIANTS)
@settings(max_examples=settings.default.max_examples // 2)
@given(data=st.data())
def test_properties_of_adjustments(name: str, data: st.DataObject) -> None:
    board = VARIANTS[name].board
    position = data.draw(positions(name, "W1901A"))
    sheets = data.draw(orders(name, position))
    rulebook = Rulebook(builds=data.draw(st.sampled_from(BuildSites)), removal=data.draw(st.sampled_from(Removal)))
    resolution = resolve_adjustments(position, sheets, board, rulebook)
    after = resolution.position
    assert after.problems(board) == ()
    assert after.centers == position.centers
    for power in board.power_names:
        before, now = set(position.units_of(power)), set(after.units_of(power))
        mine = [outcome for outcome in resolution.outcomes if outcome.power == power]
        built = {o.unit for o in mine if o.because[0].code is Code.BUILT}
        gone = {o.unit for o in mine if o.because[0].code in (Code.REMOVED, Code.REMOVED_BY_DEFAULT)}
        assert now == (before | built) - gone
        assert {unit.province for unit in built if unit} <= build_sites(position, board, power, rulebook)
        waiting = [o.unit for o in mine if o.because[0].code is Code.AWAITS_RULING]
        if position.surplus(power) < 0:
            assert not built and after.surplus(power) == -len(waiting)
        else:
            assert not gone and not waiting and 0 <= after.surplus(power) <= position.surplus(power)
    for outcome in resolution.outcomes:
        assert outcome.because and all(reason.rule or reason.text for reason in outcome.because)
    assert sum(outcome.order is not None for outcome in resolution.outcomes) == sum(map(len, sheets.values()))
    mirrored = make_position(position.variant, position.phase, dict(reversed(position.units.items())))
    back = Position(position.variant, position.phase, mirrored.units, centers=dict(reversed(position.centers.items())))
    again = resolve_adjustments(back, dict(reversed(sheets.items())), board, rulebook)
    assert again.outcomes == resolution.outcomes
    assert again.position == after


@pytest.mark.parametrize("name", VARIANTS)
@settings(max_examples=settings.default.max_examples // 2)
@given(data=st.data())
def test_lesson_11_the_ranking_is_a_permutation_of_the_units(name: str, data: st.DataObject) -> None:
    board = VARIANTS[name].board
    position = data.draw(positions(name, "W1901A"))
    rulebook = Rulebook(removal=data.draw(st.sampled_from(Removal)))
    for power, units in position.units.items():
        ranked = removal_ranking(position, board, power, rulebook)
        assert sorted(ranked) == sorted(units)
        shuffled = Position(position.variant, position.phase, {power: tuple(reversed(units))}, centers=position.centers)
        assert removal_ranking(shuffled, board, power, rulebook) == ranked
        if rulebook.removal is not Removal.DISTANCE_2000:
            steps = board.graph.distances(position.centers_of(power))
            far = [steps.get(unit.province, 1000) for unit in ranked]
            assert far == sorted(far, reverse=True)


def test_waives_count_against_centres_less_units_and_not_against_sites_C_044_C_046():
    where = winter({"France": "A SPA, A POR"}, {"France": "PAR BRE MAR SPA POR BEL"})
    builds = [build("A PAR"), build("F BRE"), build("A MAR")]
    for sent in ([*builds, Waive()], [Waive(), *builds]):
        found = resolve(where, France=sent)
        assert [outcome.results for outcome in found.outcomes] == [(Result.SUCCEEDS,)] * 4
    found = resolve(where, France=[*builds, Waive(), Waive()])
    assert found.outcomes[-1].results == (Result.IGNORED,)
    assert found.outcomes[-1].because[0].strength == (5, 4)
    found = resolve(where, France=[Waive(), Waive(), *builds])
    assert [outcome.results for outcome in found.outcomes][-1] == (Result.IGNORED,)
