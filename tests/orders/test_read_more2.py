"""Headings, waivers, supports told in the passive, dotted names, texts as written (A-018, A-023, A-033 to A-035)."""

import pytest

from talleyrand.board.calendar import Phase
from talleyrand.board.position import make_position
from talleyrand.board.unit import Unit
from talleyrand.orders.read import read
from talleyrand.orders.reading import Reading, Status
from talleyrand.orders.write import write
from talleyrand.variants.load import load_variant

BOARDS = {name: load_variant(name).board for name in ("classic", "ancient_mediterranean", "morrowind")}
ROME = make_position(
    "ancient_mediterranean",
    Phase.parse("S450M"),
    {"Rome": (Unit.parse("A ROM"), Unit.parse("F NEA")), "Carthage": (Unit.parse("A CAR"),)},
)
WINTER = make_position(
    "classic",
    Phase.parse("W1901A"),
    {"France": (Unit.parse("A GAS"),)},
    centers={"PAR": "France", "MAR": "France", "BRE": "France"},
)


def told(reading: Reading) -> str:
    order = write(reading.order) if reading.order is not None else ""
    status = "" if reading.status is Status.OK else f"<{reading.status}>"
    return "  ".join(part for part in (order, status) if part)


def classic(text: str, kind: str = "M") -> list[str]:
    return [told(reading) for reading in read(text, BOARDS["classic"], kind=kind)]


@pytest.mark.parametrize("kind", ["M", "R", "A"])
@pytest.mark.parametrize(
    "text",
    [
        "Orders for Rome. Whatever my junior sends after this, please use mine.",
        "Orders for Rome",
        "Rome's orders",
        "Roman orders, Spring 450",
        "Rome, Spring 450",
        "Carthage orders F452",
        "For Egypt:",
        "[b]Greece[/b], Fall 452 AUC",
        "Here are the orders for Rome, sorry for the delay",
    ],
)
def test_a_heading_that_names_a_power_is_no_order(text: str, kind: str) -> None:
    assert read(text, BOARDS["ancient_mediterranean"], kind=kind) == ()


def test_a_heading_with_a_position_is_no_order() -> None:
    text = "Orders for Rome. Whatever my junior sends after this, please use mine.\nA Roma - Neapolis"
    found = read(text, BOARDS["ancient_mediterranean"], position=ROME, power="Rome")
    assert [told(reading) for reading in found] == ["A ROM - NEA"]


@pytest.mark.parametrize(
    "text",
    ["Rome's orders\nA Rom H", "[b]Rome[/b], Fall 452 AUC\nA Rom H", "Orders for Rome.\nA Rom H", "ROME\nA Rom H"],
)
def test_a_heading_says_whose_the_orders_below_are(text: str) -> None:
    (reading,) = read(text, BOARDS["ancient_mediterranean"])
    assert (reading.power, told(reading)) == ("Rome", "A ROM H")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("classic", "par for the course"),
        ("classic", "Nor do I"),
        ("classic", "the black cat, East side story"),
        ("classic", "This is the end for Turkey"),
        ("classic", "I liver and let die"),
        ("classic", "See you in Paris!"),
        ("ancient_mediterranean", "Rome sends greetings to Egypt and Carthage"),
        ("ancient_mediterranean", "Rome and Carthage have agreed a peace"),
        ("ancient_mediterranean", "I am going to Athens for the week"),
    ],
)
def test_names_in_plain_talk_are_no_orders(name: str, text: str) -> None:
    assert read(text, BOARDS[name]) == ()


def test_a_power_called_like_a_province_still_orders() -> None:
    board = BOARDS["ancient_mediterranean"]
    assert [told(r) for r in read("Rome builds A Roma, F Neapolis", board, kind="A")] == ["A ROM B", "F NEA B"]
    assert [told(r) for r in read("Rome - Neapolis", board, position=ROME, power="Rome")] == ["A ROM - NEA"]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("waive a build", 1),
        ("waive one build", 1),
        ("waive two builds", 2),
        ("waive both builds", 2),
        ("both builds waived", 2),
        ("I waive my builds", 1),
        ("I am waiving both builds", 2),
        ("I would like to waive my two builds", 2),
        ("waive x2", 2),
        ("waive (2)", 2),
        ("three waives", 3),
        ("waive the other build", 1),
        ("Build 2: waive", 1),
        ("waive build 2", 1),
        ("no builds this year", 1),
        ("skip my build", 1),
        ("France waives two builds", 2),
    ],
)
def test_builds_waived_in_words(text: str, count: int) -> None:
    assert classic(text, "A") == ["WAIVE"] * count


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("waive my builds", ["WAIVE", "WAIVE"]),
        ("A Par\nwaive the rest", ["A PAR B", "WAIVE"]),
        ("build A Par; waive all others", ["A PAR B", "WAIVE"]),
    ],
)
def test_all_builds_are_as_many_as_are_left(text: str, expected: list[str]) -> None:
    found = read(text, BOARDS["classic"], kind="A", position=WINTER, power="France")
    assert [told(reading) for reading in found] == expected


@pytest.mark.parametrize("text", ["Waive Paris", "I won't build", "None", "waive build A Par"])
def test_a_doubtful_waiver_is_ambiguous(text: str) -> None:
    (reading,) = read(text, BOARDS["classic"], kind="A")
    assert (reading.status, reading.candidates) == (Status.AMBIGUOUS, ("WAIVE",))


def test_both_is_no_province() -> None:
    assert classic("both A Par and A Mar hold") == classic("A Par and A Mar both hold") == ["A PAR H", "A MAR H"]
    assert classic("F Both - Swe") == ["F BOT - SWE"]


@pytest.mark.parametrize(
    "helped",
    [
        "A Par - Bur supported by A Mar",
        "A Par - Bur with support from Marseilles",
        "A Par - Bur, with the support of A Mar",
        "A Par - Bur (supported by A Mar)",
        "A Par - Bur\nA Mar supports it",
        "A Par - Bur and A Mar supports the same",
        "A Par - Bur, A Mar supports the attack",
    ],
)
def test_a_support_told_in_passing_is_never_dropped(helped: str) -> None:
    move, support = read(helped, BOARDS["classic"])
    assert told(move) == "A PAR - BUR"
    assert (support.status, support.candidates) == (Status.AMBIGUOUS, ("A MAR S A PAR - BUR",))


def test_a_convoy_told_in_passing() -> None:
    move, convoy = read("A Lon - Bel convoyed by F Nth", BOARDS["classic"])
    assert told(move) == "A LON - BEL VIA"
    assert (convoy.status, convoy.candidates) == (Status.AMBIGUOUS, ("F NTH C A LON - BEL",))


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("classic", "F St.P. (SC) - Bot", "F STP/SC - BOT"),
        ("classic", "F St. P. (sc) - GoB", "F STP/SC - BOT"),
        ("classic", "F St.P./S.C. - Bot", "F STP/SC - BOT"),
        ("classic", "A St.Pete - Mos", "A STP - MOS"),
        ("classic", "F N.Atl. - Mid.Atl.", "F NAO - MAO"),
        ("classic", "F N.Af. - W.Med.", "F NAF - WES"),
        ("classic", "F M.A.O. - E.C.", "F MAO - ENG"),
        ("ancient_mediterranean", "F G.o.P. - Thebes", "F GOP - THE"),
    ],
)
def test_dots_inside_names(name: str, text: str, expected: str) -> None:
    assert [told(reading) for reading in read(text, BOARDS[name])] == [expected]


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("Army “Byzantum” support Army “Miletus”", "Army “Byzantum” support Army “Miletus”"),
        ("“Paris” to “Burgundy”.", "“Paris” to “Burgundy”"),
        ("“A Par – Bur”", "A Par – Bur"),
        ("A Lon - Nwy (via NTH)!", "A Lon - Nwy (via NTH)"),
        ("[A] Par - Bur", "[A] Par - Bur"),
        ("[b]A Par[/b] - [i]Bur[/i]", "[b]A Par[/b] - [i]Bur[/i]"),
        ("[b]A Par - Bur[/b]", "A Par - Bur"),
    ],
)
def test_the_text_of_a_reading_is_what_was_written(raw: str, text: str) -> None:
    board = BOARDS["ancient_mediterranean" if "Byz" in raw else "classic"]
    (reading,) = read(raw, board)
    start, end = reading.span
    assert reading.text == text == raw[start:end]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Army “Byzantum” H", 'Read "Byzantum" as Byzantium.'),
        ("A BYZANTUM H", 'Read "BYZANTUM" as Byzantium.'),
    ],
)
def test_repairs_quote_as_written(text: str, said: str) -> None:
    assert read(text, BOARDS["ancient_mediterranean"])[0].repairs == (said,)


def test_what_is_left_aside_is_quoted_as_written() -> None:
    def notes(text: str) -> tuple[str, ...]:
        return read(text, BOARDS["classic"])[0].notes

    assert notes("Final Word: A Par - Bur") == ('Left aside: "Final Word:".',)
    assert notes("A Par - Bur (The Big One)") == ('Left aside: "The Big One".',)
    assert notes("A Par - Bur # For The Win") == ('Left aside as a comment: "For The Win".',)


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("M", "A Par s/ A Mar - Bur", ["A PAR S A MAR - BUR"]),
        ("M", "A Par sup. A Mar - Bur", ["A PAR S A MAR - BUR"]),
        ("M", "1. A Par-Bur 2. A Mar-Spa", ["A PAR - BUR", "A MAR - SPA"]),
        ("M", "A Par - Bur/Gas", ["<ambiguous>"]),
        ("M", "A Par hold/support Bur", ["<ambiguous>"]),
        ("M", "A Par … Bur", ["<ambiguous>"]),
        ("M", "A Par -", ["<ambiguous>"]),
        ("M", "A Par - Bur... or maybe not", ["<ambiguous>"]),
        ("M", "A Vie (support Bud - Gal)", ["A VIE S A BUD - GAL"]),
        ("M", "A Vie S Gal (A Bud)", ["<ambiguous>"]),
        ("M", "A Par - Bur, all else holds", ["A PAR - BUR", "<unreadable>"]),
        ("M", "hold", ["<unreadable>"]),
        ("M", "all support Paris", ["<unreadable>"]),
        ("R", "disband it", ["<unreadable>"]),
        ("R", "no retreat", ["<unreadable>"]),
        ("A", "Removals: A Par", ["A PAR D"]),
        ("A", "Losses: A Par", ["<ambiguous>"]),
        ("A", "Kill A Par", ["A PAR D"]),
        ("A", "Take A Par off the board", ["A PAR D"]),
        ("A", "A Par dies", ["<unreadable>"]),
        ("A", "Lon A, Edi F", ["A LON B", "F EDI B"]),
        ("A", "build one army in Paris", ["A PAR B"]),
        ("A", "Build A Par (if lost, F Bre)", ["<ambiguous>"]),
        ("A", "Build A Par, otherwise waive", ["<ambiguous>", "<ambiguous>"]),
    ],
)
def test_no_order_vanishes_or_is_misread(kind: str, text: str, expected: list[str]) -> None:
    assert classic(text, kind) == expected


def test_the_seas_of_a_route_may_be_listed() -> None:
    (reading,) = read("A Lon - Bel via NTH, ENG", BOARDS["classic"])
    assert (told(reading), reading.route) == ("A LON - BEL VIA", ("NTH", "ENG"))
