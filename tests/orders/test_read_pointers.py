"""Rows of tables, words that point to orders elsewhere, signature marks, second thoughts (A-018, A-023, A-024)."""

import pytest

from talleyrand.board.calendar import Phase
from talleyrand.board.position import make_position
from talleyrand.board.unit import Unit
from talleyrand.orders.cautions import CautionCode
from talleyrand.orders.read import read
from talleyrand.orders.reading import Reading
from talleyrand.orders.sheet import Submission, make_sheet
from talleyrand.orders.write import write
from talleyrand.variants.load import load_variant

CLASSIC = load_variant("classic").board
TURKEY = make_position(
    "classic", Phase.parse("S1901M"), {"Turkey": tuple(Unit.parse(unit) for unit in ("F BLA", "A CON", "A SMY"))}
)
ELSEWHERE = "<unreadable>"


def told(reading: Reading) -> str:
    order = write(reading.order) if reading.order is not None else " or ".join(reading.candidates)
    return " ".join(part for part in ("" if reading.status == "ok" else f"<{reading.status}>", order) if part)


def turkey(text: str) -> list[str]:
    found = read(text, CLASSIC, position=TURKEY, power="Turkey")
    for reading in found:
        start, end = reading.span
        assert text[start:end].strip() == reading.text
    return [told(reading) for reading in found]


@pytest.mark.parametrize(
    "text",
    [
        "| F Bla | - Rum |\n| A Con | - Bul |",
        "| Unit | Order |\n|---|---|\n| F Bla | - Rum |\n| A Con | - Bul |",
        "| F Bla | - | Rum |\n| A Con | move to | Bul |",
        "| F | Bla | - | Rum |\n| A | Con | - | Bul |",
        "+-------+-------+\n| F Bla | - Rum |\n+-------+-------+\n| A Con | - Bul |\n+-------+-------+",
        "[table][tr][td]F Bla[/td][td]- Rum[/td][/tr][tr][td]A Con[/td][td]- Bul[/td][/tr][/table]",
        "<table><tr><td>F Bla</td><td>- Rum</td></tr><tr><td class='x'>A Con</td><td>- Bul</td></tr></table>",
        "│ F Bla │ - Rum │\n│ A Con │ - Bul │",
        "| Turkey | F Bla | - Rum |\n| | A Con | - Bul |",
        "F Bla - Rum | A Con - Bul",
        "[list][*]F Bla - Rum[*]A Con - Bul[/list]",
    ],
)
def test_the_cells_of_a_row_make_one_order(text: str) -> None:
    assert turkey(text) == ["F BLA - RUM", "A CON - BUL"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("| F Bla | S A Con - Bul |", ["F BLA S A CON - BUL"]),
        ("| F Bla | S | A Con - Bul |", ["F BLA S A CON - BUL"]),
        ("| F Bla | Support | A Con | Bul |", ["<ambiguous> F BLA S A CON - BUL"]),
        ("| F Bla | Rum |", ["<ambiguous> F BLA - RUM"]),
        ("| Unit | From | To |\n| A | Con | Bul |", ["<ambiguous> A CON - BUL"]),
        ("| F Bla | H | A Con | - Bul |", ["F BLA H", "A CON - BUL"]),
        ("| F Bla | | \n| A Con | - Bul |", ["<repaired> F BLA H", "A CON - BUL"]),
        ("| A Con | - Bul | if Russia agrees |", ["<ambiguous> A CON - BUL"]),
        ("A Con - Bul | Smy", ["<ambiguous> A CON - BUL or A CON - SMY"]),
    ],
)
def test_a_row_that_is_not_certain_is_no_hold(text: str, expected: list[str]) -> None:
    assert turkey(text) == expected


@pytest.mark.parametrize(
    "pointer",
    [
        "The others as before",
        "Rest as last time",
        "same as before for the rest",
        "the rest same as before",
        "others unchanged",
        "Everything else stays the same",
        "all else as previously ordered",
        "My other orders are still valid",
        "Other units keep their orders",
        "otherwise unchanged",
        "leave the rest as it was",
        "Remaining units: no change",
        "The rest of my units do the same as last season",
        "Nothing else changes",
        "rest wie gehabt",
        "the remaining orders stand",
    ],
)
def test_words_that_point_to_orders_elsewhere_are_reported(pointer: str) -> None:
    for text in (
        f"F Bla - Rum\n{pointer}",
        f"F Bla - Rum. {pointer}.",
        f"F Bla - Rum; {pointer}",
        f"F Bla - Rum ({pointer})",
    ):
        assert turkey(text) == ["F BLA - RUM", ELSEWHERE]
    assert turkey(f"{pointer}. F Bla - Rum") == [ELSEWHERE, "F BLA - RUM"]
    problem = next(r.problem for r in read(pointer, CLASSIC, position=TURKEY, power="Turkey"))
    assert problem == "This points to orders that are not in this text."


@pytest.mark.parametrize(
    "text",
    [
        "As before except F Bla - Rum",
        "Same as last turn, but F Bla - Rum",
        "Everything as before, only F Bla - Rum",
        "Just one change: F Bla - Rum",
        "Please make two small changes to my orders: F Bla - Rum",
    ],
)
def test_exceptions_from_orders_elsewhere_are_read(text: str) -> None:
    assert turkey(text) == [ELSEWHERE, "F BLA - RUM"]


@pytest.mark.parametrize("text", ["F Bla - Rum\nThe rest hold", "F Bla - Rum, all others stay", "F Bla - Rum. Rest H"])
def test_the_rest_holding_is_an_order(text: str) -> None:
    assert turkey(text) == ["F BLA - RUM", "A CON H", "A SMY H"]


@pytest.mark.parametrize("mark", ["____", "________________", "-- ", "---", "——"])
def test_what_stands_below_a_signature_mark_is_not_in_force(mark: str) -> None:
    below = ["F BLA - RUM", "<ambiguous> A CON H"]
    assert turkey(f"F Bla - Rum\n{mark}\nSultan of Con\nA Con holds the world") == below
    assert turkey(f"F Bla - Rum\n{mark}\nSultan of Constantinople") == below[:1]
    assert turkey(f"Turkey\n{mark}\nF Bla - Rum\nA Con H") == ["F BLA - RUM", "A CON H"]
    assert turkey(f"{mark}\nF Bla - Rum\n{mark}\nA Con H\n{mark}\nthanks") == ["F BLA - RUM", "A CON H"]
    assert turkey(f"Fleets\n{mark}\nF Bla - Rum\n\nArmies\n{mark}\nA Con H") == ["F BLA - RUM", "A CON H"]
    assert turkey(f"F Bla - Rum\n{mark}\nArmies:\nA Con H") == ["F BLA - RUM", "A CON H"]


@pytest.mark.parametrize(
    "text",
    [
        "F Bla S Con?? no: F Bla - Rum",
        "F Bla S Con... no: F Bla - Rum",
        "F Bla S Con\nno: F Bla - Rum",
        "F Bla S Con, nope: F Bla - Rum",
        "F Bla S Con, uh no, F Bla - Rum",
    ],
)
def test_the_order_before_a_no_does_not_stand(text: str) -> None:
    assert turkey(text) == ["<ambiguous> F BLA S A CON", "F BLA - RUM"]


@pytest.mark.parametrize(
    "text",
    [
        "F Bla S Con\nEDIT: F Bla - Rum instead",
        "F Bla S Con EDIT F Bla - Rum",
        "F Bla S Con err F Bla - Rum",
        "F Bla S Con, or rather F Bla - Rum",
        "F Bla S Con. Better: F Bla - Rum",
    ],
)
def test_a_second_thought_is_the_later_order(text: str) -> None:
    assert turkey(text) == ["F BLA S A CON", "F BLA - RUM"]
    sheet = make_sheet("Turkey", [Submission("", text, 1)], TURKEY, CLASSIC)
    assert [write(order) for order in sheet.orders_in_force] == ["F BLA - RUM"]


def test_what_every_other_set_of_the_phase_ordered_is_compared() -> None:
    sent = [
        Submission("Ann", "F Bla - Rum\nA Con - Bul\nA Smy H", 1),
        Submission("Ann", "F Bla - Rum\nA Con - Bul", 2),
        Submission("Bob", "F Bla - Rum", 3),
    ]
    made = make_sheet("Turkey", sent, TURKEY, CLASSIC)
    said = [caution.text for caution in made.warnings if caution.code is CautionCode.DROPPED]
    assert said == ["Earlier sets from Ann also ordered A CON and A SMY; they no longer count."]


def test_two_own_units_that_swap_are_told_so_whatever_the_coast() -> None:
    russia = make_position(
        "classic", Phase.parse("S1901M"), {"Russia": (Unit.parse("F STP/SC"), Unit.parse("A FIN"), Unit.parse("F BOT"))}
    )
    made = make_sheet("Russia", [Submission("", "F StP(sc)–Fin\nA Fin–StP\nF Bot H", 1)], russia, CLASSIC)
    assert [(caution.code, caution.text) for caution in made.warnings] == [
        (
            CautionCode.SWAP,
            "Fleet St. Petersburg (south coast) and Army Finland move the opposite way: "
            "without a convoy neither gets past the other.",
        )
    ]
    convoyed = "F StP(sc) - Fin\nA Fin - StP via convoy\nF Bot C A Fin - StP"
    made = make_sheet("Russia", [Submission("", convoyed, 1)], russia, CLASSIC)
    assert made.warnings == ()
