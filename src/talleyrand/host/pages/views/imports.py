"""Bringing in the record of a game."""

from __future__ import annotations

import uuid

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from talleyrand.host.games import imports
from talleyrand.host.games.services import RefusedError
from talleyrand.host.pages.forms.plain import PlainForm
from talleyrand.host.pages.labels import told
from talleyrand.host.pages.views.common import user_of


class Record(PlainForm):
    """A record as a file or as text, and what its game is to be called here."""

    key = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)
    title = forms.CharField(max_length=120, label="Name of the game here")
    file = forms.FileField(required=False, label="The record's file")
    text = forms.CharField(
        required=False,
        strip=False,
        label="Or its text",
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
    )

    def record(self) -> str | bytes:
        """What was sent, the file before the text; no more of a file than shows that it is too long."""
        file = self.cleaned_data.get("file")
        if file:
            data: bytes = file.read(imports.LONGEST + 1)
            return data
        return str(self.cleaned_data.get("text", ""))


@login_required
@require_http_methods(["GET", "POST"])
def bring(request: HttpRequest) -> HttpResponse:
    """A new game from a record; what cannot be taken is said, and its text stays in the box."""
    form = (
        Record(request.POST, request.FILES) if request.method == "POST" else Record(initial={"key": uuid.uuid4().hex})
    )
    if request.method == "POST" and form.is_valid():
        try:
            given = form.cleaned_data
            game = imports.bring_in(
                user_of(request), given["title"], form.record(), now=timezone.now(), key=given["key"]
            )
        except RefusedError as fault:
            form.add_error(None, told(str(fault), "import"))
        else:
            messages.success(request, "The game is here. You are its Game Master.")
            return redirect("game", game.code)
    context = {"form": form, "most": imports.LONGEST // 2**20}
    return render(request, "pages/import.html", context, status=400 if form.errors else 200)
