"""Admin commands about people: their accounts, bans, and invitation codes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from nim_tui.cli.explained import argument, option
from nim_tui.cli.trouble import UsageMistake, told
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
from nim_tui.server.admin.protocol import (
    BanOrder,
    Erase,
    Export,
    Invite,
    ListBans,
    ListKeys,
    Merge,
    Recover,
    Rename,
    Role,
    SetRole,
    Unban,
)
from screens.text import N_, _, ngettext

if TYPE_CHECKING:
    from nim_tui.server.admin.protocol import Facts


_A_NAME: Final = N_("a name")
ROLES: Final = ("member", "moderator", "admin")


@admin.command(help=N_("List the keys of an account: key, since (UTC), name."))
@argument("name")
@ordering
def keys(target: AdminTarget, *, name: str, as_json: bool) -> None:
    """List the keys of an account: key, since (UTC), name."""
    write(facts_of(target, ListKeys(word(name, _A_NAME))), _key_lines, as_json=as_json)


@admin.command(
    help=N_(
        "Give a new key to an account whose keys are lost; the old keys stop working.\n\n"
        "KEY is a public key file (such as id_ed25519.pub) or a fingerprint (SHA256:...). "
        "Make sure that it is the same person: whoever holds KEY can sign in as them."
    ),
)
@argument("name")
@argument("key")
@option("--keep", is_flag=True, help=N_("Keep the old keys working too."))
@ordering
def recover(target: AdminTarget, *, name: str, key: str, keep: bool, as_json: bool) -> None:
    """Give an account whose keys are lost a new key; the old keys stop working."""
    order = Recover(word(name, _A_NAME), _fingerprint(key), keep)
    write(facts_of(target, order), _recovered_lines, as_json=as_json)


@admin.command(help=N_("Rename an account, in its game records too."))
@argument("name")
@argument("new_name", metavar="NEW")
@ordering
def rename(target: AdminTarget, *, name: str, new_name: str, as_json: bool) -> None:
    """Rename an account, in its game records too."""
    facts = facts_of(target, Rename(word(name, _A_NAME), word(new_name, _A_NAME)))
    text = _("{name} is now called {new}").format(name=facts["name"], new=facts["renamed"])
    write(facts, lambda _facts: [text], as_json=as_json)


@admin.command(
    help=N_(
        "Give an account a role: member, moderator or admin.\n\n"
        "Moderators read reports, mute, warn, rename and ban for a time, and close tables, all "
        "inside the server. Admins also give roles, lift bans and end sessions."
    ),
)
@argument("name")
@argument("new_role", metavar="ROLE", type=click.Choice(ROLES))
@ordering
def role(target: AdminTarget, *, name: str, new_role: Role, as_json: bool) -> None:
    """Give an account a role: member, moderator or admin."""
    facts = facts_of(target, SetRole(word(name, _A_NAME), new_role))
    texts = {
        "member": _("{name} is now a member"),
        "moderator": _("{name} is now a moderator"),
        "admin": _("{name} is now an admin"),
    }
    text = texts[facts["role"]].format(name=facts["name"])
    write(facts, lambda _facts: [text], as_json=as_json)


@admin.command(
    help=N_(
        "Merge two accounts of one person: keys, games and messages of NAME move to INTO.\n\n"
        "If both have a rating, that of INTO is kept. This cannot be undone."
    ),
)
@argument("name")
@argument("into")
@option("--yes", is_flag=True, help=N_("Confirm: without this option nothing is done."))
@ordering
def merge(target: AdminTarget, *, name: str, into: str, yes: bool, as_json: bool) -> None:
    """Merge two accounts of one person."""
    _check_sure(yes=yes)
    facts = facts_of(target, Merge(word(name, _A_NAME), word(into, _A_NAME)))
    text = _("{name} was merged into {into}").format(name=facts["name"], into=facts["into_name"])
    write(facts, lambda _facts: [text], as_json=as_json)


@admin.command(
    help=N_(
        "Delete an account and all personal data; this cannot be undone.\n\n"
        "Its games remain, played by “someone”; bots take over its unfinished games. You "
        "have to delete backups and the server log yourself."
    ),
)
@argument("name")
@option("--yes", is_flag=True, help=N_("Confirm: without this option nothing is done."))
@ordering
def delete(target: AdminTarget, *, name: str, yes: bool, as_json: bool) -> None:
    """Delete an account and all personal data."""
    _check_sure(yes=yes)
    facts = facts_of(target, Erase(word(name, _A_NAME)))
    text = _("{name} was deleted").format(name=facts["name"])
    write(facts, lambda _facts: [text], as_json=as_json)


@admin.command(
    help=N_(
        "Print all personal data of an account as JSON, as `ssh HOST export` does for its owner."
    ),
)
@argument("name")
@ordering
def export(target: AdminTarget, *, name: str, as_json: bool) -> None:
    """Print all personal data of an account as JSON."""
    del as_json  # the output is always JSON
    click.echo(json.dumps(facts_of(target, Export(word(name, _A_NAME))), indent=2))


def _check_sure(*, yes: bool) -> None:
    """Raise Trouble unless the user confirmed."""
    if not yes:
        raise UsageMistake(_("this cannot be undone: confirm with --yes"))


def _fingerprint(key: str) -> str:
    """Return the fingerprint of a public key file, or a fingerprint as given. Raises Trouble."""
    from nim_tui.server.accounts.keys import public_keys_in  # noqa: PLC0415 - needs asyncssh

    if key.startswith("SHA256:"):
        return word(key, N_("a key"))
    with told():
        found = public_keys_in(Path(key))
    if len(found) != 1:
        raise UsageMistake(_("{path} holds more than one key").format(path=key))
    return next(iter(found))


def _key_lines(facts: Facts) -> list[str]:
    titles = [_("key"), _("since"), _("name")]
    rows = [[key["key"], key["added"], key["name"] or "-"] for key in facts["keys"]]
    return columns([titles, *rows]) if rows else [_("none")]


def _recovered_lines(facts: Facts) -> list[str]:
    text = _("{key} now opens the account {name}").format(key=facts["key"], name=facts["name"])
    gone = ngettext(
        "{count} old key no longer works",
        "{count} old keys no longer work",
        len(facts["taken_away"]),
    )
    return [text, *([gone] if facts["taken_away"] else [])]


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
    target: AdminTarget, *, whom: str, reason: tuple[str, ...], seconds: int | None, as_json: bool
) -> None:
    """Ban an account with all its keys, a key, an address or a network, and end their sessions."""
    said = line(reason, N_("REASON"))
    order = BanOrder(word(whom, N_("a name")), said, seconds)
    write(facts_of(target, order), _banned_lines, as_json=as_json)


@admin.command(
    help=N_("Lift the ban of an account with all its keys, a key, an address or a network."),
)
@argument("whom", metavar=WHOM)
@ordering
def unban(target: AdminTarget, *, whom: str, as_json: bool) -> None:
    """Lift the ban of an account with all its keys, a key, an address or a network."""
    facts = facts_of(target, Unban(word(whom, N_("a name"))))
    told = _("{whom} is no longer banned").format(whom=facts["unbanned"])
    write(facts, lambda _facts: [told], as_json=as_json)


@admin.command(
    help=N_("List bans: target, start, end (UTC), admin, reason."),
)
@ordering
def bans(target: AdminTarget, *, as_json: bool) -> None:
    """List bans: target, start, end (UTC), admin, reason."""
    write(facts_of(target, ListBans()), _ban_lines, as_json=as_json)


@admin.command(
    help=N_(
        "Create an invitation code that lets one new user sign up.\n\n"
        "Needed if the server runs with --registration invite."
    ),
)
@ordering
def invite(target: AdminTarget, *, as_json: bool) -> None:
    """Make an invitation code, with which one new user can sign up."""
    facts = facts_of(target, Invite())
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
