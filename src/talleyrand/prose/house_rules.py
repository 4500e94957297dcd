"""A rulebook in plain words: what each choice means at the table, for players who read the rules."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import get_type_hints

from talleyrand.rules.rulebook import DATC, Rulebook


@dataclass(frozen=True, slots=True)
class HouseRule:
    """One choice: its heading, what was chosen in a sentence, and whether it differs from what it is held against.

    ``source`` is where the choice is discussed ("DATC 4.A.3"), "" where it is this handbook's own.
    """

    name: str
    heading: str
    text: str
    changed: bool = False
    source: str = ""


SECTIONS: dict[str, tuple[str, ...]] = {
    "How orders are read": ("sets", "repeated", "spelling", "unit_letter", "missing_coast", "impossible_coast"),
    "What counts as an order": ("illegal_orders", "invalid_support_holds"),
    "Convoys": (
        "adjacent_convoy",
        "convoy_routes",
        "paradox",
        "convoyed_attack_cuts_support_at_origin",
        "archipelago_convoys",
    ),
    "Battles and retreats": ("dislodged_head_to_head_bounces", "retreats", "retreat_to_convoy_origin"),
    "Centres, builds and removals": ("capture", "builds", "removal"),
    "Absent players": ("civil_disorder_after",),
    "How the game ends": ("victory_centers", "draw_share", "last_year", "at_last_year"),
}
"""Every choice of a rulebook by the section of the house rules that it belongs to, in reading order (A-130)."""

_SOURCES = {
    "adjacent_convoy": "DATC 4.A.3",
    "paradox": "DATC 4.A.2",
    "convoy_routes": "DATC 4.A.1",
    "retreat_to_convoy_origin": "DATC 4.A.5",
    "dislodged_head_to_head_bounces": "DATC 4.A.7",
    "convoyed_attack_cuts_support_at_origin": "DATC 4.A.4",
    "archipelago_convoys": "B-022",
    "missing_coast": "DATC 4.B.2",
    "impossible_coast": "DATC 4.B.3",
    "unit_letter": "X-A13",
    "spelling": "X-A13",
    "illegal_orders": "DATC 4.E.1",
    "invalid_support_holds": "A-055",
    "sets": "X-A7",
    "retreats": "X-A8",
    "removal": "DATC 4.D.8",
    "capture": "A-008",
    "civil_disorder_after": "X-A9",
    "victory_centers": "A-002",
    "draw_share": "X-A4",
}


_YES_NO_HEADINGS = {
    "retreat_to_convoy_origin": (
        "Retreats after a convoy",
        "A unit dislodged by a convoyed army may retreat to where that army came from.",
        "A unit dislodged by a convoyed army may not retreat to where that army came from.",
    ),
    "dislodged_head_to_head_bounces": (
        "Losers of head-to-head battles",
        "The dislodged loser of a head-to-head battle still stands others off where it wanted to go, unless its winner"
        " came from there.",
        "The dislodged loser of a head-to-head battle stands nobody off.",
    ),
    "convoyed_attack_cuts_support_at_origin": (
        "Convoys out of the province a support is aimed at",
        "An army convoyed out of the province that a support is aimed at cuts that support.",
        "An army convoyed out of the province that a support is aimed at does not cut that support.",
    ),
    "archipelago_convoys": (
        "Convoys in archipelagos",
        "A fleet in an archipelago may convoy.",
        "A fleet in an archipelago may not convoy.",
    ),
    "invalid_support_holds": (
        "Supports that match nothing",
        "Support of a move that was not ordered counts as support to hold.",
        "Support of a move that was not ordered counts for nothing.",
    ),
}

_CHOICES: dict[str, tuple[str, dict[str, str]]] = {
    "adjacent_convoy": (
        "Convoys to a neighbouring province",
        {
            "explicit": 'An army goes by sea to a province it could walk to only when its order says "via convoy".',
            "own_fleet_implies": 'An army goes by sea to a province it could walk to when its order says "via convoy",'
            " or when a fleet of its own power convoys it.",
            "land_first_1971": "Any matching convoy order makes it a convoy; where the convoy fails the army walks.",
        },
    ),
    "paradox": (
        "Convoy paradoxes",
        {
            "szykman": "In a convoy paradox the convoys fail, and their armies neither attack nor cut support.",
            "all_hold": "In a convoy paradox every unit that would move within it holds.",
            "all_hold_1982": "A convoyed army cuts no support given into waters whose fleet convoys; in any other"
            " paradox all hold.",
            "rule_1971": "A convoyed army does not cut support of an attack on a fleet that carries it.",
            "rule_2000": "A convoyed army does not cut support of an attack on a fleet that carries it, unless another"
            " route of its convoy stands.",
        },
    ),
    "convoy_routes": (
        "Convoys with several routes",
        {
            "one_suffices": "A convoy with several routes works while one of them stands.",
            "all_must_stand_1971": "A convoy with several routes fails when one of them is broken.",
        },
    ),
    "missing_coast": (
        "Coasts that are not named",
        {
            "infer": "A fleet that can reach only one coast of a province need not name it.",
            "fail": "A fleet that moves to a province with two coasts must name one, else it holds.",
        },
    ),
    "impossible_coast": (
        "Coasts that cannot be reached",
        {
            "fail": "A fleet that names a coast it cannot reach holds.",
            "infer": "A fleet that names a coast it cannot reach goes to the one it can.",
        },
    ),
    "unit_letter": (
        "Wrong unit letters",
        {
            "repair": "An order that calls an army a fleet, or a fleet an army, is carried out; you are told.",
            "reject": "An order that calls an army a fleet, or a fleet an army, is not carried out.",
        },
    ),
    "spelling": (
        "Misspellings",
        {
            "repair": "A misspelt name that can mean one place only is read as that place; you are told.",
            "reject": "An order with a misspelt name is not carried out.",
        },
    ),
    "illegal_orders": (
        "Orders that cannot be carried out",
        {
            "ignored": "The unit holds, and may be supported in place.",
            "still_moves": "The unit stays, and may not be supported in place if it was ordered to move.",
            "refused": "Such an order is refused when it comes in.",
        },
    ),
    "sets": (
        "Several sets of orders",
        {
            "replace_set": "A new set of orders replaces the whole earlier one.",
            "merge_by_unit": "A new set of orders replaces the earlier orders of the units that it names, and no"
            " others.",
        },
    ),
    "repeated": (
        "Several orders to one unit",
        {
            "last": "Of several orders to one unit in a set the last one counts.",
            "first": "Of several orders to one unit in a set the first one counts.",
            "void": "Of several orders to one unit in a set none counts.",
        },
    ),
    "retreats": (
        "Retreats",
        {
            "phase": "Retreats are ordered in a phase of their own, when it is known what was dislodged.",
            "with_orders": "Retreats are sent along with the orders, for the case that a unit is dislodged; without"
            " one the unit is disbanded.",
            "with_next_orders": "Retreats are sent together with the next orders.",
        },
    ),
    "builds": (
        "Builds",
        {
            "home": "A power builds in its own home centres that it owns and that are empty.",
            "any_owned": "A power builds in any empty centre that it owns.",
            "owned_if_home_owned": "A power builds in any empty centre that it owns, as long as it owns a home centre.",
            "own_single": "Each player builds in his own single home centre.",
        },
    ),
    "removal": (
        "Removals that were not ordered",
        {
            "distance_2023": "The units furthest from the power's centres go first, by the rule of 2023; fleets before"
            " armies, then by the alphabet.",
            "distance_2000": "The units furthest from home go first, by the rule of 2000; fleets before armies, then by"
            " the alphabet.",
            "gm_decides": "The Game Master says which units go.",
        },
    ),
    "capture": (
        "Centres change hands",
        {
            "after_fall": "After Fall and its retreats.",
            "every_turn": "After every turn.",
        },
    ),
    "draw_share": (
        "Draws",
        {
            "survivors": "A draw is shared by every power with a unit or a centre.",
            "units": "A draw is shared by every power with a unit on the map.",
            "centers": "A draw is shared by every power with a centre.",
        },
    ),
    "at_last_year": (
        "The last year",
        {
            "ranked": "When it ends the powers are ranked.",
            "draw": "When it ends the game is drawn.",
        },
    ),
}


def in_words(
    rulebook: Rulebook, *, against: Rulebook | None = None, centers_to_win: int, last_year: str = ""
) -> tuple[HouseRule, ...]:
    """Every choice of a rulebook in plain words, those that differ from ``against`` marked (A-129, A-130).

    ``centers_to_win`` is the number that the variant arrives at, ``last_year`` the label of the last year, if any.
    """
    rules = []
    for field in fields(Rulebook):
        value = getattr(rulebook, field.name)
        changed = against is not None and value != getattr(against, field.name)
        if field.name == "at_last_year" and not rulebook.last_year:
            continue
        heading, text = _words(field.name, value, centers_to_win, last_year)
        rules.append(HouseRule(field.name, heading, text, changed, _SOURCES.get(field.name, "")))
    return tuple(rules)


def heading_of(name: str) -> str:
    """What a choice is about, in a few words."""
    return _words(name, getattr(DATC, name), 0, "")[0]


def values_of(name: str) -> tuple[tuple[str, str], ...]:
    """Every value that a choice may have, each with its sentence; none where the choice is a number."""
    kind = get_type_hints(Rulebook)[name]
    return () if kind is int else tuple((str(value), _words(name, value, 0, "")[1]) for value in kind)


def source_of(name: str) -> str:
    """Where a choice is discussed ("DATC 4.A.3"), "" where nowhere but here."""
    return _SOURCES.get(name, "")


def _words(name: str, value: object, centers_to_win: int, last_year: str) -> tuple[str, str]:
    if name in _YES_NO_HEADINGS:
        heading, yes, no = _YES_NO_HEADINGS[name]
        return heading, yes if str(value) == "yes" else no
    if name == "civil_disorder_after":
        if not value:
            return "Civil disorder", "A power that sends nothing holds, and is never put in civil disorder."
        times = "one movement phase" if value == 1 else f"{value} movement phases in a row"
        return "Civil disorder", f"A power that sends no orders for {times} is in civil disorder: its units hold."
    if name == "victory_centers":
        return "Victory", f"A power with {centers_to_win} supply centres wins alone."
    if name == "last_year":
        return "Length", f"The game ends with {last_year or value}." if value else "The game has no last year."
    heading, texts = _CHOICES[name]
    return heading, texts[str(value)]
