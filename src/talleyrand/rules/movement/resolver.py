"""Settle decisions that depend on each other; knows no rule of the game.

A decision is a number whose value is True, False, or None while open. ``evaluate`` answers a decision from the values
of the others, and must be monotone: more values known never turn an answer into another one.

Theory of operation, after Kruijswijk, "The Math of Adjudication". Answers are repeated until nothing more can be told.
What then stays open depends on itself. Among the open decisions, those that depend on no others outside their own cycle
come first: every consistent set of values is looked for by guessing. One such set is the answer. None or several make a
real cycle, which only the cycle rule can settle. Since every step looks at all decisions alike, the order in which they
are numbered cannot change the result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

Values: TypeAlias = list[bool | None]
Evaluate: TypeAlias = Callable[[Values, int], bool | None]
CycleRule: TypeAlias = Callable[[Values, Sequence[int], Sequence[Values]], None]
"""Given the values, the decisions of a cycle and its consistent sets of values, fix at least one of those decisions."""

_GUESSES = 2000
"""Guesses spent on one cycle before it is left to the cycle rule."""


def settle(values: Values, decisions: Iterable[int], evaluate: Evaluate, cycle_rule: CycleRule) -> None:
    """Fill in every value of ``decisions``, in place."""
    open_ones = _propagate(values, list(decisions), evaluate)
    while open_ones:
        for cycle in _first_cycles(values, open_ones, evaluate):
            found = _solutions(values, cycle, evaluate)
            if found is not None and len(found) == 1:
                for decision in cycle:
                    values[decision] = found[0][decision]
            else:
                cycle_rule(values, cycle, found or ())
        open_ones = _propagate(values, open_ones, evaluate)


def _propagate(values: Values, open_ones: list[int], evaluate: Evaluate) -> list[int]:
    """Answer what can be answered until nothing changes; the decisions still open."""
    while True:
        left = []
        for decision in open_ones:
            if values[decision] is None and (answer := evaluate(values, decision)) is not None:
                values[decision] = answer
            elif values[decision] is None:
                left.append(decision)
        if len(left) == len(open_ones):
            return left
        open_ones = left


class _Watched(list[bool | None]):
    """Values that remember which open ones were asked for."""

    def __init__(self, values: Values) -> None:
        super().__init__(values)
        self.asked: set[int] = set()

    def __getitem__(self, index: int) -> bool | None:  # type: ignore[override]
        value = super().__getitem__(index)
        if value is None:
            self.asked.add(index)
        return value


def _first_cycles(values: Values, open_ones: list[int], evaluate: Evaluate) -> list[list[int]]:
    """The strongly connected groups of open decisions that depend on no open decision outside themselves."""
    needs: dict[int, set[int]] = {}
    for decision in open_ones:
        watched = _Watched(values)
        evaluate(watched, decision)
        needs[decision] = watched.asked
    return [sorted(group) for group in _strong_groups(needs) if all(needs[member] <= group for member in group)]


def _strong_groups(needs: dict[int, set[int]]) -> list[set[int]]:
    """Tarjan's strongly connected components, without recursion."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    waiting: set[int] = set()
    groups: list[set[int]] = []
    for root in needs:
        if root in index:
            continue
        work = [(root, iter(needs[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        waiting.add(root)
        while work:
            node, following = work[-1]
            step = next((other for other in following if other not in index or other in waiting), None)
            if step is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    group = set()
                    while node not in group:
                        member = stack.pop()
                        waiting.discard(member)
                        group.add(member)
                    groups.append(group)
            elif step in index:
                low[node] = min(low[node], index[step])
            else:
                index[step] = low[step] = len(index)
                stack.append(step)
                waiting.add(step)
                work.append((step, iter(needs[step])))
    return groups


def _solutions(values: Values, cycle: list[int], evaluate: Evaluate) -> list[Values] | None:
    """Every consistent way to fill in the cycle; None where there was too much to try."""
    found: list[Values] = []
    trials: list[Values] = [list(values)]
    guesses = 0
    while trials:
        trial = trials.pop()
        left = _propagate(trial, [d for d in cycle if trial[d] is None], evaluate)
        if any(trial[d] is not None and evaluate(trial, d) not in (None, trial[d]) for d in cycle):
            continue
        if not left:
            found.append(trial)
            continue
        guesses += 1
        if guesses > _GUESSES:
            return None
        for guess in (True, False):
            branch = list(trial)
            branch[left[0]] = guess
            trials.append(branch)
    return found
