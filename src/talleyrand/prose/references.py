"""The rules that reports and house rules name by number, each in a sentence of our own."""

from __future__ import annotations

NUMBERED: dict[str, str] = {
    "R1": "All units are equally strong.",
    "R2": "A province holds one unit.",
    "R3": "Moves of equal strength to one province all fail.",
    "R4": "A standoff never dislodges a unit that stands in the province (beleaguered garrison).",
    "R5": "One unit that stays can stop a whole chain of moves behind it.",
    "R6": "Two units cannot swap places, unless one goes by convoy.",
    "R7": "Three or more units can rotate.",
    "R8": "A unit that was not ordered to move is supported by naming its province.",
    "R9": "A unit that moves is supported only by an order that matches its move.",
    "R10": "A dislodged unit still stands off others, except where its dislodger came from.",
    "R11": "A dislodged unit has no effect on the province its dislodger came from.",
    "R12": "No power dislodges its own unit, nor supports that.",
    "R13": "Support is cut by an attack from anywhere but the province it is aimed at.",
    "R14": "Support is cut when the supporter is dislodged, wherever the attack came from.",
    "R15": "A unit that is being dislodged still cuts support elsewhere.",
    "R16": "An attack by the supporter's own power does not cut its support.",
    "R17": "A convoy breaks when a fleet it needs is dislodged.",
    "R18": "A convoyed army that bounces stays where it began.",
    "R19": "Two units may swap places if at least one is convoyed.",
    "R20": "A convoy with several routes works while one of them stands.",
    "R21": "A convoyed army does not cut support of an attack on a fleet its convoy needs.",
    "R22": "It does cut that support where another route of it stands.",
}
"""The rules of adjudication as forum games count them."""

DATC: dict[str, str] = {
    "DATC 4.A.1": "Whether a convoy with several routes fails when one of them is broken is a choice.",
    "DATC 4.A.2": "How a convoy paradox is settled is a choice.",
    "DATC 4.A.3": "When an army goes by sea to a province it could walk to is a choice.",
    "DATC 4.A.4": "Whether an army that comes by convoy out of the province the support is aimed at cuts that support "
    "is a choice.",
    "DATC 4.A.5": "Whether a unit dislodged by a convoyed army may retreat to where that army came from is a choice.",
    "DATC 4.A.7": "Whether the loser of a head-to-head battle, dislodged by another unit, still stands others off is a "
    "choice.",
    "DATC 4.B.1": "A fleet that can reach both coasts of a province must name one.",
    "DATC 4.B.2": "Where a fleet can reach one coast only, it need not be named.",
    "DATC 4.B.3": "What becomes of a fleet that names a coast it cannot reach is a choice.",
    "DATC 4.B.4": "A support need not name the coast that the supported fleet goes to.",
    "DATC 4.B.6": "A coast named for an army means nothing to its move; no army is built on one.",
    "DATC 4.B.7": "A fleet built in a province with two coasts must name one of them.",
    "DATC 4.D.4": "Of more builds than are allowed, the first ones count.",
    "DATC 4.D.5": "The same order given twice counts once; of two builds in one centre one counts.",
    "DATC 4.D.6": "Of more removals than are due, the first ones count.",
    "DATC 4.D.8": "The units of a power that orders no removal go by distance, fleets before armies, then by the "
    "alphabet.",
    "DATC 4.E.1": "An order that could not be carried out on this board is illegal; whether its unit may still be "
    "supported in place is a choice.",
    "DATC 5.B": "How the outcomes of all orders depend on each other, and how strong attack, defence and standoff are.",
    "DATC 5.B.1": "A move arrives if its attack is stronger than the unit that stays there, or comes from there, and "
    "than every other move to the place.",
    "DATC 5.B.6": "A support stands unless its unit is attacked, from elsewhere than where it is aimed, or dislodged.",
    "DATC 5.B.7": "Each support that stands adds one to the strength of the unit it is given to.",
    "DATC 6.A.1": "A unit moves to an adjacent province only.",
    "DATC 6.A.2": "An army cannot go to sea.",
    "DATC 6.A.3": "A fleet cannot go inland.",
    "DATC 6.A.4": "A unit cannot move to where it stands.",
    "DATC 6.A.5": "Nor can an army be convoyed to where it stands.",
    "DATC 6.A.6": "A power orders its own units only.",
    "DATC 6.A.7": "A fleet is not convoyed.",
    "DATC 6.A.8": "A unit does not support itself.",
    "DATC 6.A.9": "A fleet goes along one coast; two coastal provinces side by side may share none.",
    "DATC 6.A.10": "A unit does not support into a province it could not go to.",
    "DATC 6.B.1": "A move to a province with two coasts, both within reach, that names none is no certain order.",
    "DATC 6.B.3": "A fleet cannot go to a coast that it does not border.",
    "DATC 6.B.4": "It may support into a province whose other coast is the one in question.",
    "DATC 6.B.5": "It cannot support into a province that it does not border from the coast it stands on.",
    "DATC 6.B.7": "A support that names no coast serves whichever coast the fleet goes to.",
    "DATC 6.B.9": "A support that names another coast than the move does not match it, where both could be meant.",
    "DATC 6.B.11": "A fleet moves from the coast it stands on, whatever coast the order says it is on.",
    "DATC 6.C.1": "Three units, each moving to the next one's place, all arrive.",
    "DATC 6.D.22": "A fleet's move that cannot be made gets no support.",
    "DATC 6.D.23": "Nor does a move to or from an impossible coast.",
    "DATC 6.D.24": "Nor does an army's move that cannot be made.",
    "DATC 6.D.31": "A fleet cannot support a move that only that fleet could convoy.",
    "DATC 6.D.32": "A move overseas where there is no fleet to convoy is impossible, so its army may be supported in "
    "place.",
    "DATC 6.D.34": "A unit does not support a move to its own province.",
    "DATC 6.F.1": "A fleet in a coastal province convoys nobody.",
    "DATC 6.F.12": "A convoy does not break when a fleet is dislodged that its route does not need.",
    "DATC 6.G.7": "A convoy order that could never help does not mean that the army wants to go by sea.",
    "DATC 6.G.8": '"Via convoy" where nobody can convoy does not become a march.',
    "DATC 6.G.19": "Nor does one of a fleet that the route does not need.",
    "DATC 6.H": "The cases on retreats.",
    "DATC 6.H.1": "A retreat is not supported.",
    "DATC 6.H.3": "A retreat is not convoyed: it goes to an adjacent province.",
    "DATC 6.H.4": "Only dislodged units are ordered in a phase of retreats.",
    "DATC 6.H.5": "No unit retreats to where its attacker came from.",
    "DATC 6.H.6": "No unit retreats to a province that a standoff left empty.",
    "DATC 6.H.7": "Two units that retreat to one province are both disbanded; 6.H.8 is the same with three.",
    "DATC 6.H.13": "A unit that came or was attacked by sea still retreats to an adjacent province only.",
    "DATC 6.H.15": "Where the attacker's province is barred, its other coast is barred too; 6.H.16 is the same for a "
    "standoff.",
    "DATC 6.I": "The cases on builds.",
    "DATC 6.I.2": "No fleet is built inland.",
    "DATC 6.I.3": "Nothing is built in a centre where a unit stands.",
    "DATC 6.I.7": "One unit is built in a centre.",
    "DATC 6.J": "The cases on removals, ordered and by default.",
    "DATC 6.J.1": "Only units that are there are removed, and not more than are due.",
    "DATC 6.J.2": "A unit is removed once.",
}
"""Cases (6) and discussions (4, 5) of the Diplomacy Adjudicator Test Cases, version 3."""


def explained(code: str) -> str:
    """The number under which a rule is explained, of its own or of its chapter; "" where none is."""
    for known in (code, code.rpartition(".")[0]):
        if known in NUMBERED or known in DATC:
            return known
    return ""
