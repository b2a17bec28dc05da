"""The door to web services: what a person has chosen is posted to."""

from __future__ import annotations

from nim_tui.server.database.subscriptions import Subscription
from nim_tui.server.notices.bodies import posted
from nim_tui.server.notices.message import Message
from nim_tui.server.notices.posting import PATIENCE, Poster


class WebhookDoor:
    """Posts messages as JSON."""

    def __init__(self, *, loopback: bool, patience: float = PATIENCE) -> None:
        """`loopback` lets it reach this machine, and do so without https."""
        self._poster = Poster(loopback=loopback, patience=patience)

    async def send(self, to: Subscription, message: Message) -> None:
        """Post it. Raises NotSent."""
        kept = self._poster.checked(to.kind, to.address)
        address, body = posted(to.kind, kept, message)
        await self._poster.post(address, json=body)

    async def close(self) -> None:
        """Let go of what is open."""
        await self._poster.close()
