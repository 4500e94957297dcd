"""What is done beside the games, each by a worker that takes it from a queue.

A task is only a hint to do at once what a sweep would find later: one that is lost with its worker loses nothing.
"""

from __future__ import annotations

from django.utils import timezone
from django_tasks import task

MAIL = "mail"
PICTURES = "pictures"
QUEUES = (MAIL, PICTURES)
"""Each is worked on by itself, so that none waits for another."""


@task(queue_name=MAIL)
def send_mail() -> None:
    """Send what is due: letters about accounts, and notices."""
    from talleyrand.host.notices.post import deliver
    from talleyrand.host.work.letters import send

    now = timezone.now()
    send(now)
    deliver(now)


@task(queue_name=PICTURES)
def keep_pictures(game: int, branch: int, number: int) -> None:
    """Draw the maps of an adjudicated phase before anybody asks for them."""
    from talleyrand.host.pictures.store import keep

    keep(game, branch, number)
