"""Steps of a map as they are, and as its Game Master mends them; a mend is JSON as ``bridge.changes`` has it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from talleyrand.board.unit import UnitKind
from talleyrand.game.amendment import Mend, mends_between, read_mend
from talleyrand.game.errors import InputError
from talleyrand.game.ledger import Event, Kind
from talleyrand.game.state import Game as Engine
from talleyrand.host.bridge.board import province_named
from talleyrand.host.bridge.changes import amended, document
from talleyrand.host.bridge.rereading import rereads

_WHO = {UnitKind.ARMY: "Armies", UnitKind.FLEET: "Fleets"}


class MendError(ValueError):
    """A place or a mend that cannot be; the message names the field and says what to do."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step that a kind of unit can take, and in words where it leads."""

    unit: str
    one: str
    other: str
    words: str


@dataclass(frozen=True, slots=True)
class Steps:
    """Every step from a province, for armies and for fleets; "from" names the coast where there are several."""

    province: str
    armies: tuple[Step, ...]
    fleets: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Mended:
    """A mend that was made, its event and why; ``holds`` whether the map is so still, ``back`` the opposite mend."""

    words: str
    event: Event | None
    reason: str
    holds: bool
    back: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Foresight:
    """What would come of a mend: the mend in words, and the orders of the open phase that would be read otherwise."""

    words: str
    rereads: tuple[str, ...]


def provinces(engine: Engine) -> tuple[str, ...]:
    """The names of all provinces."""
    return tuple(sorted(province.name for province in engine.variant.board.provinces.values()))


def steps_from(engine: Engine, text: str) -> Steps:
    """The steps from a province, in any spelling. Raises ``MendError``."""
    board = engine.variant.board
    try:
        province = province_named(engine.variant, text, "province")
    except InputError as fault:
        raise MendError(str(fault)) from None

    def steps(kind: UnitKind) -> Iterator[Step]:
        for here in board.locations(kind, province):
            for there in sorted(board.graph.steps(kind, here), key=board.name):
                lead = f"{board.name(here)} – " if here.coast else ""
                yield Step(kind.value, str(here), str(there), f"{lead}{board.name(there)}")

    return Steps(board.name(province), tuple(steps(UnitKind.ARMY)), tuple(steps(UnitKind.FLEET)))


def in_words(engine: Engine, mends: Iterable[Mapping[str, Any]]) -> str:
    """Mends in words, a sentence each. Raises ``MendError``."""
    return " ".join(_words(engine, mend) for mend in _read(engine, mends))


def foresee(engine: Engine, mends: Iterable[Mapping[str, Any]], powers: Iterable[str]) -> Foresight:
    """What would come of mends, of the orders of these powers alone. Raises ``MendError``."""
    wanted = list(mends)
    words = in_words(engine, wanted)
    try:
        after = amended(engine, {}, wanted, text="", actor="", time="")
    except InputError as fault:
        raise MendError(fault.message) from None
    return Foresight(
        words,
        tuple(each for power in powers for each in rereads(engine, engine.sheet(power), after, after.sheet(power))),
    )


def made(engine: Engine) -> tuple[Mended, ...]:
    """Every mend that was made in a game, the latest first."""
    events = {event.data.get("amendment"): event for event in engine.events if event.kind == Kind.AMENDED}
    boards = [*(each.variant.board for each in engine.former), engine.variant.board]
    found = []
    for number, (old, new) in enumerate(pairwise(boards), 1):
        mends, event = mends_between(old, new), events.get(number)
        told = " ".join(_words(engine, mend) for mend in mends)
        reason = event.text.removeprefix(told).strip() if event is not None else ""
        for mend in mends:
            holds = (mend.other in engine.variant.board.graph.steps(mend.kind, mend.one)) is mend.open
            back = {"unit": mend.kind.value, "from": str(mend.one), "to": str(mend.other), "open": not mend.open}
            found.append(Mended(_words(engine, mend), event, reason, holds, back))
    return tuple(reversed(found))


def _read(engine: Engine, mends: Iterable[Mapping[str, Any]]) -> list[Mend]:
    try:
        return [read_mend(document(each), engine.variant) for each in mends]
    except InputError as fault:
        raise MendError(str(fault).removeprefix("mend.")) from None


def _words(engine: Engine, mend: Mend) -> str:
    name = engine.variant.board.name
    can = "can step" if mend.open else "can no longer step"
    return f"{_WHO[mend.kind]} {can} between {name(mend.one)} and {name(mend.other)}."
