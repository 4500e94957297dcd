"""Timetables: grids and lengths, zones and summer time, closed days, extensions, and what they say of themselves."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from talleyrand.board.calendar import Phase
from talleyrand.host.bridge.choices import choices_of, offers, phases_ahead, steps_of
from talleyrand.host.deadlines.presets import PRESETS
from talleyrand.host.deadlines.timetable import (
    DAYS,
    Length,
    Pace,
    Slot,
    Timetable,
    TimetableError,
    alike,
    closes,
    deadline,
    extended,
    prods,
    read,
    resumed,
    write,
)
from talleyrand.host.deadlines.words import describe, when_it_ends, when_it_starts


def utc(*parts):
    return datetime(*parts, tzinfo=UTC)


def ends(timetable, phase, opens):
    return deadline(timetable, Phase.parse(phase), opens)


SPRING, RETREATS, WINTER = Phase.parse("S1901M"), Phase.parse("S1901R"), Phase.parse("W1901A")


def test_the_forum_week_runs_from_sunday_to_sunday():
    week, opens, seen = PRESETS["000"][1], utc(2030, 1, 6, 21), []
    for phase in ("S1M", "S1R", "F1M", "F1R", "W1A", "S2M"):
        opens = ends(week, phase, opens)
        seen.append(opens)
    assert seen == [utc(2030, 1, day, 21) for day in (8, 9, 11, 12, 13, 15)]


def test_a_skipped_phase_keeps_the_grid():  # Fall orders are due on Friday, whether there were retreats or not
    week = PRESETS["000"][1]
    assert ends(week, "F1M", utc(2030, 1, 8, 21)) == utc(2030, 1, 11, 21)
    assert ends(week, "S2M", utc(2030, 1, 11, 21)) == utc(2030, 1, 15, 21)


def test_a_phase_that_opens_late_keeps_the_grid():
    assert ends(PRESETS["000"][1], "S1R", utc(2030, 1, 9, 21, 0, 1)) == utc(2030, 1, 16, 21)


def test_five_lengths_of_days():  # D-003
    opens, days = utc(2030, 3, 1, 18), []
    for phase in ("S1901M", "S1901R", "F1901M", "F1901R", "W1901A", "W1901L"):
        due = ends(PRESETS["004"][1], phase, opens)
        days.append((due - opens).days)
        opens = due
    assert days == [3, 1, 3, 1, 2, 2]


FIVE = ("SM", "SR", "FM", "FR", "WA")


@pytest.mark.parametrize("variant", [each.name for each in offers() if tuple(steps_of(each.name)) == FIVE])
def test_the_forum_week_holds_for_the_phases_of_every_variant_of_five(variant):
    week, opens, seen = PRESETS["000"][1], utc(2030, 1, 6, 21), {}
    for phase, _ in phases_ahead(variant, "", choices_of(variant, ""), years=1):
        opens = seen[f"{phase.season.value}{phase.kind}"] = deadline(week, phase, opens)
    assert seen == {code: utc(2030, 1, day, 21) for code, day in zip(FIVE, (8, 9, 11, 12, 13), strict=True)}


@pytest.mark.parametrize("variant", [each.name for each in offers()])
def test_five_lengths_hold_for_the_phases_of_every_variant(variant):  # D-003
    lengths, opens = PRESETS["004"][1], utc(2030, 3, 1, 18)
    wanted = {"M": 3, "R": 1, "A": 2, "L": 2}
    for phase, _ in phases_ahead(variant, "", choices_of(variant, ""), years=1):
        due = deadline(lengths, phase, opens)
        assert (due - opens).days == wanted.get(phase.kind, 1)
        opens = due


def test_retreats_sent_along_have_no_deadline_of_their_own():  # A-110, X-A8
    phases = phases_ahead("classic", "", {"retreats": "with_orders"}, years=1)
    assert [str(phase) for phase, _ in phases] == ["S1901M", "F1901M", "W1901A"]
    opens, daily = utc(2030, 1, 20, 21), PRESETS["000-daily"][1]
    for day, (phase, _) in zip((21, 22, 23), phases, strict=True):
        opens = deadline(daily, phase, opens)
        assert opens == utc(2030, 1, day, 21)


NEW_YORK, LORD_HOWE = "America/New_York", "Australia/Lord_Howe"


@pytest.mark.parametrize(
    ("zone", "opens", "due"),
    [
        (NEW_YORK, utc(2030, 3, 9, 2), utc(2030, 3, 10, 2)),  # the evening before the switch
        (NEW_YORK, utc(2030, 3, 10, 2), utc(2030, 3, 11, 1)),  # over it: 23 hours
        (NEW_YORK, utc(2030, 11, 2, 1), utc(2030, 11, 3, 1)),
        (NEW_YORK, utc(2030, 11, 3, 1), utc(2030, 11, 4, 2)),  # and back: 25 hours
        (NEW_YORK, utc(2028, 2, 29, 2), utc(2028, 3, 1, 2)),  # the evening of the leap day
        (LORD_HOWE, utc(2030, 4, 5, 10), utc(2030, 4, 6, 10)),  # 21:00 at GMT + 11
        (LORD_HOWE, utc(2030, 4, 6, 10), utc(2030, 4, 7, 10, 30)),  # half an hour back: 24 and a half hours
        (LORD_HOWE, utc(2030, 10, 5, 10, 30), utc(2030, 10, 6, 10)),  # and on
        (LORD_HOWE, utc(2028, 2, 28, 10), utc(2028, 2, 29, 10)),
    ],
)
@pytest.mark.parametrize(
    "rule", [Slot("21:00"), Length(days=1), Length(days=1, at="21:00"), Length(at="21:00", hours=1)]
)
def test_odd_zones_keep_the_hour_on_the_wall(zone, opens, due, rule):  # lesson 7
    assert ends(Timetable({"*": rule}, zone=zone), "S1901M", opens) == due


@pytest.mark.parametrize(
    ("at", "opens", "due"),
    [
        ("02:30", utc(2030, 3, 10, 1), utc(2030, 3, 10, 7, 30)),  # 02:30 does not exist: read as before the change
        ("01:30", utc(2030, 11, 3, 1), utc(2030, 11, 3, 5, 30)),  # 01:30 comes twice: the first
        ("01:30", utc(2030, 11, 3, 5, 30), utc(2030, 11, 4, 6, 30)),
    ],
)
def test_hours_that_new_york_leaves_out_or_shows_twice(at, opens, due):
    assert ends(Timetable({"*": Slot(at)}, zone=NEW_YORK), "S1901M", opens) == due


def test_the_half_hour_that_lord_howe_shows_twice():
    timetable = Timetable({"*": Slot("01:45")}, zone=LORD_HOWE)  # shown at 14:45 and 15:15 UTC of 6 April
    assert ends(timetable, "S1901M", utc(2030, 4, 6, 12)) == utc(2030, 4, 6, 14, 45)
    assert ends(timetable, "S1901M", utc(2030, 4, 6, 14, 45)) == utc(2030, 4, 7, 15, 15)


@pytest.mark.parametrize("zone", [NEW_YORK, LORD_HOWE, "Europe/London", "Etc/GMT"])
def test_a_year_of_forum_weeks_keeps_weekday_and_hour_through_both_switches_and_a_leap_day(zone):
    week = Timetable(PRESETS["000"][1].steps, zone=zone)
    opens = datetime(2028, 1, 2, 21, tzinfo=ZoneInfo(zone)).astimezone(UTC)
    for year in range(1, 53):
        for code, day in (("S{}M", "Tue"), ("S{}R", "Wed"), ("F{}M", "Fri"), ("F{}R", "Sat"), ("W{}A", "Sun")):
            opens = ends(week, code.format(year), opens)
            local = opens.astimezone(ZoneInfo(zone))
            assert (DAYS[local.weekday()], f"{local:%H:%M}") == (day, "21:00")
    assert opens == datetime(2028, 12, 31, 21, tzinfo=ZoneInfo(zone)).astimezone(UTC)


@pytest.mark.parametrize(
    ("opens", "due"),
    [(utc(2030, 3, 10, 2), utc(2030, 3, 11, 1)), (utc(2030, 11, 3, 1), utc(2030, 11, 4, 2))],
)
def test_an_extension_over_a_switch_keeps_to_the_hour(opens, due):  # lessons 6 and 7
    timetable = Timetable({"*": Slot("21:00")}, zone=NEW_YORK, pace=Pace.SOFT)
    assert extended(timetable, SPRING, opens, opens) == due


@pytest.mark.parametrize(
    ("opens", "due"),
    [
        (utc(2030, 3, 29, 20), utc(2030, 3, 30, 20)),  # before the switch, GMT + 1
        (utc(2030, 3, 30, 20), utc(2030, 3, 31, 19)),  # over it: the same hour on the wall
        (utc(2030, 10, 26, 19), utc(2030, 10, 27, 20)),  # and back
        (utc(2028, 2, 28, 20), utc(2028, 2, 29, 20)),  # a leap day
    ],
)
@pytest.mark.parametrize("rule", [Slot("21:00"), Length(days=1), Length(days=1, at="21:00")])
def test_summer_time_moves_no_hour_on_the_wall(opens, due, rule):  # lesson 7
    assert ends(Timetable({"*": rule}, zone="Europe/Paris"), "S1901M", opens) == due


def test_hours_are_hours_whatever_the_clocks_show():
    timetable = Timetable({"*": Length(hours=24)}, zone="Europe/Paris")
    assert ends(timetable, "S1901M", utc(2030, 3, 30, 20)) == utc(2030, 3, 31, 20)


def test_an_hour_that_is_left_out_or_comes_twice():
    timetable = Timetable({"*": Slot("02:30")}, zone="Europe/Paris")
    assert ends(timetable, "S1901M", utc(2030, 3, 30, 12)) == utc(2030, 3, 31, 1, 30)
    assert ends(timetable, "S1901M", utc(2030, 10, 26, 12)) == utc(2030, 10, 27, 0, 30)
    assert ends(timetable, "S1901M", utc(2030, 10, 27, 0, 30)) == utc(2030, 10, 28, 1, 30)


def test_greenwich_is_not_london():  # X-A17
    opens = utc(2030, 6, 3, 12)
    assert ends(PRESETS["000"][1], "S1M", opens) == utc(2030, 6, 4, 21)
    london = Timetable({"*": Slot("21:00")}, zone="Europe/London")
    assert ends(london, "S1M", opens) == utc(2030, 6, 3, 20)


def test_the_most_exact_rule_counts():
    timetable = Timetable({"*": Length(days=9), "M": Length(days=3), "SM": Length(days=1)})
    opens = utc(2030, 1, 1)
    assert [(ends(timetable, phase, opens) - opens).days for phase in ("S1M", "F1M", "W1A")] == [1, 3, 9]


def test_no_phase_ends_on_a_closed_day():
    closed = (date(2030, 12, 24), date(2030, 12, 25))
    opens = utc(2030, 12, 23, 21)
    for rule in (Slot("21:00"), Length(days=1), Length(hours=24), Length(hours=1, at="21:00")):
        assert ends(Timetable({"*": rule}, closed=closed), "S1901M", opens) == utc(2030, 12, 26, 21)


def test_a_slot_may_ask_for_a_least_time():
    timetable = Timetable({"*": Slot("21:00", least=24)})
    assert ends(timetable, "S1901M", utc(2030, 1, 1, 21)) == utc(2030, 1, 2, 21)
    assert ends(timetable, "S1901M", utc(2030, 1, 1, 21, 0, 1)) == utc(2030, 1, 3, 21)


def test_a_strict_timetable_is_never_extended():
    with pytest.raises(TimetableError, match="strict"):
        extended(PRESETS["000"][1], SPRING, utc(2030, 1, 8, 21), utc(2030, 1, 8, 21), 24)


def test_an_extension_keeps_the_hour_of_the_grid():  # lesson 6
    timetable = Timetable({"*": Slot("21:00", ("Tue", "Fri"))}, pace=Pace.SOFT)
    due = utc(2030, 1, 8, 21)
    assert extended(timetable, SPRING, due, due) == utc(2030, 1, 11, 21)
    assert extended(timetable, SPRING, due, due, 5) == utc(2030, 1, 11, 21)
    daily = Timetable({"*": Length(days=3, at="21:00")}, pace=Pace.SOFT)
    assert extended(daily, RETREATS, due, due, 24) == utc(2030, 1, 9, 21)
    assert extended(Timetable({"*": Length(days=3)}, pace=Pace.SOFT), WINTER, due, due, 5) == utc(2030, 1, 9, 2)


def test_extensions_are_capped_however_often_they_are_asked_for():  # lesson 2
    timetable = Timetable({"*": Length(days=2)}, pace=Pace.SOFT, most=72)
    first = due = utc(2030, 1, 8, 21)
    for _ in range(3):
        due = extended(timetable, SPRING, first, due, 24)
    assert due == first + timedelta(days=3)
    with pytest.raises(TimetableError, match="at most 72 hours"):
        extended(timetable, SPRING, first, due, 1)


def test_an_extension_ends_on_no_closed_day():
    closed = (date(2030, 1, 9), date(2030, 1, 10))
    timetable = Timetable({"*": Length(days=3)}, pace=Pace.SOFT, closed=closed)
    due = utc(2030, 1, 8, 21)
    assert extended(timetable, SPRING, due, due) == utc(2030, 1, 11, 21)
    assert extended(timetable, SPRING, due, due, 24) == utc(2030, 1, 11, 21)
    assert extended(timetable, SPRING, due, due, 96) == utc(2030, 1, 12, 21)


@pytest.mark.parametrize(
    ("due", "later"),
    [
        (utc(2030, 3, 30, 20), utc(2030, 3, 31, 19)),
        (utc(2030, 10, 26, 19), utc(2030, 10, 27, 20)),
        (utc(2029, 12, 31, 20), utc(2030, 1, 1, 20)),
    ],
)
def test_a_day_more_is_the_same_hour_of_the_next_day(due, later):  # lesson 7
    timetable = Timetable({"*": Length(days=3)}, zone="Europe/London", pace=Pace.SOFT)
    assert extended(timetable, SPRING, due, due) == later


@pytest.mark.parametrize(
    ("rule", "left", "due"),
    [
        (Slot("21:00"), timedelta(days=9), utc(2030, 3, 10, 2)),  # the grid decides (lesson 6)
        (Length(days=3), timedelta(hours=30), utc(2030, 3, 11, 7)),  # hours are hours over the switch
        (Length(days=3, at="21:00"), timedelta(hours=30), utc(2030, 3, 12, 1)),
        (Length(days=3), timedelta(0), utc(2030, 3, 10, 1)),
    ],
)
def test_a_clock_that_stood_still_goes_on_with_what_was_left(rule, left, due):
    timetable = Timetable({"*": rule}, zone=NEW_YORK)
    assert resumed(timetable, SPRING, utc(2030, 3, 10, 1), left) == due


def test_prods_come_before_the_end_and_not_before_the_beginning():
    opens = utc(2030, 1, 1)
    timetable = Timetable({"*": Length(hours=12)}, prods=(24, 3, 1))
    assert prods(timetable, opens, utc(2030, 1, 1, 12)) == (utc(2030, 1, 1, 9), utc(2030, 1, 1, 11))


def test_grace_comes_after_the_deadline():
    assert closes(Timetable({"*": Slot("21:00")}, grace=15), utc(2030, 1, 1, 21)) == utc(2030, 1, 1, 21, 15)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ({"steps": {"*": {"type": "slot", "at": "25:00"}}}, "steps.*.at: '25:00' is no hour"),
        ({"steps": {"*": {"type": "slot", "at": "9:5"}}}, "is no hour"),
        ({"steps": {"*": {"type": "slot", "at": "21:00", "days": ["Tuesday"]}}}, "'Tuesday' is no weekday"),
        ({"steps": {"*": {"type": "slot", "at": "21:00", "days": []}}}, "steps.*.days: none is chosen"),
        ({"steps": {"M": {"type": "length"}}}, "steps.M: a phase takes more than no time"),
        ({"steps": {"M": {"type": "length", "days": -1}}}, "steps.M"),
        ({"steps": {"M": {"type": "length", "days": 1, "at": "noon"}}}, "steps.M.at"),
        ({"steps": {}}, "steps: is empty"),
        (
            {"steps": {"*": {"type": "length", "days": 1}}, "zone": "Europe/Atlantis"},
            "'Europe/Atlantis' is no time zone",
        ),
        ({"steps": {"*": {"type": "length", "days": 1}}, "zone": "../../etc/passwd"}, "is no time zone"),
        ({"steps": {"*": {"type": "length", "days": 1}}, "grace": 9999}, "grace: 9999 minutes"),
        ({"steps": {"*": {"type": "length", "days": 1}}, "prods": [0]}, "prods"),
        ({"steps": {"*": {"type": "length", "days": 1}}, "most": 1e9}, "most"),
        ({"steps": {"*": {"type": "length", "days": 1}}, "pase": "soft"}, "pase"),
        ({"steps": {"*": {"type": "hours"}}}, "hours"),
        ([], "object"),
    ],
)
def test_what_cannot_be_is_named(value, words):
    with pytest.raises(TimetableError) as fault:
        read(value)
    assert words in str(fault.value)


def test_a_phase_without_a_rule_is_named():
    with pytest.raises(TimetableError, match=r"nothing says when W1901A ends; add 'A' or '\*'"):
        ends(Timetable({"M": Length(days=1)}), "W1901A", utc(2030, 1, 1))


def test_a_timetable_without_an_open_day_is_named():
    closed = tuple(date(2030, 1, 1) + timedelta(days=7 * week) for week in range(60))
    with pytest.raises(TimetableError, match="leaves no day"):
        ends(Timetable({"*": Slot("21:00", ("Tue",))}, closed=closed), "S1901M", utc(2030, 1, 1))


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_sound_and_come_back_from_json(name):
    _, timetable = PRESETS[name]
    assert read(write(timetable)) == timetable
    assert all(line.endswith(".") for line in describe(timetable))


def test_it_says_in_a_sentence_when_the_phase_can_end():  # lesson 5
    due = utc(2030, 1, 8, 21)
    assert when_it_ends(PRESETS["000"][1], due) == (
        "This phase ends on Tuesday 8 January 2030, 21:00 (GMT), not earlier and not later, since the timetable is"
        " strict."
    )
    assert when_it_ends(PRESETS["004"][1], due) == (
        "This phase ends on Tuesday 8 January 2030, 21:00 (UTC), or as soon as all who may order are ready, unless"
        " it is extended."
    )


def test_it_describes_itself():
    assert describe(PRESETS["000"][1])[0] == "Spring orders are due on Tuesday at 21:00."
    assert describe(PRESETS["004"][1])[0] == "Spring orders take 3 days."
    assert describe(Timetable({"R": Length(days=1, hours=12, at="21:00")}))[0] == (
        "All phases take 1 day and 12 hours, and then the next 21:00."
    )


def test_a_sentence_that_knows_of_extensions_says_when_there_can_be_no_more():  # lesson 5
    due = utc(2030, 1, 8, 21)
    soft = PRESETS["004"][1]
    week = timedelta(hours=soft.most)
    assert when_it_ends(soft, due, first=due - timedelta(hours=1)).endswith(", unless it is extended.")
    assert when_it_ends(soft, due, first=due - week).endswith("are ready; it cannot be extended any further.")
    assert when_it_ends(Timetable({"*": Length(1)}, pace=Pace.SOFT, most=0), due).endswith("any further.")
    assert "with 15 minutes of grace" in when_it_ends(Timetable({"*": Length(1)}, grace=15), due)


def test_it_says_in_a_sentence_when_the_game_starts():
    week, start = PRESETS["000"][1], utc(2030, 1, 6, 21)
    assert when_it_starts(week, start) == "The game starts on Sunday 6 January 2030, 21:00 (GMT)."
    assert when_it_starts(week, start, 5) == (
        "The game starts on Sunday 6 January 2030, 21:00 (GMT), unless fewer than 5 play in it by then."
    )
    assert when_it_starts(week, None) == "The game starts when its Game Master says so."
    assert when_it_starts(week, None, 5) == "The game starts when its Game Master says so, with 5 players at least."


def test_phases_are_called_what_the_variant_calls_them():
    lines = describe(PRESETS["000"][1], steps_of("morrowind"))
    assert lines[1] == "Summer retreats are due on Wednesday at 21:00."
    assert not [line for line in lines if "other phases" in line]
    assert describe(PRESETS["004"][1], steps_of("classic"))[:4] == (
        "Spring orders take 3 days.",
        "Retreats take 1 day.",
        "Fall orders take 3 days.",
        "Adjustments take 2 days.",
    )


@pytest.mark.parametrize("called", [None, steps_of("classic")])
@pytest.mark.parametrize("name", PRESETS)
def test_sentences_come_in_playing_order_whatever_order_rules_are_kept_in(name, called):
    _, times = PRESETS[name]
    kept = read(write(times) | {"steps": dict(sorted(write(times)["steps"].items()))})
    assert describe(kept, called) == describe(times, called)


def test_it_speaks_of_minutes_reminders_grace_and_caps():
    lines = describe(PRESETS["live"][1])
    assert lines[:2] == ("Orders take 15 minutes.", "All other phases take 5 minutes.")
    assert lines[-1] == "Whoever has sent nothing is reminded 2 minutes before it ends."
    odd = Timetable({"*": Length(hours=1.5)}, grace=90, pace=Pace.SOFT, most=0, prods=(48, 24, 1))
    assert describe(odd) == (
        "All phases take 1 hour and 30 minutes.",
        "Hours are those of UTC.",
        "A phase ends early when all are ready, and none is extended.",
        "Orders still count 1 hour and 30 minutes after the deadline.",
        "Whoever has sent nothing is reminded 48 hours, 24 hours and 1 hour before it ends.",
    )


def test_two_timetables_are_alike_if_they_say_the_same_of_a_variant_s_phases():
    one, steps = PRESETS["004"][1], steps_of("classic")
    other = Timetable({"M": Length(3), "R": Length(1), "A": Length(2)}, pace=Pace.SOFT)
    assert alike(one, other, steps)
    assert not alike(one, Timetable(other.steps, pace=Pace.STRICT), steps)
    assert not alike(one, Timetable({**other.steps, "SR": Length(2)}, pace=Pace.SOFT), steps)


RULES = st.one_of(
    st.builds(
        Slot,
        st.builds("{:02d}:{:02d}".format, st.integers(0, 23), st.integers(0, 59)),
        st.lists(st.sampled_from(DAYS), min_size=1, unique=True).map(tuple),
        st.sampled_from((0, 1, 24, 100)),
    ),
    st.builds(Length, st.integers(1, 10), st.sampled_from((0, 0.5, 12)), st.sampled_from(("", "21:00", "02:30"))),
)
ZONES = st.sampled_from(("Etc/GMT", "Europe/London", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"))


@given(RULES, ZONES, st.datetimes(datetime(2029, 1, 1), datetime(2032, 1, 1), timezones=st.just(UTC)))
def test_a_phase_ends_after_it_began_at_the_hour_it_should(rule, zone, opens):
    due = deadline(Timetable({"*": rule}, zone=zone), SPRING, opens)
    assert opens < due <= opens + timedelta(days=16)
    local = due.astimezone(ZoneInfo(zone))
    if rule.at and rule.at > "04:00":  # earlier ones may fall into an hour that is left out
        assert f"{local:%H:%M}" == rule.at
    if isinstance(rule, Slot) and rule.at > "04:00":
        assert DAYS[local.weekday()] in rule.days
