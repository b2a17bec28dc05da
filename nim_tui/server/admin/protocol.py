"""What whoever runs a server may ask of it, as lines of JSON, and asking it.

A server listens on a socket in its data folder: one line in, one line out.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Annotated, Any, Final

import msgspec

from rules.messages import N_, Refusal, why

SOCKET: Final = "control.sock"
"""The socket's name in the data folder."""

MOST_ORDER: Final = 8 * 1024
"""Bytes of one order with its line end."""

MOST_ANSWER: Final = 4 * 1024 * 1024
"""Bytes of one answer with its line end."""

PATIENCE: Final = 15.0
"""Seconds to wait for an answer."""

COPY_PATIENCE: Final = 900.0
"""Seconds to wait for a backup."""

_LONGEST_ADDRESS: Final = 100
"""Bytes of a socket's path that every system takes."""

Line = Annotated[str, msgspec.Meta(max_length=400)]
Word = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
Place = Annotated[str, msgspec.Meta(min_length=1, max_length=4096)]
Number = Annotated[int, msgspec.Meta(ge=1, le=10**9)]


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """Something asked of a server."""


class ListSessions(Order, frozen=True, tag="list"):
    """Who is here."""


class ListBans(Order, frozen=True, tag="bans"):
    """The keys that are shut out."""


class Kick(Order, frozen=True, tag="kick"):
    """End a session, with a last line for its person."""

    visit: Number
    text: Line = ""


class Ban(Order, frozen=True, tag="ban"):
    """Shut a key out, or every key of the account of a name; their sessions end."""

    whom: Word
    reason: Line = ""


class Unban(Order, frozen=True, tag="unban"):
    """Let a key in again, or every key of the account of a name."""

    whom: Word


class Close(Order, frozen=True, tag="close"):
    """End a table without a result."""

    table: Word


class Backup(Order, frozen=True, tag="backup"):
    """Copy the database to a new file, named in full."""

    path: Place


class Stats(Order, frozen=True, tag="stats"):
    """Figures."""


AnyOrder = ListSessions | ListBans | Kick | Ban | Unban | Close | Backup | Stats

Facts = dict[str, Any]
"""What an order led to, fit for JSON."""


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """Facts, or why there are none."""

    facts: Facts | None = None
    refused: str = ""


class NoServer(Refusal):
    """No server runs on this folder."""


class Unanswered(Refusal):
    """The server does not answer, or refuses; the message says why."""


@contextmanager
def address_of(folder: Path, name: str) -> Iterator[str]:
    """The path of a socket in a folder, as the system takes it: long ones by a short cut."""
    path = str(folder / name)
    if len(os.fsencode(path)) <= _LONGEST_ADDRESS or not Path("/proc/self/fd").is_dir():
        yield path
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        yield f"/proc/self/fd/{handle}/{name}"
    finally:
        os.close(handle)


def ask(folder: Path, order: AnyOrder) -> Facts:
    """What the server on a folder answers. Raises NoServer, Unanswered."""
    line = msgspec.json.encode(order) + b"\n"
    if len(line) > MOST_ORDER:
        raise Unanswered(N_("this is too long for the server"))
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
            N_("the server on {folder} did not answer in time"), folder=str(folder)
        ) from error
    except OSError as error:
        raise Unanswered(
            N_("the server on {folder} cannot be asked: {why}"), folder=str(folder), why=why(error)
        ) from error
    except msgspec.DecodeError as error:
        raise Unanswered(
            N_("the server on {folder} gave no valid answer"), folder=str(folder)
        ) from error
    if answer.facts is None:
        raise Unanswered("{why}", why=answer.refused)
    return answer.facts


def _call(peer: socket.socket, folder: Path) -> None:
    """Connect. Raises NoServer, OSError."""
    peer.settimeout(PATIENCE)
    try:
        with address_of(folder, SOCKET) as address:
            peer.connect(address)
    except (FileNotFoundError, NotADirectoryError, ConnectionRefusedError) as error:
        raise NoServer(N_("no server is running on {folder}"), folder=str(folder)) from error


def _line_from(peer: socket.socket, end: float) -> bytes:
    """One line, within a time and a size; what came of it where it is cut. Raises OSError."""
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
