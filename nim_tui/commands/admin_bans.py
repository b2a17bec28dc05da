"""`nim-tui admin ban`, `unban`, `bans`, `invite`: bans and invitation codes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nim_tui.cli.explained import argument
from nim_tui.commands.admin_orders import (
    AdminTarget,
    admin,
    columns,
    facts_of,
    lasting,
    line,
    ordering,
    word,
    write,
)
from nim_tui.server.admin.orders import BanOrder, Invite, ListBans, Unban
from screens.text import N_, _

if TYPE_CHECKING:
    from nim_tui.server.admin.orders import Facts

WHOM: Final = "NAME|FINGERPRINT|ADDRESS|NETWORK"


@admin.command(
    help=N_(
        "Ban an account with all its keys, a key, an address or a network, and end their "
        "sessions.\n\n"
        "Banning an IPv6 address bans its whole /64. The banned person sees REASON and the "
        "end of the ban."
    ),
)
@argument("whom", metavar=WHOM)
@argument("reason", nargs=-1)
@lasting
@ordering
def ban(
    house: AdminTarget, *, whom: str, reason: tuple[str, ...], seconds: int | None, as_json: bool
) -> None:
    """Ban an account with all its keys, a key, an address or a network, and end their sessions."""
    said = line(reason, N_("REASON"))
    order = BanOrder(word(whom, N_("a name")), said, seconds)
    write(facts_of(house, order), _banned_lines, as_json=as_json)


@admin.command(
    help=N_("Lift the ban of an account with all its keys, a key, an address or a network."),
)
@argument("whom", metavar=WHOM)
@ordering
def unban(house: AdminTarget, *, whom: str, as_json: bool) -> None:
    """Lift the ban of an account with all its keys, a key, an address or a network."""
    facts = facts_of(house, Unban(word(whom, N_("a name"))))
    told = _("{whom} is no longer banned").format(whom=facts["unbanned"])
    write(facts, lambda _facts: [told], as_json=as_json)


@admin.command(
    help=N_("List bans: target, start, end (UTC), admin, reason."),
)
@ordering
def bans(house: AdminTarget, *, as_json: bool) -> None:
    """List bans: target, start, end (UTC), admin, reason."""
    write(facts_of(house, ListBans()), _ban_lines, as_json=as_json)


@admin.command(
    help=N_(
        "Create an invitation code that lets one new user sign up.\n\n"
        "Needed if the server runs with --registration invite."
    ),
)
@ordering
def invite(house: AdminTarget, *, as_json: bool) -> None:
    """Make an invitation code, with which one new user can sign up."""
    facts = facts_of(house, Invite())
    told = _("{code} (until {time})").format(code=facts["invitation"], time=facts["ends"])
    write(facts, lambda _facts: [told], as_json=as_json)


def _ban_lines(facts: Facts) -> list[str]:
    if not facts["bans"]:
        return [_("nobody is banned")]
    titles = [_("banned"), _("since"), _("until"), _("by"), _("reason")]
    names = ["whom", "since", "ends", "by", "reason"]
    rows = [[entry[name] or "-" for name in names] for entry in facts["bans"]]
    lines = columns([titles, *rows])
    more = facts["more"]
    return [*lines, _("and {count} more").format(count=more)] if more else lines


def _banned_lines(facts: Facts) -> list[str]:
    made = facts["banned"]
    banned = _("{whom} is banned: {reason}")
    if made["ends"] is not None:
        banned = _("{whom} is banned until {time}: {reason}")
    ended = _("session {number} ended")
    return [
        banned.format(whom=made["whom"], time=made["ends"], reason=made["reason"]),
        *(ended.format(number=number) for number in facts.get("ended", [])),
    ]
