"""`talleyrand adjudicate`: a case in, a report out."""

from __future__ import annotations

import argparse
from typing import Any

from talleyrand.cli import source
from talleyrand.cli.fault import fault_of
from talleyrand.cli.jsonl import answer_lines
from talleyrand.cli.locate import line_of
from talleyrand.cli.output import say
from talleyrand.cli.shown import add_options, shown
from talleyrand.game.case import Case, read_case
from talleyrand.game.errors import InputError
from talleyrand.game.rulebooks import with_years
from talleyrand.prose.document import document


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``adjudicate``."""
    parser = subparsers.add_parser(
        "adjudicate",
        help="adjudicate a position with its orders",
        description="Adjudicate one case, a position with orders, and print the report. With --jsonl, one case "
        'a line and one report a line; a bad line is answered {"error": {...}} and the run goes on, to end with '
        "status 1.",
        allow_abbrev=False,
    )
    parser.add_argument("file", nargs="?", default=source.STDIN, metavar="FILE", help="default: standard input")
    parser.add_argument("--jsonl", action="store_true", help="many cases, one JSON a line")
    add_options(parser)
    parser.add_argument("--no-skip", action="store_true", help="go to the next phase of the calendar, even an idle one")
    parser.add_argument("--rulebook", metavar="NAME", help="judge by this preset, whatever the case says")
    parser.set_defaults(usage_error=parser.error)


def run(args: argparse.Namespace) -> int:
    """Print the report of one case, or of one a line."""
    if args.jsonl:
        if args.format not in (None, "json"):
            args.usage_error("--jsonl answers JSON only")
        if args.power or args.unit:
            args.usage_error("--jsonl answers with whole reports")
        return answer_lines(args.file, lambda value: _answer(value, args))
    text = source.read_text(args.file)
    name = source.shown(args.file)
    value = source.parse_json(text, name)
    try:
        case = _case(value, args)
        report = case.adjudicate(skip=not args.no_skip)
    except InputError as error:
        raise fault_of(error).at(file=name, line=line_of(text, error.path)) from None
    variant = with_years(case.variant, args.rulebook or value.get("rulebook"))
    say(shown(report, variant, args, case.id))
    return 0


def _answer(value: Any, args: argparse.Namespace) -> dict[str, Any]:
    case = _case(value, args)
    return document(case.adjudicate(skip=not args.no_skip), case.variant, case.id)


def _case(value: Any, args: argparse.Namespace) -> Case:
    """A case; one in a file of the user's own may name the folder of a variant."""
    if args.rulebook is not None and isinstance(value, dict):
        value = {**value, "rulebook": args.rulebook}
    return read_case(value, allow_folders=args.file != source.STDIN)
