"""A game as one SVG that shows phase after phase: it plays wherever a picture can stand, without a script."""

from __future__ import annotations

import re
from typing import Literal

from talleyrand.atlas.draw.text import escape
from talleyrand.atlas.replay import frames
from talleyrand.game.state import Game

SECONDS = 3.0
"""How long a phase is shown."""
_LONG = 60
"""A path of so many characters is kept once, and referred to."""

_HEAD = re.compile(r"<svg\b([^>]*)>")
_STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)
_TAG = re.compile(r"</?path\b[^<>]*>")
_DATA = re.compile(r' d="([^"]*)"')


def animate(
    game: Game,
    *,
    theme: str = "light",
    patterns: bool = False,
    width: int | None = None,
    palette: Literal["variant", "safe"] = "variant",
    labels: str | None = None,
    seconds: float = SECONDS,
) -> str:
    """The game as an animated SVG: each phase with what became of its orders, last the board as it stands.

    Where nothing moves, as in print or for readers who want no motion, the last picture stands still.
    """
    shown = frames(game, theme=theme, patterns=patterns, width=width, palette=palette, labels=labels, prefix="f")
    drawings = [frame.svg for frame in shown]
    heads = [found[1] if (found := _HEAD.match(svg)) else "" for svg in drawings]
    boxes = [[float(number) for number in _attribute(head, "viewBox").split()] for head in heads]
    left, wide = boxes[-1][0], boxes[-1][2]
    top, bottom = min(box[1] for box in boxes), max(box[1] + box[3] for box in boxes)
    across = float(_attribute(heads[-1], "width") or wide)
    title = escape(game.variant.title)
    paths: dict[str, int] = {}
    groups = []
    for number, (svg, head) in enumerate(zip(drawings, heads, strict=True)):
        inner = _STYLE.sub("", _HEAD.sub("", svg, count=1).rpartition("</svg>")[0])
        still = " still" if number == len(drawings) - 1 else ""
        groups.append(
            f'<g class="frame{still} t{number}"><g class="{_attribute(head, "class")}">{_shared(inner, paths)}</g></g>'
        )
    styles = dict.fromkeys(style for svg in drawings for style in _STYLE.findall(svg))
    kept = "".join(f'<path id="p{number}" d="{path}"/>' for path, number in paths.items())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{across:g}" height="{(bottom - top) * across / wide:.0f}" '
        f'viewBox="{left:g} {top:g} {wide:g} {bottom - top:g}" role="img" aria-label="{title}"><title>{title}</title>'
        f"{''.join(styles)}<style>{_timing(len(drawings), seconds)}</style><defs>{kept}</defs>{''.join(groups)}</svg>\n"
    )


def _timing(count: int, seconds: float) -> str:
    """Each picture has its own part of the round; all run from the start, each a part further on."""
    total = count * seconds
    rules = [
        f".frame{{visibility:hidden;animation:turn {total:g}s step-end infinite}}.still{{visibility:visible}}",
        f"@keyframes turn{{0%{{visibility:visible}}{100 / count:.4f}%{{visibility:hidden}}}}",
        *(f".t{number}{{animation-delay:{number * seconds - total:g}s}}" for number in range(count)),
        "@media print,(prefers-reduced-motion:reduce){.frame{animation:none}}",
    ]
    return "".join(rules) if count > 1 else ""


def _attribute(head: str, name: str) -> str:
    found = re.search(rf'\b{name}="([^"]*)"', head)
    return found[1] if found else ""


def _shared(svg: str, paths: dict[str, int]) -> str:
    """A drawing whose long paths are references into a table."""
    parts: list[str] = []
    referring: list[bool] = []
    at = 0
    for tag in _TAG.finditer(svg):
        parts.append(svg[at : tag.start()])
        at, text = tag.end(), tag[0]
        if text == "</path>":
            parts.append("</use>" if referring.pop() else text)
            continue
        data = _DATA.search(text)
        long = data is not None and len(data[1]) >= _LONG
        if not text.endswith("/>"):
            referring.append(long)
        if data is not None and long:
            number = paths.setdefault(data[1], len(paths))
            text = f'<use{text[5 : data.start()]} href="#p{number}"{text[data.end() :]}'
        parts.append(text)
    return "".join([*parts, svg[at:]])
