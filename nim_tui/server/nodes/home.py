"""A name for a data folder that one server at a time can hold, to tell when it was killed."""

from __future__ import annotations

import os
import socket
from hashlib import sha256
from pathlib import Path

from nim_tui.server.nodes.port import Nodes
from nim_tui.server.storage.database import Database

_BOOT = Path("/proc/sys/kernel/random/boot_id")


def home_of(folder: Path) -> str | None:
    """The name of a data folder that is held already; None where there is no such name.

    A folder is held by one server of this start of this machine. It is another one after a start
    of the machine, on another machine that has a copy of it or shares it, and in another container.
    """
    try:
        boot, known = _BOOT.read_text("ascii").strip(), folder.stat()
    except (OSError, ValueError):
        return None  # others see that it is dead by the time that passes
    told = f"{boot} {socket.gethostname()} {os.path.realpath(folder)} {known.st_dev} {known.st_ino}"
    return sha256(told.encode("utf-8", "surrogateescape")).hexdigest()


def several_nodes(database: Database, folder: Path, rebalanced: int) -> Nodes:
    """A server that holds this folder, at a database that several may use.

    So many games at once are handed to those that look after fewer.
    """
    from nim_tui.server.nodes.several import SeveralNodes  # noqa: PLC0415 - needs psycopg

    return SeveralNodes(database, home_of(folder), rebalanced=rebalanced)
