"""Fuzzing of what is typed to become somebody, or to have notices: names, codes, secrets."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

from nim_tui.server.accounts.registration import Registration, RegistrationRules
from nim_tui.server.accounts.store import register
from nim_tui.server.notifications.messages import Message, Notifier, ServerLinks
from nim_tui.server.notifications.service import NotificationService
from nim_tui.server.notifications.subscriptions import Subscription
from nim_tui.server.settings.sections import INVITE, OPEN, SignUpConfig
from nim_tui.server.ssh import ClientInfo
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.migrate import open_database
from nim_tui.server.storage.off_loop import at_once
from nim_tui.server.storage.schema import KINDS, MAIL, WEBHOOKS
from rules.messages import Refusal
from tests.fuzz import inputs

CODES: Final = ("2345-6789-ABCD", "2345-6789-ABCD-EFGH", "2345 6789", "", "0000-0000-0000")


class _Door:
    """Takes every message, and sends none."""

    async def send(self, to: Subscription, message: Message) -> None: ...

    async def close(self) -> None: ...


def codes(draw: Random, count: int) -> None:
    """So many things typed, by somebody who waits long enough between them."""
    clock = [1_000_000.0]
    with TemporaryDirectory() as folder:
        database = open_database(Path(folder), lambda: clock[0])
        try:
            ana = register(database, "Ana", f"SHA256:{'a' * 43}").id
            say = _says(database, ana, draw)
            for _each in range(count):
                clock[0] += 3601.0
                try:
                    at_once(draw.choice(say)(_typed(draw)))
                except Refusal as refusal:
                    told = len(str(refusal))
                else:
                    told = 0
                assert told < 2000, "a refusal repeats all that was typed"
        finally:
            database.close()


def _typed(draw: Random) -> str:
    code = draw.choice(CODES) if draw.random() < 0.6 else inputs.text(draw, 60)
    return f"{inputs.name(draw)} {code}" if draw.random() < 0.5 else code


def _says(
    database: Database, account: int, draw: Random
) -> list[Callable[[str], Coroutine[Any, Any, Any]]]:
    """What can be done with something typed."""
    doors: dict[str, Notifier] = dict.fromkeys((MAIL, *WEBHOOKS), _Door())
    service = NotificationService(database, doors, ServerLinks("https://games.example.org"))
    newcomers = (
        Registration(
            database, RegistrationRules(SignUpConfig(registration=mode)), lambda _known: None
        )
        for mode in (OPEN, INVITE)
    )
    registrations = [*newcomers]

    def somebody() -> ClientInfo:
        number = draw.randrange(10**9)
        return ClientInfo(number, f"SHA256:{number:x<43}", inputs.text(draw, 20))

    return [
        lambda typed: service.confirm(account, typed),
        lambda typed: service.have(account, draw.choice((*KINDS, typed)), typed, "fr"),
        lambda typed: service.have(account, MAIL, "ana@example.org", "en"),
        service.stop,
        service.feed,
        lambda typed: draw.choice(registrations).register(somebody(), typed),
    ]
