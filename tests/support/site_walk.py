"""A Game Master and her players who do whatever comes to mind, in any order, while the clock runs, jumps and goes back.

Every act may be refused and none may break anything; ``Walk.sound`` says what must hold after each of them.
"""

import json
import random
from collections import Counter
from datetime import timedelta

from django.db.models import Q
from django.urls import reverse

from site_acts import at, web
from site_bots import Bot
from site_cast import START
from talleyrand.game.record import read_record, write_record
from talleyrand.game.verify import verify
from talleyrand.host.absence import services as absence
from talleyrand.host.accounts.models import User
from talleyrand.host.amending import services as amending
from talleyrand.host.bridge import desk as foresight
from talleyrand.host.bridge import ledger, mends, reading
from talleyrand.host.bridge.ledger import GameError
from talleyrand.host.deadlines import timetable as clock
from talleyrand.host.deadlines.tick import tick
from talleyrand.host.deadlines.timetable import DAYS, Length, Pace, Slot, Timetable, write
from talleyrand.host.desk import clock as desk_clock
from talleyrand.host.desk import contact, ending, people
from talleyrand.host.desk import orders as desk_orders
from talleyrand.host.games import changes, imports
from talleyrand.host.games import services as games
from talleyrand.host.games.access import NotAllowedError, role_of
from talleyrand.host.games.models import Diplomat, Game
from talleyrand.host.games.outlook import outlook
from talleyrand.host.games.services import RefusedError
from talleyrand.host.notices.models import Delivery, Notification, Prod
from talleyrand.host.notices.post import deliver
from talleyrand.host.notices.prods import prod
from talleyrand.host.turns import drafts, extension, ready, seniority
from talleyrand.host.turns import services as turns
from talleyrand.host.turns.models import Event, Extension, Phase

SAID = ("Because.", "A letter was lost.", "As agreed in the forum.")
RULES = {
    "sets": ("replace_set", "merge_by_unit"),
    "retreats": ("phase", "with_orders", "with_next_orders"),
    "illegal_orders": ("ignored", "refused"),
    "removal": ("distance_2023", "gm_decides"),
    "civil_disorder_after": (0, 1, 2),
    "capture": ("after_fall", "every_turn"),
    "builds": ("home", "any_owned"),
}
WORDS = ("nonsense", "A Rome - Rome", "\0\n;;", "A Nowhere holds", "F ROM - APU\nA ROM s F NEA", "build A Rome", "")
ZONES = ("Etc/GMT", "Europe/London", "America/New_York", "Australia/Lord_Howe")


def any_timetable(chance):
    """A timetable of any kind."""
    rules = {
        code: chance.choice(
            (
                Slot(f"{chance.randrange(24):02}:{chance.choice((0, 30)):02}", tuple(chance.sample(DAYS, 3))),
                Slot("02:30", DAYS, chance.choice((0, 0, 24))),
                Length(days=chance.randrange(1, 4), at=chance.choice(("", "", "21:00"))),
                Length(hours=chance.choice((0.25, 12, 36))),
            )
        )
        for code in chance.choice((("*",), ("M", "*"), ("SM", "FM", "R", "*")))
    }
    start = START.date()
    return Timetable(
        rules,
        zone=chance.choice(ZONES),
        pace=chance.choice(tuple(Pace)),
        prods=chance.choice(((), (24, 3), (0.1,))),
        grace=chance.choice((0, 0, 15, 600)),
        closed=tuple(start + timedelta(days=chance.randrange(200)) for _ in range(chance.choice((0, 0, 20)))),
        most=chance.choice((0, 24, 168)),
    )


class Walk:
    """One game, its people, and chance."""

    def __init__(self, seed, time):
        self.chance, self.time = random.Random(seed), time
        self.time.now = START
        names = ("mara", "alice", "anton", "bob", "cleo", "dora", "olga")
        self.people = {
            name: User.objects.create_user(f"{name}{seed}", f"{name}{seed}@example.org", "pass") for name in names
        }
        self.mara = self.people["mara"]
        self.variant, preset = self.chance.choice(
            (("ancient_mediterranean", "forum_ancient_mediterranean"), ("classic", "datc"))
        )
        self.pk = games.create(
            self.mara,
            f"Walk {seed}",
            self.variant,
            write(any_timetable(self.chance)),
            preset=preset,
            now=self.now,
            starts_at=self.now + timedelta(hours=self.chance.choice((1, 30))) if self.chance.random() < 0.3 else None,
            choices={name: self.chance.choice(RULES[name]) for name in self.chance.sample(sorted(RULES), 2)},
        ).pk
        self.powers = [seat.power for seat in self.game.seats.all()]
        taken = self.chance.sample(self.powers, 3)
        for name, power in zip(("alice", "anton", "bob", "cleo"), (taken[0], *taken), strict=True):
            games.join(self.people[name], self.game, power, now=self.now)
        if self.chance.random() < 0.3:
            games.join(self.mara, self.game, self.chance.choice(self.powers), now=self.now)
        self.bots = {power: Bot(power, self.chance, keen=self.chance.random() < 0.7) for power in self.powers}
        self.last, self.swept, self.log, self.refused, self.done = "", False, [], Counter(), Counter()
        if self.chance.random() < 0.8:
            self.step("start")

    @property
    def now(self):
        return self.time.now

    @property
    def game(self):
        return Game.objects.get(pk=self.pk)

    @property
    def seen(self):
        game = self.game
        return game.branch, game.number

    def word(self):
        return self.chance.choice(SAID)

    def place(self):
        """Somebody who plays, and what."""
        places = Diplomat.objects.filter(seat__game=self.pk, until=None).select_related("user", "seat")
        found = self.chance.choice(list(places) or [None])
        if found is None:
            raise RefusedError("nobody plays")
        return found.user, found.seat.power

    def orders(self, power):
        if self.chance.random() < 0.15 or not self.game.number:
            return self.chance.choice(WORDS)
        return self.bots[power].answer(write_record(ledger.load(self.game)))

    def step(self, name=""):
        """One act, which may be refused and may not break."""
        names = list(ACTS)
        name = name or self.chance.choices(names, [ACTS[each] for each in names])[0]
        self.last, self.swept = name, False
        self.log.append(f"{self.now:%m-%d %H:%M} {name}")
        try:
            getattr(self, f"_{name}")()
            self.done[name] += 1
        except (RefusedError, NotAllowedError) as fault:
            self.log[-1] += f": {fault}"
            self.refused[name] += 1
        return name

    # the clock

    def _strike(self):
        due = self.game.closes_at or self.game.starts_at
        if due is not None:
            self.time.now = max(self.now, due)
        self._sweep()

    def _wait(self):
        self.time.now += timedelta(minutes=self.chance.choice((1, 20, 180, 1500)))
        if self.chance.random() < 0.7:
            self._sweep()

    def _back(self):
        self.time.now -= timedelta(minutes=self.chance.choice((1, 61, 2000)))

    def _sleep(self):
        """Nobody works for a long time."""
        self.time.now += timedelta(days=self.chance.choice((1, 9)))
        self._sweep()

    def _sweep(self):
        while tick(self.now):
            pass
        prod(self.now)
        deliver(self.now)
        self.swept = True

    # the players

    def _submit(self):
        user, power = self.place()
        text = self.orders(power)
        turns.submit(user, self.game, power, text, now=self.now, seen=self.chance.choice((None, self.seen)))

    def _everybody(self):
        """All send orders, and the phase ends."""
        for place in Diplomat.objects.filter(seat__game=self.pk, until=None).select_related("user", "seat"):
            turns.submit(place.user, self.game, place.seat.power, self.orders(place.seat.power), now=self.now)
        self._strike()

    def _withdraw(self):
        user, power = self.place()
        turns.withdraw(user, self.game, power, now=self.now)

    def _draft(self):
        user, power = self.place()
        drafts.keep(user, self.game, power, self.orders(power), seen=self.seen, now=self.now)

    def _ready(self):
        user, power = self.place()
        ready.mark(user, self.game, power, ready=self.chance.random() < 0.8, seen=self.seen, now=self.now)

    def _all_ready(self):
        for place in Diplomat.objects.filter(seat__game=self.pk, until=None).select_related("user", "seat"):
            try:
                ready.mark(place.user, self.game, place.seat.power, seen=self.seen, now=self.now)
            except RefusedError:
                continue

    def _vote(self):
        user, power = self.place()
        due = self.game.due_at
        vote = Extension.objects.filter(phase__game=self.pk).last()
        if vote is not None and self.chance.random() < 0.6:
            extension.agree(user, self.game, power, vote.pk, now=self.now)
        elif due is not None:
            extension.propose(user, self.game, power, hours=self.chance.choice((1, 24)), seen=due, now=self.now)

    def _supersede(self):
        user, power = self.place()
        seniority.supersede(user, self.game, power, on=self.chance.random() < 0.6, now=self.now)

    def _invite(self):
        user, power = self.place()
        seniority.invite(user, self.game, power, self.guest().username, now=self.now)

    def _join(self):
        games.join(self.guest(), self.game, self.chance.choice(self.powers), now=self.now)

    def _leave(self):
        absence.leave(self.place()[0], self.game, now=self.now)

    def _away(self):
        first = self.now.date() + timedelta(days=self.chance.randrange(-1, 5))
        absence.plan(self.place()[0], first, first + timedelta(days=2), now=self.now)

    def guest(self):
        return self.people[self.chance.choice(("alice", "bob", "dora", "olga"))]

    # the Game Master

    def _start(self):
        games.start(self.mara, self.game, now=self.now)

    def _adjudicate(self):
        turns.adjudicate(self.mara, self.game, seen=self.seen, now=self.now, text=self.word())

    def _preview(self):
        game, role = self.game, role_of(self.mara, self.game)
        if not role.sees_all or not game.number or game.state == "ended":
            return
        before = write_record(ledger.load(game))
        try:
            told = foresight.preview(reading.seen_by(game, role), game.title)
        except GameError:
            return
        assert write_record(ledger.load(game)) == before
        if game.state == "running" and self.chance.random() < 0.5:
            self._adjudicate()
            after = ledger.load(self.game)
            assert (None if after.status.over else after.phase) == told.phase

    def _pause(self):
        games.pause(self.mara, self.game, now=self.now, text=self.word())

    def _resume(self):
        games.resume(self.mara, self.game, now=self.now)

    def _extend(self):
        hours, seen = self.chance.choice((0, 5, 48)), self.game.due_at or self.now
        games.extend(self.mara, self.game, hours=hours, seen=seen, now=self.now)

    def _override(self):
        due, seen = self.now + timedelta(hours=self.chance.choice((1, 30, 300))), self.game.due_at or self.now
        desk_clock.override_deadline(self.mara, self.game, due, seen=seen, now=self.now, text=self.word())

    def _restore(self):
        desk_clock.restore_deadline(self.mara, self.game, seen=self.game.due_at or self.now, now=self.now)

    def _roll_back(self):
        to = self.chance.choice((None, None, self.chance.randrange(0, self.game.number + 2)))
        turns.roll_back(self.mara, self.game, to=to, now=self.now, text=self.word())

    def _roll_forward(self):
        branch = self.chance.choice((None, None, self.chance.randrange(0, self.game.branch + 2)))
        turns.roll_forward(self.mara, self.game, branch=branch, now=self.now)

    def _same_again(self):
        """The last phase is taken up again as it was, and comes to what it came to."""
        game = self.game
        before = ledger.load(game) if game.number > 1 else None
        if before is None or before.current.origin != "adjudicated":
            raise RefusedError("nothing was just adjudicated")
        last = before.line[-2]
        turns.roll_back(self.mara, game, to=last.number, now=self.now)
        turns.adjudicate(self.mara, self.game, seen=self.seen, now=self.now)
        again = ledger.load(self.game).line[last.number - 1]
        if last.amended == again.amended:
            assert again.report == last.report

    def _correct(self):
        done = [entry for entry in ledger.load(self.game).line if entry.report is not None] if self.game.number else []
        if not done:
            raise RefusedError("nothing is over")
        entry, power = self.chance.choice(done), self.chance.choice(self.powers)
        orders = {power: self.chance.choice((None, self.orders(power)))}
        replay = self.chance.random() < 0.6
        amending.correct_phase(
            self.mara,
            self.game,
            entry.branch,
            entry.number,
            orders,
            self.word(),
            replay=replay,
            seen=self.seen,
            now=self.now,
        )

    def _rule(self):
        turns.rule(self.mara, self.game, self.word(), now=self.now)

    def _rules(self):
        name = self.chance.choice(sorted(RULES))
        last = self.game.rulebooks.last()
        choices = {**last.choices, name: self.chance.choice(RULES[name])}
        changes.change_rules(self.mara, self.game, choices, seen=last.version, reason=self.word(), now=self.now)

    def _board(self):
        engine = ledger.load(self.game) if self.game.number else None
        if engine is None:
            raise RefusedError("no board yet")
        units = [str(unit) for power in engine.powers for unit in engine.position.units_of(power)]
        center = self.chance.choice(sorted(engine.variant.board.centers))
        power = self.chance.choice(self.powers)
        steps = [f"{s.value}{e.year}{k}" for e in [engine.phase] for s, k in engine.variant.calendar.steps]
        edits = self.chance.choice(
            (
                {"do": "remove", "unit": self.chance.choice(units or [""])},
                {"do": "add", "power": power, "unit": "A", "place": center},
                {"do": "own", "place": center, "power": self.chance.choice((power, ""))},
                {"do": "phase", "phase": self.chance.choice(steps)},
                {"do": "move", "unit": self.chance.choice(units or [""]), "place": center},
            )
        )
        amending.publish_board(self.mara, self.game, [edits], self.word(), seen=self.seen, now=self.now)

    def _mend(self):
        engine = ledger.load(self.game) if self.game.number else None
        if engine is None:
            raise RefusedError("no map yet")
        steps = mends.steps_from(engine, self.chance.choice(mends.provinces(engine)))
        if not steps.armies:
            return
        step = self.chance.choice(steps.armies)
        wanted = [{"unit": step.unit, "from": step.one, "to": step.other, "open": self.chance.random() < 0.2}]
        amending.mend(self.mara, self.game, wanted, self.word(), seen=self.seen, now=self.now)

    def _times(self):
        """Another timetable, seen beforehand; what was seen is what then holds."""
        new, at_once = any_timetable(self.chance), self.chance.random() < 0.5
        game = self.game
        outlook(game, new, at_once=at_once, now=self.now)
        foreseen = changes.deadline_after(game, new, self.now) if at_once and game.is_played else None
        changes.change_timetable(
            self.mara,
            game,
            write(new),
            at_once=at_once,
            seen=changes.clockwork(game),
            reason=self.word(),
            now=self.now,
        )
        if foreseen is not None:
            assert self.game.due_at == foreseen

    def _times_back(self):
        event = self.game.events.filter(kind="timetable_changed").last()
        if event is None:
            raise RefusedError("no change to take back")
        old, game = event.data["timetable"]["old"], self.game
        changes.change_timetable(
            self.mara, game, old, at_once=True, seen=changes.clockwork(game), reason="Back.", now=self.now
        )

    def _replace(self):
        user, power = self.place()
        absence.replace_player(self.mara, self.game, power, user, self.guest(), now=self.now)

    def _kick(self):
        user, power = self.place()
        absence.kick(self.mara, self.game, power, user, now=self.now)

    def _senior(self):
        user, power = self.place()
        people.make_senior(self.mara, self.game, power, user, now=self.now)

    def _disorder(self):
        on = self.chance.random() < 0.6
        absence.set_disorder(self.mara, self.game, self.chance.choice(self.powers), on, now=self.now)

    def _enter(self):
        power, override = self.chance.choice(self.powers), self.chance.random() < 0.5
        desk_orders.enter(
            self.mara, self.game, power, self.orders(power), override=override, seen=self.seen, now=self.now
        )

    def _stand_back(self):
        desk_orders.stand_back(self.mara, self.game, self.chance.choice(self.powers), now=self.now)

    def _nudge(self):
        contact.nudge(self.mara, self.game, self.chance.choice(self.powers), "Meant so?", seen=self.seen, now=self.now)

    def _ping(self):
        contact.ping(self.mara, self.game, now=self.now)

    def _announce(self):
        contact.announce(self.mara, self.game, self.word(), now=self.now)

    def _open(self):
        ending.open_desk(self.mara, self.game, on=self.chance.random() < 0.5, now=self.now)

    def _draw(self):
        turns.draw(self.mara, self.game, self.chance.sample(self.powers, 2), now=self.now)

    def _abandon(self):
        ending.abandon(self.mara, self.game, self.word(), now=self.now)

    def _take_up(self):
        ending.take_up(self.mara, self.game, now=self.now)

    def _archive(self):
        ending.archive(self.mara, self.game, on=self.chance.random() < 0.5, now=self.now)

    def _retry(self):
        turns.retry(self.mara, self.game, now=self.now)

    def _break(self):
        """Something unexpected happens in the phase."""
        game = self.game
        turns.freeze(game, branch=game.branch, number=game.number, cause="OSError: broken", now=self.now)

    def _import(self):
        """The record goes into another game, and out of that comes the same record."""
        if not self.game.number:
            raise RefusedError("no record yet")
        role = role_of(self.mara, self.game)
        first = reading.export(self.game, role)
        copy = imports.bring_in(self.mara, "Copy", json.dumps(first), now=self.now)
        second = reading.export(copy, role_of(self.mara, copy))
        for part in ("phases", "rulebook", "variant"):
            assert second[part] == first[part], part
        for act in (games.resume, ending.take_up):
            try:
                act(self.mara, Game.objects.get(pk=copy.pk), now=self.now)
                break
            except RefusedError:
                continue
        copy.refresh_from_db()
        if copy.state == "running":
            assert tick(copy.closes_at) >= 0
        Game.objects.filter(pk=copy.pk).update(state="ended", closes_at=None, due_at=None)

    # what must hold

    def sound(self):
        """After every act."""
        game = self.game
        if game.state == "sign_up" or (game.state == "ended" and not game.number):
            assert game.closes_at is None
            assert not game.phases.exists()
            return
        engine = ledger.load(game)
        assert verify(engine) is None, verify(engine)
        assert write_record(read_record(write_record(engine))) == write_record(engine)
        assert (engine.current.branch, engine.current.number) == (game.branch, game.number)
        row = Phase.objects.get(game=game, branch=game.branch, number=game.number)
        places = Counter(Phase.objects.filter(game=game).values_list("branch", "number"))
        assert max(places.values()) == 1
        self._clock_is_sound(game, engine, row)
        self._notices_are_sound(game)

    def _clock_is_sound(self, game, engine, row):
        assert (game.state == "running") == (game.closes_at is not None), game.state
        if engine.status.over:
            assert game.state == "ended"
        if game.state == "ended":
            assert game.due_at is None
            return
        assert row.report is None
        assert (game.state == "frozen") == bool(game.cause)
        if game.state == "running":
            times = clock.read(game.timetable)
            assert game.first_due_at is not None
            assert game.opened_at is not None
            assert game.closes_at >= game.due_at
            if game.closes_at != game.due_at:
                assert game.closes_at == clock.closes(times, game.due_at)
            if self.swept:
                assert game.closes_at > self.now
        if game.state == "paused" and game.remaining is not None:
            assert game.remaining >= timedelta()

    def _notices_are_sound(self, game):
        told = Notification.objects.filter(game=game)
        causes = Counter(told.values_list("user", "cause"))
        assert not causes or max(causes.values()) == 1
        # Nobody is told of one event twice, whatever it is called.
        events = Counter((user, cause.split(":")[2]) for user, cause in causes if ":event:" in cause)
        assert not events or max(events.values()) == 1
        reminded = Counter(
            (user, power, until, text)
            for user, power, until, text in told.filter(kind="reminder", cause__contains=":prod:").values_list(
                "user", "power", "until", "text"
            )
        )
        assert not reminded or max(reminded.values()) <= 2, reminded.most_common(1)
        secret = Event.objects.filter(game=game).exclude(sight="all")
        for event in secret.exclude(text=""):
            kept = f":event:{event.sequence}"
            readers = told.filter(Q(cause__endswith=kept) | Q(cause__contains=f"{kept}:")).values_list(
                "user", flat=True
            )
            if event.sight == "master":
                assert set(readers) <= {self.mara.pk}
        assert Delivery.objects.filter(tries__gt=1, notification__game=game).count() == 0
        assert max(Counter(Prod.objects.filter(game=game).values_list("cause", flat=True)).values(), default=1) == 1

    def pages(self, whole=True):
        """Every page answers everybody: with the page, or that it is not his.

        Not ``whole`` it is one of them who asks, and for the last phases alone.
        """
        game = self.game
        here = [at(name, game) for name in ("game", "rules")] + [reverse("home"), reverse("archive"), reverse("me")]
        hers = ("desk", "desk_log", "terms", "change_rules", "change_times", "correct", "preview", "board", "mend")
        masters = [at(name, game) for name in hers]
        played = [at(name, game) for name in ("history", "about_record", "record")]
        for phase in game.phases.all() if whole else game.phases.order_by("-sequence")[:2]:
            played.append(at("phase", game, phase.branch, phase.number) + "?reasons")
            if phase.report is not None:
                masters.append(at("correct_phase", game, phase.branch, phase.number))
        everybody = [None, self.people["olga"], self.place_or_nobody(), self.mara]
        for user in everybody if whole else [self.chance.choice(everybody)]:
            client = web(user)
            for address in (*here, *played, *masters):
                status = client.get(address).status_code
                if address in masters:
                    usual = {200, 404} if user == self.mara else {404} if user is not None else {302}
                elif address in played:
                    usual = {200} if game.number else {404}
                else:
                    usual = {200} if user is not None else {200, 302}
                assert status in usual, (address, status)
        if game.number:
            export = web().get(at("record", game)).json()
            assert verify(read_record(export)) is None

    def place_or_nobody(self):
        try:
            return self.place()[0]
        except RefusedError:
            return self.people["dora"]


ACTS = {
    "strike": 8,
    "wait": 6,
    "back": 1,
    "sleep": 1,
    "sweep": 2,
    "submit": 8,
    "everybody": 8,
    "withdraw": 2,
    "draft": 2,
    "ready": 3,
    "all_ready": 2,
    "vote": 4,
    "supersede": 2,
    "invite": 1,
    "join": 2,
    "leave": 1,
    "away": 1,
    "start": 6,
    "adjudicate": 4,
    "preview": 2,
    "pause": 3,
    "resume": 4,
    "extend": 3,
    "override": 3,
    "restore": 3,
    "roll_back": 3,
    "roll_forward": 3,
    "same_again": 2,
    "correct": 3,
    "rule": 1,
    "rules": 3,
    "board": 4,
    "mend": 2,
    "times": 4,
    "times_back": 2,
    "replace": 2,
    "kick": 1,
    "senior": 2,
    "disorder": 3,
    "enter": 3,
    "stand_back": 2,
    "nudge": 1,
    "ping": 2,
    "announce": 1,
    "open": 1,
    "draw": 1,
    "abandon": 1,
    "take_up": 5,
    "archive": 1,
    "retry": 2,
    "break": 1,
    "import": 1,
}
"""Every act, and how often it comes to mind."""
