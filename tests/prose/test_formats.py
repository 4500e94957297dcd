"""What players write never becomes markup, a mention or a broken message."""

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from talleyrand.board.calendar import Phase
from talleyrand.board.position import Dislodged, make_position
from talleyrand.board.unit import Location, Unit
from talleyrand.game.report import Line, Report
from talleyrand.orders.model import Hold
from talleyrand.orders.reading import Reading, Status
from talleyrand.prose import bbcode, discord, html, markdown, text
from talleyrand.prose.content import Extras, digest
from talleyrand.prose.document import document
from talleyrand.rules.outcome import Code, Outcome, Reason, Result
from talleyrand.rules.victory import State
from talleyrand.rules.victory import Status as GameStatus
from talleyrand.variants.load import load_variant

CLASSIC = load_variant("classic")
PARIS = Unit.parse("A PAR")
NASTY = (
    "[b]x[/b] <script>alert('1')</script> **bold** `code` ```\n@everyone <@123> & \u202e https://evil.example | ~~ _x_"
)

HELD = Outcome("France", PARIS, Hold(PARIS), (Result.SUCCEEDS,), (), PARIS.location)


def report_of(*lines, phase="S1901M", next_phase="F1901M", **changes):
    position = make_position("classic", Phase.parse(phase), {"France": (PARIS,)}, centers={"PAR": "France"})
    following = changes.pop("next", position.at(Phase.parse(next_phase)))
    return Report("classic", CLASSIC.rulebook, position, lines, position, following, **changes)


def unread(written, status=Status.UNREADABLE, **changes):
    reading = Reading(written, status, problem="The words say nothing.", **changes)
    reason = Reason(Code.ILLEGAL, text="The words say nothing.")
    return Line("France", reading, Outcome("France", PARIS, None, (Result.IGNORED,), (reason,), PARIS.location))


def repaired(written):
    reading = Reading(written, Status.REPAIRED, Hold(PARIS), repairs=('Read "parris" as Paris.',))
    return Line("France", reading, Outcome("France", PARIS, Hold(PARIS), (Result.SUCCEEDS,), (), PARIS.location))


class Tags(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.seen = [], []

    def handle_starttag(self, tag, attrs):
        self.seen.append(tag)
        if tag not in ("meta", "img"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_text_shows_repairs_and_misorders():
    shown = text.render(report_of(repaired("A Parris holds"), unread("a xyz - qqq")), CLASSIC)
    assert 'Written "A Parris holds". Read "parris" as Paris.' in " ".join(shown.split())
    assert '"a xyz - qqq"' in shown
    assert "not understood" in shown
    assert "The words say nothing." in shown


def test_ambiguous_orders_show_their_candidates():
    line = unread("a par - liv", Status.AMBIGUOUS, candidates=("A PAR - LVP", "A PAR - LVN"))
    report = report_of(line)
    assert "It may mean A PAR - LVP or A PAR - LVN." in text.render(report, CLASSIC)
    [entry] = document(report, CLASSIC)["orders"]
    assert entry["sentence"] == '"a par - liv" is ambiguous: it may mean A PAR - LVP or A PAR - LVN.'
    assert entry["candidates"] == ["A PAR - LVP", "A PAR - LVN"]


def test_html_escapes():
    shown = html.render(report_of(unread(NASTY), repaired(NASTY)), CLASSIC, extras=Extras(game=NASTY, deadline=NASTY))
    tags = Tags()
    tags.feed(shown)
    assert not tags.open
    assert "script" not in tags.seen
    assert "b" not in tags.seen


@pytest.mark.parametrize("url", ["javascript:alert(1)", 'https://x.example/"><script>', "data:text/html,x"])
def test_html_takes_no_dangerous_map_url(url):
    tags = Tags()
    shown = html.render(report_of(), CLASSIC, extras=Extras(map_url=url))
    tags.feed(shown)
    assert "script" not in tags.seen
    assert "javascript:" not in shown
    assert "data:text" not in shown


def test_bbcode_escapes():
    shown = bbcode.render(report_of(unread(NASTY), repaired(NASTY)), CLASSIC, extras=Extras(game=NASTY))
    assert "[b]x" not in shown
    assert "@everyone" not in shown
    assert "https://evil" not in shown


def test_markdown_escapes():
    shown = markdown.render(report_of(unread(NASTY), repaired(NASTY)), CLASSIC, extras=Extras(game=NASTY))
    assert "<script" not in shown.replace("\\<script", "")
    assert "\\*\\*bold\\*\\*" in shown
    assert "\\`code\\`" in shown
    assert "@everyone" not in shown


@pytest.mark.parametrize(
    ("written", "wanted"),
    [("1. x", "1\\. x"), ("- x", "\\- x"), ("a|b", "a\\|b"), ("A & B", "A &amp; B"), ("# x", "\\# x")],
)
def test_markdown_escape(written, wanted):
    assert markdown.escape(written) == wanted


def test_discord_breaks_mentions_and_markup():
    messages = discord.render(report_of(unread(NASTY), repaired(NASTY)), CLASSIC, extras=Extras(game=NASTY))
    whole = "\n".join(messages)
    assert "@everyone" not in whole
    assert "<@" not in whole
    assert "\\*\\*bold\\*\\*" in whole
    assert whole.count("```") == 2


def test_discord_splits_at_line_ends_and_reopens_code_blocks():
    table = ["```", *(f"row {number} {'x' * 40}" for number in range(60)), "```"]
    messages = discord.split([["head"], table, ["tail"]], 500)
    assert all(len(message) <= 500 for message in messages)
    assert all(message.count("```") % 2 == 0 for message in messages)
    rows = [line for message in messages for line in message.splitlines() if line.startswith("row")]
    assert rows == table[1:-1]
    assert messages[-1].endswith("tail")


def test_discord_keeps_a_block_whole_where_it_fits():
    messages = discord.split([["a" * 300], ["b" * 150, "b" * 150], ["c"]], 400)
    assert messages == ["a" * 300, f"{'b' * 150}\n{'b' * 150}\n\nc"]


@given(st.lists(st.lists(st.text(max_size=120), max_size=6), max_size=8), st.integers(60, 200))
def test_discord_never_sends_too_long_a_message(blocks, limit):
    blocks = [[line.replace("`", "'").replace("\n", " ") for line in block] for block in blocks]
    for message in discord.split(blocks, limit):
        assert 0 < len(message) <= limit


@given(st.text(max_size=300))
def test_no_text_of_a_player_breaks_a_format(written):
    report = report_of(unread(written), repaired(written))
    assert max(map(len, text.render(report, CLASSIC).splitlines())) <= 80
    for message in discord.render(report, CLASSIC):
        assert len(message) < 2000
    tags = Tags()
    tags.feed(html.render(report, CLASSIC))
    assert not tags.open
    shown = bbcode.render(report, CLASSIC)
    assert shown.count("[list]") == shown.count("[/list]") == 1
    assert "\n\n\n" not in markdown.render(report, CLASSIC)


def test_dislodged_units_are_told_with_their_retreats_or_their_end():
    here = make_position(
        "classic",
        Phase.parse("F1901R"),
        {"France": (PARIS,)},
        dislodged=(Dislodged("Germany", Unit.parse("A BUR"), "PAR"), Dislodged("Italy", Unit.parse("A MAR"), "SPA")),
    )
    gone = (Dislodged("Austria", Unit.parse("A TYR"), "MUN"),)
    report = report_of(
        phase="F1901M", next=here, removed=gone, retreats={Unit.parse("A BUR"): (Location("RUH"), Location("BEL"))}
    )
    content = digest(report, CLASSIC)
    assert [driven.line for driven in content.dislodged] == [
        "Army Burgundy may retreat to Ruhr or Belgium.",
        "Army Marseilles can only disband.",
        "Army Tyrolia has no retreat and is disbanded.",
    ]
    assert content.pending


def test_centres_that_changed_hands_and_the_count_table_after_fall():
    """A-093: after each Fall the report lists centres, armies and fleets of every power."""
    here = make_position(
        "classic",
        Phase.parse("W1901A"),
        {"France": (PARIS, Unit.parse("F BRE")), "Germany": (Unit.parse("A MUN"),)},
        centers={"PAR": "France", "BRE": "France", "MAR": "France", "BEL": "France"},
    )
    report = report_of(
        phase="F1901M",
        next=here,
        captured={"BEL": ("Germany", "France"), "MAR": (None, "France")},
        adjustments={"France": 2, "Germany": -1},
    )
    content = digest(report, CLASSIC)
    assert content.captures == ("France takes Marseilles.", "France takes Belgium from Germany.")
    assert content.table[0] == ("Power", "Centres", "Armies", "Fleets", "+/-")
    assert ("France", "4", "1", "1", "+2") in content.table
    assert ("Germany", "0", "1", "0", "-1") in content.table
    assert ("Turkey", "0", "0", "0", "0") in content.table


@pytest.mark.parametrize(
    ("status", "wanted"),
    [
        (GameStatus(State.SOLO, ("Rome",)), "Rome has won. The game is over."),
        (GameStatus(State.SOLO, ("Rome", "Egypt")), "Rome and Egypt have won together. The game is over."),
        (GameStatus(State.DRAW, ("Rome", "Egypt")), "The game is over: a draw between Rome and Egypt."),
        (GameStatus(State.RANKED, ("Rome",)), "The game has reached its last year: Rome ranks first."),
        (GameStatus(), ""),
    ],
)
def test_the_end_of_a_game_is_told(status, wanted):
    content = digest(report_of(status=status), CLASSIC)
    assert content.result == wanted
    assert bool(content.next) is not status.over


def test_years_are_named_as_asked():
    variant = load_variant("ancient_mediterranean")
    position = make_position("ancient_mediterranean", Phase.parse("S1M"), {})
    report = Report(variant.name, variant.rulebook, position, (), position, position.at(Phase.parse("F1M")))
    assert digest(report, variant).phase == "Spring 01 AD, Movement"
    labelled = digest(report, variant, extras=Extras(label=variant.year_labels["AUC"]))
    assert labelled.phase == "Spring 450 AUC, Movement"
    assert labelled.next == "Fall 450 AUC, Movement"


def test_what_was_taken_back_is_for_the_game_master_alone():
    taken_back = Line("France", Reading("A Par - Bur, sorry Karl", Status.DUPLICATE, problem="A later order."), None)
    chatter = Line("France", Reading("Do not tell Germany", Status.UNREADABLE, problem="No order."), None)
    remark = Line(
        "France", Reading("A Par H", Status.OK, Hold(PARIS), notes=("A remark was left out: (bluff).",)), HELD
    )
    tail = Reading(
        "A Parris H as Karl asked",
        Status.REPAIRED,
        Hold(PARIS),
        repairs=('Read "parris" as Paris.', 'Left aside: "as Karl".'),
    )
    report = report_of(taken_back, chatter, remark, Line("France", tail, HELD))
    for render in (text.render, markdown.render, bbcode.render, html.render):
        for explain in (False, True):
            shown = render(report, CLASSIC, explain=explain)
            assert "A Paris" in shown
            assert not any(words in shown for words in ("Karl", "tell Germany", "bluff"))
        desk = render(report, CLASSIC, extras=Extras(desk=True))
        assert all(words in desk for words in ("Karl", "tell Germany", "bluff"))
