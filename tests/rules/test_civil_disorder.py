"""Missed orders and civil disorder (A-121, A-126, X-A9, lessons 10 and 12)."""

from talleyrand.board.calendar import Phase
from talleyrand.board.position import Dislodged, make_position
from talleyrand.board.unit import Unit
from talleyrand.orders.model import Build, Disband, Hold, Waive
from talleyrand.rules.civil_disorder import NmrCounts, absent_orders, in_force, update
from talleyrand.rules.rulebook import Removal, Rulebook
from talleyrand.variants.load import load_variant

BOARD = load_variant("classic").board
UNITS = {"France": (Unit.parse("A PAR"), Unit.parse("A VEN")), "Italy": (Unit.parse("A ROM"),)}


def at(phase: str, **rest: object):
    return make_position("classic", Phase.parse(phase), UNITS, **rest)  # type: ignore[arg-type]


def after(*turns: tuple[str, set[str]]) -> NmrCounts:
    counts = NmrCounts()
    for phase, sent in turns:
        counts = update(counts, at(phase), sent)
    return counts


def test_A_126_X_A9_two_movement_phases_running_make_civil_disorder() -> None:
    once = after(("S1901M", {"France"}))
    assert (once.of("Italy"), once.of("France"), once.of("Turkey")) == (1, 0, 0)
    assert once.in_disorder() == frozenset()
    assert after(("S1901M", {"France"}), ("F1901M", {"France"})).in_disorder() == {"Italy"}


def test_X_A9_only_movement_phases_count() -> None:
    counts = after(("S1901M", {"France"}), ("S1901R", set()), ("W1901A", set()))
    assert counts.missed == {"Italy": 1}


def test_X_A9_orders_in_between_begin_the_count_anew_and_end_absence() -> None:
    counts = after(("S1901M", {"France"}), ("F1901M", {"France", "Italy"}), ("S1902M", {"France"}))
    assert counts.of("Italy") == 1
    gone = after(*((f"S190{year}M", {"France"}) for year in range(1, 5)))
    assert gone.in_disorder() == {"Italy"}
    assert update(gone, at("S1905M"), {"Italy", "France"}).in_disorder() == frozenset()


def test_A_121_preliminary_orders_count_whoever_sent_them() -> None:
    # The caller passes every power with any set on record, preliminary or final.
    assert after(("S1901M", {"France", "Italy"})).missed == {}


def test_a_power_without_units_misses_nothing() -> None:
    assert after(("S1901M", set())).missed == {"France": 1, "Italy": 1}


def test_the_number_is_the_rulebooks_and_0_means_never() -> None:
    counts = after(("S1901M", {"France"}))
    assert counts.in_disorder(Rulebook(civil_disorder_after=1)) == {"Italy"}
    many = after(*((f"S19{year}M", {"France"}) for year in range(10, 30)))
    assert many.in_disorder(Rulebook(civil_disorder_after=0)) == frozenset()


def test_X_A9_the_gm_may_clear_and_declare() -> None:
    counts = after(("S1901M", {"France"}), ("F1901M", {"France"}))
    assert counts.clear("Italy").in_disorder() == frozenset()
    forced = NmrCounts().declare("France")
    assert forced.in_disorder(Rulebook(civil_disorder_after=0)) == {"France"}
    assert update(forced, at("S1901M"), {"France", "Italy"}).in_disorder() == {"France"}
    assert forced.clear("France") == NmrCounts()


def test_lesson_12_orders_saved_by_a_power_in_civil_disorder_are_not_in_force() -> None:
    hold = {"France": [Hold(Unit.parse("A PAR"))], "Italy": [Hold(Unit.parse("A ROM"))]}
    forced = NmrCounts().declare("France")
    assert in_force(hold, at("S1901M"), forced) == {"France": (), "Italy": hold["Italy"]}
    absent = NmrCounts({"France": 2})
    assert in_force(hold, at("S1901M"), absent) == hold  # it has come back
    builds = {"France": [Build(Unit.parse("A PAR"))], "Italy": [Waive()]}
    assert in_force(builds, at("W1901A"), absent) == {"France": (), "Italy": builds["Italy"]}
    assert in_force(builds, at("W1901A"), NmrCounts({"France": 1})) == builds


def test_X_A9_orders_for_the_absent_hold_disband_and_remove() -> None:
    assert absent_orders(at("S1901M"), BOARD, "France") == tuple(Hold(unit) for unit in UNITS["France"])
    driven = Dislodged("France", Unit.parse("A MAR"), "PIE")
    assert absent_orders(at("S1901R", dislodged=(driven,)), BOARD, "France") == (Disband(Unit.parse("A MAR")),)
    winter = at("W1901A", centers={"PAR": "France", "ROM": "Italy", "NAP": "Italy"})
    assert absent_orders(winter, BOARD, "France") == (Disband(Unit.parse("A VEN")),)
    assert absent_orders(winter, BOARD, "Italy") == ()  # no builds
    assert absent_orders(winter, BOARD, "France", Rulebook(removal=Removal.GM_DECIDES)) == ()
    assert absent_orders(at("W1901L"), BOARD, "France") == ()
