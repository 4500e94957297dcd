"""`talleyrand map`: pictures and pages of positions, cases and records, and clear words where nothing can be drawn."""

import base64
import hashlib
import json
import re
import shutil
import stat
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from talleyrand.variants.scaffold import new_variant

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def file(tmp_path: Path, case: dict[str, Any]) -> Path:
    path = tmp_path / "case.json"
    path.write_text(json.dumps(case), encoding="utf-8")
    return path


@pytest.fixture
def position(tmp_path: Path, case: dict[str, Any]) -> Path:
    path = tmp_path / "position.json"
    path.write_text(json.dumps({key: case[key] for key in ("format", "variant", "phase", "units")}), encoding="utf-8")
    return path


@pytest.fixture
def record(tmp_path: Path, talleyrand) -> Path:
    """A spring adjudicated, and orders of one power for the fall."""
    path = tmp_path / "game.json"
    assert talleyrand("game", "new", path, "--variant", "classic").status == 0
    for power, text in {"Austria": "A Vie - Gal; A Bud - Ser", "Russia": "A War - Gal", "Italy": "A Ven - Tri"}.items():
        assert talleyrand("game", "orders", path, "--power", power, "-m", text).status == 0
    assert talleyrand("game", "adjudicate", path).status == 0
    assert talleyrand("game", "orders", path, "--power", "Italy", "-m", "A Ven - Tyr").status == 0
    return path


def picture(path: Path) -> ElementTree.Element:
    root = ElementTree.fromstring(path.read_text(encoding="utf-8"))
    assert root.tag == f"{SVG}svg"
    return root


def words(root: ElementTree.Element) -> str:
    return " ".join(text for element in root.iter() for text in (element.text, element.tail) if text)


def test_a_position(talleyrand, position, tmp_path):
    out = tmp_path / "out.svg"
    assert talleyrand("map", position, "-o", out) == (0, "", "")
    assert "Spring 1901" in words(picture(out))


def test_a_case_is_drawn_with_its_results(talleyrand, file, tmp_path):
    out = tmp_path / "out.svg"
    assert talleyrand("map", file, "-o", out).status == 0
    assert "equal strength" in words(picture(out))
    assert talleyrand("map", file, "-o", out, "--show", "orders").status == 0
    assert "equal strength" not in words(picture(out))


def test_standard_input_and_output(talleyrand, position):
    ran = talleyrand("map", "-", "-o", "-", given=position.read_text())
    assert (ran.status, ran.err) == (0, "")
    assert ElementTree.fromstring(ran.out).tag == f"{SVG}svg"


def test_a_png(talleyrand, file, tmp_path):
    pytest.importorskip("resvg_py")
    out = tmp_path / "out.png"
    assert talleyrand("map", file, "-o", out, "--width", "300").status == 0
    data = out.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(data[16:20], "big") == 300


def test_one_power(talleyrand, file, tmp_path):
    out = tmp_path / "out.svg"
    assert talleyrand("map", file, "-o", out, "--show", "orders", "--power", "france").status == 0
    text = words(picture(out))
    assert "Army Paris" in text
    assert "Army Munich is moving" not in text


@pytest.mark.parametrize(
    "options",
    [("--theme", "dark"), ("--theme", "print"), ("--patterns",), ("--palette", "safe"), ("--labels", "names")],
)
def test_looks(talleyrand, position, tmp_path, options):
    plain, out = tmp_path / "plain.svg", tmp_path / "out.svg"
    assert talleyrand("map", position, "-o", plain).status == 0
    assert talleyrand("map", position, "-o", out, *options).status == 0
    assert picture(out) is not None
    assert out.read_text() != plain.read_text()


# Records


def test_a_record_now_and_then(talleyrand, record, tmp_path):
    out = tmp_path / "out.svg"
    assert talleyrand("map", record, "-o", out).status == 0
    assert "Fall 1901" in words(picture(out))
    assert talleyrand("map", record, "-o", out, "--phase", "s1901m").status == 0
    then = words(picture(out))
    assert "Spring 1901" in then
    assert "equal strength" in then
    assert talleyrand("map", record, "-o", out, "--show", "results").status == 0
    assert words(picture(out)) == then


def test_the_orders_of_the_phase_being_played(talleyrand, record, tmp_path):
    out = tmp_path / "out.svg"
    assert talleyrand("map", record, "-o", out, "--show", "orders").status == 0
    assert "Army Venice" in words(picture(out))
    ran = talleyrand("map", record, "-o", out, "--show", "results", "--phase", "F1901M")
    assert ran.status == 1
    assert "F1901M has not been adjudicated yet; draw its orders" in ran.err


def test_an_unknown_phase(talleyrand, record, tmp_path):
    ran = talleyrand("map", record, "-o", tmp_path / "out.svg", "--phase", "S1905M")
    assert ran.status == 1
    assert "--phase: the game has no phase S1905M; it has S1901M, F1901M" in ran.err


def test_a_phase_of_what_has_only_one(talleyrand, position, tmp_path):
    ran = talleyrand("map", position, "-o", tmp_path / "out.svg", "--phase", "F1901M")
    assert ran.status == 1
    assert "only a record has several phases; this is S1901M" in ran.err


# Pages


def page(talleyrand, record: Path, tmp_path: Path, *options: str) -> str:
    out = tmp_path / "game.html"
    assert talleyrand("map", record, "-o", out, *options) == (0, "", "")
    return out.read_text(encoding="utf-8")


def test_a_page_steps_through_a_record(talleyrand, record, tmp_path):
    text = page(talleyrand, record, tmp_path)
    data = json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)[1])
    assert [frame["code"] for frame in data["frames"]] == ["S1901M", "F1901M"]
    assert "Warsaw" in data["reports"][0]
    assert "equal strength" in data["reports"][0]
    assert len(data["drawings"]) == len(data["narrow"]) == 2
    for runs in [*data["drawings"], *data["narrow"]]:
        drawing = "".join(
            "".join(data["parts"][start : start + count]) for start, count in zip(runs[::2], runs[1::2], strict=True)
        )
        assert ElementTree.fromstring(drawing).tag == f"{SVG}svg"


def test_a_page_fetches_nothing_and_runs_its_own_script_only(talleyrand, record, tmp_path):
    text = page(talleyrand, record, tmp_path)
    assert re.findall(r'(?:src|href)="(?!#)[^"]*"', text) == []
    assert re.findall(r"\son\w+=", text) == []
    scripts = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)
    assert len(scripts) == 1
    digest = base64.b64encode(hashlib.sha256(scripts[0].encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in text
    assert "default-src 'none'" in text


def test_a_page_of_a_game_that_has_not_begun(talleyrand, tmp_path):
    path = tmp_path / "new.json"
    assert talleyrand("game", "new", path, "--variant", "morrowind").status == 0
    assert "this phase has not been adjudicated yet" in page(talleyrand, path, tmp_path, "--theme", "dark")


def test_a_page_shows_what_players_write_as_text(talleyrand, tmp_path):
    path = tmp_path / "game.json"
    assert talleyrand("game", "new", path, "--variant", "classic").status == 0
    nasty = "A Ven - </script><script>alert(1)</script>"
    assert talleyrand("game", "orders", path, "--power", "Italy", "-m", nasty).status == 0
    assert talleyrand("game", "adjudicate", path).status == 0
    text = page(talleyrand, path, tmp_path)
    assert "<script>alert" not in text
    assert text.count("</script>") == 2


def test_an_animation_shows_every_phase(talleyrand, record, tmp_path):
    out = tmp_path / "game.svg"
    assert talleyrand("map", record, "-o", out, "--animate") == (0, "", "")
    root = picture(out)
    shown = [group for group in root.iter(f"{SVG}g") if "frame" in group.get("class", "").split()]
    assert len(shown) == 2
    assert "Spring 1901" in words(shown[0])
    assert "equal strength" in words(shown[0])
    assert "Fall 1901" in words(shown[1])
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert {use.get("href")[1:] for use in root.iter(f"{SVG}use")} <= set(ids)
    assert root.findall(f".//{SVG}script") == []


def test_only_a_record_is_animated_and_only_as_svg(talleyrand, position, record, tmp_path):
    ran = talleyrand("map", position, "-o", tmp_path / "out.svg", "--animate")
    assert ran.status == 1
    assert "only a record can be animated" in ran.err
    assert talleyrand("map", record, "-o", tmp_path / "out.png", "--animate").status == 2
    assert talleyrand("map", record, "-o", tmp_path / "out.svg", "--animate", "--phase", "S1901M").status == 2


def test_only_a_record_makes_a_page(talleyrand, position, record, tmp_path):
    ran = talleyrand("map", position, "-o", tmp_path / "out.html")
    assert ran.status == 1
    assert "only a record can be stepped through" in ran.err
    assert talleyrand("map", record, "-o", tmp_path / "out.html", "--show", "orders").status == 2


# What is secret


@pytest.fixture
def sealed(tmp_path: Path, talleyrand) -> Path:
    """Orders of two powers for a phase that has not been adjudicated, one of them after second thoughts."""
    path = tmp_path / "sealed.json"
    assert talleyrand("game", "new", path, "--variant", "classic").status == 0
    for power, text in {
        "France": "A Par - Gas; A Mar H",
        "Germany": "A Mun - Ruh; A Ber - Kie; F Kie - Den. PS: vinegar",
    }.items():
        assert talleyrand("game", "orders", path, "--power", power, "-m", text).status == 0
    assert (
        talleyrand("game", "orders", path, "--power", "France", "-m", "~~A Par - Pic~~ A Par - Bur; A Mar - Spa").status
        == 0
    )
    return path


@pytest.mark.parametrize("show", ["orders", "position"])
def test_the_view_of_one_power_holds_no_order_of_another(talleyrand, sealed, tmp_path, show):
    out = tmp_path / "out.svg"
    assert talleyrand("map", sealed, "-o", out, "--power", "France", "--show", show).status == 0
    text = out.read_text(encoding="utf-8")
    assert ("A PAR - BUR" in text) == (show == "orders")
    for secret in (
        "A MUN - RUH",
        "Ruhr is",
        "to the Ruhr",
        "to Ruhr",
        "A BER - KIE",
        "F KIE - DEN",
        "vinegar",
        "PAR - GAS",
    ):
        assert secret not in text


def test_retreats_are_not_told_from_orders_that_are_sealed(talleyrand, sealed, tmp_path):
    ran = talleyrand("map", sealed, "-o", tmp_path / "out.svg", "--show", "retreats")
    assert ran.status == 1
    assert "S1901M has not been adjudicated yet, so it is not known who retreats" in ran.err


@pytest.mark.parametrize("options", [("out.html",), ("out.svg", "--animate")])
def test_a_replay_holds_what_has_been_published_and_no_more(talleyrand, sealed, tmp_path, options):
    out = tmp_path / options[0]
    assert talleyrand("map", sealed, "-o", out, *options[1:]).status == 0
    assert not {word for word in ("MUN - RUH", "PAR - BUR", "vinegar") if word in out.read_text(encoding="utf-8")}
    assert talleyrand("game", "adjudicate", sealed).status == 0
    assert talleyrand("game", "orders", sealed, "--power", "Italy", "-m", "A Ven - Tyr").status == 0
    assert talleyrand("map", sealed, "-o", out, *options[1:]).status == 0
    text = out.read_text(encoding="utf-8")
    assert "MUN - RUH" in text and "PAR - BUR" in text
    assert not {word for word in ("VEN - TYR", "Ven - Tyr", "PAR - GAS", "Par - Gas", "vinegar") if word in text}
    assert "PAR - PIC" not in text and "Par - Pic" not in text


def test_names_of_any_kind_stay_text(talleyrand, tmp_path):
    folder = tmp_path / "hostile"
    shutil.copytree(files("talleyrand.variants") / "library" / "classic", folder)
    (folder / "cases.toml").unlink()
    power, province = "Fr<b>&']]>ance", 'Pa<i>"r&]]>is'
    toml = (folder / "variant.toml").read_text(encoding="utf-8")
    toml = toml.replace('title = "Classic"', 'title = "Cl<a>&\']]>\\u202e\\u200f</title><script>x</script>"')
    toml = toml.replace('name = "France"', f'name = "{power}"').replace("\nFrance =", f'\n"{power}" =')
    (folder / "variant.toml").write_text(toml.replace('"standard", "diplomacy", "vanilla"', ""), encoding="utf-8")
    text = (folder / "map.json").read_text(encoding="utf-8").replace('"France"', json.dumps(power))
    (folder / "map.json").write_text(
        text.replace('"name": "Paris"', f'"name": {json.dumps(province)}'), encoding="utf-8"
    )
    game = tmp_path / "game.json"
    assert talleyrand("game", "new", game, "--variant", folder).status == 0
    nasty = "A Par - <script>y</script>]]>&\u202e; A Mar - Mos"
    assert talleyrand("game", "orders", game, "--variant", folder, "--power", power, "-m", nasty).status == 0
    assert talleyrand("game", "adjudicate", game, "--variant", folder).status == 0
    for options in (("a.svg", "--phase", "S1901M", "--labels", "both"), ("b.svg", "--animate"), ("c.html",)):
        out = tmp_path / options[0]
        assert talleyrand("map", game, "-o", out, "--variant", folder, *options[1:]).status == 0
        written = out.read_text(encoding="utf-8")
        if out.suffix == ".svg":
            assert province in words(picture(out)) and power in words(picture(out))
        assert not {tag for tag in ("<script>x", "<script>y", "<b>", "<i>", "\u202e", "\u200f") if tag in written}


# What is at fault


@pytest.mark.parametrize("width", ["0", "100000", "-5", "119", "9" * 400])
def test_widths_out_of_range(talleyrand, position, tmp_path, width):
    ran = talleyrand("map", position, "-o", tmp_path / "out.svg", f"--width={width}")
    assert ran.status == 2
    assert "pixels is out of range 120 to 10,000" in ran.err
    assert not (tmp_path / "out.svg").exists()


@pytest.mark.parametrize("width", ["wide", "1e3", "", "-", "٣٠٠", "12.5"])
def test_widths_that_are_none(talleyrand, position, tmp_path, width):
    ran = talleyrand("map", position, "-o", tmp_path / "out.svg", f"--width={width}")
    assert ran.status == 2
    assert "is no width; write a number of pixels from 120 to 10,000" in ran.err
    assert not (tmp_path / "out.svg").exists()


@pytest.mark.parametrize("out", ["out.svg", "out.html"])
def test_a_record_of_another_variant(talleyrand, record, tmp_path, out):
    ran = talleyrand("map", record, "-o", tmp_path / out, "--variant", "morrowind")
    assert ran.status == 1
    assert "variant.name: 'classic' is another variant than 'morrowind'; leave --variant out" in ran.err
    assert talleyrand("map", record, "-o", tmp_path / out, "--variant", "classic").status == 0


@pytest.mark.parametrize("out", ["out.svg", "out.html"])
def test_a_province_that_is_not_drawn(talleyrand, tmp_path, out):
    folder, game = tmp_path / "broken", tmp_path / "game.json"
    shutil.copytree(files("talleyrand.variants") / "library" / "classic", folder)
    assert talleyrand("game", "new", game, "--variant", folder).status == 0
    geometry = json.loads((folder / "geometry.json").read_text(encoding="utf-8"))
    del geometry["provinces"]["par"]
    (folder / "geometry.json").write_text(json.dumps(geometry), encoding="utf-8")
    ran = talleyrand("map", game, "-o", tmp_path / out, "--variant", folder)
    assert ran.status == 1
    assert "geometry.json: provinces.par: Paris has no drawing" in ran.err


def test_an_unknown_theme(talleyrand, position, tmp_path):
    ran = talleyrand("map", position, "-o", tmp_path / "out.svg", "--theme", "pink")
    assert ran.status == 2
    assert "invalid choice: 'pink'" in ran.err


@pytest.mark.parametrize("name", ["out.gif", "out", "out.svg.txt"])
def test_an_unknown_kind_of_file(talleyrand, position, tmp_path, name):
    ran = talleyrand("map", position, "-o", tmp_path / name)
    assert ran.status == 2
    assert "end its name in .svg, .png or .html" in ran.err


def test_an_unknown_power(talleyrand, file, tmp_path):
    ran = talleyrand("map", file, "-o", tmp_path / "out.svg", "--power", "Frankreich")
    assert ran.status == 1
    assert "--power: 'Frankreich' is no power of classic" in ran.err


def test_a_position_has_no_orders(talleyrand, position, tmp_path):
    ran = talleyrand("map", position, "-o", tmp_path / "out.svg", "--show", "results")
    assert ran.status == 1
    assert ran.err.startswith(f"talleyrand: {position}: --show: there are no orders to draw")


def test_nobody_retreats(talleyrand, file, tmp_path):
    ran = talleyrand("map", file, "-o", tmp_path / "out.svg", "--show", "retreats")
    assert ran.status == 1
    assert "nobody has to retreat" in ran.err


def test_retreats_after_a_case(talleyrand, file, tmp_path, case):
    case["units"]["France"] = ["A PAR", "A MAR"]
    case["units"]["Germany"] = ["A BUR"]
    case["orders"] = {"France": "A Par - Bur; A Mar S A Par - Bur"}
    file.write_text(json.dumps(case))
    out = tmp_path / "out.svg"
    assert talleyrand("map", file, "-o", out, "--show", "retreats").status == 0
    assert "Retreats" in words(picture(out))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty, where JSON is wanted"),
        ("[]", "must be an object"),
        ('{"format": 1, "variant": "clasic", "phase": "S1901M"}', "there is no variant of this name"),
        ('{"format": 1, "variant": "classic", "phase": "S1901M", "units": {"France": ["A XXX"]}}', "units.France[0]"),
        ('{"format": 1, "orders": [], "next": {}, "status": {}}', "is a report"),
    ],
)
def test_files_at_fault(talleyrand, tmp_path, text, message):
    path = tmp_path / "input.json"
    path.write_text(text)
    ran = talleyrand("map", path, "-o", tmp_path / "out.svg")
    assert ran.status == 1
    assert str(path) in ran.err
    assert message in ran.err


def test_no_such_file(talleyrand, tmp_path):
    ran = talleyrand("map", tmp_path / "none.json", "-o", tmp_path / "out.svg")
    assert (ran.status, "No such file" in ran.err) == (1, True)


def test_an_output_that_cannot_be_written(talleyrand, position, tmp_path):
    ran = talleyrand("map", position, "-o", tmp_path / "no" / "out.svg")
    assert ran.status == 1
    assert "cannot be written" in ran.err


def test_a_failed_drawing_leaves_the_old_file(talleyrand, position, tmp_path):
    out = tmp_path / "out.svg"
    out.write_text("old")
    assert talleyrand("map", position, "-o", out, "--show", "orders").status == 1
    assert out.read_text() == "old"
    out.chmod(0o640)
    assert talleyrand("map", position, "-o", out).status == 0
    assert stat.S_IMODE(out.stat().st_mode) == 0o640
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_png_without_its_extra(talleyrand, position, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    ran = talleyrand("map", position, "-o", tmp_path / "out.png")
    assert ran.status == 1
    assert "pip install 'talleyrand[png]'" in ran.err
    assert not (tmp_path / "out.png").exists()


def test_a_variant_of_ones_own_without_a_drawing(talleyrand, tmp_path):
    new_variant(tmp_path / "small_war")
    path = tmp_path / "position.json"
    path.write_text('{"format": 1, "variant": "small_war", "phase": "S1M", "units": {"Slate": ["F CAP/SC"]}}')
    out = tmp_path / "out.svg"
    assert talleyrand("map", path, "-o", out, "--variant", str(tmp_path / "small_war")).status == 0
    assert "Schematic board" in words(picture(out))


def test_a_geometry_that_cannot_be_read(talleyrand, tmp_path):
    folder = tmp_path / "small_war"
    new_variant(folder)
    (folder / "geometry.json").write_text('{"format": 1, "width": "wide"}')
    path = tmp_path / "position.json"
    path.write_text('{"format": 1, "variant": "small_war", "phase": "S1M", "units": {}}')
    ran = talleyrand("map", path, "-o", tmp_path / "out.svg", "--variant", str(folder))
    assert ran.status == 1
    assert "geometry.json: width: Expected `float`, got `str`; the value is" in ran.err
    ran = talleyrand("variant", "check", folder)
    assert ran.status == 1
    assert "geometry.json: width: Expected `float`, got `str`" in ran.out


# Reports that name or hold the picture


@pytest.mark.parametrize(
    ("form", "named"),
    [
        ("text", "Map: results.svg"),
        ("markdown", "](results.svg)"),
        ("bbcode", "[img]results.svg[/img]"),
        ("discord", "results.svg"),
    ],
)
def test_a_report_names_its_map(talleyrand, file, tmp_path, form, named):
    out = tmp_path / "results.svg"
    ran = talleyrand("adjudicate", file, "--format", form, "--map", out)
    assert ran.status == 0
    assert named in ran.out
    assert "equal strength" in words(picture(out))


def test_a_page_of_a_report_holds_its_map(talleyrand, file, tmp_path):
    ran = talleyrand("adjudicate", file, "--format", "html", "--map", tmp_path / "results.svg")
    held = re.search(r'<img src="data:image/svg\+xml;base64,([^"]+)"', ran.out)
    assert base64.b64decode(held[1]).decode().strip() == (tmp_path / "results.svg").read_text().strip()


def test_a_report_wants_a_picture(talleyrand, file, tmp_path):
    ran = talleyrand("adjudicate", file, "--map", tmp_path / "results.html")
    assert ran.status == 1
    assert "end its name in .svg or .png" in ran.err
