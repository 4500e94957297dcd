"""Changing the rules and the timetable of a game: what would change is shown before it is published."""

from __future__ import annotations

import hashlib
import json
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from talleyrand.host.accounts.models import User
from talleyrand.host.bridge import choices as house
from talleyrand.host.deadlines import timetable as clock
from talleyrand.host.deadlines import words
from talleyrand.host.deadlines.presets import PRESETS, alike, usual_for
from talleyrand.host.deadlines.timetable import Timetable
from talleyrand.host.games import changes
from talleyrand.host.games.models import Game, Rulebook
from talleyrand.host.games.outlook import outlook
from talleyrand.host.games.services import RefusedError
from talleyrand.host.pages.forms.rulebook import RulebookForm
from talleyrand.host.pages.forms.times import ZONES, TimetableForm, plainly
from talleyrand.host.pages.labels import told
from talleyrand.host.pages.views.common import whole_number
from talleyrand.host.pages.views.setup import hers
from talleyrand.host.turns.models import Event

_AGAIN = "The form has changed since you looked at what it would do. Look below, and confirm again."


@hers
def rules(request: HttpRequest, user: User, game: Game) -> HttpResponse:
    """Change the rules: every choice as it is, or with ``?back=version`` as it was; then what would change; then do."""
    last = game.rulebooks.latest("version")
    if request.method == "GET":
        back = game.rulebooks.filter(version=whole_number(request.GET.get("back", "")) or 0).first()
        form = RulebookForm(None, game.variant, game.preset, (back or last).choices)
        if back is None:
            return _rules_page(request, game, form, last.version)
        reason = f"Back to the rules of version {back.version}."
        look = _rules_look(game, last.choices, back.choices)
        return _rules_page(request, game, form, last.version, reason=reason, look=look, back=back)
    form = RulebookForm(request.POST, game.variant, game.preset, last.choices)
    reason, seen = request.POST.get("reason", ""), whole_number(request.POST.get("seen", "")) or 0
    if not form.is_valid():
        return _rules_page(request, game, form, seen, reason=reason, status=400)
    wanted = form.choices()
    look, fault = _rules_look(game, last.choices, wanted), ""
    if request.POST.get("do") == "publish" and request.POST.get("mark") == look["mark"]:
        try:
            made = changes.change_rules(user, game, wanted, seen=seen, reason=reason, now=timezone.now())
        except RefusedError as refused:
            fault, seen = told(str(refused), "change"), game.rulebooks.latest("version").version
        else:
            messages.success(request, f"Published: version {made.version} of the rules holds, and everybody is told.")
            return redirect("rules", game.code)
    elif request.POST.get("do") == "publish":
        fault = _AGAIN
    return _rules_page(request, game, form, seen, reason=reason, look=look, fault=fault, status=409 if fault else 200)


def _rules_look(game: Game, present: dict[str, Any], wanted: dict[str, Any]) -> dict[str, Any]:
    """In what the rules would differ from those that hold."""
    return {
        "changes": house.differences(game.variant, game.year_label, present, wanted),
        "mark": _mark(wanted),
    }


def _rules_page(
    request: HttpRequest,
    game: Game,
    form: RulebookForm,
    seen: int,
    *,
    reason: str = "",
    look: dict[str, Any] | None = None,
    back: Rulebook | None = None,
    fault: str = "",
    status: int = 200,
) -> HttpResponse:
    context = {
        "game": game,
        "form": form,
        "back": back,
        "seen": seen,
        "reason": reason,
        "look": look,
        "fault": fault,
        "begun": game.state != Game.State.SIGN_UP,
        "over": game.state == Game.State.ENDED,
    }
    return render(request, "pages/change_rules.html", context, status=status)


@hers
def timetable(request: HttpRequest, user: User, game: Game) -> HttpResponse:
    """Change the timetable: as it is, filled from a preset, or with ``?back=event`` as it was before that change."""
    steps, now = house.steps_of(game.variant), timezone.now()
    if request.method == "GET":
        back = _change(game, whole_number(request.GET.get("back", "")) or -1)
        if back is None:
            return _times_page(request, game, TimetableForm(None, steps, clock.read(game.timetable)))
        former, at_once = (
            plainly(clock.read(back.data["timetable"]["old"]), steps),
            bool(back.data.get("at_once", True)),
        )
        look = _times_look(game, former, at_once, now)
        form, reason = TimetableForm(None, steps, former), "Back to the timetable before."
        return _times_page(request, game, form, reason=reason, at_once=at_once, look=look, back=back)
    data = request.POST
    reason, at_once, do = data.get("reason", ""), data.get("since") != "next", data.get("do", "look")
    if do == "fill":
        fill = data.get("fill", "")
        form = TimetableForm(None, steps, PRESETS[fill][1] if fill in PRESETS else clock.read(game.timetable))
        return _times_page(request, game, form, reason=reason, at_once=at_once, fill=fill)
    form = TimetableForm(data, steps, clock.read(game.timetable))
    if not form.is_valid():
        return _times_page(request, game, form, reason=reason, at_once=at_once, status=400)
    wanted: Timetable = form.cleaned_data["timetable"]
    value, fault = clock.write(wanted), ""
    if do == "publish" and data.get("mark") == _times_mark(wanted, at_once):
        try:
            changes.change_timetable(
                user, game, value, at_once=at_once, seen=data.get("seen", ""), reason=reason, now=now
            )
        except RefusedError as refused:
            fault = told(str(refused), "change")
        else:
            messages.success(request, "The timetable is changed, and everybody is told.")
            return redirect("change_times", game.code)
    elif do == "publish":
        fault = _AGAIN
    look = _times_look(game, wanted, at_once, now)
    return _times_page(
        request, game, form, reason=reason, at_once=at_once, look=look, fault=fault, status=409 if fault else 200
    )


def _times_look(game: Game, wanted: Timetable, at_once: bool, now: datetime) -> dict[str, Any]:
    """What the timetable would say, and the deadlines to come beside those of the one there is."""
    found: dict[str, Any] = {
        "mark": _times_mark(wanted, at_once),
        "zone": words.zone_name(wanted.zone),
        "times": words.describe(wanted, house.steps_of(game.variant)),
    }
    fresh = Game.objects.get(pk=game.pk)
    try:
        course = outlook(fresh, wanted, at_once=at_once, now=now)
    except RefusedError as refused:
        return {**found, "refused": told(str(refused), "change")}
    present, steps = clock.read(fresh.timetable), house.steps_of(game.variant)
    same = clock.alike(wanted, present, steps) and not any(line.moved for line in course)
    return {**found, "course": course, "same": same}


def _times_page(
    request: HttpRequest,
    game: Game,
    form: TimetableForm,
    *,
    reason: str = "",
    at_once: bool = True,
    look: dict[str, Any] | None = None,
    back: Event | None = None,
    fill: str = "",
    fault: str = "",
    status: int = 200,
) -> HttpResponse:
    fresh = Game.objects.get(pk=game.pk)
    steps = house.steps_of(game.variant)
    coming = clock.read(fresh.coming["timetable"]) if fresh.coming is not None else None
    context = {
        "game": fresh,
        "form": form,
        "reason": reason,
        "at_once": at_once,
        "back": back,
        "look": look,
        "fault": fault,
        "seen": changes.clockwork(fresh),
        "zones": ZONES,
        "fill": fill or alike(clock.read(fresh.timetable), steps) or usual_for(game.preset),
        "presets": [(name, text) for name, (text, _) in PRESETS.items()],
        "times": words.describe(clock.read(fresh.timetable), steps),
        "coming": words.describe(coming, steps) if coming is not None else (),
        "former": fresh.events.filter(kind="timetable_changed").order_by("-sequence"),
        "plays": fresh.is_played,
        "over": fresh.state == Game.State.ENDED,
    }
    return render(request, "pages/change_times.html", context, status=status)


def _change(game: Game, sequence: int) -> Event | None:
    """A change of the timetable, by its place in the ledger."""
    return game.events.filter(kind="timetable_changed", sequence=sequence).first()


def _times_mark(timetable: Timetable, at_once: bool) -> str:
    return _mark({"timetable": clock.write(timetable), "at_once": at_once})


def _mark(value: object) -> str:
    """What was looked at, so that nothing else is published."""
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:32]
