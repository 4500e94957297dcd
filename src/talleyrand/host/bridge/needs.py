"""What a power may or must order in the open phase, in words, and what becomes of the units that it does not order."""

from __future__ import annotations

from collections.abc import Iterator

from talleyrand.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT
from talleyrand.game.state import Game as Engine
from talleyrand.orders.reading import Status
from talleyrand.orders.sheet import Sheet
from talleyrand.prose import notation
from talleyrand.prose.words import listing, number
from talleyrand.rules.adjustment import allowance, build_sites
from talleyrand.rules.retreat import retreat_options


def needs(engine: Engine, power: str) -> tuple[str, ...]:
    """What a power may or must order, a line each; nothing where its units may be ordered as they like (A-088, A-094).

    A phase of adjustments always has a line, also for a power that has nothing to order in it.
    """
    if engine.status.over:
        return ()
    if engine.phase.kind == RETREAT:
        return tuple(_retreats(engine, power))
    return (_winter(engine, power),) if engine.phase.kind == ADJUSTMENT else ()


def _retreats(engine: Engine, power: str) -> Iterator[str]:
    position, board = engine.position, engine.variant.board
    options = retreat_options(position, board, engine.rulebook, engine.variant.hooks)
    for each in position.dislodged:
        if each.power != power:
            continue
        unit = notation.unit(each.unit, board)
        places = sorted(notation.place(place, board) for place in options.get(each.unit, ()))
        if places:
            yield f"{unit} must retreat, to {listing(places, 'or')}, or disband."
        else:
            yield f"{unit} has nowhere to retreat to, and is disbanded."


def _winter(engine: Engine, power: str) -> str:
    position, board, rulebook, hooks = engine.position, engine.variant.board, engine.rulebook, engine.variant.hooks
    allowed, due = allowance(position, board, power, rulebook, hooks), position.surplus(power)
    if allowed < 0:
        return f"Must remove {number(-allowed, 'unit')}."
    if not due > 0:
        return "Nothing to build or to remove."
    if not allowed:
        return f"No build, though {due} {'is' if due == 1 else 'are'} due: no centre where it may build is vacant."
    sites = sorted(board.name(site) for site in build_sites(position, board, power, rulebook, hooks))
    short = f" {number(due, 'build')} are due, but no other centre where it may build is vacant."
    return f"{number(allowed, 'build')}: {listing(sites, 'or')}.{short if len(sites) == allowed < due else ''}"


_FATES = {MOVEMENT: ("holds", "hold"), RETREAT: ("is disbanded", "are disbanded")}
_WHY = {Status.ILLEGAL: "illegal", Status.AMBIGUOUS: "ambiguous", Status.UNREADABLE: "not understood"}


def idle(engine: Engine, sheet: Sheet) -> str:
    """Which units have no order in force, with why where they were ordered, and what becomes of them (A-037, A-091)."""
    fate = _FATES.get(engine.phase.kind)
    if fate is None:
        return ""
    position, board = engine.position, engine.variant.board
    if engine.phase.kind == MOVEMENT:
        own = position.units_of(sheet.power)
    else:
        own = tuple(each.unit for each in position.dislodged if each.power == sheet.power)
    ordered = {entry.unit.province for entry in sheet.entries if entry.in_force and entry.unit is not None}
    why = {
        entry.unit.province: f" ({_WHY.get(entry.reading.status, 'no order for this phase')})"
        for entry in sheet.chosen
        if entry.unit is not None
    }
    left = [f"{notation.unit(unit, board)}{why.get(unit.province, '')}" for unit in own if unit.province not in ordered]
    end = f"It {fate[0]}" if len(left) == 1 else f"They {fate[1]}"
    return f"No order in force: {', '.join(left)}. {end} as things stand." if left else ""
