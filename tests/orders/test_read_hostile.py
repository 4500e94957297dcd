"""Texts written to be misread: headings, remarks that take back, arrows that lead nowhere, units without an origin.

Each row is a text and all its readings: the status where it is not plainly ok, and the order or what was meant.
"""

import pytest

from talleyrand.board.calendar import Phase
from talleyrand.board.position import Dislodged, make_position
from talleyrand.board.unit import Unit
from talleyrand.orders.read import read
from talleyrand.orders.reading import Reading
from talleyrand.orders.sheet import Submission, make_sheet
from talleyrand.orders.write import write
from talleyrand.variants.load import load_variant

BOARDS = {name: load_variant(name).board for name in ("classic", "ancient_mediterranean", "morrowind")}
CLASSIC = BOARDS["classic"]
FRANCE = make_position(
    "classic", Phase.parse("S1901M"), {"France": tuple(Unit.parse(unit) for unit in ("A PAR", "A MAR", "F BRE"))}
)
PIC = ["A PAR - PIC"]
NOT_PIC = ["<ambiguous> A PAR - PIC"]
EITHER = ["<ambiguous> A PAR - PIC or A PAR - BUR"]


def told(reading: Reading) -> str:
    order = write(reading.order) if reading.order is not None else " or ".join(reading.candidates)
    return " ".join(part for part in ("" if reading.status == "ok" else f"<{reading.status}>", order) if part)


def check(text: str, expected: list[str], kind: str = "M", board: str = "classic") -> tuple[Reading, ...]:
    found = read(text, BOARDS[board], kind=kind)
    assert [told(reading) for reading in found] == expected
    for reading in found:
        start, end = reading.span
        assert text[start:end].strip() == reading.text
    return found


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("M", "A Bur H\nRetreats:\nA Bur - Bel\nA Mun - Boh",
         ["A BUR H", "<ambiguous> A BUR - BEL", "<ambiguous> A MUN - BOH"]),
        ("M", "A Bur - Mun\nRetreats if dislodged:\nA Bur - Bel\n\nA Par H",
         ["A BUR - MUN", "<ambiguous> A BUR - BEL", "A PAR H"]),
        ("M", "A Bur H\n== RETREATS ==\nA Bur - Bel", ["A BUR H", "<ambiguous> A BUR - BEL"]),
        ("M", "A Bur H. Retreats: A Mun - Boh", ["A BUR H", "<ambiguous> A MUN R BOH"]),
        ("M", "Retreats: A Bur - Bel; A Mun - Boh", ["<ambiguous> A BUR R BEL", "<ambiguous> A MUN - BOH"]),
        ("M", "Retreats:\nFrance: A Bur - Bel\nGermany: A Mun - Boh",
         ["<ambiguous> A BUR - BEL", "<ambiguous> A MUN - BOH"]),
        ("M", "Builds:\nA Par\nF Bre", ["<ambiguous> A PAR H", "<ambiguous> F BRE H"]),
        ("M", "Winter 1901:\nA Par", ["<ambiguous> A PAR H"]),
        ("A", "Retreats: A Bur - Bel\nBuilds: A Par", ["<ambiguous> A BUR R BEL", "A PAR B"]),
        ("R", "Builds: A Par", ["<ambiguous> A PAR B"]),
        ("R", "Moves:\nA Bur - Bel\n\nRetreats:\nA Mun - Boh", ["<ambiguous> A BUR R BEL", "A MUN R BOH"]),
    ],
)  # fmt: skip
def test_a_heading_of_another_phase_puts_what_stands_beneath_out_of_force(
    kind: str, text: str, expected: list[str]
) -> None:
    found = check(text, expected, kind)
    for reading in found:
        if reading.status == "ambiguous":
            assert "and these are no orders for the" in reading.problem


def test_orders_under_a_heading_of_another_phase_replace_none() -> None:
    text = "A Par - Bur\nA Mar H\n\nRetreats: A Par - Pic"
    sheet = make_sheet("France", [Submission("Ann", text, 1)], FRANCE, CLASSIC)
    assert [write(order) for order in sheet.orders_in_force] == ["A PAR - BUR", "A MAR H"]


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("M", "Supports:\nA Par - Bur", ["<ambiguous> A PAR - BUR"]),
        ("M", "Supports: A Par - Bur", ["<ambiguous> A PAR - BUR"]),
        ("M", "Holds:\nA Par\nA Mar - Spa", ["<repaired> A PAR H", "<ambiguous> A MAR - SPA"]),
        ("M", "Moves:\nA Mar - Bur\nSupports:\nA Par S A Mar - Bur\nConvoys:\nF Eng C A Lon - Bel",
         ["A MAR - BUR", "A PAR S A MAR - BUR", "F ENG C A LON - BEL"]),
        ("M", "Hold: A Par\nAttacks: A Mar - Spa", ["A PAR H", "A MAR - SPA"]),
        ("A", "Removals: A Par B", ["<ambiguous> A PAR B"]),
        ("A", "Build:\nA Par\nRemove:\nA Mun", ["A PAR B", "A MUN D"]),
        ("A", "Delete: A Par", ["A PAR D"]),
        ("R", "Retreats: A Bur - Bel, A Mun disband", ["A BUR R BEL", "A MUN D"]),
        ("R", "Moves:\nA Bur - Bel", ["A BUR R BEL"]),
    ],
)  # fmt: skip
def test_a_heading_of_this_phase_only_contradicts_another_kind_of_order(
    kind: str, text: str, expected: list[str]
) -> None:
    check(text, expected, kind)


@pytest.mark.parametrize(
    "head",
    ["Draft", "Old", "Previous orders", "Delete", "Void", "Withdrawn", "Example", "Proposal for Germany", "Wrong",
     "A proposal for Germany", "Plan B", "Option 2", "Last turn", "Results", "Instead of", "Not", "Italy told me",
     "What if", "Cancelled orders", "Next turn"],
)  # fmt: skip
@pytest.mark.parametrize(
    "form", ["{}: A Par - Pic", "{}:\nA Par - Pic", "**{}:** A Par - Pic", "[b]{}:[/b]\nA Par - Pic"]
)
def test_words_before_orders_that_call_them_none(head: str, form: str) -> None:
    (reading,) = check(form.format(head), NOT_PIC)
    assert f'"{head}:"' in reading.problem


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Option 1: A Par - Pic Option 2: A Par - Bur", [*NOT_PIC, "<ambiguous> A PAR - BUR"]),
        ("Plan A - A Par - Pic\nPlan B - A Par - Bur", [*NOT_PIC, "<ambiguous> A PAR - BUR"]),
        ("Draft\nA Par - Bur\nA Mar H\n\nFinal:\nA Par - Pic",
         ["<ambiguous> A PAR - BUR", "<ambiguous> A MAR H", *PIC]),
        ("Old: A Par - Bur New: A Par - Pic", ["<ambiguous> A PAR - BUR", *PIC]),
        ("Old: A Par - Bur, new: A Par - Pic", ["<ambiguous> A PAR - BUR", *PIC]),
        ("Wrong: A Par - Bur\nA Par - Pic", ["<ambiguous> A PAR - BUR", *PIC]),
        ("Old: A Par - Bur\nA Mar - Spa", ["<ambiguous> A PAR - BUR", "<ambiguous> A MAR - SPA"]),
        ("> Draft:\n> A Par - Bur\nA Par - Pic", ["<duplicate>", *PIC]),
    ],
)  # fmt: skip
def test_how_far_such_words_reach(text: str, expected: list[str]) -> None:
    check(text, expected)


@pytest.mark.parametrize(
    "head",
    ["Revised orders:", "My final orders:\n", "Spring 1901:", "Orders for France:", "My plan:", "Dear GM:", "Note:",
     "Sorry, I was wrong:", "Replaces old orders:", "Here are my orders, the previous were wrong:\n",
     "Please ignore my previous orders, new orders:\n", "Ignore previous orders.\n", "Cancel my previous orders\n\n",
     "Actual orders:", "France, Spring 1901:\n", "No,", "Scratch that,"],
)  # fmt: skip
def test_words_before_orders_that_leave_them_be(head: str) -> None:
    check(f"{head} A Par - Pic", PIC)


@pytest.mark.parametrize(
    "text",
    ["A Par - Pic (withdrawn)", "A Par - Pic (deleted)", "A Par - Pic (superseded)", "A Par - Pic (bluff)",
     "A Par - Pic (this is just a bluff)", "A Par - Pic (just kidding)", "A Par - Pic (wrong)", "[void] A Par - Pic",
     "A Par - Pic [void]", "A Par - Pic {VOID}", "A Par - Pic (old)", "(old) A Par - Pic", "A Par (void) - Pic",
     "A Par - Pic (sorry, Bur)", "A Par - Pic (I mean Bur)", "A Par - Pic (should be Bur)", "A Par - Pic (not Bur)",
     "A Par - Pic (correction: A Par - Bur)", "A Par - Pic (next turn Bur)", "A Par - Pic (psych!)"],
)  # fmt: skip
def test_a_remark_in_brackets_that_takes_back(text: str) -> None:
    (reading,) = check(text, NOT_PIC)
    assert reading.text == text
    assert "uncertain" in reading.problem


@pytest.mark.parametrize(
    "text",
    ["A Par - Pic is bad", "A Par - Pic was wrong", "A Par - Pic VOID", "A Par - Pic <- wrong", "A Par - Pic 50%",
     "A Par - Pic - wrong", "A Par - Pic, just kidding", "A Par - Pic. Just kidding!", "A Par - Pic. Withdrawn.",
     "A Par - Pic\njust kidding", "A Par - Pic\n(withdrawn)", "A Par - Pic\nCancelled", "A Par - Pic, cancel that",
     "A Par - Pic... NOT", "A Par - Pic later", "A Par - Pic next turn", "A Par - Pic // not sure",
     "A Par - Pic \u274c", "\u274c A Par - Pic", "\u2718 A Par - Pic", "/* A Par - Pic */", "~A Par - Pic~",
     "A\u0336 \u0336P\u0336a\u0336r\u0336 \u0336-\u0336 \u0336P\u0336i\u0336c\u0336",
     "A Par can go to Pic", "A Par isn't moving to Pic", "A Par refuses to move to Pic"],
)  # fmt: skip
def test_words_and_marks_that_take_back(text: str) -> None:
    (reading,) = read(text, CLASSIC)
    assert told(reading) == NOT_PIC[0]


@pytest.mark.parametrize(
    "text",
    ["A Par - Pic, I mean Bur", "A Par - Pic. I mean Bur.", "A Par - Pic. Sorry, Bur", "A Par - Pic, no, Bur",
     "A Par - Pic... no wait, Bur", "A Par - Pic, actually Bur", "A Par - Pic -- sorry, Bur", "A Par - Pic\nSorry, Bur",
     "A Par - Pic, Bur", "A Par - Pic & Bur", "A Par - Pic, then Bur", "A Par - Pic | Bur", "A Par - Pic/Bur"],
)  # fmt: skip
def test_a_second_place_behind_an_order(text: str) -> None:
    check(text, EITHER)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A Par - Bur\nScratch that, A Par - Pic", ["<ambiguous> A PAR - BUR", *PIC]),
        ("A Par - Bur\nIgnore the above\nA Par - Pic", ["<ambiguous> A PAR - BUR", *PIC]),
        ("A Par - Bur. No! A Par - Pic", ["<ambiguous> A PAR - BUR", *PIC]),
        ("A Par - Bur, no, A Mar H", ["<ambiguous> A PAR - BUR", "A MAR H"]),
        ("A Par - Pic, I mean A Par - Bur", [*PIC, "A PAR - BUR"]),
        ("A Mar H, (superseded) A Par - Pic", ["A MAR H", *NOT_PIC]),
        ("A Par - Pic/Bur/Gas", ["<ambiguous> A PAR - PIC or A PAR - BUR or A PAR - GAS"]),
    ],
)
def test_what_takes_back_one_order_leaves_the_other(text: str, expected: list[str]) -> None:
    check(text, expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Build A Par. Sorry, F Bre", ["<ambiguous> A PAR B", "F BRE B"]),
        ("Build A Par\nActually, build F Bre", ["<ambiguous> A PAR B", "F BRE B"]),
        ("Build A Par. Changed my mind, build F Bre", ["<ambiguous> A PAR B", "F BRE B"]),
        ("Sorry for the delay, build A Par", ["A PAR B"]),
        ("Build A Par, F Bre, or A Mar", ["<ambiguous> A PAR B", "<ambiguous> F BRE B", "<ambiguous> A MAR B"]),
        ("Waive (withdrawn)", ["<ambiguous> WAIVE"]),
        ("Next year: build A Par", ["<ambiguous> A PAR B"]),
    ],
)
def test_second_thoughts_in_winter_never_leave_two_builds(text: str, expected: list[str]) -> None:
    check(text, expected, "A")


@pytest.mark.parametrize(
    "text",
    ["A Par - Pic (again)", "A Par - Pic (sorry Germany!)", "A Par - Pic (for old times sake)", "A Par - Pic (attack)",
     "A Par - Pic, sorry Germany", "A Par - Pic. Sorry Germany!", "A Par - Pic (was Bur)", "A Par - Pic - thanks",
     "A Par - Pic (to prevent Germany)", "\u2705 A Par - Pic", "A Par \u27a1\ufe0f Pic", "<A Par - Pic>",
     "A Par - [Pic]", "A Par - Pic # good", "A Par - Pic (illegal move)", "A Par ~> Pic"],
)  # fmt: skip
def test_remarks_and_marks_that_change_nothing(text: str) -> None:
    check(text, PIC)


@pytest.mark.parametrize("text", ["A Par - Pic to bounce", "A Par - Pic to cut support", "A Par - Pic good luck"])
def test_what_a_move_is_for_is_left_aside(text: str) -> None:
    check(text, ["<repaired> A PAR - PIC"])


@pytest.mark.parametrize(
    "arrow",
    ["<-", "<--", "<=", "<=>", "<->", "><", "<>", "\u2260", "\u219b", "-/->", "-/-", "=/=", "!=", "-!>", "-x->", "-|>",
     "\u2190", "\u2194", "\u2b05\ufe0f", "\u21d0", "-\u0338", "\u274c"],
)  # fmt: skip
@pytest.mark.parametrize("blank", [" ", ""])
def test_arrows_that_lead_back_or_nowhere(arrow: str, blank: str) -> None:
    (reading,) = read(f"A Par{blank}{arrow}{blank}Bur", CLASSIC)
    assert told(reading) == "<ambiguous> A PAR - BUR"


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("M", "Army - Con", ["<ambiguous>"]),
        ("M", "A - Con", ["<ambiguous>"]),
        ("M", "Army - Ank", ["<ambiguous>"]),
        ("M", "A -> Con", ["<ambiguous>"]),
        ("M", "Army to Con", ["<ambiguous>"]),
        ("M", "A Par S A - Bur", ["<ambiguous>"]),
        ("M", "A - Par - Bur", ["A PAR - BUR"]),
        ("A", "Build A/F Bre", ["<ambiguous> A BRE B or F BRE B"]),
        ("A", "Build A, F Bre", ["<ambiguous> A BRE B or F BRE B"]),
        ("M", "A/F Bre - Eng", ["<ambiguous> F BRE - ENG"]),
        ("M", "Army/Fleet Bre holds", ["<ambiguous> A BRE H or F BRE H"]),
        ("A", "A Yor R Edi", ["<illegal> A YOR R EDI"]),
        ("A", "A Yor R, A Edi R", ["A YOR D", "A EDI D"]),
        ("M", "A Par\n- Bur", ["A PAR - BUR"]),
        ("M", "- A Par\n- Bur", ["<ambiguous> A PAR - BUR"]),
        ("M", "A Par\nBur", ["<ambiguous> A PAR - BUR"]),
        ("M", "A Par\nsupports\nA Mar - Bur", ["A PAR S A MAR - BUR"]),
        ("M", "F Mao - Spa/sc nc", ["<ambiguous> F MAO - SPA/SC"]),
        ("M", "F Mao - Spa/nc/sc", ["<ambiguous> F MAO - SPA/NC"]),
        ("M", "F Spa/nc (sc) - Mao", ["<ambiguous> F SPA/NC - MAO"]),
        ("M", "F Mao - Spa/sc (sc)", ["F MAO - SPA/SC"]),
        ("M", "F Nth - North", ["<illegal> F NTH - NAF or F NTH - NAO or F NTH - NTH"]),
    ],
)
def test_half_an_order_is_never_another_one(kind: str, text: str, expected: list[str]) -> None:
    check(text, expected, kind)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A Mem to the end", ["<illegal>"]),
        ("A Ale - The best", ["<illegal>"]),
        ("the army Alexandria - the sea", ["<illegal>"]),
        ("A Ale - then", ["<ambiguous> A ALE H"]),
        ("A Ale to the same place", ["<ambiguous>"]),
        ("A Ale - The", ["A ALE - THE"]),
        ("A Mem to the Thebes", ["A MEM - THE"]),
    ],
)
def test_the_article_is_not_thebes(text: str, expected: list[str]) -> None:
    check(text, expected, board="ancient_mediterranean")


def test_the_end_of_a_name_is_all_that_end_so() -> None:
    check("F ZBa - Inner Sea", ["<ambiguous> F ZBA - EIS or F ZBA - SIS"], board="morrowind")


def test_a_unit_without_an_origin_may_be_any_that_can_go_there() -> None:
    found = read("Army - Bur", CLASSIC, position=FRANCE, power="France")
    assert [told(reading) for reading in found] == ["<ambiguous> A MAR - BUR or A PAR - BUR"]


def test_the_rest_hold() -> None:
    found = read("A Par - Bur; rest hold", CLASSIC, position=FRANCE, power="France")
    assert [told(reading) for reading in found] == ["A PAR - BUR", "F BRE H", "A MAR H"]
    check("A Par - Bur; rest hold", ["A PAR - BUR", "<unreadable>"])


@pytest.mark.parametrize("text", ["Disband both", "both disband", "disband all"])
def test_both_disband(text: str) -> None:
    gone = (Dislodged("France", Unit.parse("A MUN"), "BUR"), Dislodged("France", Unit.parse("F KIE"), "DEN"))
    retreat = make_position("classic", Phase.parse("S1901R"), {"Germany": (Unit.parse("A BUR"),)}, dislodged=gone)
    found = read(text, CLASSIC, kind="R", position=retreat, power="France")
    assert sorted(told(reading) for reading in found) == ["A MUN D", "F KIE D"]
    check(text, ["<unreadable>"], "R")


@pytest.mark.parametrize(
    "text",
    ["A Par &rarr; Pic", "A Par &#8594; Pic", "A&nbsp;Par&nbsp;-&nbsp;Pic", "A Par &ndash; Pic", "A Par -&gt; Pic",
     "A P&#97;r - Pic", "A Par &#x2192; Pic"],
)  # fmt: skip
def test_html_entities_are_what_they_stand_for(text: str) -> None:
    check(text, PIC)


def test_an_escaped_quotation_is_one() -> None:
    check("&gt; A Par - Bur\nA Par - Pic", ["<duplicate> A PAR - BUR", *PIC])
    check("F Mid&#8209;Atlantic - Por", ["F MAO - POR"])
