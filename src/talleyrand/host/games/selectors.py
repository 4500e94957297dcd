"""Reads of games for pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import F, Q, QuerySet

from talleyrand.host.accounts.models import User
from talleyrand.host.bridge import past, reading
from talleyrand.host.deadlines import timetable as clock
from talleyrand.host.deadlines.words import instant
from talleyrand.host.games.models import Diplomat, Game
from talleyrand.host.games.outcomes import RESULTS, Outcome, outcomes, with_results
from talleyrand.host.games.tenures import by_power, tenures
from talleyrand.host.turns.models import Event, OrderSet, Phase

A_PAGE = 20
"""Games on one page of a list."""
LATELY, MOST_LATELY = timedelta(days=30), 5
"""How long a game that has ended stays on the front page, and how many of them."""


@dataclass(frozen=True, slots=True)
class Card:
    """A game of one's own in a list: ``powers`` are those one plays, ``owing`` those of them without orders."""

    game: Game
    powers: tuple[str, ...] = ()
    owing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Finished:
    """A game that is over: how it ended, and who played in it from when to when, by power."""

    game: Game
    outcome: Outcome
    players: Mapping[str, str]
    elsewhere: bool
    """Whether players are called as a record names them that the game was brought in from."""


@dataclass(frozen=True, slots=True)
class Listing:
    """The games of a front page: one's own, those that owe orders first, and a page each of the others.

    ``lately`` are those that ended in the last weeks.
    """

    mine: Page[Card]
    open: Page[Game]
    running: Page[Game]
    lately: tuple[Finished, ...] = ()


def listing(user: User | None, *, now: datetime, mine: str = "1", open: str = "1", running: str = "1") -> Listing:
    """What is current: the games somebody plays or runs, and the others by what goes on, each by its page."""
    games = Game.objects.select_related("master").filter(archived_at=None).exclude(state=Game.State.ENDED)
    own, others = games.none(), games
    if user is not None:
        here = Diplomat.objects.filter(user=user, until=None).values("seat__game")
        where = Q(master=user) | Q(pk__in=here)
        own, others = games.filter(where), games.exclude(where)
    played = others.filter(state__in=Game.PLAYED).order_by(F("due_at").asc(nulls_last=True), "-created_at", "-pk")
    return Listing(
        Paginator(_cards(own, user), A_PAGE).get_page(mine),
        Paginator(others.filter(state=Game.State.SIGN_UP).order_by("-created_at", "-pk"), A_PAGE).get_page(open),
        Paginator(played, A_PAGE).get_page(running),
        finished(_lately(now)),
    )


def _lately(now: datetime) -> list[Game]:
    """Games that have ended within some weeks and are not put away, the latest first."""
    over = with_results(Game.objects.select_related("master").filter(state=Game.State.ENDED, archived_at=None))
    since = (now - LATELY).astimezone(UTC).isoformat(timespec="seconds")
    return list(over.filter(ended__gte=since).order_by("-ended", "-pk")[:MOST_LATELY])


def _cards(games: QuerySet[Game], user: User | None) -> list[Card]:
    """One's own games: where orders are owed first, the soonest due before all others."""
    if user is None:
        return []
    powers: dict[int, list[str]] = {}
    for game, power in Diplomat.objects.filter(user=user, until=None, seat__game__in=games).values_list(
        "seat__game", "seat__power"
    ):
        powers.setdefault(game, []).append(power)
    cards = [Card(game, tuple(powers.get(game.pk, ()))) for game in games.prefetch_related("rulebooks")]
    owing = dict(_owing([card for card in cards if card.powers and card.game.is_played]))
    cards = [Card(card.game, card.powers, owing.get(card.game.pk, ())) for card in cards]
    order = {Game.State.RUNNING: 1, Game.State.FROZEN: 2, Game.State.PAUSED: 2}
    return sorted(
        cards,
        key=lambda card: (
            0 if card.owing and card.game.state == Game.State.RUNNING else order.get(Game.State(card.game.state), 3),
            card.game.due_at.timestamp() if card.game.due_at is not None else float("inf"),
            -card.game.created_at.timestamp(),
        ),
    )


def _owing(cards: list[Card]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The powers that may order in the open phase of their games and have sent nothing."""
    games = {card.game.pk: card for card in cards}
    rows = Phase.objects.filter(game__in=games, branch=F("game__branch"), number=F("game__number"))
    sent = set(OrderSet.objects.filter(phase__in=rows, withdrawn=False).values_list("phase__game", "power"))
    for row in rows:
        card = games[row.game_id]
        silent = [power for power in card.powers if (row.game_id, power) not in sent]
        able = reading.able(card.game, row) if silent else ()
        yield row.game_id, tuple(power for power in silent if power in able)


def archive(text: str = "", result: str = "", page: str = "1") -> Page[Any]:
    """Finished and archived games, the latest first.

    Every word of ``text`` stands in the title, or names the variant, the Game Master, a player or a winner.
    """
    over = Q(state=Game.State.ENDED) | ~Q(archived_at=None)
    games = with_results(Game.objects.select_related("master").filter(over))
    for word in text.split()[:8]:
        games = games.filter(_says(word))
    if result in RESULTS and result:
        games = games.filter(how=result)
    return Paginator(games.order_by("-created_at", "-pk"), A_PAGE).get_page(page)


def finished(games: Sequence[Any]) -> tuple[Finished, ...]:
    """The games of an archive's page as its list shows them."""
    ends, people = outcomes(games), tenures(games)
    return tuple(
        Finished(game, ends[game.pk], by_power(people[game.pk]), any(each.elsewhere for each in people[game.pk]))
        for game in games
    )


def _says(word: str) -> Q:
    """Whether a game has to do with a word."""
    players = Diplomat.objects.filter(user__username__icontains=word).values("seat__game")
    named = Event.objects.filter(kind="imported", recorded=False, text__icontains=word).values("game")
    return (
        Q(title__icontains=word)
        | Q(variant__icontains=word)
        | Q(master__username__icontains=word)
        | Q(who__icontains=word)
        | Q(pk__in=players)
        | Q(pk__in=named)
    )


@dataclass(frozen=True, slots=True)
class Course:
    """How a phase came to its end: when, a sentence each, and what was done to its clock meanwhile."""

    lines: tuple[str, ...]
    events: tuple[Event, ...]


_CLOCK = (
    "extended",
    "extension_asked",
    "deadline_overridden",
    "deadline_restored",
    "paused",
    "resumed",
    "all_ready",
    "ended_early",
    "timetable_changed",
)
"""Kinds of events that have to do with when a phase ends."""


def course_of(game: Game, told: past.Told | None, branch: int, number: int) -> Course:
    """When a phase opened, when it was due and when it was adjudicated, as far as the ledger says."""
    row = Phase.objects.get(game=game, branch=branch, number=number)
    zone = clock.zone_of(clock.read(game.timetable))
    ended = _moment(told.time) if told is not None else None
    opened = row.opened_at if ended is None or row.opened_at <= ended else None
    events = [] if opened is None else list(_clock_events(game, opened, ended))
    here = (game.branch, game.number) == (branch, number) and row.report is None
    runs, due = here and game.state == Game.State.RUNNING, row.due_at
    lines = [f"It opened on {instant(opened, zone)}."] if opened is not None else []
    lines += [f"It {'is' if runs else 'was'} due on {instant(due, zone)}."] if due is not None else []
    if ended is not None and told is not None:
        lines.append(f"It was adjudicated on {instant(ended, zone)}{f' by {told.actor}' if told.actor else ''}.")
    return Course(tuple(lines), tuple(events))


def _clock_events(game: Game, opened: datetime, ended: datetime | None) -> Iterator[Event]:
    """What everybody may know of what was done to the clock between two instants."""
    for event in game.events.filter(kind__in=_CLOCK, sight=Event.Sight.ALL, recorded=False):
        when = _moment(event.stamp)
        if when is not None and opened <= when and (ended is None or when <= ended):
            yield event


def _moment(text: object) -> datetime | None:
    """An instant as the ledger writes it; None for any other text, as a record from elsewhere may hold."""
    try:
        when = datetime.fromisoformat(str(text))
    except ValueError:
        return None
    return when if when.tzinfo is not None else None
