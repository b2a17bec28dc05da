"""The server as a whole: opened, run until told to stop, closed with everything stored."""

from __future__ import annotations

import asyncio
import logging
import resource
import signal
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from asyncssh import SSHKey

from nim_tui.registry import load_all
from nim_tui.review.service import ReviewService
from nim_tui.server.accounts.keys import admin_keys_in, allowed_keys_in
from nim_tui.server.accounts.registration import RegistrationRules
from nim_tui.server.admin.protocol import SOCKET
from nim_tui.server.admin.service import AdminService
from nim_tui.server.admin.socket import AdminSocket, alone
from nim_tui.server.admin.statistics import Statistics
from nim_tui.server.identity import ServerIdentity
from nim_tui.server.ip_addresses import proxy_networks, why_not_listening
from nim_tui.server.lobby.upkeep import Maintenance
from nim_tui.server.measurements import LoopDelay
from nim_tui.server.metrics import open_metrics
from nim_tui.server.moderation.staff_news import DiskWatch
from nim_tui.server.nodes.node import Nodes, others_run
from nim_tui.server.notifications.sender import open_notices
from nim_tui.server.play.reviews import ReviewStore
from nim_tui.server.services import Services
from nim_tui.server.sessions.sessions import SessionRegistry
from nim_tui.server.sessions.sign_in import SignIn
from nim_tui.server.settings.addresses import PublicAddresses, web_base
from nim_tui.server.settings.sections import CLOSED, OPEN, Serving, SignUpConfig
from nim_tui.server.settings.settings import ServerSettings
from nim_tui.server.ssh import Counters, Limits, SshServer, listen
from nim_tui.server.ssh.host_key import host_keys, shared_host_keys
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.migrate import make_private, once_there, open_database
from nim_tui.server.storage.off_loop import THREADS
from nim_tui.tables.store import server_folder
from nim_tui.thinking.pool import Pool, processors
from rules.messages import N_, Refusal
from screens.keymap import every_screen

if TYPE_CHECKING:
    from nim_tui.server.web import WebServer

APART: Final = 128
"""Descriptors for other uses than connections: database, log, control socket, listening."""


class TooFewDescriptors(Refusal):
    """The system allows too few file descriptors to accept any connection."""


@dataclass(frozen=True, slots=True)
class FileLimits:
    """Limits that fit the allowed file descriptors, and a line for the log."""

    limits: Limits
    told: str
    is_lowered: bool


def fitted(limits: Limits) -> FileLimits:
    """Raise the limit of file descriptors as needed; lower our limits if that is refused.

    Every connection takes one file descriptor. Raises TooFewDescriptors.
    """
    before, allowed = _raised(limits.connections + APART)
    room = allowed - APART
    if room < 1:
        raise TooFewDescriptors(
            N_("the limit on open files, {allowed}, is too low: {least} are needed (ulimit -n)"),
            allowed=allowed,
            least=APART + 1,
        )
    raised = "" if allowed == before else f", raised from {before}"
    enough = limits.connections if room >= limits.connections else room
    told = f"file descriptors: {allowed}{raised}, for {enough} connections"
    if enough == limits.connections:
        return FileLimits(limits, told, is_lowered=False)
    lowered = replace(
        limits,
        connections=room,
        sessions=min(limits.sessions, room),
        signing_in=min(limits.signing_in, room),
    )
    return FileLimits(lowered, f"{told} instead of {limits.connections}", is_lowered=True)


def _raised(needed: int) -> tuple[int, int]:
    """Raise the limit of open files as far as allowed; return the limits before and after."""
    before, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if before == resource.RLIM_INFINITY or before >= needed:
        soft = needed if before == resource.RLIM_INFINITY else before
        return soft, soft
    wanted = needed if most == resource.RLIM_INFINITY else min(needed, most)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
    except (OSError, ValueError):  # some systems have a lower limit of their own
        return before, before
    return before, wanted


STOPS: Final = N_("The server is stopping; all games are kept.")
HANDS_OVER: Final = N_(
    "This server is stopping; others are running. Connect again: your seat is kept."
)
HANDS_OVER_TO_GUESTS: Final = N_(
    "This server is stopping; others are running. Connect again: as a guest you lose your seat."
)

logger = logging.getLogger(__name__)


class NoFolder(Refusal):
    """The data folder is not a folder."""


class CannotListen(Refusal):
    """The address or port is unavailable; the message says why."""


async def serve_until_stopped(settings: ServerSettings) -> None:
    """Serve until SIGTERM or SIGINT.

    Raises NoFolder, UnusableKeys, UnusableDatabase, OtherServer, TooFewDescriptors, NoAdminSocket,
    UnusableHostKey, CannotListen, NoMetrics, NotASocket, NoPassword.
    """
    named = settings.serving.data
    folder = Path(named) if named else server_folder()
    if folder.exists() and not folder.is_dir():
        raise NoFolder(N_("{path} is a file, not a folder"), path=str(folder)[:200])
    database = await _opened(settings, folder)
    try:
        with alone(folder):
            await _serve(settings, folder, database)
    finally:
        database.close()


def _several(database: Database, serving: Serving) -> Nodes:
    from nim_tui.server.nodes.several import SeveralNodes  # noqa: PLC0415 - needs psycopg

    return SeveralNodes(database, serving.node, serving.channel)


async def _opened(settings: ServerSettings, folder: Path) -> Database:
    """Open the database in the settings, waiting for a remote one. Raises UnusableDatabase."""
    address, is_pooled = settings.serving.database, bool(settings.serving.channel)
    if not address:
        patience = settings.work.database_milliseconds
        return open_database(folder, patience=patience, threads=THREADS)
    from nim_tui.server.storage.postgres import open_postgres  # noqa: PLC0415 - needs psycopg

    make_private(folder)
    return await once_there(partial(open_postgres, address, threads=THREADS, is_pooled=is_pooled))


async def _serve(settings: ServerSettings, folder: Path, database: Database) -> None:
    _load()
    serving, work = settings.serving, settings.work
    admins = admin_keys_in(Path(serving.admin_key)) if serving.admin_key else frozenset()
    fit = fitted(settings.limits)
    pools = {
        "thinkers": Pool(work.thinkers or max(1, processors() - 1)),
        "reviewers": Pool(work.reviewers),
    }
    lobby, counters, delay = _lobby(settings, folder, database, pools), Counters(), LoopDelay()
    sign_in = SignIn(
        lobby, guests=serving.guests, admins=admins, rules=_rules(settings.newcomers, admins)
    )
    visits = SessionRegistry(sign_in, database, settings.notices.appeals)
    statistics = Statistics(lobby, counters, delay.measured, pools)
    stop = asyncio.Event()
    admin = AdminService(lobby, visits, statistics, stop.set)
    sign_in.open_moderation(admin)
    control = AdminSocket(folder / SOCKET, admin.answer)
    metrics = await open_metrics(serving.metrics, statistics.known, delay.measured, database)
    await lobby.bring_back()
    await sign_in.expect_guests()
    disk = DiskWatch(lobby.staff_news, folder, settings.notices.disk_megabytes)
    upkeep = Maintenance(lobby, disk)
    ssh_server = visits.open(
        await _listen(
            serving,
            await _host_keys(lobby, folder),
            fit.limits,
            visits,
            counters,
        )
    )
    web_server = await _listen_web(settings, ssh_server, lobby, admin.end_key)
    web_door = () if web_server is None else (web_server.stop_listening,)
    admin.open_doors(ssh_server.stop_listening, *web_door)
    await control.open()
    upkeep.start()
    lobby.notices.sender.start(lobby.attendance.is_here, lambda: lobby.nodes.leads)
    _end_by_signals(stop)
    _tell_that_it_listens(serving, ssh_server, fit)
    try:
        await stop.wait()
    finally:
        delay.stop()
        await upkeep.close()
        await lobby.notices.sender.close()
        await control.close()
        if metrics is not None:
            await metrics.close()
        if web_server is not None:
            web_server.stop_listening()
        hands_over = await others_run(lobby.nodes)
        visits.end_all(*((HANDS_OVER, HANDS_OVER_TO_GUESTS) if hands_over else (STOPS, STOPS)))
        await ssh_server.tell_all_and_stop("", work.stopping_seconds)
        if web_server is not None:
            await web_server.close()
        lobby.close()
        await database.settled()
        await lobby.nodes.close()
        await database.settled()
        for pool in pools.values():
            await pool.close()
        logger.info("stopped")


def _load() -> None:
    """Load games and screens ahead of time."""
    load_all()
    every_screen()


def _rules(newcomers: SignUpConfig, admins: frozenset[str]) -> RegistrationRules:
    """Return the rules of registration; admins may always sign in. Raises UnusableKeys."""
    file = newcomers.allow_keys
    allowed = allowed_keys_in(Path(file)) if file else frozenset()
    return RegistrationRules(newcomers, allowed | admins)


def _lobby(
    settings: ServerSettings, folder: Path, database: Database, pools: Mapping[str, Pool]
) -> Services:
    """Build the services. Raises NoPassword."""
    work, is_shared = settings.work, bool(settings.serving.database)
    service = ReviewService(pools["reviewers"], work.reviewers, most=work.reviews_waiting)
    shelf = ReviewStore(service, folder / "reviews", work.reviews_kept)
    lobby = Services(
        database, thinker=pools["thinkers"], reviews=shelf, limits=settings.lobby, work=work,
        nodes=_several(database, settings.serving) if is_shared else None,
        contests=settings.contests,
    )  # fmt: skip
    lobby.appeals = settings.notices.appeals
    lobby.reserved_names = settings.newcomers.reserve
    lobby.identity = ServerIdentity(database, settings.identity, settings.serving.banner)
    lobby.notices = open_notices(settings, database, shared=is_shared, identity=lobby.identity)
    lobby.invite_links.known_as = PublicAddresses(
        web_base(settings.browsers), settings.serving.ssh_address
    )
    return lobby


async def _host_keys(lobby: Services, folder: Path) -> list[SSHKey]:
    """Return the host keys of this server, or of all servers at its database.

    Raises UnusableHostKey, StorageError.
    """
    if lobby.nodes.are_several:
        return await lobby.database.ask(shared_host_keys, folder)
    return host_keys(folder, lobby.database.now())


def _tell_that_it_listens(serving: Serving, ssh_server: SshServer, fit: FileLimits) -> None:
    logger.info("listening on %s port %d", serving.host, ssh_server.port)
    logger.log(logging.WARNING if fit.is_lowered else logging.INFO, "%s", fit.told)


def _end_by_signals(stop: asyncio.Event) -> None:
    """Have SIGTERM and SIGINT set `stop`."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)


async def _listen(
    serving: Serving, keys: Sequence[SSHKey], limits: Limits, visits: SessionRegistry,
    counters: Counters,
) -> SshServer:  # fmt: skip
    """Listen for SSH. Raises CannotListen."""
    try:
        return await listen(
            visits,
            serving.host,
            serving.port,
            keys,
            limits,
            guests=serving.guests,
            banner=serving.banner,
            counters=counters,
            proxies=proxy_networks(serving.proxy),
        )
    except (OSError, UnicodeError) as error:
        raise cannot_listen(serving.host, serving.port, error) from error


async def _listen_web(
    settings: ServerSettings,
    ssh_server: SshServer,
    lobby: Services,
    end_key: Callable[[str], object],
) -> WebServer | None:
    """Listen for browsers, if the settings say so. Raises CannotListen."""
    browsers = settings.browsers
    if not browsers.web:
        return None
    from nim_tui.server.web import PageParts, listen_web  # noqa: PLC0415 - only where installed

    mode = settings.newcomers.registration
    guests = settings.serving.guests
    parts = PageParts.of(
        lobby, end_key,
        guests=guests, is_closed=mode == CLOSED, is_open=guests or mode == OPEN,
    )  # fmt: skip
    try:
        server = await listen_web(ssh_server.context, browsers, parts)
    except (OSError, UnicodeError) as error:
        raise cannot_listen(browsers.web_host, browsers.web, error) from error
    logger.info("browsers come to %s", _address(browsers.web_host, server.port))
    return server


def _address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def cannot_listen(host: str, port: int, error: Exception) -> CannotListen:
    """Return the refusal for an address or port that is unavailable."""
    return CannotListen(
        N_("cannot listen on {host} port {port}: {why}"),
        host=host,
        port=port,
        why=why_not_listening(error),
    )
