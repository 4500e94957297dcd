"""Phases corrected after they were published: through pages, and in the open."""

import random
from datetime import timedelta

import pytest

from site_acts import at, web
from site_amending import CLOSED, everything, exported, preview, publish, set_up, three_phases
from site_bots import Bot
from site_cast import START, in_force
from site_clock import Clock
from site_phases import FALL, SPRING, again, engine_of, play, position_of, units_of
from site_visitor import forms_of
from talleyrand.game.errors import GameError
from talleyrand.game.record import read_record, write_record
from talleyrand.game.state import Game as Engine
from talleyrand.game.verify import verify
from talleyrand.host.absence import services as absence
from talleyrand.host.bridge.correct import corrected, over
from talleyrand.host.games.models import Diplomat, Seat
from talleyrand.host.notices.models import Notification
from talleyrand.host.turns import services as turns
from talleyrand.host.turns.models import OrderSet, Phase

STAYED = "A Rome holds\nA Ravenna - Venetia\nF Neapolis - Tyrrhenian Sea"


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    return Clock(monkeypatch, START + timedelta(days=8))


@pytest.fixture
def played(running, players, clock):
    return three_phases(running, players, clock)


def test_every_phase_that_is_over_and_counts_can_be_chosen(played, mara):
    client = web(mara)
    page = client.get(at("correct", played)).content.decode()
    for number in (1, 2, 3):
        assert at("correct_phase", played, 1, number) in page
    assert at("correct_phase", played, 1, 4) not in page
    assert client.get(at("correct_phase", played, 1, 4)).status_code == 404
    assert client.get(at("correct_phase", played, 9, 1)).status_code == 404
    page = client.get(at("correct_phase", played, 1, 1)).content.decode()
    assert "A Roma - Apulia" in page
    assert "F Thapsus - Punic Sea" in page


def test_the_last_phase_is_corrected_and_the_open_one_keeps_its_deadline_and_its_orders(played, mara, bob):
    due = played.due_at
    client = web(mara)
    page = preview(client, played, 3, **{"orders-Rome": "Build A Ravenna"})
    assert "Published: build A Roma" in page
    assert "Now: build A Ravenna" in page
    assert "Rome has A Ravenna instead of A Roma." in page
    assert "The deadline stays as it is." in page
    assert "is now read as" in page
    assert Phase.objects.filter(game=played).count() == 4
    map_address = at("correct_map", played, 1, 3)
    assert client.get(map_address)["Content-Type"].startswith("image/svg+xml")
    assert publish(client, played, 3, text="Rome meant <i>Ravenna</i>.").status_code == 302
    game = again(played)
    assert (game.state, game.number, game.due_at, game.closes_at) == ("running", 4, due, due)
    assert "A RAV" in units_of(played, "Rome")
    assert "A ROM" not in units_of(played, "Rome")
    assert in_force(game, "Rome")["A NEA"] == "A NEA - APU"
    event = game.events.get(kind="corrected")
    assert (event.text, event.sight, event.data["of"]) == ("Rome meant <i>Ravenna</i>.", "all", "W1A")
    shown = web().get(at("game", played)).content.decode()
    assert "Winter 450 AUC, Adjustments: corrected (mara)" in shown
    assert "Rome meant &lt;i&gt;Ravenna" in shown
    told = Notification.objects.filter(user=bob, kind="ruling")
    assert [each.text.count("Rome meant <i>Ravenna</i>.") for each in told] == [1]
    assert "Winter 1" in told[0].text or "Winter" in told[0].text
    old = web().get(at("phase", played, 1, 3)).content.decode()
    assert "build A Roma" in old
    assert verify(engine_of(played)) is None
    assert verify(exported(played)) is None


def test_a_phase_three_back_is_corrected_and_those_after_it_are_played_again(played, mara, players):
    due = played.due_at
    client = web(mara)
    page = preview(client, played, 1, **{"orders-Rome": STAYED})
    assert "A Roma instead of A Apulia" in page
    assert page.count("played again with the orders that were sent in") >= 2
    assert "There is no unit in Apulia." in page
    assert publish(client, played, 1).status_code == 302
    game = again(played)
    assert (game.number, game.due_at) == (4, due)
    assert game.phases.last().code == played.phases.order_by("sequence").first().code.replace("1", "2")
    assert OrderSet.objects.filter(phase=game.phases.last(), power="Rome").count() == 1
    assert verify(engine_of(played)) is None
    for _ in range(3):
        play(played, {}, players)
    assert verify(exported(played)) is None
    assert len([entry for entry in engine_of(played).line if entry.report]) == 6


def test_later_phases_can_be_put_aside_and_all_of_it_undone(played, mara, players, clock):
    client = web(mara)
    before = position_of(played)
    page = preview(client, played, 1, replay="no", **{"orders-Rome": STAYED})
    assert "Put aside:" in page
    assert "The clock begins anew." in page
    assert publish(client, played, 1).status_code == 302
    game = again(played)
    assert (game.number, game.phases.last().code[0], game.state) == (2, "F", "running")
    assert game.due_at > clock.now
    assert verify(engine_of(played)) is None
    play(played, {"Rome": "A Rome - Neapolis"}, players)
    assert verify(exported(played)) is None
    client.post(at("act", played, "roll_back"), {"to": "2", "text": "x", "sure": "yes"})
    assert web(mara).post(at("act", played, "roll_forward"), {"branch": "1", "sure": "yes"}).status_code == 302
    assert position_of(played).units == before.units
    assert in_force(again(played), "Rome")["A NEA"] == "A NEA - APU"
    assert verify(engine_of(played)) is None


def test_a_phase_that_was_not_played_before_stops_the_replay(running, mara, players, clock):
    client = web(mara)
    clock.now = START + timedelta(hours=1)
    set_up(client, running, {"do": "add", "power": "Carthage", "unit": "A", "place": "Etruria"})
    play(running, {"Rome": "A Rome holds"}, players)
    play(running, {"Carthage": "A Etruria holds"}, players)
    clock.now = again(running).opened_at + timedelta(hours=1)
    branch = engine_of(running).line[0].branch
    attack = "A Rome - Etruria\nA Ravenna supports A Rome - Etruria"
    page = preview(client, running, 1, branch, **{"orders-Rome": attack})
    assert "Carthage: A Etruria awaits a retreat." in page
    assert "Retreats was not played before, so its orders are still to come." in page
    assert "The clock begins anew." in page
    assert publish(client, running, 1, branch).status_code == 302
    game = again(running)
    assert (game.number, game.phases.last().code, game.state) == (2, "S1R", "running")
    assert game.due_at > clock.now
    play(running, {"Carthage": "A Etruria retreats to Venetia"}, players)
    assert "A VEN" in units_of(running, "Carthage")
    assert verify(exported(running)) is None


def test_orders_can_be_struck_and_only_the_power_learns_that_there_were_any(played, mara, bob):
    client = web(mara)
    page = preview(client, played, 3, **{"none-Rome": "1"})
    assert "Published: build A Roma" in page
    assert publish(client, played, 3).status_code == 302
    assert "A ROM" not in units_of(played, "Rome")
    assert [event.kind for event in again(played).events.filter(power="Rome", sight="power")] == ["withdrawn"]
    assert "orders taken back" not in web(bob).get(at("game", played)).content.decode()
    assert verify(engine_of(played)) is None


def test_a_correction_is_undone_by_bringing_back_what_was_put_aside(played, mara):
    client = web(mara)
    before, due = position_of(played), played.due_at
    preview(client, played, 1, **{"orders-Rome": STAYED})
    publish(client, played, 1)
    assert position_of(played).units != before.units
    assert client.post(at("act", played, "roll_forward"), {"sure": "yes"}).status_code == 302
    assert position_of(played).units == before.units
    assert in_force(again(played), "Rome")["A NEA"] == "A NEA - APU"
    assert again(played).due_at == due
    assert verify(engine_of(played)) is None


def test_what_would_change_nothing_or_cannot_be_is_refused(played, mara):
    client = web(mara)
    before = everything()
    assert "nothing would change" in preview(client, played, 1)
    assert "nothing would change" in preview(client, played, 1, **{"orders-Rome": SPRING["Rome"]})
    assert "has sent nothing" in preview(client, played, 1, **{"none-Egypt": "1"})
    assert "Only what the page offers" not in preview(client, played, 1, **{"orders-Atlantis": "x"})
    long = client.post(at("correct_phase", played, 1, 1), {"do": "preview", "orders-Rome": "x" * 20_001})
    assert long.status_code == 409
    assert "longer than the 20,000" in long.content.decode()
    assert "x" * 20_001 in long.content.decode()
    assert "not both" in preview(client, played, 1, **{"orders-Rome": "A Rome holds", "none-Rome": "1"})
    preview(client, played, 1, **{"orders-Rome": STAYED})
    for fields, fault in (
        ({"text": " "}, "say why"),
        ({"text": "x" * 10_001}, "10,000"),
        ({"draft": "other"}, "changed on another page"),
        ({"seen": "1-3"}, "The game has gone on"),
        ({"seen": "x"}, "The game has gone on"),
    ):
        answer = publish(client, played, 1, **fields)
        assert answer.status_code == 409
        assert fault in answer.content.decode()
        assert "A Rome holds" in answer.content.decode()
    assert everything() == before
    client.post(at("correct_phase", played, 1, 1), {"do": "clear"})
    assert (
        "no correction to publish"
        in client.post(at("correct_phase", played, 1, 1), {"do": "publish", "text": "x"}).content.decode()
    )
    assert client.get(at("correct_map", played, 1, 1)).status_code == 404
    assert everything() == before


@pytest.mark.parametrize(
    "kept",
    [
        [],
        7,
        {"phase": "1-1"},
        {"phase": "1-1", "texts": 3, "none": 5},
        {"phase": "1-1", "texts": {"Atlantis": "x", "Rome": 3}, "none": [4, "Nowhere"]},
    ],
)
def test_a_draft_that_no_form_made_breaks_nothing(played, mara, kept):
    client = web(mara)
    session = client.session
    session[f"correct:{played.pk}"] = kept
    session.save()
    before = everything()
    assert client.get(at("correct_phase", played, 1, 1) + "?preview").status_code == 200
    assert client.get(at("correct_map", played, 1, 1)).status_code in (200, 404)
    assert everything() == before


def test_a_phase_put_aside_cannot_be_corrected(played, mara):
    client = web(mara)
    preview(client, played, 3, **{"orders-Rome": "Build A Ravenna"})
    publish(client, played, 3)
    page = client.get(at("correct_phase", played, 1, 3)).content.decode()
    assert "was put aside and does not count" in page
    before = everything()
    assert "does not count" in preview(client, played, 3, **{"orders-Rome": "Build F Rome"})
    form = {"do": "publish", "text": "x", "seen": f"{again(played).branch}-{again(played).number}"}
    assert client.post(at("correct_phase", played, 1, 3), form).status_code == 409
    assert everything() == before


def test_published_twice_it_counts_once(played, mara):
    client = web(mara)
    preview(client, played, 3, **{"orders-Rome": "Build A Ravenna"})
    page = client.get(at("correct_phase", played, 1, 3) + "?preview").content.decode()
    form = next(form for form in forms_of(page) if "draft" in form.fields).fields
    form |= {"text": "why", "do": "publish"}
    answers = [client.post(at("correct_phase", played, 1, 3), form).status_code for _ in range(2)]
    assert answers == [302, 409]
    assert again(played).events.filter(kind="corrected").count() == 1


def test_corrections_and_mends_are_hers_alone(played, mara, alice, bob, olga):
    preview(web(mara), played, 3, **{"orders-Rome": "Build A Ravenna"})
    before = everything()
    addresses = [
        at("correct", played),
        at("correct_phase", played, 1, 3),
        at("correct_map", played, 1, 3),
        at("mend", played),
    ]
    for user in (alice, bob, olga):
        client = web(user)
        assert [client.get(each).status_code for each in addresses] == [404] * 4
        for do in ("preview", "publish", "clear"):
            form = {"do": do, "text": "x", "orders-Rome": "Build F Rome", "seen": "1-4"}
            assert client.post(addresses[1], form).status_code == 403
        assert client.post(addresses[3], {**CLOSED, "text": "x", "seen": "1-4"}).status_code == 403
    assert [web().get(each).status_code for each in addresses] == [302] * 4
    assert everything() == before


def test_one_who_plays_too_sees_no_order_of_the_open_phase(played, mara):
    Diplomat.objects.create(seat=Seat.objects.get(game=played, power="Egypt"), user=mara, rank=0, since=START)
    client = web(mara)
    page = preview(client, played, 1, **{"orders-Rome": STAYED})
    assert "What would come of it" in page
    assert "A Neapolis - Apulia" not in page
    assert "A Rome - Etruria" not in page
    page = client.get(
        at("mend", played), {"unit": "A", "from": "Neapolis", "to": "Apulia", "open": "0"}
    ).content.decode()
    assert "sealed for you" in page
    assert "A Neapolis - Apulia" not in page


def test_a_game_that_is_over_is_taken_up_again_by_a_correction(played, mara):
    turns.draw(mara, played, ["Rome"], now=START + timedelta(days=9))
    client = web(mara)
    page = preview(client, played, 3, **{"orders-Rome": "Build A Ravenna"})
    assert "The game is over. The correction takes it up again" in page
    assert publish(client, played, 3).status_code == 302
    assert again(played).state == "running"
    assert verify(engine_of(played)) is None


def test_a_correction_of_a_retreat_phase_is_played_on(running, mara, players, clock):
    client = web(mara)
    clock.now = START + timedelta(hours=1)
    edits = ({"do": "phase", "phase": "S1R"}, {"do": "dislodge", "unit": "A ROM", "place": "Neapolis"})
    set_up(client, running, *edits)
    play(running, {"Rome": "A Rome retreats to Etruria"}, players)
    play(running, {"Rome": "A Etruria - Rome"}, players)
    branch = again(running).branch
    page = preview(client, running, 1, branch, **{"orders-Rome": "A Rome retreats to Apulia"})
    assert "A Apulia instead of A Etruria" in page
    assert publish(client, running, 1, branch).status_code == 302
    assert "A APU" in units_of(running, "Rome")
    play(running, {}, players)
    assert verify(exported(running)) is None


def test_a_board_edited_since_stops_the_replay(played, mara):
    client = web(mara)
    set_up(client, played, {"do": "add", "power": "Egypt", "unit": "A", "place": "Petra"})
    page = preview(client, played, 3, **{"orders-Rome": "Build A Ravenna"})
    assert "The board was edited by hand in Spring" in page
    assert publish(client, played, 3).status_code == 302
    assert in_force(again(played), "Rome")["A NEA"] == "A NEA - APU"
    assert "A PET" not in units_of(played, "Egypt")
    assert verify(engine_of(played)) is None


def test_disorder_that_was_declared_meanwhile_is_declared_again(running, mara, players):
    play(running, SPRING, players)
    absence.set_disorder(mara, again(running), "Egypt", now=again(running).opened_at)
    play(running, FALL, players)
    client = web(mara)
    preview(client, running, 1, **{"orders-Rome": STAYED})
    assert publish(client, running, 1).status_code == 302
    assert "Egypt" in engine_of(running).current.counts.declared
    assert verify(engine_of(running)) is None


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    "rules", ["forum_ancient_mediterranean", {"retreats": "with_next_orders"}, {"retreats": "with_orders"}], ids=str
)
def test_whatever_is_corrected_the_record_is_what_its_orders_lead_to(rules, seed):
    chance = random.Random(seed)
    game = random_game(chance, rules)
    for _ in range(3):
        entry, power = chance.choice(over(game)), chance.choice(game.powers)
        text = Bot(power, chance, keen=True).answer(write_record(game.undo(entry.number)))
        try:
            done = corrected(
                game,
                entry,
                {power: text or None},
                replay=chance.random() < 0.8,
                tell=frozenset(),
                author="mara",
                text="why",
                now=START,
            )
        except GameError as fault:
            assert "nothing would change" in str(fault) or "has sent nothing" in str(fault)
            continue
        game = done.engine
        assert verify(game) is None
        assert write_record(read_record(write_record(game))) == write_record(game)


def random_game(chance, rules):
    """Up to nine phases of a game in which some powers forget to order and some take orders back."""
    game = Engine.new("ancient_mediterranean", rules)
    for _ in range(9):
        record = write_record(game)
        for power in game.powers:
            text = Bot(power, chance, keen=chance.random() < 0.7).answer(record) if chance.random() < 0.85 else ""
            game = game.submit(power, text, author="a") if text else game
            if text and chance.random() < 0.1:
                game = game.withdraw(power, actor="a")
        game, report = game.advance()
        if report.over:
            break
    return game
