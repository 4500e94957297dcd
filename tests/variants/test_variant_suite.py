"""The suite that any variant must pass, on every variant of the library and on a scaffolded one."""

from dataclasses import replace
from pathlib import Path

import pytest

from talleyrand.board.board import Board, make_board
from talleyrand.board.position import Position
from talleyrand.board.unit import Location, Power, ProvinceId, Unit
from talleyrand.rules.hooks import Hooks
from talleyrand.variants.cases import load_cases, run_case
from talleyrand.variants.load import load_variant
from talleyrand.variants.registry import LIBRARY, names
from talleyrand.variants.suite import SUITE, check_variant

CASES = [(name, case) for name in names() for case in load_cases(LIBRARY / name)]


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("check", SUITE)
def test_library(name: str, check: str):
    assert list(SUITE[check](load_variant(name))) == []


@pytest.mark.parametrize("check", SUITE)
def test_scaffolded(check: str, folder: Path):
    assert list(SUITE[check](load_variant(folder))) == []


@pytest.mark.parametrize(("name", "case"), CASES, ids=[f"{name}-{case.id}" for name, case in CASES])
def test_case(name: str, case):
    assert run_case(case, load_variant(name)) == []


@pytest.mark.parametrize("name", names())
def test_every_variant_has_cases_with_sources(name: str):
    assert len([case for case in load_cases(LIBRARY / name) if case.sources]) > 4


CLASSIC = load_variant("classic")


def classic_without(*army_edges: tuple[ProvinceId, ProvinceId]) -> Board:
    board = CLASSIC.board
    edges = {edge for edge in board.army_edges if edge not in army_edges and edge[::-1] not in army_edges}
    return make_board(board.provinces.values(), board.powers, edges, board.fleet_edges, board.ambiguous)


def test_a_wrong_start_is_found():
    start = replace(CLASSIC.start, units={"France": (Unit.parse("F PAR"),)})
    assert any(
        problem.startswith("start_is_sound: units: F PAR cannot be")
        for problem in check_variant(replace(CLASSIC, start=start))
    )


def test_a_start_that_is_won_is_found():
    won = dict.fromkeys(CLASSIC.board.centers, "France")
    problems = check_variant(replace(CLASSIC, start=replace(CLASSIC.start, centers=won)))
    assert "start_is_sound: France has won at the start" in problems


def test_an_unreachable_province_is_found():
    board = classic_without(("BOH", "GAL"), ("BOH", "MUN"), ("BOH", "SIL"), ("BOH", "TYR"), ("BOH", "VIE"))
    problems = check_variant(replace(CLASSIC, board=board))
    assert "every_place_is_in_play: Bohemia cannot be reached from the start" in problems
    assert "every_place_is_in_play: Army BOH could never leave" in problems


def test_an_edge_to_where_no_unit_can_stand_is_found():
    board = CLASSIC.board
    edges = {*board.fleet_edges, (Location("BAL"), Location("SIL"))}
    wrong = make_board(board.provinces.values(), board.powers, board.army_edges, edges, board.ambiguous)
    problems = list(SUITE["edges_are_sound"](replace(CLASSIC, board=wrong)))
    assert problems == ["Fleet BAL may step to SIL, where it cannot stand"]


def test_a_case_that_comes_out_differently_is_found(folder: Path):
    path = folder / "cases.toml"
    path.write_text(
        path.read_text(encoding="utf-8").replace('"A MIL" = "bounced"', '"A MIL" = "succeeds"'), encoding="utf-8"
    )
    assert check_variant(load_variant(folder)) == [
        "cases_hold: case market-bounce: A MIL: expected succeeds, came out bounced"
    ]


class Raising(Hooks):
    def side_of(self, position: Position, power: Power) -> str:
        raise KeyError(power)


def test_a_hook_that_raises_is_found():
    assert list(SUITE["hooks_answer"](replace(CLASSIC, hooks=Raising()))) == ["a hook raised KeyError: 'Austria'"]
