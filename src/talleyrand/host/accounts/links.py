"""Links that let somebody in once, as the demo prints them and an operator hands out."""

from __future__ import annotations

from django.core import signing

from talleyrand.host.accounts.models import User

_SALT = "talleyrand.enter"
HOURS = 12


def make(user: User) -> str:
    """A token for one entry within twelve hours; any sign-in in between ends it."""
    return signing.dumps([user.pk, _since(user)], salt=_SALT)


def owner(token: str) -> User | None:
    """Whose token it is, while it is good."""
    try:
        key, since = signing.loads(token, salt=_SALT, max_age=HOURS * 3600)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    user = User.objects.filter(pk=key, is_active=True).first()
    return user if user is not None and _since(user) == since else None


def use(token: str) -> User | None:
    """Whose token it is, and good no more: the caller signs the owner in. None where it is not good."""
    user = owner(token)
    if user is None:
        return None
    # Of two who come with one token at the same time the first alone still finds the count as it was.
    first = User.objects.filter(pk=user.pk, entries=user.entries).update(entries=user.entries + 1)
    return user if first else None


def _since(user: User) -> str:
    return f"{user.entries}:{user.last_login.timestamp() if user.last_login else ''}"
