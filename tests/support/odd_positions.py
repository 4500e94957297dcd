"""Random positions, sound or odd, and random orders for retreat and adjustment phases."""

from functools import cache

from hypothesis import strategies as st

from talleyrand.board.calendar import Phase
from talleyrand.board.position import Dislodged, Position, make_position
from talleyrand.board.unit import Location, Power, Unit, UnitKind
from talleyrand.orders.model import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Retreat,
    Special,
    SupportHold,
    SupportMove,
    Waive,
)
from talleyrand.variants.load import load_variant

VARIANTS = {name: load_variant(name) for name in ("classic", "ancient_mediterranean", "morrowind")}
STRANGER = "Atlantis"


@cache
def standing(name: str) -> tuple[tuple[UnitKind, Location], ...]:
    return tuple(VARIANTS[name].board.standing_places())


@st.composite
def positions(draw: st.DrawFn, name: str, phase: str) -> Position:
    """A sound position: any units anywhere they can stand, any owners, any unit dislodged by any neighbour."""
    board = VARIANTS[name].board
    powers = st.sampled_from(board.power_names)
    places = draw(st.lists(st.sampled_from(standing(name)), max_size=24, unique_by=lambda place: place[1].province))
    units: dict[Power, tuple[Unit, ...]] = {}
    for kind, place in places:
        power = draw(powers)
        units[power] = (*units.get(power, ()), Unit(kind, place))
    occupied = {place.province for _, place in places}
    dislodged: list[Dislodged] = []
    standoffs: frozenset[str] = frozenset()
    if Phase.parse(phase).kind == "R":
        spots = draw(st.lists(st.sampled_from(standing(name)), max_size=8, unique_by=lambda place: place[1].province))
        for kind, place in spots:
            origin = draw(st.sampled_from([None, *sorted(board.graph.touching(place.province))]))
            dislodged.append(Dislodged(draw(powers), Unit(kind, place), origin, draw(st.booleans())))
        vacant = sorted(set(board.provinces) - occupied)
        standoffs = draw(st.frozensets(st.sampled_from(vacant), max_size=4))
    centers = draw(st.dictionaries(st.sampled_from(sorted(board.centers)), powers))
    return make_position(
        "any", Phase.parse(phase), units, dislodged=tuple(dislodged), standoffs=standoffs, centers=centers
    )


@st.composite
def odd_positions(draw: st.DrawFn, name: str, phase: str) -> Position:
    """A position that may break every rule: two units in a province, no such place, no such power, no such centre."""
    board = VARIANTS[name].board
    powers = st.sampled_from([*board.power_names[:3], STRANGER])
    few = [place for _, place in standing(name)][:12]
    places = st.sampled_from(
        [*few, *(Location(place.province) for place in few), Location("NIX"), Location("NIX", "NC")]
    )
    units = st.builds(Unit, st.sampled_from(list(UnitKind)), places)
    origins = st.one_of(st.none(), places.map(lambda place: place.province))
    return Position(
        name,
        Phase.parse(phase),
        draw(st.dictionaries(powers, st.lists(units, max_size=4).map(tuple))),
        tuple(draw(st.lists(st.builds(Dislodged, powers, units, origins, st.booleans()), max_size=5))),
        draw(st.frozensets(places.map(lambda place: place.province), max_size=3)),
        draw(st.dictionaries(places.map(lambda place: place.province), powers, max_size=6)),
    )


def orders(name: str, position: Position) -> st.SearchStrategy[dict[Power, list[Order]]]:
    """Any orders at all, likely and unlikely ones, also from a power and to places that do not exist."""
    board = VARIANTS[name].board
    places = st.sampled_from([place for _, place in standing(name)] + [Location("NIX"), Location("NIX", "NC")])
    present = [unit for _, unit in position.each_unit()] + [entry.unit for entry in position.dislodged]
    anywhere = st.builds(Unit, st.sampled_from(list(UnitKind)), places)
    unit = st.one_of(st.sampled_from(present), anywhere) if present else anywhere
    near = st.sampled_from(present).flatmap(
        lambda one: st.builds(
            Retreat, st.just(one), st.sampled_from(sorted(board.graph.steps(one.kind, one.location)) or [one.location])
        )
    )
    order = st.one_of(
        *([near] if present else []),
        st.builds(Retreat, unit, places),
        st.builds(Disband, unit),
        st.builds(Build, anywhere),
        st.builds(Build, st.sampled_from([Unit(kind, place) for kind, place in standing(name)])),
        st.just(Waive()),
        st.builds(Hold, unit),
        st.builds(Move, unit, places),
        st.builds(SupportHold, unit, unit),
        st.builds(SupportMove, unit, unit, places),
        st.builds(Convoy, unit, unit, places),
        st.just(Special("PLEDGE", ("ROM",))),
    )
    return st.dictionaries(st.sampled_from([*board.power_names, STRANGER]), st.lists(order, max_size=12), max_size=6)
