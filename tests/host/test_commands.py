"""The site's commands at the terminal: a first start from nothing, links to sign in, settings, messages."""

import json
import os
import re
import signal
import socket
import sqlite3
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


def talleyrand(folder, *args, said="", **more):
    return subprocess.run(
        [sys.executable, "-m", "talleyrand", *args],
        env={**environ(folder), **more},
        input=said,
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
        assert [stat.S_IMODE((data / each).stat().st_mode) for each in ("secret_key", "talleyrand.sqlite3")] == [
            0o600
        ] * 2
        style = re.search(r'href="(/static/pages/site\.[0-9a-f]{12}\.css)"', page)[1]
        assert "immutable" in urlopen(f"http://127.0.0.1:{port}{style}", timeout=30).headers["Cache-Control"]
        health = json.loads(urlopen(f"http://127.0.0.1:{port}/healthz", timeout=30).read())
        assert health["ok"] is True
        taken = talleyrand(data, "serve", "--port", str(port))
        assert taken.returncode == 1
        assert f"port {port} is taken by another program; choose another, as in --port {port + 1}" in taken.stderr
        # What people ask for does not push the links out of sight.
        assert log.read_text().endswith("Ctrl-C stops the site.\n")
        serving.send_signal(signal.SIGINT)
        assert serving.wait(timeout=30) == 0
    finally:
        serving.kill()
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


PASSWORD = "a long pass phrase of his"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    assert talleyrand(folder, "admin", "migrate").returncode == 0
    made = talleyrand(folder, "admin", "create-user", "Karl", "karl@example.org", said=f"{PASSWORD}\n")
    assert (made.returncode, made.stdout) == (0, "Karl can sign in.\n")
    return folder


def users(folder):
    with sqlite3.connect(folder / "talleyrand.sqlite3") as database:
        return database.execute("SELECT username, email, is_active, password FROM accounts_user").fetchall()


@pytest.mark.parametrize(
    ("name", "email", "password", "words"),
    [
        ("karl", "other@example.org", PASSWORD, "somebody is called 'karl'"),
        ("Other", "KARL@example.org", PASSWORD, "has the address 'KARL@example.org' already"),
        ("Other", "other", PASSWORD, "Enter a valid email address"),
        ("No Name", "other@example.org", PASSWORD, "Enter a valid username"),
        ("Other", "other@example.org", "short", "too short"),
    ],
)
def test_an_account_that_cannot_be_is_not_made(site, name, email, password, words):
    before = users(site)
    found = talleyrand(site, "admin", "create-user", name, email, said=f"{password}\n")
    assert found.returncode == 1
    assert words in found.stderr
    assert users(site) == before


def test_passwords_are_asked_for_and_accounts_closed_and_opened(site):
    old = users(site)[0][3]
    said = talleyrand(site, "admin", "set-password", "karl@example.org", said="another long pass phrase\n")
    assert said.stdout == "Karl has another password and is signed out everywhere.\n"
    assert users(site)[0][3] != old
    assert users(site)[0][3].startswith("argon2")
    assert talleyrand(site, "admin", "deactivate", "KARL").stdout == "Karl can sign in no more.\n"
    assert users(site)[0][2] == 0
    assert talleyrand(site, "admin", "activate", "karl").stdout == "Karl can sign in again.\n"
    assert users(site)[0][2] == 1


def test_a_backup_is_whole_its_owner_s_alone_and_never_written_over_another_file(site, tmp_path):
    file = tmp_path / "copy.sqlite3"
    assert talleyrand(site, "admin", "backup", str(file)).stdout == f"The database was copied to {file}.\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with sqlite3.connect(file) as copy:
        assert copy.execute("SELECT username FROM accounts_user").fetchall() == [("Karl",)]
    again = talleyrand(site, "admin", "backup", str(file))
    assert (again.returncode, again.stderr) == (1, f"talleyrand: {file} is there already; name a file that is not\n")
    assert [each.name for each in tmp_path.iterdir()] == ["copy.sqlite3"]
    nowhere = talleyrand(site, "admin", "backup", str(tmp_path / "no" / "file"))
    assert "cannot be written" in nowhere.stderr


def test_a_check_names_what_is_wrong_before_people_come(site, tmp_path):
    local = talleyrand(site, "admin", "check")
    assert local.stdout.splitlines() == ["settings: well", "database: well", "clock: well", "cache: well"]
    assert local.stderr == "mail: email_url is not set: mail is printed here and reaches nobody\n"
    with sqlite3.connect(site / "talleyrand.sqlite3") as database:
        database.execute("INSERT INTO work_heartbeat (worker, beat_at) VALUES ('x', '2999-01-01 00:00:00')")
    public = talleyrand(
        site, "admin", "check", TALLEYRAND_HOSTS="games.example.org", TALLEYRAND_EMAIL_URL="smtp+plain://127.0.0.1:9"
    )
    assert public.returncode == 1
    words = (
        "settings: https is 0",
        "settings: site_url is not set",
        "clock: it shows",
        "mail: 127.0.0.1:9 does not let us in",
    )
    assert [each in public.stderr for each in words] == [True] * 4
    empty = talleyrand(tmp_path, "admin", "check")
    assert "changes of its tables wait; run 'talleyrand admin migrate'" in empty.stderr
