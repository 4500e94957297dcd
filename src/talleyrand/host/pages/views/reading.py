"""A game's past as anybody may read it: phases, maps, rules, record."""

from __future__ import annotations

import gzip
import json

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from talleyrand.host.accounts.models import User
from talleyrand.host.bridge import past, reading
from talleyrand.host.desk import log
from talleyrand.host.games.models import Game
from talleyrand.host.games.selectors import course_of
from talleyrand.host.pages.chart import chart
from talleyrand.host.pages.views.common import find, phase_in, theme_of, width_of
from talleyrand.host.pictures import store

TABS = (("before", store.BOARD, "Before"), ("results", store.RESULTS, "Results"), ("after", store.AFTER, "After"))
"""What a phase's page can show: its name in the address, the picture, and the word on the tab."""


@require_safe
def phase(request: HttpRequest, code: str, branch: int, number: int) -> HttpResponse:
    """One phase: its map, its report and, if asked for, the reasons; and the way to all others."""
    game, role = find(request, code)
    if not game.number:
        raise Http404
    engine = reading.seen_by(game, role)
    entry = reading.entry_of(engine, branch, number)
    if entry is None:
        raise Http404
    explain = "reasons" in request.GET
    done = entry.report is not None
    shown = next((tab for tab in TABS if tab[0] == request.GET.get("show")), TABS[1]) if done else TABS[0]
    context = {
        "game": game,
        "role": role,
        "entry": entry,
        "phase": reading.describe(engine, entry),
        "report": reading.report_of(engine, entry, explain=explain, title=game.title),
        "explain": explain,
        "steps": past.steps(engine, entry),
        "tabs": TABS if done else (),
        "shown": shown,
        "course": course_of(game, past.adjudication(engine, entry), branch, number),
        "sent": past.sent(entry) if done else (),
    }
    return render(request, "pages/phase.html", context)


@require_safe
def history(request: HttpRequest, code: str) -> HttpResponse:
    """Every phase of a game with its picture, and who had how many centres in which year."""
    game, role = find(request, code)
    if not game.number:
        raise Http404
    to = request.GET.get("to", "")
    if to:
        asked = phase_in(to)
        if asked is None:
            raise Http404
        return redirect("phase", game.code, *asked)
    engine = reading.seen_by(game, role)
    years = past.by_year(engine)
    context = {
        "game": game,
        "role": role,
        "steps": past.steps(engine, engine.current),
        "years": years,
        "powers": engine.powers,
        "chart": chart(engine.powers, engine.variant.colours, years),
        "result": past.result(engine),
    }
    return render(request, "pages/history.html", context)


@require_safe
def picture(request: HttpRequest, code: str, branch: int, number: int, what: str, form: str) -> HttpResponse:
    """The map of a phase as everybody may see it, whoever asks: there is nothing in it that could be sealed."""
    game, _ = find(request, code)
    if what not in store.SHOWN or form not in store.FORMS:
        raise Http404
    wanted = store.Wanted(what, theme_of(request), store.nearest(width_of(request)), form)
    found = store.find(game, branch, number, wanted)
    if found is None:
        raise Http404
    return _sent(request, found, form)


@require_safe
def opening(request: HttpRequest, code: str) -> HttpResponse:
    """The map with which a game that people sign up for will begin."""
    game, _ = find(request, code)
    if game.number:
        return redirect("map", game.code, 1, 1, store.BOARD)
    wanted = store.Wanted(store.BOARD, theme_of(request), store.nearest(width_of(request)))
    return _sent(request, store.opening(game, wanted), "svg")


def _sent(request: HttpRequest, found: store.Picture, form: str) -> HttpResponse:
    """A picture, packed where the browser can unpack it, or word that it has it already."""
    if found.tag in [tag.strip().removeprefix("W/") for tag in request.headers.get("If-None-Match", "").split(",")]:
        answer: HttpResponse = HttpResponseNotModified()
    elif form == "png":
        answer = HttpResponse(found.data, content_type="image/png")
    elif "gzip" in request.headers.get("Accept-Encoding", ""):
        answer = _drawing(found.data)
        answer["Content-Encoding"] = "gzip"
    else:
        answer = _drawing(gzip.decompress(found.data))
    answer["ETag"] = found.tag if form == "png" else f"W/{found.tag}"
    answer["Cache-Control"] = "private, max-age=300"
    if form == "svg":
        patch_vary_headers(answer, ["Accept-Encoding"])
    return answer


def svg(text: str) -> HttpResponse:
    """A drawing that one person may see, so that nothing on the way keeps it."""
    answer = _drawing(text.encode())
    answer["Cache-Control"] = "no-store"
    return answer


def _drawing(data: bytes) -> HttpResponse:
    """A drawing that runs nothing, also where it is opened by itself."""
    answer = HttpResponse(data, content_type="image/svg+xml; charset=utf-8")
    answer["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; sandbox"
    return answer


@require_safe
def record(request: HttpRequest, code: str) -> HttpResponse:
    """The record of a game as its reader may have it."""
    game, role = find(request, code)
    if not game.number:
        raise Http404
    if isinstance(request.user, User):
        log.look(request.user, game, now=timezone.now())
    text = json.dumps(reading.export(game, role), ensure_ascii=False, indent=1)
    answer = HttpResponse(text + "\n", content_type="application/json; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{_file_name(game)}.json"'
    answer["Cache-Control"] = "no-store"
    return answer


def _file_name(game: Game) -> str:
    """A name for a file that every system takes: the title's letters and the game's code."""
    return "-".join(filter(None, (slugify(game.title)[:60].strip("-_"), game.code)))


@require_safe
def about_record(request: HttpRequest, code: str) -> HttpResponse:
    """What a record holds, and who is given what of it."""
    game, role = find(request, code)
    if not game.number:
        raise Http404
    return render(request, "pages/record.html", {"game": game, "role": role, "name": f"{_file_name(game)}.json"})
