"""An owner's bots: their list, and the orders to rename, pause or delete one, or change its key."""

from __future__ import annotations

from functools import partial
from typing import Final

from sqlalchemy import Connection, select, update

from nim_tui.plain.commands import spelt
from nim_tui.server.accounts.keys import keys_of, new_code, replace_keys, use_code
from nim_tui.server.accounts.merging import erase, rename
from nim_tui.server.accounts.names import LONGEST_BOT_NAME, bot_account_name
from nim_tui.server.accounts.service import EndKey, day
from nim_tui.server.accounts.store import Account, NoSuchAccount, account_numbered
from nim_tui.server.bots.store import BotFacts, bots_of
from nim_tui.server.moderation.mutes import check_words
from nim_tui.server.nodes.messages import RENAMED, AccountChanged, notify
from nim_tui.server.services import Services
from nim_tui.server.sessions.person import SessionAccount
from nim_tui.server.storage.database import Database, Sign
from nim_tui.server.storage.schema import BOTS
from rules.messages import N_, Refusal
from screens.app_api import NotPossible
from screens.lobby.page import Action, Ask, Page, Row, by_ear
from screens.text import _, labelled, ngettext

WORDS: Final = ("rename", "pause", "resume", "code", "delete")
"""The orders, as commands of text mode."""
_NAME: Final = 20
_STATE: Final = 12


class NotYourBot(Refusal):
    """The account is no bot of this owner."""


# Stored


def _owns(owner: int, bot: int) -> Sign:
    """Return what checks that an account is a bot of its owner."""

    def check(connection: Connection) -> None:
        query = select(BOTS.c.owner).where(BOTS.c.account == bot)
        if connection.execute(query).scalar() != owner:
            raise NotYourBot(N_("this is not one of your bots"))

    return check


def rename_bot(database: Database, owner: int, bot: Account, name: str) -> list[str]:
    """Rename a bot everywhere; return its running games. Raises a Refusal."""

    def check(connection: Connection) -> None:
        _owns(owner, bot.id)(connection)
        check_words(connection, owner, database.now(), name)

    return rename(database, bot, name, check)


def pause_bot(database: Database, owner: int, bot: int, *, is_paused: bool) -> None:
    """Let a bot take no new games, or take them again. Raises NotYourBot."""
    with database.writing() as connection:
        _owns(owner, bot)(connection)
        own = update(BOTS).where(BOTS.c.account == bot)
        connection.execute(own.values(is_paused=is_paused))
        notify(database, connection, AccountChanged(bot, RENAMED))


def code_for_bot(database: Database, owner: int, bot: int) -> str:
    """Return a code by which a bot gets another key. Raises NotYourBot, CannotUseKey."""
    with database.reading() as connection:
        _owns(owner, bot)(connection)
    return new_code(database, bot)


def key_by_code(
    database: Database, name: str, code: str, fingerprint: str
) -> tuple[Account, list[str]]:
    """Let a new key open the account of a bot in place of all others, which are returned.

    Raises WrongCode, CannotUseKey, UnsuitableName.
    """
    called = bot_account_name(name)
    with database.writing() as connection:
        bot = use_code(connection, called, code, database.now(), of_bot=True)
        lost = replace_keys(database, connection, bot, fingerprint)
    account = account_numbered(database, bot)
    assert account is not None, "the account was there a moment ago"
    return account, lost


# At a running server


class BotOwner:
    """The orders of one person about their bots, with what sessions here must be told."""

    def __init__(self, lobby: Services, person: SessionAccount, end_key: EndKey) -> None:
        """`end_key` ends the sessions of a key."""
        self._lobby = lobby
        self._person = person
        self._end_key = end_key

    async def listed(self) -> list[BotFacts]:
        """Return the bots of the person, by name."""
        return await self._lobby.database.look(bots_of, self._person.member.id)

    async def rename(self, bot: int, name: str) -> str:
        """Rename a bot. Raises a Refusal."""
        return await self._lobby.database.whole(self._rename(self._person.member.id, bot, name))

    async def _rename(self, owner: int, bot: int, name: str) -> str:
        bot_account_name(name, self._lobby.reserved_names)
        account = await self._account(bot)
        played = await self._lobby.database.ask(rename_bot, owner, account, name)
        await self._tell_changed(bot, played)
        return _("The bot is called {name} now.").format(name=(await self._account(bot)).name)

    async def pause(self, bot: int, *, is_paused: bool) -> None:
        """Let a bot take no new games, or take them again. Raises a Refusal."""
        owner, pause = self._person.member.id, partial(pause_bot, is_paused=is_paused)
        await self._lobby.database.ask(pause, owner, bot)
        self._lobby.accounts.is_renamed(await self._account(bot))

    async def code(self, bot: int) -> str:
        """Return a code by which a bot gets another key. Raises a Refusal."""
        return await self._lobby.database.ask(code_for_bot, self._person.member.id, bot)

    async def delete(self, bot: int) -> None:
        """Delete a bot; stand-ins go on with its games. Raises a Refusal."""
        await self._lobby.database.whole(self._delete(self._person.member.id, bot))

    async def _delete(self, owner: int, bot: int) -> None:
        account, database = await self._account(bot), self._lobby.database
        keys = await database.look(keys_of, bot)
        played = await database.ask(erase, account, _owns(owner, bot))
        for key, _added in keys:
            self._end_key(key)
        self._lobby.accounts.forget_account(bot)
        await self._lobby.opener.open_anew(played)

    async def _account(self, bot: int) -> Account:
        account = await self._lobby.database.look(account_numbered, bot)
        if account is None:
            raise NoSuchAccount(N_("this account no longer exists"))
        return account

    async def _tell_changed(self, bot: int, played: list[str]) -> None:
        self._lobby.accounts.is_renamed(await self._account(bot))
        self._lobby.accounts.forget_account(bot)
        await self._lobby.opener.open_anew(played)


# The page


async def bots_page(owner: BotOwner) -> Page:
    """List the bots of the reader. Raises a Refusal."""
    bots = await owner.listed()
    how = _("A bot is a program of yours that plays here by an account of its own.")
    make = _(
        "To make one, type {word} in the lobby, then connect with a new key: "
        "ssh -i KEY HOST bot become OWNER CODE NAME"
    ).format(word=spelt("code"))
    return Page(
        title=_("Your bots"),
        about=by_ear("", _("Enter: pause or resume")),
        aside=ngettext("{count} bot", "{count} bots", len(bots)) if bots else "",
        intro=how,
        rows=[_row(owner, bot, number) for number, bot in enumerate(bots, start=1)],
        empty=by_ear(_("You have no bots. {how}").format(how=make), _("You have no bots.")),
        detail=by_ear("", make),
        usual=("list", *WORDS) if bots else ("list",),
        unclear=N_("add the number of a bot, as in the list"),
    )


def told_state(bot: BotFacts) -> str:
    """Return whether a bot takes games, to be translated."""
    return N_("paused") if bot.is_paused else N_("takes games")


def _row(owner: BotOwner, bot: BotFacts, number: int) -> Row:
    made = _("made on {day}").format(day=day(bot.made))
    source = labelled(_("source"), bot.source) if bot.source else ""
    state = _(told_state(bot))
    facts = [one for one in (state, made, source) if one]
    return Row(
        id=str(bot.account),
        name=bot.name,
        told=labelled(bot.name, ", ".join(facts)),
        is_typed=True,
        parts=(
            (bot.name.ljust(_NAME), "item"),
            (state.ljust(_STATE), "gold" if bot.is_paused else "note"),
            (f"  {made}", "note"),
        ),
        detail=source,
        enter=_pausing(owner, bot),
        actions=_orders(owner, bot, number),
    )


def _pausing(owner: BotOwner, bot: BotFacts) -> Action:
    async def pause(_text: str) -> None:
        await owner.pause(bot.account, is_paused=not bot.is_paused)

    if bot.is_paused:
        said = _("{name} takes games again.").format(name=bot.name)
        return Action("resume", pause, said)
    said = _("{name} takes no new games; it plays its games to the end.").format(name=bot.name)
    return Action("pause", pause, said)


def _orders(owner: BotOwner, bot: BotFacts, number: int) -> list[Action]:
    async def rename_it(name: str) -> str:
        return await owner.rename(bot.account, name)

    async def code(_text: str) -> str:
        told = _(
            "Within ten minutes, connect with the new key; it replaces the current one: ssh "
            "-i KEY HOST bot key {name} {code}"
        )
        return told.format(name=bot.bare_name, code=await owner.code(bot.account))

    sure = _("It is deleted for good, and its games stay. To confirm, type: {word} {number} yes.")
    confirm = by_ear(
        sure.format(word=spelt("delete"), number=number),
        _("It is deleted for good, and its games stay. Press again to delete it."),
    )
    missing = NotPossible(N_("add the number of the bot, then a name"))
    ask = Ask(_("the new name …"), bot.bare_name, LONGEST_BOT_NAME, missing)
    return [
        Action("rename", rename_it, ask=ask),
        Action("code", code),
        Action(
            "delete", lambda _text: owner.delete(bot.account),
            _("{name} is deleted.").format(name=bot.name), confirm=[by_ear(bot.name, ""), confirm],
        ),
    ]  # fmt: skip
