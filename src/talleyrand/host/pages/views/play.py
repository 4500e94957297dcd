"""What a player does: join, leave, send orders, take them back."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from talleyrand.host.accounts.models import User
from talleyrand.host.games import services as games
from talleyrand.host.games.access import NotAllowedError
from talleyrand.host.pages.views.common import attempt, find
from talleyrand.host.pages.views.game import page
from talleyrand.host.turns import services as turns


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user


@login_required
@require_POST
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Take a place at a power."""
    game, _ = find(request, code)
    power = request.POST.get("power", "")

    def act() -> str:
        games.join(_user(request), game, power, now=timezone.now())
        return f"You play {power}."

    return attempt(request, code, act)


@login_required
@require_POST
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Give one's place up."""
    game, _ = find(request, code)

    def act() -> str:
        games.leave(_user(request), game, now=timezone.now())
        return "You have left the game."

    return attempt(request, code, act)


@login_required
@require_POST
def orders(request: HttpRequest, code: str, power: str) -> HttpResponse:
    """Send orders; what cannot be taken stays in its box, with the reason above it."""
    game, role = find(request, code)
    text = request.POST.get("orders", "")
    try:
        turns.submit(
            _user(request),
            game,
            power,
            text,
            seen=_seen(request.POST.get("seen", "")),
            key=request.POST.get("key", "")[:64],
            now=timezone.now(),
        )
    except games.RefusedError as fault:
        return page(request, game, role, text=text, fault=str(fault), power=power, status=409)
    except NotAllowedError as fault:
        return render(request, "pages/not_allowed.html", {"why": str(fault)}, status=403)
    messages.success(request, f"Noted: your orders for {power} are in. How they stand is below.")
    return redirect(f"/g/{game.code}/#orders")


@login_required
@require_POST
def withdraw(request: HttpRequest, code: str, power: str) -> HttpResponse:
    """Take back what was sent."""
    game, _ = find(request, code)

    def act() -> str:
        turns.withdraw(_user(request), game, power, now=timezone.now())
        return f"The orders for {power} are taken back; none is in force."

    return attempt(request, code, act)


def _seen(text: str) -> tuple[int, int]:
    """Branch and number of the phase a form was made for; a form that does not say is for none."""
    branch, _, number = text.partition("-")
    if branch.isascii() and number.isascii() and branch.isdigit() and number.isdigit() and len(text) < 16:
        return int(branch), int(number)
    return 0, 0
