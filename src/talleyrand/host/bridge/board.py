"""The board as its Game Master edits it: one edit after the other, each in words and with what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from talleyrand.board.calendar import MOVEMENT, RETREAT, Phase
from talleyrand.board.position import Dislodged, Position, make_position
from talleyrand.board.unit import Location, Power, ProvinceId, Unit
from talleyrand.game.errors import InputError
from talleyrand.game.places import places_of
from talleyrand.game.state import Game as Engine
from talleyrand.game.wire import check_position, phase_of, power_of, write_position
from talleyrand.orders.model import Hold
from talleyrand.orders.read import read
from talleyrand.prose import notation
from talleyrand.prose.words import number
from talleyrand.variants.variant import Variant

Fields = Mapping[str, str]
Edited = tuple[Position, str]

MOST = 60
"""Edits that one draft holds."""
_LONGEST = 100
_YEARS = 20
_DRIVEN = "dislodged "


class BoardError(ValueError):
    """An edit that cannot be; the message names the field and says what to do."""


@dataclass(frozen=True, slots=True)
class Step:
    """An edit in words, and what is wrong with it on the board that the edits before it leave; "" for nothing."""

    words: str
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """A board with edits made one after the other; those at fault are left out."""

    position: Position
    steps: tuple[Step, ...]

    @property
    def sound(self) -> bool:
        """Whether every edit can be made."""
        return all(not step.fault for step in self.steps)

    @property
    def lines(self) -> str:
        """The edits in words, one a line, as everybody reads them."""
        return "\n".join(f"- {step.words}" for step in self.steps if not step.fault)


@dataclass(frozen=True, slots=True)
class Options:
    """What forms offer on a board: each choice is what is sent, and how it is shown."""

    powers: tuple[str, ...]
    units: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    """Units on the board by power."""
    driven: tuple[tuple[str, str], ...]
    """Units that await a retreat."""
    centers: tuple[tuple[str, str], ...]
    provinces: tuple[str, ...]
    standoffs: tuple[tuple[str, str], ...]
    phases: tuple[tuple[str, str], ...]
    phase: str
    retreat: bool


def drafted(engine: Engine, edits: Sequence[Fields]) -> Draft:
    """The board as it stands with these edits made."""
    position, steps = engine.position, []
    for edit in edits:
        try:
            position, words = edited(engine, position, edit)
            steps.append(Step(words))
        except BoardError as fault:
            steps.append(Step(edit.get("words", ""), str(fault)))
    return Draft(position, tuple(steps))


def edited(engine: Engine, position: Position, edit: Fields) -> Edited:
    """A board with one edit made, and the edit in words. Raises ``BoardError``."""
    make = _EDITS.get(edit.get("do", ""))
    if make is None:
        raise BoardError("That is no edit of a board; load the page again.")
    long = next((name for name, value in edit.items() if len(value) > _LONGEST and name != "words"), None)
    if long is not None:
        raise BoardError(f"{long}: that is longer than {_LONGEST} characters")
    try:
        after, words = make(engine.variant, position, edit)
        check_position(after, engine.variant)
    except InputError as fault:
        raise BoardError(str(fault)) from None
    return after, words


def unchanged(engine: Engine, position: Position) -> bool:
    """Whether a board is the one that stands."""
    return write_position(position, engine.variant) == write_position(engine.position, engine.variant)


def shown(engine: Engine, position: Position) -> Engine:
    """The game as if its board were another, to be looked at. Raises ``GameError`` where the game is over."""
    return engine.rule("", position=position)


def options(engine: Engine, position: Position) -> Options:
    """What can be chosen on a board."""
    variant = engine.variant
    board, calendar = variant.board, variant.calendar
    years = range(max(calendar.first.year, position.phase.year - 1), position.phase.year + 2)
    phases = [Phase(season, year, kind) for year in years for season, kind in calendar.steps]
    owners = position.centers
    return Options(
        powers=engine.powers,
        units=tuple(
            (power, tuple((str(unit), notation.unit(unit, board)) for unit in position.units_of(power)))
            for power in engine.powers
            if position.units_of(power)
        ),
        driven=tuple(
            (f"{_DRIVEN}{each.unit}", f"{notation.unit(each.unit, board)} ({each.power})")
            for each in position.dislodged
        ),
        centers=tuple(
            (center, f"{board.name(center)} ({owners.get(center, 'nobody')})")
            for center in sorted(board.centers, key=board.name)
        ),
        provinces=tuple(sorted(board.name(province) for province in board.provinces)),
        standoffs=tuple((province, board.name(province)) for province in sorted(position.standoffs)),
        phases=tuple((str(phase), calendar.describe(phase)) for phase in phases),
        phase=str(position.phase),
        retreat=position.phase.kind == RETREAT,
    )


def _add(variant: Variant, position: Position, edit: Fields) -> Edited:
    power = power_of(edit.get("power", ""), variant.board, "power", variant.title)
    unit = _unit_at(variant, edit.get("unit", ""), edit.get("place", ""))
    _vacant(variant, position, unit)
    return _stands(position, power, unit), f"{power}: {notation.unit(unit, variant.board)} added"


def _move(variant: Variant, position: Position, edit: Fields) -> Edited:
    power, unit = _standing(variant, position, edit)
    to = _unit_at(variant, unit.kind.value, edit.get("place", ""))
    board = variant.board
    if to == unit:
        raise BoardError(f"place: {notation.unit(unit, board)} is there already")
    without = _off(position, power, unit)
    _vacant(variant, without, to)
    return _stands(without, power, to), f"{power}: {notation.unit(unit, board)} moved to {board.name(to.location)}"


def _remove(variant: Variant, position: Position, edit: Fields) -> Edited:
    if edit.get("unit", "").startswith(_DRIVEN):
        driven = _driven(variant, position, edit)
        left = tuple(each for each in position.dislodged if each != driven)
        words = f"{driven.power}: {notation.unit(driven.unit, variant.board)}, dislodged, removed"
        return replace(position, dislodged=left), words
    power, unit = _standing(variant, position, edit)
    return _off(position, power, unit), f"{power}: {notation.unit(unit, variant.board)} removed"


def _own(variant: Variant, position: Position, edit: Fields) -> Edited:
    board = variant.board
    center = province_named(variant, edit.get("place", ""))
    if center not in board.centers:
        raise BoardError(f"place: {board.name(center)} is no supply centre, so nobody owns it")
    named = edit.get("power", "").strip()
    power = power_of(named, board, "power", variant.title) if named else None
    before = position.centers.get(center)
    if power == before:
        raise BoardError(f"power: {board.name(center)} belongs to {before or 'nobody'} already")
    centers = {place: owner for place, owner in position.centers.items() if place != center}
    if power is not None:
        centers[center] = power
    words = f"{board.name(center)} belongs to {power or 'nobody'} instead of {before or 'nobody'}"
    return replace(position, centers=dict(sorted(centers.items()))), words


def _dislodge(variant: Variant, position: Position, edit: Fields) -> Edited:
    board = variant.board
    power, unit = _standing(variant, position, edit)
    _in_retreats(variant, position)
    if unit.province in position.dislodged_at:
        raise BoardError(f"unit: a unit was dislodged from {board.name(unit.province)} already; remove that first")
    named = edit.get("place", "").strip()
    origin = province_named(variant, named) if named else None
    if origin == unit.province:
        raise BoardError("place: a unit is not attacked from its own province; name the one that the attack came from")
    without = _off(position, power, unit)
    dislodged = (*position.dislodged, Dislodged(power, unit, origin))
    source = f", attacked from {board.name(origin)}" if origin is not None else ""
    return _made(replace(without, dislodged=dislodged)), f"{power}: {notation.unit(unit, board)} dislodged{source}"


def _restore(variant: Variant, position: Position, edit: Fields) -> Edited:
    driven = _driven(variant, position, edit)
    _vacant(variant, position, driven.unit)
    left = tuple(each for each in position.dislodged if each != driven)
    after = _stands(replace(position, dislodged=left), driven.power, driven.unit)
    return after, f"{driven.power}: {notation.unit(driven.unit, variant.board)} stands again, not dislodged"


def _bar(variant: Variant, position: Position, edit: Fields) -> Edited:
    _in_retreats(variant, position)
    board = variant.board
    province = province_named(variant, edit.get("place", ""))
    if province in position.standoffs:
        raise BoardError(f"place: {board.name(province)} is closed to retreats already")
    after = replace(position, standoffs=position.standoffs | {province})
    return after, f"{board.name(province)} closed to retreats, as after a standoff"


def _unbar(variant: Variant, position: Position, edit: Fields) -> Edited:
    board = variant.board
    province = province_named(variant, edit.get("place", ""))
    if province not in position.standoffs:
        raise BoardError(f"place: {board.name(province)} is not closed by a standoff")
    after = replace(position, standoffs=position.standoffs - {province})
    return after, f"{board.name(province)} open to retreats"


def _phase(variant: Variant, position: Position, edit: Fields) -> Edited:
    phase = phase_of(edit.get("phase", ""), variant, "phase")
    first, now = variant.calendar.first, position.phase
    if phase == now:
        raise BoardError(f"phase: it is {variant.calendar.describe(phase)} already")
    if not max(first.year, now.year - _YEARS) <= phase.year <= now.year + _YEARS:
        raise BoardError("phase: that year is too far away; choose one of the phases offered")
    if position.dislodged and phase.kind != RETREAT:
        many = number(len(position.dislodged), "unit")
        raise BoardError(f"phase: {many} must retreat before another phase; remove them, or let them stand again")
    standoffs = position.standoffs if phase.kind == RETREAT else frozenset[ProvinceId]()
    after = replace(position, phase=phase, standoffs=standoffs)
    return after, f"The phase is {variant.calendar.describe(phase)} instead of {variant.calendar.describe(now)}"


_EDITS: dict[str, Callable[[Variant, Position, Fields], Edited]] = {
    "add": _add,
    "move": _move,
    "remove": _remove,
    "own": _own,
    "dislodge": _dislodge,
    "restore": _restore,
    "bar": _bar,
    "unbar": _unbar,
    "phase": _phase,
}


def _unit_at(variant: Variant, kind: str, place: str) -> Unit:
    """A unit of a kind at a place, in any spelling that an order takes. Raises ``InputError``."""
    places = places_of(variant.board)
    try:
        places.location(place, "place", variant.title)
    except InputError:
        place = str(_meant(variant, kind, place) or place)
    return places.unit(f"{kind} {place}", "place", variant.title)


def province_named(variant: Variant, text: str, field: str = "place") -> ProvinceId:
    """A province, in any spelling that an order takes. Raises ``InputError``."""
    try:
        return places_of(variant.board).province(text, field, variant.title)
    except InputError:
        meant = _meant(variant, "A", text) or _meant(variant, "F", text)
        if meant is None:
            raise
        return meant.province


def _meant(variant: Variant, kind: str, place: str) -> Location | None:
    """The one place that an order to a unit there would be read as naming; None for none, or for several."""
    found = read(f"{kind} {place} H", variant.board, kind=MOVEMENT)
    order = found[0].order if len(found) == 1 and found[0].status.counts else None
    return order.unit.location if isinstance(order, Hold) else None


def _called(variant: Variant, unit: Unit) -> str:
    return notation.unit(unit, variant.board) if unit.province in variant.board.provinces else str(unit)


def _unit(text: str) -> Unit:
    try:
        return Unit.parse(text)
    except ValueError as fault:
        raise BoardError(f"unit: {fault}") from None


def _standing(variant: Variant, position: Position, edit: Fields) -> tuple[Power, Unit]:
    unit = _unit(edit.get("unit", ""))
    found = position.occupants.get(unit.province)
    if found is None or found.unit != unit:
        raise BoardError(f"unit: {_called(variant, unit)} is not on the board; choose one that is")
    return found.power, unit


def _driven(variant: Variant, position: Position, edit: Fields) -> Dislodged:
    unit = _unit(edit.get("unit", "").removeprefix(_DRIVEN))
    found = position.dislodged_at.get(unit.province)
    if found is None or found.unit != unit:
        raise BoardError(f"unit: {_called(variant, unit)} is not dislodged; choose one that is")
    return found


def _in_retreats(variant: Variant, position: Position) -> None:
    if position.phase.kind != RETREAT:
        raise BoardError(
            f"phase: in {variant.calendar.describe(position.phase)} nothing retreats; change the phase first"
        )


def _vacant(variant: Variant, position: Position, unit: Unit) -> None:
    there = position.occupants.get(unit.province)
    if there is not None:
        name = notation.unit(there.unit, variant.board)
        raise BoardError(f"place: {name} ({there.power}) is there already; move or remove it first")


def _stands(position: Position, power: Power, unit: Unit) -> Position:
    """With a unit more; a place where one stands was not left empty by a standoff."""
    units = {**position.units, power: (*position.units_of(power), unit)}
    return _made(replace(position, units=units, standoffs=position.standoffs - {unit.province}))


def _off(position: Position, power: Power, unit: Unit) -> Position:
    left = tuple(each for each in position.units_of(power) if each != unit)
    return _made(replace(position, units={**position.units, power: left}))


def _made(position: Position) -> Position:
    """In the order in which positions are written."""
    return make_position(
        position.variant,
        position.phase,
        position.units,
        dislodged=position.dislodged,
        standoffs=position.standoffs,
        centers=position.centers,
        extra=position.extra,
    )
