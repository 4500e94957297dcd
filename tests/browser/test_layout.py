"""How things lie on a page: words in the middle of buttons, choices beside their words, large maps in the page."""

import pytest

MIDDLES = """(node) => {
  const words = document.createRange();
  words.selectNodeContents(node);
  const [outer, inner] = [node.getBoundingClientRect(), words.getBoundingClientRect()];
  return (outer.top + outer.bottom - inner.top - inner.bottom) / 2;
}"""
"""How far the words of a button lie above its middle."""

CHOICES = """() => [...document.querySelectorAll(".pick")].filter((label) => label.offsetParent).map((label) => {
  const words = document.createRange();
  words.selectNodeContents(label.lastElementChild);
  const box = label.querySelector("input").getBoundingClientRect();
  const lines = [...words.getClientRects()];
  const first = Math.min(...lines.map((line) => line.top)), left = Math.min(...lines.map((line) => line.left));
  return [box.right < left, Math.abs((box.top + box.bottom) / 2 - first - 12) < 5];
})"""
"""Of each choice whether all of its words are to the right of its button, and the first line is level with it."""


def test_words_stand_in_the_middle_of_links_that_look_like_buttons(person):
    somebody = person("Livia")
    somebody.goes("/")
    assert abs(somebody.page.locator("a.button").first.evaluate(MIDDLES)) < 2


def test_choices_stand_beside_their_words(person):
    somebody = person("Livia")
    somebody.goes("/new/?setting=classic/datc")
    found = somebody.page.evaluate(CHOICES)
    assert len(found) > 5
    assert found == [[True, True]] * len(found)


@pytest.mark.parametrize("who", ["Livia", ""])
def test_a_large_map_is_opened_and_closed_within_the_page(person, who):
    somebody = person(who)
    somebody.goes("/")
    somebody.page.locator(".games a", has_text="The Middle Sea").first.click()
    here = somebody.page.url
    summary = somebody.page.get_by_text("Large map", exact=True)
    large = somebody.page.locator(".large img")
    summary.click()
    large.wait_for(state="visible")
    assert large.bounding_box()["width"] == 1600
    somebody.looks()
    summary.click()
    large.wait_for(state="hidden")
    assert somebody.page.url == here


def test_each_game_of_the_front_list_begins_on_a_line_of_its_own(person):
    somebody = person()
    somebody.goes("/")
    parts = somebody.page.locator(".games li").first.locator(":scope > *")
    tops = [part.bounding_box()["y"] for part in parts.all()]
    assert len(tops) >= 3
    assert tops == sorted(set(tops))
