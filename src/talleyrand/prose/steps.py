"""A phase as an ordered list of steps, for an animation or for reading aloud."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from talleyrand.board.board import Board
from talleyrand.game.report import Report
from talleyrand.orders.model import Build, Convoy, Disband, Move, Order, Retreat, SupportHold, SupportMove
from talleyrand.prose.sentence import sentence
from talleyrand.rules.outcome import Code, Outcome, Reason, Result

_ORDER = ("void", "support", "cut", "convoy", "disrupt", "bounce", "move", "dislodge", "retreat", "disband", "build")


def steps(report: Report, board: Board) -> list[dict[str, Any]]:
    """The steps of a report, in the order in which one thing explains the next.

    Each is plain data: ``kind``, ``power``, ``unit``, and where they apply ``to``, ``from``, ``for`` (the unit helped),
    ``by`` (the culprit), ``through`` (the waters), ``strength``, and the ``sentence`` that goes with it. Orders that
    matched nothing come first, then supports, the cutting of supports, convoys, broken convoys, moves that failed,
    moves that arrived, dislodgements; then retreats, disbandments and builds.
    """
    return steps_of(report.outcomes or (line.outcome for line in report.lines if line.outcome is not None), board)


def steps_of(outcomes: Iterable[Outcome], board: Board) -> list[dict[str, Any]]:
    """The steps of some outcomes; see ``steps``."""
    found = [step for outcome in outcomes for step in _steps(outcome, board)]
    return sorted(found, key=lambda step: _ORDER.index(step["kind"]))


def _steps(outcome: Outcome, board: Board) -> list[dict[str, Any]]:
    kinds = _kinds(outcome)
    found = []
    for kind in kinds:
        step: dict[str, Any] = {"kind": kind, "power": outcome.power}
        unit = outcome.unit
        if unit is not None:
            step["unit"] = str(unit)
        step |= _aim(kind, outcome.order)
        reason = _reason(kind, outcome)
        if reason is not None:
            if reason.unit is not None and kind not in ("support", "convoy", "move"):
                step["by"] = str(reason.unit)
            if reason.strength is not None:
                step["strength"] = list(reason.strength)
            if reason.places and kind == "move":
                step["through" if reason.code is Code.ARRIVED_BY_CONVOY else "places"] = list(reason.places)
        step["sentence"] = sentence(outcome, board)
        found.append(step)
    return found


def _kinds(outcome: Outcome) -> list[str]:
    order, results = outcome.order, outcome.results
    done = Result.SUCCEEDS in results
    kinds: list[str] = []
    if Result.IGNORED not in results:
        match order:
            case Move():
                broken = Result.DISRUPTED in results or Result.NO_CONVOY in results
                kinds = ["move" if done else "disrupt" if broken else "bounce"]
            case SupportHold() | SupportMove():
                kinds = ["void"] if Result.VOID in results else ["support"]
                if not done and Result.VOID not in results:
                    kinds.append("cut")
            case Convoy():
                kinds = ["void"] if Result.VOID in results else ["convoy" if done else "disrupt"]
            case Retreat() if done:
                kinds = ["retreat"]
            case Build() if done:
                kinds = ["build"]
            case Disband() if done:
                kinds = ["disband"]
    if outcome.dislodged:
        kinds.append("dislodge")
    removed = any(reason.code in (Code.REMOVED, Code.REMOVED_BY_DEFAULT) for reason in outcome.because)
    if "disband" not in kinds and (Result.DISBANDED in results or (removed and done)):
        kinds.append("disband")
    return kinds


def _aim(kind: str, order: Order | None) -> dict[str, str]:
    if kind in ("dislodge", "disband"):
        return {}
    match order:
        case Move(unit, to) | Retreat(unit, to):
            return {"from": str(unit.location), "to": str(to)}
        case SupportHold(_, target):
            return {"for": str(target), "to": str(target.location)}
        case SupportMove(_, target, to):
            return {"for": str(target), "from": str(target.location), "to": str(to)}
        case Convoy(_, army, to):
            return {"for": str(army), "from": str(army.location), "to": str(to)}
    return {}


_CODES: dict[str, tuple[Code, ...]] = {
    "cut": (Code.CUT_BY, Code.CUT_BY_DISLODGEMENT, Code.DISLODGED_BY),
    "disrupt": (Code.ROUTE_BROKEN, Code.PARADOX, Code.NO_ROUTE),
    "move": (Code.ARRIVED_BY_CONVOY, Code.ARRIVED),
    "dislodge": (Code.DISLODGED_BY, Code.CUT_BY_DISLODGEMENT),
    "support": (Code.GAVE_SUPPORT,),
    "void": (Code.UNMATCHED,),
    "convoy": (Code.CARRIED,),
}


def _reason(kind: str, outcome: Outcome) -> Reason | None:
    """The reason that explains this step."""
    wanted = _CODES.get(kind)
    if wanted is None:
        return next((r for r in outcome.because if r.code is not Code.DISLODGED_BY), None)
    return next((r for r in outcome.because if r.code in wanted), None)
