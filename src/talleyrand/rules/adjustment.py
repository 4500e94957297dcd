"""Builds and removals: how many, where, and which units the absent lose."""

from __future__ import annotations

import unicodedata
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import UnionType

from talleyrand.board.board import Board
from talleyrand.board.position import Position, make_position
from talleyrand.board.unit import Location, Power, ProvinceId, Unit, UnitKind
from talleyrand.orders.model import Build, Disband, Order, Waive, acting_unit
from talleyrand.rules.hooks import STANDARD, Hooks
from talleyrand.rules.outcome import Code, Outcome, Reason, Resolution, Result
from talleyrand.rules.powers import in_order
from talleyrand.rules.rulebook import DATC, BuildSites, Removal, Rulebook


def adjustments(
    position: Position, board: Board, rulebook: Rulebook = DATC, hooks: Hooks = STANDARD
) -> Mapping[Power, int]:
    """What each power can or must do in Winter: builds if positive, removals if negative.

    Builds are no more than there are sites for (C-044). A power with neither is left out: it can do nothing at all.
    """
    found = {
        power: allowance(position, board, power, rulebook, hooks)
        for power in in_order(board, (*board.power_names, *position.units))
    }
    return {power: number for power, number in found.items() if number}


def allowance(
    position: Position, board: Board, power: Power, rulebook: Rulebook = DATC, hooks: Hooks = STANDARD
) -> int:
    """One power's builds or removals (A-094, C-043, C-044)."""
    number = position.surplus(power)
    if number <= 0:
        return number
    number = min(number, len(build_sites(position, board, power, rulebook, hooks)))
    return min(number, 1) if rulebook.builds is BuildSites.OWN_SINGLE else number


def build_sites(
    position: Position, board: Board, power: Power, rulebook: Rulebook = DATC, hooks: Hooks = STANDARD
) -> frozenset[ProvinceId]:
    """The vacant centres in which a power may build, whether or not it has a build (A-095, C-045)."""
    usual = _vacant(_usual_sites(position, board, power, rulebook), position, board)
    return _vacant(frozenset(hooks.build_sites(position, board, power, usual)), position, board)


def _usual_sites(position: Position, board: Board, power: Power, rulebook: Rulebook) -> frozenset[ProvinceId]:
    """The centres in which the rulebook lets a power build once they are vacant."""
    owned = frozenset(center for center in position.centers_of(power) if center in board.provinces)
    home = owned & board.homes.get(power, frozenset())
    match rulebook.builds:
        case BuildSites.HOME | BuildSites.OWN_SINGLE:
            return home
        case BuildSites.ANY_OWNED:
            return owned
        case BuildSites.OWNED_IF_HOME_OWNED:
            return owned if home else frozenset()


def removal_ranking(position: Position, board: Board, power: Power, rulebook: Rulebook = DATC) -> tuple[Unit, ...]:
    """All units of a power in the order in which it would lose them if it ordered nothing (DATC 4.D.8, 6.J, X-A9).

    The farthest goes first, then a fleet before an army, then by the name of the province. ``distance_2023`` counts
    steps of any kind from the centres owned; ``distance_2000`` from the home centres, whoever owns them, fleets going
    by water and coast only. Where the GM decides this is the 2023 ranking, as advice.
    """
    return tuple(unit for unit, _ in _ranked(position, board, power, rulebook))


def resolve_adjustments(
    position: Position,
    orders: Mapping[Power, Sequence[Order]],
    board: Board,
    rulebook: Rulebook = DATC,
    hooks: Hooks = STANDARD,
) -> Resolution:
    """Resolve a Winter phase (A-094, A-095, C-043 to C-046, DATC 6.I, 6.J).

    Of more builds or removals than allowed the first legal ones count (DATC 4.D.4, 4.D.6). Builds not ordered lapse.
    Removals not ordered are chosen by the rulebook; where it leaves them to the GM the units first in line stay, each
    with an outcome that waits for the ruling, and the power stays over its allowance.
    """
    taken = _taken(position)
    outcomes: list[Outcome] = []
    units: dict[Power, tuple[Unit, ...]] = dict(position.units)
    for power in in_order(board, (*board.power_names, *position.units, *orders)):
        winter = _Winter(position, board, power, rulebook, hooks, taken, orders.get(power, ()))
        outcomes += [winter.obey(order) for order in winter.orders]
        outcomes += winter.default()
        units[power] = tuple(unit for unit in position.units_of(power) if unit not in winter.gone) + tuple(winter.new)
    after = make_position(
        position.variant,
        position.phase,
        units,
        dislodged=position.dislodged,
        standoffs=position.standoffs,
        centers=position.centers,
        extra=position.extra,
    )
    return Resolution(tuple(outcomes), after)


def judge_winter(
    position: Position,
    power: Power,
    orders: Sequence[Order],
    board: Board,
    rulebook: Rulebook = DATC,
    hooks: Hooks = STANDARD,
) -> tuple[Outcome, ...]:
    """What becomes of one power's Winter orders as long as no other power orders anything, an outcome each."""
    winter = _Winter(position, board, power, rulebook, hooks, _taken(position), orders)
    return tuple(winter.obey(order) for order in orders)


def _taken(position: Position) -> dict[ProvinceId, tuple[Unit, Power]]:
    return {province: (unit, power) for province, (power, unit) in position.occupants.items()}


@dataclass(slots=True)
class _Winter:
    """One power's Winter: its orders taken one after the other against what is left of its allowance."""

    position: Position
    board: Board
    power: Power
    rulebook: Rulebook
    hooks: Hooks
    taken: dict[ProvinceId, tuple[Unit, Power]]
    orders: Sequence[Order]
    new: list[Unit] = field(default_factory=list)
    gone: set[Unit] = field(default_factory=set)
    allowed: int = field(init=False)
    left: int = field(init=False)
    owed: int = field(init=False)
    sites: frozenset[ProvinceId] = field(init=False)

    def __post_init__(self) -> None:
        self.allowed = allowance(self.position, self.board, self.power, self.rulebook, self.hooks)
        self.left = self.allowed
        self.owed = self.position.surplus(self.power)
        self.sites = build_sites(self.position, self.board, self.power, self.rulebook, self.hooks)

    def obey(self, order: Order) -> Outcome:
        """Carry out an order, or set it aside."""
        fault = self._fault(order) or self._forbidden(order) or self._too_many(order)
        unit = acting_unit(order)
        if fault is not None:
            return Outcome(self.power, unit, order, (Result.IGNORED,), (fault,), self._where(unit))
        return self._carry_out(order)

    def default(self) -> list[Outcome]:
        """The removals that were not ordered."""
        if self.left >= 0:
            return []
        ranked = [
            (unit, steps)
            for unit, steps in _ranked(self.position, self.board, self.power, self.rulebook)
            if unit not in self.gone
        ][: -self.left]
        if self.rulebook.removal is Removal.GM_DECIDES:
            waits = Reason(Code.AWAITS_RULING, rule="DATC 4.D.8", text="the GM decides which unit is removed")
            return [Outcome(self.power, unit, None, (Result.HELD,), (waits,), unit.location) for unit, _ in ranked]
        self.gone.update(unit for unit, _ in ranked)
        self.left = 0
        return [
            Outcome(
                self.power,
                unit,
                None,
                (Result.DISBANDED,),
                (Reason(Code.REMOVED_BY_DEFAULT, rule="DATC 4.D.8", text=_measure(steps, self.rulebook)),),
            )
            for unit, steps in ranked
        ]

    def _fault(self, order: Order) -> Reason | None:
        match order:
            case Build(unit):
                return self._cannot_build(unit)
            case Disband(unit):
                name = f"{unit.kind.word} {self.board.name(unit.location)}"
                if unit in self.gone:
                    return Reason(Code.ILLEGAL, unit, rule="DATC 6.J.2", text=f"{name} is removed already")
                if unit not in self.position.units_of(self.power):
                    return Reason(Code.ILLEGAL, unit, rule="DATC 6.J.1", text=f"{self.power} has no {name}")
                return None
            case Waive():
                return None
        return Reason(Code.ILLEGAL, rule="A-094", text="Winter knows only builds, removals and waived builds")

    def _forbidden(self, order: Order) -> Reason | None:
        text = self.hooks.forbids(self.position, self.board, self.power, order)
        return None if text is None else Reason(Code.ILLEGAL, text=text)

    def _too_many(self, order: Order) -> Reason | None:
        """Builds are bounded by sites, too; builds and waives together by centres less units alone (C-046)."""
        if isinstance(order, Disband):
            if self.left < 0:
                return None
            return self._more(Disband, -self.allowed, "DATC 4.D.6")
        if self.owed <= 0:
            return self._more(Build | Waive, self.position.surplus(self.power), "DATC 4.D.4")
        return self._more(Build, self.allowed, "DATC 4.D.4") if isinstance(order, Build) and self.left <= 0 else None

    def _more(self, kind: type[Order] | UnionType, due: int, rule: str) -> Reason:
        """More orders of a kind than may be carried out."""
        asked = sum(isinstance(other, kind) for other in self.orders)
        return Reason(Code.TOO_MANY, strength=(asked, max(0, due)), rule=rule)

    def _cannot_build(self, unit: Unit) -> Reason | None:
        name = self.board.name(unit.province)
        places = self.board.locations(unit.kind, unit.province)
        if unit.province not in self.board.provinces:
            return Reason(Code.ILLEGAL, rule="A-095", text=f"there is no province {name}")
        usual = _usual_sites(self.position, self.board, self.power, self.rulebook)
        if unit.province in self.taken and unit.province in usual | self.sites:
            other, whose = self.taken[unit.province]
            rule = "DATC 6.I.7" if other in self.new else "DATC 6.I.3"
            return Reason(Code.SITE_TAKEN, other, whose, places=(unit.province,), rule=rule)
        if unit.province not in self.sites:
            return Reason(Code.ILLEGAL, rule="A-095", text=self._no_site(unit.province))
        if not places:
            kind = unit.kind.word.lower()
            return Reason(Code.ILLEGAL, rule="DATC 6.I.2", text=f"{name} takes no {kind}")
        if unit.location not in places:
            if unit.kind is UnitKind.ARMY:
                return Reason(Code.ILLEGAL, rule="DATC 4.B.6", text=f"an army in {name} stands on no coast")
            ways = " or ".join(self.board.name(place) for place in places)
            return Reason(Code.ILLEGAL, rule="DATC 4.B.7", text=f"a fleet must be built in {ways}")
        return None

    def _no_site(self, province: ProvinceId) -> str:
        name = self.board.name(province)
        if province not in self.board.centers:
            return f"{name} is no supply centre"
        owner = self.position.centers.get(province)
        if owner != self.power:
            return f"{name} belongs to {owner}" if owner else f"{name} is neutral"
        return f"{name} is no centre in which {self.power} may build"

    def _carry_out(self, order: Order) -> Outcome:
        unit = acting_unit(order)
        if isinstance(order, Disband):
            self.left += 1
            self.gone.add(order.unit)
            return Outcome(self.power, unit, order, (Result.SUCCEEDS,), (Reason(Code.REMOVED, rule="A-094"),))
        self.owed -= 1
        if isinstance(order, Build):
            self.left -= 1
            self.new.append(order.unit)
            self.taken[order.unit.province] = (order.unit, self.power)
            built = Reason(Code.BUILT, places=(order.unit.province,), rule="A-095")
            return Outcome(self.power, unit, order, (Result.SUCCEEDS,), (built,), order.unit.location)
        return Outcome(self.power, unit, order, (Result.SUCCEEDS,), (Reason(Code.WAIVED, rule="C-046"),))

    def _where(self, unit: Unit | None) -> Location | None:
        stands = unit is not None and unit in self.position.units_of(self.power) and unit not in self.gone
        return unit.location if unit is not None and stands else None


def _vacant(sites: frozenset[ProvinceId], position: Position, board: Board) -> frozenset[ProvinceId]:
    return frozenset(site for site in sites if site in board.provinces and site not in position.occupants)


def _ranked(position: Position, board: Board, power: Power, rulebook: Rulebook) -> list[tuple[Unit, int | None]]:
    """Units with their distance, first to go first; None where no centre can be reached."""
    if rulebook.removal is Removal.DISTANCE_2000:
        homes = board.homes.get(power, frozenset())
        by_land = board.graph.distances(homes)
        by_sea = _sea_distances(board, homes)
        found = {
            unit: by_land.get(unit.province) if unit.kind is UnitKind.ARMY else by_sea.get(unit.location)
            for unit in position.units_of(power)
        }
    else:
        steps = board.graph.distances(position.centers_of(power))
        found = {unit: steps.get(unit.province) for unit in position.units_of(power)}

    def key(unit: Unit) -> tuple[float, bool, str, Unit]:
        steps = found[unit]
        far = float("inf") if steps is None else steps
        return -far, unit.kind is UnitKind.ARMY, _alphabetical(board.name(unit.province)), unit

    return [(unit, found[unit]) for unit in sorted(found, key=key)]


def _sea_distances(board: Board, homes: frozenset[ProvinceId]) -> dict[Location, int]:
    """Fewest steps of a fleet to any coast of a home centre; split coasts stay apart, canals and rivers are edges."""
    found = {place: 0 for home in homes for place in board.locations(UnitKind.FLEET, home)}
    queue = deque(found)
    while queue:
        here = queue.popleft()
        for place in board.graph.steps(UnitKind.FLEET, here):
            if place not in found:
                found[place] = found[here] + 1
                queue.append(place)
    return found


def _alphabetical(name: str) -> str:
    """English order: case and accents aside."""
    return "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c)).casefold()


def _measure(steps: int | None, rulebook: Rulebook) -> str:
    centre = "home centre" if rulebook.removal is Removal.DISTANCE_2000 else "centre it owns"
    if steps is None:
        return f"no {centre} within reach"
    return f"{steps} step{'' if steps == 1 else 's'} from the nearest {centre}"
