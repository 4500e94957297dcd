"""PNG pictures through resvg and the fonts that are shipped."""

from __future__ import annotations

import struct
import sys

import pytest

from talleyrand.atlas.draw import draw_board
from talleyrand.atlas.png import PngError, to_png
from talleyrand.variants.load import load_variant

TEXT = '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="20"><text y="15" font-family="{}">Ab</text></svg>'


def size(picture: bytes) -> tuple[int, int]:
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", picture[16:24])


def test_a_picture_is_as_wide_as_asked() -> None:
    pytest.importorskip("resvg_py")
    variant = load_variant("morrowind")
    svg = draw_board(variant, variant.start, width=500)
    assert size(to_png(svg))[0] == 500
    assert size(to_png(svg, 300))[0] == 300


@pytest.mark.parametrize("family", ["Atlas Sans", "Atlas Serif"])
def test_the_shipped_fonts_are_found(family: str) -> None:
    pytest.importorskip("resvg_py")
    empty = to_png(TEXT.format(family).replace(">Ab<", "><"))
    assert len(to_png(TEXT.format(family))) > len(empty) + 50


@pytest.mark.parametrize("width", [0, -1, 100_000])
def test_an_impossible_width_is_refused(width: int) -> None:
    with pytest.raises(ValueError, match="the width must be from 1 to 10,000 pixels"):
        to_png("<svg/>", width)


def test_what_is_no_drawing_is_refused() -> None:
    pytest.importorskip("resvg_py")
    with pytest.raises(PngError, match="could not be made into a PNG"):
        to_png("no drawing")


def test_without_resvg_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(PngError, match=r"pip install 'talleyrand\[png\]'"):
        to_png("<svg/>")
