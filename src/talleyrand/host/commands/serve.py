"""`talleyrand serve`: the site and its worker in one process."""

from __future__ import annotations

import argparse
import threading

from talleyrand.host.commands.setup import SetupError, failed, setup


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


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text[:6]) < 65536):
        raise argparse.ArgumentTypeError(f"{text!r} is no port; write a number from 1 to 65535")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted."""
    try:
        setup()
    except SetupError as fault:
        return failed(fault)
    import uvicorn
    from django.core.management import call_command
    from django.db import DatabaseError

    from talleyrand.host.deadlines.worker import work

    try:
        call_command("migrate", verbosity=0)
        links = _links() if args.demo else []
    except DatabaseError as fault:
        return failed(f"the database cannot be used: {fault}")
    shown = f"[{args.host}]" if ":" in args.host else args.host
    print(f"Talleyrand is at http://{shown}:{args.port}/", flush=True)
    for name, what, path in links:
        print(f"  {name:<8} {what:<12} http://{shown}:{args.port}{path}", flush=True)
    if links:
        print("Each link signs in once, within twelve hours. Ctrl-C stops the site.", flush=True)
    stop = threading.Event()
    worker = threading.Thread(target=work, args=(stop,), name="worker", daemon=True)
    worker.start()
    try:
        uvicorn.run("talleyrand.host.asgi:application", host=args.host, port=args.port, log_level="warning")
    except SystemExit as gone:
        return failed(f"port {args.port} of {args.host} cannot be used; name another with --port") if gone.code else 0
    finally:
        stop.set()
        worker.join(timeout=10)
    return 0


def _links() -> list[tuple[str, str, str]]:
    from django.utils import timezone

    from talleyrand.host import demo
    from talleyrand.host.accounts import links
    from talleyrand.host.accounts.models import User

    demo.seed(timezone.now())
    people = {demo.MASTER: "Game Master", **demo.PLAYERS}
    users = {user.username: user for user in User.objects.filter(username__in=people)}
    return [(name, what, f"/enter/{links.make(users[name])}/") for name, what in people.items()]
