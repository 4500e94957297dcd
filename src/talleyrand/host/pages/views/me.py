"""What somebody sees and sets for himself alone: time zone, days away, notices."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.views.decorators.http import require_POST, require_safe

from talleyrand.host.absence import selectors as absences
from talleyrand.host.absence import services as absence
from talleyrand.host.accounts import zones
from talleyrand.host.games.access import NotAllowedError
from talleyrand.host.games.services import RefusedError
from talleyrand.host.notices import selectors as notices
from talleyrand.host.notices import services as notice_services
from talleyrand.host.notices.models import Kind
from talleyrand.host.pages.labels import told
from talleyrand.host.pages.views.common import row_number, user_of


@login_required
@require_safe
def me(request: HttpRequest) -> HttpResponse:
    """One's own page."""
    return _page(request)


@login_required
@require_POST
def zone(request: HttpRequest) -> HttpResponse:
    """Choose the zone that times are shown in."""

    def act() -> str:
        zones.choose(user_of(request), request.POST.get("zone", ""))
        return f"Times are shown in {user_of(request).zone} from now on."

    return _attempt(request, "zone", "zone", act)


@login_required
@require_POST
def plan(request: HttpRequest) -> HttpResponse:
    """Say that one is away."""

    def act() -> str:
        first, last = _day(request, "first"), _day(request, "last")
        absence.plan(user_of(request), first, last, now=timezone.now(), text=request.POST.get("text", ""))
        return "Noted. The Game Masters of your games can see it when a deadline falls into these days."

    return _attempt(request, "away", "plan_absence", act)


@login_required
@require_POST
def cancel(request: HttpRequest) -> HttpResponse:
    """Take back one's own absence."""

    def act() -> str:
        absence.cancel(user_of(request), row_number(request.POST.get("absence", "")))
        return "That absence is taken back."

    return _attempt(request, "away", "cancel_absence", act)


@login_required
@require_POST
def prefer(request: HttpRequest) -> HttpResponse:
    """Choose how notices of each kind come."""

    def act() -> str:
        chosen = {kind: request.POST[kind] for kind in Kind.values if kind in request.POST}
        notice_services.prefer_all(user_of(request), chosen, now=timezone.now())
        return "Noted. Notices come as you chose."

    return _attempt(request, "notices", "prefer", act)


def _attempt(request: HttpRequest, part: str, name: str, act: Callable[[], str]) -> HttpResponse:
    """Do something, say what came of it; what cannot be leaves what was typed in its form."""
    try:
        messages.success(request, act())
    except (RefusedError, zones.ZoneError, notice_services.PreferenceError) as fault:
        return _page(request, part=part, fault=told(str(fault), name), status=409)
    except NotAllowedError as fault:
        return render(request, "pages/not_allowed.html", {"why": str(fault)}, status=403)
    return redirect(f"{reverse('me')}#{part}")


def _page(request: HttpRequest, *, part: str = "", fault: str = "", status: int = 200) -> HttpResponse:
    user, now = user_of(request), timezone.now()
    chosen = notices.preferences(user)
    context = {
        "now": now,
        "part": part,
        "fault": fault,
        "typed": request.POST if fault else {},
        "zones": zones.zones(),
        "today": zones.local_date(user, now),
        "absences": absences.mine(user, now),
        "notices": notices.latest(user),
        "kinds": [(kind, chosen[kind], notices.paces(kind)) for kind in Kind],
    }
    return render(request, "pages/me.html", context, status=status)


def _day(request: HttpRequest, field: str) -> date:
    try:
        found = parse_date(request.POST.get(field, "")[:20])
    except ValueError:
        found = None
    if found is None:
        raise RefusedError(f"{field}: write a date that there is, as 2030-01-31")
    return found
