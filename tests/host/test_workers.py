"""Workers that are killed or raced while they adjudicate: no deadline is lost, none counts twice (lessons 1, 3)."""

import json
import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest

SUPPORT = Path(__file__).parent.parent / "support"


@pytest.fixture
def environ(tmp_path):
    """An empty database of the kind that the tests run on."""
    given = os.environ.get("DATABASE_URL", "")
    settings = {**os.environ, "TALLEYRAND_DATA": str(tmp_path)}
    if not given:
        # Whatever the site's settings say of other tests, this one has a file that several processes open.
        yield {key: value for key, value in settings.items() if key != "DATABASE_URL"}
        return
    name = f"trial_{os.getpid()}"
    with psycopg.connect(given, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    try:
        yield {**settings, "DATABASE_URL": urlsplit(given)._replace(path=f"/{name}").geturl()}
    finally:
        with psycopg.connect(given, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def run(program, environ, *numbers):
    """What a program of its own found."""
    command = [sys.executable, str(SUPPORT / program), *numbers]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])


def test_killed_workers_lose_nothing_and_repeat_nothing(environ):
    found = run("worker_trial.py", environ, "20", "40")
    assert found.pop("deadlines") >= 40
    assert found.pop("killed") >= 1
    assert found == {"due": [], "idle": [], "torn": [], "unsound": []}


def test_workers_and_a_master_who_publishes_at_the_deadline_end_each_phase_once(environ):
    found = run("publish_race.py", environ, "12")
    assert 0 <= found.pop("hers") <= found.pop("games") == 12
    assert found == {"torn": [], "told": [], "again": []}
