"""Solo, draw, ranking (A-002, A-004, A-134, B-009, C-006, X-A3, X-A4, lesson 15)."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odd_positions import VARIANTS, positions
from talleyrand.board.board import Board
from talleyrand.board.calendar import Phase
from talleyrand.board.position import Dislodged, Position, make_position
from talleyrand.board.unit import Power, Unit
from talleyrand.rules.hooks import Hooks
from talleyrand.rules.rulebook import DATC, DrawShare, Rulebook, YearLimit
from talleyrand.rules.victory import (
    State,
    Status,
    draw,
    draw_sharers,
    eliminated,
    prize_weights,
    ranking,
    status,
)

CLASSIC = VARIANTS["classic"]
BOARD = CLASSIC.board
CENTERS = sorted(BOARD.centers)


def owning(phase: str = "W1905A", units: dict[str, str] | None = None, board: Board = BOARD, **counts: int) -> Position:
    """A position in which each power owns so many centres."""
    free = iter(sorted(board.centers))
    return make_position(
        "classic",
        Phase.parse(phase),
        {power: tuple(map(Unit.parse, held.split(","))) for power, held in (units or {}).items()},
        centers={next(free): power for power, count in counts.items() for _ in range(count)},
    )


def test_A_002_B_009_a_solo_at_18_centres() -> None:
    assert status(owning(France=17, Italy=17), BOARD, DATC, 18) == Status()
    assert status(owning(France=18, Italy=16), BOARD, DATC, 18) == Status(State.SOLO, ("France",))
    assert status(owning(France=18, Italy=16), BOARD, DATC, 18).over


@pytest.mark.parametrize(("name", "needed"), [("classic", 18), ("ancient_mediterranean", 18), ("morrowind", 13)])
def test_B_009_C_006_centres_needed_by_variant(name: str, needed: int) -> None:
    variant = VARIANTS[name]
    assert variant.centers_to_win(variant.rulebook) == needed
    power, other = variant.powers[:2]
    rest = len(variant.board.centers) - needed
    won = owning(board=variant.board, **{power: needed, other: rest})
    assert status(won, variant.board, variant.rulebook, needed, variant.hooks) == Status(State.SOLO, (power,))
    short = owning(board=variant.board, **{power: needed - 1, other: rest})
    assert not status(short, variant.board, variant.rulebook, needed, variant.hooks).over


def test_X_A3_lesson_15_nobody_wins_while_a_unit_awaits_retreat() -> None:
    waiting = make_position(
        "classic",
        Phase.parse("F1905R"),
        {},
        dislodged=(Dislodged("Italy", Unit.parse("A TRI"), "VIE"),),
        centers=dict.fromkeys(CENTERS[:20], "France"),
    )
    assert status(waiting, BOARD, Rulebook(last_year=1900), 18) == Status()


def test_a_tie_at_the_number_needed_goes_on() -> None:
    assert status(owning(France=10, Italy=10), BOARD, DATC, 8) == Status()
    assert status(owning(France=11, Italy=10), BOARD, DATC, 8).winners == ("France",)
    assert status(owning(), BOARD, DATC, 0) == Status()


class Emperors(Hooks):
    def __init__(self, answer: tuple[Power, ...] | None) -> None:
        self.answer = answer

    def winners(self, position: Position, board: Board, needed: int) -> tuple[Power, ...] | None:
        return self.answer


def test_D_041_D_042_a_variant_names_the_winners_or_nobody() -> None:
    eighteen = owning(France=18)
    assert status(eighteen, BOARD, DATC, 18, Emperors(("Italy",))) == Status(State.SOLO, ("Italy",))
    assert status(eighteen, BOARD, DATC, 18, Emperors(("Italy", "France"))).winners == ("Italy", "France")
    assert status(eighteen, BOARD, DATC, 18, Emperors(())) == Status()
    assert status(eighteen, BOARD, DATC, 18, Emperors(None)).winners == ("France",)


def test_lesson_15_the_last_year_ends_ranked_with_ties_shared() -> None:
    limit = Rulebook(last_year=1908)
    tied = {"Turkey": 10, "France": 10, "Italy": 5}
    assert status(owning("W1908A", **tied), BOARD, limit, 18) == Status()
    assert status(owning("S1909M", **tied), BOARD, limit, 18) == Status(State.RANKED, ("France", "Turkey"))
    drawn = Rulebook(last_year=1908, at_last_year=YearLimit.DRAW)
    assert status(owning("S1909M", **tied), BOARD, drawn, 18) == Status(State.DRAW, ("France", "Italy", "Turkey"))
    assert status(owning("S1909M", France=18), BOARD, limit, 18).state is State.SOLO


def test_the_last_year_ends_with_its_last_phase() -> None:
    limit = Rulebook(last_year=1908)
    calendar = CLASSIC.calendar
    assert not status(owning("F1908R", France=3), BOARD, limit, 18, calendar=calendar).over
    assert status(owning("W1908A", France=3), BOARD, limit, 18, calendar=calendar).state is State.RANKED
    assert not status(owning("W1908L", France=3), BOARD, limit, 18, calendar=calendar).over


def test_ranking_shares_places() -> None:
    standings = ranking(owning(units={"Italy": "A ROM,A NAP"}, France=10, Turkey=10, Italy=5), BOARD)
    assert [(s.place, s.power, s.centers, s.units) for s in standings] == [
        (1, "France", 10, 0),
        (1, "Turkey", 10, 0),
        (3, "Italy", 5, 2),
        (4, "Austria", 0, 0),
        (4, "England", 0, 0),
        (4, "Germany", 0, 0),
        (4, "Russia", 0, 0),
    ]


def test_A_004_X_A4_sharers_of_a_draw() -> None:
    position = owning(units={"Italy": "A ROM", "Germany": "A MUN"}, France=4, Italy=3)
    assert draw(position, BOARD) == Status(State.DRAW, ("France", "Germany", "Italy"))
    assert draw_sharers(position, BOARD, Rulebook(draw_share=DrawShare.UNITS)) == ("Germany", "Italy")
    assert draw_sharers(position, BOARD, Rulebook(draw_share=DrawShare.CENTERS)) == ("France", "Italy")


def test_A_004_a_unit_awaiting_retreat_is_still_on_the_map() -> None:
    position = make_position(
        "classic", Phase.parse("F1905R"), {}, dislodged=(Dislodged("Italy", Unit.parse("A TRI"), "VIE"),)
    )
    assert draw_sharers(position, BOARD, Rulebook(draw_share=DrawShare.UNITS)) == ("Italy",)
    assert "Italy" not in eliminated(position, BOARD)


def test_A_134_prize_weights_by_centres() -> None:
    position = owning(France=17, Italy=10, Turkey=7)
    weights = prize_weights(position, ("France", "Italy", "Turkey"))
    assert weights == {"France": Fraction(17, 34), "Italy": Fraction(10, 34), "Turkey": Fraction(7, 34)}


def test_X_A4_a_sharer_without_centres_has_weight_0() -> None:
    assert prize_weights(owning(France=3), ("France", "Germany")) == {"France": 1, "Germany": 0}
    assert prize_weights(owning(), ("France", "Germany")) == {"France": Fraction(1, 2), "Germany": Fraction(1, 2)}
    assert prize_weights(owning(), ()) == {}


def test_X_D25_eliminated_without_centre_and_unit() -> None:
    position = owning(units={"Italy": "A ROM"}, France=4)
    assert eliminated(position, BOARD) == ("Austria", "England", "Germany", "Russia", "Turkey")


@pytest.mark.parametrize("name", VARIANTS)
@settings(max_examples=settings.default.max_examples // 2)
@given(data=st.data())
def test_properties_of_victory(name: str, data: st.DataObject) -> None:
    variant = VARIANTS[name]
    board = variant.board
    position = data.draw(positions(name, data.draw(st.sampled_from(["S1901M", "F1901R", "W1901A"]))))
    needed = data.draw(st.integers(0, 20))
    rulebook = Rulebook(
        last_year=data.draw(st.sampled_from([0, 1900, 1901])), draw_share=data.draw(st.sampled_from(DrawShare))
    )
    found = status(position, board, rulebook, needed)
    assert (found.state is State.RUNNING) <= (found.winners == ())
    if found.state is State.SOLO:
        (winner,) = found.winners
        assert all(
            len(position.centers_of(other)) < len(position.centers_of(winner))
            for other in board.power_names
            if other != winner
        )
    standings = ranking(position, board)
    assert sorted(s.power for s in standings) == sorted(board.power_names)
    assert {s.power for s in standings if s.centers + s.units == 0} >= set(eliminated(position, board))
    sharers = draw_sharers(position, board, rulebook)
    weights = prize_weights(position, sharers)
    assert not sharers or sum(weights.values()) == 1
    assert all(weight >= 0 for weight in weights.values())
