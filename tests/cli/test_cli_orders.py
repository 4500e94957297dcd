import json

import pytest


def read(talleyrand, text, *argv):
    ran = talleyrand("orders", "read", *argv, given=text)
    assert ran.status == 0, ran.err
    return ran.lines


def test_one_reading_a_line(talleyrand):
    found = read(talleyrand, "A PAR - BUR\nF BRE - MAO\n", "--variant", "classic")
    assert [reading["order"] for reading in found] == ["A PAR - BUR", "F BRE - MAO"]
    assert {reading["reading"] for reading in found} == {"ok"}
    assert found[0]["text"] == "A PAR - BUR"


def test_a_repair_is_said(talleyrand):
    (reading,) = read(talleyrand, "A Bur-Marsielles", "--variant", "classic")
    assert reading["order"] == "A BUR - MAR"
    assert reading["reading"] == "repaired"
    assert "marsielles" in reading["repair"].casefold()


@pytest.mark.parametrize(
    ("phase", "text", "order"),
    [
        ("R", "A VIE - BOH", "A VIE R BOH"),
        ("F1901R", "A VIE - BOH", "A VIE R BOH"),
        ("s1901m", "A VIE - BOH", "A VIE - BOH"),
        ("A", "Build A Par", "A PAR B"),
        ("W1901A", "WAIVE", "WAIVE"),
    ],
)
def test_the_phase_decides_what_is_meant(talleyrand, phase, text, order):
    (reading,) = read(talleyrand, text, "--variant", "classic", "--phase", phase)
    assert reading["order"] == order


def test_assumed_units_help_the_map(talleyrand):
    found = read(talleyrand, "tri-Tyo, Vie-Boh", "--variant", "classic", "--assume", "A TRI; A Vienna")
    assert [reading["order"] for reading in found] == ["A TRI - TYR", "A VIE - BOH"]


def test_a_position_decides_and_names_the_variant(talleyrand, case, tmp_path):
    file = tmp_path / "case.json"
    file.write_text(json.dumps(case))
    (reading,) = read(talleyrand, "F Par - Bur", "--position", file, "--power", "French")
    assert reading["order"] == "A PAR - BUR"
    assert reading["reading"] == "repaired"


def test_an_order_that_the_position_does_not_allow_is_illegal(talleyrand, case, tmp_path):
    file = tmp_path / "case.json"
    file.write_text(json.dumps(case))
    (reading,) = read(talleyrand, "A PAR - MOS", "--position", file)
    assert reading["reading"] == "illegal"


def test_no_order_no_line(talleyrand):
    assert read(talleyrand, "", "--variant", "classic") == []


@pytest.mark.parametrize(
    ("argv", "named"),
    [
        (["--variant", "atlantis"], "--variant: "),
        (["--variant", "classic", "--phase", "noon"], "--phase: "),
        (["--variant", "classic", "--phase", "L"], "--phase: "),
        (["--variant", "classic", "--power", "Atlantis"], "--power: "),
        (["--variant", "classic", "--assume", "A ROM; A NTH"], "--assume: "),
        (["--variant", "classic", "--position", "absent.json"], "absent.json: "),
        (["--variant", "classic", "--rulebook", "mine"], "--rulebook: "),
    ],
)
def test_what_is_wrong_is_named(talleyrand, argv, named):
    ran = talleyrand("orders", "read", *argv, given="A PAR H")
    assert ran.status == 1
    assert ran.err.startswith(f"talleyrand: {named}")


def test_a_position_at_fault_is_named_by_file_line_and_key(talleyrand, tmp_path):
    file = tmp_path / "position.json"
    file.write_text('{"variant": "classic",\n "phase": "S1901M",\n "units": {"France": ["A NTH"]}}')
    ran = talleyrand("orders", "read", "--position", file, given="A PAR H")
    assert ran.status == 1
    assert ran.err.startswith(f"talleyrand: {file}:3: units.France[0]: ")


def test_no_variant_is_wrong_usage(talleyrand):
    assert talleyrand("orders", "read", given="A PAR H").status == 2


def test_text_that_is_not_utf8_is_named(talleyrand):
    ran = talleyrand("orders", "read", "--variant", "classic", given=b"A PAR H\nA M\xdcN H")
    assert ran.status == 1
    assert ran.err.startswith("talleyrand: standard input:2: not UTF-8")


def test_jsonl_answers_request_by_request(talleyrand):
    requests = [
        {"id": "a", "text": "A PAR - BUR", "variant": "classic"},
        {"id": 2, "text": "A RAV - VEN", "variant": "ancient_mediterranean", "phase": "M", "power": "Rome"},
        {"id": None, "text": "RIV H", "variant": "classic", "assume": [], "phase": None, "power": None},
    ]
    ran = talleyrand("orders", "read", "--jsonl", given="\n".join(map(json.dumps, requests)))
    assert ran.status == 0
    first, second, third = ran.lines
    assert first["id"] == "a"
    assert [reading["order"] for reading in first["readings"]] == ["A PAR - BUR"]
    assert second["readings"][0]["order"] == "A RAV - VEN"
    assert "id" not in third


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("{", None),
        ("[]", None),
        ('{"id": 1, "variant": "classic"}', "text"),
        ('{"id": 1, "text": 5, "variant": "classic"}', "text"),
        ('{"id": 1, "text": "A PAR H"}', "variant"),
        ('{"id": 1, "text": "A PAR H", "variant": "atlantis"}', "variant"),
        ('{"id": 1, "text": "A PAR H", "variant": "classic", "phase": "?"}', "phase"),
        ('{"id": 1, "text": "A PAR H", "variant": "classic", "power": "Atlantis"}', "power"),
        ('{"id": 1, "text": "A PAR H", "variant": "classic", "assume": ["A PAR", "A NTH"]}', "assume[1]"),
        ('{"id": 1, "text": "A PAR H", "variant": "classic", "assume": "A PAR"}', "assume"),
        ('{"id": 1, "text": "A PAR H", "variant": "classic", "colour": "red"}', "colour"),
    ],
)
def test_a_bad_request_is_answered_and_the_next_read(talleyrand, line, key):
    good = '{"id": 9, "text": "A PAR H", "variant": "classic"}'
    ran = talleyrand("orders", "read", "--jsonl", given=f"{line}\n{good}\n")
    assert ran.status == 1
    error, answer = ran.lines
    assert error["error"]["line"] == 1
    assert error["error"].get("key") == key
    assert "internal" not in error["error"]["message"]
    assert error.get("id") == (1 if key else None)
    assert answer["readings"][0]["order"] == "A PAR H"


def test_the_variant_of_the_command_line_serves_every_request(talleyrand):
    ran = talleyrand("orders", "read", "--jsonl", "--variant", "classic", given='{"text": "A PAR H"}\n')
    assert ran.status == 0
    assert ran.lines[0]["readings"][0]["order"] == "A PAR H"


@pytest.mark.parametrize("text", ["x" * 2**20, "A PAR H\n" * 2**17, "\x00\x1b[31m\u202eA PAR H", "\ud800"])
def test_odd_texts_are_read_or_refused_clearly(talleyrand, text):
    ran = talleyrand("orders", "read", "--jsonl", given=json.dumps({"text": text, "variant": "classic"}) + "\n")
    (answer,) = ran.lines
    assert "internal" not in json.dumps(answer.get("error", ""))


@pytest.mark.parametrize(
    ("assume", "words"),
    [
        (["A PAR", "A Paris"], "assume[1]: A PAR cannot be: A PAR (assume[0]) stands in Paris already"),
        (["F BRE", "A PIC", "A Brest"], "assume[2]: A BRE cannot be: F BRE (assume[0]) stands in Brest already"),
    ],
)
def test_two_assumed_units_do_not_share_a_province_A_012(talleyrand, assume, words):
    request = {"variant": "classic", "text": "A PAR - BUR", "assume": assume}
    ran = talleyrand("orders", "read", "--jsonl", given=json.dumps(request))
    assert ran.status == 1
    assert words in ran.lines[0]["error"]["key"] + ": " + ran.lines[0]["error"]["message"]


@pytest.mark.parametrize(("text", "words"), [("{}", "phase: is missing"), ("null", "an object"), ("[]", "list")])
def test_a_position_that_is_none_is_a_fault(talleyrand, tmp_path, text, words):
    file = tmp_path / "position.json"
    file.write_text(text)
    ran = talleyrand("orders", "read", "--variant", "classic", "--position", file, given="A PAR H")
    assert (ran.status, ran.out) == (1, "")
    assert words in ran.err
    assert "position.json" in ran.err


@pytest.mark.parametrize("phase", ["S0M", "S-1M", "S00M"])
def test_years_count_from_1(talleyrand, phase):
    ran = talleyrand("orders", "read", "--variant", "classic", "--phase", phase, given="A PAR H")
    assert ran.status == 1
    assert f"--phase: '{phase}' is not a phase" in ran.err
