"""What a Game Master does at her desk, act by act."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from talleyrand.host.absence import services as absence
from talleyrand.host.desk import clock, contact, ending, orders, people
from talleyrand.host.games import services as games
from talleyrand.host.games.access import NotAllowedError, needs_master
from talleyrand.host.pages.labels import told
from talleyrand.host.pages.views import desk
from talleyrand.host.pages.views.asked import Asked
from talleyrand.host.pages.views.common import find, user_of
from talleyrand.host.pages.views.sure import SURE, foreseen
from talleyrand.host.turns import services as turns

_MOST_FIELDS = 60


@login_required
@require_POST
def act(request: HttpRequest, code: str, act: str) -> HttpResponse:
    """One of the things that a Game Master does; what weighs is asked first, and what is refused stays in its box."""
    game, _ = find(request, code)
    done = ACTS.get(act)
    if done is None:
        raise Http404
    asked = Asked(user_of(request), game, request.POST, timezone.now())
    try:
        needs_master(asked.user, game)
        if "back" in request.POST:
            return _desk(request, code, act)
        if act in SURE and "sure" not in request.POST:
            return _question(request, asked, act)
        messages.success(request, done(asked))
    except games.RefusedError as fault:
        return _desk(request, code, act, fault=told(str(fault), act))
    except NotAllowedError as fault:
        return render(request, "pages/not_allowed.html", {"why": str(fault)}, status=403)
    return redirect("desk", code)


def _desk(request: HttpRequest, code: str, act: str, fault: str = "") -> HttpResponse:
    """The desk with all that was written in the form of an act still in its boxes."""
    game, role = find(request, code)
    kept = {**request.POST.dict(), "sharers": request.POST.getlist("sharers")}
    return desk.page(request, game, role, fault=fault, kept={act: kept}, status=409 if fault else 200)


def _question(request: HttpRequest, asked: Asked, act: str) -> HttpResponse:
    sure = SURE[act](asked, foreseen(asked.game, lambda: ACTS[act](asked)))
    fields = [
        (name, value)
        for name, values in asked.form.lists()
        for value in values
        if name not in ("csrfmiddlewaretoken", "sure") and (name != "text" or not sure.why)
    ]
    context = {
        "game": asked.game,
        "act": act,
        "sure": sure,
        "fields": fields[:_MOST_FIELDS],
        "text": asked.text,
        "place": PLACES.get(act, ""),
    }
    return render(request, "pages/desk/sure.html", context)


def _start(asked: Asked) -> str:
    games.start(asked.user, asked.game, now=asked.now)
    return "The game has started."


def _adjudicate(asked: Asked) -> str:
    turns.adjudicate(asked.user, asked.game, seen=asked.phase, now=asked.now, text=asked.text)
    return "Adjudicated and published."


def _pause(asked: Asked) -> str:
    games.pause(asked.user, asked.game, now=asked.now, text=asked.text)
    return "The game is paused."


def _resume(asked: Asked) -> str:
    games.resume(asked.user, asked.game, now=asked.now, text=asked.text)
    return "The clock runs again."


def _extend(asked: Asked) -> str:
    games.extend(asked.user, asked.game, hours=asked.hours, seen=asked.seen, now=asked.now, text=asked.text)
    return "The deadline has moved."


def _deadline(asked: Asked) -> str:
    clock.override_deadline(asked.user, asked.game, asked.due, seen=asked.seen, now=asked.now, text=asked.text)
    return "The deadline has moved, and everybody is told."


def _restore(asked: Asked) -> str:
    clock.restore_deadline(asked.user, asked.game, seen=asked.seen, now=asked.now, text=asked.text)
    return "The deadline is what it was before."


def _roll_back(asked: Asked) -> str:
    to = asked.number("to") if asked.form.get("to") else None
    turns.roll_back(asked.user, asked.game, to=to, now=asked.now, text=asked.text)
    return "Rolled back; what was put aside stays readable."


def _roll_forward(asked: Asked) -> str:
    branch = asked.number("branch") if asked.form.get("branch") else None
    turns.roll_forward(asked.user, asked.game, branch=branch, now=asked.now, text=asked.text)
    return "What was put aside counts again."


def _rule(asked: Asked) -> str:
    turns.rule(asked.user, asked.game, asked.text, now=asked.now)
    return "The ruling is recorded, and everybody can read it."


def _retry(asked: Asked) -> str:
    turns.retry(asked.user, asked.game, now=asked.now)
    return "It worked this time: the phase is adjudicated."


def _enter(asked: Asked) -> str:
    override = asked.form.get("how") == "override"
    text = asked.form.get("orders", "")
    orders.enter(
        asked.user, asked.game, asked.power, text, override=override, seen=asked.phase, key=asked.key, now=asked.now
    )
    return f"Your orders for {asked.power} are in. Everybody can read that you entered some, and nobody which."


def _stand_back(asked: Asked) -> str:
    orders.stand_back(asked.user, asked.game, asked.power, now=asked.now)
    return f"Your orders for {asked.power} are taken back; what it has sent itself is in force again."


def _nudge(asked: Asked) -> str:
    contact.nudge(asked.user, asked.game, asked.power, asked.text, seen=asked.phase, key=asked.key, now=asked.now)
    return f"The players of {asked.power} are asked. Their orders stand as they are."


def _ping(asked: Asked) -> str:
    count = contact.ping(asked.user, asked.game, now=asked.now)
    if count is None:
        return "Whoever is awaited and has sent nothing is reminded."
    return f"{count} power{' is' if count == 1 else 's are'} reminded."


def _announce(asked: Asked) -> str:
    contact.announce(asked.user, asked.game, asked.text, key=asked.key, now=asked.now)
    return "Published: it stands on the page of the game."


def _keep(asked: Asked) -> str:
    contact.keep(asked.user, asked.game, asked.text, key=asked.key, now=asked.now)
    return "Kept for you alone; you can publish it at any time."


def _replace(asked: Asked) -> str:
    old, new = asked.person("player"), asked.person("new")
    absence.replace_player(asked.user, asked.game, asked.power, old, new, now=asked.now, text=asked.text)
    return f"{new.username} plays {asked.power} now."


def _put_in(asked: Asked) -> str:
    new = asked.person("new")
    absence.put_in(asked.user, asked.game, asked.power, new, now=asked.now, text=asked.text)
    return f"{new.username} plays {asked.power} now."


def _kick(asked: Asked) -> str:
    old = asked.person("player")
    absence.kick(asked.user, asked.game, asked.power, old, now=asked.now, text=asked.text)
    return f"{old.username} plays {asked.power} no more."


def _senior(asked: Asked) -> str:
    player = asked.person("player")
    people.make_senior(asked.user, asked.game, asked.power, player, now=asked.now, text=asked.text)
    return f"{player.username} is the senior of {asked.power} now."


def _disorder(asked: Asked) -> str:
    on = asked.form.get("on") != "no"
    absence.set_disorder(asked.user, asked.game, asked.power, on, now=asked.now, text=asked.text)
    return f"{asked.power} is in civil disorder." if on else f"The civil disorder of {asked.power} is over."


def _draw(asked: Asked) -> str:
    turns.draw(asked.user, asked.game, asked.form.getlist("sharers")[:100], now=asked.now, text=asked.text)
    return "The game has ended in a draw."


def _abandon(asked: Asked) -> str:
    ending.abandon(asked.user, asked.game, asked.text, now=asked.now)
    return "The game has ended without a result."


def _take_up(asked: Asked) -> str:
    ending.take_up(asked.user, asked.game, now=asked.now, text=asked.text)
    return "The game goes on."


def _archive(asked: Asked) -> str:
    on = asked.form.get("on") != "no"
    ending.archive(asked.user, asked.game, on=on, now=asked.now)
    return "The game is in the archive." if on else "The game is out of the archive."


def _open(asked: Asked) -> str:
    on = asked.form.get("on") != "no"
    ending.open_desk(asked.user, asked.game, on=on, now=asked.now, text=asked.text)
    return "Your desk is open, and everybody is told." if on else "Your desk is closed."


ACTS: dict[str, Callable[[Asked], str]] = {
    "start": _start,
    "adjudicate": _adjudicate,
    "pause": _pause,
    "resume": _resume,
    "extend": _extend,
    "deadline": _deadline,
    "restore": _restore,
    "roll_back": _roll_back,
    "roll_forward": _roll_forward,
    "rule": _rule,
    "retry": _retry,
    "enter": _enter,
    "stand_back": _stand_back,
    "nudge": _nudge,
    "ping": _ping,
    "announce": _announce,
    "keep": _keep,
    "put_in": _put_in,
    "replace": _replace,
    "kick": _kick,
    "senior": _senior,
    "disorder": _disorder,
    "draw": _draw,
    "abandon": _abandon,
    "take_up": _take_up,
    "archive": _archive,
    "open": _open,
}
"""What the desk can do, by the last part of its address."""

PLACES = {
    **dict.fromkeys(("adjudicate",), "adjudicate"),
    **dict.fromkeys(("pause", "resume", "extend", "deadline", "restore"), "clock"),
    **dict.fromkeys(("announce", "keep"), "say"),
    **dict.fromkeys(("roll_back", "roll_forward"), "back"),
    **dict.fromkeys(("put_in", "replace", "kick", "senior", "disorder"), "players"),
    **dict.fromkeys(("draw", "abandon", "take_up"), "end"),
    **dict.fromkeys(("enter", "stand_back", "nudge", "ping"), "orders"),
    "rule": "rule",
}
"""By act: where on the desk it stands."""
