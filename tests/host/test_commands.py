"""The site's commands at the terminal: a first start from nothing, links to sign in, settings, messages."""

import os
import re
import socket
import stat
import subprocess
import sys
import time
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from talleyrand.cli.main import main
from talleyrand.host.config import NAMES


def environ(folder):
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("TALLEYRAND_", "DJANGO_"))}
    kept.pop("DATABASE_URL", None)
    return {**kept, "TALLEYRAND_DATA": str(folder)}


def talleyrand(folder, *args, **more):
    return subprocess.run(
        [sys.executable, "-m", "talleyrand", *args],
        env={**environ(folder), **more},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_a_first_start_makes_everything_and_serves(tmp_path):
    data = tmp_path / "data"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = tmp_path / "log"
    with log.open("w") as out:
        command = [sys.executable, "-m", "talleyrand", "serve", "--demo", "--port", str(port)]
        serving = subprocess.Popen(command, env=environ(data), stdout=out, stderr=subprocess.STDOUT)
    try:
        page = _page(f"http://127.0.0.1:{port}/", serving, log)
        said = log.read_text()
        assert "The Middle Sea" in page
        links = re.findall(rf"http://127\.0\.0\.1:{port}/enter/\S+/", said)
        assert len(links) == 6
        assert "Sign in as Livia?" in urlopen(links[0], timeout=30).read().decode()
        assert stat.S_IMODE((data / "secret_key").stat().st_mode) == 0o600
    finally:
        serving.terminate()
        serving.wait(timeout=30)
    again = talleyrand(data, "admin", "link", "livia@demo.invalid")
    assert re.fullmatch(r"/enter/\S+/\n", again.stdout)


def _page(address, serving, log):
    for _ in range(240):
        assert serving.poll() is None, log.read_text()
        try:
            return urlopen(address, timeout=30).read().decode()
        except URLError:
            time.sleep(0.5)
    raise AssertionError(log.read_text())


def test_settings_are_told(capsys):
    assert main(["admin", "settings"]) == 0
    said = capsys.readouterr().out
    assert [line.split()[0] for line in said.splitlines()] == [f"TALLEYRAND_{name.upper()}" for name in NAMES]


def test_commands_of_the_site_stand_in_the_help(capsys):
    assert main(["--help"]) == 0
    said = capsys.readouterr().out
    assert all(re.search(rf"^ +{name} ", said, re.MULTILINE) for name in ("serve", "worker", "admin", "adjudicate"))


@pytest.mark.parametrize("port", ["0", "65536", "http", "-1", "²"])
def test_what_is_no_port_is_said(port, capsys):
    assert main(["serve", f"--port={port}"]) == 2
    assert "write a number from 1 to 65535" in capsys.readouterr().err


def test_settings_that_cannot_be_are_named(tmp_path):
    found = talleyrand(tmp_path, "serve", TALLEYRAND_HTTPS="maybe")
    assert (found.returncode, found.stdout) == (1, "")
    assert found.stderr == "talleyrand: settings: https: 'maybe' is neither 0 nor 1\n"


def test_a_database_without_tables_is_told_what_to_do(tmp_path):
    found = talleyrand(tmp_path, "admin", "link", "nobody")
    assert found.returncode == 1
    assert "run 'talleyrand admin migrate' first" in found.stderr
    assert talleyrand(tmp_path, "admin", "migrate").returncode == 0
    assert talleyrand(tmp_path, "admin", "link", "nobody").stderr == "talleyrand: there is nobody called 'nobody'\n"
