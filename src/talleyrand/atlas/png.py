"""Pictures as PNG, by resvg and the fonts that are shipped."""

from __future__ import annotations

from importlib.resources import as_file, files

WIDEST = 10_000
"""The widest picture in pixels."""


class PngError(RuntimeError):
    """A picture that cannot be made: resvg is not installed, or refuses the drawing."""


def to_png(svg: str, width: int | None = None) -> bytes:
    """An SVG drawing as a PNG ``width`` pixels wide, or as wide as it says itself.

    Raises ``PngError`` where the package resvg-py is missing, naming the extra that brings it, or where the text is no
    drawing; ``ValueError`` for a width outside 1 to 10,000.
    """
    if width is not None and not 1 <= width <= WIDEST:
        raise ValueError(f"the width must be from 1 to {WIDEST:,} pixels, not {width:,}")
    try:
        import resvg_py
    except ImportError:
        raise PngError("a PNG needs the package resvg-py: pip install 'talleyrand[png]'") from None
    with as_file(files("talleyrand.atlas") / "fonts") as folder:
        try:
            return bytes(
                resvg_py.svg_to_bytes(
                    svg_string=svg,
                    width=width,
                    skip_system_fonts=True,
                    font_dirs=[str(folder)],
                    sans_serif_family="Atlas Sans",
                    serif_family="Atlas Serif",
                    font_family="Atlas Sans",
                )
            )
        except ValueError as fault:
            raise PngError(f"the drawing could not be made into a PNG: {fault}") from None
