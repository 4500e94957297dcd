"""`talleyrand worker`: another worker beside the site, any number of them."""

from __future__ import annotations

import argparse
import signal
import threading

from talleyrand.host.commands.setup import SetupError, failed, leave, setup


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``worker``."""
    subparsers.add_parser(
        "worker",
        help="keep the clock of a site",
        description="End the phases that are due and do what follows. Any number may run, and be stopped at any time.",
        allow_abbrev=False,
    )


def run(args: argparse.Namespace) -> int:
    """Work until told to stop."""
    try:
        setup()
    except SetupError as fault:
        return failed(fault)
    from talleyrand.host.deadlines.worker import work

    stop = threading.Event()
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, lambda *_: stop.set())
    work(stop)
    return leave(0)
