"""From the form of an order to the order itself: every possible meaning is weighed against the board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from talleyrand.board.unit import Location, ProvinceId, Unit, UnitKind
from talleyrand.orders.ground import ABSENT, IMPOSSIBLE, Ground, Guess, say_coastless
from talleyrand.orders.lex import Item
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
from talleyrand.orders.policy import ImpossibleCoast, MissingCoast, Slip
from talleyrand.orders.reading import Reading, Status
from talleyrand.orders.shape import Shape, Spec
from talleyrand.orders.write import write

_NO_MEANING = "This is not understood as an order."
_MAX_MEANINGS = 400


@dataclass(frozen=True, slots=True)
class Meaning:
    """One order a text may give, and how far it is from the text."""

    order: Order
    cost: int = 0
    repairs: tuple[str, ...] = ()
    wrong_letter: bool = False
    doubtful: bool = False
    refused: str = ""
    rule: str = ""


def resolve(shape: Shape, ground: Ground) -> Reading:
    """The reading of one form: an order, or why there is none. Text and span are the caller's to fill in."""
    if shape.form == "waive":
        return Reading("", Status.OK, Waive())
    meanings = list(_limited(_meanings(shape, ground)))
    misspelled = any(item.match is not None and item.match.misspelled for item in _places(shape))
    if not meanings:
        return _nowhere(shape)
    least = min(m.cost for m in meanings)
    best = list({m.order: m for m in meanings if m.cost == least}.values())
    route = _route(shape, ground)
    two_slips = misspelled and best[0].wrong_letter
    if shape.doubt or len(best) > 1 or two_slips or any(m.doubtful for m in best):
        return _unsure(shape, best, least, route, ground)
    chosen = best[0]
    repairs = tuple(dict.fromkeys((*shape.repairs, *chosen.repairs)))
    notes = shape.notes
    if chosen.refused:
        refused = (chosen.refused, chosen.rule)
        return Reading("", Status.ILLEGAL, chosen.order, repairs, (), *refused, route=route, notes=notes)
    if misspelled and ground.policy.spelling is Slip.REJECT:
        why = "It names no province as the map spells it."
        return Reading("", Status.UNREADABLE, None, (), (write(chosen.order),), why, "X-A13", notes=notes)
    if chosen.wrong_letter and ground.policy.unit_letter is Slip.REJECT:
        why = " ".join(chosen.repairs)
        return Reading("", Status.ILLEGAL, chosen.order, (), (), why, "X-A13", route=route, notes=notes)
    problem = ground.problem(chosen.order)
    wrong: tuple[str, str] | None = problem
    if problem is None and ground.position is None:
        wrong = _other_phase(chosen.order, ground.kind)
    if wrong is not None:
        return Reading("", Status.ILLEGAL, chosen.order, repairs, (), wrong[0], wrong[1], route=route, notes=notes)
    status = Status.REPAIRED if repairs else Status.OK
    return Reading("", status, chosen.order, repairs, route=route, notes=notes)


def _unsure(shape: Shape, best: list[Meaning], least: int, route: tuple[ProvinceId, ...], ground: Ground) -> Reading:
    orders = tuple(dict.fromkeys(write(m.order) for m in best))
    nowhere = IMPOSSIBLE if ground.position is None else ABSENT
    if least >= nowhere and not shape.doubt and not any(m.doubtful for m in best):
        wrong = ground.problem(best[0].order)
        text, rule = wrong if wrong is not None else ("This is impossible on the map.", "A-023")
        if len(orders) > 1:
            text = f"This may mean {_either(orders)}, and none of these can be. {text}"
        return Reading("", Status.ILLEGAL, None, (), orders if len(orders) > 1 else (), text, rule, notes=shape.notes)
    several = f"This may mean {_either(orders)}." if len(orders) > 1 else "It is not certain what is meant."
    problem = shape.doubt or several
    return Reading("", Status.AMBIGUOUS, None, (), orders, problem, "A-023", route=route, notes=shape.notes)


def _nowhere(shape: Shape) -> Reading:
    lost = [item for item in _places(shape) if item.match is None or not item.match.options]
    if lost:
        problem = f'No province is called "{lost[0].said}".'
        return Reading("", Status.ILLEGAL, None, (), (), problem, "A-034", notes=shape.notes)
    return Reading("", Status.UNREADABLE, problem=_NO_MEANING, notes=shape.notes)


def _either(orders: tuple[str, ...]) -> str:
    return ", ".join(orders[:-1]) + f" or {orders[-1]}" if len(orders) > 1 else orders[0]


def _limited(meanings: Iterator[Meaning]) -> Iterator[Meaning]:
    for _, meaning in zip(range(_MAX_MEANINGS), meanings, strict=False):
        yield meaning


def _places(shape: Shape) -> Iterator[Item]:
    for spec in (shape.unit, shape.target):
        if spec is not None:
            yield spec.place
    if shape.to is not None:
        yield shape.to


def _other_phase(order: Order, kind: str) -> tuple[str, str] | None:
    """A movement order in a retreat phase and the like; a position's own phase says so itself."""
    fits = {"M": (Hold, Move, SupportHold, SupportMove, Convoy), "R": (Retreat, Disband), "A": (Build, Disband, Waive)}
    if isinstance(order, fits.get(kind, ())):
        return None
    words = {"M": "movement", "R": "retreat", "A": "adjustment"}
    return f"This is no order for the {words.get(kind, kind)} phase.", "A-014"


def _meanings(shape: Shape, ground: Ground) -> Iterator[Meaning]:
    if shape.unit is None:
        return
    form, kind = shape.form, ground.kind
    if form == "bare":
        form = {"M": "hold", "R": "bare", "A": "adjust"}.get(kind, "bare")
    if form in ("move", "move_list", "move_unclear") and kind == "R":
        form = "retreat"
    if form == "retreat" and kind == "R" and shape.to is not None:
        for guess in ground.guesses(shape.unit):
            yield from _moves(guess, shape.to, ground, retreat=True, shape=shape)
        return
    builds = form == "build" or (form == "adjust" and _builds_here(shape.unit, ground))
    for guess in ground.guesses(shape.unit, build=builds):
        if builds:
            yield _build(guess, ground)
        elif form == "hold":
            yield _plain(Hold(guess.unit), guess)
        elif form in ("disband", "adjust"):
            yield _plain(Disband(guess.unit), guess)
        elif form in ("move", "move_unclear", "convoy_army", "retreat") and shape.to is not None:
            yield from _moves(guess, shape.to, ground, retreat=form == "retreat", shape=shape)
        elif shape.target is not None:
            yield from _with_target(guess, shape, ground)


def _builds_here(spec: Spec, ground: Ground) -> bool:
    """Whether a bare unit in an adjustment phase is a build: unless the power must remove, or the unit stands there."""
    match = spec.place.match
    position = ground.position
    if position is None or match is None:
        return True
    if ground.power is not None and position.surplus(ground.power) != 0:
        return position.surplus(ground.power) > 0
    return not any(p in ground.units for p in match.options)


def _plain(order: Order, guess: Guess) -> Meaning:
    return Meaning(order, guess.cost, guess.repairs, guess.wrong_letter, guess.no_coast)


def _build(guess: Guess, ground: Ground) -> Meaning:
    province = guess.unit.province
    if guess.no_coast:
        coasts = " or ".join(str(place) for place in ground.board.locations(guess.unit.kind, province))
        name = ground.board.name(province)
        problem = f"{name} has no coast {guess.unit.location.coast}: a fleet is built in {coasts}."
        return Meaning(Build(guess.unit), guess.cost, guess.repairs, refused=problem, rule="A-041")
    return Meaning(Build(guess.unit), guess.cost, guess.repairs)


def _moves(guess: Guess, item: Item, ground: Ground, *, retreat: bool, shape: Shape) -> Iterator[Meaning]:
    unit = guess.unit
    for province in ground.provinces(item.match, unit.kind):
        base = guess.cost + (0 if item.match is None or province in item.match.options else 4)
        repairs = guess.repairs + ground.reading_of(item, province)
        for to, more, doubtful, refused, rule in _arrivals(unit, province, item.coast, ground):
            cost = base
            via = shape.via and not retreat and not shape.land
            order: Order = Retreat(unit, to) if retreat else Move(unit, to, via)
            near = to in ground.board.graph.steps(unit.kind, unit.location)
            if not near and not ground.possible(order):
                cost += IMPOSSIBLE
            elif not near:
                cost += 1
            if shape.land and not near and not refused:
                refused, rule = f"{ground.board.name(to)} cannot be reached by land from there.", "A-038"
            all_repairs = repairs + more
            if shape.via and unit.kind is UnitKind.FLEET and not retreat:
                refused, rule = "A fleet is not convoyed.", "DATC 6.A.7"
            yield Meaning(order, cost, all_repairs, guess.wrong_letter, doubtful or guess.no_coast, refused, rule)


def _arrivals(
    unit: Unit, province: ProvinceId, written: str, ground: Ground
) -> Iterator[tuple[Location, tuple[str, ...], bool, str, str]]:
    """Where a move to a province ends: place, repairs, doubtful or not, why it is refused and by which rule."""
    info = ground.board.provinces[province]
    if unit.kind is UnitKind.ARMY or not info.coasts:
        report = (say_coastless(unit.kind, info.name),) if written else ()
        yield Location(province), report, False, "", ""
        return
    reachable = ground.board.graph.arrivals(unit.kind, unit.location, province)
    coast, note = ground.coast(province, written)
    if written and not coast:
        for place in reachable or ground.board.locations(unit.kind, province):
            yield place, (), True, "", ""
    elif coast:
        to = Location(province, coast)
        if to not in reachable and len(reachable) == 1 and ground.policy.impossible_coast is ImpossibleCoast.INFER:
            yield reachable[0], (*note, f"Only {reachable[0]} can be reached: read that coast."), False, "", ""
        else:
            yield to, note, False, "", ""
    elif not reachable:
        yield Location(province), (), False, "", ""
    elif len(reachable) == 1 and ground.policy.missing_coast is MissingCoast.FAIL:
        yield Location(province), (), False, f"The coast of {info.name} is missing.", "DATC 4.B.2"
    else:
        for place in reachable:
            yield place, (), False, "", ""


def _with_target(guess: Guess, shape: Shape, ground: Ground) -> Iterator[Meaning]:
    """Supports and convoys."""
    spec = shape.target
    if spec is None:
        return
    carries = shape.form == "convoy"
    if carries and spec.kind is None:
        spec = replace(spec, kind=UnitKind.ARMY)
    targets = list(ground.guesses(spec, target=True))
    if not carries and shape.to is None:
        targets = _one_coast(targets)
    for other in targets:
        cost = guess.cost + other.cost
        repairs = guess.repairs + other.repairs
        wrong = guess.wrong_letter or other.wrong_letter
        doubtful = guess.no_coast or other.no_coast
        if shape.to is None:
            held = SupportHold(guess.unit, other.unit)
            yield Meaning(held, cost + _odds(held, ground), repairs, wrong, doubtful)
            continue
        for province in ground.provinces(shape.to.match, other.unit.kind):
            report = repairs + ground.reading_of(shape.to, province)
            far = 0 if shape.to.match is None or province in shape.to.match.options else 4
            to, note, lost = _supported_place(other.unit, province, shape.to.coast, ground)
            kind = Convoy if carries else SupportMove
            order: Order = kind(guess.unit, other.unit, to)
            direct = province in ground.board.graph.reach(other.unit.kind, other.unit.location)
            step = 0 if direct or carries else 1
            yield Meaning(order, cost + far + step + _odds(order, ground), report + note, wrong, doubtful or lost)


def _one_coast(targets: list[Guess]) -> list[Guess]:
    """A supported fleet whose coast is unknown is named by its province alone: its coast does not matter (A-049)."""
    found: list[Guess] = []
    for guess in targets:
        if guess.open_coast:
            guess = replace(guess, unit=Unit(guess.unit.kind, Location(guess.unit.province)), open_coast=False)
        if guess.unit not in [g.unit for g in found]:
            found.append(guess)
    return found


def _odds(order: Order, ground: Ground) -> int:
    if isinstance(order, SupportHold) and order.target.kind is UnitKind.FLEET and not order.target.location.coast:
        order = SupportMove(order.unit, Unit(UnitKind.ARMY, Location("")), order.target.location)
        return 0 if order.to.province in ground.board.graph.reach(order.unit.kind, order.unit.location) else IMPOSSIBLE
    return 0 if ground.possible(order) else IMPOSSIBLE


def _supported_place(
    unit: Unit, province: ProvinceId, written: str, ground: Ground
) -> tuple[Location, tuple[str, ...], bool]:
    info = ground.board.provinces[province]
    if not written:
        return Location(province), (), False
    if unit.kind is UnitKind.ARMY or not info.coasts:
        return Location(province), (say_coastless(unit.kind, info.name),), False
    coast, note = ground.coast(province, written)
    return Location(province, coast), note, not coast


def _route(shape: Shape, ground: Ground) -> tuple[ProvinceId, ...]:
    """The waters listed on the way, as far as they are waters."""
    found: list[ProvinceId] = []
    for item in shape.stops:
        options = item.match.options if item.match is not None else ()
        waters = [p for p in options if ground.board.provinces[p].carries_convoys]
        if not waters:
            return ()
        found.append(waters[0])
    return tuple(found)
