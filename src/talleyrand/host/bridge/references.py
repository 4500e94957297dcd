"""Rules by their numbers, as reports and house rules name them: which are explained, and how."""

from __future__ import annotations

import re
from collections.abc import Iterator

from talleyrand.prose.references import DATC, NUMBERED, explained

SECTIONS = (("The numbered rules", NUMBERED), ("Diplomacy Adjudicator Test Cases", DATC))
"""Every rule that is explained, by section."""

_CODE = r"(?:(?:DATC )?\d\.[A-J](?:\.\d+)?|R\d{1,2}|[A-D]-\d{3}|X-[A-D]\d+)"
_CITED = re.compile(rf" ?\[({_CODE}(?:(?:, | and )(?:{_CODE}))*)\]")
_ONE = re.compile(_CODE)


def citations(text: str) -> Iterator[tuple[str, tuple[tuple[str, str], ...]]]:
    """A text cut at the rules that it names in square brackets: words, then each rule with the number to look up.

    Rules that are not explained are left out.
    """
    done = 0
    for found in _CITED.finditer(text):
        codes = [(code, explained(f"DATC {code}" if code[0].isdigit() else code)) for code in _ONE.findall(found[1])]
        yield text[done : found.start()], tuple((code, known) for code, known in codes if known)
        done = found.end()
    if done < len(text):
        yield text[done:], ()


def anchor(number: str) -> str:
    """The name of the place where a rule stands on the page that explains them."""
    return number.lower().replace(" ", "-").replace(".", "-")
