"""From a phase resolved to the next in which anyone can act: captures, the calendar, and phases passed over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from talleyrand.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT, Phase
from talleyrand.board.position import Dislodged, Position
from talleyrand.board.unit import Location, Power, ProvinceId, Unit
from talleyrand.rules.adjustment import adjustments
from talleyrand.rules.capture import capture, changed_hands, due
from talleyrand.rules.outcome import Outcome
from talleyrand.rules.powers import in_order
from talleyrand.rules.retreat import choose_conditional, resolve_retreats, retreat_options
from talleyrand.rules.rulebook import Rulebook
from talleyrand.rules.victory import Status, status
from talleyrand.variants.variant import Variant


@dataclass(frozen=True)
class Turn:
    """Where the game goes after a phase: ``next``, what was passed over on the way, and whether it goes on at all.

    ``after`` is the board right after the phase, centres captured where this phase, or one passed over, captures.
    """

    after: Position
    next: Position
    status: Status
    skipped: tuple[Phase, ...] = ()
    captured: Mapping[ProvinceId, tuple[Power | None, Power]] = field(default_factory=dict)
    removed: tuple[Dislodged, ...] = ()
    defaults: tuple[Outcome, ...] = ()
    conditional: tuple[Outcome, ...] = ()
    retreats: Mapping[Unit, tuple[Location, ...]] = field(default_factory=dict)
    adjustments: Mapping[Power, int] = field(default_factory=dict)


def turn_over(
    variant: Variant,
    rulebook: Rulebook,
    position: Position,
    *,
    skip: bool = True,
    wishes: Mapping[Unit, Sequence[Location]] | None = None,
    owners_known: bool = True,
) -> Turn:
    """Go on from a position right after its phase.

    A dislodged unit without a retreat is disbanded at once (A-089). Centres change hands when the turn's retreats are
    done, and only then is victory looked at (X-A3). With ``skip``, a phase is passed over where no power has any
    choice: retreats without a unit that can go anywhere, adjustments without a removal or a vacant site for a build,
    movement without a unit on the board, kinds of phase for which there are no orders. After a whole year in which
    nobody could act it stops. ``wishes`` are retreats sent with the movement orders (X-A8): they are made at once,
    and the retreat phase is passed over. Retreats that a rulebook wants with the next orders (X-A8) keep a phase here,
    resolved before those orders are; only whoever keeps the clock lets both end together. Without ``owners_known`` no
    centre changes hands, nobody wins, and a phase of adjustments is not passed over.
    """
    walk = _Walk(variant, rulebook, position, owners_known)
    for left in reversed(range(len(variant.calendar.steps))):
        walk.end_of_phase()
        walk.enter_next(at_once=skip or wishes is not None)
        if walk.status.over:
            break
        if wishes is not None and walk.here.phase.kind == RETREAT:
            walk.retreat(wishes)
        elif not skip or not left or walk.can_act():
            break
        walk.pass_over()
    return walk.turn()


def able(variant: Variant, rulebook: Rulebook, position: Position) -> tuple[Power, ...]:
    """The powers that have anything to order in the phase of a position, in the variant's order.

    A power over its allowance always has, also where it must remove every unit (A-094); one with builds but no vacant
    site has not.
    """
    board = variant.board
    match position.phase.kind:
        case kind if kind == MOVEMENT:
            acting = {power for power, units in position.units.items() if units}
        case kind if kind == RETREAT:
            acting = {entry.power for entry in position.dislodged}
        case kind if kind == ADJUSTMENT:
            acting = set(adjustments(position, board, rulebook, variant.hooks))
        case _:
            acting = set()
    return in_order(board, acting)


class _Walk:
    """A walk along the calendar, gathering what happens on the way."""

    def __init__(self, variant: Variant, rulebook: Rulebook, position: Position, owners_known: bool) -> None:
        self.variant, self.rulebook, self.owners_known = variant, rulebook, owners_known
        self.here = position
        self.after = position
        self.skipped: list[Phase] = []
        self.captured: dict[ProvinceId, tuple[Power | None, Power]] = {}
        self.removed: list[Dislodged] = []
        self.defaults: list[Outcome] = []
        self.conditional: list[Outcome] = []
        self.status = Status()

    def end_of_phase(self) -> None:
        """Captures where a turn is complete, then victory."""
        here, rulebook = self.here, self.rulebook
        if not self.owners_known:
            return
        if self._captures(here.phase):
            owned = capture(here, self.variant.board, self.variant.hooks)
            self.captured.update(changed_hands(here, owned))
            self.here = owned
            if not self.skipped or all(phase.kind == RETREAT for phase in self.skipped):
                self.after = replace(self.after, centers=owned.centers, extra=owned.extra)
        variant = self.variant
        self.status = status(
            self.here, variant.board, rulebook, variant.centers_to_win(rulebook), variant.hooks, variant.calendar
        )

    def _captures(self, phase: Phase) -> bool:
        """Whether this phase completes a turn that captures: no retreats follow in it."""
        if phase.kind not in (MOVEMENT, RETREAT) or not due(phase, self.rulebook):
            return False
        following = self.variant.calendar.after(phase)
        return not (following.kind == RETREAT and following.season == phase.season)

    def enter_next(self, *, at_once: bool) -> None:
        """Stand at the calendar's next phase; standoffs are forgotten with the turn they belong to."""
        before = self.here
        phase = self.variant.calendar.after(before.phase)
        keeps = phase.kind == RETREAT and before.phase.kind == MOVEMENT
        self.here = replace(
            before,
            phase=phase,
            standoffs=before.standoffs if keeps else frozenset(),
            dislodged=before.dislodged if keeps else (),
        )
        if not keeps:
            self._disband(before, before.dislodged)
        elif at_once:
            options = retreat_options(self.here, self.variant.board, self.rulebook, self.variant.hooks)
            self._disband(self.here, tuple(entry for entry in self.here.dislodged if not options.get(entry.unit)))

    def _disband(self, here: Position, lost: tuple[Dislodged, ...]) -> None:
        """Take dislodged units off the board at once, which nobody was asked about."""
        if lost:
            alone = replace(here, dislodged=lost)
            resolution = resolve_retreats(alone, {}, self.variant.board, self.rulebook, self.variant.hooks)
            self.removed += lost
            self.defaults += resolution.outcomes
            left = tuple(entry for entry in self.here.dislodged if entry not in lost)
            self.here = replace(self.here, dislodged=left)

    def retreat(self, wishes: Mapping[Unit, Sequence[Location]]) -> None:
        """Make the retreats that were sent with the movement orders."""
        board, rulebook, hooks = self.variant.board, self.rulebook, self.variant.hooks
        orders = choose_conditional(wishes, self.here, board, rulebook, hooks)
        resolution = resolve_retreats(self.here, orders, board, rulebook, hooks)
        self.conditional += resolution.outcomes
        self.here = resolution.position

    def can_act(self) -> bool:
        """Whether any power has a choice in the phase entered."""
        if not self.owners_known and self.here.phase.kind == ADJUSTMENT:
            return bool(self.here.units)
        return bool(able(self.variant, self.rulebook, self.here))

    def pass_over(self) -> None:
        """Leave the phase entered without orders."""
        self.skipped.append(self.here.phase)
        self.here = replace(self.here, dislodged=(), standoffs=frozenset())

    def turn(self) -> Turn:
        """What the walk came to."""
        here, kind = self.here, self.here.phase.kind
        board, rulebook, hooks = self.variant.board, self.rulebook, self.variant.hooks
        return Turn(
            after=self.after,
            next=here,
            status=self.status,
            skipped=tuple(self.skipped),
            captured=self.captured,
            removed=tuple(self.removed),
            defaults=tuple(self.defaults),
            conditional=tuple(self.conditional),
            retreats=retreat_options(here, board, rulebook, hooks) if kind == RETREAT else {},
            adjustments=adjustments(here, board, rulebook, hooks) if kind == ADJUSTMENT and self.owners_known else {},
        )
