"""What the Game Master amends in the open: the board, a phase that is over, a step of the map (A-085, D-051)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from talleyrand.host.accounts.models import User
from talleyrand.host.bridge import board, correct, ledger, mends, reading
from talleyrand.host.bridge.board import Fields
from talleyrand.host.bridge.changes import amended
from talleyrand.host.bridge.correct import Correction, Orders
from talleyrand.host.bridge.ledger import Engine, Entry, GameError
from talleyrand.host.games.access import Role, needs_master, role_of
from talleyrand.host.games.models import Game
from talleyrand.host.games.services import RefusedError, locked, note, save_clock, stamp, word
from talleyrand.host.turns.services import wind

_CHANGED = "The game has gone on since you looked: {open} is open now. Nothing was changed; look at it again."

LONGEST_ORDERS = 20_000
"""Characters of the orders of one power in a correction."""

Act = Callable[[Game, User, Engine], Engine]


def publish_board(
    user: User, game: Game, edits: Sequence[Fields], text: str, *, seen: tuple[int, int], now: datetime
) -> Game:
    """Put the board with these edits in the place of the one that stands; everybody reads why, and every edit.

    Orders that are in stay where the phase stays. ``seen`` are branch and number of the phase that she looked at.
    Raises ``NotAllowedError``, and ``RefusedError`` where an edit cannot be made or nothing would change.
    """

    def act(fresh: Game, master: User, engine: Engine) -> Engine:
        still_played(fresh)
        if not edits:
            raise RefusedError("There are no edits to publish.")
        draft = board.drafted(engine, clean(edits))
        fault = next((f"{step.words}: {step.fault}" for step in draft.steps if step.fault), "")
        if fault:
            raise RefusedError(f"An edit cannot be made. {fault}. Take it back, or mend what it needs.")
        if board.unchanged(engine, draft.position):
            raise RefusedError("The edits leave the board as it is; there is nothing to publish.")
        told = "; ".join(step.words for step in draft.steps)
        words = f"{_sentence(text)} The board was edited: {told}."
        return engine.rule(words, position=draft.position, actor=master.username, time=stamp(now))

    return _change(user, game, text, seen, now, act)


def correct_phase(
    user: User,
    game: Game,
    branch: int,
    number: int,
    orders: Orders,
    text: str,
    *,
    replay: bool,
    seen: tuple[int, int],
    now: datetime,
) -> Game:
    """Adjudicate a phase that is over anew, by power with other orders or, for None, with none; everybody is told.

    With ``replay`` later phases are played again with the orders that were sent in them, as far as that goes. What is
    put aside stays readable, and rolling forward brings it back. Raises ``NotAllowedError``, ``RefusedError``.
    """

    def act(fresh: Game, master: User, engine: Engine) -> Engine:
        entry = reading.entry_of(engine, branch, number)
        done = fixed(
            role_of(master, fresh), engine, entry, orders, replay=replay, author=master.username, text=text, now=now
        )
        assert entry is not None
        note(fresh, master, "corrected", now, text, of=str(entry.phase), number=number)
        return done.engine

    return _change(user, game, text, seen, now, act)


def mend(
    user: User, game: Game, wanted: Sequence[Mapping[str, Any]], text: str, *, seen: tuple[int, int], now: datetime
) -> Game:
    """Open or close steps of the map from the open phase on; everybody reads which, and why (lesson 18).

    The orders that are in are read again. Raises ``NotAllowedError``, ``RefusedError``.
    """

    def act(fresh: Game, master: User, engine: Engine) -> Engine:
        still_played(fresh)
        try:
            words = f"{mends.in_words(engine, wanted)} {text}"
        except mends.MendError as fault:
            raise RefusedError(str(fault)) from None
        return amended(engine, {}, wanted, text=words, actor=master.username, time=stamp(now))

    return _change(user, game, text, seen, now, act)


def still_played(game: Game) -> None:
    """Raise ``RefusedError`` where a game is over."""
    if game.state == Game.State.ENDED:
        raise RefusedError("The game is over. Take it up again on the desk first.")


def clean(edits: object) -> tuple[Fields, ...]:
    """Edits of a draft as it was kept: only what can be edits at all, and not more than a draft may hold."""
    if not isinstance(edits, Sequence) or isinstance(edits, str):
        return ()
    whole = [{str(name): str(value) for name, value in each.items()} for each in edits if isinstance(each, Mapping)]
    return tuple(whole[: board.MOST])


def fixed(
    role: Role,
    engine: Engine,
    entry: Entry | None,
    orders: Orders,
    *,
    replay: bool,
    author: str,
    text: str,
    now: datetime,
) -> Correction:
    """A correction of a phase that is over and counts. Raises ``RefusedError``, ``GameError``."""
    known = next((each for each in correct.over(engine) if each is entry), None)
    if known is None:
        raise RefusedError("That phase does not count, or is not over; choose one that was published and counts.")
    for power, written in orders.items():
        if power not in engine.powers:
            raise RefusedError(f"power: {power!r} is no power of this game")
        if written is not None and len(written) > LONGEST_ORDERS:
            raise RefusedError(f"{power}: the orders are longer than the {LONGEST_ORDERS:,} characters they may have")
    tell = frozenset(engine.powers) if role.sees_all else role.powers
    return correct.corrected(engine, known, orders, replay=replay, tell=tell, author=author, text=text, now=now)


def _change(user: User, game: Game, text: str, seen: tuple[int, int], now: datetime, act: Act) -> Game:
    with locked(game) as fresh:
        master = needs_master(user, fresh)
        if not fresh.number:
            raise RefusedError("The game has not started.")
        before = ledger.load(fresh)
        if seen != (fresh.branch, fresh.number):
            raise RefusedError(_CHANGED.format(open=reading.describe(before)))
        word(text)
        try:
            after = act(fresh, master, before)
        except GameError as fault:
            raise RefusedError(str(fault)) from None
        ledger.store(fresh, before, after, now=now, author=master)
        wind(fresh, before, after, now)
        save_clock(fresh)
        return fresh


def _sentence(text: str) -> str:
    bare = text.strip()
    return bare if bare.endswith((".", "?", "!")) else f"{bare}."
