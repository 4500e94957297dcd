"""What a report says beside the orders: counts, builds left over, retreats sent along, and parts of it."""

import pytest

from talleyrand import read_case, text_report
from talleyrand.prose import bbcode, discord, html, markdown
from talleyrand.prose.document import document
from talleyrand.variants.load import load_variant

CLASSIC = load_variant("classic")


def report(**case):
    return read_case({"variant": "classic", **case}).adjudicate()


def flat(text):
    return " ".join(text.split())


FALL = {"phase": "F1901M", "units": {"France": ["A PAR", "A BUR"], "Germany": ["A MUN"]}}


def every(found):
    return [
        text_report(found, CLASSIC),
        markdown.render(found, CLASSIC),
        bbcode.render(found, CLASSIC),
        bbcode.render(found, CLASSIC, tables=True),
        "\n".join(discord.render(found, CLASSIC)),
        html.render(found, CLASSIC),
    ]


def test_without_centers_none_are_counted_captured_or_adjusted():
    found = report(**FALL, orders={"France": "A BUR - BEL"})
    assert not found.owners_known
    assert (dict(found.captured), dict(found.adjustments)) == ({}, {})
    answer = document(found, CLASSIC)
    assert answer["next"]["phase"] == "W1901A"
    assert "adjustments" not in answer["next"]
    assert "centers" not in answer["next"]
    assert "captured" not in answer
    for shown in every(found):
        assert "Who owns the supply centres was not said, so they are not counted." in flat(shown)
        assert "Centres" not in shown
        assert "+/-" not in shown


def test_an_empty_list_of_centers_says_that_nobody_owns_one():
    found = report(**FALL, centers={}, orders={"France": "A BUR - BEL"})
    assert found.captured == {"BEL": (None, "France"), "MUN": (None, "Germany"), "PAR": (None, "France")}
    assert "Centres" in text_report(found, CLASSIC)


def test_the_change_column_is_said_in_words():
    found = report(**FALL, centers={"France": ["PAR", "MAR", "BRE", "SPA"]})
    assert dict(found.adjustments) == {"France": 2}
    for shown in every(found):
        assert "+2" in shown
        assert "France may build 2 units." in flat(shown)
    found = report(**FALL, centers={"France": ["PAR"], "Germany": ["MUN", "BER"]})
    assert "France must remove 1 unit and Germany may build 1 unit." in flat(text_report(found, CLASSIC))


WINTER = {
    "phase": "W1901A",
    "units": {"France": ["A SPA"], "Germany": ["A MUN", "A BEL"], "Italy": ["A ROM"]},
    "centers": {"France": ["PAR", "BRE", "SPA"], "Germany": ["MUN"], "Italy": ["ROM", "NAP"]},
}


@pytest.mark.parametrize(
    ("orders", "said"),
    [
        ({}, ["France had 2 builds and sent nothing.", "Germany had 1 removal and sent nothing.",
              "Italy had 1 build and sent nothing."]),
        ({"France": "A PAR B", "Germany": "A BEL D", "Italy": "A ROM B"},
         ["France left 1 of 2 builds unused.", "Italy left its build unused."]),
        ({"France": "A PAR B; F BRE B", "Germany": "A BEL D", "Italy": "WAIVE"}, []),
    ],
)  # fmt: skip
def test_builds_and_removals_that_nobody_ordered_are_listed(orders, said):
    found = report(**WINTER, orders=orders)
    answer = document(found, CLASSIC)
    assert answer.get("unordered", []) == said
    assert answer["due"] == {"France": 2, "Germany": -1, "Italy": 1}
    for shown in every(found):
        for line in said:
            assert line in flat(shown)


def test_a_retreat_sent_with_the_orders_did_not_happen_by_default_X_A8():
    found = report(
        phase="S1902M",
        units={"France": ["A PAR", "A MAR"], "Germany": ["A BUR"]},
        centers={"France": ["PAR", "MAR"], "Germany": ["MUN"]},
        rulebook={"retreats": "with_orders"},
        orders={"France": "A PAR - BUR; A MAR S A PAR - BUR", "Germany": "A BUR H\nA BUR R RUH"},
    )
    for shown in every(found):
        assert "Retreats sent with the orders" in shown
        assert "By default" not in shown


def test_when_somebody_has_won_nothing_was_passed_over_A_002():
    solo = sorted(CLASSIC.board.centers)[:18]
    found = report(
        phase="F1905M",
        units={"France": ["A PAR"]},
        centers={"France": solo},
        orders={"France": "A PAR H"},
    )
    assert found.over
    shown = text_report(found, CLASSIC)
    assert "France has won." in shown
    assert "assed over" not in shown


def test_the_strength_of_the_one_who_came_stands_first():
    found = read_case(
        {
            "variant": "ancient_mediterranean",
            "phase": "S1M",
            "units": {"Rome": ["F TYN"], "Carthage": ["F SIC", "F LIB"]},
            "orders": {"Rome": "F TYN - AUS", "Carthage": "F SIC - AUS; F LIB - PUN"},
        }
    ).adjudicate()
    assert "Fleet Sicilia came with equal strength." in text_report(found, load_variant("ancient_mediterranean"))
    found = read_case(
        {
            "variant": "ancient_mediterranean",
            "phase": "S1M",
            "units": {"Rome": ["F TYN"], "Carthage": ["F SIC", "F MES"]},
            "orders": {"Rome": "F TYN - AUS", "Carthage": "F SIC - AUS; F MES S F SIC - AUS"},
        }
    ).adjudicate()
    shown = text_report(found, load_variant("ancient_mediterranean"))
    assert "Fleet Sicilia came with greater strength (2 against 1)." in shown
    (line,) = found.lines_of("Rome")
    assert line.outcome.because[0].strength == (1, 2)  # ours, theirs: JSON keeps its order


def test_a_dislodged_fleet_carried_nobody_R17():
    found = report(
        phase="S1901M",
        units={"England": ["A LON", "F NTH"], "Germany": ["F HEL", "F DEN"]},
        orders={
            "England": "A LON - NWY; F NTH C A LON - NWY",
            "Germany": "F HEL - NTH; F DEN S F HEL - NTH",
        },
    )
    (fleet,) = [line for line in document(found, CLASSIC)["orders"] if line.get("unit") == "F NTH"]
    assert fleet["outcome"] == "dislodged"
    assert [reason["code"] for reason in fleet["because"]] == ["dislodged_by"]
