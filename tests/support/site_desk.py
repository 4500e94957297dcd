"""What tests of the Game Master's desk share: a game that runs now, forms sent, and all rows compared."""

from datetime import timedelta

from django.apps import apps

from site_acts import at, fresh, web
from talleyrand.host.deadlines.presets import PRESETS
from talleyrand.host.deadlines.timetable import write
from talleyrand.host.games import services as games
from talleyrand.host.games.models import Game


def act(user, game, name, **form):
    """Send a form of the desk for the open phase, sure where it is asked."""
    now = fresh(game)
    fields = {"branch": now.branch, "number": now.number, "sure": "yes", **form}
    return web(user).post(at("act", game, name), {key: value for key, value in fields.items() if value is not None})


def desk(user, game):
    """The page of the desk."""
    return web(user).get(at("desk", game)).content.decode()


def everything():
    """All rows of the site's own tables, to be compared with what they are later."""
    return {
        model.__name__: sorted(map(repr, model.objects.values()))
        for model in apps.get_models()
        if model.__module__.startswith("talleyrand") and model.__name__ != "User"
    }


def kinds(game):
    """What happened in a game, in order."""
    return list(game.events.values_list("kind", flat=True))


def game_now(mara, players, now, timetable="000-daily", title="Now"):
    """A game that began an hour ago and is played now."""
    made = games.create(
        mara,
        title,
        "ancient_mediterranean",
        write(PRESETS[timetable][1]),
        preset="forum_ancient_mediterranean",
        now=now - timedelta(hours=2),
    )
    for user, power in players:
        games.join(user, made, power, now=now - timedelta(hours=2))
    games.start(mara, made, now=now - timedelta(hours=1))
    # The hour of the deadline is far, whatever the hour of the day.
    due = now + timedelta(hours=30)
    Game.objects.filter(pk=made.pk).update(due_at=due, first_due_at=due, closes_at=due)
    return fresh(made)
