"""Retreats sent with the movement orders (X-A8, lesson 8): read from the same text, made at once."""

import pytest

from game_scenes import CLASSIC, play, position, units
from talleyrand.game.conditional import split
from talleyrand.game.record import read_record, write_record
from talleyrand.game.report_json import write_report
from talleyrand.game.state import Game
from talleyrand.game.verify import verify
from talleyrand.game.view import view
from talleyrand.orders.policy import ReadingPolicy
from talleyrand.orders.write import write
from talleyrand.prose.text import render as text

ATTACKED = {"Austria": ["A BOH", "F TRI"], "Germany": ["A SIL", "A MUN"]}
DRIVE_OUT = "A SIL - BOH\nA MUN S A SIL - BOH"
WITH_ORDERS = {"retreats": "with_orders"}


def told(text, where=None, power="Germany"):
    """The orders in a text, its conditional retreats in force, and the status of the readings of the others."""
    held = {"Germany": ["A BUR", "A MUN", "F KIE"], "France": ["A PAR", "A MAR"]}
    where = where or position("S1902M", held)
    kept, clauses = split(text, power, where, CLASSIC.board, ReadingPolicy())
    lists = {str(c.unit): " ".join(map(str, c.places)) for c in clauses if c.places is not None}
    unclear = [str(c.readings[0].status) for c in clauses if c.places is None]
    return [line for line in kept.split("\n") if line.strip()], lists, unclear


@pytest.mark.parametrize(
    ("line", "unit", "places"),
    [
        ("A Boh R Vie, Tyr", "A BOH", "VIE TYR"),
        ("A BOH R VIE or TYR", "A BOH", "VIE TYR"),
        ("Army Bohemia retreats to Vienna or else Tyrolia", "A BOH", "VIE TYR"),
        ("If dislodged, A Boh R Vie > Tyr", "A BOH", "VIE TYR"),
        ("If A Boh is dislodged, retreat to Vie, Tyr", "A BOH", "VIE TYR"),
        ("* A Boh if dislodged retreats Vie; then Tyr, else disband", "A BOH", "VIE TYR"),
        ("F Stp/sc R Bot, Fin", "F STP/SC", "BOT FIN"),
        ("A Boh R disband", "A BOH", ""),
        ("A Boh retreats", "A BOH", ""),
        ("Retreat A Boh to Vie", "A BOH", "VIE"),
        ("Boh R Vie/Tyr", "A BOH", "VIE TYR"),
        ("[b]A Boh[/b] R [i]Vie[/i]", "A BOH", "VIE"),
    ],
)
def test_a_conditional_retreat_is_told_from_the_orders(line, unit, places):
    where = position("S1901M", {"Austria": ["A BOH", "A VIE", "F TRI", "F STP/SC"]})
    orders, lists, unclear = told(f"A Vie - Gal\n{line}\nF Tri H", where, "Austria")
    assert (orders, lists, unclear) == (["A Vie - Gal", "F Tri H"], {unit: places}, [])


@pytest.mark.parametrize(
    "line",
    [
        "A Par - Bur",
        "F Bre H",
        "A Mar S A Par - Bur",
        "Army Roma move Apulia",
        "hello",
        "A R - Ven",
        "A Mar S A R - Ven",
        "A Bur - Bel if dislodged",
        "I will retreat to my bed",
    ],
)
def test_other_orders_stay_where_they_are(line):
    assert told(line) == ([line], {}, [])


@pytest.mark.parametrize(
    ("text", "orders", "lists"),
    [
        ("A Mun - Kie, if dislodged retreat to Boh", ["A Mun - Kie"], {"A MUN": "BOH"}),
        ("A Bur H, if dislodged retreat to Bel", ["A Bur H"], {"A BUR": "BEL"}),
        ("A Bur H (if dislodged retreat to Bel)", ["A Bur H"], {"A BUR": "BEL"}),
        ("A Bur (if dislodged R Bel) H", ["A Bur H"], {"A BUR": "BEL"}),
        ("A Bur S A Mun - Bur R Gas", ["A Bur S A Mun - Bur"], {"A BUR": "GAS"}),
        ("A Bur -> Bel, if dislodged -> Gas", ["A Bur -> Bel"], {"A BUR": "GAS"}),
        ("A Bur holds and retreats to Gas if dislodged", ["A Bur holds"], {"A BUR": "GAS"}),
        ("A Bur H\nIf dislodged, retreat to Bel", ["A Bur H"], {"A BUR": "BEL"}),
        ("A Mun - Kie. If dislodged, A Bur retreats to Gas", ["A Mun - Kie."], {"A BUR": "GAS"}),
        (
            "A Bur - Bel (R Gas), A Mun - Bur (R Tyr or Boh)",
            ["A Bur - Bel", "A Mun - Bur"],
            {"A BUR": "GAS", "A MUN": "TYR BOH"},
        ),
        ("A Bur R Gas; A Mun R Boh, Tyr; F Kie H", ["F Kie H"], {"A BUR": "GAS", "A MUN": "BOH TYR"}),
        ("If dislodged:\nA Bur - Gas\nA Mun: Boh, Tyr\n\nF Kie H", ["F Kie H"], {"A BUR": "GAS", "A MUN": "BOH TYR"}),
    ],
)
def test_an_order_and_its_retreat_on_one_line_both_count_X_A8(text, orders, lists):
    assert told(text) == (orders, lists, [])


@pytest.mark.parametrize(
    ("places", "meant"),
    [
        ("Bel if open, otherwise Gas", "BEL GAS"),
        ("Bel preferably, otherwise Gas", "BEL GAS"),
        ("Gas/Bel", "GAS BEL"),
        ("A Bel", "BEL"),
        ("1. Gas 2. Bel", "GAS BEL"),
        ("first Gas then Bel", "GAS BEL"),
        ("Gas (first choice), Bel (second choice)", "GAS BEL"),
        ("Bel (not Gas)", "BEL"),
        ("to Gascony or, if that is not possible, Belgium", "GAS BEL"),
        ("Gas, thanks!", "GAS"),
        ("Gas if dislodged", "GAS"),
        ("Belgum", "BEL"),
    ],
)
def test_a_clear_list_is_read_X_A8(places, meant):
    assert told(f"A Bur R {places}") == ([], {"A BUR": meant}, [])


@pytest.mark.parametrize(
    ("places", "status"),
    [
        ("B, Gas", "ambiguous"),
        ("Bel unless France is there, else Gas", "ambiguous"),
        ("Bel if not occupied by France", "ambiguous"),
        ("not Bel, Gas", "ambiguous"),
        ("Bel, not Bel", "ambiguous"),
        ("Gas, preferably Bel", "ambiguous"),
        ("2. Gas 1. Bel", "ambiguous"),
        ("Gas?", "ambiguous"),
        ("anywhere", "ambiguous"),
        ("Gas Bel", "ambiguous"),
        ("disband, Gas", "ambiguous"),
        ("Xyzzy", "ambiguous"),
    ],
)
def test_a_list_that_is_unclear_in_part_is_not_in_force_in_part_A_023(places, status):
    assert told(f"A Bur R {places}") == ([], {}, [status])


def test_an_unclear_list_leaves_the_orders_behind_it():
    assert told("A Bur R B, A Mun H") == (["A Mun H"], {}, ["unreadable"])


def test_what_stands_under_a_heading_of_retreats_is_no_order():
    assert told("If dislodged:\nA Mun H") == ([], {}, ["unreadable"])


def test_the_later_of_two_lists_in_a_set_counts_A_018():
    game = Game.new(CLASSIC, WITH_ORDERS, position=position("S1901M", ATTACKED))
    wishes = game.submit("Austria", "A BOH R VIE\nA BOH R TYR").conditional_retreats("Austria")
    assert [" ".join(map(str, places)) for places in wishes.places.values()] == ["TYR"]
    assert [str(reading.status) for reading in wishes.readings] == ["duplicate", "ok"]


@pytest.mark.parametrize(
    ("wishes", "ends"),
    [
        ("A BOH R VIE, TYR", "A VIE"),
        ("A BOH R SIL, TYR, VIE", "A TYR"),
        ("A BOH R TRI, VIE", "A VIE"),
        ("A BOH R MUN", None),
        ("", None),
    ],
    ids=["first", "attacker's origin barred A-088", "occupied barred A-088", "none open", "no list"],
)
def test_the_first_open_place_is_taken_and_without_one_the_unit_disbands(wishes, ends):
    report = play(position("S1901M", ATTACKED), {"Austria": f"F TRI H\n{wishes}", "Germany": DRIVE_OUT}, WITH_ORDERS)
    assert str(report.next.phase) == "F1901M"
    assert [str(phase) for phase in report.skipped] == ["S1901R"]
    assert units(report.next)["Austria"] == sorted(filter(None, [ends, "F TRI"]))
    assert [str(outcome.unit) for outcome in report.conditional] == ["A BOH"]


def test_two_units_with_the_same_wish_are_both_lost_A_090():
    where = {"Austria": ["A BOH"], "Italy": ["A VEN"], "Germany": ["A SIL", "A MUN"], "France": ["A PIE", "A ROM"]}
    report = play(
        position("S1901M", where),
        {
            "Austria": "A BOH R TYR",
            "Italy": "A VEN R TYR",
            "Germany": DRIVE_OUT,
            "France": "A PIE - VEN\nA ROM S A PIE - VEN",
        },
        WITH_ORDERS,
    )
    assert "Austria" not in units(report.next)
    assert "Italy" not in units(report.next)
    assert [[str(result) for result in outcome.results] for outcome in report.conditional] == [
        ["bounced", "disbanded"],
        ["bounced", "disbanded"],
    ]


def test_centres_change_hands_after_conditional_retreats_X_A3():
    where = position("F1901M", ATTACKED, {"Austria": ["TRI"]})
    report = play(where, {"Austria": "A BOH R VIE", "Germany": DRIVE_OUT}, WITH_ORDERS)
    assert report.captured == {"MUN": (None, "Germany"), "VIE": (None, "Austria")}


def test_the_latest_set_brings_its_own_retreats():
    game = Game.new(CLASSIC, WITH_ORDERS, position=position("S1901M", ATTACKED))
    game = game.submit("Austria", "F TRI H\nA BOH R VIE").submit("Austria", "F TRI H\nA BOH R TYR")
    wishes = game.conditional_retreats("Austria").places
    assert {str(unit): [str(place) for place in places] for unit, places in wishes.items()} == {"A BOH": ["TYR"]}
    later = game.submit("Austria", "A BOH R GAL").conditional_retreats("Austria").places
    assert [str(place) for places in later.values() for place in places] == ["GAL"]
    assert len(game.sheet("Austria").orders_in_force) == 1


def test_merged_sets_replace_a_list_unit_by_unit_C_014():
    rulebook = {**WITH_ORDERS, "sets": "merge_by_unit"}
    game = Game.new(CLASSIC, rulebook, position=position("S1901M", ATTACKED))
    game = game.submit("Austria", "A BOH R VIE\nF TRI R ADR").submit("Austria", "A BOH R TYR")
    wishes = game.conditional_retreats("Austria").places
    assert {str(unit): [str(place) for place in places] for unit, places in wishes.items()} == {
        "A BOH": ["TYR"],
        "F TRI": ["ADR"],
    }


def test_what_is_unclear_is_in_the_report_and_what_was_read_differently_with_the_retreat_A_023():
    lost = {"France": ["A PAR", "A MAR"], "Germany": ["A BUR", "A MUN"]}
    attack = "A Par - Bur\nA Mar S A Par - Bur"
    said = {}
    for wish in ("A Bur R B, Gas", "A Bur R Belgum"):
        game = Game.new(CLASSIC, WITH_ORDERS, position=position("S1902M", lost))
        game = game.submit("France", attack).submit("Germany", f"A Bur H\nA Mun H\n{wish}")
        game, report = game.advance()
        assert str(game.phase) == "F1902M"
        assert verify(game) is None
        for viewer in ("France", "Germany", "observer"):
            assert verify(read_record(write_record(view(game, viewer)))) is None
        said[wish] = " ".join(text(report, CLASSIC).split())
        document = game.entries[0].report
        assert ("A BEL" in units(report.next)["Germany"]) is (wish == "A Bur R Belgum")
        if wish == "A Bur R B, Gas":
            line = document["orders"][-1]
            assert (line["power"], line["text"], line["reading"]) == ("Germany", wish, "ambiguous")
        else:
            assert document["retreats"][0]["repair"] == 'Read "Belgum" as Belgium.'
    assert '"A Bur R B, Gas"' in said["A Bur R B, Gas"]
    assert 'Written "A Bur R Belgum". Read "Belgum" as Belgium.' in said["A Bur R Belgum"]
    assert "By default" not in said["A Bur R Belgum"]


def test_without_the_rule_there_are_no_conditional_retreats():
    game = Game.new(CLASSIC, position=position("S1901M", ATTACKED)).submit("Austria", "A BOH R VIE")
    assert game.conditional_retreats("Austria").places == {}
    assert [str(entry.reading.status) for entry in game.sheet("Austria").entries] == ["illegal"]


NEXT = {"retreats": "with_next_orders"}
LOST = {"France": ["A PAR", "A MAR"], "Germany": ["A BUR", "A MUN", "F KIE"], "Italy": ["A VEN"]}


def beaten(phase: str = "S1902M", **centers) -> Game:
    """A game in which Germany has just lost Burgundy."""
    game = Game.new(CLASSIC, NEXT, position=position(phase, LOST, centers))
    game = game.submit("France", "A Par - Bur\nA Mar S A Par - Bur").submit("Germany", "A Bur H\nA Mun H\nF Kie H")
    return game.submit("Italy", "A Ven H").advance()[0]


def orders_of(game: Game, power: str = "Germany") -> list[str]:
    return [write(order) for order in game.sheet(power).orders_in_force]


@pytest.mark.parametrize(
    "text",
    [
        "A Bur R Ruh\nA Mun - Tyr",
        "A Bur R Ruh, A Mun - Tyr",
        "A Mun - Tyr\nBurgundy to Ruhr",
        "Retreats:\nA Bur - Ruh\n\nFall orders:\nA Mun - Tyr",
    ],
)
def test_orders_sent_with_retreats_come_in_with_the_next_movement_X_A8(text):
    game = beaten().submit("Germany", text, author="Otto", time="noon", channel="mail")
    assert orders_of(game) == ["A BUR R RUH"]
    assert [write(reading.order) for reading in game.sent_ahead("Germany")] == ["A MUN - TYR"]
    game, report = game.advance()
    assert str(game.phase) == "F1902M"
    assert units(report.after)["Germany"] == ["A MUN", "A RUH", "F KIE"]
    assert orders_of(game) == ["A MUN - TYR"]
    came = game.current.received[0]
    assert (came.power, came.author, came.time, came.channel) == ("Germany", "Otto", "noon", "mail")
    assert "Germany" in game.status.ordered
    assert verify(game) is None
    later = game.submit("Germany", "A Mun H\nA Ruh H\nF Kie H", author="Otto")
    assert orders_of(later) == ["A MUN H", "A RUH H", "F KIE H"]
    ended, last = game.advance()
    assert units(last.after)["Germany"] == ["A RUH", "A TYR", "F KIE"]
    assert verify(ended) is None


def test_orders_sent_with_retreats_are_published_nowhere_X_A8():
    game, report = beaten().submit("Germany", "A Bur R Ruh\nA Mun - Tyr\nF Kie - Den").advance()
    for said in (text(report, CLASSIC), str(write_report(report, CLASSIC)), str(game.entries[-2].report)):
        assert "TYR" not in said.upper()
        assert "DEN" not in said.upper().replace("SWEDEN", "")
    for viewer in ("France", "observer"):
        seen = view(game, viewer)
        assert all(received.power != "Germany" for entry in seen.entries for received in entry.received)
        assert "Tyr" not in str(write_record(seen))
        assert "Kie - Den" not in str(write_record(seen))
        assert seen.sent_ahead("Germany") == ()
        assert verify(read_record(write_record(seen))) is None
    assert orders_of(view(game, "Germany")) == ["A MUN - TYR", "F KIE - DEN"]
    assert verify(read_record(write_record(view(game, "Germany")))) is None


def test_a_set_of_later_orders_alone_takes_no_retreats_place_X_A8():
    game = beaten().submit("Germany", "A Bur R Ruh").submit("Germany", "A Mun - Tyr")
    assert orders_of(game) == ["A BUR R RUH"]
    assert game.status.waiting == ()
    game, _ = game.advance()
    assert orders_of(game) == ["A MUN - TYR"]
    alone = beaten().submit("Germany", "A Mun - Tyr")
    assert alone.status.waiting == ("Germany",)


def test_orders_sent_with_retreats_and_withdrawn_are_gone_X_A8():
    game, _ = beaten().submit("Germany", "A Bur R Ruh\nA Mun - Tyr").withdraw("Germany").advance()
    assert game.current.received == ()
    assert verify(game) is None


def test_builds_sent_with_retreats_come_in_with_the_adjustments_X_A8():
    game = beaten("F1902M", Germany=["BER", "KIE", "MUN", "DEN"])
    game = game.submit("Germany", "A Bur R Ruh\nBuild A Ber\nA Mun - Tyr")
    game, _ = game.advance()
    assert str(game.phase) == "W1902A"
    assert orders_of(game) == ["A BER B"]
    assert "Tyr" not in game.current.received[0].text
    game, _ = game.advance()
    assert str(game.phase) == "S1903M"
    assert orders_of(game) == ["A MUN - TYR"]
    assert verify(game) is None


def test_verify_finds_later_orders_that_were_not_sent_with_the_retreats_X_A8():
    game, _ = beaten().submit("Germany", "A Bur R Ruh\nA Mun - Tyr").advance()
    forged = write_record(game)
    forged["phases"][-1]["orders"][0]["text"] = "A Mun - Boh"
    found = verify(read_record(forged))
    assert found is not None
    assert found.path.startswith("orders")


def test_going_back_brings_the_later_orders_back_X_A8():
    game, _ = beaten().submit("Germany", "A Bur R Ruh\nA Mun - Tyr").advance()
    again, _ = game.undo().submit("Germany", "A Bur R Ruh\nA Mun - Boh").advance()
    assert orders_of(again) == ["A MUN - BOH"]
    assert verify(again) is None


def test_retreats_with_the_next_orders_keep_their_phase_X_A8():
    report = play(position("S1901M", ATTACKED), {"Germany": DRIVE_OUT}, {"retreats": "with_next_orders"})
    assert str(report.next.phase) == "S1901R"
