"""Pages that follow the game by themselves in a real browser, and lose nothing that is being written."""

import itertools
import re
from urllib.parse import urlsplit

import pytest

from site_eyes import makes_a_game, signs_up

COUNT = itertools.count(1)
A_MINUTE = "01:05"


class Table:
    """A game of two people that has started: Mara runs it, Alice plays Rome."""

    def __init__(self, person, **how):
        self.number = next(COUNT)
        self.mara, self.alice = person(**how), person(**how)
        signs_up(self.mara, f"livemara{self.number}")
        self.where = makes_a_game(self.mara, f"A live game, {self.number}")
        signs_up(self.alice, f"livealice{self.number}")
        self.alice.goes(self.where)
        self.alice.presses("Join Rome")
        self.mara.goes(f"{self.where}desk/")
        self.mara.presses("Start the game")
        self.mara.reads("Everybody who plays is told.")
        self.mara.presses("Start the game")

    def opens(self, who, address):
        """A page whose clock can be put on."""
        who.page.clock.install()
        who.goes(address)

    def waits(self, who):
        """A minute goes by, in which the page asks and is answered."""
        with who.page.expect_response(re.compile("/now/")):
            who.page.clock.fast_forward(A_MINUTE)

    def sends(self, text):
        self.alice.goes(self.where)
        self.alice.page.get_by_label("Write them as you like").fill(text)
        self.alice.presses("Send the orders")

    def adjudicates(self, who):
        who.goes(f"{self.where}desk/")
        who.page.get_by_text("End the phase now, before its deadline").click()
        who.presses("Adjudicate now and publish")
        who.presses("Adjudicate and publish")


@pytest.fixture
def table(person):
    return Table(person)


def same_document(page):
    """Marks a page; whether the mark is there later says whether it has been loaded anew."""
    page.evaluate("document.documentElement.dataset.mark = 'here'")
    return lambda: page.evaluate("document.documentElement.dataset.mark") == "here"


def test_the_desk_follows_what_comes_in(table):
    desk = table.mara.page
    table.opens(table.mara, f"{table.where}desk/")
    stays = same_document(desk)
    needs, rome = desk.locator("#needs"), desk.locator("#state-rome")
    assert "Rome" in needs.inner_text()
    assert "nothing sent" in rome.inner_text()
    rome.click()
    desk.get_by_text("Enter orders for Rome").click()
    desk.get_by_label("Orders for Rome", exact=True).fill("A Rome H, I th")
    table.sends("A Rome - Apulia\nA Ravenna - Venetia\nF Neapolis H")

    table.waits(table.mara)
    desk.locator("#sets-rome").get_by_text("A Roma - Apulia").first.wait_for()
    assert "nothing sent" not in rome.inner_text()
    assert "Rome" not in needs.inner_text()
    # What is open stays open, and what was being written stays, with the cursor in it.
    assert desk.get_by_label("Orders for Rome", exact=True).input_value() == "A Rome H, I th"
    assert desk.evaluate("document.activeElement.id") == "enter-rome"
    desk.get_by_text("As it came in").first.click()
    table.sends("A Rome - Etruria\nA Ravenna - Venetia\nF Neapolis H")
    table.waits(table.mara)
    desk.locator("#sets-rome").get_by_text("A Roma - Etruria").first.wait_for()
    desk.locator("#sets-rome").get_by_text("A Rome - Etruria").first.wait_for(state="visible")
    assert stays()
    table.mara.looks()


def test_a_question_that_is_being_written_stays(table):
    desk = table.mara.page
    table.sends("A Rome - Gades\nA Ravenna - Venetia\nF Neapolis H")
    table.opens(table.mara, f"{table.where}desk/")
    if not desk.locator("#asks-rome").is_visible():
        desk.locator("#state-rome").click()
    desk.get_by_text("Ask the players of Rome").click()
    desk.locator("#ask-rome").fill("Did you mean")
    table.sends("A Rome - Apulia\nA Ravenna - Venetia\nF Neapolis H")
    table.waits(table.mara)
    desk.locator("#sets-rome").get_by_text("A Roma - Apulia").first.wait_for()
    assert desk.locator("#ask-rome").input_value() == "Did you mean"


def test_a_page_that_nobody_sees_asks_nothing(table):
    page = table.alice.page
    asked = []
    page.on("request", lambda request: "/now/" in request.url and asked.append(request.url))
    table.opens(table.alice, table.where)
    hide = "(hidden) => {Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});}"
    page.evaluate(hide, True)
    page.clock.fast_forward("05:00")
    assert asked == []
    page.evaluate(hide, False)
    with page.expect_response(re.compile("/now/")):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        page.clock.fast_forward("00:01")


def test_the_page_of_a_game_says_that_a_phase_is_out_and_keeps_what_is_written(table):
    page, news = table.alice.page, table.alice.page.locator("#news")
    table.opens(table.alice, table.where)
    stays = same_document(page)
    box = page.get_by_label("Write them as you like")
    box.fill("A Rome - Apu")
    table.waits(table.alice)
    assert news.inner_text() == ""
    phase = page.locator("p.phase").inner_text()
    table.adjudicates(table.mara)
    table.waits(table.alice)
    news.get_by_text("The results are out").wait_for()
    assert news.get_attribute("role") == "status"
    assert page.evaluate("document.activeElement.id") == "orders-1"
    assert box.input_value() == "A Rome - Apu"
    table.alice.looks()

    news.get_by_role("link", name="Show it").click()
    page.wait_for_function("(before) => document.querySelector('p.phase').innerText !== before", arg=phase)
    assert box.input_value() == "A Rome - Apu"
    assert news.inner_text() == ""
    assert stays()
    assert page.url == table.where
    assert page.evaluate("document.activeElement.tagName") == "H1"
    box.fill("A Rome H")
    table.alice.presses("Send the orders")
    table.alice.reads("Noted: your orders for Rome are in.")


def test_text_that_was_refused_is_kept_too(table):
    page = table.alice.page
    table.opens(table.alice, table.where)
    page.get_by_label("Write them as you like").fill("A Rome - Apulia")
    table.adjudicates(table.mara)
    page.get_by_role("button", name="Send the orders").click()
    page.get_by_role("alert").wait_for()
    assert [said for said in table.alice.complaints if "409 (Conflict)" not in said] == []
    table.alice.complaints.clear()
    table.adjudicates(table.mara)
    table.waits(table.alice)
    page.locator("#news").get_by_role("link", name="Show it").click()
    page.get_by_role("alert").wait_for(state="detached")
    assert page.get_by_label("Write them as you like").input_value() == "A Rome - Apulia"
    assert page.url == table.where


def test_one_steps_through_phases_in_place(table):
    page = table.alice.page
    for _ in range(2):
        table.adjudicates(table.mara)
    table.alice.goes(table.where)
    table.alice.follows("With its map and the reasons")
    second, address = page.title(), page.url
    stays = same_document(page)
    page.get_by_role("link", name="Earlier").click()
    page.wait_for_function("(before) => document.title !== before", arg=second)
    first = page.title()
    assert stays()
    assert page.url != address
    assert first.startswith(page.locator("h1").inner_text())
    assert page.evaluate("document.activeElement.tagName") == "H1"
    table.alice.looks()

    page.keyboard.press("ArrowRight")
    page.wait_for_function("(before) => document.title === before", arg=second)
    assert stays()
    assert page.url == address
    page.get_by_role("link", name="After", exact=True).click()
    page.wait_for_url(re.compile("show=after"))
    page.locator("img[alt*='After']").wait_for()
    page.locator("select[name=to]").select_option(index=0)
    page.get_by_role("button", name="Show", exact=True).click()
    page.wait_for_function("(before) => document.title === before", arg=first)
    assert stays()

    for title in (second, second, first):
        page.go_back()
        page.wait_for_function("(before) => document.title === before", arg=title)
        assert page.locator("h1").inner_text() == title.partition(" ·")[0]
        assert page.locator("header.top").count() == 1
        page.locator("figure.map img").first.wait_for()
    page.go_forward()
    page.wait_for_function("(before) => document.title === before", arg=second)


def test_nothing_of_it_stays_in_the_browser(table):
    page = table.alice.page
    table.sends("A Rome - Apulia")
    table.adjudicates(table.mara)
    table.alice.goes(table.where)
    table.alice.follows("With its map and the reasons")
    page.get_by_role("link", name="Later").click()
    page.wait_for_function("() => document.querySelector('.tabs') === null")
    assert page.evaluate("localStorage.length") == 0
    assert set(page.evaluate("Object.values(sessionStorage)")) <= {urlsplit(page.url).path}


def test_all_of_it_goes_without_scripts(person):
    table = Table(person, scripts=False)
    desk, page = table.mara.page, table.alice.page
    table.mara.goes(f"{table.where}desk/")
    assert "Rome" in desk.locator("#needs").inner_text()
    table.sends("A Rome - Apulia\nA Ravenna - Venetia\nF Neapolis H")
    desk.reload()
    assert "Rome" not in desk.locator("#needs").inner_text()
    assert desk.locator("#news").inner_text() == ""
    for _ in range(2):
        table.adjudicates(table.mara)
    table.alice.goes(table.where)
    table.alice.follows("With its map and the reasons")
    title = page.title()
    table.alice.follows("‹ Earlier")
    assert page.title() != title
    table.alice.follows("After")
    assert "show=after" in page.url
    page.locator("select[name=to]").select_option(label=title.partition(" ·")[0])
    table.alice.presses("Show")
    assert page.title() == title
