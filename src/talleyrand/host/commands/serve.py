"""`talleyrand serve`: the site and its worker in one process."""

from __future__ import annotations

import argparse
import errno
import logging
import signal
import socket
import threading
import warnings
from collections.abc import Callable
from types import FrameType
from typing import NoReturn

from talleyrand.host.commands.setup import SetupError, failed, leave, prepare, setup


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``serve``."""
    parser = subparsers.add_parser(
        "serve",
        help="run the site: games by the clock, a ledger, a Game Master's desk",
        description="Run the site and its worker; the database is made or brought up to date first. Settings come from "
        "the environment or from one TOML file; see the handbook for operators.",
        allow_abbrev=False,
    )
    parser.add_argument("--host", default="127.0.0.1", metavar="H", help="default: 127.0.0.1, this machine alone")
    parser.add_argument("--port", type=_port, default=8000, metavar="N", help="default: 8000")
    parser.add_argument("--demo", action="store_true", help="make a game to look at, and print links to sign in")
    parser.add_argument("--verbose", action="store_true", help="with --demo, log each request too, as without it")


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text[:6]) < 65536):
        raise argparse.ArgumentTypeError(f"{text!r} is no port; write a number from 1 to 65535")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted."""
    try:
        setup()
        place = _listen(args.host, args.port)
    except SetupError as fault:
        return failed(fault)
    from django.db import DatabaseError

    shown = f"[{args.host}]" if ":" in args.host else args.host
    try:
        prepare()
        links = _links() if args.demo else []
    except SetupError as fault:
        return failed(fault)
    except DatabaseError as fault:
        return failed(f"the database cannot be used: {fault}")

    def ready() -> None:
        if args.demo and not args.verbose:  # what is set before the site is loaded does not last
            logging.getLogger("talleyrand.access").setLevel(logging.WARNING)
        print(f"Talleyrand is at http://{shown}:{args.port}/", flush=True)
        for name, what, path in links:
            print(f"  {name:<8} {what:<12} http://{shown}:{args.port}{path}", flush=True)
        if links:
            print("Each link signs in once, within twelve hours. Ctrl-C stops the site.", flush=True)

    _serve(place, ready)
    return leave(0)


def _listen(host: str, port: int) -> socket.socket:
    """The place to listen at. Raises ``SetupError`` where it cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    place = socket.socket(family, socket.SOCK_STREAM)
    try:
        place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        place.bind((host, port))
        place.listen(1024)
    except OSError as fault:
        place.close()
        if fault.errno != errno.EADDRINUSE:
            raise SetupError(f"{host} and port {port} cannot be used: {fault.strerror or fault}") from None
        other = port + 1 if port < 65535 else port - 1
        raise SetupError(
            f"port {port} is taken by another program; choose another, as in --port {other}, or in a checkout "
            f"make run PORT={other}"
        ) from None
    return place


def _serve(place: socket.socket, ready: Callable[[], None]) -> None:
    """The site and a worker, until a signal comes; then both end within two seconds.

    ``ready`` is called once pages can be asked for.
    """
    import uvicorn

    from talleyrand.host.deadlines.worker import work

    def end(*_: object) -> NoReturn:
        raise SystemExit

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            ready()

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            stop.set()
            super().handle_exit(sig, frame)

    # WhiteNoise reads small files as they are sent; there is nothing that an operator could do about it.
    warnings.filterwarnings("ignore", "StreamingHttpResponse must consume synchronous iterators")
    signal.signal(signal.SIGTERM, end)
    stop = threading.Event()
    worker = threading.Thread(target=work, args=(stop,), name="worker", daemon=True)
    worker.start()
    config = uvicorn.Config(
        "talleyrand.host.asgi:application",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        lifespan="off",
        timeout_graceful_shutdown=1,
    )
    try:
        Server(config).run(sockets=[place])
    except (KeyboardInterrupt, SystemExit):
        pass
    finally:
        stop.set()
        worker.join(timeout=0.5)


def _links() -> list[tuple[str, str, str]]:
    from django.utils import timezone

    from talleyrand.host import demo
    from talleyrand.host.accounts import links
    from talleyrand.host.accounts.models import User

    demo.seed(timezone.now())
    people = {demo.MASTER: "Game Master", **demo.PLAYERS}
    users = {user.username: user for user in User.objects.filter(username__in=people)}
    return [(name, what, f"/enter/{links.make(users[name])}/") for name, what in people.items()]
