"""The door to browsers: push services hand on what the browser alone can read (RFC 8030)."""

from __future__ import annotations

import hashlib
import json
import logging
from typing import Final
from urllib.parse import urlsplit

from nim_tui.server.database.connection import Database, StorageTrouble
from nim_tui.server.database.push import browser_keys, push_key
from nim_tui.server.database.subscriptions import Subscription
from nim_tui.server.notices.addresses import UnsuitableAddress
from nim_tui.server.notices.doors import NotSent
from nim_tui.server.notices.encryption import Receiver, encrypted, in_base64url, receiver_in
from nim_tui.server.notices.message import STOPS, Message, in_language
from nim_tui.server.notices.posting import PATIENCE, Poster
from nim_tui.server.notices.vapid import Voucher, new_pem
from screens.text import _

ROOM: Final = 2048
"""Bytes that every message takes, whatever it says."""
LONGEST: Final = 300
"""Characters of a title or a text."""
A_DAY: Final = 86_400
"""Seconds for which a push service keeps a message for a browser that is not there."""
_GONE: Final = frozenset((404, 410))
"""Answers of a push service for a subscription that is no more."""

logger = logging.getLogger(__name__)


class PushDoor:
    """Hands messages to the push services that browsers have chosen."""

    def __init__(
        self,
        database: Database,
        contact: str,
        *,
        loopback: bool,
        patience: float = PATIENCE,
    ) -> None:
        """`contact` is where push services find who runs the server: mailto:, https: or empty.

        `loopback` lets it reach this machine, and do so without https.
        """
        self._database = database
        self._contact = contact
        self._kept: Voucher | None = None
        self._poster = Poster(loopback=loopback, patience=patience)

    async def key(self) -> str:
        """What browsers are told, so that they take notices from here. Raises StorageTrouble."""
        return (await self._voucher()).public

    async def _voucher(self) -> Voucher:
        if self._kept is None:
            pem = await self._database.ask(push_key, new_pem)
            self._kept = Voucher(pem, self._contact)
        return self._kept

    async def send(self, to: Subscription, message: Message) -> None:
        """Post it. Raises NotSent."""
        address = self._poster.checked(to.kind, to.address)
        receiver, voucher = await self._read(to)
        body = encrypted(payload(to.language, message), receiver, ROOM)
        headers = {
            "Authorization": voucher.header(address, self._database.now()),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(A_DAY),
            "Urgency": "normal",
            "Topic": topic(to, message),
        }
        await self._poster.post(address, data=body, headers=headers, gone=_GONE)

    async def _read(self, to: Subscription) -> tuple[Receiver, Voucher]:
        """For whom it is, and who vouches. Raises NotSent."""
        try:
            kept = await self._database.ask(browser_keys, to.id)
            if kept is not None:
                return receiver_in(kept.point, kept.auth), await self._voucher()
        except StorageTrouble as trouble:
            logger.warning("keys of subscription=%d cannot be read: %s", to.id, trouble)
            raise NotSent("fault") from None
        except UnsuitableAddress:
            pass  # as good as none
        raise NotSent("address", is_final=True)

    async def close(self) -> None:
        """Let go of what is open."""
        await self._poster.close()


def payload(language: str, message: Message) -> bytes:
    """What the browser is told; its own pages are named without the host it knows them by."""
    lines = [line for line in message.lines if line != message.link]
    told = {
        "title": message.title[:LONGEST],
        "text": "\n".join(lines)[:LONGEST],
        "page": urlsplit(message.link).path or "/",
        "stop": urlsplit(message.stop_link).path,
        "stops": in_language(language, lambda: _(STOPS)),
        "language": language,
    }
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()


def topic(to: Subscription, message: Message) -> str:
    """Of messages about one table the last alone is kept by a push service, which learns no more.

    What a table is called it cannot guess from this: what stops the notices is part of it.
    """
    return in_base64url(hashlib.sha256(f"{to.stop} {message.link}".encode()).digest()[:24])
