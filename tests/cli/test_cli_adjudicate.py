import json
import os
import subprocess
import sys

import pytest


def lines(*values) -> str:
    return "".join((value if isinstance(value, str) else json.dumps(value)) + "\n" for value in values)


def test_a_case_on_standard_input_is_answered_as_json(talleyrand, case):
    ran = talleyrand("adjudicate", given=json.dumps(case))
    assert ran.status == 0
    assert ran.json["format"] == 1
    assert ran.json["id"] == "bounce"
    first = ran.json["orders"][0]
    assert (first["power"], first["text"], first["order"]) == ("France", "a par-bur", "A PAR - BUR")
    assert first["outcome"] == "bounced"
    assert ran.json["next"]["phase"] == "F1901M"
    assert ran.json["status"] == {"state": "running", "winners": []}


def test_a_case_in_a_file_is_answered_as_text(talleyrand, case, tmp_path):
    file = tmp_path / "case.json"
    file.write_bytes(b"\xef\xbb\xbf" + json.dumps(case).encode())
    ran = talleyrand("adjudicate", file, "--format", "text")
    assert ran.status == 0
    assert "Burgundy" in ran.out


@pytest.mark.parametrize("form", ["text", "markdown", "bbcode", "discord", "html"])
@pytest.mark.parametrize("explain", [False, True])
def test_every_format_names_the_bounce(talleyrand, case, form, explain):
    ran = talleyrand("adjudicate", "--format", form, *(["--explain"] if explain else []), given=json.dumps(case))
    assert ran.status == 0
    assert "Burgundy" in ran.out


def test_bbcode_comes_with_tables_and_without(talleyrand, case):
    plain = talleyrand("adjudicate", "--format", "bbcode", "--no-tables", given=json.dumps(case)).out
    tables = talleyrand("adjudicate", "--format", "bbcode", "--tables", given=json.dumps(case)).out
    assert "[table]" in tables.lower()
    assert "[table]" not in plain.lower()


def test_no_skip_stops_at_the_next_phase_of_the_calendar(talleyrand, case):
    ran = talleyrand("adjudicate", "--no-skip", given=json.dumps(case))
    assert ran.json["next"]["phase"] == "S1901R"


def test_the_rulebook_named_on_the_command_line_counts(talleyrand, case):
    case |= {"rulebook": "no such"}
    assert talleyrand("adjudicate", given=json.dumps(case)).status == 1
    assert talleyrand("adjudicate", "--rulebook", "datc", given=json.dumps(case)).status == 0


BAD = {
    "unknown variant": ({"variant": "atlantis"}, "variant", "atlantis"),
    "no variant": ({"variant": None}, "variant", ""),
    "unknown phase": ({"phase": "X1901M"}, "phase", "X1901M"),
    "phase out of calendar": ({"phase": "W1901M"}, "phase", "W1901M"),
    "army at sea": ({"units": {"France": ["A NTH"]}}, "units.France[0]", "A NTH"),
    "fleet inland": ({"units": {"France": ["F PAR"]}}, "units.France[0]", "F PAR"),
    "fleet without a coast": ({"units": {"France": ["F SPA"]}}, "units.France[0]", "SPA/NC"),
    "no such province": ({"units": {"France": ["A XYZ"]}}, "units.France[0]", "XYZ"),
    "two units in a province": ({"units": {"France": ["A PAR"], "Germany": ["A Paris"]}}, "units.Germany[0]", "PAR"),
    "a centre owned twice": ({"centers": {"France": ["PAR"], "Germany": ["PAR"]}}, "centers.Germany[0]", "Paris"),
    "no centre": ({"centers": {"France": ["BUR"]}}, "centers.France[0]", "BUR"),
    "unknown power": ({"units": {"Atlantis": ["A PAR"]}}, "units.Atlantis", "Atlantis"),
    "orders of an unknown power": ({"orders": {"Atlantis": "A Par H"}}, "orders.Atlantis", "Atlantis"),
    "a dislodged unit without a province": (
        {"phase": "S1901R", "dislodged": {"France": [{"unit": "A", "from": "MUN"}]}},
        "dislodged.France[0].unit",
        "'A'",
    ),
    "a dislodged unit in a movement phase": (
        {"dislodged": {"France": [{"unit": "A BUR", "from": "MUN"}]}},
        "dislodged.France[0]",
        "S1901M",
    ),
    "unknown key": ({"unit": {}}, "unit", "units"),
    "orders of a wrong type": ({"orders": {"France": 7}}, "orders.France", "text"),
    "another format": ({"format": 2}, "format", "2"),
    "unknown rulebook": ({"rulebook": "mine"}, "rulebook", "mine"),
    "unknown choice": ({"rulebook": {"paradox": "coin"}}, "rulebook.paradox", "coin"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_case_at_fault_is_named_by_file_line_and_key(talleyrand, case, tmp_path, name):
    change, key, words = BAD[name]
    file = tmp_path / "case.json"
    file.write_text(json.dumps({k: v for k, v in {**case, **change}.items() if v is not None}, indent=1))
    ran = talleyrand("adjudicate", file)
    assert ran.status == 1
    assert ran.out == ""
    assert ran.err.startswith(f"talleyrand: {file}:")
    assert f": {key}: " in ran.err
    assert words in ran.err


@pytest.mark.parametrize("name", BAD)
def test_a_line_at_fault_is_answered_and_the_next_adjudicated(talleyrand, case, name):
    change, key, words = BAD[name]
    bad = {k: v for k, v in {**case, **change, "id": 7}.items() if v is not None}
    ran = talleyrand("adjudicate", "--jsonl", given=lines(bad, case))
    assert ran.status == 1
    error, report = ran.lines
    assert error["id"] == 7
    assert error["error"]["line"] == 1
    assert error["error"]["key"] == key
    assert words in error["error"]["message"]
    assert report["id"] == "bounce"
    assert report["orders"][0]["outcome"] == "bounced"


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "nonsense",
        "[]",
        "7",
        "null",
        '"text"',
        '{"id": 0}',
        "[" * 50_000,
        '{"a": NaN}',
        "\ufeff{",
        "\x00",
        "\u202e{}",
    ],
)
def test_no_line_stops_the_run(talleyrand, case, line):
    ran = talleyrand("adjudicate", "--jsonl", given=lines(case, line, "", case))
    assert ran.status == 1
    first, error, last = ran.lines
    assert first == last
    assert error["error"]["line"] == 2
    assert "internal" not in error["error"]["message"]
    assert "standard input:2" in ran.err


def test_a_run_without_a_fault_ends_with_0(talleyrand, case):
    ran = talleyrand("adjudicate", "--jsonl", given=lines(*({**case, "id": number} for number in range(5))))
    assert ran.status == 0
    assert [answer["id"] for answer in ran.lines] == [0, 1, 2, 3, 4]


def test_a_line_in_another_encoding_is_answered(talleyrand, case):
    ran = talleyrand("adjudicate", "--jsonl", given=b'{"id": "caf\xe9"}\n' + lines(case).encode())
    assert [("error" in answer) for answer in ran.lines] == [True, False]


ODD_ORDERS = {
    "somebody else's unit": "A MUN - BER",
    "empty": "",
    "blank": " \n\t\n",
    "control characters": "A PAR\x00 - \x07BUR\x1b[31m",
    "bidi marks": "\u202eA PAR - BUR\u202c \u2066A MAR H\u2069",
    "half a surrogate pair": "A PAR \ud800 BUR",
    "a megabyte of letters": "x" * 2**20,
    "a megabyte of orders": "A PAR - BUR\n" * (2**20 // 12),
    "a megabyte in one line": "A PAR - BUR, " * (2**20 // 13),
}


@pytest.mark.parametrize("name", ODD_ORDERS)
def test_odd_order_texts_are_readings_or_clear_errors(talleyrand, case, name):
    case["orders"]["France"] = ODD_ORDERS[name]
    ran = talleyrand("adjudicate", "--jsonl", given=lines(case, {**case, "orders": {}}))
    odd, plain = ran.lines
    assert plain["orders"][0]["reading"] == "missing"
    if "error" in odd:
        assert odd["error"]["key"].startswith("orders.France")
        assert "internal" not in odd["error"]["message"]
    else:
        assert {"France", "Germany"} == {line["power"] for line in odd["orders"]}
    assert not set(ran.out) & {"\x00", "\x07", "\x1b"}


@pytest.mark.parametrize("form", ["text", "markdown", "bbcode", "discord", "html"])
def test_odd_order_texts_do_no_harm_in_a_report(talleyrand, case, form):
    case["orders"]["France"] = "A PAR\x00 - \x07BUR\x1b[31m\n\u202eA MAR H\u202c\nA PAR \ud800 BUR"
    ran = talleyrand("adjudicate", "--format", form, given=json.dumps(case))
    assert ran.status == 0
    assert not set(ran.out) & {"\x00", "\x07", "\x1b", "\u202e"}


def test_jsonl_answers_json_only(talleyrand, case):
    ran = talleyrand("adjudicate", "--jsonl", "--format", "text", given=lines(case))
    assert ran.status == 2
    assert "--jsonl" in ran.err


@pytest.mark.parametrize("name", ["absent.json", "."])
def test_a_file_that_cannot_be_read_is_named(talleyrand, name):
    ran = talleyrand("adjudicate", name)
    assert ran.status == 1
    assert name in ran.err


def start(*argv: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "talleyrand", *argv],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_jsonl_answers_each_line_as_it_comes(case):
    with start("adjudicate", "--jsonl") as running:
        assert running.stdin
        assert running.stdout
        for number in range(3):
            running.stdin.write(json.dumps({**case, "id": number}) + "\n")
            running.stdin.flush()
            assert json.loads(running.stdout.readline())["id"] == number
        running.stdin.close()
        assert running.wait() == 0


@pytest.mark.skipif(os.name == "nt", reason="pipes and signals")
def test_a_reader_that_goes_away_is_no_complaint(case):
    with start("adjudicate", "--jsonl") as running:
        assert running.stdin
        assert running.stdout
        assert running.stderr
        running.stdout.close()
        running.stdin.write(lines(*[case] * 20))
        running.stdin.close()
        assert running.stderr.read() == ""
        assert running.wait() == 0


@pytest.mark.skipif(os.name == "nt", reason="pipes and signals")
def test_an_interrupt_is_quiet(case):
    import signal

    with start("adjudicate", "--jsonl") as running:
        assert running.stdin
        assert running.stdout
        assert running.stderr
        running.stdin.write(lines(case))
        running.stdin.flush()
        running.stdout.readline()
        running.send_signal(signal.SIGINT)
        assert running.wait() == 130
        assert running.stderr.read() == ""
