"""What a server runs."""

import os
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, cast

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "talleyrand.host.settings")

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]

_DRAINED = 4
"""So many times the limit is read and thrown away, for a browser that sends too much to get its answer."""


def limited(app: App, most: int) -> App:
    """Keep no body of a request beyond so many bytes: the site then says that it is too large.

    It would lie on the disk otherwise, before any rule of the site's could look at it.
    """

    async def bounded(scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        length = next((value for name, value in scope["headers"] if name == b"content-length"), b"")
        declared = int(length) if length.isdigit() else None
        if declared is not None and declared <= most:
            await app(scope, receive, send)
            return
        parts, size, more = [], 0, True
        while more and size <= most * _DRAINED:
            message = await receive()
            if message["type"] != "http.request":
                return
            body, more = message.get("body", b""), message.get("more_body", False)
            size += len(body)
            if size <= most:
                parts.append(body)
        body = b"".join(parts) if size <= most else b""
        if size > most or declared is not None:
            others = [
                (name, value)
                for name, value in scope["headers"]
                if name not in (b"content-length", b"transfer-encoding")
            ]
            scope = {**scope, "headers": [*others, (b"content-length", str(max(size, declared or 0)).encode())]}
        given = False

        async def kept() -> Message:
            nonlocal given
            if given:
                return await receive()
            given = True
            return {"type": "http.request", "body": body, "more_body": False}

        await app(scope, kept, send)

    return bounded


def _application() -> App:
    inner = get_asgi_application()
    from django.conf import settings

    return limited(cast(App, inner), settings.BODY_LIMIT)


application = _application()
