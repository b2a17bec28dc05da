"""Orders of admins, as lines of JSON with bounded facts, and their answers.

A server listens on a socket in its data folder: one line in, one line out.
"""

from __future__ import annotations

import logging
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import monotonic
from typing import Annotated, Any, Final, Literal

import msgspec

from nim_tui.names import printable
from nim_tui.server.admin.private_socket import address_of
from rules.messages import N_, Refusal, why

Line = Annotated[str, msgspec.Meta(max_length=400)]
Word = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
Place = Annotated[str, msgspec.Meta(min_length=1, max_length=4096)]
Lasting = Annotated[int, msgspec.Meta(ge=60, le=10 * 366 * 86_400)]
Sought = Annotated[str, msgspec.Meta(max_length=120)]
Number = Annotated[int, msgspec.Meta(ge=1, le=10**9)]

Role = Literal["member", "moderator", "admin"]

Facts = dict[str, Any]
"""The answer to an order, as JSON data."""


class AdminOrder(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True,
    tag_field="do",
):  # fmt: skip
    """An order to a server."""

    by: Annotated[str, msgspec.Meta(max_length=40)] = ""
    """The system name of the operator who gives it by a command."""


class ListKeys(AdminOrder, frozen=True, tag="keys"):
    """An order for the keys of an account, oldest first."""

    whom: Word


class Recover(AdminOrder, frozen=True, tag="recover"):
    """Let a new key open an account, and unless `keeps_others` remove all others."""

    whom: Word
    fingerprint: Word
    keeps_others: bool = False


class Rename(AdminOrder, frozen=True, tag="rename"):
    """Rename an account, in its game records too."""

    whom: Word
    name: Word
    report: Number | None = None


class Merge(AdminOrder, frozen=True, tag="merge"):
    """Move everything of one account to another, and delete it."""

    whom: Word
    into: Word


class Erase(AdminOrder, frozen=True, tag="erase"):
    """Delete an account with all personal data; its games stay."""

    whom: Word


class Export(AdminOrder, frozen=True, tag="export"):
    """An order for all data stored about a person."""

    whom: Word


class SetRole(AdminOrder, frozen=True, tag="role"):
    """Give an account a role."""

    whom: Word
    role: Role


OfAccounts = ListKeys | Recover | Rename | Merge | Erase | Export | SetRole


class ListTournaments(AdminOrder, frozen=True, tag="tournaments"):
    """An order for unfinished tournaments, and the latest finished ones, newest first."""

    page: Number = 1


class CloseTournament(AdminOrder, frozen=True, tag="close-tournament"):
    """End a tournament; its games continue."""

    tournament: Word


OfContests = ListTournaments | CloseTournament


class ListClubs(AdminOrder, frozen=True, tag="clubs"):
    """An order for the clubs, by name."""

    page: Number = 1


class MakeClub(AdminOrder, frozen=True, tag="make-club"):
    """Found a club, with an account as its captain."""

    name: Word
    whom: Word


class CloseClub(AdminOrder, frozen=True, tag="close-club"):
    """Close a club with its chat."""

    club: Word


OfClubs = ListClubs | MakeClub | CloseClub


SOCKET: Final = "control.sock"
"""The socket's name in the data folder."""

MOST_ORDER: Final = 8 * 1024
"""The most bytes of an order with its line end."""

MOST_ANSWER: Final = 4 * 1024 * 1024
"""The most bytes of an answer with its line end."""

PATIENCE: Final = 15.0
"""Seconds to wait for an answer."""

COPY_PATIENCE: Final = 900.0
"""Seconds to wait for a backup."""


class ListNodes(AdminOrder, frozen=True, tag="nodes"):
    """An order for the servers of the database."""


class ListSessions(AdminOrder, frozen=True, tag="list"):
    """An order for the sessions with `find` in their name, address, key or table."""

    find: Sought = ""
    page: Number = 1


class ListAccounts(AdminOrder, frozen=True, tag="accounts"):
    """List accounts with `find` in their names, the last seen first."""

    find: Sought = ""
    page: Number = 1


class ListTables(AdminOrder, frozen=True, tag="tables"):
    """An order for tables of a status and a game, with `find` in title or names, newest first."""

    find: Sought = ""
    status: Literal["", "open", "running", "over"] = ""
    game: Sought = ""
    page: Number = 1


class Announce(AdminOrder, frozen=True, tag="announce"):
    """Show a line to everyone online."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=400)]


class Mute(AdminOrder, frozen=True, tag="mute"):
    """Mute an account, for a time or (None) indefinitely."""

    whom: Word
    seconds: Lasting | None = None
    reason: Line = ""
    report: Number | None = None


class Warn(AdminOrder, frozen=True, tag="warn"):
    """Warn an account, which is told now or at its next sign-in."""

    whom: Word
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=1200)]
    report: Number | None = None


class Exclude(AdminOrder, frozen=True, tag="exclude"):
    """Exclude an account from a table: it neither sits down nor watches there."""

    whom: Word
    table: Word
    report: Number | None = None


class Unmute(AdminOrder, frozen=True, tag="unmute"):
    """Unmute an account."""

    whom: Word
    report: Number | None = None


class ListReports(AdminOrder, frozen=True, tag="reports"):
    """An order for the reports about people, newest first; with `closed` also the settled ones."""

    closed: bool = False
    page: Number = 1


class CloseReport(AdminOrder, frozen=True, tag="close-report"):
    """Close a report."""

    report: Number
    note: Line = ""


class ListAudit(AdminOrder, frozen=True, tag="audit"):
    """An order for orders of the staff with `find` in them, newest first.

    With `after`, those after this number, oldest first, as many as fit a page.
    """

    find: Sought = ""
    page: Number = 1
    after: Annotated[int, msgspec.Meta(ge=0)] | None = None


class SetMessage(AdminOrder, frozen=True, tag="motd"):
    """Set the message of the day in a language; an empty text removes it in every language."""

    text: Annotated[str, msgspec.Meta(max_length=1200)] = ""
    language: Literal["en", "fr"] = "en"


class Slow(AdminOrder, frozen=True, tag="slow"):
    """Limit each person to one lobby message per number of seconds; 0: no limit."""

    seconds: Annotated[int, msgspec.Meta(ge=0, le=3600)]


class Drain(AdminOrder, frozen=True, tag="drain"):
    """Start no more games, and stop once none is being played, or after this many seconds.

    One of several servers stops at once: the others take its people and games.
    """

    seconds: Lasting
    node: Sought = ""
    """The name or number of the server; empty: the one that is asked."""


class ListBans(AdminOrder, frozen=True, tag="bans"):
    """An order for the bans in force: target, start, end, admin and reason."""


class Kick(AdminOrder, frozen=True, tag="kick"):
    """End a session, with a last line on its terminal."""

    visit: Number
    text: Line = ""
    node: Sought = ""
    """The name or number of the server; empty: the one that is asked."""


class BanOrder(AdminOrder, frozen=True, tag="ban"):
    """Ban an account, a key, an address or a network; their sessions end."""

    whom: Word
    reason: Line = ""
    seconds: Lasting | None = None
    """The duration in seconds; None: without end."""
    report: Number | None = None
    """The report that it answers."""


class Unban(AdminOrder, frozen=True, tag="unban"):
    """Lift the ban of an account with all its keys, a key, an address or a network."""

    whom: Word


class Invite(AdminOrder, frozen=True, tag="invite"):
    """Make an invitation code, by which one new user can sign up."""


class Close(AdminOrder, frozen=True, tag="close"):
    """End a table without a result."""

    table: Word
    report: Number | None = None


class Backup(AdminOrder, frozen=True, tag="backup"):
    """Back up the database to a new file, given by its full path."""

    path: Place


class Stats(AdminOrder, frozen=True, tag="stats"):
    """An order for the statistics."""


OfModeration = (
    ListBans | BanOrder | Unban | Mute | Unmute | Warn | ListReports | CloseReport | ListAudit
)  # fmt: skip

AnyOrder = (
    ListSessions | Kick | Drain | ListAccounts | Invite | ListTables | Close | Exclude | Announce
    | Slow | SetMessage | Backup | Stats | ListNodes
    | OfAccounts | OfClubs | OfContests | OfModeration
)  # fmt: skip


def tag_of(order: AnyOrder) -> str:
    """Return the tag of an order, which names its kind."""
    return str(order.__struct_config__.tag)


def signed_by(order: AnyOrder, name: str) -> AnyOrder:
    """Return an order with the name of the operator who gives it."""
    return msgspec.structs.replace(order, by=name)


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The facts of an answer, or the reason of a refusal."""

    facts: Facts | None = None
    refused: str = ""


class NoServer(Refusal):
    """No server runs in this folder."""


class Unanswered(Refusal):
    """The server does not answer, or refuses; the message says why."""


def ask(folder: Path, order: AnyOrder) -> Facts:
    """Return the answer of the server of a folder. Raises NoServer, Unanswered."""
    line = msgspec.json.encode(order) + b"\n"
    if len(line) > MOST_ORDER:
        raise Unanswered(N_("too long for the server"))
    patience = COPY_PATIENCE if isinstance(order, Backup) else PATIENCE
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as peer:
            _call(peer, folder)
            peer.settimeout(patience)
            peer.sendall(line)
            told = _line_from(peer, monotonic() + patience)
        answer = msgspec.json.decode(told, type=Answer)
    except TimeoutError as error:
        raise Unanswered(
            N_("the server in {folder} did not answer in time"), folder=str(folder)
        ) from error
    except OSError as error:
        raise Unanswered(
            N_("the server in {folder} cannot be reached: {why}"),
            folder=str(folder),
            why=why(error),
        ) from error
    except msgspec.DecodeError as error:
        raise Unanswered(
            N_("the server in {folder} gave an invalid answer"), folder=str(folder)
        ) from error
    if answer.facts is None:
        raise Unanswered("{why}", why=answer.refused)
    return answer.facts


def _call(peer: socket.socket, folder: Path) -> None:
    """Connect to the server of a folder. Raises NoServer, OSError."""
    peer.settimeout(PATIENCE)
    try:
        with address_of(folder, SOCKET) as address:
            peer.connect(address)
    except (FileNotFoundError, NotADirectoryError, ConnectionRefusedError) as error:
        raise NoServer(N_("no server is running in {folder}"), folder=str(folder)) from error


def _line_from(peer: socket.socket, end: float) -> bytes:
    """Return one line, bounded in time and size, or the part read if it is cut. Raises OSError."""
    pieces: list[bytes] = []
    size = 0
    while not (pieces and pieces[-1].endswith(b"\n")) and size < MOST_ANSWER:
        peer.settimeout(max(0.001, end - monotonic()))
        piece = peer.recv(65_536)
        if not piece:
            break
        pieces.append(piece)
        size += len(piece)
    return b"".join(pieces)


logger = logging.getLogger(__name__)


OrderHandler = Callable[["AnyOrder"], Awaitable[Facts]]
"""Returns the result of an order, or raises a Refusal with the reason."""


async def answer_line(answer: OrderHandler, line: bytes | str, most: int) -> bytes:
    """Return the answer to any line, in at most `most` bytes."""
    told = msgspec.json.encode(await _done(answer, line))
    if len(told) <= most:
        return told
    return msgspec.json.encode(Answer(refused="the answer is too long to be told"))


async def _done(answer: OrderHandler, line: bytes | str) -> Answer:
    try:
        order = msgspec.json.decode(line, type=AnyOrder)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return Answer(refused=printable(f"this is no order: {error}", 200))
    try:
        return Answer(facts=await answer(order))
    except Refusal as refusal:
        return Answer(refused=printable(str(refusal)))
    except Exception:
        logger.exception("an order was not carried out")
        return Answer(refused="the server cannot do it; its log says more")
