"""Every rule that the code or a report names can be looked up in docs/rules.md."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
REFERENCE = re.compile(r"\b(?:[A-D]-\d{3}|X-[A-D]\d+)\b")


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
