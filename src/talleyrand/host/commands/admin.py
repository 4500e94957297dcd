"""`talleyrand admin`: what the operator of a site does at the terminal."""

from __future__ import annotations

import argparse
import sys

from talleyrand.host.commands.setup import SetupError, failed, setup


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``admin``."""
    parser = subparsers.add_parser("admin", help="look after a site", allow_abbrev=False)
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    actions.add_parser("migrate", help="make the database, or bring it up to date", allow_abbrev=False)
    link = actions.add_parser("link", help="print a link that signs somebody in once", allow_abbrev=False)
    link.add_argument("user", metavar="USER", help="a user name or an e-mail address")
    actions.add_parser("settings", help="print what can be set, and how it is called", allow_abbrev=False)


def run(args: argparse.Namespace) -> int:
    """Do one thing."""
    if args.action == "settings":
        from talleyrand.host.config import NAMES

        for name, words in NAMES.items():
            print(f"TALLEYRAND_{name.upper():<14} {words}")
        return 0
    try:
        setup()
    except SetupError as fault:
        return failed(fault)
    from django.core.management import call_command
    from django.db import DatabaseError
    from django.db.models import Q

    try:
        if args.action == "migrate":
            call_command("migrate", verbosity=1, stdout=sys.stdout)
            return 0
        from talleyrand.host.accounts import links
        from talleyrand.host.accounts.models import User

        user = User.objects.filter(Q(username__iexact=args.user) | Q(email__iexact=args.user)).first()
        if user is None:
            return failed(f"there is nobody called {args.user!r}")
        print(f"/enter/{links.make(user)}/")
    except DatabaseError as fault:
        return failed(f"the database cannot be used: {fault}; run 'talleyrand admin migrate' first")
    return 0
