"""Moves on the Morrowind board that its rules single out (C-016 to C-041, C-047 to C-051)."""

import pytest

from scene import Scene, play
from talleyrand.rules.outcome import Code
from talleyrand.variants.load import load_variant

RULES = load_variant("morrowind").rulebook


def house(*sheets: str, extra: str = "") -> Scene:
    return play(*sheets, variant="morrowind", rulebook=RULES, extra=extra)


@pytest.mark.parametrize(
    "order",
    [
        pytest.param("A RAN - MOL", id="C-017"),
        pytest.param("A GNI - DAG", id="C-047 army to an island"),
        pytest.param("A GRA - SAD", id="C-047"),
        pytest.param("A MAM - SAD", id="C-047"),
        pytest.param("A RAN - PTE", id="C-047"),
        pytest.param("F WSG - DAG", id="C-047 fleet to an island"),
        pytest.param("F GNI - GRA", id="C-048 the coast behind the island is whole"),
        pytest.param("A EBO - STO", id="C-049 army over the channel"),
        pytest.param("F EBO - STO", id="C-049 fleet over the channel"),
        pytest.param("A EAG - GAH", id="C-049"),
        pytest.param("F KAI - COR", id="C-049"),
        pytest.param("F NSD - MOL/EC", id="C-050"),
        pytest.param("F EIS - MOL/WC", id="C-050"),
        pytest.param("F MOL/EC - NSD", id="C-050"),
    ],
)
def test_a_lone_unit_may_move(order: str) -> None:
    assert house(f"Telvanni: {order}").result(" ".join(order.split()[:2])) == "succeeds"


@pytest.mark.parametrize(
    "order",
    [
        pytest.param("F MOL/EC - EIS", id="C-050 not from the other coast"),
        pytest.param("F MOL/WC - NSD", id="C-050"),
        pytest.param("F AKA/EC - SIS", id="C-050"),
        pytest.param("A TEA - NEC", id="C-020 needs its convoy"),
    ],
)
def test_a_lone_unit_may_not_move(order: str) -> None:
    assert house(f"Telvanni: {order}").result(" ".join(order.split()[:2])) == "ignored"


def test_c018_defensive_support() -> None:
    scene = house("Hlaalu: A KRA S A RIV; A RIV H", "Dres: A DES - RIV", "Indoril: A AAN S A DES - RIV")
    assert scene.result("A KRA") == "succeeds"
    assert scene.dislodged == ""


def test_c019_offensive_support() -> None:
    scene = house("Indoril: F ALM S A MOU - ADR; A MOU - ADR", "Dres: A ADR H")
    assert scene.dislodged == "A ADR"


def test_c020_c034_a_chain_of_fleets_in_open_water() -> None:
    scene = house("Dres: A TEA - NEC; F SSD C A TEA - NEC; F MSD C A TEA - NEC")
    assert scene.result("A TEA") == "succeeds"
    assert scene.reason("A TEA", Code.ARRIVED_BY_CONVOY).places == ("MSD", "SSD")


def test_c034_every_fleet_of_the_chain_must_be_ordered() -> None:
    scene = house("Dres: A TEA - NEC; F SSD C A TEA - NEC; F MSD H")
    assert scene.result("A TEA") == "no_convoy"


def test_c021_the_land_route_is_the_default_and_via_convoy_forces_the_sea() -> None:
    land = house("Telvanni: A RAN - FIR; F ESG C A RAN - FIR", "Dres: A FIR - RAN")
    assert land.units == "A FIR, A RAN, F ESG"
    assert land.result("A RAN") == "bounced"
    sea = house("Telvanni: A RAN - FIR VIA; F ESG C A RAN - FIR", "Dres: A FIR - RAN")
    assert sea.result("A RAN") == sea.result("A FIR") == "succeeds"


def test_c026_rotation_of_three_and_no_exchange() -> None:
    scene = house("Hlaalu: A AND - RIV; A RIV - KRA; A KRA - AND")
    assert [scene.result(unit) for unit in ("A AND", "A RIV", "A KRA")] == ["succeeds"] * 3


def test_c028_hold_support_is_void_for_a_unit_on_the_march_even_if_it_fails() -> None:
    scene = house(
        "Hlaalu: A KRA S A RIV; A RIV - DES", "Dres: A DES H", "Indoril: A AAN - RIV", "Redoran: A NAR S A AAN - RIV"
    )
    assert scene.result("A KRA") == "void"
    assert scene.dislodged == "A RIV"


def test_c030_c033_support_is_cut_by_a_foreign_attack_except_from_the_target() -> None:
    scene = house("Hlaalu: A RIV S A AND - AAN; A AND - AAN", "Indoril: A AAN - RIV")
    assert scene.result("A RIV") == "succeeds"
    scene = house("Hlaalu: A RIV S A AND - AAN; A AND - AAN", "Indoril: A AAN H", "Dres: A DES - RIV")
    assert scene.result("A RIV") == "cut"


def test_c037_beleaguered_garrison() -> None:
    scene = house(
        "Hlaalu: A RIV H; A KRA H",
        "Dres: A DES - RIV; A NAR S A DES - RIV",
        "Indoril: A AAN - RIV; A AND S A AAN - RIV",
    )
    assert scene.dislodged == ""
    assert scene.reason("A RIV", Code.BELEAGUERED)


def test_c050_a_fleet_on_one_coast_occupies_the_whole_province() -> None:
    scene = house("Telvanni: F MOL/EC H; A RAN - MOL", extra="")
    assert scene.result("A RAN") == "bounced"
    scene = house("Telvanni: F MOL/EC H", "Indoril: F EIS - MOL/WC")
    assert scene.result("F EIS") == "bounced"


def test_c049_eagle_moor_and_gah_sadrith_touch_no_open_water() -> None:
    scene = house("Dres: A EAG - SAI; F SIS C A EAG - SAI")
    assert scene.result("A EAG") == "ignored"
