"""Where a request comes from, and whom it wants to sign in: what limits and lock-outs count by."""

from __future__ import annotations

import ipaddress
from typing import Any

from django.conf import settings
from django.http import HttpRequest

_NETWORK = 64
"""Of an IPv6 address the part that one household has."""


def client(request: HttpRequest) -> str:
    """The address of the client: behind so many proxies of one's own, what the outermost of them was asked by.

    What stands further left in X-Forwarded-For is the client's own say and counts for nothing.
    """
    there = [part.strip() for part in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",") if part.strip()]
    behind: int = settings.TRUSTED_PROXIES
    said = there[-behind] if behind and len(there) >= behind else request.META.get("REMOTE_ADDR", "")
    return _plain(str(said)) or _plain(request.META.get("REMOTE_ADDR", "")) or "0.0.0.0"


def household(request: HttpRequest) -> str:
    """The address that limits count by: of IPv6 the network."""
    address = ipaddress.ip_address(client(request))
    if address.version == 4:
        return str(address)
    return str(ipaddress.IPv6Network(f"{address}/{_NETWORK}", strict=False).network_address)


def login_name(request: HttpRequest | None, credentials: dict[str, Any] | None) -> str | None:
    """The name or e-mail address that somebody wants to sign in with, whatever its capitals, for axes."""
    given = credentials or {}
    name = given.get("email") or given.get("username")
    if name is None and request is not None:
        name = request.POST.get("login")
    return str(name).casefold()[:255] if name else None


def _plain(text: str) -> str:
    """An address without a port or brackets; nothing where it is none."""
    bare = text.removeprefix("[").partition("]")[0] if text.startswith("[") else text
    if bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        return str(ipaddress.ip_address(bare))
    except ValueError:
        return ""
