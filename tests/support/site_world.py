"""Everybody there can be at a game, with things that each of them wrote, and what must not be seen of them."""

import re
from datetime import timedelta

from django.apps import apps
from django.test import Client

from talleyrand.host.absence import services as absence
from talleyrand.host.accounts.models import User
from talleyrand.host.deadlines.presets import PRESETS
from talleyrand.host.deadlines.tick import tick
from talleyrand.host.deadlines.timetable import write
from talleyrand.host.desk import contact
from talleyrand.host.games import services as games
from talleyrand.host.games.models import Game
from talleyrand.host.turns import drafts, extension, ready
from talleyrand.host.turns import services as turns

ROLES = ("master", "senior", "partner", "other", "observer", "stranger", "foreign", "inactive")
"""Runs the game; plays Rome, first and second; plays Carthage; only looks; is not signed in; runs another game; may
not sign in any more, and played Egypt."""

NAMES = dict(zip(ROLES, ("mara", "alice", "anton", "bob", "olga", "", "frida", "igor"), strict=True))


class World:
    """A game with a phase behind it, and all that is secret in it; another game of another Game Master's."""

    def __init__(self, now):
        self.now = now
        self.people = {role: self._person(role, name) for role, name in NAMES.items() if name}
        self.game = self._played(self.people["master"], {"Rome": ("senior", "partner"), "Carthage": ("other",)})
        self.other = self._played(self.people["foreign"], {"Persia": ("observer",)})
        self.secrets = self._plant()

    def _person(self, role, name):
        return User.objects.create_user(
            name,
            f"mail-of-{name}@example.org",
            "a pass phrase for tests",
            first_name=f"Firstname{name}",
            last_name=f"Lastname{name}",
        )

    def _played(self, master, places):
        now = self.now
        game = games.create(
            master, f"Game of {master.username}", "ancient_mediterranean", write(PRESETS["live"][1]), now=now
        )
        for power, roles in places.items():
            for role in roles:
                games.join(self.people[role], game, power, now=now)
        if master == self.people["master"]:
            games.join(self.people["inactive"], game, "Egypt", now=now)
        games.start(master, game, now=now - timedelta(hours=1))
        Game.objects.filter(pk=game.pk).update(closes_at=now)
        assert tick(now) == 1
        return Game.objects.get(pk=game.pk)

    def _plant(self):
        """Texts that somebody wrote and who may read them; None stands for nobody at all."""
        game, now = self.game, self.now
        master, senior = self.people["master"], self.people["senior"]
        seen = (game.branch, game.number)
        turns.submit(senior, game, "Rome", "A Rome - Apulia\nsealedword one", now=now)
        turns.submit(self.people["other"], game, "Carthage", "A Carthage - Mauretania\nsealedword two", now=now)
        drafts.keep(senior, game, "Rome", "A Rome - Etruria draftword", seen=seen, now=now)
        contact.nudge(master, game, "Rome", "nudgeword: is that meant?", seen=seen, now=now)
        contact.keep(master, game, "noteword for myself", now=now)
        day = now.date()
        absence.plan(senior, day, day + timedelta(days=3), text="absenceword", now=now)
        ready.mark(senior, game, "Rome", now=now)
        self.vote = extension.propose(senior, game, "Rome", hours=1, seen=game.due_at, now=now)
        self.foreign_vote = extension.propose(
            self.people["observer"], self.other, "Persia", hours=1, seen=self.other.due_at, now=now
        )
        User.objects.filter(username="igor").update(is_active=False)
        mine = {"master", "senior", "partner"}
        found = {
            "sealedword one": mine,
            "sealedword two": {"master", "other"},
            "draftword": {"senior"},
            "nudgeword": mine,
            "noteword": {"master"},
            "absenceword": {"master", "senior"},
        }
        for role, user in self.people.items():
            found[user.email] = {role}
            found[user.first_name] = {role}
            found[user.last_name] = {role}
        return found

    def web(self, role, **options):
        """A browser of one of these people."""
        client = Client(**options)
        if role in self.people:
            client.force_login(self.people[role])
        return client


def rows():
    """All that is in the database but who is signed in, and since when."""
    return {
        model._meta.label: [
            {name: value for name, value in row.items() if name != "last_login"}
            for row in model.objects.order_by("pk").values()
        ]
        for model in apps.get_models()
        if model._meta.label != "sessions.Session"
    }


def whole(answer):
    """All that an answer says: its head, its body, and where it leads."""
    head = "\n".join(f"{name}: {value}" for name, value in answer.items())
    cookies = answer.cookies.output()
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return f"{head}\n{cookies}\n{body.decode(errors='replace')}"


def lasting(answer):
    """What an answer says without what is new each time: tokens and keys."""
    text = re.sub(r'name="(csrfmiddlewaretoken|key)" value="[^"]*"', "", whole(answer))
    return re.sub(r"(?m)^(Set-Cookie|Expires|Last-Modified|ETag):.*$", "", text)
