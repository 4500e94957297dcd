"""The command line: finds the command, runs it, and turns faults into messages and exit statuses."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from types import ModuleType

from talleyrand._version import __version__
from talleyrand.cli import adjudicate, atlas, game, map, orders, output, record, schema, variant
from talleyrand.cli.fault import fault_of

COMMANDS: dict[str, ModuleType] = {
    "adjudicate": adjudicate,
    "orders": orders,
    "game": game,
    "record": record,
    "map": map,
    "variant": variant,
    "atlas": atlas,
    "schema": schema,
}
"""Each a module with ``add_parser(subparsers)`` and ``run(args) -> int``."""

DONE, AT_FAULT, USAGE, INTERRUPTED = 0, 1, 2, 130


def parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    top = argparse.ArgumentParser(
        prog="talleyrand",
        description="Read, adjudicate and explain Diplomacy and its variants.",
        epilog="Exit status: 0 done, 1 the input is at fault, 2 wrong usage.",
        allow_abbrev=False,
    )
    top.add_argument("--version", action="version", version=f"talleyrand {__version__}")
    subparsers = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for module in COMMANDS.values():
        module.add_parser(subparsers)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status; nothing is raised (``TALLEYRAND_DEBUG=1`` lets errors through)."""
    output.prepare()
    if sys.stdout is None:  # closed by whoever started the command
        output.complain("standard output is closed, so nothing can be answered and nothing was done")
        return AT_FAULT
    try:
        args = parser().parse_args(argv)
        status: int = COMMANDS[args.command].run(args)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else DONE
    except BrokenPipeError:
        output.hush()
        return DONE
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        if os.environ.get("TALLEYRAND_DEBUG"):
            raise
        output.complain(str(fault_of(error)))
        return AT_FAULT
    return status
