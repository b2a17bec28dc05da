"""`nim-tui admin accounts`, `tables`: paginated lists."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import click

from nim_tui.cli.completing import game_names
from nim_tui.cli.explained import WholeNumber, option
from nim_tui.commands.admin_orders import (
    AdminTarget,
    admin,
    columns,
    facts_of,
    ordering,
    word,
    write,
)
from nim_tui.server.admin.orders import ListAccounts, ListTables
from screens.text import N_, _

if TYPE_CHECKING:
    from nim_tui.server.admin.orders import Facts

STATUSES: Final = ("open", "running", "over")


def finding(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options of a list: the text to find, and the page."""
    page = option(
        "--page", type=WholeNumber(1, 10**9), default=1, metavar="N",
        help=N_("Page number; a page has 100 lines."),
    )  # fmt: skip
    find = option(
        "--find", metavar="TEXT", default="", help=N_("Only lines that contain this text.")
    )
    return find(page(command))


@admin.command(
    help=N_("List accounts, last seen first: name, keys, times (UTC), mutes."),
)
@finding
@ordering
def accounts(house: AdminTarget, *, find: str, page: int, as_json: bool) -> None:
    """List accounts, last seen first: name, keys, times (UTC), mutes."""
    order = ListAccounts(word(find, N_("a name"), least=0), page)
    write(facts_of(house, order), _account_lines, as_json=as_json)


@admin.command(
    help=N_("List tables, newest first: game, status, moves, host, seats, title."),
)
@option("--status", type=click.Choice(STATUSES), help=N_("Only this status."))
@option(
    "--game",
    metavar="GAME",
    default="",
    help=N_("Only this game."),
    shell_complete=game_names,
)
@finding
@ordering
def tables(
    house: AdminTarget, *, status: str | None, game: str, find: str, page: int, as_json: bool
) -> None:
    """List tables, newest first: game, status, moves, host, seats, title."""
    sought = word(find, N_("a name"), least=0)
    order = ListTables(sought, status or "", word(game, N_("a game"), least=0), page)  # type: ignore[arg-type]
    write(facts_of(house, order), _table_lines, as_json=as_json)


def more_of(facts: Facts) -> list[str]:
    """Return the line with the page number, if there are several pages."""
    if facts["pages"] <= 1:
        return []
    told = _("page {page} of {pages}, {total} in all")
    return [told.format(page=facts["page"], pages=facts["pages"], total=facts["total"])]


def _account_lines(facts: Facts) -> list[str]:
    titles = [_("account"), _("name"), _("keys"), _("created"), _("last seen"), _("muted")]
    rows = [
        [
            str(one["account"]), one["name"], str(one["keys"]), one["made"], one["last_seen"],
            (one["muted_until"] or _("permanently")) if one["muted"] else "-",
        ]
        for one in facts["accounts"]
    ]  # fmt: skip
    return [*columns([titles, *rows]), *more_of(facts)] if rows else [_("none")]


def _table_lines(facts: Facts) -> list[str]:
    titles = [_("table"), _("game"), _("status"), _("moves"), _("created"), _("host"), _("seats"),
              _("title")]  # fmt: skip
    rows = [
        [
            one["table"], one["game"], one["status"], str(one["moves"]), one["made"],
            one["host"] or "-", ",".join(seat or "-" for seat in one["seats"]), one["title"],
        ]
        for one in facts["tables"]
    ]  # fmt: skip
    return [*columns([titles, *rows]), *more_of(facts)] if rows else [_("none")]
