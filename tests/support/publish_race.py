"""A Game Master who publishes phases just as their deadlines strike, and workers who see the same: each ends once.

    python tests/support/publish_race.py GAMES

Uses the database of the site's settings, which should be an empty one; prints what it found as JSON.
"""

import json
import sys
import time
from datetime import timedelta

from worker_trial import worker  # which sets Django up, before anything else is imported

# isort: split
from django.core.management import call_command
from django.utils import timezone

from talleyrand.game.verify import verify
from talleyrand.host.accounts.models import User
from talleyrand.host.bridge import ledger
from talleyrand.host.deadlines.timetable import Length, Timetable, write
from talleyrand.host.games import services as games
from talleyrand.host.games.models import Game
from talleyrand.host.games.services import RefusedError
from talleyrand.host.notices.models import Delivery, Notification
from talleyrand.host.turns import services as turns

APART = timedelta(seconds=0.1)


def seed(number):
    """Games whose deadlines strike one after the other."""
    master, player = (User.objects.create_user(name, f"{name}@example.org") for name in ("mara", "alice"))
    days, now = write(Timetable({"*": Length(days=3)}, prods=())), timezone.now()
    made = []
    for index in range(number):
        game = games.create(master, f"Race {index}", "classic", days, preset="datc", now=now)
        games.join(player, game, "France", now=now)
        made.append(games.start(master, game, now=now))
    first = timezone.now() + timedelta(seconds=4)
    for index, game in enumerate(made):
        game.due_at = game.closes_at = first + index * APART
        game.save()
    return master, made


def race(number):
    call_command("migrate", verbosity=0)
    master, made = seed(number)
    workers = [worker() for _ in range(2)]
    hers = 0
    for game in made:
        time.sleep(max(0.0, (game.closes_at - timezone.now()).total_seconds()))
        try:
            turns.adjudicate(master, game, seen=(1, 1), now=timezone.now())
            hers += 1
        except RefusedError:
            pass
    until = time.monotonic() + 60
    queued = Delivery.objects.filter(state="queued")
    while (Game.objects.filter(number=1).exists() or queued.exists()) and time.monotonic() < until:
        time.sleep(0.2)
    for process in workers:
        process.kill()
        process.wait()
    return {"games": number, "hers": hers, **faults(made)}


def faults(made):
    """What must be empty: games that are not in their second phase, adjudicated or told twice, or mailed again."""
    torn, told = [], []
    for game in Game.objects.filter(pk__in=[each.pk for each in made]):
        adjudicated = game.events.filter(kind="adjudicated").count()
        if (game.number, game.phases.count(), adjudicated, verify(ledger.load(game))) != (2, 2, 1, None):
            torn.append(game.code)
        notices = Notification.objects.filter(game=game, user__username="alice", kind__in=("phase", "clock"))
        if notices.exclude(subject__endswith="the game begins").count() != 1:
            told.append(game.code)
    once = Delivery.objects.filter(tries=1, state="sent")
    again = list(Delivery.objects.exclude(pk__in=once).values_list("pk", flat=True))
    return {"torn": torn, "told": told, "again": again}


if __name__ == "__main__":
    print(json.dumps(race(int(sys.argv[1]))))
