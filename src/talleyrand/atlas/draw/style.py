"""The style sheet of a drawing, for one theme, set of powers and size; every rule bound to the drawing's own class."""

from __future__ import annotations

from collections.abc import Sequence

from talleyrand.atlas.theme import Livery, Theme, contrast, mix

SANS = "'Atlas Sans','DejaVu Sans Condensed','Arial Narrow','Liberation Sans Narrow','Helvetica Neue',Arial,sans-serif"
SERIF = "'Atlas Serif','DejaVu Serif Condensed',Georgia,'Liberation Serif','Times New Roman',serif"

PATTERNS = (
    "M0 8L8 0M-2 2L2-2M6 10L10 6",
    "M0 0L8 8M-2 6L2 10M6-2L10 2",
    "M0 4H8",
    "M4 0V8",
    "M0 0L8 8M0 8L8 0",
    "M0 4H8M4 0V8",
    "M1 2H3M5 6H7",
    "M2 1.2A.9.9 0 1 1 2 2.9A.9.9 0 1 1 2 1.2M6 5.2A.9.9 0 1 1 6 6.9A.9.9 0 1 1 6 5.2",
)


def style_sheet(scope: str, theme: Theme, liveries: Sequence[Livery], unit: float, size: float) -> str:
    """The rules, each under the class ``scope``."""
    u = unit * min(size, 1 + (size - 1) * 0.5)
    fine = unit * min(size, 1 + (size - 1) * 0.35)
    rules = {
        "text": f"font-family:{SANS};font-weight:700;fill:{theme.ink}",
        ".sea": f"fill:{theme.sea}",
        ".isles": f"fill:{mix(theme.sea, theme.land, 0.8)}",
        ".outer": f"fill:{mix(theme.sea, theme.void, 0.55)}",
        ".water": f"fill:{mix(theme.sea, theme.river, 0.72)}",
        ".land,.islet": f"fill:{theme.land}",
        ".void": f"fill:{theme.void}",
        ".land,.void,.sea,.isles,.outer,.water": "fill-rule:evenodd",
        ".glow": f"fill:none;stroke:{theme.glow};stroke-linejoin:round;stroke-linecap:round",
        ".islet": f"stroke:{theme.coast};stroke-width:{0.7 * fine:.2f}",
        ".coast": f"fill:none;stroke:{theme.coast};stroke-width:{1.15 * fine:.2f};stroke-linejoin:round",
        ".border": f"fill:none;stroke:{theme.land_line};stroke-width:{1.0 * fine:.2f};stroke-linejoin:round",
        ".seam": f"fill:none;stroke:{theme.sea_line};stroke-width:{1.1 * fine:.2f}",
        ".rim-line": f"fill:none;stroke:{theme.sea_line};stroke-width:{1.3 * fine:.2f};"
        f"stroke-dasharray:{4 * fine:.1f} {2.5 * fine:.1f}",
        ".river": f"fill:none;stroke:{theme.river};stroke-linecap:round;stroke-linejoin:round",
        ".bank": f"fill:none;stroke:{theme.coast};stroke-linecap:round;stroke-linejoin:round",
        ".crossing": f"fill:none;stroke:{theme.coast};stroke-width:{1.7 * fine:.2f};stroke-linecap:round",
        ".crossing-under": f"fill:none;stroke:{theme.halo};stroke-width:{4.4 * fine:.2f};stroke-opacity:.75;"
        "stroke-linecap:round",
        ".dotted": f"stroke-dasharray:.1 {3.6 * fine:.2f};stroke-width:{2.3 * fine:.2f}",
        ".fine": f"stroke-width:{1.1 * fine:.2f}",
        ".barb": f"fill:{theme.coast};stroke:{theme.halo};stroke-width:.9;stroke-opacity:.75;paint-order:stroke",
        ".centre": f"fill:{theme.halo};stroke:{theme.edge};stroke-width:.2;stroke-linejoin:round",
        ".centre .bare": f"fill:{theme.halo if theme.name != 'dark' else theme.ink};"
        f"stroke:{theme.edge if theme.name != 'dark' else theme.halo};"
        f"stroke-width:{0.24 if theme.name != 'dark' else 0.1}",
        ".centre .on-disc": "stroke:none",
        ".centre .rim": f"fill:{theme.halo}",
        ".centre .pip": f"fill:{theme.ink};stroke:{theme.halo}",
        ".centre .taken": "stroke-width:.22",
        ".name": f"text-anchor:middle;paint-order:stroke;stroke:{theme.halo};stroke-linejoin:round;"
        f"stroke-width:{2.6 * u:.2f};stroke-opacity:.85",
        ".on-water": f"font-family:{SERIF};font-style:italic;fill:{theme.sea_ink};stroke:{theme.glow}",
        ".small": "font-weight:400",
        ".nowhere": f"font-family:{SERIF};font-style:italic;fill:{theme.void_ink};stroke:{theme.void};"
        f"text-anchor:middle;paint-order:stroke;stroke-width:{2.2 * u:.2f}",
        ".unit .body": f"stroke:{theme.edge};stroke-width:.12",
        ".unit .lift": f"fill:none;stroke:{theme.halo};stroke-width:.34;stroke-opacity:.9",
        ".unit .badge": f"fill:{theme.halo};stroke:{theme.edge};stroke-width:.1",
        ".unit text": "text-anchor:middle;font-size:.84px",
        ".ring": f"fill:none;stroke:{theme.edge};stroke-width:.13",
        ".hold .ring": f"stroke-opacity:.7;stroke:{theme.edge}",
        ".none .ring": f"stroke:{theme.quiet};stroke-dasharray:.09 .32;stroke-linecap:round",
        ".guard .ring": f"stroke:{theme.edge}",
        ".ferry .ring": f"stroke:{theme.sea_ink};stroke-width:.17;stroke-dasharray:.42 .2",
        ".built .ring": f"stroke:{theme.good};stroke-width:.2",
        ".driven .ring": f"stroke:{theme.alarm};stroke-width:.22",
        ".under": f"fill:none;stroke:{theme.halo};stroke-width:{6.8 * u:.2f};stroke-opacity:.72;stroke-linecap:round;"
        "stroke-linejoin:round",
        ".case": f"fill:none;stroke:{theme.edge};stroke-width:{4.5 * u:.2f};stroke-linejoin:round",
        ".core": f"fill:none;stroke-width:{2.5 * u:.2f};stroke-linejoin:round",
        ".head": f"stroke:{theme.edge};stroke-width:{1.15 * u:.2f};stroke-linejoin:round",
        ".head-under": f"fill:{theme.halo};stroke:{theme.halo};stroke-width:{3.4 * u:.2f};"
        "stroke-linejoin:round;opacity:.72",
        ".failed .case,.failed .head": f"stroke:{theme.alarm}",
        ".support .under": f"stroke-width:{5.2 * u:.2f};stroke-opacity:.66;stroke-linecap:butt",
        ".support .case": f"stroke-width:{3.5 * u:.2f};stroke-dasharray:{6.4 * u:.2f} {3.4 * u:.2f}",
        ".support .core": f"stroke-width:{1.7 * u:.2f};stroke-dasharray:{6.4 * u:.2f} {3.4 * u:.2f}",
        ".pin": f"stroke:{theme.edge};stroke-width:{1.0 * u:.2f}",
        ".link .case,.link .core": f"stroke-dasharray:{0.1 * u:.2f} {5 * u:.2f};stroke-linecap:round",
        ".link .case": f"stroke-width:{4.2 * u:.2f}",
        ".link .core": f"stroke-width:{2.4 * u:.2f}",
        ".retreat .case,.retreat .core": f"stroke-dasharray:{3.4 * u:.2f} {2.6 * u:.2f}",
        ".option .case": f"stroke:{theme.alarm};stroke-width:{2 * u:.2f};stroke-dasharray:.1 {4.4 * u:.2f};"
        "stroke-linecap:round",
        ".option .head": f"fill:{theme.halo};stroke:{theme.alarm}",
        ".option": "opacity:.85",
        ".quiet .case": f"stroke:{theme.quiet};stroke-width:{1.8 * u:.2f};stroke-dasharray:{5 * u:.2f} {3.4 * u:.2f}",
        ".ghost": f"fill:none;stroke:{theme.quiet};stroke-width:{1.7 * u:.2f};stroke-dasharray:.1 {4 * u:.2f};"
        "stroke-linecap:round",
        ".ghost-head": f"fill:{theme.halo};stroke:{theme.quiet};stroke-width:{1.2 * u:.2f};stroke-linejoin:round",
        ".sign": f"stroke:{theme.halo};stroke-linejoin:round;paint-order:stroke",
        ".alarm": f"fill:{theme.alarm}",
        ".good": f"fill:{theme.good}",
        ".aside": f"fill:{theme.quiet}",
        ".on-sign": f"fill:{theme.halo};stroke:none",
        ".gone": "opacity:.5",
        ".gash": f"fill:none;stroke:{theme.alarm};stroke-width:{2.6 * u:.2f};stroke-linecap:round",
        ".gash-under": f"fill:none;stroke:{theme.halo};stroke-width:{5.6 * u:.2f};stroke-linecap:round",
        ".cross": f"fill:none;stroke:{theme.alarm};stroke-width:.24;stroke-linecap:round",
        ".cross-under": f"fill:none;stroke:{theme.halo};stroke-width:.5;stroke-linecap:round",
        ".sheet": f"fill:{theme.paper}",
        ".rule": f"fill:none;stroke:{theme.ink};stroke-width:{1.6 * unit:.2f}",
        ".title": f"font-family:{SERIF};font-weight:700",
        ".phase": "font-weight:400",
        ".tag": f"fill:{theme.muted}",
        ".pill": f"fill:{theme.alarm}",
        ".pill-text": f"fill:{max(('#ffffff', '#14110e'), key=lambda ink: contrast(ink, theme.alarm))}",
        ".count": f"font-weight:400;fill:{theme.ink}",
        ".note": f"font-weight:400;fill:{theme.muted}",
        ".swatch": f"stroke:{theme.edge};stroke-width:{unit:.2f}",
        ".hatch": f"fill:none;stroke:{theme.void_line}",
    }
    for place, livery in enumerate(liveries):
        rules |= {
            f".own{place}": f"fill:{livery.tint}",
            f".hold{place}": f"fill:{livery.pale}",
            f".c{place}": f"fill:{livery.token}",
            f".s{place}": f"stroke:{livery.token}",
            f".failed .s{place}": f"stroke:{mix(livery.token, '#ffffff', 0.42)}",
            f".failed .c{place}": f"fill:{mix(livery.token, '#ffffff', 0.42)}",
            f".m{place}": f"fill:{livery.mark}",
        }
    body = "".join(f"{_bound(scope, selector)}{{{rule}}}" for selector, rule in rules.items())
    return f"<style>{body}</style>"


def _bound(scope: str, selector: str) -> str:
    return ",".join(f".{scope} {one}" for one in selector.split(","))
