"""Ready flags: under a soft timetable a phase ends as soon as all who may order in it are ready (lesson 5)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from talleyrand.host.accounts.models import User
from talleyrand.host.bridge import ledger
from talleyrand.host.bridge.ledger import Engine
from talleyrand.host.bridge.standing import standing
from talleyrand.host.deadlines import timetable as clock
from talleyrand.host.deadlines.words import instant
from talleyrand.host.games.access import Role, needs_player
from talleyrand.host.games.models import Diplomat, Game
from talleyrand.host.games.services import RefusedError, confide, locked, note
from talleyrand.host.turns.here import open_phase, ready_powers
from talleyrand.host.turns.models import Phase, Ready
from talleyrand.host.turns.services import before_deadline, playing


@dataclass(frozen=True, slots=True)
class Awaiting:
    """How many of those who may order are ready, and nothing of who (lesson 27); ``mine`` are the reader's own flags.

    ``names`` are the powers that are awaited and ``silent`` those that have sent nothing: the Game Master's to know,
    None for anybody else. ``counts`` says whether flags end a phase at all.
    """

    ready: int
    of: int
    counts: bool
    mine: tuple[str, ...] = ()
    names: tuple[str, ...] | None = None
    silent: tuple[str, ...] | None = None


def mark(
    user: User, game: Game, power: str, *, ready: bool = True, seen: tuple[int, int] | None = None, now: datetime
) -> str:
    """Say that a power needs no more time in the open phase, or that it does; what follows from it, in a sentence.

    ``seen`` are branch and number of the phase that the player looked at. Sent twice it counts once. Raises
    ``NotAllowedError``, and ``RefusedError`` where no phase is open or its deadline has passed.
    """
    with locked(game) as fresh:
        needs_player(user, fresh, power)
        phase, engine = _open(fresh, seen, now)
        if power not in standing(engine).able:
            raise RefusedError(f"{power} has nothing to order in this phase, so nobody waits for it.")
        changed = _set(phase, power, user, ready, now)
        if changed:
            confide(fresh, user, "ready" if ready else "not_ready", now, power, phase=phase.code)
        ended = ready and _settle(fresh, engine, now)
        return _answer(fresh, ready, ended)


def _open(game: Game, seen: tuple[int, int] | None, now: datetime) -> tuple[Phase, Engine]:
    if game.state != Game.State.RUNNING or game.closes_at is None:
        raise RefusedError(f"The game is not running ({game.get_state_display()}), so no clock waits for anybody.")
    engine = playing(game, seen)
    before_deadline(game, now)
    return open_phase(game), engine


def _set(phase: Phase, power: str, user: User, ready: bool, now: datetime) -> bool:
    """Whether the flag is another now."""
    if ready:
        return Ready.objects.get_or_create(phase=phase, power=power, defaults={"author": user, "created_at": now})[1]
    return bool(phase.ready.filter(power=power).delete()[0])


def _answer(game: Game, ready: bool, ended: bool) -> str:
    times = clock.read(game.timetable)
    end = instant(game.due_at, clock.zone_of(times)) if game.due_at else ""
    if times.pace is clock.Pace.STRICT:
        return f"Noted. It changes nothing: the timetable is strict, and the phase ends on {end} all the same."
    if ended:
        return "Noted. All who may order are ready, so the phase ends now."
    if ready:
        return f"Noted. The phase ends as soon as all who may order are ready, and on {end} at the latest."
    return f"Noted. The phase ends on {end}, unless you say that you are ready and all others are."


def settle(game: Game, now: datetime) -> bool:
    """End the phase of a locked game if nobody is awaited any more; for when it has changed who is."""
    if game.state != Game.State.RUNNING or game.closes_at is None or game.closes_at <= now:
        return False
    return _settle(game, ledger.load(game), now)


def _settle(game: Game, engine: Engine, now: datetime) -> bool:
    if clock.read(game.timetable).pace is clock.Pace.STRICT:
        return False
    expected = _expected(engine, played_powers(game))
    if not expected or not ready_powers(game).issuperset(expected):
        return False
    game.due_at = game.closes_at = now
    game.save(update_fields=["due_at", "closes_at"])
    note(game, None, "all_ready", now)
    return True


def _expected(engine: Engine, played: Collection[str]) -> tuple[str, ...]:
    """The powers that the phase waits for: not those that nobody plays, nor the absent in civil disorder."""
    stands = standing(engine)
    absent = stands.declared | (set(stands.disorder) & set(stands.waiting))
    return tuple(power for power in stands.able if power in played and power not in absent)


def played_powers(game: Game) -> Collection[str]:
    """The powers that somebody plays now."""
    return set(Diplomat.objects.filter(seat__game=game, until=None).values_list("seat__power", flat=True))


def awaiting(role: Role, game: Game, engine: Engine | None = None) -> Awaiting | None:
    """Who is still awaited in the open phase, as one of this role may know it; None where no phase is open.

    ``engine`` is the whole game where it has been read already.
    """
    if not game.is_played:
        return None
    engine = engine or ledger.load(game)
    flags, stands, played = ready_powers(game), standing(engine), played_powers(game)
    # The absent in civil disorder are counted: leaving them out until they send would show that they sent.
    counted = set(stands.able) & set(played) - stands.declared
    missing = tuple(power for power in _expected(engine, played) if power not in flags)
    return Awaiting(
        ready=len(counted & flags),
        of=len(counted),
        counts=clock.read(game.timetable).pace is clock.Pace.SOFT,
        mine=tuple(sorted(flags & role.powers)),
        names=missing if role.sees_all else None,
        silent=stands.waiting if role.sees_all else None,
    )
