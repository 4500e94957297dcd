"""`talleyrand orders read`: what free text means, order by order."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Container, Iterable, Sequence
from dataclasses import replace
from typing import Any

from talleyrand.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT
from talleyrand.board.position import Position
from talleyrand.board.quoted import quoted
from talleyrand.board.unit import Power, ProvinceId, Unit
from talleyrand.cli import source
from talleyrand.cli.fault import FaultError
from talleyrand.cli.jsonl import answer_lines, named
from talleyrand.cli.locate import line_of
from talleyrand.cli.output import json_line
from talleyrand.game.errors import InputError
from talleyrand.game.places import places_of
from talleyrand.game.report_json import write_reading
from talleyrand.game.rulebooks import rulebook_of
from talleyrand.game.shape import words
from talleyrand.game.wire import power_of, read_position, variant_named
from talleyrand.orders.legality import illegal
from talleyrand.orders.read import read
from talleyrand.orders.reading import Reading, Status
from talleyrand.rules.rulebook import Rulebook, YesNo
from talleyrand.variants.variant import Variant

ANY_SPECIAL = "X"
_PHASE = re.compile(r"(?:[SFW]0*[1-9]\d{0,5})?([A-Z])", re.IGNORECASE)
_KEYS = {"id": str | int, "text": str, "variant": str, "phase": str, "power": str, "assume": list, "position": dict}


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``orders read``."""
    orders = subparsers.add_parser("orders", help="read orders in any wording", allow_abbrev=False)
    actions = orders.add_subparsers(dest="action", metavar="ACTION", required=True)
    parser = actions.add_parser(
        "read",
        help="print what each order of a text means, one JSON a line",
        description="Read orders from standard input; print one JSON reading a line. With --jsonl, read one request "
        'a line, {"id", "text", "variant", "phase", "power", "assume": [...]}, and answer {"id", "readings": [...]}.',
        allow_abbrev=False,
    )
    parser.add_argument("file", nargs="?", default=source.STDIN, metavar="FILE", help="default: standard input")
    parser.add_argument("--variant", metavar="V", help="name or folder; a --jsonl request may name its own")
    parser.add_argument("--phase", metavar="P", help="S1901M, or the kind letter: M R A C L, X any special one")
    parser.add_argument("--position", metavar="FILE", help="a position: its units decide what is meant")
    parser.add_argument("--assume", default="", metavar="UNITS", help='units that help the map decide: "A RIV; F BLA"')
    parser.add_argument("--power", metavar="X", help="whose orders these are")
    parser.add_argument("--rulebook", metavar="NAME", help="the house rules for reading; default: the variant's")
    parser.add_argument("--jsonl", action="store_true", help="many requests, one JSON a line")
    parser.set_defaults(usage_error=parser.error)


def run(args: argparse.Namespace) -> int:
    """Print the readings; status 0 whatever they say, since an order that is not understood is an answer too."""
    if not args.variant and not (args.jsonl or args.position):
        args.usage_error("--variant is needed, or a --position that names one")
    position = source.read_json(args.position) if args.position else None
    if args.position and not isinstance(position, dict):
        raise FaultError(f"a position must be an object, not {words(position)}", file=source.shown(args.position))
    own = {args.variant, position.get("variant") if position else None}
    allowed = frozenset(name for name in own if isinstance(name, str))
    defaults = {
        "variant": args.variant,
        "phase": args.phase,
        "power": args.power,
        "assume": [unit for unit in re.split(r"[;,\n]", args.assume) if unit.strip()],
        "position": position,
    }
    defaults = {key: value for key, value in defaults.items() if value or value == {}}
    if args.jsonl:
        return answer_lines(args.file, lambda request: _answer(request, defaults, args.rulebook, allowed))
    request = {**defaults, "text": source.read_text(args.file)}
    try:
        readings = _readings(request, args.rulebook, allowed)
    except InputError as error:
        raise _fault(error, args.position) from None
    for reading in readings:
        sys.stdout.write(json_line(_document(reading)) + "\n")
    sys.stdout.flush()
    return 0


def _fault(error: InputError, position: str | None) -> FaultError:
    """A fault of the position's file, or of an option."""
    head, _, path = error.path.partition(".")
    if head != "position" or position is None:
        option = head.partition("[")[0]
        return FaultError(error.message, key=f"--{option}")
    line = 0 if position == source.STDIN else line_of(source.read_text(position), path)
    return FaultError(error.message, file=source.shown(position), line=line, key=path)


def _answer(request: Any, defaults: dict[str, Any], rulebook: str | None, allowed: Container[str]) -> dict[str, Any]:
    if not isinstance(request, dict):
        raise InputError("", 'a request must be an object with "text" and "variant"')
    for key, value in request.items():
        if key not in _KEYS:
            raise InputError(str(key), f"there is no such key in a request; there are {', '.join(_KEYS)}")
        if value is not None and not isinstance(value, _KEYS[key]):
            raise InputError(key, f"has the wrong type ({type(value).__name__})")
    if not isinstance(request.get("text"), str):
        raise InputError("text", "is missing")
    given = {key: value for key, value in request.items() if value is not None}
    readings = _readings({**defaults, **given}, rulebook, allowed)
    return {**named(request), "readings": [_document(reading) for reading in readings]}


def _readings(request: dict[str, Any], rulebook: str | None, allowed: Container[str]) -> tuple[Reading, ...]:
    """The readings of a request; only an ``allowed`` variant may be a folder."""
    position_document = request.get("position")
    named_in = position_document.get("variant") if isinstance(position_document, dict) else None
    name = request.get("variant") or named_in
    if not isinstance(name, str):
        raise InputError("variant", "is missing")
    variant = variant_named(name, allow_folders=name in allowed)
    position = _position(position_document, variant, named_in in allowed)
    power: Power | None = None
    if request.get("power"):
        power = power_of(request["power"], variant.board, "power", variant.name)
    rules = rulebook_of(rulebook, variant)
    kind = _kind(request.get("phase"), variant, position)
    readings = read(
        request["text"],
        variant.board,
        kind=kind,
        position=position,
        assume=tuple(_units(request.get("assume", ()), variant)),
        power=power,
        policy=rules.reading,
    )
    if position is None or kind != position.phase.kind:
        return readings
    return tuple(_judged(reading, power, position, variant, rules) for reading in readings)


def _judged(reading: Reading, power: Power | None, position: Position, variant: Variant, rules: Rulebook) -> Reading:
    """A reading that counts is illegal where the position does not allow the order."""
    if not reading.status.counts or reading.order is None:
        return reading
    by_fleet = rules.archipelago_convoys is YesNo.YES
    problem = illegal(reading.order, power, position, variant.board, archipelago_convoys=by_fleet)
    if problem is None:
        return reading
    return replace(reading, status=Status.ILLEGAL, problem=problem.text, rule=problem.rule)


def _position(document: Any, variant: Variant, allow_folders: bool) -> Position | None:
    if document is None:
        return None
    if isinstance(document, dict):  # a case will do
        document = {key: value for key, value in document.items() if key not in ("id", "orders", "rulebook")}
    return read_position(document, variant=variant, path="position", allow_folders=allow_folders)


def _units(texts: Sequence[Any], variant: Variant) -> Iterable[Unit]:
    places = places_of(variant.board)
    taken: dict[ProvinceId, str] = {}
    for index, text in enumerate(texts):
        path = f"assume[{index}]"
        if not isinstance(text, str):
            raise InputError(path, "must be a unit, as in 'A RIV'")
        unit = places.unit(text.strip(), path, variant.name)
        if unit.province in taken:
            there, name = taken[unit.province], variant.board.name(unit.province)
            raise InputError(path, f"{unit} cannot be: {there} stands in {name} already")
        taken[unit.province] = f"{unit} (assume[{index}])"
        yield unit


def _kind(phase: str | None, variant: Variant, position: Position | None) -> str:
    if phase is None:
        return MOVEMENT if position is None else position.phase.kind
    match = _PHASE.fullmatch(phase.strip())
    if match is None:
        raise InputError("phase", f"{quoted(phase)} is not a phase: write S1901M, or a kind letter M, R, A, C, L or X")
    kind = match[1].upper()
    special = [letter for _, letter in variant.calendar.steps if letter not in (MOVEMENT, RETREAT, ADJUSTMENT)]
    if kind == ANY_SPECIAL and special:
        return special[0]
    if kind not in (MOVEMENT, RETREAT, ADJUSTMENT, *special):
        also = f", {', '.join(dict.fromkeys(special))}" if special else " only"
        raise InputError("phase", f"{variant.title} has no phase of kind {kind}; it has M, R, A{also}")
    return kind


def _document(reading: Reading) -> dict[str, Any]:
    document = write_reading(reading)
    if reading.power is not None:
        document["power"] = reading.power
    if reading.route:
        document["route"] = list(reading.route)
    if reading.notes:
        document["notes"] = list(reading.notes)
    return document
