"""From nothing to a published turn: two people who never met, a game, orders, an adjudication, a map."""

import itertools

import pytest

PHRASE = "many words keep a game safe"
COUNT = itertools.count(1)


def signs_up(person, name):
    person.goes("/")
    person.follows("Sign up")
    page = person.page
    page.fill("[name=email]", f"{name}@example.org")
    page.fill("[name=username]", name)
    page.fill("[name=password1]", PHRASE)
    page.fill("[name=password2]", PHRASE)
    person.presses("Sign up")
    person.reads(name)


def makes_a_game(person, title):
    person.follows("New game")
    person.follows("Forum game of Ancient Mediterranean")
    person.page.get_by_label("Name of the game").fill(title)
    person.presses("Look it over")
    person.reads("Nothing is made yet.")
    person.presses("Make the game")
    return person.page.url


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_two_people_play_a_turn(person, scripts):
    number = next(COUNT)
    mara, alice = person(scripts=scripts), person(scripts=scripts)
    signs_up(mara, f"mara{number}")
    where = makes_a_game(mara, f"The first game, {number}")

    # Somebody else finds it on the front page, signs up and joins.
    signs_up(alice, f"alice{number}")
    alice.goes("/")
    alice.follows(f"The first game, {number}")
    assert alice.page.url == where
    alice.presses("Join Rome")
    alice.reads("You play Rome.")

    mara.goes(where)
    mara.follows("Your desk")
    mara.presses("Start the game")
    mara.reads("The game has started.")

    alice.goes(where)
    alice.page.get_by_label("Write them as you like").fill(
        "army Rome to Apulea\nA Ravenna - Venetia\nF Neapolis dances"
    )
    alice.presses("Send the orders")
    alice.reads("Noted: your orders for Rome are in.")
    alice.reads("A Roma - Apulia")
    alice.reads("F Neapolis dances")

    mara.goes(f"{where}desk/")
    mara.follows("Preview the adjudication")
    mara.reads("A Roma - Apulia")
    mara.goes(f"{where}desk/")
    mara.page.get_by_text("End the phase now, before its deadline").click()
    mara.presses("Adjudicate now and publish")

    alice.goes(where)
    alice.follows("With its map and the reasons")
    alice.reads("A Roma - Apulia")
    shown = alice.page.locator("main img").first
    shown.scroll_into_view_if_needed()
    assert shown.evaluate("(picture) => picture.decode().then(() => picture.naturalWidth)") > 300
