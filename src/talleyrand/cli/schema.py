"""`talleyrand schema`: the JSON Schema of a document."""

from __future__ import annotations

import argparse

from talleyrand.atlas.document import geometry_schema
from talleyrand.cli.output import json_text, say
from talleyrand.game.schema import DOCUMENTS, schema

GEOMETRY = "geometry"


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``schema``."""
    parser = subparsers.add_parser("schema", help="print the JSON Schema of a document", allow_abbrev=False)
    parser.add_argument("document", choices=(*DOCUMENTS, GEOMETRY))


def run(args: argparse.Namespace) -> int:
    """Print it."""
    say(json_text(geometry_schema() if args.document == GEOMETRY else schema(args.document)))
    return 0
