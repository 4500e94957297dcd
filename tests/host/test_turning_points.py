"""What the history and the log say of rollbacks and corrections, which are not the same; and of years not over."""

import re
from datetime import timedelta

import pytest

from site_acts import at, fresh, read, web
from site_amending import preview, publish, three_phases
from site_cast import START
from talleyrand.host.bridge import ledger, past
from talleyrand.host.desk.ending import abandon
from talleyrand.host.turns import services as turns

WHEN = START + timedelta(days=30)


@pytest.fixture
def played(running, players, clock):
    return three_phases(running, players, clock)


@pytest.fixture
def corrected(played, mara):
    client = web(mara)
    preview(client, played, 1, replay="no", **{"orders-Rome": "A Rome - Etruria"})
    assert publish(client, played, 1, text="A post\nwas overlooked.").status_code == 302
    return fresh(played)


def words(text):
    return " ".join(re.sub(r"<[^>]+>", " ", text).split()).replace(" ,", ",").replace(" :", ":")


def test_a_correction_is_no_rollback_in_the_history_the_phases_and_the_log(corrected, mara):
    for user in (None, mara):
        text = words(read(user, corrected, "history"))
        assert "Spring 450 AUC, Movement put aside by the correction of" in text
        assert "rollback" not in text
        old = words(read(user, corrected, "phase", 1, 1))
        assert "This phase does not count. It was put aside by the correction of" in old
        assert "A post was overlooked." in old
        assert "This phase is as it is since the correction of" in words(read(user, corrected, "phase", 2, 1))
        log = words(read(user, corrected))
        assert "Spring 450 AUC, Movement: corrected (mara)" in log
        assert "rollback" not in log
    assert "rollback" not in words(web(mara).get(at("desk_log", corrected)).content.decode())


def test_a_rollback_stays_a_rollback_also_after_a_correction(corrected, mara):
    turns.roll_back(mara, corrected, to=1, now=WHEN, text="Once more.")
    assert "Spring 450 AUC, Movement put aside by the rollback of 5 February 2030" in words(
        read(None, corrected, "history")
    )
    assert "Spring 450 AUC, Movement: taken up again by a rollback (mara): Once more." in words(read(None, corrected))


def test_lines_of_play_are_named_by_what_began_them(corrected, mara):
    turns.roll_back(mara, corrected, to=1, now=WHEN)
    turns.roll_forward(mara, fresh(corrected), now=WHEN + timedelta(days=1))
    names = list(past.lines_of_play(ledger.load(fresh(corrected))).values())
    assert names[0] == "Line 1, from the start"
    assert names[1].startswith("Line 2, after the correction of ")
    assert names[2:] == [
        "Line 3, after the rollback of 5 February 2030",
        "Line 4, after the return to what had been put aside of 6 February 2030",
    ]


def test_a_year_that_is_not_over_is_not_shown_as_if_it_were(played, mara):
    assert re.findall(r'<th scope="row">([^<]+)</th>', read(None, played, "history")) == ["Start", "450 AUC"]
    assert "451 AUC, so far" in words(read(None, played, "history"))
    abandon(mara, played, "Enough.", now=WHEN)
    assert "451 AUC, when the game ended" in words(read(None, played, "history"))


def test_after_a_rollback_to_the_start_nobody_says_that_nothing_was_adjudicated(played, mara):
    turns.roll_back(mara, played, to=1, now=WHEN)
    for name in ("desk", "correct"):
        text = words(web(mara).get(at(name, played)).content.decode())
        assert "No phase has been adjudicated yet" not in text
        assert "Every phase that was adjudicated has been put aside" in text
    assert at("history", played) in read(None, played)


def test_before_the_first_adjudication_it_is_said_that_there_was_none(running, mara):
    for name in ("desk", "correct"):
        assert "No phase has been adjudicated yet" in web(mara).get(at(name, running)).content.decode()
