"""Rulebooks by name, by the checklist's and the DATC's choices."""

import pytest

from talleyrand.orders.policy import IllegalOrder, SetMerge
from talleyrand.rules.rulebook import DATC, AdjacentConvoy, ConvoyRoutes, DrawShare, Paradox, Removal, Rulebook, YesNo
from talleyrand.variants.load import load_variant
from talleyrand.variants.presets import all_presets, preset, preset_info


@pytest.mark.parametrize(
    ("name", "alias"),
    [
        ("forum_ancient_mediterranean", "000"),
        ("ancient_mediterranean", "001"),
        ("morrowind", "003"),
        ("datc", "standard"),
        ("rulebook_2023", "2023"),
    ],
)
def test_aliases(name: str, alias: str):
    assert preset(alias) == preset(name)
    assert preset_info(alias.upper()).name == name


def test_datc_is_the_default():
    assert preset("datc") == DATC == Rulebook()


@pytest.mark.parametrize(
    ("variant", "name"), [("classic", "datc"), ("ancient_mediterranean", "001"), ("morrowind", "003")]
)
def test_a_variant_has_its_own_rulebook(variant: str, name: str):
    assert load_variant(variant).rulebook == preset(name)


@pytest.mark.parametrize(
    ("choice", "value"),
    [
        pytest.param("adjacent_convoy", AdjacentConvoy.EXPLICIT, id="X-A12"),
        pytest.param("paradox", Paradox.RULE_2000, id="X-A11"),
        pytest.param("retreat_to_convoy_origin", YesNo.NO, id="X-A10"),
        pytest.param("sets", SetMerge.REPLACE_SET, id="X-A7"),
        pytest.param("draw_share", DrawShare.UNITS, id="X-A4"),
        pytest.param("illegal_orders", IllegalOrder.IGNORED, id="X-A14"),
        pytest.param("civil_disorder_after", 2, id="X-A9"),
        pytest.param("invalid_support_holds", YesNo.NO, id="A-055"),
        pytest.param("victory_centers", 18, id="A-002"),
        pytest.param("archipelago_convoys", YesNo.YES, id="X-B4"),
    ],
)
def test_forum_game(choice: str, value: object):
    assert getattr(preset("000"), choice) == value


def test_X_A2_the_forum_game_counts_from_the_founding_of_the_city():
    assert preset_info("000").year_label == "AUC"
    assert preset_info("001").year_label == "AD"


@pytest.mark.parametrize(
    ("choice", "value"),
    [
        pytest.param("adjacent_convoy", AdjacentConvoy.EXPLICIT, id="C-021"),
        pytest.param("sets", SetMerge.MERGE_BY_UNIT, id="C-014"),
        pytest.param("retreat_to_convoy_origin", YesNo.NO, id="X-A10"),
        pytest.param("victory_centers", 13, id="C-006"),
    ],
)
def test_morrowind(choice: str, value: object):
    assert getattr(preset("003"), choice) == value


def test_X_B4_ancient_mediterranean_lets_baleares_convoy():
    assert preset("001").archipelago_convoys is YesNo.YES


@pytest.mark.parametrize(
    ("name", "convoy", "paradox", "routes", "origin", "removal"),
    [
        (
            "rulebook_1971",
            AdjacentConvoy.LAND_FIRST_1971,
            Paradox.RULE_1971,
            ConvoyRoutes.ALL_MUST_STAND_1971,
            YesNo.NO,
            Removal.DISTANCE_2000,
        ),
        (
            "rulebook_1982",
            AdjacentConvoy.OWN_FLEET_IMPLIES,
            Paradox.ALL_HOLD_1982,
            ConvoyRoutes.ONE_SUFFICES,
            YesNo.NO,
            Removal.DISTANCE_2000,
        ),
        (
            "rulebook_2000",
            AdjacentConvoy.OWN_FLEET_IMPLIES,
            Paradox.RULE_2000,
            ConvoyRoutes.ONE_SUFFICES,
            YesNo.NO,
            Removal.DISTANCE_2000,
        ),
        (
            "rulebook_2023",
            AdjacentConvoy.OWN_FLEET_IMPLIES,
            Paradox.RULE_2000,
            ConvoyRoutes.ONE_SUFFICES,
            YesNo.YES,
            Removal.DISTANCE_2023,
        ),
    ],
)
def test_editions_by_datc_chapter_4(name, convoy, paradox, routes, origin, removal):
    rulebook = preset(name)
    assert (rulebook.adjacent_convoy, rulebook.paradox, rulebook.convoy_routes) == (convoy, paradox, routes)
    assert (rulebook.retreat_to_convoy_origin, rulebook.removal) == (origin, removal)


@pytest.mark.parametrize("name", all_presets())
def test_every_preset_says_what_it_is(name: str):
    info = preset_info(name)
    assert info.title
    assert info.source
    assert Rulebook().with_choices(info.rulebook.choices()) == info.rulebook


def test_unknown_names_list_what_there_is():
    with pytest.raises(KeyError, match="datc, forum_ancient_mediterranean"):
        preset("002")


def test_a_variants_own_presets_come_first(folder):
    path = folder / "variant.toml"
    own = """
[presets.quick]
title = "Quick"
based_on = "003"
choices = { victory_centers = 3 }

[presets.quicker]
title = "Quicker"
based_on = "quick"
choices = { last_year = 2 }
"""
    path.write_text(path.read_text(encoding="utf-8") + own, encoding="utf-8")
    variant = load_variant(folder)
    assert tuple(variant.presets) == ("datc", "quick", "quicker")
    assert preset("quicker", variant).adjacent_convoy is AdjacentConvoy.EXPLICIT
    assert (preset("quicker", variant).victory_centers, preset("quicker", variant).last_year) == (3, 2)
    assert preset("morrowind", variant) == preset("003")
