"""The tutorial works: its files are written, its commands run, and they answer what it says they do."""

import re
import shlex
from pathlib import Path
from typing import NamedTuple

import pytest

from talleyrand.atlas.check import survey
from talleyrand.atlas.geometry import geometry_of
from talleyrand.cli.main import main
from talleyrand.variants.load import load_variant

TUTORIAL = Path(__file__).parents[1] / "docs" / "tutorial.md"
BLOCK = re.compile(r"(?P<lead>[^\n]*)\n\n(?:<!--.*?-->\n)?```(?P<kind>\w+)\n(?P<body>.*?)```", re.DOTALL)
NAMED = re.compile(r"`(?P<file>[\w./]+)`:$")


class Step(NamedTuple):
    """A file to write, or a command and what it answers."""

    file: str
    text: str
    answer: str = ""


def steps() -> list[Step]:
    found = []
    text = TUTORIAL.read_text(encoding="utf-8")
    # the name of a file may stand at the end of a wrapped sentence
    for block in BLOCK.finditer(text):
        if block["kind"] == "console":
            for part in re.split(r"^\$ ", block["body"], flags=re.MULTILINE)[1:]:
                command, _, answer = part.partition("\n")
                found.append(Step("", command, answer))
        elif named := NAMED.search(block["lead"]):
            found.append(Step(named["file"], block["body"]))
    return found


def fits(said: str, answer: str) -> bool:
    """Whether an output is the one told; "..." stands for anything."""
    pattern = ".*".join(re.escape(part) for part in answer.strip().split("..."))
    return re.fullmatch(pattern, said.strip(), re.DOTALL) is not None


def test_every_block_is_understood() -> None:
    files = [step.file for step in steps() if step.file]
    assert files == [
        "the_neck/map.json",
        "the_neck/variant.toml",
        "the_neck/cases.toml",
        "turn.json",
        "the_neck/atlas.toml",
    ]
    text = TUTORIAL.read_text(encoding="utf-8")
    assert sum(not step.file for step in steps()) == text.count("\n$ talleyrand ")


def test_the_tutorial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for extra in ("numba", "scipy", "shapely", "resvg_py"):
        pytest.importorskip(extra)
    monkeypatch.chdir(tmp_path)
    for step in steps():
        if step.file:
            Path(step.file).write_text(step.text, encoding="utf-8")
            continue
        program, *argv = shlex.split(step.text)
        assert program == "talleyrand"
        status = main(argv)
        said = capsys.readouterr()
        assert status == 0, step.text
        assert all(line.startswith("talleyrand: note: ") for line in said.err.splitlines()), said.err
        assert fits(said.out, step.answer), f"$ {step.text}\n{said.out}"
    for drawing in ("schematic.svg", "turn.svg"):
        assert Path(drawing).read_text(encoding="utf-8").startswith("<svg")
    for picture in ("turn.png", "phone.png"):
        assert Path(picture).read_bytes().startswith(b"\x89PNG")
    assert "<!DOCTYPE html>" in Path("game.html").read_text(encoding="utf-8")
    variant = load_variant(tmp_path / "the_neck")
    geometry = geometry_of(variant)
    assert geometry is not None
    assert survey(geometry, variant).faults == ()
