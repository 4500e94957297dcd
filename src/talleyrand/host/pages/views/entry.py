"""Coming in by a link."""

from __future__ import annotations

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from talleyrand.host.accounts import links


@require_http_methods(["GET", "POST"])
def enter(request: HttpRequest, token: str) -> HttpResponse:
    """Sign in by a link: asks first, so that a preview of the link does not use it up."""
    if request.method == "POST":
        user = links.use(token)
        if user is not None:
            login(request, user, backend="allauth.account.auth_backends.AuthenticationBackend")
            return redirect("home")
    else:
        user = links.owner(token)
    return render(request, "pages/enter.html", {"who": user}, status=200 if user else 410)
