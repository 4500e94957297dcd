"""With a position its units decide what a text means, and what is illegal in it."""

import pytest

from talleyrand.board.calendar import Phase
from talleyrand.board.position import Dislodged, Position, make_position
from talleyrand.board.unit import Unit
from talleyrand.orders.policy import ImpossibleCoast, MissingCoast, ReadingPolicy, Slip
from talleyrand.orders.read import LONGEST_LINE, LONGEST_TEXT, read
from talleyrand.orders.reading import Reading, Status
from talleyrand.orders.write import write
from talleyrand.variants.load import load_variant

CLASSIC = load_variant("classic").board


def position(phase: str, units: dict[str, str], **more: object) -> Position:
    placed = {power: tuple(Unit.parse(unit) for unit in text.split(", ")) for power, text in units.items()}
    return make_position("classic", Phase.parse(phase), placed, **more)  # type: ignore[arg-type]


SPRING = position(
    "S1901M",
    {
        "England": "A LON, A LVP, F ENG, F NTH",
        "France": "A MAR, A PAR, F BRE, F SPA/SC",
        "Germany": "A MUN, F KIE",
        "Russia": "A MOS, F STP/NC",
    },
)
RETREAT = position(
    "S1901R",
    {"France": "A PAR", "Germany": "A MUN"},
    dislodged=(
        Dislodged("France", Unit.parse("A MUN"), "BUR"),
        Dislodged("Germany", Unit.parse("F KIE"), "DEN"),
    ),
)
WINTER = position(
    "W1901A",
    {"France": "A MAR, A PAR", "Germany": "A MUN, F KIE"},
    centers={"PAR": "France", "MAR": "France", "BRE": "France", "SPA": "France", "MUN": "Germany"},
)


def one(text: str, power: str | None, where: Position = SPRING, policy: ReadingPolicy = ReadingPolicy()) -> Reading:  # noqa: B008
    (reading,) = read(text, CLASSIC, kind=where.phase.kind, position=where, power=power, policy=policy)
    return reading


def told(reading: Reading) -> tuple[str, str]:
    return reading.status.value, write(reading.order) if reading.order is not None else ""


@pytest.mark.parametrize(
    ("text", "power", "status", "order"),
    [
        pytest.param("A Bre - Mao", "France", "repaired", "F BRE - MAO", id="A-035 wrong letter"),
        pytest.param("Bre - Mao", "France", "ok", "F BRE - MAO", id="missing letter"),
        pytest.param("F Spa - Lyo", "France", "ok", "F SPA/SC - LYO", id="missing coast of the ordered fleet"),
        pytest.param("F Spa/nc - Lyo", "France", "repaired", "F SPA/SC - LYO", id="DATC 6.B.10"),
        pytest.param("F Stp/sc - Bot", "Russia", "illegal", "F STP/NC - BOT", id="DATC 6.B.11"),
        pytest.param("Liv - Edi", "England", "repaired", "A LVP - EDI", id="the only unit there"),
        pytest.param(
            "Nor S Lon - Yor", "England", "repaired", "F NTH S A LON - YOR", id="the only unit there, support"
        ),
        pytest.param("A Nth C Lon - Nwy", "England", "repaired", "F NTH C A LON - NWY", id="wrong letter, convoy"),
        pytest.param("A Par S A Bre", "France", "repaired", "A PAR S F BRE", id="wrong letter of the supported unit"),
        pytest.param("F Nth S Stp - Nwy", "England", "ok", "F NTH S F STP/NC - NWY", id="coast of the supported fleet"),
        pytest.param("A Mun - Bur", "France", "illegal", "A MUN - BUR", id="DATC 6.A.6 somebody else's unit"),
        pytest.param("Germany: A Mun - Bur", "France", "illegal", "A MUN - BUR", id="heading of another power"),
        pytest.param("A Mun - Bur", None, "ok", "A MUN - BUR", id="no sender known"),
        pytest.param("A Ven - Tri", "Italy", "illegal", "A VEN - TRI", id="no such unit"),
        pytest.param("A Lon - Spa", "England", "illegal", "A LON - SPA", id="no chain of fleets"),
        pytest.param("A Lon - Nwy", "England", "ok", "A LON - NWY", id="a convoy is possible"),
        pytest.param("A Par S Gas", "France", "illegal", "", id="support of nothing"),
        pytest.param("A Par S A Gas", "France", "illegal", "A PAR S A GAS", id="support of nothing, letter given"),
    ],
)
def test_movement(text: str, power: str | None, status: str, order: str) -> None:
    assert told(one(text, power)) == (status, order)


@pytest.mark.parametrize(
    ("text", "power", "status", "order"),
    [
        ("Kie - Ber", "Germany", "ok", "F KIE R BER"),
        ("A Kie - Ber", "Germany", "repaired", "F KIE R BER"),
        ("A Mun - Boh", "France", "ok", "A MUN R BOH"),
        ("A Par - Gas", "France", "illegal", "A PAR R GAS"),
        ("Kiel disbands", "Germany", "ok", "F KIE D"),
        ("A Mun", "France", "ambiguous", ""),
    ],
)
def test_retreats(text: str, power: str, status: str, order: str) -> None:
    assert told(one(text, power, RETREAT)) == (status, order)


def test_a_list_of_retreats_is_ambiguous_with_its_places_in_order() -> None:
    reading = one("A Mun R Sil, Boh, OTB", "France", RETREAT)
    assert reading.status is Status.AMBIGUOUS
    assert reading.candidates == ("A MUN R SIL", "A MUN R BOH", "A MUN D")


@pytest.mark.parametrize(
    ("text", "power", "status", "order"),
    [
        ("a bre", "France", "ok", "A BRE B"),
        ("A Mun", "Germany", "ok", "A MUN D"),
        ("Remove Kiel", "Germany", "ok", "F KIE D"),
        ("- A Kie", "Germany", "repaired", "F KIE D"),
        ("Kie", "Germany", "ambiguous", ""),
    ],
)
def test_adjustments(text: str, power: str, status: str, order: str) -> None:
    assert told(one(text, power, WINTER)) == (status, order)


def test_all_hold_is_an_order_to_each_unit() -> None:
    found = read("All hold", CLASSIC, position=SPRING, power="France")
    assert [told(r)[1] for r in found] == ["F BRE H", "A MAR H", "A PAR H", "F SPA/SC H"]


def test_the_rest_hold_leaves_out_the_units_named_before() -> None:
    found = read("A Par - Bur\nF Brest - MAO\nthe rest hold", CLASSIC, position=SPRING, power="France")
    assert [told(r)[1] for r in found] == ["A PAR - BUR", "F BRE - MAO", "A MAR H", "F SPA/SC H"]


def test_datc_4_b_2_a_missing_coast_may_be_no_order() -> None:
    strict = ReadingPolicy(missing_coast=MissingCoast.FAIL)
    board = load_variant("classic").board
    assert told(read("F Gas - Spa", board)[0]) == ("ok", "F GAS - SPA/NC")
    assert read("F Gas - Spa", board, policy=strict)[0].status is Status.ILLEGAL


def test_datc_4_b_3_an_impossible_coast_may_be_corrected() -> None:
    lenient = ReadingPolicy(impossible_coast=ImpossibleCoast.INFER)
    assert told(read("F Gas - Spa/sc", CLASSIC)[0]) == ("illegal", "F GAS - SPA/SC")
    assert told(read("F Gas - Spa/sc", CLASSIC, policy=lenient)[0]) == ("repaired", "F GAS - SPA/NC")


def test_x_a13_wrong_letters_may_be_refused() -> None:
    reading = one("A Bre - Mao", "France", policy=ReadingPolicy(unit_letter=Slip.REJECT))
    assert told(reading) == ("illegal", "F BRE - MAO")
    assert reading.problem == "The unit in Brest is a fleet, not an army."


def test_x_a13_misspellings_may_be_refused() -> None:
    reading = one("A Paris - Burgandy", "France", policy=ReadingPolicy(spelling=Slip.REJECT))
    assert reading.status is Status.UNREADABLE
    assert reading.candidates == ("A PAR - BUR",)


def test_x_a15_misspelt_names_are_repaired_and_reported() -> None:
    board = load_variant("classic").board
    (reading,) = read("Army Picardi support Fleet Belgium hold", board)
    assert told(reading) == ("repaired", "A PIC S F BEL")
    assert reading.repairs == ('Read "Picardi" as Picardy.',)


def test_a_well_formed_illegal_order_is_never_replaced_by_another() -> None:
    for text, order in (("F Gas - Spa(sc)", "F GAS - SPA/SC"), ("A Mun S A Mun - Bur", "A MUN S A MUN - BUR")):
        assert told(read(text, CLASSIC)[0]) == ("illegal", order)


def test_texts_that_are_too_long_are_one_marked_reading() -> None:
    (text,) = read("A PAR - BUR\n" * 90_000, CLASSIC)
    (line,) = read("A PAR - BUR, " * (LONGEST_LINE // 10), CLASSIC)
    assert text.status is line.status is Status.UNREADABLE
    assert str(LONGEST_TEXT) in text.problem
    assert str(LONGEST_LINE) in line.problem


def test_phases_without_orders_of_ours_go_to_the_variant() -> None:
    def special(text: str, board: object, kind: str, power: str | None) -> tuple[Reading, ...]:
        return (Reading(f"{kind} {power} {text}", Status.OK),)

    assert read("DECLARE", CLASSIC, kind="L", power="France", special=special)[0].text == "L France DECLARE"
    assert read("DECLARE", CLASSIC, kind="L")[0].status is Status.UNREADABLE
    assert read("", CLASSIC, kind="L") == ()
