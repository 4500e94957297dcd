"""Scenes drawn and written to a file."""

from __future__ import annotations

import base64
from pathlib import Path

from talleyrand.atlas.draw import draw_board, draw_report
from talleyrand.atlas.geometry import GeometryError
from talleyrand.atlas.png import PngError, to_png
from talleyrand.cli import source, store
from talleyrand.cli.fault import FaultError
from talleyrand.cli.output import say
from talleyrand.cli.scene import Scene, Show, Style

DEFAULT_WIDTH = 1400
"""The width of a PNG where none is asked for."""


def draw(scene: Scene, show: Show, style: Style) -> str:
    """The picture of a scene as SVG. Raises ``FaultError`` where the scene has nothing of what is to be shown."""
    try:
        return _draw(scene, show, style)
    except GeometryError as error:
        raise FaultError(str(error)) from None


def _draw(scene: Scene, show: Show, style: Style) -> str:
    if show in ("orders", "results"):
        report = scene.report
        if report is None:
            raise FaultError(
                "there are no orders to draw; give a case, or a record in which some came in", key="--show"
            )
        if show == "results" and not scene.published:
            raise FaultError(f"{scene.position.phase} has not been adjudicated yet; draw its orders", key="--show")
        return draw_report(
            report,
            scene.variant,
            show=show,
            theme=style.theme,
            patterns=style.patterns,
            width=style.width,
            power=style.power,
            palette=style.palette,
            labels=style.labels,
        )
    if show == "retreats":
        if not scene.position.dislodged and not scene.published:
            raise FaultError(
                f"{scene.position.phase} has not been adjudicated yet, so it is not known who retreats", key="--show"
            )
        scene = scene if scene.position.dislodged else scene.following()
        if not scene.retreats():
            raise FaultError(f"nobody has to retreat in {scene.position.phase}", key="--show")
    return draw_board(
        scene.variant,
        scene.position,
        show=show,
        retreats=scene.retreats(),
        adjustments=scene.changes(),
        theme=style.theme,
        patterns=style.patterns,
        width=style.width,
        power=style.power,
        palette=style.palette,
        labels=style.labels,
    )


def write(svg: str, out: str, width: int | None) -> None:
    """Write a drawing as the file its name asks for, whole or not at all; "-" is standard output, as SVG.

    Raises ``FaultError`` where the file cannot be written, or is a PNG and what makes those is not installed.
    """
    if out == source.STDIN:
        say(svg)
    elif out.lower().endswith(".png"):
        store.replace_bytes(Path(out), png(svg, width or DEFAULT_WIDTH))
    else:
        store.replace_text(Path(out), svg if svg.endswith("\n") else svg + "\n")


def png(svg: str, width: int) -> bytes:
    """A drawing as PNG. Raises ``FaultError`` where what makes them is not installed."""
    try:
        return to_png(svg, width)
    except PngError as error:
        raise FaultError(f"{error}; an .svg needs nothing more" if "pip" in str(error) else str(error)) from None


def data_url(svg: str) -> str:
    """A drawing as a URL that holds it."""
    return "data:image/svg+xml;base64," + base64.b64encode(svg.encode("utf-8", "replace")).decode("ascii")
