"""Symbols: units, marks of supply centres, and the small signs of what happened, each about one unit wide."""

from __future__ import annotations

from collections.abc import Mapping

ARMY_BODY = "M0-1A1 1 0 0 1 0 1 1 1 0 0 1 0-1z"
FLEET_BODY = "M-1.34-.02Q-.86-.9 0-.9T1.34-.02Q.86.9 0 .9T-1.34-.02z"

GLYPHS: Mapping[str, str] = {
    "cannon": (
        "M-.66.02L.5-.5L.64-.18L-.5.3Q-.7.34-.74.18Q-.74.07-.66.02z"
        "M-.1.0A.31.31 0 0 1-.1.62A.31.31 0 0 1-.1 0zM-.1.2A.11.11 0 0 0-.1.42A.11.11 0 0 0-.1.2z"
        "M.12.36L.66.5L.62.64L.08.52z"
    ),
    "sword": "M.52-.66L.66-.52L-.06.24L.14.44L.02.56L-.18.36L-.44.62L-.62.44L-.36.18L-.56-.02L-.44-.14L-.24.06z",
    "ship": "M-.72.2H.74L.5.58H-.5zM-.05.08V-.66Q-.42-.34-.58.08zM.08.08V-.56Q.42-.3.54.08z",
    "galley": (
        "M-.86.04Q-.62.2-.4.2H.5Q.74.16.86-.14Q.94.3.62.5H-.44Q-.76.5-.86.04zM-.34-.62Q.02-.54.4-.62Q.5-.26.4.06"
        "Q.02 0-.34.06Q-.24-.28-.34-.62zM-.3.56H-.16L-.24.72H-.38zM.02.56H.16L.08.72H-.06zM.34.56H.48L.4.72H.26z"
    ),
    "letter A": "M0-.56L.48.5H.22L.13.27H-.13L-.22.5H-.48zM0-.18L-.07.07H.07z",
    "letter F": "M-.34-.5H.38V-.27H-.08V-.08H.3V.13H-.08V.5H-.34z",
}

STAR = "M0-1.08L.27-.36L1.03-.33L.43.14L.64.87L0 .44L-.64.87L-.43.14L-1.03-.33L-.27-.36z"
BURST = (
    "M0-1L.22-.48L.71-.71L.48-.22L1 0L.48.22L.71.71L.22.48L0 1L-.22.48L-.71.71L-.48.22L-1 0L-.48-.22L-.71-.71L-.22-.48z"
)
FLAG = "M.84-.5V-2.9L2.9-2.2L1.06-1.5V-.5z"
"""Beside a supply centre's mark."""
PLUS = "M-.22-.7H.22V-.22H.7V.22H.22V.7H-.22V.22H-.7V-.22H-.22z"
EXCLAMATION = "M-.15-.62H.15L.09.14H-.09zM0 .3A.15.15 0 0 1 0 .6A.15.15 0 0 1 0 .3z"


def glyph_of(symbols: Mapping[str, str], kind: str) -> str:
    """The drawing of an army ("A") or a fleet ("F") as the variant names it; a letter where it names none we have."""
    name = symbols.get("army" if kind == "A" else "fleet", "cannon" if kind == "A" else "ship").strip().lower()
    if name == "ship" and symbols.get("army", "").strip().lower() == "sword":
        name = "galley"
    return GLYPHS.get(name, GLYPHS[f"letter {kind}"])


def center_mark(symbols: Mapping[str, str], place: int | None, home: bool) -> str:
    """The drawing of a supply centre's mark as the variant names it: a star, a dot, a dot in a circle, two circles.

    That of a home is in the colours of its power, by their number ``place``, and its star stands on a disc, so that
    also a pale power's home is told from a centre that is nobody's home.
    """
    name = (symbols.get("home_center") if home else None) or symbols.get("center", "dot")
    name = name.strip().lower()
    tint = f' class="c{place}"' if home and place is not None else ""
    if "star" in name:
        if not tint:
            return f'<path class="bare" d="{STAR}"/>'
        return f'<circle{tint} r="1.3"/><path class="on-disc m{place}" d="{STAR}"/>'
    if "double" in name:
        return f'<circle class="rim" r="1.08"/><circle{tint} r=".66"/>'
    if "dot" in name and "circle" in name:
        return '<circle class="rim" r="1.05"/><circle class="pip" r=".46"/>'
    return '<circle class="pip" r=".74"/>'
