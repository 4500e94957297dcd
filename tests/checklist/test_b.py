"""Ancient Mediterranean over several turns, and what its rules say beside the map."""

import re

import pytest

from game_scenes import position as placed
from game_scenes import units
from talleyrand import Game, load_variant, read_orders, write_order
from talleyrand.prose import text

VARIANT = load_variant("ancient_mediterranean")
BOARD = VARIANT.board


def position(held):
    return placed("S1M", held, variant="ancient_mediterranean")


@pytest.mark.parametrize(
    ("power", "start", "turns", "end"),
    [
        pytest.param("Greece", "F EGY", ["Crete", "Aegean Sea"], "F AEG", id="B-013 over Crete"),
        pytest.param("Greece", "F AEG", ["Athens", "Ionian Sea"], "F ION", id="B-027 over the Diolkos"),
        pytest.param("Greece", "F AEG", ["Byzantium", "Black Sea"], "F BLA", id="B-017 through Byzantium"),
        pytest.param("Egypt", "F SII", ["Thebes", "Memphis", "Alexandria"], "F ALE", id="B-030 along the Nile"),
        pytest.param("Egypt", "F REE", ["Thebes", "Gulf of Pelusium"], "F GOP", id="B-033 B-037 canal and delta"),
    ],
)
def test_a_voyage(power, start, turns, end):
    game, at = Game.new("ancient_mediterranean", position=position({power: [start]})), start
    for to in turns:
        game, report = game.submit(power, f"{at} move {to}").advance()
        (at,) = units(report.after)[power]
    assert at == end


@pytest.mark.parametrize("name", ["Atlantic", "Atlantic Ocean", "Atl"])
def test_b011_nobody_sails_the_atlantic(name):
    game = Game.new("ancient_mediterranean", position=position({"Carthage": ["F IBE", "A MAU"]}))
    _, report = game.submit("Carthage", f"F Ibe - {name}").advance()
    assert units(report.after)["Carthage"] == ["A MAU", "F IBE"]
    assert not any("atlantic" in province.name.lower() for province in BOARD.provinces.values())


def test_b011_every_space_has_a_name_and_can_be_entered():
    for place, province in BOARD.provinces.items():
        assert re.search(r"[A-Za-z]", province.name), place
        assert str(province.terrain) != "impassable" or not BOARD.graph.touching(place)


def test_b008_builds_in_home_centres_alone():
    for power in VARIANT.powers:
        assert BOARD.homes[power] == {unit.province for unit in VARIANT.start.units_of(power)}


def test_b009_a_simple_majority_wins():
    assert VARIANT.centers_to_win(VARIANT.rulebook) == len(BOARD.centers) // 2 + 1 == 18


def test_b046_the_history_of_diolkos_and_canal_is_told_with_the_rules():
    history = VARIANT.rules_text.partition("## History")[2]
    assert "Diolkos" in history
    assert "anal" in history


@pytest.mark.parametrize(
    ("text_given", "places"),
    [
        pytest.param("A Sar H", {"A SAD H", "A SAM H"}, id="X-B7 SAR"),
        pytest.param("A Sin H", {"A SII H", "A SIP H"}, id="X-B7 SIN"),
        pytest.param("F Tyr H", {"F TYE H", "F TYN H"}, id="X-B7 TYR"),
    ],
)
def test_three_letters_that_name_two_places_are_not_guessed(text_given, places):
    (reading,) = read_orders(text_given, BOARD)
    assert (str(reading.status), set(reading.candidates)) == ("ambiguous", places)


@pytest.mark.parametrize(
    ("text_given", "order"),
    [
        ("A The - Mem", "A THE - MEM"),
        ("The - Mem", "A THE - MEM"),
        ("A The H", "A THE H"),
        ("the army in The holds", "A THE H"),
        ("Move the army in Thebes to Memphis", "A THE - MEM"),
        ("A Mem S A The - Sii", "A MEM S A THE - SII"),
        ("A Ant - Dam", "A ANT - DAM"),
        ("A Car - Tha", "A CAR - THA"),
        ("A Mar - Phaz, A Car H", "A MAR - PHA; A CAR H"),
    ],
)
def test_xb8_abbreviations_that_look_like_words_are_known_by_where_they_stand(text_given, order):
    game = Game.new(
        "ancient_mediterranean",
        position=position({"Egypt": ["A THE", "A MEM"], "Carthage": ["A ANT", "A CAR", "A MAR"]}),
    )
    found = read_orders(text_given, BOARD, position=game.position)
    assert "; ".join(write_order(reading.order) for reading in found if reading.order) == order


def test_b001_don_hessong_is_credited_where_the_variant_is_shown():
    assert "Don Hessong" in " ".join(VARIANT.credits)
    assert "Don Hessong" in VARIANT.rules_text


def test_b010_the_report_names_the_year_01_ad():
    _, report = Game.new("ancient_mediterranean").advance()
    assert text.render(report, VARIANT).splitlines()[1] == "Spring 01 AD, Movement"


@pytest.mark.parametrize("heading", ["Rome", "Rome:", "Orders for Rome", "[b]Orders for Rome[/b]", "Roman orders"])
def test_a_power_that_shares_its_name_with_a_province_may_head_its_orders(heading):
    game = Game.new("ancient_mediterranean").submit("Rome", f"{heading}\nA ROM - APU")
    assert [str(entry.reading.status) for entry in game.sheet("Rome").entries] == ["ok"]
    _, carthage = read_orders(f"{heading}\nA ROM - APU\nCarthage\nA CIR - NUM", BOARD)
    assert carthage.power == "Carthage"
