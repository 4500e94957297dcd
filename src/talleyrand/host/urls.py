"""Addresses."""

from __future__ import annotations

from django.urls import include, path

from talleyrand.host.pages.views import acts, desk, entry, game, home, play, reading

urlpatterns = [
    path("", home.home, name="home"),
    path("new/", home.new, name="new"),
    path("enter/<str:token>/", entry.enter, name="enter"),
    path("accounts/", include("allauth.urls")),
    path("g/<str:code>/", game.show, name="game"),
    path("g/<str:code>/phase/<int:branch>/<int:number>/", reading.phase, name="phase"),
    path("g/<str:code>/map/<int:branch>/<int:number>/<str:what>.svg", reading.picture, name="map"),
    path("g/<str:code>/rules/", reading.rules, name="rules"),
    path("g/<str:code>/record.json", reading.record, name="record"),
    path("g/<str:code>/join/", play.join, name="join"),
    path("g/<str:code>/leave/", play.leave, name="leave"),
    path("g/<str:code>/orders/<str:power>/", play.orders, name="orders"),
    path("g/<str:code>/withdraw/<str:power>/", play.withdraw, name="withdraw"),
    path("g/<str:code>/desk/", desk.desk, name="desk"),
    path("g/<str:code>/desk/preview/", desk.preview, name="preview"),
    path("g/<str:code>/desk/preview.svg", desk.preview_picture, name="preview_map"),
    path("g/<str:code>/desk/<str:act>/", acts.act, name="act"),
]

handler404 = "talleyrand.host.pages.views.entry.not_found"
