"""What notices say of events: only what every one of their readers may know, and never an order or who is missing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from talleyrand.host.bridge.choices import steps_of
from talleyrand.host.bridge.standing import phase_named
from talleyrand.host.deadlines import timetable as clock
from talleyrand.host.deadlines.words import describe, instant, on_agreement, when_it_ends, when_it_starts
from talleyrand.host.games.models import Game
from talleyrand.host.games.rulebooks import versions_of
from talleyrand.host.notices.models import Kind
from talleyrand.host.turns.models import Event
from talleyrand.prose.words import listing


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice before it has readers: all who play and the Game Master, unless ``people`` or ``power`` are named.

    ``but`` is the id of whoever did it and knows; ``place`` where on the game's pages it can be read.
    """

    kind: Kind
    cause: str
    subject: str
    text: str
    now: datetime
    place: str = ""
    power: str = ""
    people: tuple[str, ...] = ()
    master_only: bool = False
    but: int = 0
    until: datetime | None = None


def notices_of(game: Game, events: Sequence[Event]) -> Iterator[Notice]:
    """The notices of one act: one for everybody, whatever came of it, and those that concern some alone."""
    told = [event for event in events if event.kind in _TO_ALL and event.sight == Event.Sight.ALL]
    if told:
        yield _to_all(game, told)
    for event in events:
        if event.kind == "frozen":
            text = "Something went wrong, and the clock stands still. The desk says what it was, and what you can do."
            yield _notice(game, event, Kind.DESK, "frozen, it needs you", text, place="desk/", master_only=True)
        if event.kind in ("joined", "left"):
            text = f"Somebody {'joined' if event.kind == 'joined' else 'left'} {event.data['power']}."
            subject = "a player joined" if event.kind == "joined" else "a player left"
            yield _notice(game, event, Kind.PLAYERS, subject, text, master_only=True)
        if event.kind in ("civil_disorder", "civil_disorder_cleared"):
            yield _disorder(game, event)
        if event.kind == "players":
            yield from _people(game, event)
        if event.kind == "invited":
            power, name = event.data["power"], event.data["name"]
            text = f"The senior of {power} invites you to play it too. Its page has a button to join it."
            yield _notice(game, event, Kind.PLAYERS, f"you are invited to play {power}", text, people=(name,))
        if event.kind in _TO_POWER:
            kind, subject, words = _TO_POWER[event.kind]
            text = "\n\n".join(part for part in (words(game, event), event.text) if part)
            yield _notice(game, event, kind, subject, text, power=event.data["power"])


def _to_all(game: Game, told: Sequence[Event]) -> Notice:
    kinds = [_TO_ALL[event.kind][0] for event in told]
    kind = next(each for each in (Kind.RULING, Kind.PHASE, Kind.CLOCK, Kind.WORD, Kind.PLAYERS) if each in kinds)
    main = told[kinds.index(kind)]
    lines = []
    for event in told:
        lines.append(_TO_ALL[event.kind][2](game, event))
        if event.text and event.kind != "not_started":
            lines.append(event.text)
    if kind != Kind.PLAYERS:
        lines += _stands(game)
    return _notice(game, main, kind, _TO_ALL[main.kind][1], "\n\n".join(filter(None, dict.fromkeys(lines))))


def _stands(game: Game) -> list[str]:
    """What goes on now, and until when."""
    if game.state == Game.State.ENDED:
        return ["The game is over. Thank you for playing."]
    if game.state != Game.State.RUNNING or game.due_at is None or game.closes_at is None:
        return []
    code = game.phases.get(branch=game.branch, number=game.number).code
    ends = when_it_ends(clock.read(game.timetable), game.due_at, first=game.first_due_at)
    return [f"Now: {phase_named(game, code)}. {ends}"]


def _notice(
    game: Game,
    event: Event,
    kind: Kind,
    subject: str,
    text: str,
    *,
    cause: str = "",
    place: str = "",
    power: str = "",
    people: tuple[str, ...] = (),
    master_only: bool = False,
) -> Notice:
    return Notice(
        kind,
        f"{game.code}:event:{event.sequence}{cause}",
        subject,
        text,
        datetime.fromisoformat(event.stamp),
        place=place,
        power=power,
        people=people,
        master_only=master_only,
        but=event.actor_id or 0,
    )


def _disorder(game: Game, event: Event) -> Notice:
    power = event.data["power"]
    if event.kind == "civil_disorder":
        text = f"The Game Master put {power} in civil disorder: none of its orders is in force until she ends it."
    else:
        text = f"The Game Master ended the civil disorder of {power}: its orders are in force again."
    text = "\n\n".join(part for part in (text, event.text) if part)
    return _notice(game, event, Kind.PLAYERS, f"{power} and civil disorder", text, power=power)


def _people(game: Game, event: Event) -> Iterator[Notice]:
    """To those who came and went themselves, who need not know of each other."""
    power, old, new = event.data["power"], event.data.get("old"), event.data.get("new")
    if old:
        text = f"The Game Master ended your time as a player of {power}."
        yield _notice(game, event, Kind.PLAYERS, f"you play {power} no more", text, cause=":old", people=(old,))
    if new:
        text = f"The Game Master made you a player of {power}."
        if game.number:
            text += " Its orders so far are in force until you send others."
        lines = "\n\n".join((text, *_stands(game)))
        yield _notice(game, event, Kind.PLAYERS, f"you play {power} now", lines, cause=":new", people=(new,))


def reminder(game: Game, power: str, cause: str, now: datetime, *, sent: bool = False) -> Notice:
    """That a power has no orders in and its deadline is near: for those who play it, and nobody else.

    ``sent`` where something came that is no order, or was taken back.
    """
    if game.due_at is None:
        raise ValueError("a game without a deadline reminds nobody")
    times = clock.read(game.timetable)
    code = game.phases.get(branch=game.branch, number=game.number).code
    what = "No orders are in force" if sent else "Nothing has come in"
    text = (
        f"{what} from {power} for {phase_named(game, code)}.\n\n"
        f"{when_it_ends(times, game.due_at, first=game.first_due_at)}\n\n"
        "Orders that you send now can be changed until then."
    )
    return Notice(
        Kind.REMINDER,
        f"{cause}:{power}",
        f"{power} has until {instant(game.due_at, clock.zone_of(times))}",
        text,
        now,
        power=power,
        until=game.closes_at,
    )


def _adjudicated(game: Game, event: Event) -> str:
    return f"{phase_named(game, event.phase)} has been adjudicated. The page of the game has the report and the map."


def _draw(game: Game, event: Event) -> str:
    shared = f" shared by {listing(event.data['winners'])}" if event.data.get("winners") else ""
    return f"The game has ended in a draw{shared}."


def _moved(game: Game, event: Event) -> str:
    times = clock.read(game.timetable)
    return f"The deadline has moved to {instant(datetime.fromisoformat(event.data['due']), clock.zone_of(times))}."


def _rules(game: Game, event: Event) -> str:
    newest = versions_of(game)[0]
    changes = newest.changes if newest.row.created_at.isoformat(timespec="seconds") == event.stamp else ()
    if not changes:
        return "The Game Master has changed the rules or the map:"
    lines = [f"{each.heading}. Now: {each.new} Was: {each.old}" for each in changes]
    return "\n\n".join(("The Game Master has changed the rules:", *lines))


def _timetable(game: Game, event: Event) -> str:
    since = "from the phase being played on" if event.data["at_once"] else "from the next phase on"
    lines = describe(clock.read(event.data["timetable"]["new"]), steps_of(game.variant))
    return "\n".join((f"The Game Master has changed the timetable, {since}.", *lines))


def _terms(game: Game, event: Event) -> str:
    start = when_it_starts(clock.read(game.timetable), game.starts_at, game.least_players, game.starts_once)
    return f"The Game Master changed what is said of the game, or its start. {start}"


def _asked(game: Game, event: Event) -> str:
    times = clock.read(game.timetable)
    due = instant(datetime.fromisoformat(event.data["due"]), clock.zone_of(times))
    powers = event.data.get("powers")
    when = on_agreement(powers) if powers else "as soon as more than half of the powers agree"
    return f"A power asks to move the deadline to {due}. It moves {when}."


def _entered(game: Game, event: Event) -> str:
    power = event.data["power"]
    how = (
        f"They supersede what you send for {power} in this phase, until she takes them back."
        if event.data.get("override")
        else f"They count as if {power} had sent them: a later set of yours takes their place."
    )
    return f"The Game Master entered orders for {power}. {how} The page of the game shows them to you."


def _seated(text: str) -> Callable[[Game, Event], str]:
    """That a place has another player, and where that is the Game Master herself."""
    hers = " It is the Game Master herself."
    return lambda game, event: text.format(power=event.data["power"]) + (hers if event.data.get("master") else "")


def _plain(text: str) -> Callable[[Game, Event], str]:
    return lambda game, event: text.format(power=event.data.get("power", ""))


_TO_ALL: dict[str, tuple[Kind, str, Callable[[Game, Event], str]]] = {
    "started": (Kind.PHASE, "the game begins", _plain("The game begins.")),
    "adjudicated": (Kind.PHASE, "a phase is over", _adjudicated),
    "ended_early": (Kind.CLOCK, "ended early", _plain("The Game Master ended the phase before its deadline.")),
    "over": (Kind.PHASE, "the game is over", lambda game, event: f"{event.data['result'] or 'It is over'}."),
    "draw": (Kind.PHASE, "a draw", _draw),
    "undone": (
        Kind.RULING,
        "back to an earlier phase",
        _plain(
            "The Game Master went back to an earlier phase. What came after it is put aside, and can be read still."
        ),
    ),
    "redone": (
        Kind.RULING,
        "phases brought back",
        _plain("The Game Master brought back phases that had been put aside."),
    ),
    "ruling": (Kind.RULING, "a ruling", _plain("The Game Master has ruled:")),
    "amended": (Kind.RULING, "rules or map changed", _rules),
    "rules_changed": (Kind.RULING, "rules changed", _rules),
    "timetable_changed": (Kind.CLOCK, "another timetable", _timetable),
    "terms_changed": (Kind.CLOCK, "name, text or start changed", _terms),
    "corrected": (
        Kind.RULING,
        "a correction",
        lambda game, event: f"The Game Master corrected {phase_named(game, event.data['of'])}:",
    ),
    "paused": (Kind.CLOCK, "paused", _plain("The game is paused: its clock stands still, and orders still come in.")),
    "resumed": (Kind.CLOCK, "the game goes on", _plain("The game goes on.")),
    "extended": (Kind.CLOCK, "the deadline has moved", _moved),
    "deadline_overridden": (
        Kind.CLOCK,
        "the deadline has moved",
        lambda game, event: f"{_moved(game, event)} The Game Master moved it against the timetable.",
    ),
    "deadline_restored": (
        Kind.CLOCK,
        "the deadline has moved back",
        lambda game, event: f"{_moved(game, event)} The Game Master took its last change back.",
    ),
    "extension_asked": (Kind.CLOCK, "more time is asked for", _asked),
    "not_started": (Kind.CLOCK, "the game has not started", lambda game, event: event.text),
    "replaced": (Kind.PLAYERS, "a substitute", _seated("The Game Master put a substitute in a place of {power}.")),
    "put_in": (
        Kind.PLAYERS,
        "a new player",
        _seated("The Game Master put somebody into {power}, which nobody played."),
    ),
    "kicked": (Kind.PLAYERS, "a player removed", _plain("The Game Master took away a place of {power}.")),
    "announcement": (Kind.WORD, "an announcement", _plain("The Game Master announces:")),
    "abandoned": (Kind.PHASE, "ended without a result", _plain("The Game Master ended the game without a result.")),
    "taken_up": (Kind.PHASE, "the game goes on", _plain("The Game Master took the game up again.")),
    "desk_opened": (
        Kind.RULING,
        "the Game Master sees sealed orders",
        _plain("The Game Master can see sealed orders from now on, even where she plays in the game herself."),
    ),
    "desk_closed": (
        Kind.RULING,
        "the Game Master sees sealed orders no more",
        _plain("Where the Game Master plays in the game herself, she sees the sealed orders of others no more."),
    ),
}
"""By kind of event: what it is to its readers, a subject, and a sentence."""

_TO_POWER: dict[str, tuple[Kind, str, Callable[[Game, Event], str]]] = {
    "nudged": (
        Kind.NUDGE,
        "is it meant so?",
        _plain("The Game Master asks about the orders of {power}. They stand as they are until you send others."),
    ),
    "orders_entered": (Kind.RULING, "the Game Master entered orders for you", _entered),
    "override_ended": (
        Kind.RULING,
        "your own orders are in force again",
        _plain("The Game Master took back her orders for {power}: what you have sent is in force again."),
    ),
    "senior": (
        Kind.PLAYERS,
        "another senior",
        lambda game, event: f"The Game Master made {event.data['senior']} the senior of {event.data['power']}.",
    ),
}
"""The same for what concerns those alone who play a power."""
