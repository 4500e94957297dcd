"""Rulebooks in plain words: every value of every choice has its sentence, and what differs is marked."""

from dataclasses import fields
from enum import StrEnum
from typing import get_type_hints

import pytest

from talleyrand.prose.house_rules import SECTIONS, heading_of, in_words, source_of, values_of
from talleyrand.rules.rulebook import DATC, Rulebook

HINTS = get_type_hints(Rulebook)
VALUES = [
    (field.name, value)
    for field in fields(Rulebook)
    for value in (HINTS[field.name] if issubclass(HINTS[field.name], StrEnum) else (0, 1, 3))
]


@pytest.mark.parametrize(("name", "value"), VALUES)
def test_every_value_has_a_sentence(name, value):
    changed = DATC.with_choices({name: value, **({"last_year": 1908} if name == "at_last_year" else {})})
    rules = {rule.name: rule for rule in in_words(changed, against=DATC, centers_to_win=18)}
    assert rules[name].text.endswith(".")
    assert rules[name].heading
    assert rules[name].changed == (value != getattr(DATC, name))


@pytest.mark.parametrize("name", [field.name for field in fields(Rulebook)])
def test_no_two_values_read_alike(name):
    if name == "victory_centers":
        return
    values = [value for choice, value in VALUES if choice == name]
    extra = {"last_year": 1908} if name == "at_last_year" else {}
    texts = [
        {rule.name: rule.text for rule in in_words(DATC.with_choices({**extra, name: value}), centers_to_win=18)}[name]
        for value in values
    ]
    assert len(set(texts)) == len(values)


def test_the_last_year_and_victory_are_told_in_the_variant_s_terms():
    rules = {
        rule.name: rule.text
        for rule in in_words(DATC.with_choices({"last_year": 8}), centers_to_win=18, last_year="458 AUC")
    }
    assert rules["last_year"] == "The game ends with 458 AUC."
    assert rules["victory_centers"] == "A power with 18 supply centres wins alone."
    assert "at_last_year" not in {rule.name for rule in in_words(DATC, centers_to_win=18)}


def test_every_choice_stands_in_one_section():
    placed = [name for names in SECTIONS.values() for name in names]
    assert sorted(placed) == sorted(field.name for field in fields(Rulebook))
    assert len({heading_of(name) for name in placed}) == len(placed)


def test_the_values_of_a_choice_are_told_as_the_rules_tell_them():
    assert values_of("spelling") == (
        ("repair", "A misspelt name that can mean one place only is read as that place; you are told."),
        ("reject", "An order with a misspelt name is not carried out."),
    )
    assert values_of("archipelago_convoys")[1] == ("no", "A fleet in an archipelago may not convoy.")
    assert values_of("last_year") == ()


def test_choices_name_where_they_are_discussed():
    rules = {rule.name: rule for rule in in_words(DATC, centers_to_win=18)}
    assert rules["paradox"].source == source_of("paradox") == "DATC 4.A.2"
    assert source_of("builds") == ""
