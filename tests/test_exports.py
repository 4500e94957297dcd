"""The public API: what is in it, that it is all there, and that importing it is light."""

import subprocess
import sys

import talleyrand

PUBLIC = {
    "Case",
    "Game",
    "GameError",
    "GameOverError",
    "InputError",
    "Location",
    "Phase",
    "Position",
    "Reading",
    "Report",
    "Rulebook",
    "Unit",
    "UnitKind",
    "Variant",
    "VariantError",
    "__version__",
    "adjudicate",
    "load_variant",
    "read_case",
    "read_orders",
    "read_position",
    "read_record",
    "schema",
    "text_report",
    "verify",
    "write_order",
    "write_position",
    "write_record",
}


def run(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


def test_the_public_api_is_this():
    assert set(talleyrand.__all__) == PUBLIC


def test_every_public_name_is_there_and_documented():
    for name in PUBLIC - {"__version__"}:
        found = getattr(talleyrand, name)
        assert found.__doc__, name
    assert talleyrand.__all__ == sorted(talleyrand.__all__)


def test_the_documented_import_works():
    code = "from talleyrand import Game, Position, load_variant, read_orders, adjudicate; print(Game.__name__)"
    assert run(code) == "Game"


def test_a_star_import_takes_the_public_names():
    names = run("from talleyrand import *; print(*sorted(n for n in dir() if n in ('Game', 'adjudicate', 'game')))")
    assert names == "Game adjudicate"


def test_unknown_names_are_refused():
    code = "import talleyrand\ntry: talleyrand.nothing\nexcept AttributeError as error: print(error)"
    assert run(code) == "module 'talleyrand' has no attribute 'nothing'"


def test_importing_the_package_loads_none_of_the_engine():
    code = "import sys, talleyrand; print(*[m for m in sys.modules if m.startswith('talleyrand.') or m == 'msgspec'])"
    assert run(code) == "talleyrand._version"
