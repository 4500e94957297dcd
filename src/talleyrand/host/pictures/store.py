"""Pictures of phases as anybody may see them, drawn once and kept in the data folder.

A file is named by all that its drawing comes from. After a rollback or a mended map another name is asked for, so that
no picture of what was is taken for what is; and nothing that a viewer may not see is ever drawn here (lesson 27).
"""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import json
import logging
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from talleyrand import __version__
from talleyrand.atlas.png import to_png
from talleyrand.host.bridge import reading, rules
from talleyrand.host.games.access import OBSERVER
from talleyrand.host.games.models import Game
from talleyrand.host.settings import CONFIG
from talleyrand.host.turns.models import Phase

log = logging.getLogger(__name__)

BOARD, RESULTS, AFTER = "board", "results", "after"
SHOWN = (BOARD, RESULTS, AFTER)
"""What a picture shows: the board as the phase began, what became of the orders, the board after them."""
FORMS = ("svg", "png")
WIDE, PHONE, THUMB = 1400, 400, 320
"""Widths in pixels that there are; a thumbnail has no words."""
_SHARP = 2
"""Pixels of a small PNG for each pixel it is shown at."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A picture that is asked for: what it shows, in which theme, form and width in pixels."""

    what: str
    theme: str = "light"
    width: int = WIDE
    form: str = "svg"


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture's bytes, and the tag that says whether somebody has it already: a digest of these bytes alone.

    An SVG is packed with gzip, to a quarter of its size.
    """

    data: bytes
    tag: str


def find(game: Game, branch: int, number: int, wanted: Wanted) -> Picture | None:
    """The picture of a phase, from its file or drawn now; None where there is no such phase or nothing to show."""
    row = Phase.objects.filter(game=game, branch=branch, number=number).first()
    if row is None or (wanted.what != BOARD and row.report is None):
        return None
    path = _path(game, row, wanted)
    try:
        return _picture(path.read_bytes())
    except OSError:
        data = _encoded(_drawn(reading.seen_by(game, OBSERVER), row, wanted), wanted)
        _write(path, data)
        return _picture(data)


def opening(game: Game, wanted: Wanted) -> Picture:
    """The board with which a game will begin, from its file or drawn now."""
    last = game.rulebooks.last()
    path = _named(game, [*_rules(game), last.choices if last is not None else {}], wanted)
    try:
        return _picture(path.read_bytes())
    except OSError:
        engine = rules.new_game(game, time="")
        data = _encoded(_map(engine, engine.current, wanted), wanted)
        _write(path, data)
        return _picture(data)


def keep(game_pk: int, branch: int, number: int) -> None:
    """Draw the published pictures of an adjudicated phase and keep them; what is kept already stays as it is.

    A game or phase that is gone, or one that was rolled back before it came to this, is left alone.
    """
    game = Game.objects.filter(pk=game_pk).first()
    row = Phase.objects.filter(game=game_pk, branch=branch, number=number, report__isnull=False).first()
    if game is None or row is None:
        return
    missing = [(wanted, path) for wanted in published() if not (path := _path(game, row, wanted)).exists()]
    if not missing:
        return
    engine = reading.seen_by(game, OBSERVER)
    for wanted, path in missing:
        if not _write(path, _encoded(_drawn(engine, row, wanted), wanted)):
            return


def nearest(width: int | None) -> int:
    """The width that there is for one asked for; the widest where none is."""
    if width is None or width > 2 * PHONE:
        return WIDE
    return THUMB if width <= THUMB else PHONE


def published() -> Iterator[Wanted]:
    """Every picture that pages show of a phase once it has been adjudicated; all others are drawn when asked for."""
    for what, theme, width in product((BOARD, RESULTS), ("light", "dark"), (WIDE, PHONE)):
        yield Wanted(what, theme, width)
    for theme in ("light", "dark"):
        yield Wanted(RESULTS, theme, THUMB, "png")


def _drawn(engine: reading.Engine, row: Phase, wanted: Wanted) -> str:
    entry = reading.entry_of(engine, row.branch, row.number)
    assert entry is not None
    return _map(engine, entry, wanted)


def _map(engine: reading.Engine, entry: reading.Entry, wanted: Wanted) -> str:
    shown_at = None if wanted.width == WIDE else wanted.width
    return reading.map_of(engine, entry, wanted.what, wanted.theme, shown_at, plain=wanted.width == THUMB)


def _encoded(svg: str, wanted: Wanted) -> bytes:
    if wanted.form == "svg":
        return gzip.compress(svg.encode(), mtime=0)
    return to_png(svg, wanted.width * _SHARP if wanted.width == PHONE else wanted.width)


def _path(game: Game, row: Phase, wanted: Wanted) -> Path:
    """Where a picture lies."""
    return _named(game, [*_rules(game), game.amendments[: row.amended], row.position, row.report], wanted)


def _rules(game: Game) -> list[Any]:
    return [game.variant, game.variant_version, game.year_label, game.founding]


def _named(game: Game, drawn_from: list[Any], wanted: Wanted) -> Path:
    """Where a picture lies: its name is a digest of all that it is drawn from."""
    source = [__version__, *drawn_from, wanted.what, wanted.theme, wanted.width]
    name = hashlib.sha256(json.dumps(source, sort_keys=True).encode()).hexdigest()[:40]
    return CONFIG.data / "pictures" / str(game.pk) / f"{name}.{wanted.form}"


def _write(path: Path, data: bytes) -> bool:
    """Keep a file whole or not at all; a disk that is full costs the file and no more."""
    name = ""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".new", delete=False) as file:
            name = file.name
            file.write(data)
        Path(name).replace(path)
    except OSError as fault:
        log.warning("the picture %s could not be kept, and is drawn anew each time: %s", path, fault)
        with contextlib.suppress(OSError):
            Path(name).unlink()
        return False
    return True


def _picture(data: bytes) -> Picture:
    return Picture(data, f'"{hashlib.sha256(data).hexdigest()[:32]}"')
