"""From nothing to a published turn: two people who never met, a game, orders, an adjudication, a map."""

import itertools

import pytest

from site_eyes import makes_a_game, signs_up

COUNT = itertools.count(1)


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
    mara.reads("Everybody who plays is told.")
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
    mara.presses("Adjudicate and publish")

    alice.goes(where)
    alice.follows("With its map and the reasons")
    alice.reads("A Roma - Apulia")
    shown = alice.page.locator("main img").first
    shown.scroll_into_view_if_needed()
    assert shown.evaluate("(picture) => picture.decode().then(() => picture.naturalWidth)") > 300
