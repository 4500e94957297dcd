"""Orders of the forum game from the text to the board: how they are written, read, kept and carried out."""

import pytest

from game_scenes import play, position, results, units
from talleyrand import Game, InputError, load_variant, read_orders, write_order
from talleyrand.game.view import view

CLASSIC = load_variant("classic").board
ANCIENT = load_variant("ancient_mediterranean").board
VARIANTS = ("classic", "ancient_mediterranean", "morrowind")


def told(text, board=ANCIENT, **more):
    """Status and canonical text of each order in a text."""
    return [
        (str(reading.status), write_order(reading.order) if reading.order else "")
        for reading in read_orders(text, board, **more)
    ]


@pytest.mark.parametrize(
    ("text", "kind", "order"),
    [
        pytest.param('Army "Memphis" hold', "M", "A MEM H", id="A-025"),
        pytest.param("Fleet Cilician Strait holds", "M", "F CIL H", id="A-025 two words"),
        pytest.param('Army "Memphis" move "Thebes"', "M", "A MEM - THE", id="A-026"),
        pytest.param('Fleet "Sparta" support Fleet "Ionian Sea"', "M", "F SPA S F ION", id="A-027 no verb"),
        pytest.param("Fleet Aegean Sea support Army Athens hold", "M", "F AEG S A ATH", id="A-027 hold"),
        pytest.param('Army "Macedonia" support Army "Athens" move "Epirus"', "M", "A MAC S A ATH - EPI", id="A-028"),
        pytest.param('Fleet "Libyan Sea" convoy Army "Leptis" move "Crete"', "M", "F LIB C A LEP - CRE", id="A-029"),
        pytest.param('Army "Memphis" retreat "Thebes"', "R", "A MEM R THE", id="A-030"),
        pytest.param('Army "Roma" build', "A", "A ROM B", id="A-031 build"),
        pytest.param('Fleet "Neapolis" disband', "A", "F NEA D", id="A-031 disband"),
    ],
)
def test_the_accepted_forms(text, kind, order):
    assert told(text, kind=kind) == [("ok", order)]


@pytest.mark.parametrize("kind", ["Army", "army", "A", "a"])
@pytest.mark.parametrize("place", ["Paris", "Par", "PAR"])
@pytest.mark.parametrize("verb", ["hold", "holds", "H"])
def test_a032_kind_place_verb_in_any_length_are_the_same_order(kind, place, verb):
    assert told(f"{kind} {place} {verb}", CLASSIC) == [("ok", "A PAR H")]


@pytest.mark.parametrize("name", VARIANTS)
def test_a034_every_province_goes_by_its_full_name_and_its_abbreviation(name):
    board = load_variant(name).board
    for kind, place in board.standing_places():
        word, province = kind.name.title(), board.provinces[place.province]
        coast = f" ({place.coast.lower()})" if place.coast else ""
        wanted = [("ok", f"{kind} {place} H")]
        assert told(f"{word} {province.name}{coast} holds", board) == wanted
        assert told(f"{kind} {province.abbreviation}{coast} H", board) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        pytest.param("Army Brest move Picardy", "F PIC", id="A-035 army for a fleet"),
        pytest.param("Fleet Brrest move Picardy", "F PIC", id="A-035 misspelt"),
        pytest.param("Brest move Picardy", "F PIC", id="A-035 no kind at all"),
    ],
)
def test_a035_a_slip_with_one_meaning_is_carried_out_in_it(text, wanted):
    where = position("S1901M", {"France": ["F BRE", "A PAR"]})
    assert wanted in units(play(where, {"France": text}).next)["France"]


def test_a035_the_support_of_a_wrong_letter_counts_too():
    where = position("S1901M", {"England": ["F NTH", "F LON"], "France": ["F ENG"]})
    report = play(where, {"England": "Fleet London support Army North Sea move English Channel\nF NTH - ENG"})
    assert results(report)["F NTH"] == ("succeeds",)


def test_a036_a_coast_in_words_is_where_the_fleet_lands():
    where = position("S1901M", {"Turkey": ["F CON"]})
    assert units(play(where, {"Turkey": "Fleet Constantinople move Bulgaria east coast"}).next) == {
        "Turkey": ["F BUL/EC"]
    }
    assert units(play(where, {"Turkey": "Fleet Constantinople move Bulgaria south coast"}).next) == {
        "Turkey": ["F BUL/SC"]
    }


def test_a042_two_coasts_in_reach_must_be_chosen_between():
    where = position("S1901M", {"Turkey": ["F CON"]})
    report = play(where, {"Turkey": "Fleet Constantinople move Bulgaria"})
    assert [str(line.reading.status) for line in report.lines] == ["ambiguous"]
    assert set(report.lines[0].reading.candidates) == {"F CON - BUL/EC", "F CON - BUL/SC"}
    assert units(report.next) == {"Turkey": ["F CON"]}


@pytest.mark.parametrize(("start", "coast"), [("AEG", "SC"), ("BLA", "EC")])
def test_a042_one_coast_in_reach_needs_no_name(start, coast):
    where = position("S1901M", {"Turkey": [f"F {start}"]})
    assert units(play(where, {"Turkey": f"F {start} move Bulgaria"}).next) == {"Turkey": [f"F BUL/{coast}"]}


def test_a041_a_fleet_keeps_to_its_coast_and_holds_the_whole_province():
    where = position("S1901M", {"France": ["F SPA/SC"], "Italy": ["A MAR", "F MAO"]})
    stays = play(where, {"France": "F Spain move Gascony", "Italy": "A Mar - Spa, F Mao - Spa(nc)"})
    assert str(stays.lines_of("France")[0].reading.status) == "illegal"
    assert units(stays.next) == {"France": ["F SPA/SC"], "Italy": ["A MAR", "F MAO"]}
    turns = play(where, {"France": "F Spain south coast move Spain north coast"})
    assert units(turns.next)["France"] == ["F SPA/SC"]
    leaves = play(where, {"France": "F Spain move Western Mediterranean"})
    assert units(leaves.next)["France"] == ["F WES"]


@pytest.mark.parametrize(
    ("power", "start", "through", "beyond"),
    [
        pytest.param("Germany", "HEL", "Kiel", "Baltic Sea", id="A-043 Kiel"),
        pytest.param("Turkey", "AEG", "Constantinople", "Black Sea", id="A-043 Constantinople"),
        pytest.param("Russia", "GOB", "Sweden", "Skagerrak", id="A-043 Sweden"),
    ],
)
def test_a043_a_fleet_passes_through_in_two_turns(power, start, through, beyond):
    game = Game.new("classic", position=position("S1901M", {power: [f"F {start}"]}))
    game, _ = game.submit(power, f"F {start} move {through}").advance()
    game, report = game.submit(power, f"Fleet {through} move {beyond}").advance()
    (line,) = report.lines
    assert results(report)[str(line.unit)] == ("succeeds",)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Fleet Baltic Sea move Skaggerak", id="A-044 Baltic to Skagerrak"),
        pytest.param("Fleet Denmark move Berlin", id="A-044 Denmark to Berlin"),
        pytest.param("Army Berlin move Denmark", id="A-044 Berlin to Denmark"),
    ],
)
def test_a044_waters_and_lands_that_do_not_touch(text):
    kind, place = text.split()[0][0], {"Bal": "BAL", "Den": "DEN", "Ber": "BER"}[text.split()[1][:3]]
    where = position("S1901M", {"Germany": [f"{kind} {place}"]})
    report = play(where, {"Germany": text})
    assert str(report.lines[0].reading.status) == "illegal"
    assert units(report.next) == {"Germany": [f"{kind} {place}"]}


def test_a022_a_support_given_to_the_enemy_by_mistake_dislodges_the_own_ally():
    where = position("S1901M", {"France": ["A PAR"], "Italy": ["A BUR"], "Germany": ["A MUN"]})
    report = play(where, {"France": "A Par S A Mun - Bur", "Germany": "A Mun - Bur"})
    assert results(report)["A BUR"] == ("dislodged",)
    assert units(report.after)["Germany"] == ["A BUR"]


@pytest.mark.parametrize("text", ["", "A PAR - BUR", "A PAR - BUR\nA MAR - SPA\nF BRE - MAO"])
def test_a024_all_some_or_none_of_the_units_may_be_ordered(text):
    report = play(position("S1901M", {"France": ["A PAR", "A MAR", "F BRE"]}), {"France": text})
    moved = [unit for unit, fate in results(report).items() if fate == ("succeeds",)]
    held = [unit for unit, fate in results(report).items() if fate == ("held",)]
    assert len(moved) == len(text.splitlines())
    assert len(held) == 3 - len(moved)


def seated():
    return Game.new("ancient_mediterranean", "000", seats={"Rome": ["Ann", "Ben"], "Greece": ["Cleo"]})


def test_a019_the_first_to_have_asked_for_a_power_is_its_senior():
    ann = seated().submit("Rome", "A ROM - APU", author="Ann", override=True)
    assert ann.submit("Rome", "A ROM - ETR", author="Ben").sheet("Rome").in_force_author == "Ann"
    for claim in (False, True):
        with pytest.raises(InputError, match="that of Rome is Ann"):
            ann.submit("Rome", "A ROM - ETR", author="Ben", senior=claim, override=True)


def test_a123_a_misorder_is_told_and_carried_out_unless_a_corrected_set_comes():
    """A-122, A-123: what does not fit is said when the set comes in, and mended by nobody but the player."""
    game = seated().submit("Rome", "F NEA - TYN\nA ROM S F NEA - APU", author="Ann")
    assert ["Neapolis" in caution.text for caution in game.sheet("Rome").warnings] == [True]
    _, report = game.advance()
    assert results(report)["A ROM"] == ("void",)
    corrected = game.submit("Rome", "F NEA - APU\nA ROM S F NEA - APU", author="Ann")
    assert corrected.sheet("Rome").warnings == ()
    _, report = corrected.advance()
    assert results(report)["A ROM"] == ("succeeds",)


def test_a124_an_intended_misorder_stands_to_the_end():
    """A-124, A-123: a set that looks wrong is nobody's to mend, not even where one letter would mend it."""
    where = position(
        "S1M",
        {"Rome": ["A ROM"], "Greece": ["A ETR", "A RAV"]},
        variant="ancient_mediterranean",
    )
    report = play(where, {"Rome": "A ROM S A ETR - VEN", "Greece": "A RAV - VEN\nA ETR H"}, "000")
    assert results(report)["A ROM"] == ("ignored",)
    assert results(report)["A RAV"] == ("succeeds",)


def test_a138_before_the_deadline_nobody_learns_what_another_ordered_or_whether():
    """A-138, A-018, A-021: orders are sealed until all are shown together."""
    game = seated().submit("Rome", "A ROM - APU", author="Ann")
    seen = view(game, "Greece")
    assert seen == view(seated(), "Greece")
    assert seen.sheet("Rome").entries == ()
    game, _ = game.submit("Greece", "A ATH - EPI", author="Cleo").advance()
    for power in ("Rome", "Greece", "Egypt"):
        shown = {line["order"] for line in view(game, power).entries[0].report["orders"] if line["reading"] == "ok"}
        assert shown == {"A ROM - APU", "A ATH - EPI"}
