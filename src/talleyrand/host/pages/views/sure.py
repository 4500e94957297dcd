"""What a Game Master is shown before an act of weight is done: what would come of it, and how it is taken back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.db import transaction

from talleyrand.host.bridge import ledger, past
from talleyrand.host.bridge.desk import read_as
from talleyrand.host.bridge.orders import Line
from talleyrand.host.bridge.standing import phase_named
from talleyrand.host.deadlines.timetable import read, zone_of
from talleyrand.host.deadlines.words import instant
from talleyrand.host.desk.selectors import missing_powers, phases_from
from talleyrand.host.games.access import role_of
from talleyrand.host.games.models import Game, seats_of
from talleyrand.host.pages.views.asked import Asked
from talleyrand.prose.words import listing

_WHY = "Why (everybody reads it)"
_WORD = "A word about it (everybody reads it)"
_CHANGE = "The text, to change it"


@dataclass(frozen=True, slots=True)
class Sure:
    """A question: what would be done, what that means, and the word on the button.

    ``why`` is what the box for the text is called; "" for no box. ``quoted`` shows the text as it would stand, in a box
    in which it can be changed. ``read`` are orders as they are read.
    """

    title: str
    lines: tuple[str, ...]
    button: str
    why: str = _WHY
    quoted: bool = False
    read: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Foreseen:
    """The game as it is and as the act would leave it; ``now`` and ``then`` are the phases open, "" for none."""

    before: Game
    after: Game
    now: str
    then: str

    @property
    def course(self) -> str:
        """What is open then and until when, in a sentence."""
        if self.after.state == Game.State.ENDED:
            return "The game would be over, and no clock runs."
        due = self.after.due_at
        if self.after.state != Game.State.RUNNING or due is None:
            return f"{self.then} would be open, and no clock runs."
        return f"{self.then} would be open, and end on {instant(due, zone_of(read(self.after.timetable)))}."


def foreseen(game: Game, act: Callable[[], object]) -> Foreseen:
    """What an act would come to; nothing of it is kept. What refuses the act is raised."""
    with transaction.atomic():
        before = Game.objects.get(pk=game.pk)
        now = _open(before)
        act()
        after = Game.objects.get(pk=game.pk)
        found = Foreseen(before, after, now, _open(after))
        transaction.set_rollback(True)
    return found


def _open(game: Game) -> str:
    if not game.number:
        return ""
    return phase_named(game, game.phases.get(branch=game.branch, number=game.number).code)


def _start(asked: Asked, seen: Foreseen) -> Sure:
    lines = [seen.course]
    free = [seat.power for seat in seats_of(asked.game) if not seat.present()]
    if free:
        one = len(free) == 1
        lines.append(f"{'One power has' if one else f'{len(free)} powers have'} no player: {listing(free)}.")
        lines.append(
            f"{'Its' if one else 'Their'} units hold, disband when they are dislodged, and are removed by the rules of "
            f"the game; nobody waits for {'its' if one else 'their'} orders. Whoever signs in can take "
            f"{'the place' if one else 'a place'} later, and you can put somebody into it by name on your desk, under "
            "Players, before the start or after it."
        )
    lines.append("Everybody who plays is told. The game does not go back to its sign-up.")
    return Sure("Start the game", tuple(lines), "Start the game", why="")


def _adjudicate(asked: Asked, seen: Foreseen) -> Sure:
    lines = [f"{seen.now} would be adjudicated with the orders that are in, and published."]
    if role_of(asked.user, asked.game).sees_all:
        missing = missing_powers(asked.game)
        lines += [f"Nothing is in from {listing(missing)}: what they do not order, holds."] if missing else []
        lines.append(seen.course)
    lines.append("Everybody is told. You can roll the phase back afterwards, in the open.")
    return Sure(f"Adjudicate {seen.now}", tuple(lines), "Adjudicate and publish")


def _pause(asked: Asked, seen: Foreseen) -> Sure:
    lines = (
        "The clock would stand still: no phase ends, and what is left of this one is kept. Orders still come in.",
        "Everybody is told, and you can let the clock run again at any time.",
    )
    return Sure("Pause the game", lines, "Pause the game")


def _resume(asked: Asked, seen: Foreseen) -> Sure:
    return Sure("Let the clock run again", (seen.course, "Everybody is told."), "Let it run", why=_WORD)


def _extend(asked: Asked, seen: Foreseen) -> Sure:
    return Sure("Move the deadline", _moves(asked, seen), "Move the deadline")


def _deadline(asked: Asked, seen: Foreseen) -> Sure:
    told = "The timetable does not allow that: it is told to everybody as your decision, with the reason."
    return Sure("Move the deadline against the timetable", (*_moves(asked, seen), told), "Move the deadline")


def _restore(asked: Asked, seen: Foreseen) -> Sure:
    return Sure("Move the deadline back", _moves(asked, seen), "Move it back")


def _moves(asked: Asked, seen: Foreseen) -> tuple[str, ...]:
    assert seen.before.due_at is not None
    assert seen.after.due_at is not None
    return (
        f"The deadline is {instant(seen.before.due_at, asked.zone)}.",
        f"It would be {instant(seen.after.due_at, asked.zone)}.",
        "Everybody is told, and you can move it back.",
    )


def _roll_back(asked: Asked, seen: Foreseen) -> Sure:
    named = phases_from(asked.game, asked.number("to") if asked.form.get("to") else None)
    lines = [f"{seen.then} would be open again, with the orders that it had. Its clock begins anew.", seen.course]
    if named[1:]:
        lines.append(f"Put aside with it: {'; '.join(named[1:])}. All of that stays readable.")
    lines.append("Everybody is told, and you can bring back what was put aside.")
    return Sure(f"Go back to {seen.then}", tuple(lines), "Roll back")


def _roll_forward(asked: Asked, seen: Foreseen) -> Sure:
    branch = asked.number("branch") if asked.form.get("branch") else None
    found = past.comes_back(ledger.load(asked.game), branch)
    lines = [f"Comes back, as it was: {'; '.join(found.back)}.", seen.course]
    if found.aside:
        lines.append(f"Put aside for it: {'; '.join(found.aside)}, with the orders that are in. It stays readable.")
    lines.append("Everybody is told, and the same button takes it back.")
    return Sure("Bring back what was put aside", tuple(lines), "Bring it back")


def _rule(asked: Asked, seen: Foreseen) -> Sure:
    lines = ["This is how it will stand in the log. It goes to all who play, as a notice too, and stays there."]
    if seen.before.state != seen.after.state:
        lines.append(f"The game goes on with it. {seen.course}")
    return Sure("Preview of your ruling", tuple(lines), "Record the ruling", why=_CHANGE, quoted=True)


def _retry(asked: Asked, seen: Foreseen) -> Sure:
    lines = [f"It can go on now: {seen.now} would be adjudicated with the orders that are in, and published."]
    lines += [seen.course] if role_of(asked.user, asked.game).sees_all else []
    return Sure(f"Adjudicate {seen.now}", (*lines, "Everybody is told."), "Adjudicate and publish", why="")


def _enter(asked: Asked, seen: Foreseen) -> Sure:
    power, override = asked.power, asked.form.get("how") == "override"
    read = read_as(ledger.load(asked.game), power, asked.form.get("orders", ""))
    counts = (
        f"They would stand above whatever {power} sends in this phase, until you take them back."
        if override
        else f"They would count as if {power} had sent them: a later set of its players takes their place."
    )
    nothing = () if read else ("Nothing in it could be read as an order, so it would change nothing.",)
    lines = (
        *nothing,
        counts,
        f"Everybody can read that you entered orders for {power}; its players are told, and read them.",
    )
    return Sure(f"Enter orders for {power}", lines, "Enter the orders", why="", read=read)


def _stand_back(asked: Asked, seen: Foreseen) -> Sure:
    power = asked.power
    lines = (
        f"Your orders that supersede those of {power} would count no more; what it has sent itself is in force again.",
        "Its players are told, and everybody can read it in the log.",
    )
    return Sure(f"Take back your orders for {power}", lines, "Take them back", why="")


def _nudge(asked: Asked, seen: Foreseen) -> Sure:
    lines = (f"The players of {asked.power} would be asked this, and nobody else. Their orders stand as they are.",)
    return Sure(f"Ask the players of {asked.power}", lines, "Send the question", why=_CHANGE, quoted=True)


def _ping(asked: Asked, seen: Foreseen) -> Sure:
    if role_of(asked.user, asked.game).sees_all:
        who = f"the players of {listing(missing_powers(asked.game))}"
    else:
        who = "the players of whichever powers are missing; which those are is not yours to know"
    line = f"A reminder would go to {who}, and to nobody else. The next one can follow in an hour."
    return Sure("Remind the missing", (line,), "Send the reminder", why="")


def _senior(asked: Asked, seen: Foreseen) -> Sure:
    who, power = asked.person("player").username, asked.power
    lines = (
        f"{who} would be the senior of {power}: where the rules let a senior supersede the others, that is {who} then.",
        f"Those who play {power} are told. You can make another the senior again.",
    )
    return Sure(f"Make {who} the senior of {power}", lines, "Make the senior")


def _draw(asked: Asked, seen: Foreseen) -> Sure:
    lines = (
        f"The game would end in a draw between {listing(asked.form.getlist('sharers')[:100])}.",
        "Orders that are in are not adjudicated. Everybody is told, and you can take the game up again.",
    )
    return Sure("End the game in a draw", lines, "End the game", why=_WORD)


def _abandon(asked: Asked, seen: Foreseen) -> Sure:
    lines = (
        "The game would end without a result: its clock stops, and all that has been published stays readable.",
        "Everybody is told, and you can take the game up again.",
    )
    return Sure("End the game without a result", lines, "End the game")


def _take_up(asked: Asked, seen: Foreseen) -> Sure:
    if seen.after.state == Game.State.SIGN_UP:
        lines: tuple[str, ...] = ("People could sign up to the game again.",)
    else:
        lines = (seen.course, "The phase begins anew, with the orders that are in.")
    return Sure("Take the game up again", (*lines, "Everybody is told."), "Take it up again", why=_WORD)


def _put_in(asked: Asked, seen: Foreseen) -> Sure:
    who, power = asked.person("new").username, asked.power
    lines = (
        f"{who} would play {power}, and see its orders, those of the past too. Orders that are in stay in force.",
        *_hers(asked),
        f"{who} is told, and everybody that the place is taken. You can remove the player again.",
    )
    return Sure(f"Put {who} in for {power}", lines, "Put the player in")


def _kick(asked: Asked, seen: Foreseen) -> Sure:
    who = asked.person("player").username
    lines = (
        f"{who} would no longer play {asked.power}. Orders that are in stay in force.",
        "Everybody is told that a place was taken away, the name to those alone who play the power. "
        "You can put the same player in again, as a substitute or where the power is free.",
    )
    return Sure(f"Remove {who} from {asked.power}", lines, "Remove the player")


def _replace(asked: Asked, seen: Foreseen) -> Sure:
    old, new = asked.person("player").username, asked.person("new").username
    lines = (
        f"{new} would play {asked.power} in the place of {old}, and see its orders, those of the past too.",
        *_hers(asked),
        "Orders that are in stay in force until others come. Both are told. You can exchange the two again.",
    )
    return Sure(f"Replace {old} by {new}", lines, "Replace the player")


def _hers(asked: Asked) -> tuple[str, ...]:
    """What it means where the Game Master herself takes the place."""
    if asked.person("new") != asked.user:
        return ()
    if asked.game.open_desk:
        return ("That is you: everybody is told. Your desk is open, so you still see the orders of others.",)
    return (
        "That is you: everybody is told. The orders of others are sealed for you then, until they are adjudicated, "
        "unless you open your desk.",
    )


def _disorder(asked: Asked, seen: Foreseen) -> Sure:
    if asked.form.get("on") == "no":
        line = f"Orders of {asked.power} would be in force again, and what it has missed is forgotten."
        return Sure(f"End the civil disorder of {asked.power}", (line,), "End the disorder")
    lines = (
        f"None of the orders of {asked.power} would be in force, whatever it has sent or sends: its units hold, "
        "disband when they are dislodged, and are removed by the rules of the game.",
        "Everybody can read it in the log, and you can end it at any time.",
    )
    return Sure(f"Put {asked.power} in civil disorder", lines, "Put it in disorder")


def _open_desk(asked: Asked, seen: Foreseen) -> Sure:
    if asked.form.get("on") == "no":
        line = "Where you play yourself you would see the orders of others only once they are adjudicated."
        return Sure("Close your desk", (line, "Everybody is told."), "Close the desk")
    lines = (
        "You would see all orders as they come in, though you play in this game yourself.",
        "Everybody is told, and can read in the log when you looked.",
    )
    return Sure("Open your desk", lines, "Open the desk")


def _announce(asked: Asked, seen: Foreseen) -> Sure:
    lines = ("This is how it will stand on the page of the game. It goes to all who play, as a notice too.",)
    return Sure("Preview of your announcement", lines, "Publish", why=_CHANGE, quoted=True)


SURE: dict[str, Callable[[Asked, Foreseen], Sure]] = {
    "start": _start,
    "adjudicate": _adjudicate,
    "pause": _pause,
    "resume": _resume,
    "extend": _extend,
    "deadline": _deadline,
    "restore": _restore,
    "roll_back": _roll_back,
    "roll_forward": _roll_forward,
    "rule": _rule,
    "retry": _retry,
    "enter": _enter,
    "stand_back": _stand_back,
    "nudge": _nudge,
    "ping": _ping,
    "announce": _announce,
    "put_in": _put_in,
    "replace": _replace,
    "kick": _kick,
    "senior": _senior,
    "disorder": _disorder,
    "draw": _draw,
    "abandon": _abandon,
    "take_up": _take_up,
    "open": _open_desk,
}
"""By act: the question that is asked first, where anybody is told or one more press does not take it back."""
