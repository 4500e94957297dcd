"""Centres changing hands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from talleyrand.board.board import Board
from talleyrand.board.calendar import Phase, Season
from talleyrand.board.position import Position
from talleyrand.board.unit import Power, ProvinceId
from talleyrand.rules.hooks import STANDARD, Hooks
from talleyrand.rules.rulebook import DATC, CaptureTime, Rulebook


def due(phase: Phase, rulebook: Rulebook = DATC) -> bool:
    """Whether centres change hands at the end of this phase's turn, once its retreats are made (A-008)."""
    return phase.season is Season.FALL or (
        rulebook.capture is CaptureTime.EVERY_TURN and phase.season is not Season.WINTER
    )


def capture(position: Position, board: Board, hooks: Hooks = STANDARD) -> Position:
    """Give every occupied centre to its occupier; a centre without a unit keeps its owner (A-008, C-042).

    A unit that awaits retreat takes nothing, and nobody takes a centre of its own side (D-015).
    """
    centers = dict(position.centers)
    for center in board.centers:
        occupant = position.occupants.get(center)
        if occupant is None:
            continue
        owner = position.centers.get(center)
        if owner is not None and hooks.side_of(position, owner) == hooks.side_of(position, occupant.power):
            continue
        if hooks.may_capture(position, board, occupant.power, center):
            centers[center] = occupant.power
    if centers == position.centers:
        return position
    return replace(position, centers=dict(sorted(centers.items())))


def changed_hands(before: Position, after: Position) -> Mapping[ProvinceId, tuple[Power | None, Power]]:
    """The centres with a new owner, each with its old and new one; None for a centre that was neutral."""
    return {
        center: (before.centers.get(center), owner)
        for center, owner in sorted(after.centers.items())
        if before.centers.get(center) != owner
    }
