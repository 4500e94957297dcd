"""Centres changing hands (A-008, C-042, D-015, X-D18)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odd_positions import VARIANTS, positions
from talleyrand.board.board import Board
from talleyrand.board.calendar import Phase
from talleyrand.board.position import Dislodged, Position, make_position
from talleyrand.board.unit import Power, ProvinceId, Unit
from talleyrand.rules.capture import capture, changed_hands, due
from talleyrand.rules.hooks import Hooks
from talleyrand.rules.rulebook import DATC, CaptureTime, Rulebook

BOARD = VARIANTS["classic"].board
FALL = make_position(
    "classic",
    Phase.parse("F1901R"),
    {"Austria": (Unit.parse("A SER"), Unit.parse("A VEN")), "Italy": (Unit.parse("F ION"), Unit.parse("A TRI"))},
    centers={"VEN": "Italy", "ROM": "Italy", "TRI": "Austria", "VIE": "Austria"},
)


def test_A_008_C_042_a_centre_goes_to_its_occupier_and_else_keeps_its_owner() -> None:
    after = capture(FALL, BOARD)
    assert after.centers == {"ROM": "Italy", "SER": "Austria", "TRI": "Italy", "VEN": "Austria", "VIE": "Austria"}
    assert after.units == FALL.units
    assert changed_hands(FALL, after) == {
        "SER": (None, "Austria"),
        "TRI": ("Austria", "Italy"),
        "VEN": ("Italy", "Austria"),
    }


def test_a_unit_awaiting_retreat_takes_nothing() -> None:
    position = make_position(
        "classic", Phase.parse("F1901R"), {}, dislodged=(Dislodged("Italy", Unit.parse("A TRI"), "VIE"),)
    )
    assert capture(position, BOARD).centers == {}


@pytest.mark.parametrize(
    ("phase", "fall", "every"),
    [
        ("S1901M", False, True),
        ("S1901R", False, True),
        ("F1901M", True, True),
        ("F1901R", True, True),
        ("W1901A", False, False),
    ],
)
def test_A_008_capture_is_due_after_fall_or_after_every_turn(phase: str, fall: bool, every: bool) -> None:
    assert due(Phase.parse(phase), DATC) is fall
    assert due(Phase.parse(phase), Rulebook(capture=CaptureTime.EVERY_TURN)) is every


class Empire(Hooks):
    """Austria and Italy are one side."""

    def side_of(self, position: Position, power: Power) -> str:
        return "Empire" if power in ("Austria", "Italy") else power

    def may_capture(self, position: Position, board: Board, power: Power, center: ProvinceId) -> bool:
        return center != "SER"


def test_D_015_X_D18_members_of_one_side_take_nothing_from_each_other_and_a_hook_may_forbid() -> None:
    assert capture(FALL, BOARD, Empire()).centers == FALL.centers


@pytest.mark.parametrize("name", VARIANTS)
@settings(max_examples=settings.default.max_examples // 2)
@given(data=st.data())
def test_properties_of_capture(name: str, data: st.DataObject) -> None:
    board = VARIANTS[name].board
    position = data.draw(positions(name, "F1901R"))
    after = capture(position, board)
    assert after.problems(board) == ()
    assert capture(after, board) == after
    for center in board.centers:
        occupant = position.occupants.get(center)
        assert after.centers.get(center) == (occupant.power if occupant else position.centers.get(center))
    assert len(after.centers) <= len(board.centers)
