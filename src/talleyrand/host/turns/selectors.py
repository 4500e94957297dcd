"""What a player sees of the power he plays, and what anybody may read in a game's ledger."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from talleyrand.host.absence.selectors import Missed, missed
from talleyrand.host.accounts.models import User
from talleyrand.host.bridge import ledger
from talleyrand.host.bridge.desk import overruled
from talleyrand.host.bridge.ledger import Engine
from talleyrand.host.bridge.orders import Receipt, receipt
from talleyrand.host.bridge.sets import Box, Last, authors_in_force, box_of, last_set
from talleyrand.host.bridge.standing import Removals, removals, standing
from talleyrand.host.desk.log import answered, here, readable
from talleyrand.host.games.access import Role
from talleyrand.host.games.models import Diplomat, Game, present
from talleyrand.host.turns import drafts
from talleyrand.host.turns.here import ready_powers
from talleyrand.host.turns.models import Draft, Event


@dataclass(frozen=True, slots=True)
class Side:
    """One's own power in the open phase.

    ``able`` says whether it has anything to order, ``ready`` whether it is said to need no more time. ``places`` are
    those who play it, the senior first; ``superseding`` is the senior whose orders supersede those of the others, and
    ``authors`` are those whose orders stand. ``box`` is what the box of orders begins with, unless there is a
    ``draft``: the text that the reader kept last and has not followed by orders; ``drafts`` are all of his. ``nudges``
    are what the Game Master asked about the orders of this phase and no set has answered, and ``overruled`` says that
    hers supersede the power's.
    """

    power: str
    receipt: Receipt
    last: Last | None
    box: Box
    drafts: Sequence[Draft]
    draft: Draft | None
    able: bool
    ready: bool
    missed: Missed | None
    removals: Removals
    places: Sequence[Diplomat]
    superseding: str
    authors: tuple[str, ...]
    senior: bool
    nudges: Sequence[Event]
    overruled: bool


def sides(user: User, role: Role, game: Game, engine: Engine | None = None) -> list[Side]:
    """What somebody sees of each power he plays. ``engine`` is the whole game where it has been read already."""
    if not role.powers:
        return []
    engine = engine or ledger.load(game)
    able = standing(engine).able
    counts = {each.power: each for each in missed(role, game, engine)}
    flags = ready_powers(game)
    asked = here(game, "nudged")
    found = []
    for power in sorted(role.powers):
        kept = list(drafts.of(user, game, power))
        places = present(game, power)
        box = receipt(engine, power)
        found.append(
            Side(
                power=power,
                receipt=box,
                last=last_set(engine, power),
                box=box_of(engine, power),
                drafts=kept,
                draft=drafts.offered(user, game, kept),
                able=power in able,
                ready=power in flags,
                missed=counts.get(power),
                removals=removals(engine, power),
                places=places,
                superseding=places[0].user.username if places and places[0].overrides else "",
                authors=authors_in_force(engine, power),
                senior=bool(places) and places[0].user_id == user.pk,
                nudges=[each for each in asked if each.power == power and not answered(each, len(box.sent))],
                overruled=overruled(engine, power),
            )
        )
    return found


def events(role: Role, game: Game, most: int = 12) -> list[Event]:
    """The latest that happened in a game, the newest first, as far as one of this role may know it."""
    return list(readable(role, game).select_related("actor").reverse()[:most])
