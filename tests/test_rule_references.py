"""Every rule that the code or a report names can be looked up in docs/rules.md."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
REFERENCE = re.compile(r"\b(?:[A-D]-\d{3}|X-[A-D]\d+)\b")
DATC = re.compile(r"\b\d\.[A-J](?:\.\d+)?\b")


def explained() -> set[str]:
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    known = set(REFERENCE.findall(text))
    for first, last in re.findall(r"\b([A-D]-\d{3}) to ([A-D]-\d{3})\b", text):
        known |= {f"{first[:2]}{number:03d}" for number in range(int(first[2:]), int(last[2:]) + 1)}
    return known


def test_every_reference_is_explained() -> None:
    known = explained()
    missing = {
        f"{path.relative_to(ROOT)}: {reference}"
        for path in (ROOT / "src").rglob("*.py")
        for reference in REFERENCE.findall(path.read_text(encoding="utf-8"))
        if reference not in known
    }
    assert not missing


def datc_named(text: str) -> set[str]:
    """The DATC numbers in a text: "DATC 6.H.3, 6.H.13", "6.D.22 to 6.D.24" with those between."""
    found = set()
    for names in re.findall(r"DATC ((?:\d\.[A-J](?:\.\d+)?(?:, | and | or | to |; )?)+)", text):
        found |= set(DATC.findall(names))
        for first, last in re.findall(r"(\d\.[A-J]\.\d+) to (\d\.[A-J]\.\d+)", names):
            stem, start = first.rsplit(".", 1)
            found |= {f"{stem}.{number}" for number in range(int(start), int(last.rsplit(".", 1)[1]) + 1)}
    return found


def test_every_datc_number_has_a_line_in_words() -> None:
    page = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| DATC ")]
    known = {number for row in rows for number in DATC.findall(row)}
    missing = {
        f"{path.relative_to(ROOT)}: DATC {number}"
        for pattern in ("src/**/*.py", "docs/*.md", "src/**/*.toml")
        for path in ROOT.glob(pattern)
        if path.name != "benchmarks.md"  # about other programs
        for number in datc_named(path.read_text(encoding="utf-8"))
        if number not in known
    }
    assert not missing
    assert all(len(row.split("|")[2].split()) > 3 for row in rows)
