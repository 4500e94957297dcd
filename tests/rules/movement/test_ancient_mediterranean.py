"""Moves on the Ancient Mediterranean board that its rules single out (B-012 to B-042, X-B1 to X-B6)."""

import pytest

from scene import Scene, play
from talleyrand.rules.outcome import Code
from talleyrand.rules.rulebook import DATC, Rulebook


def med(*sheets: str, rulebook: Rulebook = DATC, extra: str = "") -> Scene:
    return play(*sheets, variant="ancient_mediterranean", rulebook=rulebook, extra=extra)


def arrives(order: str) -> bool:
    """Whether a lone unit of the power named carries out its one order."""
    return med(f"Egypt: {order}").result(" ".join(order.split()[:2])) == "succeeds"


@pytest.mark.parametrize(
    "order",
    [
        pytest.param("F EGY - CRE", id="B-013 sea to island"),
        pytest.param("F CRE - AEG", id="B-013 island to sea"),
        pytest.param("A SIC - NEA", id="B-014 X-B1 army over a strait arrow"),
        pytest.param("A COR - SAD", id="B-014 X-B1 Corsica to Sardinia"),
        pytest.param("A MAU - SAG", id="B-014 X-B1 Mauretania to Saguntum"),
        pytest.param("F SIC - NEA", id="B-015 fleet over a strait arrow"),
        pytest.param("F MAU - SAG", id="B-015 fleet Mauretania to Saguntum"),
        pytest.param("F TYN - AUS", id="B-016"),
        pytest.param("F BYZ - BLA", id="B-017 Byzantium to the Black Sea"),
        pytest.param("F BYZ - AEG", id="B-017 Byzantium to the Aegean"),
        pytest.param("F BYZ - MIL", id="B-017 Byzantium to a coast on the other side"),
        pytest.param("A BYZ - MIL", id="B-018"),
        pytest.param("F SAG - BAL", id="X-B2 Saguntum to Baleares"),
        pytest.param("F BAL - TAR", id="X-B2 Baleares to Tarraconensis"),
        pytest.param("F AUS - LIB", id="B-024 diagonal"),
        pytest.param("F MES - GOT", id="B-024 other diagonal"),
        pytest.param("F AEG - ATH", id="B-027 Diolkos in"),
        pytest.param("F ATH - ION", id="B-027 Diolkos out"),
        pytest.param("A SPA - ATH", id="B-028"),
        pytest.param("F SII - THE", id="B-030"),
        pytest.param("F THE - MEM", id="B-030"),
        pytest.param("F MEM - ALE", id="B-030"),
        pytest.param("F BAY - MEM", id="X-B3"),
        pytest.param("F THE - REE", id="B-033"),
        pytest.param("F REE - SII", id="B-033"),
        pytest.param("A MEM - THE", id="B-036 army over the Nile"),
        pytest.param("A SII - THE", id="B-036 army over the canal"),
        pytest.param("F THE - GOP", id="B-037"),
        pytest.param("F ALE - SII", id="B-037"),
        pytest.param("A ALE - SII", id="B-038"),
        pytest.param("A ALE - THE", id="B-038"),
    ],
)
def test_a_lone_unit_may_move(order: str) -> None:
    assert arrives(order)


@pytest.mark.parametrize(
    "order",
    [
        pytest.param("F MEM - CYR", id="B-031"),
        pytest.param("F REE - GOP", id="B-034"),
        pytest.param("F REE - ALE", id="B-034"),
        pytest.param("A BAL - SAG", id="B-020"),
        pytest.param("A TAR - BAL", id="B-020"),
        pytest.param("A CRE - ATH", id="B-012 an island is left by convoy only"),
    ],
)
def test_a_lone_unit_may_not_move(order: str) -> None:
    unit = " ".join(order.split()[:2])
    assert med(f"Egypt: {order}").result(unit) == "ignored"


def test_b025_criss_cross_in_the_high_seas() -> None:
    scene = med("Rome: F AUS - LIB", "Greece: F MES - GOT")
    assert scene.units == "F GOT, F LIB"


def test_b026_no_swap_on_the_diagonal() -> None:
    scene = med("Rome: F AUS - LIB", "Egypt: F LIB - AUS")
    assert scene.units == "F AUS, F LIB"
    assert scene.reason("F AUS", Code.HEAD_TO_HEAD)


@pytest.mark.parametrize("unit", ["A ALE", "F ALE"])
def test_b039_criss_cross_in_the_delta(unit: str) -> None:
    scene = med(f"Egypt: F THE - GOP; {unit} - SII")
    assert scene.result("F THE") == scene.result(unit) == "succeeds"


def test_b040_no_swap_across_the_delta() -> None:
    scene = med("Egypt: F THE - GOP", "Persia: F GOP - THE")
    assert scene.units == "F GOP, F THE"


@pytest.mark.parametrize("sea", ["BER", "LIG"])
def test_b021_an_army_enters_and_leaves_baleares_by_convoy(sea: str) -> None:
    into = med(f"Rome: A TAR - BAL; F {sea} C A TAR - BAL") if sea == "LIG" else None
    out = med(f"Carthage: A BAL - SAG; F {sea} C A BAL - SAG") if sea == "BER" else None
    scene = into or out
    assert scene is not None
    assert scene.result("A TAR" if into else "A BAL") == "succeeds"


def test_b022_xb5_a_fleet_in_baleares_convoys_and_coasts_beside_it_are_its_shores() -> None:
    scene = med("Rome: A SAG - TAR VIA; F BAL C A SAG - TAR")
    assert scene.result("A SAG") == "succeeds"
    assert scene.reason("A SAG", Code.ARRIVED_BY_CONVOY).places == ("BAL",)


def test_b022_a_fleet_in_baleares_is_a_link_of_a_chain() -> None:
    scene = med("Carthage: A SAG - SAD; F BAL C A SAG - SAD; F LIG C A SAG - SAD")
    assert scene.result("A SAG") == "succeeds"


def test_xb4_the_flag_forbids_convoys_by_a_fleet_in_baleares() -> None:
    rules = DATC.with_choices({"archipelago_convoys": "no"})
    scene = med("Rome: A SAG - MAS; F BAL C A SAG - MAS", rulebook=rules)
    assert scene.result("F BAL") == "ignored"


def test_b019_one_unit_at_a_time_in_baleares() -> None:
    scene = med("Carthage: F BER - BAL", "Rome: A MAS - BAL; F LIG C A MAS - BAL")
    assert scene.result("F BER") == scene.result("A MAS") == "bounced"
    assert scene.standoffs == "BAL"


def test_xb6_a_mainland_army_gives_no_support_into_baleares_but_a_fleet_does() -> None:
    scene = med("Rome: A TAR S F BAL; F SAG S F BAL; F BAL H", "Carthage: F BER - BAL; F LIG S F BER - BAL")
    assert scene.result("A TAR") == "ignored"
    assert scene.result("F SAG") == "succeeds"
    assert scene.dislodged == ""


def test_xb6_an_army_in_baleares_gives_no_support_to_the_mainland() -> None:
    scene = med("Rome: A BAL S A TAR; A TAR H")
    assert scene.result("A BAL") == "ignored"


@pytest.mark.parametrize("fleet", ["F ALE", "F CRE", "F BYZ", "F THE"])
def test_b041_fleets_in_land_spaces_do_not_convoy(fleet: str) -> None:
    scene = med(f"Egypt: {fleet} C A CYR - ATH; A CYR H")
    assert scene.result(fleet) == "ignored"


def test_b042_baleares_alone_is_sea_for_convoys() -> None:
    scene = med("Rome: A SAG - TAR VIA; F BAL C A SAG - TAR", "Carthage: F BER - BAL; F IBE H")
    assert scene.result("A SAG") == "succeeds"


def test_b029_no_convoy_starts_on_the_upper_nile() -> None:
    scene = med("Egypt: A MEM - CRE; F EGY C A MEM - CRE")
    assert scene.result("A MEM") == "ignored"
    assert scene.result("F EGY") == "ignored"


def test_b014_a_strait_move_is_no_convoy_and_meets_head_to_head() -> None:
    scene = med("Rome: A NEA - SIC", "Carthage: A SIC - NEA")
    assert scene.units == "A NEA, A SIC"
