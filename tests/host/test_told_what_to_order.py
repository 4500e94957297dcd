"""What a player is told about what to order, and what his receipt says of what he ordered."""

import re

import pytest

from site_acts import act, fresh, read, send
from talleyrand.host.deadlines.tick import tick

ALL = "A Rome - Apulia\nA Ravenna holds\nF Neapolis holds"


def words(page):
    """A page's text as it is read, on one line."""
    return " ".join(re.sub(r"<[^>]+>", " ", page.split("<main")[1]).split())


def box(page):
    """What stands in the box of orders."""
    return re.search(r'<textarea id="orders-1"[^>]*>(.*?)</textarea>', page, re.DOTALL)[1]


def receipt(user, game, text, key="k"):
    send(user, game, text, key=key)
    return read(user, game, "receipt", "Rome")


def merging_by_unit(game):
    game.founding = {**game.founding, "sets": "merge_by_unit"}
    game.save()


def in_phase(game, code, **position):
    """The game with its first phase made another: a board with other units, centres, dislodged units."""
    row = game.phases.get()
    row.code = row.position["phase"] = code
    for part, powers in position.items():
        row.position[part] |= powers
    row.save()
    return fresh(game)


def building(game, units=("A ROM",)):
    return in_phase(game, "W1A", units={"Rome": list(units)})


def test_the_last_set_stands_in_the_box_where_another_would_replace_all_of_it(strict, alice, anton):
    send(alice, strict, ALL)
    for user in (alice, anton):
        page = read(user, strict)
        assert box(page) == ALL
        assert "These are the orders as alice sent them. What you send replaces all orders that are in." in page
    send(anton, strict, "just saying hello")
    assert box(read(alice, strict)) == ALL


def test_a_draft_stands_in_the_box_before_the_last_set(strict, alice, anton):
    send(alice, strict, ALL)
    send(alice, strict, "A Rome holds", do="draft", key="d")
    page = read(alice, strict)
    assert box(page) == "A Rome holds"
    assert "not in force until you send it. What you send replaces all orders that are in." in page
    assert box(read(anton, strict)) == ALL


def test_the_box_is_empty_where_a_set_only_adds_and_says_so(strict, alice):
    merging_by_unit(fresh(strict))
    told = "What you send replaces the orders of the units that it names; all other orders stay."
    assert told not in read(alice, strict)
    send(alice, strict, ALL)
    page = read(alice, strict)
    assert box(page) == ""
    assert told in page


def test_the_box_is_empty_once_all_is_taken_back(strict, alice):
    send(alice, strict, ALL)
    act(alice, strict, "withdraw")
    page = read(alice, strict)
    assert box(page) == ""
    assert "What you send replaces" not in page


@pytest.mark.parametrize(
    ("units", "told"),
    [
        (["A ROM"], "2 builds: Neapolis or Ravenna."),
        (["A ROM", "A RAV"], "1 build: Neapolis."),
        (["A APU"], "2 builds: Neapolis, Ravenna or Roma."),
        (["A ROM", "A RAV", "F NEA"], "Nothing to build or to remove."),
        (["A ROM", "A RAV", "F NEA", "A APU"], "Must remove 1 unit."),
    ],
)
def test_a_power_is_told_what_it_may_build_or_must_remove(strict, alice, mara, bob, units, told):
    building(strict, units)
    assert told in words(read(alice, strict))
    assert told in words(read(alice, strict, "receipt", "Rome"))
    assert "Nothing to build or to remove." in words(read(bob, strict))
    desk = words(read(mara, strict, "desk"))
    assert (told in desk) == (told != "Nothing to build or to remove.")


def test_builds_that_have_no_vacant_centre_are_told(strict, alice):
    in_phase(strict, "W1A", units={"Rome": ["F NEA"]}, centers={"Rome": ["NEA", "RAV"], "Egypt": ["ROM"]})
    assert "1 build: Ravenna." in words(read(alice, strict))
    in_phase(strict, "W1A", units={"Rome": ["F NEA"]}, centers={"Rome": ["NEA", "SPA"], "Greece": ["ATH", "MAC"]})
    assert "No build, though 1 is due: no centre where it may build is vacant." in words(read(alice, strict))


def test_each_build_and_removal_above_what_is_due_is_said_to_be_one_too_many(strict, alice):
    building(strict)
    page = words(receipt(alice, strict, "Build A Ravenna\nBuild F Neapolis\nBuild A Rome"))
    assert "2 builds: Neapolis or Ravenna." in page
    assert page.count("illegal") == 1
    building(strict, ("A ROM", "A RAV", "F NEA", "A APU"))
    page = words(receipt(alice, strict, "Remove A Rome\nRemove A Ravenna", key="2"))
    assert "Rome has 1 removal and ordered 2: this one is too many." in page


def test_a_third_build_is_one_too_many(strict, alice):
    building(strict, ())
    in_phase(strict, "W1A", centers={"Rome": ["NEA", "ROM"], "Egypt": ["RAV"]}, units={"Rome": ["A APU"]})
    page = words(receipt(alice, strict, "Build A Rome\nBuild F Neapolis"))
    assert "Rome has 1 build and ordered 2: this one is too many." in page


def test_who_must_retreat_is_told_where_to(strict, alice, mara, bob):
    in_phase(
        strict,
        "S1R",
        units={"Rome": ["A ROM", "F NEA"], "Carthage": ["A CIR", "F THA", "A RAV"]},
        dislodged={"Rome": [{"unit": "A RAV", "from": "ETR", "by_convoy": False}]},
    )
    told = "A Ravenna must retreat, to "
    page = words(read(alice, strict))
    line = page[page.index(told) :].split(".")[0]
    assert "Venetia" in line
    assert "Etruria" not in line
    assert line.endswith(", or disband")
    assert told not in words(read(bob, strict))
    assert told in words(read(mara, strict, "desk"))
    assert "No order in force: A Ravenna. It is disbanded as things stand." in page
    assert "No order in force" not in words(receipt(alice, strict, "A Ravenna - Venetia"))


def test_a_heading_with_the_own_power_s_name_is_no_order_and_nothing_is_said_of_it(strict, alice):
    for number, head in enumerate(("Rome:", "**ROME**", "Roman orders, Spring 1 AD:", "Rome, S1M:", "Orders:")):
        page = words(receipt(alice, strict, f"{head}\n{ALL}", key=str(number)))
        assert "No order was read in" not in page
        assert "names another power" not in page
    assert "No order was read in “Dear Mara,”." in words(receipt(alice, strict, f"Dear Mara,\n{ALL}", key="x"))


@pytest.mark.parametrize("text", [f"Carthage:\n{ALL}", "Carthage: A Rome - Apulia"])
def test_a_heading_that_names_another_power_is_pointed_out(strict, alice, text):
    page = words(receipt(alice, strict, text))
    assert "“Carthage” names another power. What stands under it was read as orders of Rome." in page
    assert "No order was read in" not in page


def test_the_receipt_says_which_units_hold_and_why(strict, alice, mara):
    page = words(receipt(alice, strict, "A Rome - Apulia\nF Neapolis - Venetia"))
    told = "No order in force: A Ravenna, F Neapolis (illegal). They hold as things stand."
    assert told in page
    assert told in words(read(alice, strict))
    assert told in words(read(mara, strict, "desk"))
    assert "No order in force" not in words(receipt(alice, strict, ALL, key="2"))


def test_a_repair_is_no_alarm_and_a_fault_is(strict, alice):
    page = receipt(alice, strict, "F Neapolis - Tyrrhenian See\nA Rome - Punic Sea")
    assert '<b class="mark calm">repaired</b>' in page
    assert '<b class="mark">illegal</b>' in page


def test_a_set_that_is_all_that_is_in_force_is_printed_once(strict, alice, anton):
    assert receipt(alice, strict, ALL).count("A Roma - Apulia</span>") == 1
    merging_by_unit(fresh(strict))
    page = receipt(anton, strict, "A Ravenna - Venetia", key="2")
    last, force = page.split("In force now")
    assert last.count('<ul class="orders">') == 2  # as read, and what it changed
    assert "A Roma - Apulia" in force
    assert "A Ravenna - Venetia" in force


def test_a_report_underlines_orders_that_failed_and_not_units_without_one(strict, clock, alice):
    send(alice, strict, "A Rome - Apulia\nF Neapolis - Apulia")
    clock.to(strict.due_at)
    tick(clock.now)
    page = " ".join(read(alice, strict, "phase", 1, 1).split())
    assert '<li class="failed"><span class="order">A Roma - Apulia</span>' in page
    assert '<li><span class="order">A Ravenna holds</span> <b class="mark">no order</b>' in page
