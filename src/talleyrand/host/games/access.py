"""Who may do what in a game: the one place where rights come from."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser

from talleyrand.host.accounts.models import User
from talleyrand.host.games.models import Diplomat, Game


class NotAllowedError(Exception):
    """An act that is not this person's to do; the message may be shown to anybody."""


@dataclass(frozen=True, slots=True)
class Role:
    """What somebody is in a game: its Game Master, one who plays these powers, or an observer.

    A Game Master who plays too has ``sealed`` orders before her as any player has, unless her game has an open desk.
    """

    master: bool = False
    powers: frozenset[str] = frozenset()
    sealed: bool = False

    @property
    def sees_all(self) -> bool:
        """Whether sealed orders, and who has sent any, are this person's to see (A-138)."""
        return self.master and not self.sealed

    def plays(self, power: str) -> bool:
        """Whether the power is this person's to order."""
        return power in self.powers


OBSERVER = Role()


def role_of(user: User | AnonymousUser, game: Game) -> Role:
    """What somebody is in a game; a stranger is an observer."""
    if not isinstance(user, User) or not user.is_active:
        return OBSERVER
    powers = frozenset(
        Diplomat.objects.filter(seat__game=game, user=user, until=None).values_list("seat__power", flat=True)
    )
    master = game.master_id == user.pk
    return Role(master, powers, sealed=master and bool(powers) and not game.open_desk)


def needs_master(user: User | AnonymousUser, game: Game) -> User:
    """The Game Master, or ``NotAllowedError`` for anyone else."""
    if not isinstance(user, User) or not role_of(user, game).master:
        raise NotAllowedError("Only the Game Master of this game can do that.")
    return user


def needs_player(user: User | AnonymousUser, game: Game, power: str) -> User:
    """One who plays the power, or ``NotAllowedError`` for anyone else, in words that tell nothing of who does."""
    if not isinstance(user, User) or not role_of(user, game).plays(power):
        raise NotAllowedError("Only those who play this power can do that.")
    return user
