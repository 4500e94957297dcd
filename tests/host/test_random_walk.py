"""Whatever a Game Master, her players and the clock do, in whatever order, the game stays sound."""

import os

import pytest

from site_cast import START
from site_clock import Clock
from site_walk import Walk

FIRST, COUNT = (int(each) for each in os.environ.get("WALKS", "1-4").split("-"))
STEPS = 40


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(FIRST, COUNT + 1))
def test_every_act_in_any_order_leaves_a_sound_game(seed, monkeypatch):
    walk = Walk(seed, Clock(monkeypatch, START))
    try:
        for step in range(STEPS):
            walk.step()
            walk.sound()
            if step % 13 == 12:
                walk.pages(whole=False)
        walk.pages()
    except Exception as fault:
        fault.add_note("\n".join(walk.log))
        raise
