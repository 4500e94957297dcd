"""A game as one page that steps through it: map, orders and reasons of each phase, nothing fetched from anywhere."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal, NamedTuple

from talleyrand.atlas.draw import draw_board, draw_report
from talleyrand.atlas.draw.text import escape
from talleyrand.board.calendar import ADJUSTMENT, RETREAT
from talleyrand.game.state import Game
from talleyrand.prose import html
from talleyrand.rules.adjustment import adjustments
from talleyrand.rules.retreat import retreat_options

_FOLDER = Path(__file__).parent / "replay_page"
_TAG = re.compile(r"(?=<)")
NARROW = 400
"""The width, in pixels, that drawings for telephones are made for."""
_STYLE = re.compile(r"<style>.*?</style>\n?", re.DOTALL)


class Frame(NamedTuple):
    """One step: its phase in words, the drawing, the report as HTML, and the drawing for a telephone."""

    label: str
    code: str
    svg: str
    report: str
    narrow: str = ""


def frames(
    game: Game,
    *,
    theme: str = "light",
    patterns: bool = False,
    width: int | None = None,
    palette: Literal["variant", "safe"] = "variant",
    labels: str | None = None,
    prefix: str = "",
    narrow: int | None = None,
) -> Iterator[Frame]:
    """Each adjudicated phase with its orders and what became of them, and last the board as it stands.

    With a ``prefix``, each drawing has ids of its own, so that all can stand in one document. ``narrow`` is a second
    width, in pixels, to draw each for.
    """
    variant = game.variant
    widths = (width,) if narrow is None else (width, narrow)
    for number, entry in enumerate(entry for entry in game.line if entry.report is not None):
        report = game.report(entry)
        svg, *more = (
            draw_report(
                report,
                variant,
                show="results",
                theme=theme,
                patterns=patterns,
                width=wide,
                palette=palette,
                labels=labels,
                prefix=f"{prefix}{number}-" if prefix else "",
            )
            for wide in widths
        )
        text = html.render(report, variant, explain=True, page=False)
        yield Frame(variant.calendar.describe(entry.phase), str(entry.phase), svg, text, *more)
    last = game.line[-1]
    position = game.report(last).next if last.report is not None else last.position
    board, rulebook, hooks = variant.board, game.rulebook, variant.hooks
    kind = position.phase.kind
    svg, *more = (
        draw_board(
            variant,
            position,
            show="position",
            retreats=retreat_options(position, board, rulebook, hooks) if kind == RETREAT else None,
            adjustments=adjustments(position, board, rulebook, hooks) if kind == ADJUSTMENT else None,
            theme=theme,
            patterns=patterns,
            width=wide,
            palette=palette,
            labels=labels,
            prefix=f"{prefix}end-" if prefix else "",
        )
        for wide in widths
    )
    standing = game.status
    words = "The game is over." if standing.over else "The board as it stands; this phase has not been adjudicated yet."
    if standing.winners:
        words = f"The game is over: {', '.join(standing.winners)}."
    label = variant.calendar.describe(position.phase)
    code = str(position.phase)
    yield Frame(
        label,
        "end" if standing.over else code,
        svg,
        f'<article class="talleyrand"><h1>{escape(variant.title)}</h1>'
        f'<p class="phase">{escape(label)}</p><p>{escape(words)}</p></article>',
        *more,
    )


def replay(
    game: Game,
    *,
    theme: str = "light",
    patterns: bool = False,
    width: int | None = None,
    palette: Literal["variant", "safe"] = "variant",
    labels: str | None = None,
) -> str:
    """The page: works from a file, runs its own script only, and without a script shows the first phase.

    Unless a ``width`` is given, telephones get drawings made for them, with larger names and units.
    """
    narrow = NARROW if width is None else None
    found = list(
        frames(game, theme=theme, patterns=patterns, width=width, palette=palette, labels=labels, narrow=narrow)
    )
    script = _read("page.js")
    style = "".join(_STYLE.findall(found[0].report)[:1]).removeprefix("<style>").rstrip().removesuffix("</style>")
    reports = [_STYLE.sub("", frame.report) for frame in found]
    parts, drawings = _folded([*(frame.svg for frame in found), *(frame.narrow for frame in found if frame.narrow)])
    data = {
        "frames": [{"label": frame.label, "code": frame.code} for frame in found],
        "parts": parts,
        "drawings": drawings[: len(found)],
        "narrow": drawings[len(found) :],
        "reports": reports,
    }
    dark = "dark" if theme == "dark" else "light"
    return _filled(
        _read("page.html"),
        {
            "title": escape(f"{game.variant.title}: {found[0].label} to {found[-1].label}"),
            "policy": f"default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; "
            f"script-src '{_digest(script)}'",
            "scheme": dark,
            "style": style + "\n" + _read("page.css"),
            "heading": escape(game.variant.title),
            "label": escape(found[0].label),
            "last": str(len(found) - 1),
            "svg": found[0].svg,
            "report": reports[0],
            "data": json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"),
            "script": script,
        },
    )


def _folded(drawings: Iterable[str]) -> tuple[list[str], list[list[int]]]:
    """Drawings as runs of numbers into one table of tags: what stays the same from phase to phase is kept once."""
    table: dict[str, int] = {}
    folded = []
    for drawing in drawings:
        runs: list[int] = []
        for tag in _TAG.split(drawing):
            number = table.setdefault(tag, len(table))
            if runs and runs[-2] + runs[-1] == number:
                runs[-1] += 1
            else:
                runs += (number, 1)
        folded.append(runs)
    return list(table), folded


def _filled(page: str, values: dict[str, str]) -> str:
    return re.sub(r"@(\w+)@", lambda match: values.get(match[1], match[0]), page)


def _digest(script: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode("ascii")


def _read(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")
