"""The accounts of bots, stored: who answers for each, and what it said of itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from sqlalchemy import Row, func, insert, select, update

from nim_tui.protocol.messages import HelloFromBot
from nim_tui.server.accounts.keys import add_key, use_code
from nim_tui.server.accounts.names import BOT_MARK
from nim_tui.server.accounts.store import Account, add_bot
from nim_tui.server.moderation.mutes import check_words
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import ACCOUNTS, BOTS
from nim_tui.server.untrusted_text import plain_line
from rules.messages import N_, Refusal

MOST_BOTS: Final = 5
"""The most bots of one owner."""
LONGEST_SOURCE: Final = 100
"""The longest source that is told, in cells."""


class CannotBecomeBot(Refusal):
    """The account cannot be made; the message says why."""


@dataclass(frozen=True, slots=True)
class BotFacts:
    """A bot's account, with what is told of it."""

    account: int
    name: str
    owner: int | None
    owner_name: str
    source: str
    games: Sequence[str]
    """The games it plays; empty: all."""
    accepts: str
    has_league: bool
    is_paused: bool = False
    """Whether its owner lets it take no new games."""
    made: float = 0.0

    @property
    def bare_name(self) -> str:
        """Its name without the mark of bots."""
        return self.name.removeprefix(BOT_MARK)

    def plays(self, game: str) -> bool:
        """Whether it plays a game."""
        return not self.games or game in self.games


def become_bot(database: Database, fingerprint: str, owner: str, code: str, name: str) -> Account:
    """Make an account for a bot, by a key of its own; return it. That is for good.

    The owner vouches for it with a link code of theirs, which is used up. Raises a Refusal.
    """
    with database.writing() as connection:
        now = database.now()
        vouching = use_code(connection, owner, code, now)
        who = select(ACCOUNTS.c.name).where(ACCOUNTS.c.id == vouching)
        called = connection.execute(who).scalar_one()
        own = select(func.count()).select_from(BOTS).where(BOTS.c.owner == vouching)
        if connection.execute(own).scalar_one() >= MOST_BOTS:
            raise CannotBecomeBot(N_("you already have {most} bots"), most=MOST_BOTS)
        check_words(connection, vouching, now, name)
        account = add_bot(connection, name, now)
        add_key(connection, account.id, fingerprint, now)
        row = {"account": account.id, "owner": vouching, "owner_name": called, "made": now}
        connection.execute(insert(BOTS).values(row))
    return account


def note_hello(database: Database, account: int, hello: HelloFromBot) -> None:
    """Store what a bot says of itself. Raises UnsuitableText."""
    source = plain_line(hello.source, LONGEST_SOURCE, 200) if hello.source.strip() else ""
    told = {
        "source": source,
        "games": msgspec.json.encode(hello.games).decode(),
        "accepts": hello.accepts,
        "has_league": hello.league,
    }
    with database.writing() as connection:
        connection.execute(update(BOTS).where(BOTS.c.account == account).values(told))


_FACTS: Final = select(BOTS, ACCOUNTS.c.name, ACCOUNTS.c.folded).join(
    ACCOUNTS, ACCOUNTS.c.id == BOTS.c.account
)


def bot_of(database: Database, account: int) -> BotFacts | None:
    """Return the facts about a bot; None if this account is none."""
    with database.reading() as connection:
        row = connection.execute(_FACTS.where(BOTS.c.account == account)).first()
    return None if row is None else _facts(row)


def bot_called(database: Database, name: str) -> BotFacts | None:
    """Return the facts about the bot of this exact name; None if there is none."""
    with database.reading() as connection:
        row = connection.execute(_FACTS.where(ACCOUNTS.c.name == name[:40])).first()
    return None if row is None else _facts(row)


def all_bots(database: Database) -> list[BotFacts]:
    """Return the bots of the server, by name."""
    with database.reading() as connection:
        return [_facts(row) for row in connection.execute(_FACTS.order_by(ACCOUNTS.c.folded))]


def bots_of(database: Database, owner: int) -> list[BotFacts]:
    """Return the bots of an owner, by name."""
    own = _FACTS.where(BOTS.c.owner == owner).order_by(ACCOUNTS.c.folded)
    with database.reading() as connection:
        return [_facts(row) for row in connection.execute(own)]


def _facts(row: Row[Any]) -> BotFacts:
    games = msgspec.json.decode(row.games, type=list[str])
    return BotFacts(
        row.account, row.name, row.owner, row.owner_name, row.source, games, row.accepts,
        row.has_league, row.is_paused, row.made,
    )  # fmt: skip
