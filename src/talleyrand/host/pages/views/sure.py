"""What a Game Master is shown before an act of weight is done: what would come of it, and how it is taken back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from talleyrand.host.deadlines.words import instant
from talleyrand.host.desk import clock
from talleyrand.host.desk.selectors import phases_from
from talleyrand.host.games import services as games
from talleyrand.host.pages.views.asked import Asked


@dataclass(frozen=True, slots=True)
class Sure:
    """A question: what would be done, what that means, and the word on the button.

    ``quoted`` shows the text as it would stand, ``why`` is what the box for it is called; "" for no box.
    """

    title: str
    lines: tuple[str, ...]
    button: str
    why: str = "Why (everybody reads it)"
    quoted: bool = False


def _extend(asked: Asked) -> Sure:
    due = games.longer(asked.game, asked.number("hours"), asked.seen)
    return Sure("Move the deadline", _moves(asked, instant(due, asked.zone)), "Move the deadline")


def _deadline(asked: Asked) -> Sure:
    due = clock.another(asked.game, asked.due, seen=asked.seen, now=asked.now, text=asked.text)
    lines = _moves(asked, instant(due, asked.zone))
    told = "The timetable does not allow that: it is told to everybody as your decision, with the reason."
    return Sure("Move the deadline against the timetable", (*lines, told), "Move the deadline")


def _restore(asked: Asked) -> Sure:
    found = clock.last_move(asked.game)
    if found is None:
        raise games.RefusedError("The deadline of this phase has not been moved, so there is nothing to take back.")
    return Sure("Move the deadline back", _moves(asked, instant(found[0], asked.zone)), "Move it back")


def _moves(asked: Asked, to: str) -> tuple[str, ...]:
    assert asked.game.due_at is not None
    was = instant(asked.game.due_at, asked.zone)
    return (f"The deadline is {was}.", f"It would be {to}.", "Everybody is told, and you can move it back.")


def _roll_back(asked: Asked) -> Sure:
    named = phases_from(asked.game, asked.number("to") if asked.form.get("to") else None)
    if not named:
        raise games.RefusedError("to: there is no such phase to go back to")
    lines = [f"{named[0]} would be open again, with the orders that it had. Its clock begins anew."]
    if named[1:]:
        lines.append(f"Put aside with it: {', '.join(named[1:])}. All of that stays readable.")
    lines.append("Everybody is told, and you can bring back what was put aside.")
    return Sure(f"Go back to {named[0]}", tuple(lines), "Roll back")


def _draw(asked: Asked) -> Sure:
    names = asked.form.getlist("sharers")[:100]
    if not names:
        raise games.RefusedError("sharers: tick the powers that share the draw")
    lines = (
        f"The game would end in a draw between {', '.join(name[:64] for name in names)}.",
        "Orders that are in are not adjudicated. Everybody is told, and you can take the game up again.",
    )
    return Sure("End the game in a draw", lines, "End the game")


def _abandon(asked: Asked) -> Sure:
    lines = (
        "The game would end without a result: its clock stops, and all that has been published stays readable.",
        "Everybody is told, and you can take the game up again.",
    )
    return Sure("End the game without a result", lines, "End the game")


def _kick(asked: Asked) -> Sure:
    who = asked.person("player").username
    lines = (
        f"{who} would no longer play {asked.power}. Orders that are in stay in force.",
        "Everybody is told that a place was taken away, the name to those alone who play the power. "
        "You can put the same player in again, as a substitute or where the power is free.",
    )
    return Sure(f"Remove {who} from {asked.power}", lines, "Remove the player")


def _replace(asked: Asked) -> Sure:
    old, new = asked.person("player").username, asked.person("new").username
    lines = (
        f"{new} would play {asked.power} in the place of {old}, and see its orders, those of the past too.",
        "Orders that are in stay in force until others come. You can exchange the two again.",
    )
    return Sure(f"Replace {old} by {new}", lines, "Replace the player")


def _disorder(asked: Asked) -> Sure:
    if asked.form.get("on") == "no":
        line = f"Orders of {asked.power} would be in force again, and what it has missed is forgotten."
        return Sure(f"End the civil disorder of {asked.power}", (line,), "End the disorder")
    lines = (
        f"None of the orders of {asked.power} would be in force, whatever it has sent or sends: its units hold, "
        "disband when they are dislodged, and are removed by the rules of the game.",
        "Everybody can read it in the log, and you can end it at any time.",
    )
    return Sure(f"Put {asked.power} in civil disorder", lines, "Put it in disorder")


def _open(asked: Asked) -> Sure:
    if asked.form.get("on") == "no":
        line = "Where you play yourself you would see the orders of others only once they are adjudicated."
        return Sure("Close your desk", (line,), "Close the desk")
    lines = (
        "You would see all orders as they come in, though you play in this game yourself.",
        "Everybody is told, and can read in the log when you looked.",
    )
    return Sure("Open your desk", lines, "Open the desk")


def _announce(asked: Asked) -> Sure:
    if not asked.text:
        raise games.RefusedError("text: it is empty; write what you want to say")
    lines = ("This is how it will stand on the page of the game. It goes to all who play, as a notice too.",)
    return Sure("Preview of your announcement", lines, "Publish", why="The text, to change it", quoted=True)


SURE: dict[str, Callable[[Asked], Sure]] = {
    "extend": _extend,
    "deadline": _deadline,
    "restore": _restore,
    "roll_back": _roll_back,
    "draw": _draw,
    "abandon": _abandon,
    "kick": _kick,
    "replace": _replace,
    "disorder": _disorder,
    "open": _open,
    "announce": _announce,
}
"""By act: the question that is asked first."""
