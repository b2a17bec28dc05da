"""The commands on the page about oneself in text mode, and on the pages behind it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from nim_tui.plain.commands import spelt
from nim_tui.plain.text import listed
from nim_tui.server.pages import Pages
from nim_tui.server.plain.page import Acts, PageCommands, open_page
from nim_tui.server.plain.table import LineTable
from nim_tui.server.plain.tables import TableCommands
from nim_tui.server.plain.visit import LineContext
from rules.messages import N_
from screens.text import _

_MEANINGS: Final[Mapping[str, str]] = {
    "list": N_("list: who you are here, and your ratings"),
    "replay": N_("replay N: step through a game that is over"),
    "over": N_("over N: your games that are over, from number N on"),
}
_NOTICES: Final = ("address", "confirm", "test", "on", "off", "daily", "forget")


async def open_profile(visit: LineContext, pages: Pages, table: LineTable, more: Acts) -> None:
    """Talk about the profile; `more` is what can be asked for there as in the lobby.

    Raises a Refusal.
    """
    tables, keys = TableCommands(visit, table), PageCommands(visit, lambda: pages.page("keys"))
    acts: Acts = {
        "over": lambda rest: tables.tell_finished(rest, only_mine=True),
        "replay": lambda rest: table.replay(tables.meant(rest)),
        "review": lambda rest: table.review(tables.meant(rest)),
        "keys": keys.tell, "name": keys.act("name"), "remove": keys.act("remove"),
        "notices": lambda _rest: _open_notices(visit, pages),
        "blocked": lambda _rest: _tell_blocked(visit, pages), **more,
    }  # fmt: skip
    look = lambda: pages.page("profile")  # noqa: E731
    await open_page(visit, PageCommands(visit, look, meanings=_MEANINGS, more=acts))


async def _open_notices(visit: LineContext, pages: Pages) -> None:
    meanings = {"list": N_("list: the kinds of notices, and what you have set of each")}
    talk = PageCommands(visit, lambda: pages.page("notices"), _NOTICES, meanings=meanings)
    await open_page(visit, talk)


async def _tell_blocked(visit: LineContext, pages: Pages) -> None:
    names = [one.name for one in await pages.company.people() if one.is_blocked]
    if not names:
        visit.say(_("You have blocked nobody."))
        return
    visit.say(_("You hear nothing of {names}.").format(names=listed(names)))
    told = _("Say {word} and a name to hear of them again.")
    visit.say(told.format(word=spelt("unblock")))
