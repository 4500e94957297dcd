"""Addresses."""

from __future__ import annotations

from django.urls import include, path

from talleyrand.host.pages.views import (
    acts,
    archive,
    board,
    changing,
    correct,
    desk,
    entry,
    game,
    home,
    imports,
    live,
    me,
    mend,
    play,
    reading,
    ready,
    rules,
    setup,
)

urlpatterns = [
    path("", home.home, name="home"),
    path("new/", setup.new, name="new"),
    path("archive/", archive.show, name="archive"),
    path("rule-numbers/", rules.references, name="references"),
    path("import/", imports.bring, name="import"),
    path("enter/<str:token>/", entry.enter, name="enter"),
    path("accounts/", include("allauth.urls")),
    path("me/", me.me, name="me"),
    path("me/zone/", me.zone, name="zone"),
    path("me/absence/", me.plan, name="plan_absence"),
    path("me/absence/cancel/", me.cancel, name="cancel_absence"),
    path("me/notices/", me.prefer, name="prefer"),
    path("g/<str:code>/", game.show, name="game"),
    path("g/<str:code>/now/", live.game_now, name="game_now"),
    path("g/<str:code>/phase/<int:branch>/<int:number>/", reading.phase, name="phase"),
    path("g/<str:code>/history/", reading.history, name="history"),
    path("g/<str:code>/map/<int:branch>/<int:number>/<str:what>.svg", reading.picture, {"form": "svg"}, name="map"),
    path("g/<str:code>/map/<int:branch>/<int:number>/<str:what>.png", reading.picture, {"form": "png"}, name="map_png"),
    path("g/<str:code>/map/opening.svg", reading.opening, name="opening_map"),
    path("g/<str:code>/record/", reading.about_record, name="about_record"),
    path("g/<str:code>/rules/", rules.rules, name="rules"),
    path("g/<str:code>/record.json", reading.record, name="record"),
    path("g/<str:code>/join/", play.join, name="join"),
    path("g/<str:code>/leave/", play.leave, name="leave"),
    path("g/<str:code>/orders/<str:power>/", play.orders, name="orders"),
    path("g/<str:code>/withdraw/<str:power>/", play.withdraw, name="withdraw"),
    path("g/<str:code>/receipt/<str:power>/", play.receipt, name="receipt"),
    path("g/<str:code>/supersede/<str:power>/", play.supersede, name="supersede"),
    path("g/<str:code>/invite/<str:power>/", play.invite, name="invite"),
    path("g/<str:code>/ready/<str:power>/", ready.ready, name="ready"),
    path("g/<str:code>/more-time/<str:power>/", ready.more_time, name="more_time"),
    path("g/<str:code>/more-time/<str:power>/ask/", ready.propose, name="propose"),
    path("g/<str:code>/more-time/<str:power>/agree/", ready.agree, name="agree"),
    path("g/<str:code>/desk/", desk.desk, name="desk"),
    path("g/<str:code>/desk/now/", live.desk_now, name="desk_now"),
    path("g/<str:code>/desk/log/", desk.events, name="desk_log"),
    path("g/<str:code>/desk/preview/", desk.preview, name="preview"),
    path("g/<str:code>/desk/preview.svg", desk.preview_picture, name="preview_map"),
    path("g/<str:code>/desk/terms/", setup.terms, name="terms"),
    path("g/<str:code>/desk/rules/", changing.rules, name="change_rules"),
    path("g/<str:code>/desk/timetable/", changing.timetable, name="change_times"),
    path("g/<str:code>/desk/board/", board.board, name="board"),
    path("g/<str:code>/desk/board.svg", board.picture, name="board_map"),
    path("g/<str:code>/desk/correct/", correct.phases, name="correct"),
    path("g/<str:code>/desk/correct/<int:branch>/<int:number>/", correct.phase, name="correct_phase"),
    path("g/<str:code>/desk/correct/<int:branch>/<int:number>/results.svg", correct.picture, name="correct_map"),
    path("g/<str:code>/desk/mend/", mend.mend, name="mend"),
    path("g/<str:code>/desk/<str:act>/", acts.act, name="act"),
]

_FAULTS = "talleyrand.host.pages.views.faults"
handler400 = f"{_FAULTS}.bad_request"
handler403 = f"{_FAULTS}.forbidden"
handler404 = f"{_FAULTS}.not_found"
handler429 = f"{_FAULTS}.too_many"
handler500 = f"{_FAULTS}.broken"
