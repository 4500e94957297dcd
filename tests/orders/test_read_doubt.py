"""What a text holds beside its writer's orders: signatures, quotations, struck-out and broken lines, second thoughts.

Each row is a text and all its readings: the status where it is not plainly ok, and the order or what was meant.
"""

import pytest

from talleyrand.board.calendar import Phase
from talleyrand.board.position import make_position
from talleyrand.board.unit import Unit
from talleyrand.orders.read import read
from talleyrand.orders.reading import Reading
from talleyrand.orders.write import write
from talleyrand.variants.load import load_variant

CLASSIC = load_variant("classic").board
ANCIENT = load_variant("ancient_mediterranean").board
FRANCE = make_position(
    "classic", Phase.parse("S1901M"), {"France": tuple(Unit.parse(unit) for unit in ("A PAR", "A MAR", "F BRE"))}
)
PIC = ["A PAR - PIC"]


def told(reading: Reading) -> str:
    order = write(reading.order) if reading.order is not None else " or ".join(reading.candidates)
    return " ".join(part for part in ("" if reading.status == "ok" else f"<{reading.status}>", order) if part)


def check(text: str, expected: list[str], kind: str = "M", board: object = CLASSIC) -> None:
    found = read(text, board, kind=kind)  # type: ignore[arg-type]
    assert [told(reading) for reading in found] == expected
    for reading in found:
        start, end = reading.span
        assert text[start:end].strip() == reading.text


@pytest.mark.parametrize(
    "end",
    [
        "\nThanks, Con", "\nCheers, Bel", "\nbest, Rum", "\nRegards,\nGal", "\nKind regards, Edi", "\nLove, Gal",
        ". Thanks, Con", "\n-- Con", "\n--\nCon", "\nThanks!\nLon\nRuler of Mun", "\nSincerely yours,\nBob", "\nRome",
        "\nThanks a lot,\n\nApu", "\nGreetings, Vie", "\n\nCheers Con",
    ],
)  # fmt: skip
def test_a_signature_is_no_order(end: str) -> None:
    check("A Par - Pic" + end, PIC)


@pytest.mark.parametrize("text", ["Thanks, Bob", "Cheers\nRome", "Regards,\nCon", "Best wishes, A. Smith"])
def test_a_signature_alone_is_no_order(text: str) -> None:
    check(text, [])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Thanks for the talk! A Par - Pic", PIC),
        ("Cheers all\nA Par - Pic", PIC),
        ("Thanks,\nLouis\nA Par - Pic", PIC),
        ("Best of luck, A Par - Pic", PIC),
        ("Thanks.\nArmy Paris", ["<repaired> A PAR H"]),
        ("Hi Con,\nA Par - Pic", PIC),
        ("France\nA Par - Pic\nCheers,\nGermany\nA Mun H\nCheers,\nItaly", [*PIC, "A MUN H"]),
        ("Thanks. Same as last turn", ["<unreadable>"]),
    ],
)
def test_a_closing_word_hides_no_order(text: str, expected: list[str]) -> None:
    check(text, expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Thanks, Adam", []),
        ("Adam", []),
        ("A Ath - Spa\nCheers, Sid", ["A ATH - SPA"]),
        ("ADam - Sid", ["<repaired> A DAM - SID"]),
        ("ADam", ["<repaired> A DAM H"]),
    ],
)
def test_a_word_is_a_letter_and_a_name_only_where_a_verb_or_capitals_say_so(text: str, expected: list[str]) -> None:
    check(text, expected, board=ANCIENT)


def test_a_bare_name_is_looked_at_only_where_a_text_has_nothing_else() -> None:
    check("Par", ["<ambiguous> A PAR H"])
    check("A Par - Pic\nMar", PIC)


@pytest.mark.parametrize(
    "text",
    [
        "A Par - Pic\n> A Par - Bur",
        "> A Par - Bur\nA Par - Pic",
        "> > A Par - Bur\n> hello\n\nA Par - Pic",
        "[quote]A Par - Bur[/quote] A Par - Pic",
        '[quote="GM"]A Par - Bur[/quote]\nA Par - Pic',
        "[quote=GM][quote]Hm[/quote]A Par - Bur[/quote]A Par - Pic",
        "<blockquote>A Par - Bur</blockquote>A Par - Pic",
        "On Mon, 3 May 2021, GM wrote:\n> A Par - Bur\n\nA Par - Pic",
        "A Par - Pic\n\n-----Original Message-----\nFrom: GM\nA Par - Bur",
    ],
)
def test_quoted_orders_do_not_count_beside_others(text: str) -> None:
    found = {told(reading): reading for reading in read(text, CLASSIC)}
    assert set(found) == {"A PAR - PIC", "<duplicate> A PAR - BUR"}
    assert found["<duplicate> A PAR - BUR"].problem == "It stands in a quotation; the orders outside it count."


def test_where_all_is_quoted_it_counts_with_a_note() -> None:
    for text in ("> A Par - Pic", "[quote]A Par - Pic[/quote]", "> A Par - Pic\nCheers, Con"):
        (reading,) = read(text, CLASSIC)
        assert told(reading) == "A PAR - PIC"
        assert reading.notes == ("This stands in a quotation.",)


def test_a_quotation_leaves_no_heading_and_names_no_units() -> None:
    text = "[quote]Germany: A Mun - Tyr[/quote]\nA Par - Pic"
    assert [reading.power for reading in read(text, CLASSIC)] == ["Germany", None]
    found = read("> A Par - Bur\nA Mar H\nThe rest hold", CLASSIC, position=FRANCE, power="France")
    assert [told(reading) for reading in found] == ["<duplicate> A PAR - BUR", "A MAR H", "F BRE H", "A PAR H"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A Par - Pic\n~~A Mar H~~\nA Mar - Spa", [*PIC, "<duplicate>", "A MAR - SPA"]),
        ("[s]A Par - Bur[/s] A Par - Pic", ["<duplicate>", *PIC]),
        ("A Par - Pic <del>A Par - Bur</del>", [*PIC, "<duplicate>"]),
        ("~~A Par - Bur~~", ["<ambiguous> A PAR - BUR"]),
        ("~~A Par - Bur~~\nA Mar - Spa", ["<ambiguous> A PAR - BUR", "A MAR - SPA"]),
        ("A Par - ~~Bur~~ Pic", PIC),
    ],
)
def test_struck_out_orders_never_beat_others_and_keep_their_place(text: str, expected: list[str]) -> None:
    check(text, expected)


def test_struck_out_orders_to_all_are_not_certain() -> None:
    found = read("~~All hold~~\nA Par - Pic", CLASSIC, position=FRANCE, power="France")
    assert [told(reading) for reading in found] == ["<ambiguous> F BRE H", "<ambiguous> A MAR H", "<duplicate>", *PIC]


def test_a_bare_unit_holds_and_that_is_said() -> None:
    (reading,) = read("A Vie", CLASSIC)
    assert told(reading) == "<repaired> A VIE H"
    assert reading.repairs == ("No verb was written: read as hold.",)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A Vie\n   S A Tri - Tyr", ["A VIE S A TRI - TYR"]),
        ("A Vie\n - Tri", ["A VIE - TRI"]),
        ("A Vie\nsupports A Bud\nA Bud H", ["A VIE S A BUD", "A BUD H"]),
        ("A Bud S A Vie\n -> Tri", ["A BUD S A VIE - TRI"]),
        ("A Lon - Nwy\n  via convoy", ["A LON - NWY VIA"]),
        ("A Vie\nA Bud H", ["<repaired> A VIE H", "A BUD H"]),
        ("- A Vie\n- A Bud H", ["<repaired> A VIE H", "A BUD H"]),
        ("A Vie\n- A Bud - Ser", ["<repaired> A VIE H", "A BUD - SER"]),
    ],
)
def test_an_order_broken_over_two_lines(text: str, expected: list[str]) -> None:
    check(text, expected)


def test_a_heading_below_a_unit_is_no_verb_for_it() -> None:
    check("Build\nA Par\nRemove\nA Mun", ["A PAR B", "A MUN D"], kind="A")


def test_both_support() -> None:
    check("Army Bulgaria and Army Rumania both support Army Serbia.", ["A BUL S A SER", "A RUM S A SER"])


@pytest.mark.parametrize(
    "text",
    ["A Mun - Bur w/ support from A Ruh", "A Mun - Bur w/ sup from A Ruh", "A Mun - Bur, w/ support of A Ruh"],
)
def test_a_move_with_support_counts_and_its_support_is_not_certain(text: str) -> None:
    check(text, ["A MUN - BUR", "<ambiguous> A RUH S A MUN - BUR"])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A Bul - Ser. Sorry, changed my mind: A Bul - Gre", ["A BUL - SER", "A BUL - GRE"]),
        ("A Bul - Ser\nOops: A Bul - Gre instead", ["A BUL - SER", "A BUL - GRE"]),
        ("A Bul - Ser. No wait, A Bul - Gre", ["A BUL - SER", "A BUL - GRE"]),
        ("A Bul - Ser, I mean A Bul - Gre", ["A BUL - SER", "A BUL - GRE"]),
        ("Actually A Bul - Gre", ["A BUL - GRE"]),
        ("Sorry for the delay", []),
    ],
)
def test_second_thoughts_leave_both_orders_of_which_the_sheet_takes_the_later(text: str, expected: list[str]) -> None:
    check(text, expected)


def test_a_power_in_front_of_a_unit() -> None:
    check("Eng s Fre F Bre-MAO", ["F ENG S F BRE - MAO"])
    check("Fre F Bre - MAO", ["F BRE - MAO"])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Two armies: Paris and Marseilles", ["A PAR B", "A MAR B"]),
        ("Build 2 fleets, Brest and Marseilles", ["F BRE B", "F MAR B"]),
        ("armies in Paris, Marseilles", ["A PAR B", "A MAR B"]),
        ("Remove armies Paris and Marseilles", ["A PAR D", "A MAR D"]),
        ("Build army Paris and fleet Brest", ["A PAR B", "F BRE B"]),
        ("delay build", ["WAIVE"]),
        ("Hold my build", ["WAIVE"]),
    ],
)
def test_builds_listed_by_kind_and_builds_delayed(text: str, expected: list[str]) -> None:
    check(text, expected, kind="A")


@pytest.mark.parametrize(
    "text",
    ["Bur x Mun", "Same as last turn", "As before please", "see above", "ditto", "Armee Warschau nach Galizien",
     "Paris nach Burgund", "A Bur x Mun"],
)  # fmt: skip
def test_nothing_that_looks_like_an_order_vanishes(text: str) -> None:
    check(text, ["<unreadable>"])
