"""A year of the forum game: reports, retreats, centres, builds, the end."""

from fractions import Fraction

import pytest

from game_scenes import homes, play, position, results, units
from talleyrand import Game, load_variant
from talleyrand.game.view import view
from talleyrand.prose import bbcode, discord, html, markdown, text
from talleyrand.rules.victory import prize_weights

CLASSIC = load_variant("classic")
FORUM = load_variant("ancient_mediterranean").with_year_label("AUC")
CENTERS = sorted(FORUM.board.centers)
FORMATS = {
    "text": text.render,
    "markdown": markdown.render,
    "bbcode": bbcode.render,
    "html": html.render,
    "discord": lambda report, variant: "\n".join(discord.render(report, variant)),
}


def forum(phase, held, centers=None, **more):
    where = position(phase, held, centers, variant="ancient_mediterranean", **more)
    return Game.new("ancient_mediterranean", "000", position=where)


def test_a013_two_turns_a_year_and_adjustments_after_fall_alone():
    """A-013, B-010: also where nobody has anything to retreat or to build."""
    game, phases = Game.new("ancient_mediterranean", "000"), []
    for _ in range(6):
        phases.append(str(game.phase))
        game, _ = game.advance(skip=False)
    assert phases == ["S1M", "S1R", "F1M", "F1R", "W1A", "S2M"]


def test_a096_the_first_year_is_450_auc_and_the_next_451():
    game = Game.new("ancient_mediterranean", "000")
    assert game.variant.calendar.describe(game.phase) == "Spring 450 AUC, Movement"
    for season in ("Spring", "Fall"):
        game, report = game.advance()
        assert text.render(report, game.variant).splitlines()[1] == f"{season} 450 AUC, Movement"
    assert game.variant.calendar.describe(game.phase) == "Spring 451 AUC, Movement"


@pytest.mark.parametrize("name", FORMATS)
def test_a086_the_report_tells_successes_failures_standoffs_retreats_and_disbandments(name):
    where = position(
        "S1901M",
        {
            "Austria": ["A APU", "A ROM", "A VIE"],
            "England": ["F ENG", "F MAO"],
            "France": ["A PAR", "F BRE"],
            "Germany": ["A MUN"],
            "Italy": ["A NAP"],
        },
        homes("Austria", "England", "France", "Germany", "Italy"),
    )
    report = play(
        where,
        {
            "Austria": "A APU - NAP\nA ROM S A APU - NAP\nA VIE - GAL",
            "England": "F ENG - BRE\nF MAO S F ENG - BRE",
            "France": "A PAR - BUR",
            "Germany": "A MUN - BUR",
        },
    )
    shown = " ".join(FORMATS[name](report, CLASSIC).split())
    assert "A Vienna - Galicia" in shown
    assert "A Vienna - Galicia bounced" not in shown
    assert shown.count("bounced") == 2
    assert "A standoff left Burgundy empty." in shown
    assert "Fleet Brest, dislodged by Fleet English Channel, may retreat to Gascony or Picardy." in shown
    assert "Army Naples, dislodged by Army Apulia, has no retreat and is disbanded." in shown


def besieged():
    """Rome loses Roma to Carthage; every way out but one is barred."""
    game = forum(
        "S1M",
        {"Rome": ["A ROM"], "Carthage": ["A RAV", "A ETR"], "Greece": ["A VEN", "A APU"], "Egypt": ["F ION"]},
    )
    game = game.submit("Carthage", "A ETR - ROM\nA RAV S A ETR - ROM")
    return game.advance()


def test_a087_retreats_are_sent_in_secret_once_the_moves_are_known():
    game, report = besieged()
    assert str(game.phase) == "S1R"
    assert report.retreats == {unit: places for unit, places in report.retreats.items() if str(unit) == "A ROM"}
    sent = game.submit("Rome", 'Army "Roma" retreat "Neapolis"')
    assert view(sent, "Carthage") == view(game, "Carthage")
    sent, report = sent.advance()
    assert units(report.after)["Rome"] == ["A NEA"]


def test_a088_a_retreat_goes_one_step_and_not_into_units_origins_or_standoffs():
    """A-088: A ROM touches APU, ETR, NEA, RAV; the attacker came from ETR, RAV and APU are held."""
    game, report = besieged()
    assert [[str(place) for place in places] for places in report.retreats.values()] == [["NEA"]]
    for place in ("ETR", "RAV", "APU", "VEN"):
        _, after = game.submit("Rome", f"A ROM R {place}").advance()
        assert results(after)["A ROM"] == ("ignored", "disbanded"), place


def test_a088_a_standoff_bars_a_retreat():
    game = forum("S1M", {"Rome": ["A ROM"], "Carthage": ["A RAV", "A ETR"], "Greece": ["A APU"], "Egypt": ["F TYN"]})
    game = game.submit("Carthage", "A ETR - ROM\nA RAV S A ETR - ROM").submit("Greece", "A APU - NEA")
    _, report = game.submit("Egypt", "F TYN - NEA").advance()
    assert report.after.standoffs == {"NEA"}
    assert [str(gone.unit) for gone in report.removed] == ["A ROM"]


def test_a090_two_retreats_to_one_province_are_the_end_of_both():
    where = position(
        "S1R",
        {"Carthage": ["A ROM", "F NEA"]},
        variant="ancient_mediterranean",
        dislodged={"Rome": [{"unit": "A ROM", "from": "ETR"}], "Greece": [{"unit": "F NEA", "from": "TYN"}]},
    )
    report = play(where, {"Rome": "Army Roma retreat Apulia", "Greece": "Fleet Neapolis retreat Apulia"}, "000")
    assert units(report.after) == {"Carthage": ["A ROM", "F NEA"]}


@pytest.mark.parametrize(
    "orders",
    [
        pytest.param("", id="A-091 no order"),
        pytest.param("Army Roma disband", id="A-092 by choice"),
    ],
)
def test_a_dislodged_unit_that_does_not_retreat_is_gone(orders):
    game, _ = besieged()
    if orders:
        game = game.submit("Rome", orders)
    _, report = game.advance()
    assert results(report)["A ROM"] in (("disbanded",), ("succeeds",))  # an order to disband is one that succeeds
    assert "Rome" not in units(report.after)


def after_fall():
    """Rome has taken Sicilia with a fleet; Roma, whence an army went to Apulia, stands empty."""
    game = Game.new("ancient_mediterranean", "000")
    game, spring = game.submit("Rome", "A ROM - APU\nF NEA - SIC").advance()
    assert spring.captured == {}
    return game.submit("Rome", "A APU H\nF SIC H\nA RAV H").advance()


def test_a008_centres_are_counted_after_fall():
    _, fall = after_fall()
    assert fall.captured == {"SIC": (None, "Rome")}
    assert {power: more for power, more in fall.adjustments.items() if more} == {"Rome": 1}


def test_a093_after_fall_each_powers_centres_armies_and_fleets_are_listed():
    _, fall = after_fall()
    rows = [line.split() for line in text.render(fall, FORUM).splitlines()]
    assert ["Power", "Centres", "Armies", "Fleets", "+/-"] in rows
    assert ["Rome", "4", "2", "1", "+1"] in rows
    for power in ("Carthage", "Egypt", "Greece", "Persia"):
        assert [power, "3", "2", "1", "0"] in rows


@pytest.mark.parametrize(
    ("orders", "wanted"),
    [
        pytest.param("Army Roma build", ["A APU", "A RAV", "A ROM", "F SIC"], id="A-095 at home"),
        pytest.param("Fleet Roma build", ["A APU", "A RAV", "F ROM", "F SIC"], id="A-095 a fleet on a coast"),
        pytest.param("Army Neapolis build", ["A APU", "A NEA", "A RAV", "F SIC"], id="A-095 at another home"),
        pytest.param("Army Sicilia build", ["A APU", "A RAV", "F SIC"], id="A-095 not in a new centre"),
        pytest.param("Army Etruria build", ["A APU", "A RAV", "F SIC"], id="A-095 not where no centre is"),
        pytest.param("", ["A APU", "A RAV", "F SIC"], id="A-094 fewer than allowed"),
    ],
)
def test_builds(orders, wanted):
    game, _ = after_fall()
    game = game.submit("Rome", orders) if orders else game
    game, report = game.advance()
    assert units(report.after)["Rome"] == wanted
    assert str(game.phase) == "S2M"


def test_a094_too_many_units_are_disbanded_by_choice():
    game = forum("W1A", {"Rome": ["A ROM", "A APU", "F SIC"]}, {"Rome": ["ROM", "NEA"]})
    _, report = game.submit("Rome", "Fleet Sicilia disband").advance()
    assert units(report.after)["Rome"] == ["A APU", "A ROM"]


def test_a002_eighteen_centres_end_the_game_after_fall_and_not_in_spring():
    seventeen = [center for center in CENTERS if center != "SIC"][:17]
    spring = forum("S5M", {"Rome": ["F NEA"]}, {"Rome": seventeen}).submit("Rome", "F NEA - SIC")
    spring, report = spring.advance()
    assert not report.over
    won, report = spring.submit("Rome", "F SIC H").advance()
    assert report.over
    assert (str(won.status.state), won.status.winners) == ("solo", ("Rome",))
    assert "Rome has won." in text.render(report, won.variant)


def test_a002_no_fewer_than_eighteen():
    game = forum("F5M", {"Rome": ["F SIC"]}, {"Rome": [center for center in CENTERS if center != "SIC"][:16]})
    _, report = game.advance()
    assert not report.over


def test_a004_a_draw_is_shared_by_all_who_have_units_and_a134_the_prize_goes_by_centres():
    game = forum(
        "S9M",
        {"Rome": ["A ROM"], "Carthage": ["A CAR"], "Egypt": ["A THE"]},
        {"Rome": CENTERS[:17], "Carthage": CENTERS[17:27], "Egypt": CENTERS[27:33], "Greece": CENTERS[33:]},
    )
    drawn = game.draw()
    assert drawn.status.winners == ("Carthage", "Egypt", "Rome")  # Greece has a centre and nobody on the map (X-A4)
    assert prize_weights(drawn.position, drawn.status.winners) == {
        "Rome": Fraction(17, 33),
        "Carthage": Fraction(10, 33),
        "Egypt": Fraction(6, 33),
    }
