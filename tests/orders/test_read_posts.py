"""Posts as players write them, on three maps and in every phase, each with all that it must read as.

``posts/*.txt`` hold them, parted by lines of "%". A line "@ SCENE POWER" in front says where and by whom a post and
those after it are written ("-" for nobody known); below a line of "=" stand the readings, with the status where it is
not "ok".
"""

import json
from pathlib import Path

import pytest

from talleyrand.board.calendar import Phase
from talleyrand.board.position import Dislodged, Position, make_position
from talleyrand.board.unit import Unit
from talleyrand.orders.read import read
from talleyrand.orders.reading import Reading
from talleyrand.orders.write import write
from talleyrand.variants.load import load_variant

POSTS = Path(__file__).parent / "posts"
BOARDS = {name: load_variant(name).board for name in ("classic", "ancient_mediterranean", "morrowind")}


def scenes() -> dict[str, tuple[str, Position]]:
    """The positions by name, each with its board."""
    found = {}
    for name, told in json.loads((POSTS / "scenes.json").read_text(encoding="utf-8")).items():
        centers = {center: power for power, listed in told.get("centers", {}).items() for center in listed.split()}
        found[name] = (
            told["board"],
            make_position(
                told["board"],
                Phase.parse(told["phase"]),
                {power: tuple(map(Unit.parse, listed.split(", "))) for power, listed in told["units"].items()},
                dislodged=tuple(
                    Dislodged(power, Unit.parse(unit), attacker) for power, unit, attacker in told.get("dislodged", ())
                ),
                centers=centers,
            ),
        )
    return found


SCENES = scenes()


def posts() -> list[object]:
    found: list[object] = []
    for path in sorted(POSTS.glob("*.txt")):
        where = power = ""
        for number, block in enumerate(path.read_text(encoding="utf-8").removesuffix("\n").split("\n%\n")):
            if block.startswith("@ "):
                head, _, block = block.partition("\n")
                where, power = head[2:].split()
            text, _, told = f"{block}\n".rpartition("\n=\n")
            found.append(pytest.param(where, power, text, told.splitlines(), id=f"{path.stem}-{number}"))
    return found


def told(reading: Reading) -> str:
    order = write(reading.order) if reading.order is not None else " or ".join(reading.candidates)
    return " ".join(part for part in ("" if reading.status == "ok" else f"<{reading.status}>", order) if part)


@pytest.mark.parametrize(("where", "power", "text", "expected"), posts())
def test_a_post_reads_as_it_was_meant(where: str, power: str, text: str, expected: list[str]) -> None:
    board, position = SCENES[where]
    kind, sender = position.phase.kind, None if power == "-" else power
    found = read(text, BOARDS[board], kind=kind, position=position, power=sender)
    assert [told(reading) for reading in found] == expected
    for reading in found:
        start, end = reading.span
        assert text[start:end].strip() == reading.text
        assert reading.status.counts or reading.problem
        if reading.status == "repaired":
            assert reading.repairs
