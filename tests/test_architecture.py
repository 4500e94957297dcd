"""The shape of the source: which layer may import what, and that nothing names the machine it was written on."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
CONFIG = ROOT / "pyproject.toml"
SITE = (
    "absence",
    "accounts",
    "amending",
    "deadlines",
    "desk",
    "games",
    "notices",
    "pages",
    "pictures",
    "turns",
    "work",
)
LAYERS = (*(f"host/{part}" for part in SITE), "cli", "prose", "game", "variants", "rules", "orders", "board")


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the import contracts of pyproject.toml on the package `talleyrand` that lies in a folder."""
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as run; run()"]
    return subprocess.run(
        [*command, "--config", str(CONFIG), "--no-cache"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_imports_keep_the_contracts():
    result = lint_imports(ROOT / "src")
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.fixture
def stubs(tmp_path: Path) -> Path:
    """A package of empty layers, clean until a test plants an import in it."""
    package = tmp_path / "talleyrand"
    for layer in LAYERS:
        (package / layer).mkdir(parents=True)
        (package / layer / "__init__.py").touch()
        (package / layer / "part.py").touch()
    (package / "host" / "__init__.py").touch()
    (package / "__init__.py").write_text("from talleyrand.game import part\n")
    (package / "_version.py").touch()
    (package / "variants" / "part.py").write_text("import pathlib\n")
    (package / "game" / "part.py").write_text("from talleyrand.variants import part\n")
    return tmp_path


def test_clean_stubs_keep_the_contracts(stubs: Path):
    result = lint_imports(stubs)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize(
    ("module", "line", "contract"),
    [
        ("board/part.py", "from talleyrand.orders import part", "imports point downward only"),
        ("orders/part.py", "import talleyrand.rules.part", "imports point downward only"),
        ("rules/part.py", "from talleyrand.variants import part", "imports point downward only"),
        ("variants/part.py", "from talleyrand import game", "imports point downward only"),
        ("game/part.py", "from talleyrand.prose import part", "imports point downward only"),
        ("prose/part.py", "from talleyrand.cli import part", "imports point downward only"),
        ("board/part.py", "import talleyrand", "imports point downward only"),
        ("surplus.py", "", "imports point downward only"),
        ("game/part.py", "import random", "the engine is pure"),
        ("board/part.py", "from datetime import date", "the engine is pure"),
        ("rules/part.py", "def now():\n    import time\n    return time.time()", "the engine is pure"),
        ("variants/part.py", "import numpy as np", "the engine is pure"),
        ("game/part.py", "from django.db import models", "the engine is pure"),
        ("rules/part.py", "from pathlib import Path", "only variants read files"),
        ("host/pages/part.py", "from talleyrand.game import part", "only the bridge of the site imports the engine"),
        ("host/games/part.py", "import talleyrand.rules", "only the bridge of the site imports the engine"),
        ("cli/part.py", "from talleyrand.host.games import part", "imports point downward only"),
    ],
)
def test_a_planted_import_breaks_its_contract(stubs: Path, module: str, line: str, contract: str):
    (stubs / "talleyrand" / module).write_text(line + "\n")
    result = lint_imports(stubs)
    assert result.returncode == 1, result.stdout + result.stderr
    broken = [text for text in result.stdout.splitlines() if text.rstrip().endswith("BROKEN")]
    assert any(contract in text for text in broken), result.stdout + result.stderr


def test_all_code_lies_in_packages():
    """import-linter sees no module in a folder without `__init__.py`: a variant's `rules.py` would escape it."""
    package = ROOT / "src" / "talleyrand"
    folders = {path.parent for path in package.rglob("*.py")}
    ancestors = {parent for folder in folders for parent in folder.parents if parent.is_relative_to(package)}
    bare = [str(path.relative_to(ROOT)) for path in folders | ancestors if not (path / "__init__.py").is_file()]
    assert not bare, f"add __init__.py to {sorted(bare)}"


def test_runtime_dependencies_are_few():
    project = tomllib.loads(CONFIG.read_text(encoding="utf-8"))["project"]
    names = {re.split(r"[<>=!~\[; ]", requirement, maxsplit=1)[0] for requirement in project["dependencies"]}
    assert names == {"msgspec", "rapidfuzz"}


MACHINE_PATH = re.compile(r"(?<![\w.<$}-])/(?:work|root|home|Users|tmp|opt)/|\b[A-Za-z]:\\Users\\")
FOLDERS = ("src", "docs", "tests", "examples", "scripts", "requirements", ".ci")
PAGES = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "Makefile", "mkdocs.yml", "pyproject.toml")


def test_no_file_names_a_path_of_the_machine_it_was_written_on():
    files = [ROOT / page for page in PAGES]
    for folder in FOLDERS:
        files += [path for path in (ROOT / folder).rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    found = []
    for file in files:
        for number, line in enumerate(file.read_bytes().decode("utf-8", "replace").splitlines(), 1):
            if MACHINE_PATH.search(line):
                found.append(f"{file.relative_to(ROOT)}:{number}: {line.strip()[:120]}")
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "path", ["see /home" + "/ann/maps", "(/root" + "/x)", "C:" + "\\Users\\ann", '"/tmp' + '/out.svg"']
)
def test_the_pattern_finds_a_path(path: str):
    assert MACHINE_PATH.search(path)


@pytest.mark.parametrize("text", ["docs/work/plan.md", "example.org/home/page", "<b>x</b>", "A VIE/tmp/x"])
def test_the_pattern_leaves_other_slashes_alone(text: str):
    assert not MACHINE_PATH.search(text)
