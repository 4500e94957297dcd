"""The past of a game through HTTP: step by step, what each viewer finds in it, and what none but its owner does."""

import itertools
import json
import re
from datetime import timedelta

import pytest
from django.template.loader import render_to_string
from django.urls import reverse

from site_acts import at, fresh, web
from site_cast import START
from site_past import OPEN, SUPERSEDED, WHISPER, eventful, everything
from talleyrand.game.record import read_record
from talleyrand.game.verify import verify
from talleyrand.game.wire import variant_named
from talleyrand.host.bridge.past import Year
from talleyrand.host.deadlines.presets import PRESETS
from talleyrand.host.deadlines.timetable import write
from talleyrand.host.desk.clock import override_deadline, restore_deadline
from talleyrand.host.desk.ending import abandon
from talleyrand.host.games import changes
from talleyrand.host.games import services as games
from talleyrand.host.games.models import Game
from talleyrand.host.pages.chart import chart, contrast_to_white
from talleyrand.host.turns import services as turns
from talleyrand.host.turns.models import Phase
from talleyrand.host.turns.ready import mark


@pytest.fixture
def told(running, mara, alice, anton, bob):
    return eventful(running, mara, alice, anton, bob)


def page(client, game, branch, number, query=""):
    return client.get(at("phase", game, branch, number) + query).content.decode()


def links(text):
    """Where the steps lead, by their key."""
    return {
        key: address for address, key in re.findall(r'href="([^"]*)" accesskey="(\w)"', text.replace(' rel="prev"', ""))
    }


def test_one_steps_through_the_phases_that_count(told):
    first, middle, last = (page(web(), told, *here) for here in ((1, 1), (2, 2), (2, 3)))
    assert links(first) == {"n": at("phase", told, 2, 2), "l": at("phase", told, 2, 3)}
    assert links(middle) == {
        "f": at("phase", told, 1, 1),
        "p": at("phase", told, 1, 1),
        "n": at("phase", told, 2, 3),
        "l": at("phase", told, 2, 3),
    }
    assert links(last) == {"f": at("phase", told, 1, 1), "p": at("phase", told, 2, 2)}


def test_what_was_put_aside_stays_readable_is_marked_and_steps_along_its_own_branch(told):
    text = page(web(), told, 1, 2)
    assert "This phase does not count. It was put aside by the rollback of 7 January 2030" in text
    assert "A letter was lost." in text
    assert f'<a href="{at("phase", told, 2, 2)}">What counts in its place</a>' in text
    assert links(text)["p"] == at("phase", told, 1, 1)
    assert links(text)["n"] == at("phase", told, 1, 3)
    assert "A Venetia - Dalmatia" in text
    again = page(web(), told, 2, 2)
    assert "does not count" not in again
    assert "This phase is as it is since the rollback of 7 January 2030." in again


def test_any_phase_is_chosen_from_a_list(told):
    text = page(web(), told, 1, 1)
    assert '<option value="2-2">Fall 450 AUC, Movement</option>' in text
    aside = "Fall 450 AUC, Movement (the rollback of 7 January 2030)"
    assert f'<optgroup label="Put aside"><option value="1-2">{aside}</option>' in text
    assert web().get(at("history", told), {"to": "2-2"}).url == at("phase", told, 2, 2)


@pytest.mark.parametrize("to", ["x", "1", "1-", "-1", "1-x", "²-²", "9" * 20 + "-1", "1-2-3"])
def test_a_choice_that_is_none_is_no_page(told, to):
    assert web().get(at("history", told), {"to": to}).status_code == 404


@pytest.mark.parametrize("here", [(1, 4), (3, 1), (0, 0), (10**30, 1)])
def test_a_phase_that_never_was_is_no_page(told, here):
    assert web().get(at("phase", told, *here)).status_code == 404


def test_passed_over_phases_are_named_where_they_were_passed_over(told):  # lesson 4
    text = page(web(), told, 1, 1)
    assert "<option disabled>Spring 450 AUC, Retreats: passed over</option>" in text
    assert "Passed over, since nobody could act: Spring 450 AUC, Retreats." in text
    assert "Passed over: Spring 450 AUC, Retreats" in web().get(at("history", told)).content.decode()


def test_tabs_show_the_board_before_the_results_and_the_board_after(told):
    for show, what in (("before", "board"), ("results", "results"), ("after", "after"), ("x", "results")):
        text = page(web(), told, 1, 1, f"?show={show}")
        assert f'src="{at("map", told, 1, 1, what)}"' in text
    assert f'src="{at("map", told, 2, 3, "board")}"' in page(web(), told, 2, 3)
    assert 'class="tabs"' not in page(web(), told, 2, 3)


def test_reasons_are_given_where_they_are_asked_for(told):
    assert 'class="chain"' not in page(web(), told, 1, 1)
    assert 'class="chain"' in page(web(), told, 1, 1, "?reasons")


def test_a_page_tells_when_its_phase_opened_was_due_and_was_adjudicated(told):
    text = page(web(), told, 1, 1)
    assert "It opened on Sunday 6 January 2030, 21:00 (GMT)." in text
    assert "It was due on Tuesday 8 January 2030, 21:00 (GMT)." in text
    assert "It was adjudicated on Sunday 6 January 2030, 23:00 (GMT) by mara." in text
    assert "Ended before its deadline (mara)" in text
    assert "It is due on" in page(web(), told, 2, 3)


def test_a_phase_that_was_brought_back_keeps_when_it_was_adjudicated(running, mara):
    turns.adjudicate(mara, running, seen=(1, 1), now=START + timedelta(hours=2))
    turns.roll_back(mara, fresh(running), now=START + timedelta(hours=3))
    turns.roll_forward(mara, fresh(running), now=START + timedelta(hours=4))
    game = fresh(running)
    assert (game.branch, game.number) == (3, 2)
    assert "23:00 (GMT) by mara" in page(web(), game, 3, 1)


def test_an_extended_phase_names_the_deadline_it_was_given(mara, alice):
    times = write(PRESETS["004"][1])
    game = games.create(mara, "Slow", "ancient_mediterranean", times, now=START)
    games.join(alice, game, "Rome", now=START)
    game = games.start(mara, game, now=START)
    game = games.extend(mara, game, hours=48, seen=game.due_at, now=START)
    due = game.due_at
    turns.resolve(game, branch=1, number=1, now=game.closes_at)
    text = page(web(), game, 1, 1)
    assert f"{due.day} {due:%B %Y}, {due:%H:%M}" in text
    assert "It was due on" in text
    assert "Deadline moved (mara)" in text


def test_each_phase_keeps_the_deadline_that_it_had(mara, alice, running):
    def due(number, branch=1):
        return Phase.objects.get(game=running, branch=branch, number=number).due_at

    game = fresh(running)
    first = game.due_at
    assert due(1) == first == START + timedelta(days=2)
    moved = first + timedelta(hours=5)
    override_deadline(mara, game, moved, seen=first, now=START, text="A holiday")
    assert due(1) == moved
    restore_deadline(mara, fresh(game), seen=moved, now=START)
    assert due(1) == first
    override_deadline(mara, fresh(game), moved, seen=first, now=START, text="A holiday")
    games.pause(mara, fresh(game), now=START)
    assert "It was due on Wednesday 9 January 2030, 02:00 (GMT)." in page(web(), game, 1, 1)
    games.resume(mara, fresh(game), now=START + timedelta(days=7))
    again = fresh(game).due_at
    assert due(1) == again == START + timedelta(days=9)
    turns.adjudicate(mara, fresh(game), seen=(1, 1), now=START + timedelta(days=8))
    assert due(1) == again
    assert "It was due on Tuesday 15 January 2030, 21:00 (GMT)." in page(web(), game, 1, 1)
    second = fresh(game).due_at
    assert due(2) == second
    turns.roll_back(mara, fresh(game), now=START + timedelta(days=8, hours=1))
    assert (due(1), due(2), due(1, 2)) == (again, second, fresh(game).due_at)
    timetable = changes.change_timetable(
        mara,
        fresh(game),
        write(PRESETS["000-daily"][1]),
        at_once=True,
        seen=changes.clockwork(fresh(game)),
        reason="Faster",
        now=START + timedelta(days=8, hours=2),
    )
    assert due(1, 2) == timetable.due_at == START + timedelta(days=9)
    abandon(mara, fresh(game), "Enough.", now=START + timedelta(days=8, hours=3))
    assert "It was due on Tuesday 15 January 2030, 21:00 (GMT)." in page(web(), fresh(game), 2, 1)


def test_a_phase_that_all_were_ready_for_keeps_the_deadline_it_had(mara, alice):
    game = games.create(mara, "Slow", "ancient_mediterranean", write(PRESETS["004"][1]), now=START)
    games.join(alice, game, "Rome", now=START)
    game = games.start(mara, game, now=START)
    due = game.due_at
    mark(alice, game, "Rome", ready=True, now=START + timedelta(hours=1))
    assert fresh(game).due_at == START + timedelta(hours=1)
    turns.resolve(game, branch=1, number=1, now=START + timedelta(hours=1))
    assert Phase.objects.get(game=game, number=1).due_at == due
    text = page(web(), game, 1, 1)
    assert f"It was due on {due:%A} {due.day} {due:%B %Y, %H:%M} (" in text
    assert "All were ready, and the phase ended" in text


def test_after_a_phase_each_power_keeps_its_sets_to_itself(told, mara, alice, anton, bob, olga):
    for user in (alice, anton, mara):
        text = page(web(user), told, 1, 1)
        assert SUPERSEDED in text
        assert WHISPER in text
    assert "A Carthage - Numidia</pre>" in page(web(bob), told, 1, 1)
    assert "taken back" in page(web(bob), told, 1, 1)
    for user in (bob, olga, None):
        text = page(web(user), told, 1, 1)
        assert "Etruria" not in text
        assert WHISPER not in text
    assert "A Roma - Apulia" in page(web(olga), told, 1, 1)


def test_nothing_sealed_is_in_any_page_picture_record_or_header(told, mara, alice, anton, bob, olga):  # lesson 27
    for user in (alice, anton, mara):
        assert WHISPER in everything(web(user), told)
    for user in (bob, olga, None):
        text = everything(web(user), told)
        for secret in (WHISPER, SUPERSEDED, "A ROM - ETR", OPEN, "A APU - VEN"):
            assert secret not in text


def test_the_history_counts_centres_by_year(told):
    answer = web().get(at("history", told)).content.decode()
    assert re.search(r'<th scope="row">Start</th>(<td>3</td>){5}', answer)
    assert re.search(r'<th scope="row">450 AUC<span class="soft">, so far</span></th>(<td>\d</td>){5}', answer)
    assert 'role="img" aria-label="Supply centres by year' in answer
    assert f'src="{at("map_png", told, 1, 1, "results")}?width=320"' in answer
    why = '<span class="soft">put aside by the rollback of 7 January 2030</span>'
    assert f'{at("phase", told, 1, 2)}">Fall 450 AUC, Movement</a> {why}' in answer


def test_names_beside_the_chart_keep_apart_and_lines_of_one_height_too():
    powers = ("Carthage", "Egypt", "Greece", "Persia", "Rome")
    drawn = chart(powers, {"Rome": "#c8362e"}, [Year("Start", (3, 3, 3, 3, 3)), Year("450 AUC", (0, 0, 0, 12, 0))])
    heights = sorted(curve.at for curve in drawn.curves)
    assert all(low + 15 <= high for low, high in itertools.pairwise(heights))
    assert all(0 < height < drawn.height for height in heights)
    assert len({curve.points.split()[0] for curve in drawn.curves}) == 5
    assert [curve.colour for curve in drawn.curves][3:] == ["#888888", "#c8362e"]
    assert chart(powers, {}, [Year("Start", (3, 3, 3, 3, 3))]) is None


@pytest.mark.parametrize("name", ["classic", "ancient_mediterranean", "morrowind"])
def test_every_power_s_line_is_seen_on_white_with_its_name(name):
    colours = variant_named(name).colours
    drawn = chart(tuple(colours), colours, [Year("Start", (3,) * len(colours)), Year("1901", (4,) * len(colours))])
    for curve in drawn.curves:
        assert contrast_to_white([int(curve.edge[place : place + 2], 16) for place in (1, 3, 5)]) >= 3
        if contrast_to_white([int(curve.colour[place : place + 2], 16) for place in (1, 3, 5)]) >= 3.1:
            assert curve.edge == curve.colour
    svg = render_to_string("pages/chart.html", {"chart": drawn})
    for curve in drawn.curves:
        assert f'<polyline points="{curve.points}" fill="none" stroke="{curve.edge}"' in svg
        assert f'fill="{curve.colour}" stroke="{curve.edge}"/><text' in svg


def test_contrast_is_counted_as_wcag_does():
    assert round(contrast_to_white((0, 0, 0)), 1) == 21
    assert round(contrast_to_white((118, 118, 118)), 2) == 4.54


def test_a_game_that_has_not_begun_has_no_history(game):
    for name in ("history", "about_record", "record"):
        assert web().get(at(name, game)).status_code == 404


def test_the_record_has_a_good_name_and_each_ones_verifies(told, mara, alice, bob):
    for user in (mara, alice, bob, None):
        answer = web(user).get(at("record", told))
        assert answer["Content-Disposition"] == f'attachment; filename="forum-game-000-{told.code}.json"'
        assert answer["Cache-Control"] == "no-store"
        assert verify(read_record(json.loads(answer.content))) is None


def test_a_title_in_any_script_gives_a_name_that_every_system_takes(told):
    Game.objects.filter(pk=told.pk).update(title='漢字 "../\r\nX-Bad: 1')
    name = web().get(at("record", told))["Content-Disposition"]
    assert re.fullmatch(r'attachment; filename="[\w-]+\.json"', name)


def test_it_is_said_who_sees_what_in_a_record(told, mara, alice, bob):
    def read(user):
        return web(user).get(at("about_record", told)).content.decode()

    assert "Yours holds everything" in read(mara).replace("so yours holds everything", "Yours holds everything")
    assert "Yours holds the sets of Rome." in read(alice)
    assert "Yours holds the sets of Carthage." in read(bob)
    assert "Yours holds what was published." in read(None)


def test_the_front_page_puts_first_the_game_that_waits_for_orders(mara, alice, bob):
    now = START
    made = {}
    for title, power in (("Sent already", "Rome"), ("Owing", "Rome"), ("Run by me", "")):
        master = alice if title == "Run by me" else mara
        game = games.create(master, title, "ancient_mediterranean", write(PRESETS["000"][1]), now=now)
        if power:
            games.join(alice, game, power, now=now)
        games.join(bob, game, "Carthage", now=now)
        made[title] = games.start(master, game, now=now)
    turns.submit(alice, made["Sent already"], "Rome", "A Rome - Apulia", now=now)
    text = web(alice).get(reverse("home")).content.decode()
    titles = re.findall(r'href="/g/\w+/(?:#orders)?">([^<]+)</a>', text)
    assert titles[0] == "Owing"
    assert set(titles[1:]) == {"Sent already", "Run by me"}
    assert "<b>Rome: orders due in" in text
    assert 'class="owing"' in text
    hers = web(mara).get(reverse("home")).content.decode()
    assert 'class="owing"' not in hers
    assert "<b>Rome" not in hers


def test_a_power_that_may_order_nothing_owes_nothing(running, mara, bob):
    for hours, text in ((2, "F Thapsus - Punic Sea"), (3, "F Punic Sea - Sicilia")):
        here = fresh(running)
        turns.submit(bob, here, "Carthage", text, now=START + timedelta(hours=1))
        turns.adjudicate(mara, here, seen=(here.branch, here.number), now=START + timedelta(hours=hours))
    assert fresh(running).phases.last().code == "W1A"
    assert "Carthage: " in web(bob).get(reverse("home")).content.decode()
    alice = running.seats.get(power="Rome").present()[0].user
    assert "Rome: " not in web(alice).get(reverse("home")).content.decode()


def test_two_hundred_games_come_a_page_at_a_time(mara, alice):
    Game.objects.bulk_create(
        Game(
            title=f"Table {index:03}",
            code=f"table{index}",
            master=mara,
            variant="ancient_mediterranean",
            variant_version=1,
            timetable=write(PRESETS["000"][1]),
            created_at=START + timedelta(minutes=index),
        )
        for index in range(200)
    )
    first = web(alice).get(reverse("home")).content.decode()
    assert first.count("Table ") == 20
    assert "Page 1 of 10" in first
    assert "Table 199" in first
    last = web(alice).get(reverse("home"), {"open": "10", "mine": "7"}).content.decode()
    assert "Table 000" in last
    assert 'href="?open=9&amp;mine=7"' in last
    for page in ("0", "-1", "x", "9" * 30, "²"):
        assert web(alice).get(reverse("home"), {"open": page}).status_code == 200
    assert web(mara).get(reverse("home"), {"mine": "2"}).content.decode().count("Table ") == 20


def test_pages_have_a_way_to_everything_and_no_script_within_them(told, alice):
    text = page(web(alice), told, 1, 1)
    for name in ("home", "archive", "new", "me"):
        assert f'href="{reverse(name)}"' in text
    assert re.sub(r'<script (type="module" )?src="/static/[\w/.-]+"( defer)?></script>', "", text).count("<script") == 0
    assert "style=" not in text
