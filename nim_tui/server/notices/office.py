"""Notices as a server has them: opened by its settings, for what is installed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from nim_tui.names import printable
from nim_tui.server.database.connection import Database
from nim_tui.server.database.notice_schema import MAIL, PUSH, WEBHOOKS
from nim_tui.server.known_as import web_base
from nim_tui.server.nodes.port import Nodes
from nim_tui.server.notices.desk import NoticeDesk
from nim_tui.server.notices.doors import Door
from nim_tui.server.notices.message import Links
from nim_tui.server.notices.sender import Sender
from nim_tui.server.settings.notices import Notices
from nim_tui.server.settings.settings import Settings
from rules.messages import N_, Refusal, why

if TYPE_CHECKING:
    from nim_tui.server.notices.push import PushDoor

LONGEST_PASSWORD: Final = 1000


class NoPassword(Refusal):
    """The password for the mail server cannot be read; the message says why."""


@dataclass(frozen=True, slots=True)
class NoticeOffice:
    """What people ask, and what is sent."""

    desk: NoticeDesk
    sender: Sender


def no_notices(database: Database) -> NoticeOffice:
    """Where none are sent."""
    return open_notices(Settings(), database)


def open_notices(
    settings: Settings, database: Database, nodes: Nodes | None = None
) -> NoticeOffice:
    """What a server with these settings has. Raises NoPassword."""
    chosen = settings.notices
    links = Links(web_base(settings.browsers))
    doors = _doors(chosen)
    push = _push_door(chosen, database, links) if chosen.web_push and links.base else None
    if push is not None:
        doors[PUSH] = push
    key = None if push is None else push.key
    desk = NoticeDesk(
        database, doors, links, loopback=chosen.notice_loopback, push_key=key, nodes=nodes
    )
    sender = Sender(database, doors, links, chosen.notice_seconds, desk.counted)
    return NoticeOffice(desk, sender)


def _doors(chosen: Notices) -> dict[str, Door]:
    doors: dict[str, Door] = {}
    if chosen.webhooks:
        from nim_tui.server.notices.webhooks import WebhookDoor  # noqa: PLC0415 - needs aiohttp

        doors |= dict.fromkeys(WEBHOOKS, WebhookDoor(loopback=chosen.notice_loopback))
    if chosen.smtp_host:
        from nim_tui.server.notices.mail import MailDoor  # noqa: PLC0415 - needs aiosmtplib

        doors[MAIL] = MailDoor(chosen, _password(chosen))
    return doors


def _push_door(chosen: Notices, database: Database, links: Links) -> PushDoor:
    from nim_tui.server.notices.push import PushDoor  # noqa: PLC0415 - needs aiohttp, jwt

    contact = f"mailto:{chosen.mail_from}" if chosen.mail_from else links.base
    known = "" if contact.startswith("http:") else contact
    return PushDoor(database, known, loopback=chosen.notice_loopback)


def _password(chosen: Notices) -> str:
    if not chosen.smtp_user:
        return ""
    path = Path(chosen.smtp_password)
    try:
        with path.open("r", encoding="utf-8") as file:
            found = file.read(LONGEST_PASSWORD).strip()
    except (OSError, UnicodeDecodeError) as error:
        told = why(error) if isinstance(error, OSError) else "UTF-8"
        shown = printable(str(path), 200)
        raise NoPassword(N_("{path}: {why}"), path=shown, why=told) from error
    if not found:
        raise NoPassword(N_("{path} holds no password"), path=printable(str(path), 200))
    return found
