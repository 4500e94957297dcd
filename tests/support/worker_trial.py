"""Many deadlines, several workers, and a killer: nothing is lost and nothing done twice.

    python tests/support/worker_trial.py GAMES DEADLINES

Uses the database of the site's settings, which should be an empty one; prints what it found as JSON.
"""

import json
import os
import random
import signal
import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "site_settings")
sys.path.insert(0, str(Path(__file__).parent))

import django

django.setup()

from django.core.management import call_command
from django.utils import timezone

from talleyrand.game.verify import verify
from talleyrand.host.accounts.models import User
from talleyrand.host.bridge import ledger
from talleyrand.host.deadlines.tick import tick
from talleyrand.host.deadlines.timetable import Length, Timetable, write
from talleyrand.host.games import services as games
from talleyrand.host.games.models import Game
from talleyrand.host.turns.models import Phase

WORKERS = 3
WORK = """
import threading, django
django.setup()
from talleyrand.host.deadlines.worker import work
work(threading.Event(), every=0.05)
"""


def seed(number):
    master = User.objects.create_user("mara", "mara@example.org")
    second = write(Timetable({"*": Length(hours=1 / 3600)}))
    now = timezone.now() - timedelta(seconds=5)
    for index in range(number):
        game = games.create(master, f"Trial {index}", "classic", second, preset="datc", now=now)
        games.start(master, game, now=now)


def worker():
    path = os.pathsep.join((str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")))
    return subprocess.Popen([sys.executable, "-c", WORK], env={**os.environ, "PYTHONPATH": path})


def done():
    return Phase.objects.exclude(report__isnull=True).count()


def trial(number, deadlines, seed_of_chance=1):
    chance = random.Random(seed_of_chance)
    call_command("migrate", verbosity=0)
    seed(number)
    workers, killed, until = [worker() for _ in range(WORKERS)], 0, time.monotonic() + 600
    while done() < deadlines and time.monotonic() < until:
        time.sleep(chance.uniform(1.0, 2.5))
        victim = chance.randrange(WORKERS)
        workers[victim].kill()
        workers[victim].wait()
        workers[victim], killed = worker(), killed + 1
    for process in workers:
        process.send_signal(signal.SIGKILL)
        process.wait()
    now = timezone.now()
    tick(now)
    return {"deadlines": done(), "killed": killed, **faults(now)}


def faults(now):
    """What must be empty: games left due, games with a gap or a phase too many, records that do not verify."""
    due = [game.code for game in Game.objects.filter(closes_at__lte=now)]
    idle = [game.code for game in Game.objects.exclude(state="ended").filter(closes_at=None)]
    torn, unsound = [], []
    for game in Game.objects.all():
        numbers = list(game.phases.values_list("number", "branch"))
        open_phases = game.phases.filter(report__isnull=True).count()
        events = game.events.filter(kind="adjudicated").count()
        over = game.state == Game.State.ENDED
        if numbers != [(number, 1) for number in range(1, game.number + 1)] or open_phases != (not over):
            torn.append(game.code)
        if events != len(numbers) - open_phases:
            torn.append(game.code)
    for game in Game.objects.order_by("pk")[:3]:
        if verify(ledger.load(game)) is not None:
            unsound.append(game.code)
    return {"due": due, "idle": idle, "torn": torn, "unsound": unsound}


if __name__ == "__main__":
    print(json.dumps(trial(int(sys.argv[1]), int(sys.argv[2]))))
