import io
import json
import sys
from typing import Any, NamedTuple

import pytest

from talleyrand.cli.main import main


class Ran(NamedTuple):
    """What a command answered."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


@pytest.fixture
def talleyrand(monkeypatch, capsys):
    """Run a command in this process, with a text or bytes on its standard input."""

    def run(*argv: str, given: str | bytes = b"") -> Ran:
        data = given.encode() if isinstance(given, str) else given
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        status = main([str(part) for part in argv])
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        return Ran(status, captured.out, captured.err)

    return run


@pytest.fixture
def case() -> dict[str, Any]:
    """France and Germany meet in Burgundy."""
    return {
        "format": 1,
        "id": "bounce",
        "variant": "classic",
        "phase": "S1901M",
        "units": {"France": ["A PAR"], "Germany": ["A MUN"]},
        "orders": {"France": "a par-bur", "Germany": ["A Mun - Bur"]},
    }
