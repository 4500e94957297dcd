"""Themes and colours: what is written can be read, and powers can be told apart."""

from __future__ import annotations

import pytest

from talleyrand.atlas.theme import (
    MARK_CONTRAST,
    SAFE,
    TEXT_CONTRAST,
    THEMES,
    Theme,
    contrast,
    liveries,
    mix,
    theme_named,
)
from talleyrand.variants.colour import difference
from talleyrand.variants.load import load_variant

EACH_THEME = pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
EACH_VARIANT = pytest.mark.parametrize("name", ["classic", "ancient_mediterranean", "morrowind"])


@pytest.mark.parametrize(
    ("one", "other", "ratio"), [("#000000", "#ffffff", 21.0), ("#777777", "#ffffff", 4.48), ("#123456", "#123456", 1.0)]
)
def test_contrast_is_that_of_wcag(one: str, other: str, ratio: float) -> None:
    assert contrast(one, other) == pytest.approx(ratio, abs=0.01)
    assert contrast(other, one) == contrast(one, other)


@EACH_THEME
def test_texts_can_be_read(theme: Theme) -> None:
    for ink, ground in (
        (theme.ink, theme.land),
        (theme.ink, theme.paper),
        (theme.muted, theme.paper),
        (theme.sea_ink, theme.sea),
        (theme.void_ink, theme.void),
    ):
        assert contrast(ink, ground) >= TEXT_CONTRAST


@EACH_THEME
def test_signs_stand_out_from_the_rim_they_are_drawn_with(theme: Theme) -> None:
    for colour in (theme.alarm, theme.good, theme.quiet, theme.edge):
        assert contrast(colour, theme.halo) >= MARK_CONTRAST
    for ground in (theme.land, theme.sea):
        assert contrast(theme.edge, ground) >= MARK_CONTRAST
        assert contrast(theme.quiet, ground) >= MARK_CONTRAST


@EACH_THEME
@EACH_VARIANT
@pytest.mark.parametrize("safe", [False, True], ids=["own colours", "safe colours"])
def test_names_and_units_stand_out_on_every_tint(theme: Theme, name: str, safe: bool) -> None:
    variant = load_variant(name)
    for livery in liveries(variant.powers, variant.colours, theme, safe):
        assert contrast(livery.ink, livery.tint) >= TEXT_CONTRAST
        assert contrast(livery.ink, livery.pale) >= TEXT_CONTRAST
        assert contrast(livery.mark, livery.token) >= TEXT_CONTRAST
        assert contrast(theme.edge, livery.tint) >= MARK_CONTRAST


@EACH_THEME
@EACH_VARIANT
@pytest.mark.parametrize("safe", [False, True], ids=["own colours", "safe colours"])
def test_tints_can_be_told_apart(theme: Theme, name: str, safe: bool) -> None:
    variant = load_variant(name)
    found = liveries(variant.powers, variant.colours, theme, safe)
    for place, one in enumerate(found):
        assert min(difference(one.tint, other.tint) for other in found[place + 1 :] or [found[place - 1]]) > 9
        if not theme.patterns:
            assert min(difference(one.tint, ground) for ground in (theme.land, theme.sea, theme.void)) > 8


@EACH_THEME
@pytest.mark.parametrize("colour", ["#ffffff", "#000000", "#ff0000", "#ffff00", "#0000ff", "#808080", "#f0e6cd"])
def test_any_colour_gets_a_tint_that_can_be_read_on(theme: Theme, colour: str) -> None:
    (livery,) = liveries(("Solo",), {"Solo": colour}, theme, False)
    assert contrast(livery.ink, livery.tint) >= TEXT_CONTRAST
    assert contrast(livery.mark, livery.token) >= TEXT_CONTRAST


def test_safe_colours_go_to_the_power_they_suit_and_none_twice() -> None:
    variant = load_variant("classic")
    tokens = [livery.token for livery in liveries(variant.powers, variant.colours, THEMES["light"], True)]
    assert len(set(tokens)) == len(tokens) and set(tokens) <= set(SAFE)
    assert tokens[variant.powers.index("Germany")] == "#3a3a3a"
    assert tokens[variant.powers.index("France")] == "#56b4e9"


def test_more_powers_than_safe_colours_and_no_colours_at_all() -> None:
    powers = tuple(f"House {number}" for number in range(22))
    found = liveries(powers, {}, THEMES["light"], True)
    assert len({livery.token for livery in found}) == 22


def test_an_unknown_theme_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="there is no theme 'sepia'; choose light, dark or print"):
        theme_named("sepia")


def test_mixing() -> None:
    assert mix("#ffffff", "#000000", 0.5) == "#808080"
    assert mix("#102030", "#ffffff", 1) == "#102030"
