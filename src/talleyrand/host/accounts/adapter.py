"""How allauth does here what it leaves to a site: addresses, links and letters."""

from __future__ import annotations

from typing import Any, ClassVar
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from talleyrand.host.accounts import address
from talleyrand.host.work import letters


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Letters are kept and sent by a worker: a mail server that is away or slow breaks no page."""

    error_messages: ClassVar[dict[str, str]] = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": "This account is closed. Ask whoever runs the site.",
        "duplicate_email": "That e-mail address is one of yours already.",
        "email_password_mismatch": "The e-mail address or the password is wrong.",
        "username_password_mismatch": "The user name or the password is wrong.",
        "email_taken": "Somebody has an account with this e-mail address. If it is you, sign in.",
        "enter_current_password": "The password that you have is another one.",
        "incorrect_code": "The code is wrong.",
        "incorrect_password": "The password is wrong.",
        "too_many_login_attempts": "Signing in failed too often. Wait five minutes and try again.",
        "username_blacklisted": "Nobody can have this user name. Choose another one.",
        "username_taken": "Somebody has this user name. Choose another one.",
        "same_as_current": "It is the same as before. Write another one.",
        "rate_limited": "That was too often. Wait a few minutes and try again.",
    }

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


class SecondStep(DefaultMFAAdapter):  # type: ignore[misc]
    """Two-step sign-in, by its own name in what is wrong with it."""

    error_messages: ClassVar[dict[str, str]] = {
        **DefaultMFAAdapter.error_messages,
        "add_email_blocked": "While two-step sign-in is on, no e-mail address can be added.",
        "cannot_delete_authenticator": "Two-step sign-in cannot be turned off.",
        "cannot_generate_recovery_codes": "Turn two-step sign-in on first; recovery codes go with it.",
        "incorrect_code": "The code is wrong, or its time is over. Write the one that the app shows now.",
        "unverified_email": "Confirm your e-mail address first; then two-step sign-in can be turned on.",
    }
