"""Convoy routes on the three maps."""

import pytest

from talleyrand.board.board import PowerInfo, make_board
from talleyrand.board.province import Province, Terrain
from talleyrand.board.unit import Location
from talleyrand.orders import convoys
from talleyrand.orders.convoys import (
    landings,
    route_exists,
    routes,
    shortest_route,
    useful_waters,
    waterways,
)
from talleyrand.variants.load import load_variant

CLASSIC = load_variant("classic").board
ANCIENT = load_variant("ancient_mediterranean").board


@pytest.mark.parametrize(
    ("origin", "to", "waters", "exists"),
    [
        ("LON", "BEL", "ENG", True),
        ("LON", "BEL", "NTH", True),
        ("LON", "BEL", "IRI", False),
        ("LON", "TUN", "ENG MAO WES", True),
        ("LON", "TUN", "ENG WES", False),
        ("LON", "LON", "ENG NTH", False),  # DATC 6.A.5
        ("GRE", "SEV", "AEG BLA", False),  # DATC 6.F.1: Constantinople is no water
        ("PAR", "LON", "ENG", False),
        ("LON", "XYZ", "ENG", False),
        ("LON", "ENG", "NTH ENG", False),
        ("STP", "NWY", "BAR", True),
        ("STP", "SWE", "BOT", True),
        ("STP", "NWY", "BOT", False),
        ("LON", "NWY", "NTH LON XYZ", True),
    ],
)
def test_A_056_A_061_routes_on_the_classic_map(origin, to, waters, exists):
    chosen = frozenset(waters.split())
    assert route_exists(CLASSIC, origin, to, chosen) is exists
    assert bool(shortest_route(CLASSIC, origin, to, chosen)) is exists
    assert (to in landings(CLASSIC, origin, chosen)) is exists


@pytest.mark.parametrize(
    ("origin", "to", "waters", "exists"),
    [
        ("SAG", "BAL", "BER", True),  # B-021
        ("BAL", "MAS", "LIG", True),  # B-021
        ("SAG", "BAL", "BAL", False),
        ("BAL", "TAR", "BAL", False),
        ("SAG", "TAR", "BAL", True),  # X-B5
        ("MAU", "TAR", "BER BAL", True),  # B-022
        ("MAU", "BAL", "BER BAL", True),
        ("SII", "CYR", "ALE", False),  # B-041
        ("SPA", "CYR", "CRE", False),  # B-041
    ],
)
def test_B_021_B_022_B_041_routes_through_and_to_baleares(origin, to, waters, exists):
    chosen = frozenset(waters.split())
    assert route_exists(ANCIENT, origin, to, chosen) is exists
    assert (to in landings(ANCIENT, origin, chosen)) is exists
    assert bool(useful_waters(ANCIENT, origin, to, chosen)) is exists


def test_B_042_X_B4_baleares_alone_is_both_and_can_be_left_out():
    ways = waterways(ANCIENT)
    waters = ways.names(ways.all)
    assert {water for water in waters if ANCIENT.provinces[water].is_land} == {"BAL"}
    assert ways.names(ways.open) == waters - {"BAL"}
    assert len(waterways(CLASSIC).names(waterways(CLASSIC).all)) == 19


def test_A_062_every_route_and_the_shortest():
    waters = {"ENG", "NTH", "IRI", "NAO", "NWG", "MAO"}
    assert set(routes(CLASSIC, "LVP", "EDI", waters)) == {
        ("NAO", "NWG"),
        ("IRI", "ENG", "NTH"),
        ("NAO", "MAO", "ENG", "NTH"),
    }
    assert shortest_route(CLASSIC, "LVP", "EDI", waters) == ("NAO", "NWG")


@pytest.mark.parametrize(
    ("origin", "to", "waters", "useful"),
    [
        ("LON", "BEL", "ENG IRI", "ENG"),  # DATC 6.F.12
        ("LON", "BEL", "ENG NTH", "ENG NTH"),
        ("SWE", "NWY", "SKA BOT", "SKA"),  # DATC 6.G.7
        ("MAR", "SPA", "LYO WES", "LYO"),  # DATC 6.G.19
        ("LVP", "EDI", "ENG NTH IRI", "ENG NTH IRI"),  # DATC 6.G.6
        ("LVP", "EDI", "ENG NTH", ""),
    ],
)
def test_DATC_6_F_12_6_G_19_a_fleet_beside_the_road_is_not_on_it(origin, to, waters, useful):
    assert useful_waters(CLASSIC, origin, to, waters.split()) == frozenset(useful.split())


def wide_sea(side):
    """A square sea of many waters between two shores: far more routes than anyone could list."""
    names = {(x, y): f"W{x:02}{y:02}" for x in range(side) for y in range(side)}
    edges = [
        (names[x, y], names[i, j])
        for x, y in names
        for i, j in ((x + 1, y), (x, y + 1), (x + 1, y + 1))
        if (i, j) in names
    ]
    edges += [("AAA", names[0, y]) for y in range(side)] + [("ZZZ", names[side - 1, y]) for y in range(side)]
    provinces = [Province(name, name, name, Terrain.SEA) for name in names.values()]
    provinces += [Province(name, name, name, Terrain.COASTAL) for name in ("AAA", "ZZZ")]
    fleet_edges = [(Location(a), Location(b)) for a, b in edges]
    return make_board(provinces, [PowerInfo("One")], [], fleet_edges), frozenset(names.values())


def test_a_sea_with_routes_beyond_counting_is_still_answered(monkeypatch):
    monkeypatch.setattr(convoys, "_PATIENCE", 500)
    board, waters = wide_sea(9)
    assert route_exists(board, "AAA", "ZZZ", waters)
    assert len(shortest_route(board, "AAA", "ZZZ", waters)) == 9
    assert useful_waters(board, "AAA", "ZZZ", waters) == waters
    assert landings(board, "AAA", waters) == {"ZZZ"}


def test_waters_are_worked_out_once_a_board():
    assert waterways(CLASSIC) is waterways(CLASSIC)
    assert waterways(CLASSIC) is not waterways(ANCIENT)
