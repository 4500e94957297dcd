"""`talleyrand game`: a whole game at the terminal, on one record file."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from typing import Any, cast

from talleyrand.board.calendar import Phase
from talleyrand.board.position import Position
from talleyrand.board.quoted import quoted
from talleyrand.cli import gamefile, source
from talleyrand.cli.clock import now
from talleyrand.cli.fault import FaultError, fault_of
from talleyrand.cli.locate import line_of
from talleyrand.cli.output import complain, json_text, say
from talleyrand.cli.receipt import put_aside, receipt, receipt_json
from talleyrand.cli.shown import add_options, shown
from talleyrand.cli.standing import standing, standing_json
from talleyrand.game.amendment import Mend, read_mend
from talleyrand.game.documents import MendDocument
from talleyrand.game.errors import InputError
from talleyrand.game.state import Game
from talleyrand.game.wire import read_position, variant_named

CHANNEL = "terminal"
MAX_ORDERS = 2**18
"""The longest order text taken, in bytes; what players write is a hundredth of it."""

_STEP = re.compile(r"([AaFf])\s+(.+?)\s+[-–—]\s+(.+)")


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``game`` and its actions."""
    game = subparsers.add_parser("game", help="play a game on a record file", allow_abbrev=False)
    actions = game.add_subparsers(dest="action", metavar="ACTION", required=True)

    def action(name: str, text: str) -> argparse.ArgumentParser:
        parser = actions.add_parser(name, help=text, description=text, allow_abbrev=False)
        parser.add_argument("file", metavar="FILE", help="the game's record")
        if name != "new":
            gamefile.add_variant(parser)
        return parser

    new = action("new", "begin a game")
    new.add_argument("--variant", required=True, metavar="V", help="name or folder")
    new.add_argument("--rulebook", metavar="NAME", help="a preset; default: the variant's own")
    new.add_argument(
        "--choice",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a rulebook choice that differs from the preset; may be given several times",
    )
    new.add_argument("--year-label", metavar="LABEL", help="how years are named, as AUC or AD")

    orders = action("orders", "send orders for a power; what then is in force is printed")
    orders.add_argument("--power", required=True, metavar="X")
    orders.add_argument("--author", default="", metavar="A", help="who sends them")
    orders.add_argument("--senior", action="store_true", help="the author is the power's senior diplomat")
    orders.add_argument("--override", action="store_true", help="with --senior: this set supersedes the others'")
    orders.add_argument("-m", "--message", metavar="TEXT", help="the orders; default: standard input")
    orders.add_argument(
        "--withdraw", action="store_true", help="take back all that the power has sent in this phase; it stays recorded"
    )

    status = action("status", "show the phase, who is missing, and with --power what is in force")
    status.add_argument("--power", metavar="X")

    adjudicate = action("adjudicate", "adjudicate the phase, record it and print the report")
    adjudicate.add_argument(
        "--phase", metavar="P", help="only if this phase, as S1901M, is the open one: it cannot be adjudicated twice"
    )
    adjudicate.add_argument("--preview", action="store_true", help="print the report and record nothing")
    adjudicate.add_argument("--anyway", action="store_true", help="adjudicate though nobody has sent orders")
    adjudicate.add_argument("--no-skip", action="store_true", help="go to the calendar's next phase, even an idle one")
    add_options(adjudicate)

    undo = action("undo", "go back to before the last adjudication; redo takes that back")
    undo.add_argument(
        "--to", type=_to, metavar="N", help="back to phase number N, counted from 1, or to a phase as in S1901M"
    )

    redo = action("redo", "bring back what the last undo put aside; what it takes the place of is put aside in turn")
    redo.add_argument("--branch", type=int, metavar="B", help="bring back the phases that end on branch B")

    draw = action("draw", "end the game in a draw")
    draw.add_argument(
        "--power", action="append", metavar="X", help="a power that shares; default: as the rulebook says"
    )
    draw.add_argument("-m", "--message", default="", metavar="TEXT", help="what to record with it")

    rule = action("rule", "record a ruling, and replace the board where --position is given")
    rule.add_argument("-m", "--message", required=True, metavar="TEXT", help="the ruling")
    rule.add_argument("--position", metavar="FILE", help="the board from now on, as JSON")

    amend = action("amend", "change the rules, or mend the map, from the open phase on")
    amend.add_argument("-m", "--message", required=True, metavar="TEXT", help="why")
    amend.add_argument(
        "--choice", action="append", default=[], metavar="NAME=VALUE", help="a rulebook choice that changes"
    )
    for name, words in (("--open", "a step that the map lacks"), ("--close", "a step that should not be")):
        amend.add_argument(name, action="append", default=[], metavar="STEP", help=f"{words}, as 'A Rom - Ven'")

    report = action("report", "print the report of the last phase adjudicated")
    report.add_argument("--phase", metavar="P", help="another phase, as S1901M")
    add_options(report)

    for parser in (orders, status):
        parser.add_argument("--format", choices=("text", "json"), default="text")


def run(args: argparse.Namespace) -> int:
    """Do what was asked of the game."""
    _ACTIONS[args.action](args)
    return 0


def _new(args: argparse.Namespace) -> None:
    variant = variant_named(args.variant, "--variant")
    try:
        game = Game.new(variant, _rulebook(args), year_label=args.year_label, time=now())
    except InputError as error:
        if error.path == "year_label":
            raise FaultError(error.message, key="--year-label") from None
        raise
    gamefile.create(args.file, game)
    say(standing(game))


def _rulebook(args: argparse.Namespace) -> str | dict[str, Any] | None:
    if not args.choice:
        return cast("str | None", args.rulebook)
    return {**({"preset": args.rulebook} if args.rulebook else {}), **_choices(args)}


def _choices(args: argparse.Namespace) -> dict[str, Any]:
    """The rulebook choices that ``--choice`` names."""
    choices: dict[str, Any] = {}
    for text in args.choice:
        name, equals, value = text.partition("=")
        if not equals:
            raise FaultError(f"{quoted(text)} is no choice: write NAME=VALUE, as in sets=replace_set", key="--choice")
        choices[name.strip()] = int(value) if value.strip().isascii() and value.strip().isdigit() else value.strip()
    return choices


def _orders(args: argparse.Namespace) -> None:
    if args.withdraw:
        _withdraw(args)
        return
    text = source.read_text(source.STDIN, MAX_ORDERS) if args.message is None else args.message
    if not text.strip():
        raise FaultError("the order text is empty; --withdraw takes earlier orders back")
    if len(text.encode("utf-8", "surrogatepass")) > MAX_ORDERS:
        raise FaultError(f"the order text is larger than {MAX_ORDERS // 2**10} KiB")

    def act(game: Game) -> tuple[Game, Game]:
        game = game.submit(
            args.power,
            text,
            author=args.author,
            senior=args.senior,
            override=args.override,
            channel=CHANNEL,
            time=now(),
        )
        return game, game

    game = gamefile.change(args.file, args.variant, act)
    _show_sheet(game, args)


def _withdraw(args: argparse.Namespace) -> None:
    if args.message is not None:
        raise FaultError("takes back what was sent, so give no orders with it", key="--withdraw")

    def act(game: Game) -> tuple[Game, Game]:
        game = game.withdraw(args.power, actor=args.author, time=now())
        return game, game

    game = gamefile.change(args.file, args.variant, act)
    taken = game.events[-1].data
    if args.format == "text":
        count = f"{taken['sets']} set{'' if taken['sets'] == 1 else 's'}"
        say(f"{count} of {taken['power']} withdrawn; the record keeps the text.")
    _show_sheet(game, args)


def _status(args: argparse.Namespace) -> None:
    game = gamefile.load(args.file, args.variant)
    if args.power:
        _show_sheet(game, args)
    else:
        say(json_text(standing_json(game)) if args.format == "json" else standing(game))


def _show_sheet(game: Game, args: argparse.Namespace) -> None:
    sheet, wishes = game.sheet(args.power), game.conditional_retreats(args.power)
    say(json_text(receipt_json(sheet, wishes, game)) if args.format == "json" else receipt(sheet, wishes, game))


def _adjudicate(args: argparse.Namespace) -> None:
    def act(game: Game) -> tuple[Game, tuple[str, str]]:
        if args.phase:
            _expect(game, args.phase)
        missing = _missing(game, args)
        after, report = game.advance(skip=not args.no_skip, time=now())
        answer = shown(report, game.variant, args)
        if missing:
            complain(missing)
        return after, (answer, _done(game, after, args.preview))

    if args.preview:
        answer, note = act(gamefile.load(args.file, args.variant))[1]
    else:
        answer, note = gamefile.change(args.file, args.variant, act)
    complain(note)
    say(answer)


def _expect(game: Game, wanted: str) -> None:
    """Raise ``FaultError`` unless the open phase is the one that is meant."""
    code, status = wanted.strip().upper(), game.status
    if status.over or code != str(status.phase):
        now_open = f"the game ended in {status.phase}" if status.over else f"the open phase is {status.phase}"
        done = any(str(entry.phase) == code and entry.report is not None for entry in game.line)
        moved = f"{code} is adjudicated already; " if done else f"{quoted(wanted)} is not open; "
        raise FaultError(f"{moved}{now_open}, and nothing was done", key="--phase")


def _done(before: Game, after: Game, preview: bool) -> str:
    """What was adjudicated, as a note."""
    if preview:
        return f"note: {before.phase} as it would be adjudicated; nothing is recorded"
    follows = "the game is over" if after.status.over else f"the open phase is {after.phase}"
    return f"note: {before.phase} adjudicated; {follows}"


def _missing(game: Game, args: argparse.Namespace) -> str:
    """Who should have sent orders and has not, as a note; raises ``FaultError`` where that is everybody."""
    status = game.status
    acting = [power for power in game.able if power not in status.disorder]
    absent = [power for power in acting if power not in status.ordered]
    if not absent:
        return ""
    names = ", ".join(absent)
    if len(absent) == len(acting) and not (args.anyway or args.preview):
        raise FaultError(
            f"nobody has sent orders for {status.phase} (missing: {names}); --anyway adjudicates all the same"
        )
    return f"note: no orders from {names}"


def _undo(args: argparse.Namespace) -> None:
    _turn_back(args, lambda game: game.undo(_number(game, args.to), time=now()))


def _to(text: str) -> int | Phase:
    """A phase by number or by code, as ``--to`` names it."""
    if text.isascii() and text.isdigit() and len(text) < 7:
        return int(text)
    try:
        return Phase.parse(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{quoted(text)} is neither a number nor a phase as in S1901M") from None


def _number(game: Game, to: int | Phase | None) -> int | None:
    """The number of the phase that ``--to`` names. Raises ``FaultError`` where there is none."""
    if not isinstance(to, Phase):
        return to
    found = [entry.number for entry in game.line if entry.phase == to]
    if not found:
        there = ", ".join(str(entry.phase) for entry in game.line)
        raise FaultError(f"there is no phase {to}; the game has {there}", key="--to")
    return found[-1]


def _redo(args: argparse.Namespace) -> None:
    _turn_back(args, lambda game: game.redo(args.branch, time=now()))


def _turn_back(args: argparse.Namespace, change: Callable[[Game], Game]) -> None:
    def act(game: Game) -> tuple[Game, tuple[Game, Game]]:
        after = change(game)
        return after, (game, after)

    before, after = gamefile.change(args.file, args.variant, act)
    say(put_aside(before, after, args.file))
    say(standing(after))


def _draw(args: argparse.Namespace) -> None:
    def act(game: Game) -> tuple[Game, Game]:
        game = game.draw(args.power, text=args.message, time=now())
        return game, game

    say(standing(gamefile.change(args.file, args.variant, act)))


def _rule(args: argparse.Namespace) -> None:
    def act(game: Game) -> tuple[Game, Game]:
        board = _board(args.position, game) if args.position else None
        game = game.rule(args.message, position=board, time=now())
        return game, game

    say(standing(gamefile.change(args.file, args.variant, act)))


def _amend(args: argparse.Namespace) -> None:
    choices = _choices(args)

    def act(game: Game) -> tuple[Game, Game]:
        mends = [
            _mend(text, game, open=opens) for texts, opens in ((args.open, True), (args.close, False)) for text in texts
        ]
        game = game.amend(rulebook=choices, mends=mends, text=args.message, time=now())
        return game, game

    say(standing(gamefile.change(args.file, args.variant, act)))


def _mend(text: str, game: Game, *, open: bool) -> Mend:
    """A step of the map as ``--open`` and ``--close`` name it. Raises ``FaultError``."""
    key, found = "--open" if open else "--close", _STEP.fullmatch(text.strip())
    if found is None:
        raise FaultError(f"{quoted(text)} is no step: write A or F and two provinces, as in 'A Rom - Ven'", key=key)
    document = MendDocument(unit=found[1].upper(), one=found[2], other=found[3], open=open)
    try:
        return read_mend(document, game.variant)
    except InputError as error:
        raise FaultError(error.message, key=key) from None


def _board(name: str, game: Game) -> Position:
    text, file = source.read_text(name), source.shown(name)
    try:
        return read_position(source.parse_json(text, file), variant=game.variant)
    except InputError as error:
        raise fault_of(error).at(file=file, line=line_of(text, error.path)) from None


def _report(args: argparse.Namespace) -> None:
    game = gamefile.load(args.file, args.variant)
    entry = None
    if args.phase:
        wanted = args.phase.strip().upper()
        found = [each for each in game.line if str(each.phase) == wanted and each.report is not None]
        if not found:
            done = [str(each.phase) for each in game.line if each.report is not None]
            raise FaultError(
                f"there is no report of {wanted}; there are {', '.join(done) or 'none yet'}", key="--phase"
            )
        entry = found[-1]
    say(shown(game.report(entry), game.variant, args))


_ACTIONS: dict[str, Callable[[argparse.Namespace], None]] = {
    "new": _new,
    "orders": _orders,
    "status": _status,
    "adjudicate": _adjudicate,
    "undo": _undo,
    "redo": _redo,
    "draw": _draw,
    "rule": _rule,
    "amend": _amend,
    "report": _report,
}
