"""The server as a whole: opened, run until it is told to stop, closed with everything stored."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from nim_tui.catalog import load_all
from nim_tui.review.desk import Desk
from nim_tui.server.admin.online import AdminService
from nim_tui.server.admin.protocol import SOCKET
from nim_tui.server.admin.sessions import Sessions
from nim_tui.server.admin.socket import AdminSocket, alone
from nim_tui.server.database.connection import ON_THE_LOOP, Database
from nim_tui.server.database.migrate import open_database
from nim_tui.server.lobby.lobby import Lobby
from nim_tui.server.lobby.reviews import ReviewShelf
from nim_tui.server.sign_in import SignIn
from nim_tui.server.ssh import Counters, Limits, SshServer, host_key, listen
from nim_tui.server.ssh.descriptors import fitted
from nim_tui.thinking.pool import Pool, processors
from rules.messages import N_, Refusal, why
from screens.keymap import every_screen

STOP_SECONDS: Final = 5.0
"""Seconds that sessions have to say goodbye."""

MOST_REVIEWS: Final = 16
"""Reviews that people look at while they are worked out; one more is refused."""

STOPS: Final = N_("The server is stopping; every game is kept.")

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ServeOptions:
    """How a server is run."""

    host: str
    port: int
    folder: Path
    guests: bool = False
    limits: Limits = Limits()  # noqa: RUF009 - a frozen value
    banner: str = ""
    admins: frozenset[str] = frozenset()
    """Fingerprints of the keys of whoever may act on sessions and tables from the lobby."""


class CannotListen(Refusal):
    """The address or port cannot be had; the message says why."""


async def serve_until_stopped(serving: ServeOptions) -> None:
    """Serve until SIGTERM or SIGINT.

    Raises UnusableDatabase, OtherServer, TooFewDescriptors, NoControl, UnusableHostKey,
    CannotListen.
    """
    database = open_database(serving.folder, patience=ON_THE_LOOP)
    try:
        with alone(serving.folder):
            await _serve(serving, database)
    finally:
        database.close()


async def _serve(serving: ServeOptions, database: Database) -> None:
    load_all()
    fit = fitted(serving.limits)
    every_screen()
    pool = Pool(max(1, processors() - 1))
    reviewers = Pool(1)
    shelf = ReviewShelf(Desk(reviewers, 1, most=MOST_REVIEWS), serving.folder / "reviews")
    lobby, counters = Lobby(database, thinker=pool, reviews=shelf), Counters()
    sign_in = SignIn(lobby, guests=serving.guests, admins=serving.admins)
    visits = Sessions(sign_in, database)
    admin = AdminService(lobby, visits, counters)
    sign_in.open_moderation(admin)
    control = AdminSocket(serving.folder / SOCKET, admin)
    lobby.bring_back()
    ssh_server = visits.open(await _listen(serving, fit.limits, visits, counters))
    await control.open()
    logger.info("listening on %s port %d", serving.host, ssh_server.port)
    logger.log(logging.WARNING if fit.is_lowered else logging.INFO, "%s", fit.told)
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    try:
        await stop.wait()
    finally:
        await control.close()
        await ssh_server.tell_all_and_stop(STOPS, STOP_SECONDS)
        lobby.close()
        await pool.close()
        await reviewers.close()
        logger.info("stopped")


async def _listen(
    serving: ServeOptions, limits: Limits, visits: Sessions, counters: Counters
) -> SshServer:
    """Raises UnusableHostKey, CannotListen."""
    key = host_key(serving.folder / "host_key")
    try:
        return await listen(
            visits,
            serving.host,
            serving.port,
            [key],
            limits,
            guests=serving.guests,
            banner=serving.banner,
            counters=counters,
        )
    except (OSError, UnicodeError) as error:
        code = error.errno or 0 if isinstance(error, OSError) else 0
        told = why(error) if isinstance(error, OSError) else "this is no address"
        raise CannotListen(
            N_("cannot listen on {host} port {port}: {why}"),
            host=serving.host,
            port=serving.port,
            why=os.strerror(code) if code > 0 else told,
        ) from error
