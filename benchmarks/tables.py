"""The figures as text and as a page."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median

from agreement import Agreement

BEGIN, END = "<!-- figures -->", "<!-- end of figures -->"
SHOWN = 12

NAMES = {
    ("talleyrand", "board"): "Talleyrand: `after_movement` on order values, and retreats",
    ("talleyrand", "adjudicate"): "Talleyrand: `resolve_movement` on order values, with reasons",
    ("talleyrand", "read"): "Talleyrand: text read, then `resolve_movement`",
    ("talleyrand", "report"): "Talleyrand: `adjudicate` on text, the whole report",
    ("talleyrand", "options"): "Talleyrand: `Options`, all units",
    ("diplomacy", "adjudicate"): "diplomacy: `set_orders` + `process`",
    ("diplomacy", "options"): "diplomacy: `get_all_possible_orders`",
    ("pydip", "adjudicate"): "pydip: `resolve_turn`",
}


@dataclass(frozen=True)
class Figures:
    """Seconds of each round, for every task, on so many positions."""

    count: int
    seconds: dict[tuple[str, str], list[float]]

    def ratio(self, ours: tuple[str, str], theirs: tuple[str, str]) -> str:
        """How many times faster ours is: the median round, and the worst and the best."""
        ratios = [b / a for a, b in zip(self.seconds[ours], self.seconds[theirs], strict=True)]
        return f"{median(ratios):.1f}× ({min(ratios):.1f} to {max(ratios):.1f})"

    def line(self, task: tuple[str, str]) -> tuple[str, str, str]:
        """A task's name, its positions a second, and its milliseconds a position."""
        taken = median(self.seconds[task])
        return NAMES[task], f"{self.count / taken:,.0f}", f"{1000 * taken / self.count:.3f}"


COMPARED = (
    (("talleyrand", "adjudicate"), ("diplomacy", "adjudicate")),
    (("talleyrand", "read"), ("diplomacy", "adjudicate")),
    (("talleyrand", "report"), ("diplomacy", "adjudicate")),
    (("talleyrand", "board"), ("diplomacy", "adjudicate")),
    (("talleyrand", "board"), ("pydip", "adjudicate")),
    (("talleyrand", "adjudicate"), ("pydip", "adjudicate")),
    (("talleyrand", "options"), ("diplomacy", "options")),
)


def _rows(figures: Figures, other: Figures) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
    speeds: list[tuple[str, ...]] = [figures.line(task) for task in figures.seconds]
    speeds += [(f"{name} (retreats and adjustments)", *rest) for name, *rest in map(other.line, other.seconds)]
    ratios: list[tuple[str, ...]] = [(NAMES[a], NAMES[b], figures.ratio(a, b)) for a, b in COMPARED]
    pair = ("talleyrand", "report"), ("diplomacy", "adjudicate")
    ratios.append((f"{NAMES[pair[0]]} (retreats and adjustments)", NAMES[pair[1]], other.ratio(*pair)))
    return speeds, ratios


def text(about: str, figures: Figures, other: Figures, agreement: Agreement) -> str:
    """For the terminal."""
    speeds, ratios = _rows(figures, other)
    lines = [about, ""]
    lines += [f"{name.replace('`', ''):<78}{rate:>8} a second {taken:>8} ms" for name, rate, taken in speeds]
    lines += ["", "How many times faster, median round (worst to best):"]
    lines += [f"  {ours} / {theirs}: {ratio}".replace("`", "") for ours, theirs, ratio in ratios]
    lines += ["", *agreement.lines]
    lines += [f"  {label}  {what}" for label, what in agreement.differences[:SHOWN]]
    left = len(agreement.differences) - SHOWN
    if left > 0:
        lines.append(f"  ... and {left} more")
    return "\n".join(lines)


def page(before: str, about: str, figures: Figures, other: Figures, agreement: Agreement) -> str:
    """The page with its figures put in anew."""
    speeds, ratios = _rows(figures, other)
    lines = [BEGIN, "", f"{about}.", "", "| What | Positions a second | Milliseconds |", "|---|--:|--:|"]
    lines += [f"| {' | '.join(row)} |" for row in speeds]
    lines += ["", "| Ours | Theirs | Ours is faster by |", "|---|---|--:|"]
    lines += [f"| {' | '.join(row)} |" for row in ratios]
    lines += ["", *(f"- {line[0].upper()}{line[1:]}." for line in agreement.lines), "", END]
    head, _, rest = before.partition(BEGIN)
    _, _, tail = rest.partition(END)
    return head + "\n".join(lines) + tail
