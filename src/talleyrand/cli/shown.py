"""A report in the format asked for."""

from __future__ import annotations

import argparse

from talleyrand.cli import output
from talleyrand.game.report import Report
from talleyrand.prose import bbcode, discord, html, markdown, text
from talleyrand.prose.document import document
from talleyrand.variants.variant import Variant

FORMATS = ("json", "text", "markdown", "bbcode", "discord", "html")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that say how a report is shown."""
    parser.add_argument("--format", choices=FORMATS, help="default: text on a terminal, json otherwise")
    parser.add_argument("--explain", action="store_true", help="print the chain of reasons with rule numbers")
    parser.add_argument(
        "--tables", action=argparse.BooleanOptionalAction, default=False, help="bbcode with or without [table]"
    )


def shown(report: Report, variant: Variant, args: argparse.Namespace, id: str | int | None = None) -> str:
    """The report as text, in the format and with the options of ``args``."""
    match args.format or output.default_format():
        case "text":
            return text.render(report, variant, explain=args.explain)
        case "markdown":
            return markdown.render(report, variant, explain=args.explain)
        case "bbcode":
            return bbcode.render(report, variant, explain=args.explain, tables=args.tables)
        case "html":
            return html.render(report, variant, explain=args.explain)
        case "discord":
            return _messages(discord.render(report, variant, explain=args.explain))
        case _:
            return output.json_text(document(report, variant, id))


def _messages(messages: list[str]) -> str:
    """Discord messages one below the other, each after the first announced by a line."""
    first, *rest = messages
    total = len(messages)
    later = (f"\n\n--- message {number} of {total} ---\n\n{message.strip()}" for number, message in enumerate(rest, 2))
    return first.strip() + "".join(later)
