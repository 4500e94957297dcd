"""Days away, substitutes, players removed, civil disorder, and the ranked list of removals."""

from datetime import date, timedelta

import pytest

from site_acts import fresh
from site_cast import START, in_force
from talleyrand.game.record import read_record, write_record
from talleyrand.game.verify import verify
from talleyrand.host.absence import selectors
from talleyrand.host.absence import services as absence
from talleyrand.host.absence.models import Absence
from talleyrand.host.accounts.models import User
from talleyrand.host.bridge import ledger
from talleyrand.host.deadlines.tick import tick
from talleyrand.host.games.access import NotAllowedError, role_of
from talleyrand.host.games.models import Diplomat
from talleyrand.host.games.services import RefusedError
from talleyrand.host.turns import ready
from talleyrand.host.turns import services as turns

SOON = START + timedelta(hours=1)
TUESDAY = START + timedelta(days=2)


def sound(game):
    return verify(read_record(write_record(ledger.load(fresh(game))))) is None


def test_the_desk_lists_who_is_away_on_the_day_of_the_deadline(running, mara, alice, bob, olga):
    absence.plan(alice, date(2030, 1, 8), date(2030, 1, 12), now=SOON, text="Skiing")
    absence.plan(bob, date(2030, 1, 9), date(2030, 1, 12), now=SOON)
    (away,) = selectors.away_at_deadline(role_of(mara, running), fresh(running))
    assert (away.power, away.user, away.text) == ("Rome", alice, "Skiing")
    for user in (alice, bob, olga):
        with pytest.raises(NotAllowedError):
            selectors.away_at_deadline(role_of(user, running), fresh(running))


def test_a_day_away_is_a_day_of_one_s_own_calendar(running, mara, alice):
    User.objects.filter(pk=alice.pk).update(zone="Pacific/Auckland")  # Wednesday morning there
    absence.plan(alice, date(2030, 1, 8), date(2030, 1, 8), now=SOON)
    assert not selectors.away_at_deadline(role_of(mara, running), fresh(running))
    absence.plan(alice, date(2030, 1, 9), date(2030, 1, 9), now=SOON)
    assert len(selectors.away_at_deadline(role_of(mara, running), fresh(running))) == 1


def test_an_absence_is_entered_once_and_only_its_owner_takes_it_back(alice, bob):
    for _ in range(2):
        made = absence.plan(alice, date(2030, 1, 8), date(2030, 1, 9), now=SOON)
    assert Absence.objects.count() == 1
    with pytest.raises(NotAllowedError):
        absence.cancel(bob, made.pk)
    assert selectors.mine(alice, SOON) == [made]
    for _ in range(2):
        absence.cancel(alice, made.pk)
    assert not Absence.objects.exists()


@pytest.mark.parametrize(
    ("first", "last", "text", "words"),
    [
        (date(2030, 1, 9), date(2030, 1, 8), "", "last: 2030-01-08 is before 2030-01-09"),
        (date(2029, 1, 1), date(2030, 1, 5), "", "has passed"),
        (date(2030, 1, 8), date(2031, 1, 9), "", "at most 366 days"),
        (date(2030, 1, 8), date(2030, 1, 9), "x" * 201, "text: 201 characters"),
    ],
)
def test_absences_that_cannot_be_name_the_field(alice, first, last, text, words):
    with pytest.raises(RefusedError, match=words):
        absence.plan(alice, first, last, now=SOON, text=text)
    assert not Absence.objects.exists()


def test_a_substitute_plays_on_with_the_orders_in_force(running, mara, alice, bob, olga):
    turns.submit(bob, running, "Carthage", "A Carthage - Cirta", now=SOON)
    ready.mark(bob, running, "Carthage", now=SOON)
    place = absence.replace_player(mara, running, "Carthage", bob, olga, now=SOON, text="Thank you, Bob.")
    assert place.rank == 1
    assert ready.awaiting(role_of(olga, running), fresh(running)).mine == ()
    with pytest.raises(NotAllowedError):
        turns.submit(bob, running, "Carthage", "A Carthage H", now=SOON)
    assert in_force(fresh(running), "Carthage") == {"A CAR": "A CAR - CIR"}
    turns.submit(olga, running, "Carthage", "A Carthage H", now=SOON)
    assert in_force(fresh(running), "Carthage") == {"A CAR": "A CAR H"}
    assert sound(running)


def test_who_came_and_went_is_the_power_s_and_the_master_s_to_know(running, mara, bob, olga):
    absence.replace_player(mara, running, "Carthage", bob, olga, now=SOON)
    told = running.events.get(kind="replaced")
    assert (told.sight, told.data) == ("all", {"power": "Carthage"})
    names = running.events.get(kind="players")
    assert (names.sight, names.power, names.data["new"]) == ("power", "Carthage", "olga")


def test_a_replacement_sent_twice_is_refused_the_second_time(running, mara, bob, olga):
    absence.replace_player(mara, running, "Carthage", bob, olga, now=SOON)
    with pytest.raises(RefusedError, match="bob does not play Carthage"):
        absence.replace_player(mara, running, "Carthage", bob, olga, now=SOON)
    assert Diplomat.objects.filter(seat__power="Carthage", until=None).count() == 1


def test_only_the_master_replaces_kicks_and_declares(running, alice, bob, olga):
    for user in (alice, bob, olga):
        for act in (
            lambda user: absence.replace_player(user, running, "Carthage", bob, olga, now=SOON),
            lambda user: absence.kick(user, running, "Carthage", bob, now=SOON),
            lambda user: absence.set_disorder(user, running, "Rome", now=SOON),
        ):
            with pytest.raises(NotAllowedError):
                act(user)


def test_substitutes_that_cannot_be_are_refused(running, mara, alice, bob, olga):
    User.objects.filter(pk=olga.pk).update(is_active=False)
    olga.refresh_from_db()
    for power, new, words in (
        ("Carthage", alice, "alice plays in this game already"),
        ("Carthage", olga, "olga has no account that is in use"),
        ("Narnia", alice, "'Narnia' is no power"),
        ("Rome", alice, "bob does not play Rome"),
    ):
        with pytest.raises(RefusedError, match=words):
            absence.replace_player(mara, running, power, bob, new, now=SOON)
    assert Diplomat.objects.filter(user=bob, until=None).exists()


def test_one_who_is_kicked_is_out_and_the_next_is_the_senior(running, mara, alice, anton):
    absence.kick(mara, running, "Rome", alice, now=SOON)
    with pytest.raises(NotAllowedError):
        turns.submit(alice, running, "Rome", "A Rome - Apulia", now=SOON)
    assert {seat.power: seat.players for seat in ledger.load(fresh(running)).seats}["Rome"] == ("anton",)
    with pytest.raises(RefusedError, match="alice does not play Rome"):
        absence.kick(mara, running, "Rome", alice, now=SOON)
    assert sound(running)


def test_a_power_in_disorder_has_no_order_in_force_until_it_ends(running, mara, alice):  # lesson 12
    turns.submit(alice, running, "Rome", "A Rome - Apulia", now=SOON)
    due = fresh(running).due_at
    game = absence.set_disorder(mara, running, "Rome", now=SOON, text="Rome is absent.")
    assert game.due_at == due
    assert "Rome" in ledger.load(game).status.disorder
    with pytest.raises(RefusedError, match="in civil disorder already"):
        absence.set_disorder(mara, running, "Rome", now=SOON)
    tick(TUESDAY)
    report = running.phases.get(number=1).report
    assert {line["outcome"] for line in report["orders"] if line["power"] == "Rome"} == {"ignored", "held"}
    game = absence.set_disorder(mara, running, "Rome", False, now=TUESDAY)
    assert "Rome" not in ledger.load(game).status.disorder
    with pytest.raises(RefusedError, match="not in civil disorder"):
        absence.set_disorder(mara, running, "Rome", False, now=TUESDAY)
    with pytest.raises(RefusedError, match="'rome' is no power"):
        absence.set_disorder(mara, running, "rome", now=TUESDAY)
    assert sound(running)


def test_missed_phases_are_counted_by_the_rulebook(running, mara, alice, bob, olga):  # X-A9
    turns.submit(bob, running, "Carthage", "A Carthage H", now=SOON)
    tick(TUESDAY)

    def seen(user):
        return {each.power: each for each in selectors.missed(role_of(user, running), fresh(running))}

    assert (seen(mara)["Rome"].missed, seen(mara)["Carthage"].missed, seen(mara)["Rome"].limit) == (1, 0, 2)
    assert (seen(alice)["Rome"].missed, seen(alice)["Carthage"].missed) == (1, None)
    assert seen(olga)["Rome"].missed is None
    tick(fresh(running).due_at)
    assert seen(olga)["Rome"].disorder
    assert not seen(olga)["Carthage"].disorder


def test_the_list_of_removals_is_shown_to_the_power_beforehand(running, mara, alice, bob, olga):  # lesson 11
    for user in (mara, alice):
        shown = selectors.removals_of(role_of(user, running), fresh(running), "Rome")
        assert shown.due == 0
        assert sorted(shown.units) == ["Army Ravenna", "Army Roma", "Fleet Neapolis"]
    for user in (bob, olga):
        with pytest.raises(NotAllowedError):
            selectors.removals_of(role_of(user, running), fresh(running), "Rome")


def test_the_list_says_how_many_go_and_they_go(running, mara, alice):
    winter = running.phases.get()
    winter.position["phase"] = winter.code = "W1A"
    winter.position["centers"]["Rome"] = ["ROM"]
    winter.save()
    shown = selectors.removals_of(role_of(alice, running), fresh(running), "Rome")
    assert (shown.due, shown.advice) == (2, False)
    assert shown.units == ("Fleet Neapolis", "Army Ravenna", "Army Roma")  # both next to Roma: the fleet goes first
    tick(fresh(running).due_at)
    assert running.phases.order_by("sequence").last().position["units"]["Rome"] == ["A ROM"]
