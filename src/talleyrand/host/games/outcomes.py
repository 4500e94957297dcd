"""How games ended: in words, when, why, and with how many centres."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Case, F, OuterRef, Q, QuerySet, Subquery, TextField, Value, When
from django.db.models.fields.json import KT
from django.db.models.functions import Coalesce

from talleyrand.host.bridge import past
from talleyrand.host.games.models import Game
from talleyrand.host.turns.models import Event, Phase

RESULTS = {"": "Any end", "solo": "Solo", "draw": "Draw", "ranked": "Ranked", "open": "Without a result"}
"""How a game can have ended, for a form."""

NO_RESULT = "Ended without a result"

_ENDS = ("adjudicated", "over", "draw", "redone", "abandoned")
"""Kinds of events with the last of which a game that is over ended."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended in words, when as the ledger writes it, what was said of it, and the centres of each power.

    Those with the most come first, and none without any.
    """

    result: str
    stamp: str
    text: str
    centers: tuple[tuple[str, int], ...]


def with_results(games: QuerySet[Game]) -> QuerySet[Any]:
    """Games with ``how`` each ended, ``who`` won or shares the draw as a JSON list, and the event that ended it."""
    here = Phase.objects.filter(game=OuterRef("pk"), branch=OuterRef("branch"), number=OuterRef("number"))
    turns = Event.objects.filter(game=OuterRef("pk"), recorded=True, kind__in=("draw", "undone", "redone"))
    last = turns.order_by("-sequence").annotate(shared=KT("data__winners"), again=KT("data__drawn"))
    ended = Event.objects.filter(game=OuterRef("pk"), kind__in=_ENDS, sight=Event.Sight.ALL).order_by("-sequence")
    text = TextField()
    decided = Q(judged__in=("solo", "draw", "ranked"))
    return games.annotate(
        judged=Subquery(here.annotate(found=KT("report__status__state")).values("found")[:1]),
        winners=Subquery(here.annotate(found=KT("report__status__winners")).values("found")[:1]),
        sharers=Subquery(last.annotate(found=Coalesce("shared", "again")).values("found")[:1]),
        ended_by=Subquery(ended.values("pk")[:1]),
        ended=Coalesce(Subquery(ended.values("stamp")[:1]), Value("")),
    ).annotate(
        how=Case(
            When(decided, then=F("judged")),
            When(sharers__isnull=False, then=Value("draw")),
            default=Value("open"),
            output_field=text,
        ),
        who=Case(
            When(decided, then=F("winners")),
            default=Coalesce("sharers", Value(""), output_field=text),
            output_field=text,
        ),
    )


def outcomes(games: Sequence[Any]) -> dict[int, Outcome]:
    """How games ended, by their ids; the games are those of ``with_results``."""
    events = Event.objects.only("text", "stamp", "kind").in_bulk([game.ended_by for game in games if game.ended_by])
    centers = _centers(games)
    found = {}
    for game in games:
        event = events.get(game.ended_by)
        found[game.pk] = Outcome(
            past.result_in_words(game.how, game.who) or NO_RESULT,
            event.stamp if event is not None else "",
            event.text if event is not None and event.kind in ("draw", "abandoned") else "",
            centers.get(game.pk, ()),
        )
    return found


def outcome(game: Game) -> Outcome | None:
    """How a game ended; None while it goes on."""
    if game.state != Game.State.ENDED:
        return None
    return outcomes(list(with_results(Game.objects.filter(pk=game.pk))))[game.pk]


def _centers(games: Sequence[Game]) -> dict[int, tuple[tuple[str, int], ...]]:
    rows = Phase.objects.filter(game__in=games, branch=F("game__branch"), number=F("game__number"))
    owned = rows.values_list("game_id", "report__next__centers", "position__centers")
    return {game: past.most_first(after or before or {}) for game, after, before in owned}
