"""The identity of a server: its texts as set by the operator, and the message of the day."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import wrap
from typing import TYPE_CHECKING, Final

from sqlalchemy import delete, insert, select

from nim_tui.server.admin.protocol import Facts, SetMessage
from nim_tui.server.chat.store import LONGEST_CHAT_LINE
from nim_tui.server.moderation.staff import StaffAccess
from nim_tui.server.nodes.messages import MessageChanged, notify
from nim_tui.server.settings.identity import SOFTWARE, IdentityConfig, in_own_language
from nim_tui.server.storage.database import Sign
from nim_tui.server.storage.schema import DAY_MESSAGES
from nim_tui.server.untrusted_text import plain_line
from screens.lobby.page import Action, Ask, Page, Row, by_ear
from screens.text import _, current_look, labelled

if TYPE_CHECKING:
    from nim_tui.server.storage.database import Database

_WIDE: Final = 72
"""The columns of a text on the page about the server."""


class ServerIdentity:
    """The texts of this server, in the language of the reader."""

    def __init__(
        self, database: Database, config: IdentityConfig | None = None, banner: str = ""
    ) -> None:
        """`banner` is shown before anything else."""
        self._database = database
        self._config: Final = config or IdentityConfig()
        self.banner: Final = banner
        self._messages: Mapping[str, str] = {}
        """The message of the day by language, if an admin set one."""

    async def read(self) -> None:
        """Read the message of the day. Raises StorageError."""
        self._messages = await self._database.look(day_messages)

    @property
    def name(self) -> str:
        """The name of the server."""
        return self._config.told("server_name") or SOFTWARE

    @property
    def own_name(self) -> str:
        """The name of the server; empty if it has none of its own."""
        return self._config.told("server_name")

    @property
    def message(self) -> str:
        """The message of the day: the last one of an admin, or else that of the settings."""
        return in_own_language(self._messages) or self._config.told("motd")

    def told(self, text: str) -> str:
        """Return another text of the settings, by its name; empty if it is not set."""
        return self._config.told(text)

    @property
    def is_told(self) -> bool:
        """Whether there is any text besides the name."""
        return any((self.message, *map(self.told, ("welcome", "house_rules", "contact"))))

    @property
    def signature(self) -> str:
        """The lines at the end of a mail: name and contact; empty if neither is set."""
        return "\n".join(filter(None, (self.own_name, self.told("contact"))))


# The message of the day


def day_messages(database: Database) -> Mapping[str, str]:
    """Return the message of the day by language. Raises StorageError."""
    with database.reading() as connection:
        rows = connection.execute(select(DAY_MESSAGES).order_by(DAY_MESSAGES.c.language))
        return {row.language: row.text for row in rows}


def set_message(database: Database, order: SetMessage, sign: Sign) -> Facts:
    """Set the message of the day in a language; an empty text removes it in all of them.

    Raises UnsuitableText, NotAllowed, StorageError.
    """
    text, column = order.text.strip(), DAY_MESSAGES.c.language
    text = plain_line(text, LONGEST_CHAT_LINE) if text else ""
    with database.writing() as connection:
        sign(connection)
        gone = delete(DAY_MESSAGES)
        connection.execute(gone.where(column == order.language) if text else gone)
        if text:
            row = {"language": order.language, "text": text, "time": database.now()}
            connection.execute(insert(DAY_MESSAGES).values(row))
        notify(database, connection, MessageChanged())
    return {"message": text, "language": order.language}


# The page about the server


async def about_page(identity: ServerIdentity, staff: StaffAccess, more: Mapping[str, str]) -> Page:
    """Return the page about the server: its texts, and its message for admins to change.

    `more` are further texts by heading; empty ones are left out.
    """
    rows: list[Row] = []
    for head, text in (
        (_("Message of the day"), identity.message),
        (_("Welcome"), identity.told("welcome")),
        (_("Rules of this server"), identity.told("house_rules")),
        (_("Contact"), identity.told("contact")),
        *more.items(),
    ):
        rows += _part(head, text) if text else ()

    async def change(text: str) -> str:
        language = current_look().language
        await staff.do(SetMessage(text, "fr" if language == "fr" else "en"))
        return _("Message of the day set.") if text else _("Message of the day removed.")

    ask = Ask(
        _("the message of the day, or empty to remove it"), identity.message, LONGEST_CHAT_LINE
    )
    return Page(
        title=_("About {name}").format(name=identity.name),
        rows=rows,
        empty=_("The operator has written nothing about this server."),
        is_numbered=False,
        usual=["list", *(["message"] if staff.is_admin else [])],
        actions=[Action("message", change, ask=ask)] if staff.is_admin else [],
    )


def _part(head: str, text: str) -> list[Row]:
    """Return a text with its heading: a row for each line on the screen, one of text mode."""
    told = [labelled(head, text.replace("\n", " ")), *([""] * len(text))]
    lines = [line for one in text.split("\n") for line in wrap(one, _WIDE) or [""]]
    named = by_ear("", head)
    return [
        Row(f"{head} {number}", line, told=told[number], parts=((line, look),), is_typed=True)
        for number, (line, look) in enumerate(
            [(named, "gold"), *((line, "item") for line in lines), ("", "note")]
        )
    ]
