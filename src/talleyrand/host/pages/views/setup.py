"""Making a game, and changing its terms before it starts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from talleyrand.host.accounts.models import User
from talleyrand.host.bridge import choices as house
from talleyrand.host.bridge.rules import SettingError
from talleyrand.host.deadlines import timetable as clock
from talleyrand.host.deadlines import words
from talleyrand.host.games import changes, services
from talleyrand.host.games.models import Game
from talleyrand.host.games.outlook import first_year
from talleyrand.host.games.rulebooks import previous_of, since
from talleyrand.host.pages.forms.making import Making
from talleyrand.host.pages.forms.terms import TermsForm, terms_of
from talleyrand.host.pages.forms.times import ZONES
from talleyrand.host.pages.views.common import mastered, user_of


@login_required
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Make a game: choose what it is made of, then all the rest, look it over, and make it."""
    asked = request.method == "POST"
    setting = (request.POST if asked else request.GET).get("setting", "")
    try:
        making = Making(setting, request.POST if asked else None)
    except SettingError:
        wrong = asked or bool(setting)
        return render(
            request, "pages/choose.html", {"offers": house.offers(), "wrong": wrong}, status=400 if wrong else 200
        )
    return _answer(request, making) if asked else _page(request, making)


def _answer(request: HttpRequest, making: Making) -> HttpResponse:
    data = request.POST
    do, shown = data.get("do", "make"), data.get("shown", making.setting)
    if do in ("again", "fill") or shown != making.setting:
        fresh = Making(making.setting)
        fresh.keep(data, rules=shown == making.setting)
        if do == "fill":
            fresh.fill(data.get("fill", ""))
        elif shown != making.setting:
            messages.info(request, f"The choices below are those of {fresh.rules.preset.title}.")
        return _page(request, fresh)
    if not making.is_valid():
        return _page(request, making, status=400)
    now = timezone.now()
    if do == "look":
        return _look(request, making, now)
    try:
        game = _make(request, making, now)
    except services.RefusedError as fault:
        making.terms.refuse(str(fault))
        return _page(request, making, status=400)
    messages.success(request, "The game is made.")
    return redirect("game", game.code)


def _make(request: HttpRequest, making: Making, now: datetime) -> Game:
    terms = making.terms.cleaned_data
    return services.create(
        user_of(request),
        terms["title"],
        making.variant,
        clock.write(making.timetable),
        preset=making.preset,
        choices=making.rules.choices(),
        year_label=making.year_label,
        about=terms["about"],
        starts_at=making.starts_at,
        least_players=terms["least_players"],
        starts_once=making.terms.starts_once,
        key=making.key,
        now=now,
    )


def _look(request: HttpRequest, making: Making, now: datetime) -> HttpResponse:
    """What the rules page will mark and the timetable will say; nothing is made."""
    variant, label, chosen, times = making.variant, making.year_label, making.rules.choices(), making.timetable
    previous = previous_of(user_of(request), variant)
    starts, once = making.starts_at, making.terms.starts_once
    try:
        terms = making.terms.cleaned_data
        services.check_terms(
            terms["title"], terms["about"], starts, terms["least_players"], making.offer.powers, now, once
        )
        course = first_year(variant, label, chosen, times, starts or now)
    except services.RefusedError as fault:
        making.terms.refuse(str(fault))
        return _page(request, making, status=400)
    zone = clock.zone_of(times)
    look = {
        "against": house.differences(variant, label, house.choices_of(variant, making.preset), chosen),
        "since": since(variant, label, chosen, previous),
        "previous": previous,
        "times": words.describe(times, making.steps),
        "course": course,
        "zone": words.zone_name(zone.key),
        "starts": words.when_it_starts(times, starts, terms["least_players"], once),
        "dated": starts is not None,
    }
    return _page(request, making, look=look)


def _page(
    request: HttpRequest, making: Making, *, look: Mapping[str, object] | None = None, status: int = 200
) -> HttpResponse:
    context = {"making": making, "look": look, "zones": ZONES}
    return render(request, "pages/new.html", context, status=status)


HerView = Callable[[HttpRequest, User, Game], HttpResponse]


def hers(view: HerView) -> Callable[..., HttpResponse]:
    """A form that a game's master alone reads and sends: for others there is no such page, and its act is refused."""

    @login_required
    @require_http_methods(["GET", "POST"])
    def guarded(request: HttpRequest, code: str) -> HttpResponse:
        game, _ = mastered(request, code)
        return view(request, user_of(request), game)

    return guarded


@hers
def terms(request: HttpRequest, user: User, game: Game) -> HttpResponse:
    """Change a game's name, text and start before it starts."""
    zone = clock.zone_of(clock.read(game.timetable))
    asked = request.method == "POST"
    form = TermsForm(request.POST if asked else None, initial=terms_of(game, zone), label_suffix="")
    if asked and form.is_valid() and _edited(user, game, form, zone):
        messages.success(request, "Changed, and everybody can read it.")
        return redirect("game", game.code)
    context = {"game": game, "form": form, "zone": words.zone_name(zone.key), "can": game.state == Game.State.SIGN_UP}
    return render(request, "pages/terms.html", context, status=400 if form.errors else 200)


def _edited(user: User, game: Game, form: TermsForm, zone: ZoneInfo) -> bool:
    """Whether the change was made; what is wrong is at its field."""
    starts = form.starts_at(zone)
    if form.errors:
        return False
    given = form.cleaned_data
    try:
        changes.edit_terms(
            user,
            game,
            title=given["title"],
            about=given["about"],
            starts_at=starts,
            least_players=given["least_players"],
            starts_once=form.starts_once,
            now=timezone.now(),
        )
    except services.RefusedError as fault:
        form.refuse(str(fault))
    return not form.errors
