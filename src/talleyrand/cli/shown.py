"""A report in the format asked for."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from talleyrand.board.quoted import quoted
from talleyrand.board.unit import Unit
from talleyrand.cli import output
from talleyrand.cli.fault import FaultError
from talleyrand.cli.scene import Scene, Style
from talleyrand.game.places import places_of
from talleyrand.game.report import Report
from talleyrand.game.wire import power_of
from talleyrand.prose import bbcode, discord, html, markdown, text
from talleyrand.prose.content import Extras
from talleyrand.prose.document import document
from talleyrand.variants.variant import Variant

FORMATS = ("json", "text", "markdown", "bbcode", "discord", "html")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that say how a report is shown."""
    parser.add_argument("--format", choices=FORMATS, help="default: text on a terminal, json otherwise")
    parser.add_argument("--explain", action="store_true", help="print the chain of reasons with rule numbers")
    parser.add_argument("--power", metavar="X", help="report the orders of one power only")
    parser.add_argument("--unit", metavar="U", help="report the orders to one unit only, as 'A PAR'")
    parser.add_argument(
        "--tables", action=argparse.BooleanOptionalAction, default=False, help="bbcode with or without [table]"
    )
    parser.add_argument(
        "--map", metavar="FILE", help="draw the results into an .svg or .png, which the report names; html embeds them"
    )


def shown(report: Report, variant: Variant, args: argparse.Namespace, id: str | int | None = None) -> str:
    """The report as text, in the format and with the options of ``args``."""
    form = args.format or output.default_format()
    extras = _with_map(report, variant, args.map, form) if args.map else Extras()
    extras = replace(extras, desk=args.explain)
    if args.power or args.unit:
        report, extras = chosen(report, variant, args.power, args.unit), replace(extras, part=True)
    match form:
        case "text":
            return text.render(report, variant, explain=args.explain, extras=extras)
        case "markdown":
            return markdown.render(report, variant, explain=args.explain, extras=extras)
        case "bbcode":
            return bbcode.render(report, variant, explain=args.explain, tables=args.tables, extras=extras)
        case "html":
            return html.render(report, variant, explain=args.explain, extras=extras)
        case "discord":
            return _messages(discord.render(report, variant, explain=args.explain, extras=extras))
        case _:
            return output.json_text(document(report, variant, id))


def chosen(report: Report, variant: Variant, power: str | None, unit: str | None) -> Report:
    """The report with the orders of one power or to one unit only. Raises ``InputError``, ``FaultError``."""
    lines = report.lines
    if power:
        whose = power_of(power, variant.board, "--power", variant.name)
        lines = report.lines_of(whose)
        if not lines:
            raise FaultError(f"{whose} has no orders and no units in this report", key="--power")
    if unit:
        found = tuple(line for line in lines if line.unit is not None and _names(unit, line.unit, variant))
        if not found:
            there = ", ".join(dict.fromkeys(str(line.unit) for line in lines if line.unit is not None))
            raise FaultError(f"{quoted(unit)} is no unit in this report; there are {there or 'none'}", key="--unit")
        lines = found
    return replace(report, lines=lines)


def _names(text: str, unit: Unit, variant: Variant) -> bool:
    """Whether a text names a unit, its coast left out if one likes."""
    kind, _, rest = text.strip().partition(" ")
    word = {"a": "A", "army": "A", "f": "F", "fleet": "F"}.get(kind.casefold()) if rest else None
    place = places_of(variant.board).location(rest if word else text, "--unit", variant.name)
    same = place.province == unit.province and place.coast in ("", unit.location.coast)
    return same and word in (None, str(unit.kind))


def _with_map(report: Report, variant: Variant, file: str, form: str) -> Extras:
    """Draw the results into a file; the report names it, or holds the drawing. Raises ``FaultError``."""
    from talleyrand.cli import picture  # what draws is loaded only by who draws

    if not file.lower().endswith((".svg", ".png")):
        raise FaultError(f"{quoted(file)} is no picture; end its name in .svg or .png", key="--map")
    svg = picture.draw(Scene(variant, report.rulebook, report.before, report), "results", Style())
    picture.write(svg, file, None)
    return Extras(map_url=picture.data_url(svg) if form == "html" else Path(file).name)


def _messages(messages: list[str]) -> str:
    """Discord messages one below the other, each after the first announced by a line."""
    first, *rest = messages
    total = len(messages)
    later = (f"\n\n--- message {number} of {total} ---\n\n{message.strip()}" for number, message in enumerate(rest, 2))
    return first.strip() + "".join(later)
