"""`talleyrand map`: a position, orders, results or a whole game as a picture."""

from __future__ import annotations

import argparse
from pathlib import Path

from talleyrand.atlas.theme import THEMES
from talleyrand.board.quoted import quoted, shortened
from talleyrand.board.unit import Power
from talleyrand.cli import source, store
from talleyrand.cli.fault import FaultError, fault_of
from talleyrand.cli.scene import SHOWS, Scene, Show, Style, of_game, read
from talleyrand.game.errors import InputError
from talleyrand.game.state import Game
from talleyrand.game.wire import power_of
from talleyrand.variants.variant import Variant

SUFFIXES = (".svg", ".png", ".html")
WIDTHS = (120, 10_000)
"""The narrowest and the widest picture, in pixels."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``map``."""
    parser = subparsers.add_parser(
        "map",
        help="draw a position, orders, results or a whole game",
        description="Draw what a file holds: a position, a case (a position with orders) or the record of a game. "
        "The name of OUT says as what: .svg, .png (needs the extra `png`), or .html, a page that steps through a "
        "record phase by phase.",
        allow_abbrev=False,
    )
    parser.add_argument("file", metavar="POSITION|CASE|RECORD", help="a JSON document, - for standard input")
    parser.add_argument("-o", "--out", required=True, metavar="OUT", help="the file to write; - for SVG on the output")
    parser.add_argument("--width", type=_width, metavar="N", help="in pixels; a narrow picture gets larger signs")
    parser.add_argument(
        "--show",
        choices=SHOWS,
        help="default: position; results for a case, or for a phase of a record that has been adjudicated",
    )
    parser.add_argument("--power", metavar="X", help="only the orders, retreats and builds of this power")
    parser.add_argument("--theme", choices=tuple(THEMES), default="light", help="default: light")
    parser.add_argument("--patterns", action="store_true", help="patterns beside colours, for who sees few of them")
    parser.add_argument(
        "--palette", choices=("variant", "safe"), default="variant", help="safe: colours that everybody can tell apart"
    )
    parser.add_argument("--labels", choices=("short", "names", "both", "none"), help="how provinces are named")
    parser.add_argument("--phase", metavar="P", help="a phase of a record, as in S1901M (default: the current one)")
    parser.add_argument("--animate", action="store_true", help="an .svg that shows every phase of a record in turn")
    parser.add_argument("--variant", metavar="V", help="the variant, where it is a folder of your own")
    parser.set_defaults(usage_error=parser.error)


def _width(text: str) -> int:
    least, most = WIDTHS
    if not text.isascii() or not text.removeprefix("-").isdigit():
        told = quoted(text)
        raise argparse.ArgumentTypeError(f"{told} is no width; write a number of pixels from {least} to {most:,}")
    if not least <= int(text[:9]) <= most:
        raise argparse.ArgumentTypeError(f"{shortened(text)} pixels is out of range {least} to {most:,}")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Draw and write; nothing is printed."""
    suffix = Path(args.out).suffix.lower()
    if args.out != source.STDIN and suffix not in SUFFIXES:
        args.usage_error(f"-o {args.out}: end its name in {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}")
    if args.animate and suffix != ".svg":
        args.usage_error("--animate makes an .svg; a page that steps through a record is an .html")
    found = read(args.file, args.variant)
    file = source.shown(args.file)
    style = Style(args.theme, args.patterns, args.width, _power(args.power, found.variant), args.palette, args.labels)
    try:
        if suffix == ".html" or args.animate:
            store.replace_text(Path(args.out), _whole(found, style, args))
        else:
            scene, show = _scene(found, args)
            from talleyrand.cli import picture  # what draws is loaded only by who draws

            picture.write(picture.draw(scene, show, style), args.out, args.width)
    except InputError as error:
        raise fault_of(error).at(file=file) from None
    except FaultError as fault:
        raise fault.at(file=file) from None
    return 0


def _power(name: str | None, variant: Variant) -> Power | None:
    return None if name is None else power_of(name, variant.board, "--power", variant.name)


def _scene(found: Game | Scene, args: argparse.Namespace) -> tuple[Scene, Show]:
    """What to draw, and what of it."""
    if isinstance(found, Game):
        scene = of_game(found, args.phase, last=args.show == "results")
        usual: Show = "results" if args.phase and scene.report is not None and scene.published else "position"
        return scene, args.show or usual
    if args.phase is not None and args.phase.strip().upper() != str(found.position.phase):
        raise FaultError(f"only a record has several phases; this is {found.position.phase}", key="--phase")
    return found, args.show or ("results" if found.report is not None else "position")


def _whole(found: Game | Scene, style: Style, args: argparse.Namespace) -> str:
    """A whole game as a page or as an animation."""
    if not isinstance(found, Game):
        what = "animated" if args.animate else "stepped through"
        raise FaultError(f"only a record can be {what}; draw this as a picture")
    if args.show is not None or args.phase is not None or args.power is not None:
        args.usage_error("every phase is shown, and everything in it: leave --show, --phase and --power out")
    from talleyrand.atlas.animated import animate
    from talleyrand.atlas.geometry import GeometryError
    from talleyrand.atlas.replay import replay

    make = animate if args.animate else replay
    try:
        return make(
            found,
            theme=style.theme,
            patterns=style.patterns,
            width=style.width,
            palette=style.palette,
            labels=style.labels,
        )
    except GeometryError as error:
        raise FaultError(str(error)) from None
