"""``read(write(o)) == o`` for every legal order of random positions on every map."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from strategies import MAPS, board_of, positions
from talleyrand.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT
from talleyrand.orders.model import Disband
from talleyrand.orders.options import Options, legal_builds
from talleyrand.orders.read import read
from talleyrand.orders.reading import Status
from talleyrand.orders.write import write


@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("kind", [MOVEMENT, RETREAT])
@given(data=st.data())
@settings(max_examples=25)
def test_every_legal_order_of_a_unit(name: str, kind: str, data: st.DataObject) -> None:
    position = data.draw(positions(name, kind=kind, crowded=True, max_units=14))
    board = board_of(position)
    options = Options(position, board)
    for unit in options.units():
        gone = position.dislodged_at.get(unit.province)
        power = gone.power if kind == RETREAT and gone is not None else position.occupants[unit.province].power
        for order in options.of(unit):
            (reading,) = read(write(order), board, kind=kind, position=position, power=power)
            assert (reading.order, reading.status) == (order, Status.OK), reading


@pytest.mark.parametrize("name", MAPS)
@given(data=st.data())
@settings(max_examples=25)
def test_every_build_and_removal(name: str, data: st.DataObject) -> None:
    position = data.draw(positions(name, kind=ADJUSTMENT))
    board = board_of(position)
    for power in board.power_names:
        for order in [*legal_builds(power, position, board), *map(Disband, position.units_of(power))]:
            (reading,) = read(write(order), board, kind=ADJUSTMENT, position=position, power=power)
            assert (reading.order, reading.status) == (order, Status.OK), reading
