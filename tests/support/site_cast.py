"""When the games of the site's tests begin, and what stands in them."""

from datetime import UTC, datetime

from talleyrand.host.bridge import ledger
from talleyrand.orders.write import write

START = datetime(2030, 1, 6, 21, tzinfo=UTC)
"""A Sunday."""


def in_force(game, power):
    """A power's orders in force by unit: {"A ROM": "A ROM - APU"}."""
    texts = [
        write(entry.reading.order)
        for entry in ledger.load(game).sheet(power).entries
        if entry.chosen and entry.reading.order is not None
    ]
    return {" ".join(text.split()[:2]): text for text in texts}
