"""Votes to extend a phase under a soft timetable: more than half of the powers that play move the deadline, once."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from talleyrand.host.accounts.models import User
from talleyrand.host.bridge import ledger
from talleyrand.host.bridge.ledger import Engine
from talleyrand.host.bridge.standing import standing
from talleyrand.host.deadlines.words import majority
from talleyrand.host.games.access import Role, needs_player
from talleyrand.host.games.models import Game
from talleyrand.host.games.services import RefusedError, lengthen, locked, longer, note, stamp
from talleyrand.host.turns.here import open_phase, open_phases
from talleyrand.host.turns.models import Extension, Voice
from talleyrand.host.turns.ready import played_powers
from talleyrand.host.turns.services import before_deadline


@dataclass(frozen=True, slots=True)
class Vote:
    """A vote as anybody may see it: how many agree, of how many, and never who; ``mine`` is whether the reader does."""

    extension: Extension
    agree: int
    needed: int
    of: int
    mine: bool


def propose(user: User, game: Game, power: str, *, hours: float, seen: datetime, now: datetime) -> Extension:
    """Ask for so many hours more after the deadline that was seen; whoever asks agrees.

    Asking for what is being voted on already is agreeing. Raises ``NotAllowedError``, and ``RefusedError`` where the
    timetable is strict, its cap reached, the deadline another by now, or another extension is being voted on.
    """
    with locked(game) as fresh:
        needs_player(user, fresh, power)
        playing = _playing(fresh, power, now)
        due = moved(fresh, hours, seen, now)
        asked, new = Extension.objects.get_or_create(
            phase=open_phase(fresh),
            was=seen,
            defaults={"power": power, "author": user, "hours": hours, "due": due, "created_at": now},
        )
        if asked.granted_at is not None:
            _begin_anew(asked, power, user, hours, due, now)
            new = True
        if asked.due != due:
            raise RefusedError("Another extension is being voted on; agree with it, or wait until it is decided.")
        if new:
            note(fresh, None, "extension_asked", now, hours=hours, was=stamp(seen), due=stamp(due), powers=len(playing))
        return _agree(fresh, asked, power, user, playing, now)


def moved(game: Game, hours: float, seen: datetime, now: datetime) -> datetime:
    """Where so many hours more would move the deadline that was seen. Raises ``RefusedError``."""
    if not hours > 0:
        raise RefusedError(f"hours: {hours:g} is no extension; give more than 0")
    return longer(game, hours, seen, now)


def _begin_anew(asked: Extension, power: str, user: User, hours: float, due: datetime, now: datetime) -> None:
    """Once the Game Master has taken back what a vote decided, nobody has agreed with anything any more."""
    asked.voices.all().delete()
    asked.power, asked.author, asked.hours, asked.due = power, user, hours, due
    asked.created_at, asked.granted_at = now, None
    asked.save()


def agree(user: User, game: Game, power: str, extension: int, *, now: datetime) -> Extension:
    """Agree with an extension, by its id. Raises ``NotAllowedError``, ``RefusedError``."""
    with locked(game) as fresh:
        needs_player(user, fresh, power)
        asked = Extension.objects.filter(phase__game=fresh, pk=extension).first()
        if asked is None:
            raise RefusedError("There is no such vote in this game.")
        if asked.granted_at is not None and asked.voices.filter(power=power).exists():
            return asked
        playing = _playing(fresh, power, now)
        here = (asked.phase.branch, asked.phase.number) == (fresh.branch, fresh.number)
        if asked.granted_at is not None or not here or fresh.due_at != asked.was:
            raise RefusedError("That vote is over: the deadline is another by now.")
        return _agree(fresh, asked, power, user, playing, now)


def _playing(game: Game, power: str, now: datetime) -> tuple[str, ...]:
    """The powers that have a voice: they have units or centres, and somebody plays them."""
    if game.state != Game.State.RUNNING or game.closes_at is None:
        raise RefusedError("Only a running game has a deadline to extend.")
    before_deadline(game, now)
    playing = _voices(game)
    if power not in playing:
        raise RefusedError(f"{power} is out of the game and has no voice in its timetable.")
    return playing


def _voices(game: Game, engine: Engine | None = None) -> tuple[str, ...]:
    played = played_powers(game)
    return tuple(power for power in standing(engine or ledger.load(game)).living if power in played)


def _agree(game: Game, asked: Extension, power: str, user: User, playing: tuple[str, ...], now: datetime) -> Extension:
    Voice.objects.get_or_create(extension=asked, power=power, defaults={"author": user, "created_at": now})
    agreed = asked.voices.filter(power__in=playing).count()
    if agreed >= majority(len(playing)):
        asked.granted_at = now
        asked.save(update_fields=["granted_at"])
        lengthen(game, asked.due, actor=None, now=now, text=_enough(agreed, len(playing)))
    return asked


def _enough(agreed: int, powers: int) -> str:
    return "Nobody plays another power." if powers == 1 else f"{agreed} of {powers} powers agreed."


def voices(game: Game) -> int:
    """How many powers have a voice in the timetable of a game."""
    return len(_voices(game))


def open_vote(role: Role, game: Game, engine: Engine | None = None) -> Vote | None:
    """The vote about the deadline as it stands; None where there is none."""
    if game.state != Game.State.RUNNING or game.due_at is None:
        return None
    asked = Extension.objects.filter(phase__in=open_phases(game), was=game.due_at, granted_at=None).first()
    if asked is None:
        return None
    playing = _voices(game, engine)
    agree = set(asked.voices.filter(power__in=playing).values_list("power", flat=True))
    return Vote(asked, len(agree), majority(len(playing)), len(playing), bool(agree & role.powers))
