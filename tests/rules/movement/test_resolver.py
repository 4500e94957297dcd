"""The resolver on decisions that are no orders: it knows no rule of the game."""

from collections.abc import Callable, Sequence

from hypothesis import given
from hypothesis import strategies as st

from talleyrand.rules.movement.resolver import Values, settle

Rule = Callable[[Values], bool | None]


def _not(index: int) -> Rule:
    return lambda values: None if values[index] is None else not values[index]


def _same(index: int) -> Rule:
    return lambda values: values[index]


def _all(*indexes: int) -> Rule:
    def rule(values: Values) -> bool | None:
        seen = [values[index] for index in indexes]
        return False if False in seen else None if None in seen else True

    return rule


def _any(*indexes: int) -> Rule:
    def rule(values: Values) -> bool | None:
        seen = [values[index] for index in indexes]
        return True if True in seen else None if None in seen else False

    return rule


def _run(*rules: Rule) -> tuple[Values, list[tuple[list[int], int]]]:
    values: Values = [None] * len(rules)
    cycles: list[tuple[list[int], int]] = []

    def cycle_rule(found: Values, cycle: Sequence[int], solutions: Sequence[Values]) -> None:
        cycles.append((list(cycle), len(solutions)))
        for decision in cycle:
            found[decision] = True

    settle(values, range(len(rules)), lambda seen, decision: rules[decision](seen), cycle_rule)
    return values, cycles


def test_a_chain_needs_no_guess() -> None:
    assert _run(_same(1), _same(2), lambda _: True) == ([True, True, True], [])


def test_a_cycle_with_one_answer_is_no_paradox() -> None:
    """Lesson 14: what only looks like a paradox is settled by its one consistent answer."""
    values, cycles = _run(_any(0, 1), _not(0))
    assert (values, cycles) == ([True, False], [])


def test_a_ring_has_two_answers_and_goes_to_the_cycle_rule() -> None:
    values, cycles = _run(_same(1), _same(2), _same(0))
    assert (values, cycles) == ([True, True, True], [([0, 1, 2], 2)])


def test_a_contradiction_has_no_answer_and_goes_to_the_cycle_rule() -> None:
    _, cycles = _run(_not(0))
    assert cycles == [([0], 0)]


def test_what_hangs_on_a_cycle_is_not_part_of_it() -> None:
    values, cycles = _run(_same(1), _not(1), _not(0))
    assert cycles == [([1], 0)]
    assert values == [True, True, False]


def test_two_cycles_apart_are_settled_apart() -> None:
    _, cycles = _run(_same(1), _same(0), _not(3), _not(2))
    assert sorted(cycles) == [([0, 1], 2), ([2, 3], 2)]


def test_a_cycle_behind_another_waits_for_it() -> None:
    values, cycles = _run(_same(0), _all(0, 1))
    assert cycles == [([0], 2), ([1], 2)]
    assert values == [True, True]


@given(st.permutations(range(5)))
def test_numbering_changes_nothing(order: list[int]) -> None:
    place = {decision: index for index, decision in enumerate(order)}
    rules: list[Rule] = [
        _same(place[1]),
        _same(place[0]),
        _not(place[2]),
        _all(place[0], place[2]),
        _any(place[3], place[1]),
    ]
    values, _ = _run(*(rules[decision] for decision in order))
    assert [values[place[decision]] for decision in range(5)] == [True, True, True, True, True]


def test_a_wide_cycle_is_left_to_the_cycle_rule() -> None:
    """Too many consistent answers to list are as good as several."""
    size = 24

    def twin(index: int) -> Rule:
        def rule(values: Values) -> bool | None:
            return False if values[size] is False else values[index ^ 1]

        return rule

    def hub(values: Values) -> bool | None:
        return None if None in [values[index] for index in range(size)] else True

    values, cycles = _run(*(twin(index) for index in range(size)), hub)
    assert [solutions for _, solutions in cycles] == [0]
    assert values == [True] * (size + 1)
