"""What became of an order, as one English sentence, and the chain of reasons behind it."""

from __future__ import annotations

import re

from talleyrand.board.board import Board
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
    acting_unit,
)
from talleyrand.orders.write import write
from talleyrand.prose.clauses import Scene, wording
from talleyrand.prose.words import clause, full_stop, listing, place_name, unit_name
from talleyrand.rules.outcome import Code, Outcome, Reason, Result

_BARE_NUMBER = re.compile(r"\d+\.[A-Z]")

_DRIVEN_OUT = (Code.DISLODGED_BY, Code.CUT_BY_DISLODGEMENT)
_PLAIN_SUCCESS = (
    Code.ARRIVED,
    Code.ARRIVED_BY_CONVOY,
    Code.CARRIED,
    Code.SUPPORTED,
    Code.GAVE_SUPPORT,
    Code.NOT_ATTACKED,
    Code.RETREATED,
    Code.CHOSE_DISBAND,
    Code.BUILT,
    Code.REMOVED,
    Code.WAIVED,
)
"""Codes that a sentence about a success has already said."""


def sentence(outcome: Outcome, board: Board) -> str:
    """One sentence: "Army Paris did not reach Burgundy: Army Munich came with equal strength."."""
    scene = Scene(outcome, board)
    barred = isinstance(outcome.order, Retreat) and Result.DISBANDED in outcome.results
    barred = barred or isinstance(outcome.order, Build | Waive)
    if Result.IGNORED in outcome.results and outcome.order is not None and not barred:
        return full_stop(_set_aside(outcome.order, scene))
    if outcome.order is None:
        return full_stop(_without_order(scene))
    if outcome.results == (Result.SUCCEEDS,) or (
        isinstance(outcome.order, Disband | Hold) and outcome.results in ((Result.DISBANDED,), (Result.HELD,))
    ):
        return full_stop(_success(outcome.order, scene))
    return full_stop(_failure(outcome.order, scene))


def why(outcome: Outcome, board: Board) -> str:
    """The reason alone, for a report that shows the order beside it: "Army Munich came with equal strength."."""
    scene = Scene(outcome, board)
    reason = _deciding(outcome)
    if reason is None:
        return ""
    stood = _stand(scene) if reason.code in (Code.WITHSTOOD, Code.BELEAGUERED) else ""
    if outcome.dislodged and reason.code not in _DRIVEN_OUT and _dislodger(outcome) is not None:
        return full_stop(f"{wording(reason, scene)}{_also_driven_out(reason, scene)}")
    return full_stop(stood or wording(reason, scene))


def reasons(outcome: Outcome, board: Board) -> tuple[str, ...]:
    """The whole chain of reasons, a sentence each, ending with its rule: "Nothing attacked it [DATC 5.B.7]."."""
    scene = Scene(outcome, board, full=True)
    return tuple(_chained(reason, scene) for reason in outcome.because)


def dislodgement(outcome: Outcome, board: Board) -> str:
    """Who drove the unit out, without a full stop: "Army Paris was dislodged by Army Munich (2 against 1)"; else ""."""
    scene = Scene(outcome, board)
    return f"{_subject(scene)} {_driven_out(scene)}" if outcome.dislodged else ""


def reference(rule: str) -> str:
    """A rule number as a reader can look it up: "6.A.1" becomes "DATC 6.A.1", "R4" stays."""
    text = clause(rule)
    return f"DATC {text}" if _BARE_NUMBER.match(text) else text


def intention(order: Order, board: Board) -> str:
    """What an order asks, as an infinitive: "to support Army Marseilles to Burgundy"."""
    match order:
        case Hold():
            return "to hold"
        case Move(_, to, via):
            return f"to move to {place_name(to, board)}{' by convoy' if via else ''}"
        case SupportHold() | SupportMove():
            return f"to support {_helped(order, board)}"
        case Convoy():
            return f"to convoy {_helped(order, board)}"
        case Retreat(_, to):
            return f"to retreat to {place_name(to, board)}"
        case Disband():
            return "to disband"
        case Build(unit):
            return f"to build {unit_name(unit, board)}"
        case Waive():
            return "to waive a build"
        case Special():
            return f'"{clause(write(order))}"'


def _chained(reason: Reason, scene: Scene) -> str:
    text = wording(reason, scene)
    if reason.text and reason.code not in (Code.ILLEGAL, Code.RETREAT_BARRED):
        text += f": {clause(reason.text)}"
    rule = reference(reason.rule)
    return full_stop(f"{text} [{rule}]" if rule else text)


def _subject(scene: Scene) -> str:
    return scene.name(scene.unit, scene.outcome.power)


def _helped(order: SupportHold | SupportMove | Convoy, board: Board) -> str:
    match order:
        case SupportHold(_, target):
            return unit_name(target, board)
        case SupportMove(_, target, to):
            return f"{unit_name(target, board)} to {place_name(to, board)}"
        case Convoy(_, army, to):
            return f"{unit_name(army, board)} to {place_name(to, board)}"


def _deciding(outcome: Outcome) -> Reason | None:
    """The first reason for what went wrong apart from a dislodgement, or else the dislodgement."""
    if outcome.results == (Result.DISLODGED,) and (driven := _dislodger(outcome)) is not None:
        return driven
    others = [reason for reason in outcome.because if not (outcome.dislodged and reason.code is Code.DISLODGED_BY)]
    return next(iter(others or outcome.because), None)


def _dislodger(outcome: Outcome) -> Reason | None:
    found = (reason for code in _DRIVEN_OUT for reason in outcome.because if reason.code is code)
    return next(found, None)


def _driven_out(scene: Scene) -> str:
    reason = _dislodger(scene.outcome)
    if reason is None or reason.unit is None:
        return "was dislodged"
    return f"was dislodged by {unit_name(reason.unit, scene.board)}{scene.against(reason)}"


def _also_driven_out(reason: Reason, scene: Scene) -> str:
    """A dislodgement told after another reason, short where both name the same unit."""
    driver = _dislodger(scene.outcome)
    if driver is not None and driver.unit is not None and driver.unit == reason.unit:
        return " and dislodged it"
    return f"; {_subject(scene)} {_driven_out(scene)}"


def _stand(scene: Scene) -> str:
    """What attacks a unit withstood, and how; "" where none or where it fell."""
    because = scene.outcome.because
    if scene.outcome.dislodged or not any(reason.code is Code.WITHSTOOD for reason in because):
        return ""
    attackers = [r for r in because if r.code is Code.WITHSTOOD and r.unit is not None]
    if any(reason.code is Code.BELEAGUERED for reason in because):
        names = listing(unit_name(r.unit, scene.board) for r in attackers if r.unit is not None)
        return f"its attackers, {names}, stood each other off" if names else "its attackers stood each other off"
    names = listing(f"{unit_name(r.unit, scene.board)}{scene.against(r)}" for r in attackers if r.unit is not None)
    return f"it withstood the attack{'s' if len(attackers) > 1 else ''} of {names or 'another unit'}"


def _supporters(scene: Scene) -> str:
    helpers = [r.unit for r in scene.outcome.because if r.code is Code.SUPPORTED and r.unit is not None]
    return listing(unit_name(unit, scene.board) for unit in helpers)


def _set_aside(order: Order, scene: Scene) -> str:
    outcome = scene.outcome
    if outcome.unit is not None and not isinstance(order, Special):
        giver = unit_name(outcome.unit, scene.board)
    elif (unit := acting_unit(order)) is not None and not isinstance(order, Special):
        giver = f"{outcome.power} for {unit_name(unit, scene.board)}"
    else:
        giver = outcome.power
    text = f"the order of {giver} {intention(order, scene.board)} was set aside"
    reason = next((r for r in outcome.because if r.code not in _DRIVEN_OUT), None)
    if reason is not None:
        said = wording(reason, scene)
        text = said if said.startswith(f"{_subject(scene)} ") else f"{text}: {said}"
    if outcome.dislodged:
        text += f"; {_subject(scene)} {_driven_out(scene)}"
    elif Result.DISBANDED in outcome.results:
        text += f"; {_subject(scene)} was disbanded"
    return text


def _without_order(scene: Scene) -> str:
    outcome = scene.outcome
    name = _subject(scene)
    reason = next((r for r in outcome.because if r.code is not Code.NO_ORDER), None)
    if outcome.unit is None:
        return f"{name} gave no order" + (f": {wording(reason, scene)}" if reason else "")
    if outcome.dislodged:
        return f"{name} had no order and {_driven_out(scene)}"
    if reason is not None and reason.code is Code.REMOVED_BY_DEFAULT:
        return f"{name} was removed: {wording(reason, scene)}"
    if reason is not None and reason.code is Code.AWAITS_RULING:
        return f"{name} still stands: {wording(reason, scene)}"
    if Result.DISBANDED in outcome.results:
        if reason is not None and reason.code is Code.NO_RETREAT:
            return f"{name} was disbanded: {wording(reason, scene)}"
        text = f"{name} had no order and was disbanded"
    else:
        text = f"{name} had no order and held"
    if reason is None or reason.code in (Code.NOT_ATTACKED, Code.SUPPORTED):
        return text
    return f"{text}: {_stand(scene) or wording(reason, scene)}"


def _success(order: Order, scene: Scene) -> str:
    outcome, board = scene.outcome, scene.board
    first = next(iter(outcome.because), None)
    name = _subject(scene)
    match order:
        case Move():
            return _arrival(order, scene)
        case Hold():
            text = f"{name} held"
        case SupportHold() | SupportMove():
            text = f"{name} supported {_helped(order, board)}"
        case Convoy():
            text = f"{name} provided the convoy of {_helped(order, board)}"
        case Retreat(_, to):
            text = f"{name} retreated to {place_name(to, board)}"
        case Disband():
            if first is not None and first.code is Code.REMOVED:
                return f"{outcome.power} removed {name}"
            text = f"{name} was disbanded" + (" as ordered" if _says_nothing_more(first) else "")
        case Build(unit):
            text = f"{outcome.power} built {unit_name(unit, board)}"
        case Waive():
            text = f"{outcome.power} waived a build"
        case Special():
            text = f"{outcome.power} gave the order {intention(order, board)}"
    note = next((r for r in outcome.because if r.code not in _PLAIN_SUCCESS), None)
    if note is None:
        return text
    if note.code is Code.SUPPORT_NOT_COUNTED:
        return f"{text}, but {wording(note, scene)}"
    if note.code is Code.WITHSTOOD and not isinstance(order, Hold):
        return f"{text}; {_stand(scene)}"
    return f"{text}: {_stand(scene) or wording(note, scene)}"


def _says_nothing_more(reason: Reason | None) -> bool:
    return reason is None or reason.code in _PLAIN_SUCCESS


def _arrival(order: Move, scene: Scene) -> str:
    """A move that arrived: how, with whose help, against what."""
    place = place_name(order.to, scene.board)
    name = _subject(scene)
    first = next((r for r in scene.outcome.because if r.code in (Code.ARRIVED, Code.ARRIVED_BY_CONVOY)), None)
    by_convoy = next((r for r in scene.outcome.because if r.code is Code.ARRIVED_BY_CONVOY), None)
    text = f"{name} moved to {place}"
    if by_convoy is not None:
        waters = listing(place_name(water, scene.board) for water in by_convoy.places)
        text = f"{name} reached {place} by convoy" + (f" through {waters}" if waters else "")
    helpers = _supporters(scene)
    if helpers:
        text += f" with the support of {helpers}"
    return text + (scene.against(first) if first is not None and (first.strength or (0, 0))[1] > 0 else "")


def _failure(order: Order, scene: Scene) -> str:
    outcome, board = scene.outcome, scene.board
    name = _subject(scene)
    reason = _deciding(outcome)
    only_dislodged = outcome.dislodged and (reason is None or reason.code in _DRIVEN_OUT)
    match order:
        case Move(_, to):
            text = f"{name} did not reach {place_name(to, board)}"
        case Hold():
            text = f"{name} did not hold"
        case SupportHold() | SupportMove():
            void = Result.VOID in outcome.results
            verb = f"supported {_helped(order, board)} in vain" if void else f"did not support {_helped(order, board)}"
            text = f"{name} {verb}"
        case Convoy():
            text = f"{name} did not convoy {_helped(order, board)}"
        case Retreat(_, to):
            disbanded = Result.DISBANDED in outcome.results
            text = f"{name} could not retreat to {place_name(to, board)}{' and was disbanded' if disbanded else ''}"
        case Disband(unit):
            text = f"{outcome.power} did not disband {unit_name(unit, board)}"
        case Build(unit):
            text = f"{outcome.power} could not build {unit_name(unit, board)}"
        case Waive():
            text = f"{outcome.power} could not waive a build"
        case Special():
            text = f"the order {intention(order, board)} of {outcome.power} did nothing"
    if only_dislodged:
        driven = _driven_out(scene)
        return f"{name} {driven}" if isinstance(order, Hold) else f"{text} and {driven}"
    if reason is not None:
        text += f": {wording(reason, scene)}"
    if outcome.dislodged and reason is not None:
        text += _also_driven_out(reason, scene)
    return text
