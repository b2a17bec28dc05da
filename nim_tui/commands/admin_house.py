"""`nim-tui admin announce`, `mute`, `unmute`, `drain`: keeping house."""

from __future__ import annotations

from nim_tui.cli.explained import argument, option
from nim_tui.commands.admin_orders import (
    AdminTarget,
    Duration,
    admin,
    facts_of,
    lasting,
    line,
    ordering,
    word,
    write,
)
from nim_tui.server.admin.orders import Announce, Drain, Mute, Unmute
from screens.text import N_, _, ngettext


@admin.command(help=N_("Tell everybody who is here TEXT, where notices stand."))
@argument("text", nargs=-1, required=True)
@ordering
def announce(house: AdminTarget, *, text: tuple[str, ...], as_json: bool) -> None:
    """Tell everybody who is here TEXT, where notices stand."""
    said = word(" ".join(text), N_("TEXT"), 400)
    facts = facts_of(house, Announce(line((said,), N_("TEXT"))))
    told = ngettext("{count} session was told", "{count} sessions were told", facts["told"])
    write(facts, lambda _facts: [told], as_json=as_json)


@admin.command(help=N_("Let an account say nothing, in the lobby and at tables."))
@argument("name")
@lasting
@ordering
def mute(house: AdminTarget, *, name: str, seconds: int | None, as_json: bool) -> None:
    """Let an account say nothing, in the lobby and at tables."""
    facts = facts_of(house, Mute(word(name, N_("a name")), seconds))
    told = _("{name} is muted until {time}") if facts["ends"] else _("{name} is muted")
    text = told.format(name=facts["name"], time=facts["ends"])
    write(facts, lambda _facts: [text], as_json=as_json)


@admin.command(help=N_("Let an account talk again."))
@argument("name")
@ordering
def unmute(house: AdminTarget, *, name: str, as_json: bool) -> None:
    """Let an account talk again."""
    facts = facts_of(house, Unmute(word(name, N_("a name"))))
    text = _("{name} is no longer muted").format(name=facts["name"])
    write(facts, lambda _facts: [text], as_json=as_json)


@admin.command(
    help=N_(
        "Let no game begin any more, and stop the server once none is being played.\n\n"
        "Everybody is told. A game is being played while somebody sits there; all are kept."
    ),
)
@option(
    "--within",
    "seconds",
    type=Duration(),
    default="1h",
    metavar="TIME",
    help=N_("Stop after this time in any case, as 90m or 12h; without it, after an hour."),
)
@ordering
def drain(house: AdminTarget, *, seconds: int, as_json: bool) -> None:
    """Let no game begin any more, and stop the server once none is being played."""
    facts = facts_of(house, Drain(seconds))
    told = ngettext(
        "{count} game is being played; the server stops after it",
        "{count} games are being played; the server stops after them",
        facts["played"],
    )
    write(facts, lambda _facts: [told], as_json=as_json)
