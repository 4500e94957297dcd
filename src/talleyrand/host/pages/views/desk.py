"""The Game Master's desk: how the game stands, what would come of the orders, and the log."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from zoneinfo import ZoneInfo

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from talleyrand.host.absence.selectors import away_at_deadline, missed
from talleyrand.host.bridge import desk as foresight
from talleyrand.host.bridge import past, reading
from talleyrand.host.bridge.standing import standing
from talleyrand.host.deadlines import timetable as clock
from talleyrand.host.deadlines.words import instant, zone_name
from talleyrand.host.desk import log, selectors
from talleyrand.host.desk.clock import last_move
from talleyrand.host.desk.contact import resting
from talleyrand.host.games.access import Role
from talleyrand.host.games.models import Game, seats_of, with_seats
from talleyrand.host.games.services import RefusedError
from talleyrand.host.notices.selectors import undelivered
from talleyrand.host.pages.labels import told
from talleyrand.host.pages.paging import paged
from talleyrand.host.pages.views.common import mastered, more_time, theme_of, user_of, width_of
from talleyrand.host.pages.views.game import ends
from talleyrand.host.pages.views.reading import svg
from talleyrand.host.turns.models import WORDS

_A_PAGE = 50
_LATEST = 12
_TYPED = ("text", "orders", "new", "hours", "due")
"""Fields of the desk's forms in which something is written."""


@login_required
@require_safe
def desk(request: HttpRequest, code: str) -> HttpResponse:
    """Who has sent what, with readings and flags; what can be done."""
    game, role = mastered(request, code)
    log.look(user_of(request), game, now=timezone.now())
    return page(request, game, role)


def page(
    request: HttpRequest,
    game: Game,
    role: Role,
    *,
    fault: str = "",
    kept: Mapping[str, Mapping[str, object]] | None = None,
    status: int = 200,
) -> HttpResponse:
    """The desk; with a fault, what was ``kept`` of the form of an act is still in it."""
    times = clock.read(game.timetable)
    context: dict[str, object] = {
        "game": game,
        "role": role,
        "ends": ends(game),
        "strict": times.pace is clock.Pace.STRICT,
        "zone": zone_name(times.zone),
        "seats": seats_of(with_seats(game)),
        "notes": selectors.kept(role, game),
        "announcements": selectors.announcements(game),
        "undelivered": undelivered(role, game),
        "events": list(log.readable(role, game).order_by("-sequence")[:_LATEST]),
        "key": uuid.uuid4().hex,
        "fault": fault,
        "kept": kept or {},
        "wrote": any(form.get(name) for form in (kept or {}).values() for name in _TYPED),
    }
    if game.number:
        context |= _played(game, role, clock.zone_of(times))
    return render(request, "pages/desk.html", context, status=status)


def _played(game: Game, role: Role, zone: ZoneInfo) -> dict[str, object]:
    """What there is on the desk of a game that has begun; of sealed orders nothing where they are not hers to see."""
    engine = reading.seen_by(game, role)
    phase = reading.describe(engine)
    move = last_move(game)
    away = away_at_deadline(role, game)
    return {
        "phase": phase,
        "desk": selectors.desk_of(role, game, engine, phase, away) if role.sees_all else None,
        "living": standing(engine).living,
        "missed": [each for each in missed(role, game, engine) if each.missed or each.disorder or each.declared],
        "away": away,
        "more": more_time(game),
        "resting": resting(game, timezone.now()),
        "moved": instant(move[0], zone) if move is not None else "",
        "line": [(entry.number, reading.describe(engine, entry)) for entry in engine.line if entry.report is not None],
        "lines": _history(engine),
        "comes_back": past.can_come_back(engine),
        "won": engine.status.over and engine.current.report is not None,
    }


def _history(engine: reading.Engine) -> list[tuple[str, list[tuple[reading.Entry, str, bool]]]]:
    """Every phase by line of play: what each is called, and whether it counts."""
    counts = {id(entry) for entry in engine.line}
    found = []
    for branch, words in past.lines_of_play(engine).items():
        entries = [entry for entry in engine.entries if entry.branch == branch]
        found.append((words, [(each, reading.describe(engine, each), id(each) in counts) for each in entries]))
    return found


@login_required
@require_safe
def preview(request: HttpRequest, code: str) -> HttpResponse:
    """What would come of the orders as they are; nothing is changed."""
    game, role = _sees(request, code)
    now = timezone.now()
    log.look(user_of(request), game, now=now)
    context: dict[str, object] = {"game": game}
    try:
        engine = reading.seen_by(with_seats(game), role)
        phase = reading.describe(engine)
        found = foresight.preview(engine, game.title)
        due = selectors.deadline_after(game, found.phase, now) if found.phase is not None else None
        context |= {
            "phase": phase,
            "report": found.report,
            "following": found.following,
            "due": instant(due, clock.zone_of(clock.read(game.timetable))) if due is not None else "",
            "desk": selectors.desk_of(role, game, engine, phase),
        }
    except (reading.GameError, RefusedError) as fault:
        context["fault"] = told(str(fault))
    return render(request, "pages/preview.html", context)


@login_required
@require_safe
def preview_picture(request: HttpRequest, code: str) -> HttpResponse:
    """The map of what would come of the orders as they are."""
    game, role = _sees(request, code)
    log.look(user_of(request), game, now=timezone.now())
    try:
        engine = reading.seen_by(game, role)
        return svg(foresight.preview_map(engine, theme_of(request), width_of(request)))
    except reading.GameError:
        raise Http404 from None


def _sees(request: HttpRequest, code: str) -> tuple[Game, Role]:
    """The game and her role, for its master where sealed orders are hers to see and there are any."""
    game, role = mastered(request, code)
    if not role.sees_all or not game.number:
        raise Http404
    return game, role


@login_required
@require_safe
def events(request: HttpRequest, code: str) -> HttpResponse:
    """All that happened in a game, the newest first, or what is of one kind."""
    game, role = mastered(request, code)
    found = log.readable(role, game)
    kinds = sorted(
        ((kind, WORDS.get(kind, kind)) for kind in found.order_by("kind").values_list("kind", flat=True).distinct()),
        key=lambda each: each[1].casefold(),
    )
    kind = request.GET.get("kind", "")
    if kind in dict(kinds):
        found = found.filter(kind=kind)
    pages = Paginator(found.order_by("-sequence"), _A_PAGE)
    shown = pages.get_page(request.GET.get("page"))
    context = {"game": game, "kinds": kinds, "kind": kind, "events": shown, "list": paged(request, shown, "page")}
    return render(request, "pages/desk/events.html", context)
