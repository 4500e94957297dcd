"""Legal or not, and by which rule: DATC by number, the checklist by id."""

from dataclasses import replace

import pytest

import datc_notation
from datc_notation import order as written
from talleyrand.board.calendar import Phase
from talleyrand.board.position import Dislodged, make_position
from talleyrand.board.unit import Location, Unit, UnitKind
from talleyrand.orders.legality import illegal, impossible_on_map
from talleyrand.orders.model import Build, Disband, Hold, Move, Retreat, Special, SupportHold, SupportMove, Waive
from talleyrand.variants.load import load_variant

POWERS = {"classic": "France", "ancient_mediterranean": "Rome", "morrowind": "Dres"}


def position(variant, units, phase="S1M"):
    """A position from "A PAR, F BRE"; all units of one power but those after a "/", which are another's."""
    mine, _, theirs = units.partition(" | ")
    board = load_variant(variant).board
    other = next(power for power in board.power_names if power != POWERS[variant])
    sides = {POWERS[variant]: mine, other: theirs}
    parsed = {power: tuple(Unit.parse(u) for u in text.split(", ") if u) for power, text in sides.items()}
    return make_position(variant, Phase.parse(phase), parsed)


def judged(variant, units, text, **choices):
    board = load_variant(variant).board
    return illegal(written(text), POWERS[variant], position(variant, units), board, **choices)


# --- Every order of the DATC ---------------------------------------------------------------------------------------


def as_repaired(order, standing, board):
    """What the reader makes of a text before it is judged: the unit's own coast, and the only coast it can mean."""
    at = {occupant.unit.province: occupant.unit for occupant in standing.each_unit()}

    def real(unit):
        found = at.get(unit.province)
        return found if found is not None and found.kind is unit.kind else unit

    order = replace(order, unit=real(order.unit))
    if isinstance(order, SupportHold | SupportMove):
        order = replace(order, target=real(order.target))
    if isinstance(order, Move):
        reach = board.graph.arrivals(order.unit.kind, order.unit.location, order.to.province)
        if order.unit.kind is UnitKind.ARMY:
            order = replace(order, to=Location(order.to.province))
        elif not order.to.coast and len(reach) == 1:
            order = replace(order, to=reach[0])
    return order


DATC_MOVES = datc_notation.cases("movement")


@pytest.mark.parametrize("case", DATC_MOVES, ids=[case["id"] for case in DATC_MOVES])
def test_datc_illegal_orders_are_exactly_those_marked_so(case):
    board = load_variant("classic").board
    standing = datc_notation.position(case, "S1901M")
    marked = {key for key, status in (case.get("status") or {}).items() if status == "illegal"}
    found = set()
    for power, texts in case["orders"].items():
        for text in texts:
            problem = illegal(as_repaired(written(text), standing, board), power, standing, board)
            if problem is not None:
                found.add(" ".join(text.split()[:2]))
                assert problem.text and problem.rule
    assert found == marked


# --- One line a rule -------------------------------------------------------------------------------------------------

LEGAL = [
    # What the checklist asks for, on the map it speaks of.
    ("A-024 hold", "classic", "A PAR", "A PAR H"),
    ("A-038 army to inland", "classic", "A PAR", "A PAR - BUR"),
    ("A-039 fleet to coast", "classic", "F BRE", "F BRE - GAS"),
    ("A-039 fleet to water", "classic", "F BRE", "F BRE - ENG"),
    ("A-040 shared coastline", "classic", "F ROM", "F ROM - TUS"),
    ("A-041 from its coast", "classic", "F SPA/SC", "F SPA/SC - LYO"),
    ("A-042 coast named", "classic", "F POR", "F POR - SPA/NC"),
    ("A-043 Kiel is one coast", "classic", "F HEL, F BAL", "F HEL - KIE"),
    ("A-046 support a foreign unit", "classic", "A PAR | A BUR", "A PAR S A BUR"),
    ("A-046 support a foreign move", "classic", "A PAR | A BUR", "A PAR S A BUR - GAS"),
    ("A-050 support into the other coast", "classic", "F MAR, F GAS", "F MAR S F GAS - SPA/NC"),
    ("A-050 support a unit on the other coast", "classic", "F MAR, F SPA/NC", "F MAR S F SPA/NC"),
    ("A-050 support of an army in a split province", "classic", "F MAR, A GAS", "F MAR S A GAS - SPA"),
    ("A-051 support of a unit ordered elsewhere is no illegal order", "classic", "A PAR, A BUR", "A PAR S A BUR"),
    ("A-056 convoy", "classic", "F ENG, A LON", "F ENG C A LON - BRE"),
    ("A-056 foreign army", "classic", "F ENG | A LON", "F ENG C A LON - BRE"),
    ("A-061 chain", "classic", "F ENG, F MAO, A LON", "A LON - POR"),
    ("A-061 chain of foreign fleets", "classic", "A LON | F ENG, F MAO", "A LON - NAF"),
    ("A-062 either of two routes", "classic", "F ENG, F NTH, A LON", "F NTH C A LON - BEL"),
    ("C-021 via convoy beside a land route", "classic", "A MAR, F LYO", "A MAR - SPA VIA"),
    ("X-A14 support in place of a unit whose order is illegal", "classic", "A BUD | F RUM", "A BUD S F RUM"),
    ("DATC 6.B.7 support without a coast", "classic", "F POR, F MAO", "F POR S F MAO - SPA"),
    ("DATC 6.B.9 support with another coast than will be ordered", "classic", "F POR, F MAO", "F POR S F MAO - SPA/SC"),
    ("DATC 6.G.8 fleet there but not convoying", "classic", "A BEL | F NTH", "A BEL - HOL VIA"),
    ("support of a move by sea", "classic", "A HOL, A LON, F NTH", "A HOL S A LON - BEL"),
    ("B-013 island has one coast", "ancient_mediterranean", "F CRE", "F CRE - AEG"),
    ("B-014 strait for armies", "ancient_mediterranean", "A SIC", "A SIC - NEA"),
    ("X-B1 strait Saguntum-Mauretania", "ancient_mediterranean", "A SAG", "A SAG - MAU"),
    ("B-015 strait for fleets", "ancient_mediterranean", "F SIC", "F SIC - NEA"),
    ("B-017 Byzantium to both sides", "ancient_mediterranean", "F BYZ", "F BYZ - AEG"),
    ("B-019 fleet in Baleares", "ancient_mediterranean", "F BAL", "F BAL - LIG"),
    ("X-B2 fleet Baleares-Saguntum", "ancient_mediterranean", "F BAL", "F BAL - SAG"),
    ("X-B2 fleet Baleares-Tarraconensis", "ancient_mediterranean", "F BAL", "F BAL - TAR"),
    ("B-021 into Baleares by convoy", "ancient_mediterranean", "A SAG, F BER", "A SAG - BAL"),
    ("B-021 out of Baleares by convoy", "ancient_mediterranean", "A BAL, F LIG", "A BAL - MAS"),
    ("B-021 convoy order into Baleares", "ancient_mediterranean", "A SAG, F BER", "F BER C A SAG - BAL"),
    ("B-022 fleet in Baleares convoys", "ancient_mediterranean", "A SAG, F BAL", "F BAL C A SAG - TAR"),
    ("X-B5 SAG to TAR over Baleares", "ancient_mediterranean", "A SAG, F BAL", "A SAG - TAR VIA"),
    ("B-022 Baleares as a link", "ancient_mediterranean", "A MAU, F BER, F BAL", "A MAU - TAR"),
    ("B-024 Ausonian to Libyan", "ancient_mediterranean", "F AUS", "F AUS - LIB"),
    ("B-027 Diolkos", "ancient_mediterranean", "F ATH", "F ATH - ION"),
    ("B-028 Sparta-Athens on foot", "ancient_mediterranean", "A SPA", "A SPA - ATH"),
    ("B-030 Nile SII to THE", "ancient_mediterranean", "F SII", "F SII - THE"),
    ("B-030 Nile THE to MEM", "ancient_mediterranean", "F THE", "F THE - MEM"),
    ("B-030 Nile MEM to ALE", "ancient_mediterranean", "F MEM", "F MEM - ALE"),
    ("B-033 canal to Reed Sea", "ancient_mediterranean", "F THE", "F THE - REE"),
    ("B-037 delta", "ancient_mediterranean", "F ALE", "F ALE - SII"),
    ("X-B6 fleet supports into Baleares", "ancient_mediterranean", "F TAR, A BAL", "F TAR S A BAL"),
    ("C-049 Zenithar Channel on foot", "morrowind", "A EBO", "A EBO - GAH"),
    ("C-049 Zenithar Channel by ship", "morrowind", "F EBO", "F EBO - GAH"),
]


@pytest.mark.parametrize(("variant", "units", "text"), [row[1:] for row in LEGAL], ids=[row[0] for row in LEGAL])
def test_legal(variant, units, text):
    assert judged(variant, units, text) is None
    assert impossible_on_map(written(text), load_variant(variant).board) is None


ILLEGAL = [
    ("A-018 no unit there", "classic", "A PAR", "A BUR H", "A-018"),
    ("A-035 another kind of unit there", "classic", "A PAR", "F PAR H", "A-035"),
    ("DATC 6.A.1", "classic", "F NTH", "F NTH - PIC", "DATC 6.A.1"),
    ("A-038 DATC 6.A.2", "classic", "A LVP", "A LVP - IRI", "DATC 6.A.2"),
    ("A-038 not adjacent, no coast", "classic", "A PAR", "A PAR - MUN", "A-038"),
    ("A-039 DATC 6.A.3", "classic", "F KIE", "F KIE - MUN", "DATC 6.A.3"),
    ("DATC 6.A.4", "classic", "F KIE", "F KIE - KIE", "DATC 6.A.4"),
    ("A-041 DATC 6.A.4 to its other coast", "classic", "F SPA/NC", "F SPA/NC - SPA/SC", "DATC 6.A.4"),
    ("DATC 6.A.5", "classic", "A YOR, F NTH", "A YOR - YOR VIA", "DATC 6.A.5"),
    ("DATC 6.A.5 convoy", "classic", "A YOR, F NTH", "F NTH C A YOR - YOR", "DATC 6.A.5"),
    ("DATC 6.A.6", "classic", "A PAR | F LON", "F LON - NTH", "DATC 6.A.6"),
    ("A-057 DATC 6.A.7", "classic", "F LON, F NTH", "F NTH C F LON - BEL", "DATC 6.A.7"),
    ("A-057 fleet via convoy", "classic", "F LON, F NTH", "F LON - BEL VIA", "DATC 6.A.7"),
    ("DATC 6.A.8", "classic", "F TRI", "F TRI S F TRI", "DATC 6.A.8"),
    ("A-040 DATC 6.A.9", "classic", "F ROM", "F ROM - VEN", "DATC 6.A.9"),
    ("A-049 DATC 6.A.10", "classic", "F ROM, A VEN", "F ROM S A VEN", "DATC 6.A.10"),
    ("A-049 army into water", "classic", "A PAR, A BRE, F MAO", "A BRE S F MAO - ENG", "DATC 6.A.10"),
    ("A-049 fleet inland", "classic", "F KIE, A BER", "F KIE S A BER - MUN", "DATC 6.A.10"),
    ("A-042 DATC 6.B.1", "classic", "F POR", "F POR - SPA", "DATC 6.B.1"),
    ("DATC 4.B.2 the reader names the coast", "classic", "F GAS", "F GAS - SPA", "DATC 4.B.2"),
    ("DATC 6.B.3", "classic", "F GAS", "F GAS - SPA/SC", "DATC 6.B.3"),
    ("DATC 6.B.5", "classic", "F MAR, F SPA/NC", "F SPA/NC S F MAR - LYO", "DATC 6.B.5"),
    ("DATC 6.B.11", "classic", "F SPA/NC", "F SPA/NC - LYO", "DATC 6.B.11"),
    ("DATC 4.B.6 an army has no coast", "classic", "A GAS", "A GAS - SPA/NC", "DATC 4.B.6"),
    ("no such coast", "classic", "F GAS", "F GAS - SPA/EC", "DATC 4.B.3"),
    ("DATC 6.D.22", "classic", "F KIE, A BUR", "A BUR S F KIE - MUN", "DATC 6.D.22"),
    ("DATC 6.D.23", "classic", "F MAR, F SPA/NC", "F MAR S F SPA/NC - LYO", "DATC 6.D.23"),
    ("DATC 6.D.23 support to a coast out of reach", "classic", "F POR, F GAS", "F POR S F GAS - SPA/SC", "DATC 6.D.23"),
    ("DATC 6.D.24", "classic", "A MAR, F SPA/SC", "F SPA/SC S A MAR - LYO", "DATC 6.D.24"),
    ("DATC 4.B.6 support of an army to a coast", "classic", "F POR, A GAS", "F POR S A GAS - SPA/NC", "DATC 4.B.6"),
    ("DATC 6.D.31", "classic", "A RUM, F BLA", "F BLA S A RUM - ARM", "DATC 6.D.31"),
    ("DATC 6.D.32", "classic", "A YOR", "A YOR - HOL", "DATC 6.D.32"),
    ("DATC 6.D.34", "classic", "A PRU, A LVN", "A PRU S A LVN - PRU", "DATC 6.D.34"),
    ("support of a unit that is not there", "classic", "A PAR", "A PAR S A BUR", "A-018"),
    ("support of a move by sea without fleets", "classic", "A HOL, A LON", "A HOL S A LON - BEL", "DATC 6.D.24"),
    ("A-029 army convoys", "classic", "A LON, A WAL", "A WAL C A LON - BEL", "A-029"),
    ("A-056 DATC 6.F.1", "classic", "A BUL, F CON", "F CON C A BUL - ANK", "DATC 6.F.1"),
    ("A-061 chain with a gap", "classic", "A LON, F ENG, F TYS", "A LON - TUN", "DATC 6.D.32"),
    ("A-061 convoy in a chain with a gap", "classic", "A LON, F ENG, F TYS", "F ENG C A LON - TUN", "DATC 6.F.1"),
    ("DATC 6.F.12", "classic", "A LON, F ENG, F IRI", "F IRI C A LON - BEL", "DATC 6.F.12"),
    ("DATC 6.G.7", "classic", "A SWE, F SKA, F BOT", "F BOT C A SWE - NWY", "DATC 6.F.12"),
    ("DATC 6.G.19", "classic", "A MAR, F LYO, F WES", "F WES C A MAR - SPA", "DATC 6.F.12"),
    ("DATC 6.G.8 no chain for via convoy", "classic", "A BEL", "A BEL - HOL VIA", "DATC 6.G.8"),
    ("A-056 convoy inland", "classic", "A LON, F NTH", "F NTH C A LON - RUH", "DATC 6.F.1"),
    ("A-056 convoy to sea", "classic", "A LON, F NTH", "F NTH C A LON - HEL", "DATC 6.A.2"),
    ("A-056 convoy of an army that is not there", "classic", "F NTH", "F NTH C A LON - BEL", "A-018"),
    ("A-044 Baltic-Skagerrak", "classic", "F BAL", "F BAL - SKA", "DATC 6.A.1"),
    ("A-044 Denmark-Berlin", "classic", "F DEN", "F DEN - BER", "DATC 6.A.1"),
    ("A-034 no such province", "classic", "A PAR", "A PAR - XYZ", "A-034"),
    ("A-060 no support across the water", "classic", "A LON, A BEL, F ENG", "A LON S A BEL", "DATC 6.A.10"),
    ("B-020 no walk to Baleares", "ancient_mediterranean", "A SAG", "A SAG - BAL", "DATC 6.D.32"),
    ("B-020 no walk from Baleares", "ancient_mediterranean", "A BAL", "A BAL - TAR", "DATC 6.D.32"),
    ("B-031 fleet MEM to CYR", "ancient_mediterranean", "F MEM", "F MEM - CYR", "DATC 6.A.9"),
    ("B-034 Reed Sea to Pelusium", "ancient_mediterranean", "F REE", "F REE - GOP", "DATC 6.A.1"),
    ("B-034 Reed Sea to Alexandria", "ancient_mediterranean", "F REE", "F REE - ALE", "DATC 6.A.1"),
    ("B-041 fleet in the delta", "ancient_mediterranean", "A SII, F ALE", "F ALE C A SII - CYR", "DATC 6.F.1"),
    ("B-041 fleet in Byzantium", "ancient_mediterranean", "A MIL, F BYZ", "F BYZ C A MIL - DAC", "DATC 6.F.1"),
    ("B-041 fleet on the Nile", "ancient_mediterranean", "A BAY, F MEM", "F MEM C A BAY - ALE", "DATC 6.F.1"),
    ("B-041 fleet in an island", "ancient_mediterranean", "A SPA, F CRE", "F CRE C A SPA - CYR", "DATC 6.F.1"),
    ("X-B6 army supports into Baleares", "ancient_mediterranean", "A TAR, A BAL", "A TAR S A BAL", "DATC 6.A.10"),
    ("X-B6 army in Baleares supports out", "ancient_mediterranean", "A TAR, A BAL", "A BAL S A TAR", "DATC 6.A.10"),
    (
        "X-B6 not even with a fleet at hand",
        "ancient_mediterranean",
        "A BAL, A TAR, F LIG",
        "A BAL S A TAR",
        "DATC 6.A.10",
    ),
]


@pytest.mark.parametrize(
    ("variant", "units", "text", "rule"), [row[1:] for row in ILLEGAL], ids=[row[0] for row in ILLEGAL]
)
def test_illegal(variant, units, text, rule):
    problem = judged(variant, units, text)
    assert problem is not None
    assert problem.rule == rule
    assert problem.text.endswith(".")


def test_X_B4_fleets_in_an_archipelago_do_not_convoy_where_the_game_says_so():
    units = "A SAG, F BAL"
    problem = judged("ancient_mediterranean", units, "F BAL C A SAG - TAR", archipelago_convoys=False)
    assert problem is not None
    assert problem.rule == "X-B4"
    assert judged("ancient_mediterranean", units, "A SAG - TAR VIA", archipelago_convoys=False) is not None
    assert judged("ancient_mediterranean", units, "A SAG - TAR", archipelago_convoys=False) is None


def test_DATC_4_A_3_via_convoy_without_fleets_is_legal_where_the_land_route_is_a_fallback():
    assert judged("classic", "A BEL", "A BEL - HOL VIA", land_fallback=True) is None
    assert judged("classic", "A BEL", "A BEL - LON VIA", land_fallback=True) is not None


def test_a_problem_names_the_units_and_the_reason():
    assert judged("classic", "A LVP", "A LVP - IRI").text == (
        "Army Liverpool cannot move to Irish Sea: armies stay on land."
    )
    assert judged("classic", "F POR", "F POR - SPA").text == (
        "Fleet Portugal must say to which coast of Spain it goes: SPA/NC or SPA/SC."
    )
    assert judged("classic", "A PAR | F LON", "F LON H").text == "Fleet London belongs to Austria, not to France."


def test_orders_of_another_phase_are_illegal():
    board = load_variant("classic").board
    unit = Unit.parse("A PAR")
    for phase, fitting in (("S1901M", Hold(unit)), ("F1901A", Disband(unit)), ("F1901A", Waive())):
        held = position("classic", "A PAR", phase)
        assert illegal(fitting, "France", held, board) is None
        for order in (Hold(unit), Retreat(unit, Location("BUR")), Build(unit), Waive()):
            if type(order) is not type(fitting) and not (phase[-1] == "A" and isinstance(order, Build | Waive)):
                assert illegal(order, "France", held, board) is not None


def test_orders_of_a_variant_are_left_to_the_variant():
    board = load_variant("classic").board
    assert illegal(Special("PLEDGE", ("MOS",)), "France", position("classic", "A PAR"), board) is None


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("A MAR R PIE", None),
        ("A MAR R SPA", None),
        ("A MAR R LYO", "DATC 6.A.2"),
        ("A MAR R PAR", "A-038"),
        ("A MAR R LON", "A-038"),
        ("A MAR R MAR", "DATC 6.A.4"),
        ("A MAR D", None),
        ("A GAS D", "A-087"),
        ("F MAR R LYO", "A-087"),
        ("F SPA/NC R MAO", None),
        ("F SPA/NC R MAR", "DATC 6.B.11"),
        ("F SPA/NC R GAS", None),
        ("F RUM R BUL/EC", "DATC 6.A.6"),
    ],
)
def test_A_088_retreats_go_one_step_and_only_for_the_dislodged(text, rule):
    board = load_variant("classic").board
    standing = make_position(
        "classic",
        Phase.parse("S1901R"),
        {"Italy": (Unit.parse("A MAR"), Unit.parse("A SPA"), Unit.parse("A RUM")), "France": (Unit.parse("A GAS"),)},
        dislodged=(
            Dislodged("France", Unit.parse("A MAR"), "PIE"),
            Dislodged("France", Unit.parse("F SPA/NC"), "GAS"),
            Dislodged("Turkey", Unit.parse("F RUM"), "BUD"),
        ),
    )
    words = text.split()
    unit = Unit.parse(" ".join(words[:2]))
    order = Disband(unit) if words[2] == "D" else Retreat(unit, Location.parse(words[3]))
    problem = illegal(order, "France", standing, board)
    assert (problem and problem.rule) == rule


@pytest.mark.parametrize(
    ("variant", "unit", "rule"),
    [
        ("classic", "A PAR", None),
        ("classic", "F STP/NC", None),
        ("classic", "F STP", "A-041"),
        ("classic", "A STP/NC", "A-041"),
        ("classic", "F PAR", "A-005"),
        ("classic", "A BUR", "A-095"),
        ("classic", "F NTH", "A-095"),
        ("classic", "A XYZ", "A-034"),
        ("ancient_mediterranean", "F MEM", None),  # B-032
        ("morrowind", "F AKA/EC", None),  # C-051
        ("morrowind", "F AKA", "A-041"),  # C-051
    ],
)
def test_A_095_builds_by_their_form(variant, unit, rule):
    board = load_variant(variant).board
    problem = illegal(Build(Unit.parse(unit)), POWERS[variant], position(variant, "", "F1A"), board)
    assert (problem and problem.rule) == rule
    on_map = impossible_on_map(Build(Unit.parse(unit)), board)
    assert (on_map and on_map.rule) == rule


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("A LON - TUN", None),
        ("A LON - MOS", "A-038"),
        ("A LON - STP", None),
        ("F LON - TUN", "DATC 6.A.1"),
        ("A NTH H", "A-005"),
        ("F SPA H", "A-041"),
        ("F BLA C A LON - TUN", "DATC 6.F.12"),
        ("F WES C A LON - TUN", None),
        ("F BLA S A RUM - ARM", "DATC 6.D.31"),
        ("A HOL S A LON - BEL", None),
        ("A HOL S F XYZ", "A-034"),
    ],
)
def test_what_no_position_allows(text, rule):
    problem = impossible_on_map(written(text), load_variant("classic").board)
    assert (problem and problem.rule) == rule


@pytest.mark.parametrize("name", ["classic", "ancient_mediterranean", "morrowind"])
def test_A_038_A_039_A_040_a_bare_step_is_legal_exactly_where_the_map_has_an_edge(name):
    board = load_variant(name).board
    for kind, place in board.standing_places():
        unit = Unit(kind, place)
        alone = make_position(name, Phase.parse("S1M"), {POWERS[name]: (unit,)})
        for other, to in board.standing_places():
            if other is kind:
                legal = illegal(Move(unit, to), None, alone, board) is None
                assert legal == (to in board.graph.steps(kind, place))
