"""The host of a waiting table: inviting and excluding people, and a new host for an absent one."""

from __future__ import annotations

from nim_tui.server.services import Services
from nim_tui.server.sessions.person import SessionAccount
from nim_tui.server.storage.schema import OPEN
from nim_tui.server.tables.exclusions import by_host
from nim_tui.server.tables.listing import TableRow
from nim_tui.server.tables.seat_store import change_host
from nim_tui.tables.clock import DAYS
from rules.messages import N_
from screens.lobby.api import HOST_MEANT
from screens.lobby.page import Action, Page, Row
from screens.text import _, ngettext


async def invite_links_page(lobby: Services, person: SessionAccount, table: str) -> Page:
    """Offer invite links to a table, shown once. Raises a Refusal for nonhosts."""
    links, row = lobby.invite_links, lobby.table_list.known(table)
    standing = await links.standing(table, person.account)

    async def make(_text: str) -> str:
        lines = links.known_as.invitation(await links.make(table, person.account))
        copy = _("To copy a line, select it with Shift and the mouse.")
        return "\n".join([*lines, "", copy, *([] if links.known_as.ssh else [_(HOST_MEANT)])])

    async def take_back(_text: str) -> str:
        await links.take_back(table, person.account)
        return _("None of the links can be used any more.")

    rows = [Row("make", _("New invite link"), enter=Action("invite", make))]
    if standing:
        stand = ngettext("{count} open", "{count} open", standing)
        rows.append(Row("back", _("Withdraw all"), note=stand, enter=Action("withdraw", take_back)))
    rows += [_away_row(lobby, person.account, table, *one) for one in _sitting(row, person.number)]
    return Page(
        title=_("Invite to {title}").format(title="" if row is None else row.title),
        intro=_(
            "Anyone with the link can take one free seat, once. It expires when the game "
            "starts or the table closes."
        ),
        rows=rows,
    )


def _sitting(row: TableRow | None, own: int | None) -> list[tuple[int, str]]:
    """Return the other people with seats at a table, by number and name."""
    seats = () if row is None or row.status != OPEN else row.seats
    return [(one.account, one.name) for one in seats if one.account not in (None, own)]


def _away_row(lobby: Services, host: int, table: str, account: int, name: str) -> Row:
    """Return the row that excludes a person."""

    async def exclude(_text: str) -> str:
        await lobby.tables.exclude(table, account, by_host(table, host))
        return _("{name} was excluded from this table.").format(name=name)

    sure = _("Press Enter again to exclude {name}; they cannot come back.").format(name=name)
    return Row(
        f"away {account}", _("Exclude {name}").format(name=name),
        enter=Action("exclude", exclude, confirm=[sure]),
    )  # fmt: skip


async def replace_absent_host(lobby: Services, row: TableRow) -> None:
    """Replace an absent host by the player online who has waited longest, but by no bot.

    With a live clock the old host also loses their seat: otherwise the game would begin, and their
    time run, without them.
    """
    people = lobby.attendance
    most = lobby.limits.host_away_minutes * 60.0
    if row.host is None or people.away_for(row.host) <= most:
        return
    others = [seat for seat in row.seats if seat.account not in (None, row.host)]
    others = [seat for seat in others if not seat.is_bot_account]
    waiting = [seat for seat in others if people.is_here(seat.account or 0)]
    if not waiting:
        return
    account = min(waiting, key=lambda seat: seat.joined or 0.0).account
    runs = row.clock is not None and row.clock.kind != DAYS
    assert account is not None
    ask = lobby.database.ask
    if await ask(change_host, row.id, row.host, account, frees_seat=runs):
        lobby.shown.changed(row.id)
        text = N_("{name} is away: you are now the host of {title}.")
        lobby.telling.tell_people({account}, text, {"name": row.host_name, "title": row.title})
