import subprocess
import sys

import pytest

from talleyrand._version import __version__
from talleyrand.cli import adjudicate, main, output


def test_version(talleyrand):
    ran = talleyrand("--version")
    assert (ran.status, ran.out) == (0, f"talleyrand {__version__}\n")


@pytest.mark.parametrize("command", [[], *([command] for command in main.COMMANDS)])
def test_help_is_printed(talleyrand, command):
    ran = talleyrand(*command, "--help")
    assert ran.status == 0
    assert ran.out.startswith("usage: talleyrand")


@pytest.mark.parametrize(
    "argv",
    [
        [],
        ["conquer"],
        ["adjudicate", "--format", "pdf"],
        ["adjudicate", "--form", "json"],
        ["adjudicate", "a", "b"],
        ["orders"],
        ["orders", "read"],
        ["schema"],
        ["schema", "board"],
        ["record"],
        ["record", "verify"],
        ["game"],
        ["game", "new", "x.json"],
        ["game", "orders", "x.json"],
        ["game", "undo", "x.json", "--to", "soon"],
    ],
)
def test_wrong_usage_is_status_2_with_a_usage_line(talleyrand, argv):
    ran = talleyrand(*argv)
    assert ran.status == 2
    assert ran.out == ""
    assert ran.err.startswith("usage: talleyrand")


def test_an_error_nobody_foresaw_is_one_line(talleyrand, monkeypatch):
    def fail(_args):
        raise ZeroDivisionError("a slip of ours")

    monkeypatch.setattr(adjudicate, "run", fail)
    ran = talleyrand("adjudicate")
    assert ran.status == 1
    assert ran.err == "talleyrand: internal error, please report it: ZeroDivisionError: a slip of ours\n"


def test_an_interrupt_is_quiet(talleyrand, monkeypatch):
    def fail(_args):
        raise KeyboardInterrupt

    monkeypatch.setattr(adjudicate, "run", fail)
    assert talleyrand("adjudicate") == (130, "", "")


def test_messages_show_control_characters_as_escapes(capsys):
    output.complain("a\x1b[31m\u202eb")
    assert capsys.readouterr().err == "talleyrand: a\\x1b[31m\\u202eb\n"


def test_the_package_runs_as_a_module():
    ran = subprocess.run([sys.executable, "-m", "talleyrand", "--version"], capture_output=True, text=True, check=True)
    assert ran.stdout == f"talleyrand {__version__}\n"


def test_output_is_utf8_whatever_the_locale(case):
    import json
    import os

    env = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "LC_ALL": "C"}
    case["orders"]["France"] = "Armée Paris – Bourgogne"
    ran = subprocess.run(
        [sys.executable, "-m", "talleyrand", "adjudicate"],
        input=json.dumps(case, ensure_ascii=False).encode(),
        capture_output=True,
        env=env,
        check=True,
    )
    assert "Armée Paris – Bourgogne" in ran.stdout.decode("utf-8")
