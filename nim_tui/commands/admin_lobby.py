"""`nim-tui admin`: accounts, tables, announcements, mutes, reports, slow mode, contests, clubs."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import click

from nim_tui.cli.completing import game_names
from nim_tui.cli.explained import WholeNumber, argument, option
from nim_tui.commands.admin_orders import (
    AdminTarget,
    Duration,
    admin,
    columns,
    facts_of,
    lasting,
    line,
    ordering,
    to_node,
    word,
    write,
)
from nim_tui.server.admin.protocol import (
    Announce,
    CloseClub,
    CloseReport,
    CloseTournament,
    Drain,
    Exclude,
    ListAccounts,
    ListAudit,
    ListClubs,
    ListReports,
    ListTables,
    ListTournaments,
    MakeClub,
    Mute,
    SetMessage,
    Slow,
    Unmute,
    Warn,
)
from screens.text import N_, _, ngettext

if TYPE_CHECKING:
    from nim_tui.server.admin.protocol import Facts

STATUSES: Final = ("open", "running", "over")


def _page_option(told: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    return option("--page", type=WholeNumber(1, 10**9), default=1, metavar="N", help=told)


_in_pages: Final = _page_option(N_("Page number; a page has 100 lines."))
"""Adds the option of a page of a list."""


def finding(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options of a list: the text to find, and the page."""
    find = option(
        "--find", metavar="TEXT", default="", help=N_("Only lines that contain this text.")
    )
    return find(_in_pages(command))


@admin.command(
    help=N_("List accounts, most recently seen first: name, keys, times (UTC), mutes."),
)
@finding
@ordering
def accounts(target: AdminTarget, *, find: str, page: int, as_json: bool) -> None:
    """List accounts, last seen first: name, keys, times (UTC), mutes."""
    order = ListAccounts(word(find, N_("a name"), least=0), page)
    write(facts_of(target, order), _account_lines, as_json=as_json)


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
    target: AdminTarget, *, status: str | None, game: str, find: str, page: int, as_json: bool
) -> None:
    """List tables, newest first: game, status, moves, host, seats, title."""
    sought = word(find, N_("a name"), least=0)
    order = ListTables(sought, status or "", word(game, N_("a game"), least=0), page)  # type: ignore[arg-type]
    write(facts_of(target, order), _table_lines, as_json=as_json)


def more_of(facts: Facts) -> list[str]:
    """Return the line with the page number, if there are several pages."""
    if facts["pages"] <= 1:
        return []
    told = _("page {page} of {pages}, {total} in all")
    return [told.format(page=facts["page"], pages=facts["pages"], total=facts["total"])]


def _account_lines(facts: Facts) -> list[str]:
    titles = [_("account"), _("name"), _("role"), _("bot of"), _("keys"), _("created"),
              _("last seen"), _("muted")]  # fmt: skip
    rows = [
        [
            str(one["account"]), one["name"], _(one["role"]), one["bot_of"] or "-",
            str(one["keys"]), one["made"], one["last_seen"],
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


@admin.command(help=N_("Show TEXT to everyone on the server."))
@argument("text", nargs=-1, required=True)
@ordering
def announce(target: AdminTarget, *, text: tuple[str, ...], as_json: bool) -> None:
    """Show TEXT to everyone on the server."""
    said = word(" ".join(text), N_("TEXT"), 400)
    facts = facts_of(target, Announce(line((said,), N_("TEXT"))))
    told = ngettext("shown to {count} session", "shown to {count} sessions", facts["told"])
    write(facts, lambda _facts: [told], as_json=as_json)


@admin.command(
    help=N_(
        "Set the message of the day, shown in the lobby, text mode and browsers.\n\n"
        "Without TEXT, the message of the settings is shown again, in every language."
    ),
)
@argument("text", nargs=-1)
@option(
    "--language", type=click.Choice(("en", "fr")), default="en",
    help=N_("The language of TEXT; readers of another language without a text see it too."),
)  # fmt: skip
@ordering
def motd(target: AdminTarget, *, text: tuple[str, ...], language: str, as_json: bool) -> None:
    """Set the message of the day, or return to that of the settings."""
    said = word(" ".join(text), N_("TEXT"), 1200, least=0)
    facts = facts_of(target, SetMessage(said, "fr" if language == "fr" else "en"))
    told = _("message of the day set") if facts["message"] else _("message of the day removed")
    write(facts, lambda _facts: [told], as_json=as_json)


@admin.command(help=N_("Mute an account in all chats."))
@argument("name")
@lasting
@ordering
def mute(target: AdminTarget, *, name: str, seconds: int | None, as_json: bool) -> None:
    """Mute an account in all chats."""
    facts = facts_of(target, Mute(word(name, N_("a name")), seconds))
    told = _("{name} is muted until {time}") if facts["ends"] else _("{name} is muted")
    text = told.format(name=facts["name"], time=facts["ends"])
    write(facts, lambda _facts: [text], as_json=as_json)


@admin.command(help=N_("Warn an account: TEXT is shown now or at the next sign-in."))
@argument("name")
@argument("text", nargs=-1, required=True)
@ordering
def warn(target: AdminTarget, *, name: str, text: tuple[str, ...], as_json: bool) -> None:
    """Warn an account: TEXT is shown now or at the next sign-in."""
    said = line(text, N_("TEXT"))
    facts = facts_of(target, Warn(word(name, N_("a name")), word(said, N_("TEXT"), 400)))
    told = _("{name} is warned: {text}").format(name=facts["name"], text=facts["text"])
    write(facts, lambda _facts: [told], as_json=as_json)


@admin.command(
    "exclude",
    help=N_("Exclude an account from a TABLE: it neither sits down nor watches there."),
)
@argument("name")
@argument("table")
@ordering
def exclude(target: AdminTarget, *, name: str, table: str, as_json: bool) -> None:
    """Exclude an account from a TABLE: it neither sits down nor watches there."""
    order = Exclude(word(name, N_("a name")), word(table, N_("a table")))
    facts = facts_of(target, order)
    told = _("{name} was excluded from table {table}")
    text = told.format(name=facts["name"], table=facts["table"])
    write(facts, lambda _facts: [text], as_json=as_json)


@admin.command(help=N_("Unmute an account."))
@argument("name")
@ordering
def unmute(target: AdminTarget, *, name: str, as_json: bool) -> None:
    """Unmute an account."""
    facts = facts_of(target, Unmute(word(name, N_("a name"))))
    text = _("{name} is no longer muted").format(name=facts["name"])
    write(facts, lambda _facts: [text], as_json=as_json)


@admin.command(
    help=N_(
        "Refuse new games, and stop the server when no one is playing.\n\n"
        "Everyone is notified. A game counts as being played while someone is at its table; "
        "all games are kept. If other servers use the database, they take over people and "
        "games at once."
    ),
)
@option(
    "--within",
    "seconds",
    type=Duration(),
    default="1h",
    metavar="TIME",
    help=N_("Stop after this time at the latest, such as 90m or 12h (default: one hour)."),
)
@to_node
@ordering
def drain(target: AdminTarget, *, seconds: int, node: str, as_json: bool) -> None:
    """Refuse new games, and stop the server when no one is playing."""
    facts = facts_of(target, Drain(seconds, word(node, N_("a name"), least=0)))
    told = ngettext(
        "{count} game is being played; the server stops when it ends",
        "{count} games are being played; the server stops when they end",
        facts["played"],
    )
    if facts["hands_over"]:
        told = _("people and games are handed over to the other servers; this one stops")
    write(facts, lambda _facts: [told], as_json=as_json)


@admin.command(
    help=N_("List reports about players, newest first, each with the messages before it."),
)
@option("--all", "closed", is_flag=True, help=N_("Show closed reports too."))
@_page_option(N_("Page number; a page has 20 reports."))
@ordering
def reports(target: AdminTarget, *, closed: bool, page: int, as_json: bool) -> None:
    """List reports about players, with the last messages before them, newest first."""
    write(facts_of(target, ListReports(closed, page)), _report_lines, as_json=as_json)


@admin.command(
    "close-report",
    help=N_("Close a report; NOTE records the decision."),
)
@argument("report", type=WholeNumber(1, 10**9))
@argument("note", nargs=-1)
@ordering
def close_report(target: AdminTarget, *, report: int, note: tuple[str, ...], as_json: bool) -> None:
    """Close a report; NOTE records the decision."""
    facts = facts_of(target, CloseReport(report, line(note, N_("NOTE"))))
    text = _("report {number} closed").format(number=facts["closed"])
    write(facts, lambda _facts: [text], as_json=as_json)


@admin.command(
    help=N_(
        "List orders of moderators and admins, newest first: who, what, whom, why, when (UTC).\n\n"
        "With --export, print all of them as JSON lines, oldest first."
    ),
)
@option("--export", is_flag=True, help=N_("Print all orders as JSON lines, oldest first."))
@finding
@ordering
def audit(target: AdminTarget, *, find: str, page: int, export: bool, as_json: bool) -> None:
    """List orders of moderators and admins, newest first, or export them."""
    sought = word(find, N_("a name"), least=0)
    if not export:
        write(facts_of(target, ListAudit(sought, page)), _audit_lines, as_json=as_json)
        return
    last = 0
    while entries := facts_of(target, ListAudit(sought, after=last))["audit"]:
        for one in entries:
            click.echo(json.dumps(one))
        last = entries[-1]["number"]


def _audit_lines(facts: Facts) -> list[str]:
    titles = [_("number"), _("time"), _("by"), _("order"), _("whom"), _("report"), _("reason")]
    rows = [
        [
            str(one["number"]), one["time"], one["by"] or "-", one["order"], one["whom"] or "-",
            str(one["report"] or "-"), _why(one),
        ]
        for one in facts["audit"]
    ]  # fmt: skip
    return [*columns([titles, *rows]), *more_of(facts)] if rows else [_("none")]


def _why(entry: Facts) -> str:
    facts = [f"{name}={one}" for name, one in entry.get("facts", {}).items()]
    return " ".join(filter(None, [entry["why"], *facts])) or "-"


@admin.command(
    help=N_(
        "Limit the lobby chat to one message per person every SECONDS; 0 lifts the limit.\n\nThe "
        "limit lasts until the server stops; the setting slow_seconds makes it permanent."
    ),
)
@argument("seconds", type=WholeNumber(0, 3600))
@ordering
def slow(target: AdminTarget, *, seconds: int, as_json: bool) -> None:
    """Limit the lobby chat to one message per person every SECONDS; 0 ends it."""
    facts = facts_of(target, Slow(seconds))
    told = _("slow mode: one message every {seconds} s") if seconds else _("slow mode ended")
    write(facts, lambda _facts: [told.format(seconds=facts["seconds"])], as_json=as_json)


def _report_lines(facts: Facts) -> list[str]:
    if not facts["reports"]:
        return [_("none")]
    lines: list[str] = []
    for one in facts["reports"]:
        head = _("{number}  {time}  {by} about {about} ({place}): {reason}")
        place = one["table"] or _("lobby")
        named = {name: one[name] for name in ("time", "by", "about", "reason")}
        lines.append(head.format(number=one["report"], place=place, **named))
        lines += [f"    {said['name']}: {said['text']}" for said in one["lines"]]
        if one["closed"]:
            closed = _("closed {time} {note}").format(time=one["closed"], note=one["note"])
            lines.append(f"    {closed}".rstrip())
    return [*lines, *more_of(facts)]


@admin.command(
    help=N_("List tournaments, newest first: game, status, round, players, host, title."),
)
@_in_pages
@ordering
def tournaments(target: AdminTarget, *, page: int, as_json: bool) -> None:
    """List tournaments, newest first: game, status, round, players, host, title."""
    write(facts_of(target, ListTournaments(page)), _lines, as_json=as_json)


@admin.command(
    "close-tournament",
    help=N_("End a TOURNAMENT without a winner; its running games continue."),
)
@argument("tournament")
@ordering
def close_tournament(target: AdminTarget, *, tournament: str, as_json: bool) -> None:
    """End a TOURNAMENT without a winner; its running games continue."""
    facts = facts_of(target, CloseTournament(word(tournament, N_("a tournament"))))
    text = _("tournament {id} cancelled").format(id=facts["closed"])
    write(facts, lambda _facts: [text], as_json=as_json)


def _lines(facts: Facts) -> list[str]:
    titles = [_("tournament"), _("game"), _("status"), _("round"), _("players"), _("created"),
              _("host"), _("title")]  # fmt: skip
    rows = [
        [
            one["tournament"], one["game"], one["status"], str(one["round"]),
            f"{one['players']}/{one['size']}", one["made"], one["host"] or "-", one["title"],
        ]
        for one in facts["tournaments"]
    ]  # fmt: skip
    return [*columns([titles, *rows]), *more_of(facts)] if rows else [_("none")]


@admin.command(help=N_("List clubs by name: members, captain, who can join, founded."))
@_in_pages
@ordering
def clubs(target: AdminTarget, *, page: int, as_json: bool) -> None:
    """List clubs by name: members, captain, who can join, founded."""
    write(facts_of(target, ListClubs(page=page)), _club_lines, as_json=as_json)


@admin.command("make-club", help=N_("Found the club NAME, with the account CAPTAIN to lead it."))
@argument("name")
@argument("captain")
@ordering
def make_club(target: AdminTarget, *, name: str, captain: str, as_json: bool) -> None:
    """Found the club NAME, with the account CAPTAIN to lead it."""
    order = MakeClub(name=word(name, N_("a name")), whom=word(captain, N_("an account")))
    text = _("club {name} founded").format(name=name)
    write(facts_of(target, order), lambda _facts: [text], as_json=as_json)


@admin.command("close-club", help=N_("Close the club NAME, and delete its chat."))
@argument("name")
@ordering
def close_club(target: AdminTarget, *, name: str, as_json: bool) -> None:
    """Close the club NAME, and delete its chat."""
    facts = facts_of(target, CloseClub(club=word(name, N_("a name"))))
    text = _("club {name} closed").format(name=name)
    write(facts, lambda _facts: [text], as_json=as_json)


def _club_lines(facts: Facts) -> list[str]:
    titles = [_("members"), _("captain"), _("joining"), _("founded"), _("club")]
    rows = [
        [
            str(one["members"]), one["captain"] or "-",
            _("anyone") if one["is_open"] else _("by invitation"), one["made"], one["club"],
        ]
        for one in facts["clubs"]
    ]  # fmt: skip
    return [*columns([titles, *rows]), *more_of(facts)] if rows else [_("none")]
