"""`talleyrand admin`: what the operator of a site does at the terminal."""

from __future__ import annotations

import argparse
import getpass
import sys
from typing import TYPE_CHECKING

from talleyrand.host.commands.setup import SetupError, failed, prepare, setup

if TYPE_CHECKING:
    from talleyrand.host.accounts.models import User

_ACTIONS = {
    "migrate": "make the database, or bring it up to date",
    "settings": "print what can be set, and how it is called",
    "check": "say what is wrong with settings, database, clock and mail",
    "backup": "write a copy of the database while the site runs",
    "create-user": "make an account; its password is asked for",
    "set-password": "give somebody another password; it is asked for",
    "deactivate": "let somebody in no more; what he played stays",
    "activate": "let somebody in again",
    "link": "print a link that signs somebody in once",
}


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``admin``."""
    parser = subparsers.add_parser("admin", help="look after a site", allow_abbrev=False)
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    made = {name: actions.add_parser(name, help=words, allow_abbrev=False) for name, words in _ACTIONS.items()}
    for name in ("set-password", "deactivate", "activate", "link"):
        made[name].add_argument("user", metavar="USER", help="a user name or an e-mail address")
    made["create-user"].add_argument("name", metavar="NAME", help="the name that others see")
    made["create-user"].add_argument("email", metavar="EMAIL", help="his e-mail address")
    made["backup"].add_argument("file", metavar="FILE", help="where to; there must be none of that name")


def run(args: argparse.Namespace) -> int:
    """Do one thing."""
    if args.action == "settings":
        from talleyrand.host.config import NAMES

        for name, words in NAMES.items():
            print(f"TALLEYRAND_{name.upper():<21} {words}")
        return 0
    try:
        setup()
    except SetupError as fault:
        return failed(fault)
    from django.core.exceptions import ValidationError
    from django.db import DatabaseError

    try:
        return _do(args)
    except SetupError as fault:
        return failed(fault)
    except ValidationError as fault:
        return failed("; ".join(fault.messages))
    except DatabaseError as fault:
        return failed(f"the database cannot be used: {fault}; run 'talleyrand admin migrate' first")


def _do(args: argparse.Namespace) -> int:
    match args.action:
        case "migrate":
            prepare(verbosity=1)
        case "check":
            from talleyrand.host.commands.check import check

            return check()
        case "backup":
            from talleyrand.host.commands.backup import backup

            print(f"The database was copied to {backup(args.file)}.")
        case "create-user":
            print(f"{_create(args.name, args.email)} can sign in.")
        case "link":
            from talleyrand.host.accounts import links

            print(f"/enter/{links.make(_person(args.user))}/")
        case "set-password":
            user = _person(args.user)
            user.set_password(_password(user))
            user.save(update_fields=["password"])
            print(f"{user.username} has another password and is signed out everywhere.")
        case "deactivate" | "activate":
            user = _person(args.user)
            user.is_active = args.action == "activate"
            user.save(update_fields=["is_active"])
            print(f"{user.username} {'can sign in again' if user.is_active else 'can sign in no more'}.")
    return 0


def _person(name: str) -> User:
    """Somebody by his name or address. Raises ``SetupError``."""
    from django.db.models import Q

    from talleyrand.host.accounts.models import User

    user = User.objects.filter(Q(username__iexact=name) | Q(email__iexact=name)).first()
    if user is None:
        raise SetupError(f"there is nobody called {name!r}")
    return user


def _create(name: str, email: str) -> str:
    """Make an account whose address counts as confirmed. Raises ``ValidationError`` and ``SetupError``."""
    from allauth.account.models import EmailAddress
    from django.db import transaction
    from django.db.models import Q

    from talleyrand.host.accounts.models import User

    user = User(username=name, email=email)
    user.clean_fields(exclude=["password"])
    if User.objects.filter(Q(username__iexact=name) | Q(email__iexact=email)).exists():
        raise SetupError(f"somebody is called {name!r} or has the address {email!r} already")
    user.set_password(_password(user))
    with transaction.atomic():
        user.save()
        EmailAddress.objects.create(user=user, email=email, primary=True, verified=True)
    return user.username


def _password(user: User) -> str:
    """A password, asked for twice at a terminal and otherwise read from a line. Raises ``ValidationError``."""
    from django.contrib.auth.password_validation import validate_password

    if sys.stdin.isatty():
        text = getpass.getpass("Password: ")
        if getpass.getpass("The same again: ") != text:
            raise SetupError("the two are not the same; nothing was changed")
    else:
        text = sys.stdin.readline().rstrip("\n")
    validate_password(text, user)
    return text
