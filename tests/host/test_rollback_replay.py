"""A rollback in mid-game, and the same orders sent again: the record is the one that there would have been anyway."""

import random

import pytest

from site_bots import Bot
from site_cast import START
from site_clock import Clock
from site_table import seated
from site_visitor import Visitor
from talleyrand.game.record import read_record, write_record
from talleyrand.game.verify import verify

PLACES = {"Carthage": "hanno", "Egypt": "arsinoe", "Greece": "myrto", "Persia": "roxane", "Rome": "marcus"}
LENGTH = 5


@pytest.fixture
def seat(db, monkeypatch, settings):
    settings.SESSION_COOKIE_AGE = 10 * 365 * 24 * 3600

    def seat(seed):
        bots = {power: Bot(power, random.Random(f"{seed} {power}"), keen=power != "Persia") for power in PLACES}
        return seated(Clock(monkeypatch, START), PLACES, bots, timetable="000-daily")

    return seat


def sound(table):
    """The export of everybody, which must stand; the Game Master's."""
    for visitor in (Visitor(), table.players["Rome"], table.master):
        record = table.record(visitor)
        assert verify(read_record(record)) is None
    return record


def history(record):
    """What counts in a record, without times, branches, and what was put aside; a set sent twice is one."""
    engine = read_record(record)
    phases = []
    for value in write_record(engine)["phases"]:
        entry = next(
            each for each in engine.entries if (each.branch, each.number) == (value["branch"], value["number"])
        )
        if any(entry is kept for kept in engine.line):
            sets = [{key: part for key, part in each.items() if key != "time"} for each in value.pop("orders", [])]
            value["orders"] = [each for index, each in enumerate(sets) if each not in sets[:index]]
            phases.append({key: part for key, part in value.items() if key not in ("branch", "origin")})
    return phases


@pytest.mark.parametrize(("seed", "back"), [(1, 1), (2, 3), (3, LENGTH)])
def test_the_same_orders_after_a_rollback_give_the_same_record(seat, seed, back):
    table, sent = seat(seed), {}
    for _ in range(LENGTH):
        number = table.game.number
        sent[number] = table.everybody_sends()
        table.strike()
    first = sound(table)
    to = table.game.number - back
    table.desk("roll_back", to=str(to), text="A wrong order was read.")
    assert (table.game.number, table.game.state) == (to, "running")
    shortened = sound(table)
    assert len(history(shortened)) == to

    for number in range(to, to + back):
        assert table.game.number == number
        for power, text in sent[number].items():
            table.send(power, text)
        table.strike()
        sound(table)
    again = sound(table)
    assert history(again) == history(first)
    assert len(again["phases"]) == len(first["phases"]) + back + 1


@pytest.mark.parametrize(("seed", "back"), [(4, 2), (5, 4)])
def test_what_was_put_aside_comes_back_as_it_was(seat, seed, back):
    table = seat(seed)
    for _ in range(LENGTH):
        table.everybody_sends()
        table.strike()
    for power in ("Rome", "Greece"):
        table.send(power, table.orders_of(power))
    first = sound(table)
    table.desk("roll_back", to=str(table.game.number - back))
    table.desk("roll_forward")
    forward = sound(table)
    assert history(forward) == history(first)
    assert table.game.state == "running"

    # Another history is played meanwhile, and put aside in its turn.
    table.desk("roll_back", to=str(table.game.number - back))
    table.strike()
    other = sound(table)
    assert history(other) != history(first)[: len(history(other))]
    table.desk("roll_forward")
    assert history(sound(table)) == history(first)
    table.strike()
    assert history(sound(table))[: len(history(first)) - 1] == history(first)[:-1]
