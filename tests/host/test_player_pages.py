"""What a player does with his orders on the pages, by the whole cast: boxes, receipts, drafts."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from site_acts import SECRET, act, at, fresh, read, said, send, web
from site_cast import START, in_force
from talleyrand.host.absence import services as absence
from talleyrand.host.deadlines.tick import tick
from talleyrand.host.turns import services as turns
from talleyrand.host.turns.models import Draft, OrderSet

SOON = START + timedelta(hours=1)
DUE = START + timedelta(days=3)
BOX = ">{}</textarea>"


def test_sending_leads_to_a_receipt_of_each_line_as_read(strict, alice):
    text = "Dear Mara,\nA Rome - Apulia\nF Neapolis - Tyrrhenian See\nF Ravenna holds\nA Rome flies"
    page = said(web(alice).post(at("orders", strict, "Rome"), {"orders": text, "seen": "1-1", "key": "k"}, follow=True))
    assert "Noted: your orders for Rome are in." in page
    assert "Receipt: orders for Rome" in page
    assert "A Roma - Apulia" in page
    assert "F Neapolis - Tyrrhenean Sea" in page
    assert '<b class="mark calm">repaired</b>' in page
    assert "Written “F Neapolis - Tyrrhenian See”." in page
    assert "No order was read in “Dear Mara,”." in page
    assert "What the last set changed" not in page


def test_the_receipt_says_what_the_last_set_changed_and_keeps_every_set(strict, alice):
    send(alice, strict, "A Rome - Apulia\nA Ravenna - Venetia")
    send(alice, strict, "A Rome - Etruria\nF Neapolis holds", key="another")
    page = " ".join(read(alice, strict, "receipt", "Rome").split())
    assert '<span class="order">A Roma - Etruria</span> <span class="why">Before: A Roma - Apulia</span>' in page
    assert '<span class="order">F Neapolis holds</span> <span class="why">New</span>' in page
    assert "<del>A Ravenna - Venetia</del>" in page
    assert "No order in force: A Ravenna. It holds as things stand." in page
    assert "Everything sent in this phase (2)" in page
    assert "<pre>A Rome - Apulia A Ravenna - Venetia</pre>" in page


def test_lines_of_a_set_that_does_not_count_do_not_stand_among_those_that_do(strict, alice):
    send(alice, strict, "A Rome somewhere")
    assert read(alice, strict, "receipt", "Rome").count('<span class="order">A Rome somewhere') == 1
    send(alice, strict, SECRET)
    page = read(alice, strict, "receipt", "Rome")
    assert "A Rome somewhere" not in page.split("In force now")[1].split("<details>")[0]
    send(alice, strict, "hello again")
    page = read(alice, strict, "receipt", "Rome")
    assert "It is not in force." in page
    assert "There was no order in it." in page
    assert "could be read as an order, so it changes nothing" in page
    assert in_force(fresh(strict), "Rome") == {"A ROM": "A ROM - APU"}


def test_the_receipt_is_for_those_who_play_the_power(strict, alice, anton, bob, mara, olga):
    send(alice, strict)
    assert "A Roma - Apulia" in read(anton, strict, "receipt", "Rome")
    for user in (bob, mara, olga):
        assert web(user).get(at("receipt", strict, "Rome")).status_code == 404
    assert web().get(at("receipt", strict, "Rome")).status_code == 302
    assert web(alice).get(at("receipt", strict, "Narnia")).status_code == 404


def test_no_receipt_before_a_game_has_begun(game, alice):
    assert web(alice).get(at("receipt", game, "Rome")).status_code == 404


def test_a_form_gone_back_to_with_another_text_is_another_set(strict, alice):
    for text in ("A Rome - Apulia", "A Rome - Etruria", "A Rome - Etruria", "A Rome - Apulia"):
        send(alice, strict, text)
    assert [each.text for each in OrderSet.objects.all()] == ["A Rome - Apulia", "A Rome - Etruria", "A Rome - Apulia"]
    assert in_force(fresh(strict), "Rome") == {"A ROM": "A ROM - APU"}


def test_what_was_taken_back_can_be_sent_again_from_the_same_form(strict, alice):
    send(alice, strict)
    act(alice, strict, "withdraw")
    assert in_force(fresh(strict), "Rome") == {}
    send(alice, strict)
    assert in_force(fresh(strict), "Rome") == {"A ROM": "A ROM - APU"}


def test_two_partners_who_send_the_same_form_and_text_send_two_sets(strict, alice, anton):
    for user in (alice, anton):
        assert send(user, strict).status_code == 302
    assert OrderSet.objects.count() == 2


def test_a_text_for_a_phase_that_is_over_stays_in_its_box(strict, clock, alice):
    clock.to(strict.due_at)
    tick(clock.now)
    answer = send(alice, strict, "A Rome - Apulia, I think")
    assert answer.status_code == 409
    assert "the open phase is Fall" in said(answer)
    assert BOX.format("A Rome - Apulia, I think") in said(answer)


def test_a_text_after_the_deadline_stays_in_its_box(strict, clock, alice):
    clock.to(strict.due_at)
    answer = send(alice, strict)
    assert "The deadline has passed" in said(answer)
    assert BOX.format(SECRET) in said(answer)
    assert not OrderSet.objects.exists()


def test_a_text_sent_when_the_session_has_ended_is_shown_to_be_copied(strict):
    client = Client(enforce_csrf_checks=True)
    token = client.get(reverse("account_login")).cookies["csrftoken"].value
    form = {"orders": f"{SECRET} <b>", "seen": "1-1", "key": "k", "csrfmiddlewaretoken": token}
    answer = client.post(at("orders", strict, "Rome"), form)
    assert answer.status_code == 401
    assert "You are not signed in any more, so nothing was sent." in said(answer)
    assert f"{SECRET} &lt;b&gt;</textarea>" in said(answer)
    assert f'href="/accounts/login/?next=/g/{strict.code}/"' in said(answer)
    assert not OrderSet.objects.exists()


def test_a_text_of_one_who_does_not_play_any_more_is_shown_to_be_copied(strict, mara, bob):
    absence.kick(mara, strict, "Carthage", bob, now=SOON)
    answer = send(bob, strict, "A Carthage holds", "Carthage")
    assert answer.status_code == 403
    assert "Only those who play this power can do that. Nothing was sent." in said(answer)
    assert "A Carthage holds</textarea>" in said(answer)


def test_a_draft_is_kept_offered_in_the_box_and_not_in_force(strict, alice):
    page = said(
        web(alice).post(at("orders", strict, "Rome"), {"orders": SECRET, "seen": "1-1", "do": "draft"}, follow=True)
    )
    assert "Kept as a draft for Rome, for you alone. It is not in force." in page
    assert BOX.format(SECRET) in page
    assert in_force(fresh(strict), "Rome") == {}
    assert not OrderSet.objects.exists()


def test_orders_sent_after_a_draft_end_its_offer_and_a_later_draft_is_offered_again(strict, alice):
    send(alice, strict, "A Rome holds", do="draft")
    send(alice, strict)
    assert BOX.format(SECRET) in read(alice, strict)
    send(alice, strict, "A Rome holds", do="draft", key="new")
    page = read(alice, strict)
    assert BOX.format("A Rome holds") in page
    assert "Your drafts of this phase (2)" in page
    assert in_force(fresh(strict), "Rome") == {"A ROM": "A ROM - APU"}


def test_a_draft_is_its_author_s_alone_and_in_no_export(strict, alice, anton, bob, mara, olga):
    send(alice, strict, "A Rome - Apulia # doubtful", do="draft")
    for user in (anton, bob, mara, olga, None):
        pages = [web(user).get(at(name, strict)).content.decode() for name in ("game", "desk", "record")]
        assert "doubtful" not in "".join(pages)
    assert "doubtful" not in read(anton, strict, "receipt", "Rome")
    assert "doubtful" not in read(alice, strict, "record")
    assert "doubtful" in read(alice, strict)
    assert not strict.events.filter(text__contains="doubtful").exists()


def test_a_draft_sent_twice_is_kept_once_and_every_other_one_is_kept(strict, alice):
    for text in (SECRET, SECRET, "A Rome holds", SECRET):
        assert send(alice, strict, text, do="draft").status_code == 302
    assert [each.text for each in Draft.objects.all()] == [SECRET, "A Rome holds", SECRET]


def test_a_rollback_to_its_phase_keeps_a_draft_and_the_next_phase_does_not_offer_it(strict, clock, alice, mara):
    send(alice, strict, SECRET, do="draft")
    clock.to(strict.due_at)
    tick(clock.now)
    assert BOX.format("") in read(alice, strict)
    turns.roll_back(mara, strict, now=clock.now)
    assert BOX.format(SECRET) in read(alice, strict)


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"orders": " "}, "The box is empty, so there is nothing to keep."),
        ({"orders": "x" * 1_000_001}, "1,000,001 characters"),
        ({"seen": "7-7"}, "the open phase is Spring"),
    ],
)
def test_drafts_that_cannot_be_are_refused_and_stay_in_the_box(strict, alice, form, words):
    answer = send(alice, strict, **{"text": form.pop("orders", SECRET), "do": "draft", **form})
    assert answer.status_code == 409
    assert words in said(answer)
    assert not Draft.objects.exists()


def test_nobody_keeps_a_draft_for_a_power_that_is_not_his(strict, bob, olga, mara):
    for user in (bob, olga, mara):
        assert send(user, strict, do="draft").status_code == 403
    assert send(None, strict, do="draft").status_code == 401
    assert not Draft.objects.exists()


def test_a_power_sees_what_it_missed_and_what_follows_and_others_do_not(strict, clock, alice, bob, olga):
    assert "After 2 movement phases running without orders it would be in civil disorder." in read(alice, strict)
    for missed in (1, 2):
        clock.to(fresh(strict).due_at)
        tick(clock.now)
        page = read(alice, strict)
        assert f"missed {missed} movement phase" in page
    assert "Rome is in civil disorder, having missed 2 movement phases running. Its units hold" in page
    assert "Rome has missed" not in read(bob, strict)
    assert "having missed" not in read(olga, strict)


def test_a_power_that_was_put_in_disorder_is_told_that_nothing_is_in_force(strict, mara, alice, bob):
    absence.set_disorder(mara, strict, "Rome", now=SOON)
    words = "The Game Master has put Rome in civil disorder: none of its orders is in force until she ends it."
    assert words in read(alice, strict)
    assert words not in read(bob, strict)


def test_the_list_of_what_would_be_lost_is_there_before_winter_and_in_it(strict, alice, bob):  # lesson 11
    page = read(alice, strict)
    assert "Units that Rome would lose first" in page
    assert "<li>Fleet Neapolis</li>" in page
    assert "Fleet Neapolis" not in read(bob, strict)
    winter = strict.phases.get()
    winter.position["phase"] = winter.code = "W1A"
    winter.position["centers"]["Rome"] = ["ROM"]
    winter.save()
    page = " ".join(read(alice, strict).split())
    assert "Units that Rome must remove: 2" in page
    assert "Unless you order removals, the first 2 of this list go." in page
    assert "<li><b>Fleet Neapolis</b></li><li><b>Army Ravenna</b></li><li>Army Roma</li>" in page
