"""How a game ends by its Game Master's word, is taken up again and put away, and what her own desk may show her."""

from __future__ import annotations

from datetime import datetime

from talleyrand.host.accounts.models import User
from talleyrand.host.bridge import ledger, rules
from talleyrand.host.desk import log
from talleyrand.host.games.access import needs_master
from talleyrand.host.games.models import Game
from talleyrand.host.games.services import RefusedError, locked, save_clock, set_clock, stop_clock, word
from talleyrand.host.turns.services import roll_back


def abandon(user: User, game: Game, text: str, *, now: datetime) -> Game:
    """End a game without a result: its clock stops, and all of it stays readable (A-085).

    Raises ``NotAllowedError``, and ``RefusedError`` without a reason.
    """
    with locked(game) as fresh:
        master = needs_master(user, fresh)
        if fresh.state == Game.State.ENDED:
            raise RefusedError("The game is over already.")
        text = word(text)
        stop_clock(fresh, Game.State.ENDED)
        fresh.due_at = fresh.starts_at = fresh.remaining = None
        fresh.cause = ""
        fresh.save()
        log.add(fresh, master, "abandoned", now, text)
        return fresh


def take_up(user: User, game: Game, *, now: datetime, text: str = "") -> Game:
    """Go on with a game that she ended, abandoned or drawn; its phase begins anew, with the orders that are in.

    Raises ``NotAllowedError``, and ``RefusedError`` where the game is not over, or was won.
    """
    with locked(game) as fresh:
        master = needs_master(user, fresh)
        if fresh.state != Game.State.ENDED:
            raise RefusedError("The game is not over.")
        if not fresh.number:
            fresh.state = Game.State.SIGN_UP
        else:
            engine = ledger.load(fresh)
            if engine.status.over and engine.current.report is not None:
                raise RefusedError("The game was decided on the board; roll back the phase that decided it instead.")
            if engine.status.over:
                return roll_back(master, fresh, now=now, text=text)
            fresh.state = Game.State.RUNNING
            set_clock(fresh, rules.phase_of(fresh), now)
        fresh.archived_at = None
        save_clock(fresh)
        log.add(fresh, master, "taken_up", now, text)
        return fresh


def archive(user: User, game: Game, *, on: bool = True, now: datetime) -> Game:
    """Put a game that is over away into the archive, or take it out. Raises ``NotAllowedError``, ``RefusedError``."""
    with locked(game) as fresh:
        master = needs_master(user, fresh)
        if fresh.state != Game.State.ENDED:
            raise RefusedError("Only a game that is over can be put into the archive.")
        if (fresh.archived_at is not None) == on:
            raise RefusedError(f"The game is {'in the archive already' if on else 'not in the archive'}.")
        fresh.archived_at = now if on else None
        fresh.save(update_fields=["archived_at"])
        log.add(fresh, master, "archived" if on else "unarchived", now)
        return fresh


def open_desk(user: User, game: Game, *, on: bool, now: datetime, text: str = "") -> Game:
    """Let a Game Master who plays too see sealed orders, or not; everybody is told.

    Raises ``NotAllowedError``, and ``RefusedError`` where it is so already.
    """
    with locked(game) as fresh:
        master = needs_master(user, fresh)
        if fresh.open_desk == on:
            raise RefusedError(f"The desk is {'open' if on else 'closed'} already.")
        fresh.open_desk = on
        fresh.save(update_fields=["open_desk"])
        log.add(fresh, master, "desk_opened" if on else "desk_closed", now, text)
        return fresh
