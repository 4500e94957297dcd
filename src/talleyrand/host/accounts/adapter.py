"""How allauth does here what it leaves to a site: addresses, links and letters."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from talleyrand.host.accounts import address
from talleyrand.host.work import letters


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Letters are kept and sent by a worker: a mail server that is away or slow breaks no page."""

    def get_client_ip(self, request: HttpRequest) -> str:
        """By the rule that lock-outs go by."""
        return address.client(request)

    def send_mail(self, template_prefix: str, email: str, context_: dict[str, Any]) -> None:
        """Keep a letter; its links lead to the site's own address where that is set."""
        request = context.request
        here = {"name": "Talleyrand", "domain": urlsplit(settings.SITE_URL).netloc or request.get_host()}
        given = {"request": request, "email": email, "current_site": here, **context_}
        letter = self.render_mail(template_prefix, email, given)
        letters.write(email, str(letter.subject), str(letter.body), now=timezone.now())

    def get_reset_password_from_key_url(self, key: str) -> str:
        """Never by the Host that a request names, where the site knows its own."""
        if not settings.SITE_URL:
            return str(super().get_reset_password_from_key_url(key))
        path = reverse("account_reset_password_from_key", kwargs={"uidb36": "UID", "key": "KEY"})
        return f"{settings.SITE_URL}{path.replace('UID-KEY', key)}"

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: Any) -> str:
        """Never by the Host that a request names, where the site knows its own."""
        if not settings.SITE_URL:
            return str(super().get_email_confirmation_url(request, emailconfirmation))
        return settings.SITE_URL + reverse("account_confirm_email", args=[emailconfirmation.key])
