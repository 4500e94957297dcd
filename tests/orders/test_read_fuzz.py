"""No text makes the reader raise, and canonical text reads back as the order it was written from."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from talleyrand.board.unit import Location, Unit, UnitKind
from talleyrand.orders.legality import impossible_on_map
from talleyrand.orders.model import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)
from talleyrand.orders.read import LONGEST_TEXT, read
from talleyrand.orders.reading import Status
from talleyrand.orders.write import write
from talleyrand.variants.load import load_variant

BOARDS = {name: load_variant(name).board for name in ("classic", "ancient_mediterranean", "morrowind")}
PIECES = st.sampled_from(
    """
    A F a f Army Fleet Par Bur Spa STP The And Nor Liv Mid-Atlantic Ocean (nc) /sc -nc - -> → > S s supports C convoy H
    hold R D B via convoy by land from to ( ) [b] [/b] [quote] ~~ ** # // ; , . ? ! and or if not : + • \u202e \u200b
    all rest waive 2 Russia Carthage: f: own the The x
    """.split()  # noqa: SIM905 - a list of words reads better so
)


@given(st.text(max_size=300), st.sampled_from(sorted(BOARDS)), st.sampled_from("MRAX"))
def test_any_text_is_answered(text: str, name: str, kind: str) -> None:
    for reading in read(text, BOARDS[name], kind=kind):
        assert 0 <= reading.span[0] <= reading.span[1] <= len(text)
        assert (reading.order is not None) or not reading.status.counts


@given(
    st.lists(PIECES, max_size=25), st.sampled_from(sorted(BOARDS)), st.sampled_from("MRA"), st.sampled_from([" ", ""])
)
def test_any_heap_of_order_words_is_answered(words: list[str], name: str, kind: str, blank: str) -> None:
    for reading in read(blank.join(words), BOARDS[name], kind=kind):
        assert (reading.order is not None) or not reading.status.counts
        assert bool(reading.problem) == (not reading.status.counts)


@st.composite
def written(draw: st.DrawFn) -> tuple[str, str, Order]:
    name = draw(st.sampled_from(sorted(BOARDS)))
    board = BOARDS[name]
    units = st.sampled_from([Unit(kind, place) for kind, place in board.standing_places()])
    unit, other = draw(units), draw(units)
    near = sorted(board.graph.steps(unit.kind, unit.location)) or [unit.location]
    to = draw(st.sampled_from(near))
    army = draw(units.filter(lambda u: u.kind is UnitKind.ARMY))
    shores = sorted(board.graph.convoy_reach(army.province)) or [army.province]
    shore = Location(draw(st.sampled_from(shores)))
    kind, order = draw(
        st.sampled_from(
            [
                ("M", Hold(unit)),
                ("M", Move(unit, to)),
                ("M", Move(army, shore, via=True)),
                ("M", SupportHold(unit, other)),
                ("M", SupportMove(unit, other, to)),
                ("M", Convoy(unit, army, shore)),
                ("R", Retreat(unit, to)),
                ("R", Disband(unit)),
                ("A", Disband(unit)),
                ("A", Build(unit)),
                ("A", Waive()),
            ]
        )
    )
    return name, kind, order


@given(written())
def test_what_is_written_reads_back(case: tuple[str, str, Order]) -> None:
    name, kind, order = case
    board = BOARDS[name]
    (reading,) = read(write(order), board, kind=kind)
    if impossible_on_map(order, board) is None:
        assert (reading.status, reading.order) == (Status.OK, order)
    else:
        assert reading.status is Status.ILLEGAL or reading.repairs
    (loose,) = read(f"  * {write(order).lower()}.", board, kind=kind)
    assert loose.order == reading.order


@pytest.mark.parametrize("kind", ["M", "R", "A"])
@pytest.mark.parametrize(
    "text",
    [
        "",
        "\x00\x01\x02\x7f",
        "\ud800 A Par - Bur",
        "(" * 4_000,
        "([{" * 1_500,
        "[quote]" * 20_000,
        "~~x " * 30_000,
        "<a " * 40_000,
        "-" * LONGEST_TEXT,
        "a " * 2_400,
        "a par, " * 700,
        "a par and " * 490,
        "a par - " * 600,
        "\u202e\u200b\u200d" * 40_000,
        "A Par - Bur (or " * 300,
        "ﷺ" * 20_000,
        "A " + "x" * 4_000 + " - Bur",
        "'" * 4_000,
    ],
    ids=lambda text: repr(text[:12]),
)
def test_texts_made_to_choke_on(text: str, kind: str) -> None:
    for reading in read(text, BOARDS["classic"], kind=kind):
        assert (reading.order is not None) or not reading.status.counts
