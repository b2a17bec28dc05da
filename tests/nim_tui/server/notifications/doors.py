"""A server that sends notices by every way, each of which only keeps what went through it."""

from __future__ import annotations

import re
from typing import Protocol

from nim_tui.server.notifications.messages import DeliveryFailed, Message, ServerLinks
from nim_tui.server.notifications.sender import NotificationSetup
from nim_tui.server.notifications.service import NotificationService
from nim_tui.server.notifications.subscriptions import Subscription
from nim_tui.server.services import Services
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import MAIL, PUSH, WEBHOOKS


class Served(Protocol):
    """A server in this process."""

    database: Database
    lobby: Services


class Door:
    """Takes messages, or fails."""

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self.how = ""

    async def send(self, _to: Subscription, message: Message) -> None:
        if self.how:
            raise DeliveryFailed(self.how)
        self.messages.append(message)

    async def close(self) -> None:
        """Nothing is open."""

    @property
    def code(self) -> str:
        """The code that was mailed last."""
        found = re.search(r"profile: (\S+)", self.messages[-1].text)
        assert found is not None
        return found[1]


def with_notices(server: Served) -> Door:
    """Have a server send notices by every way."""
    door, office = Door(), server.lobby.notices
    links = ServerLinks("https://games.example.org")
    notices = NotificationService(server.database, dict.fromkeys((MAIL, *WEBHOOKS), door), links)
    server.lobby.notices = NotificationSetup(notices, office.sender)
    return door


def with_browsers(server: Served) -> NotificationService:
    """Have a server tell browsers, and nobody else."""
    office = server.lobby.notices
    notices = NotificationService(
        server.database, {PUSH: Door()}, ServerLinks("https://games.example.org")
    )
    server.lobby.notices = NotificationSetup(notices, office.sender)
    return notices
