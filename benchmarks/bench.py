"""Talleyrand beside its peers, on the same positions in one run.

    python benchmarks/bench.py                 measure and print
    python benchmarks/bench.py --write         measure and write the tables into docs/benchmarks.md
    python benchmarks/bench.py --positions     play the games again and write positions.jsonl

`make bench` does the first. Run it with an interpreter that can import talleyrand; the peers get virtual environments
of their own in benchmarks/.venvs, made on the first run.

Every engine runs in a process of its own, and only one works at a time. They take turns block by block, so that what
slows the machine down slows all of them; the figures are medians over the rounds, and the ratios are medians of the
ratios within each round.
"""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from agreement import Agreement
from tables import Figures, page, text

HERE = Path(__file__).parent
POSITIONS = HERE / "positions.jsonl"
PAGE = HERE.parent / "docs" / "benchmarks.md"
PEERS = ("diplomacy", "pydip")
BLOCK = 58
MOVEMENT_TASKS = (
    ("talleyrand", "adjudicate"),
    ("diplomacy", "adjudicate"),
    ("talleyrand", "read"),
    ("pydip", "adjudicate"),
    ("talleyrand", "board"),
    ("talleyrand", "report"),
    ("diplomacy", "options"),
    ("talleyrand", "options"),
)
OTHER_TASKS = (("talleyrand", "report"), ("diplomacy", "adjudicate"))


class BenchError(Exception):
    """Something that keeps the benchmark from running, in words."""


def interpreter(peer: str) -> Path:
    """The interpreter of a peer's environment, made where it is missing."""
    home = HERE / ".venvs" / peer
    wanted = (HERE / "requirements-peers.txt").read_text(encoding="utf-8")
    stamp = home / "made-from.txt"
    python = home / "bin" / "python"
    if not (python.exists() and stamp.exists() and stamp.read_text(encoding="utf-8") == wanted):
        print(f"making an environment for {peer} in {home.relative_to(HERE.parent)}", file=sys.stderr)
        install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        try:
            subprocess.run([sys.executable, "-m", "venv", "--clear", str(home)], check=True)
            subprocess.run([*install, "--constraint", str(HERE / "requirements-peers.txt"), peer], check=True)
        except subprocess.CalledProcessError as fault:
            raise BenchError(f"could not install {peer}: {fault}") from fault
        stamp.write_text(wanted, encoding="utf-8")
    return python


class Worker:
    """One engine in its own process."""

    def __init__(self, engine: str, python: Path | str) -> None:
        self.engine = engine
        script = HERE / "workers" / f"{engine}_worker.py"
        self.process = subprocess.Popen(
            [str(python), str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def ask(self, **request: Any) -> Any:
        """Send one request and wait for its answer."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise BenchError(f"the worker of {self.engine} ended; what it said is above")
        return json.loads(answer)

    def close(self) -> None:
        """End the process."""
        if self.process.stdin is not None:
            self.process.stdin.close()
        self.process.wait(timeout=30)


def measure(workers: dict[str, Worker], tasks: Sequence[tuple[str, str]], indices: list[int], rounds: int) -> Figures:
    """Seconds of every round for every task; the first round only warms up."""
    blocks = [indices[start : start + BLOCK] for start in range(0, len(indices), BLOCK)]
    seconds: dict[tuple[str, str], list[float]] = {task: [] for task in tasks}
    for number in range(rounds + 1):
        total = dict.fromkeys(tasks, 0.0)
        for place, block in enumerate(blocks):
            turn = (number + place) % len(tasks)
            for engine, task in (*tasks[turn:], *tasks[:turn]):
                total[engine, task] += workers[engine].ask(do="time", task=task, cases=block)["seconds"]
        if number:
            for task in tasks:
                seconds[task].append(total[task])
            print(f"round {number} of {rounds}", file=sys.stderr)
    return Figures(len(indices), seconds)


def run(rounds: int, write: bool) -> None:
    """Measure, compare and print."""
    lines = [line for line in POSITIONS.read_text(encoding="utf-8").splitlines() if line.strip()]
    cases = [json.loads(line) for line in lines]
    pythons: dict[str, Path | str] = {"talleyrand": sys.executable, **{peer: interpreter(peer) for peer in PEERS}}
    workers = {engine: Worker(engine, python) for engine, python in pythons.items()}
    try:
        loaded = {engine: worker.ask(do="load", cases=cases) for engine, worker in workers.items()}
        refused = {int(index): why for index, why in loaded["pydip"]["refused"].items()}
        movement = [index for index, case in enumerate(cases) if case["phase"].endswith("M")]
        common = [index for index in movement if index not in refused]
        others = [index for index in range(len(cases)) if index not in set(movement)]
        agreement = Agreement(cases)
        everything = list(range(len(cases)))
        ours = workers["talleyrand"].ask(do="answers", cases=everything)
        agreement.diplomacy(everything, ours, workers["diplomacy"].ask(do="answers", cases=everything))
        agreement.pydip(common, ours, workers["pydip"].ask(do="answers", cases=common), len(movement))
        figures = measure(workers, MOVEMENT_TASKS, common, rounds)
        other = measure(workers, OTHER_TASKS, others, rounds)
    finally:
        for worker in workers.values():
            worker.close()
    machine = f"{platform.system()} {platform.machine()}, Python {loaded['talleyrand']['python']}"
    units = sorted(sum(map(len, cases[index]["units"].values())) for index in common)
    about = f"{len(common)} movement phases of {units[0]} to {units[-1]} units, {rounds} rounds; {machine}"
    print(text(about, figures, other, agreement))
    if write:
        PAGE.write_text(page(PAGE.read_text(encoding="utf-8"), about, figures, other, agreement), encoding="utf-8")
        print(f"written into {PAGE.relative_to(HERE.parent)}", file=sys.stderr)


def main() -> int:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Measure Talleyrand beside its peers.")
    parser.add_argument("--rounds", type=int, default=5, help="rounds that count, after one that warms up (5)")
    parser.add_argument("--write", action="store_true", help="write the tables into docs/benchmarks.md")
    parser.add_argument("--positions", action="store_true", help="make positions.jsonl again, and measure nothing")
    options = parser.parse_args()
    if options.rounds < 1:
        parser.error("--rounds must be 1 or more")
    try:
        if options.positions:
            subprocess.run([str(interpreter("diplomacy")), str(HERE / "make_positions.py"), str(POSITIONS)], check=True)
        else:
            run(options.rounds, options.write)
    except (BenchError, subprocess.CalledProcessError) as fault:
        print(f"bench: {fault}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
