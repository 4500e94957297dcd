"""A report shows no line that a newer set, or the player's own words beside a quotation, put out of force."""

from talleyrand.game.adjudicate import judge
from talleyrand.game.rulebooks import rulebook_of
from talleyrand.orders.sheet import Submission
from talleyrand.variants.load import load_variant

CLASSIC = load_variant("classic")


def lines(*texts: str, rulebook: str) -> list[tuple[str, str]]:
    sent = {"France": [Submission("Anna", text, number) for number, text in enumerate(texts)]}
    report = judge(CLASSIC, CLASSIC.start, sent, rulebook_of(rulebook, CLASSIC))
    return [(line.reading.text, str(line.reading.status)) for line in report.lines if line.power == "France"]


def test_X_A7_with_merging_stale_lines_of_an_older_set_are_gone():
    older = "A Par - Mos\nF Bre x Mao\nA Mar - Spa\nA Mar - Pie"
    assert lines(older, "A Par - Pic; A Mar H; F Bre - MAO", rulebook="morrowind") == [
        ("A Par - Pic", "ok"),
        ("A Mar H", "ok"),
        ("F Bre - MAO", "ok"),
    ]


def test_A_023_an_unclear_line_is_shown_beside_the_order_that_stands():
    shown = lines("A Par - Pic\nA Par or A Mar - Bur\nA Mar H\nF Bre H", rulebook="datc")
    assert shown[0] == ("A Par - Pic", "ok")
    assert shown[1][1] == "ambiguous"
    assert len(shown) == 4


def test_quoted_orders_are_no_lines_of_the_report():
    text = "> A Par - Bur\n> A Mun - Tyr\nA Par - Pic\nA Mar H\nF Bre H"
    assert [text for text, _ in lines(text, rulebook="datc")] == ["A Par - Pic", "A Mar H", "F Bre H"]
