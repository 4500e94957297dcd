"""How long a map takes, beside the renderer of the PyPI package `diplomacy`, on the same positions in one run.

    python benchmarks/draw.py            measure and print
    python benchmarks/draw.py --write    measure and write the table into docs/benchmarks.md

Needs what `bench.py` needs, and the extra `png`.
"""

from __future__ import annotations

import argparse
import json
import sys
from statistics import median

from bench import PAGE, POSITIONS, Worker, interpreter, measure

TASKS = (("talleyrand", "draw"), ("diplomacy", "draw"), ("talleyrand", "picture"))
NAMES = {
    ("talleyrand", "draw"): "Talleyrand: SVG of a phase with orders and results",
    ("diplomacy", "draw"): "diplomacy: `render` with orders",
    ("talleyrand", "picture"): "Talleyrand: PNG of it, 1,400 pixels wide",
}
BEGIN, END = "<!-- drawing -->", "<!-- end of drawing -->"


def table(count: int, rounds: int) -> str:
    """Measure, and the figures as a table."""
    cases = [json.loads(line) for line in POSITIONS.read_text(encoding="utf-8").splitlines() if line.strip()]
    crowded = [case for case in cases if case["phase"].endswith("M")]
    crowded.sort(key=lambda case: -sum(map(len, case["units"].values())))
    chosen = crowded[:count]
    workers = {
        "talleyrand": Worker("talleyrand", sys.executable),
        "diplomacy": Worker("diplomacy", interpreter("diplomacy")),
    }
    try:
        for worker in workers.values():
            worker.ask(do="load", cases=chosen)
        figures = measure(workers, TASKS, list(range(count)), rounds)
    finally:
        for worker in workers.values():
            worker.close()
    rows = [f"| {NAMES[task]} | {1000 * median(figures.seconds[task]) / count:.1f} |" for task in TASKS]
    ratio = figures.ratio(("talleyrand", "draw"), ("diplomacy", "draw"))
    return "\n".join(
        [
            f"{count} crowded movement phases, {rounds} rounds, processor time.",
            "",
            "| What | Milliseconds |",
            "|---|--:|",
            *rows,
            "",
            f"The SVG is drawn {ratio} times as fast as by `diplomacy`.".replace("× (", " (").replace(
                ") times", ") times"
            ),
        ]
    )


def main() -> int:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Measure the drawing of maps.")
    parser.add_argument("--rounds", type=int, default=3, help="rounds that count, after one that warms up (3)")
    parser.add_argument("--count", type=int, default=24, help="phases drawn in a round (24)")
    parser.add_argument("--write", action="store_true", help="write the table into docs/benchmarks.md")
    options = parser.parse_args()
    found = table(options.count, options.rounds)
    print(found)
    if options.write:
        page = PAGE.read_text(encoding="utf-8")
        head, _, rest = page.partition(BEGIN)
        _, _, tail = rest.partition(END)
        PAGE.write_text(f"{head}{BEGIN}\n\n{found}\n\n{END}{tail}", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
