"""What a player does with his place and his orders: join, leave, send, keep, take back."""

from __future__ import annotations

import hashlib

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from talleyrand.host.absence import services as absence
from talleyrand.host.bridge import ledger
from talleyrand.host.deadlines import timetable as clock
from talleyrand.host.games import services as games
from talleyrand.host.games.access import NotAllowedError
from talleyrand.host.games.models import Game, with_seats
from talleyrand.host.pages.labels import told
from talleyrand.host.pages.views.common import attempt, find, seen_phase, user_of
from talleyrand.host.pages.views.game import ends, own, page
from talleyrand.host.turns import drafts, seniority
from talleyrand.host.turns import services as turns


@login_required
@require_POST
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Take a place at a power."""
    game, _ = find(request, code)
    power = request.POST.get("power", "")

    def act() -> str:
        place = games.join(user_of(request), game, power, now=timezone.now())
        if game.state != Game.State.SIGN_UP:
            return f"You play {power}."
        began = place.seat.game.state == Game.State.RUNNING
        return f"You play {power}. {'The game has begun.' if began else f'{ends(game)} You are told when it does.'}"

    return attempt(request, code, act)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Give one's place up; asks first, and says what follows."""
    game, role = find(request, code)
    if request.method != "POST":
        if not role.powers or game.state == Game.State.ENDED:
            raise Http404
        return render(request, "pages/leave.html", {"game": game, "powers": sorted(role.powers)})

    def act() -> str:
        absence.leave(user_of(request), game, now=timezone.now())
        return "You have left the game."

    return attempt(request, code, act)


@require_POST
def orders(request: HttpRequest, code: str, power: str) -> HttpResponse:
    """Send orders, or keep them as a draft; what cannot be taken stays in its box, or where it can be copied."""
    game, role = find(request, code)
    text = request.POST.get("orders", "")
    if not request.user.is_authenticated:
        return _kept(request, game, text, "You are not signed in any more, so nothing was sent.", 401)
    draft = request.POST.get("do") == "draft"
    try:
        (drafts.keep if draft else turns.submit)(
            user_of(request),
            game,
            power,
            text,
            seen=seen_phase(request),
            key=_key(request, power, text),
            now=timezone.now(),
        )
    except games.RefusedError as fault:
        return page(request, game, role, text=text, fault=told(str(fault)), power=power, status=409)
    except NotAllowedError as fault:
        return _kept(request, game, text, f"{fault} Nothing was sent.", 403)
    if draft:
        messages.success(request, f"Kept as a draft for {power}, for you alone. It is not in force.")
        return redirect(f"{reverse('game', args=[code])}#orders")
    messages.success(request, f"Noted: your orders for {power} are in.")
    return redirect("receipt", code, power)


def _kept(request: HttpRequest, game: Game, text: str, why: str, status: int) -> HttpResponse:
    """A text that went nowhere, to be copied: nobody types it twice."""
    return render(request, "pages/kept.html", {"game": game, "text": text, "why": why}, status=status)


@login_required
@require_safe
def receipt(request: HttpRequest, code: str, power: str) -> HttpResponse:
    """What came in for one's own power: the last set as it was read, what is in force, and all that was sent."""
    game, role = find(request, code)
    if not role.plays(power) or not game.number:
        raise Http404
    context = own(request, game, role, ledger.load(with_seats(game)))
    sides = context["sides"]
    assert isinstance(sides, list)
    context |= {
        "game": game,
        "now": timezone.now(),
        "zone": clock.zone_of(clock.read(game.timetable)),
        "ends": ends(game),
        "side": next(side for side in sides if side.power == power),
    }
    return render(request, "pages/receipt.html", context)


@login_required
@require_POST
def withdraw(request: HttpRequest, code: str, power: str) -> HttpResponse:
    """Take back what was sent."""
    game, _ = find(request, code)

    def act() -> str:
        turns.withdraw(user_of(request), game, power, now=timezone.now())
        return f"The orders for {power} are taken back; none is in force."

    return attempt(request, code, act)


@login_required
@require_POST
def supersede(request: HttpRequest, code: str, power: str) -> HttpResponse:
    """Ask that one's orders supersede those of the others, or take that back."""
    game, _ = find(request, code)
    on = request.POST.get("on") == "1"
    return attempt(request, code, lambda: seniority.supersede(user_of(request), game, power, on=on, now=timezone.now()))


@login_required
@require_POST
def invite(request: HttpRequest, code: str, power: str) -> HttpResponse:
    """Let somebody join one's power."""
    game, _ = find(request, code)

    def act() -> str:
        name = seniority.invite(user_of(request), game, power, request.POST.get("name", ""), now=timezone.now())
        return f"{name} can join {power} on this page now, and will see its orders."

    return attempt(request, code, act)


def _key(request: HttpRequest, power: str, text: str) -> str:
    """What is one for a form and its text: a page gone back to, with another text in its box, sends another set."""
    form = request.POST.get("key", "")
    whole = "\n".join((str(user_of(request).pk), power, form, text))
    return hashlib.sha256(whole.encode(errors="replace")).hexdigest() if form else ""
