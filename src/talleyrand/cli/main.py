"""The command line: finds the command, runs it, and turns faults into messages and exit statuses."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from importlib.metadata import entry_points
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

PLUGGED = "talleyrand.commands"
"""The entry points of commands that come from elsewhere, as the site's do: modules of the same shape."""

DONE, AT_FAULT, USAGE, INTERRUPTED = 0, 1, 2, 130


def commands(argv: Sequence[str]) -> dict[str, ModuleType]:
    """The commands that ``argv`` may mean: those of the terminal, and others where none of these is meant."""
    if argv and argv[0] in COMMANDS:
        return COMMANDS
    plugged = {each.name: each for each in sorted(entry_points(group=PLUGGED))}
    if argv and argv[0] in plugged:
        return {argv[0]: plugged[argv[0]].load()}
    return {**COMMANDS, **{name: each.load() for name, each in plugged.items()}}


def parser(modules: Mapping[str, ModuleType] = COMMANDS) -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    top = argparse.ArgumentParser(
        prog="talleyrand",
        description="Read, adjudicate and explain Diplomacy and its variants.",
        epilog="Exit status: 0 done, 1 the input is at fault, 2 wrong usage.",
        allow_abbrev=False,
    )
    top.add_argument("--version", action="version", version=f"talleyrand {__version__}")
    subparsers = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for module in modules.values():
        module.add_parser(subparsers)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status; nothing is raised (``TALLEYRAND_DEBUG=1`` lets errors through)."""
    output.prepare()
    if sys.stdout is None:  # closed by whoever started the command
        output.complain("standard output is closed, so nothing can be answered and nothing was done")
        return AT_FAULT
    try:
        given = sys.argv[1:] if argv is None else argv
        modules = commands(given)
        args = parser(modules).parse_args(given)
        status: int = modules[args.command].run(args)
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
