"""Workers that are killed while they adjudicate: no deadline is lost and none counts twice (lessons 1 and 3)."""

import json
import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest

TRIAL = Path(__file__).parent.parent / "support" / "worker_trial.py"


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


def test_killed_workers_lose_nothing_and_repeat_nothing(environ):
    run = subprocess.run(
        [sys.executable, str(TRIAL), "20", "40"], env=environ, capture_output=True, text=True, timeout=300, check=False
    )
    assert run.returncode == 0, run.stderr[-3000:]
    found = json.loads(run.stdout.splitlines()[-1])
    assert found.pop("deadlines") >= 40
    assert found.pop("killed") >= 1
    assert found == {"due": [], "idle": [], "torn": [], "unsound": []}
