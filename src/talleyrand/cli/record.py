"""`talleyrand record verify`: is a game what its orders lead to?"""

from __future__ import annotations

import argparse

from talleyrand.cli import gamefile, source
from talleyrand.cli.fault import FaultError
from talleyrand.cli.output import say
from talleyrand.game.verify import verify


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``record verify``."""
    record = subparsers.add_parser("record", help="check the record of a game", allow_abbrev=False)
    actions = record.add_subparsers(dest="action", metavar="ACTION", required=True)
    text = "adjudicate every phase of a game again and name the first difference"
    parser = actions.add_parser("verify", help=text, description=text, allow_abbrev=False)
    parser.add_argument("file", metavar="GAME.json", help="the game's record, - for standard input")
    gamefile.add_variant(parser)


def run(args: argparse.Namespace) -> int:
    """Say that the record holds, or raise the ``FaultError`` that is its first difference."""
    game = gamefile.load(args.file, args.variant)
    difference = verify(game)
    if difference is not None:
        raise FaultError(str(difference), file=source.shown(args.file), line=gamefile.line(args.file, difference.place))
    adjudicated = sum(entry.report is not None for entry in game.entries)
    again = f"{adjudicated} phase{'' if adjudicated == 1 else 's'} adjudicated again"
    say(f"{source.shown(args.file)}: sound, {again}")
    return 0
