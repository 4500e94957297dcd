"""The game that is there to be looked at."""

from datetime import UTC, datetime, timedelta

import pytest

from talleyrand.game.verify import verify
from talleyrand.host import demo
from talleyrand.host.bridge import ledger
from talleyrand.host.games.models import Game

NOW = datetime(2030, 1, 6, 12, tzinfo=UTC)


def test_the_demo_is_three_phases_in_with_every_order_read_and_a_misorder_to_point_out(db):
    game = demo.seed(NOW)
    engine = ledger.load(game)
    assert verify(engine) is None
    assert [str(entry.phase) for entry in engine.line] == ["S1M", "F1M", "W1A", "S2M"]
    lines = [line for entry in engine.line[:-1] for line in engine.report(entry).lines]
    assert {str(line.reading.status) for line in lines} == {"ok", "repaired"}
    assert [len(engine.position.centers_of(power)) for power in engine.powers] == [5, 4, 5, 4, 5]
    assert engine.status.waiting == ("Greece", "Persia", "Rome")
    assert [caution.text for caution in engine.sheet("Carthage").warnings] == [
        "Army Mauretania supports Army Cirta to Carthage, but that is ordered to Numidia."
    ]
    assert game.due_at > NOW


@pytest.mark.parametrize("clock", ["00:00", "02:59", "03:00", "12:30", "20:59", "21:00", "21:01", "23:59"])
def test_its_open_phase_is_open_for_long_at_whatever_hour_it_is_made(db, clock):
    now = datetime.fromisoformat(f"2030-01-06T{clock}:30+00:00")
    game = demo.seed(now)
    assert game.number == 4
    assert timedelta(hours=12) < game.due_at - now < timedelta(hours=24)


def test_the_demo_is_made_once(db):
    assert demo.seed(NOW) == demo.seed(NOW)
    assert Game.objects.count() == 1
