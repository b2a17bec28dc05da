"""GET /metrics by prometheus_client and GET /healthz, on loopback or a socket.

Clients with other, slow or large requests get a status or are dropped.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any, Final

from prometheus_client import CollectorRegistry, Histogram, ProcessCollector, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4 as CONTENT_TYPE
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

from nim_tui.server.admin.private_socket import private_socket
from nim_tui.server.admin.socket import SocketClients
from nim_tui.server.ip_addresses import why_not_listening
from nim_tui.server.measurements import Measurements
from nim_tui.server.settings.kinds import endpoint_in
from nim_tui.server.storage.database import Database, StorageError
from rules.messages import N_, Refusal

MOST_REQUEST: Final = 8 * 1024
"""The most bytes of a request with its headers."""

MOST_PEERS: Final = 8
"""The most clients at once; further ones are dropped."""

PEER_SECONDS: Final = 5.0
"""Seconds for a request to arrive whole, and for its answer to be read."""

FRESH: Final = 1.0
"""Seconds for which an answer is reused, as counting queries the database."""

_REQUEST: Final = re.compile(rb"([A-Z]{1,16}) (/[!-~]{0,200}) HTTP/1\.[01]\r\n")

LATE: Final = "late"
DATABASE: Final = "database"
"""The words for problems: the event loop is late, the database does not answer."""

LOOKED_BACK: Final = 10.0
"""Seconds over which the loop must have been late."""
TOO_LATE: Final = 0.5
"""The median delay, in seconds, that counts as a problem: people notice it at every key."""
ANSWERED_WITHIN: Final = 2.0
"""Seconds within which the database must answer."""

Figures = Mapping[str, Mapping[str, Any]]
"""Figures by group and name, as `admin stats` tells them."""

FIGURES: Final = {
    ("transport", "connections_open"): ("connections_open", "Connections that are open."),
    ("transport", "connections_total"): ("connections_total", "Connections accepted."),
    ("transport", "sessions_open"): ("sessions_open", "Sessions that are open."),
    ("transport", "sessions_total"): ("sessions_total", "Sessions opened."),
    ("transport", "answers_total"): ("ssh_commands_total", "Commands of ssh answered."),
    ("transport", "apps_failed"): ("sessions_failed_total", "Sessions that an error ended."),
    ("transport", "bytes_out"): ("sent_bytes_total", "Bytes sent to terminals."),
    ("transport", "keys_in"): ("keys_total", "Key presses and clicks taken."),
    ("server", "tables_held"): ("tables_held", "Tables held in memory."),
    ("server", "tables_played"): ("tables_played", "Tables at which people play just now."),
    ("server", "worker_processes"): ("worker_processes", "Processes of bots and reviews."),
    ("server", "writes_refused"): ("writes_refused_total", "Writes the database refused."),
    ("server", "uptime_seconds"): ("uptime_seconds", "Seconds since the start."),
    ("notices", "sent"): ("notifications_sent_total", "Notifications sent."),
    ("notices", "given_up"): ("notifications_given_up_total", "Notifications given up."),
    ("notices", "waiting"): ("notifications_waiting", "Notifications waiting to be sent."),
    ("bots", "answers"): ("bot_answers_total", "Moves that bots were asked for and made."),
    ("bots", "answers_late"): ("bot_answers_late_total", "Of these, made by a quicker bot."),
    ("database", "accounts"): ("accounts", "Accounts with a key."),
    ("database", "guests"): ("guests", "Accounts without a key."),
    ("database", "bans"): ("bans", "Bans of accounts, keys and networks."),
}  # fmt: skip
"""The name and meaning of each figure that is a metric; counters end in `_total`."""

TABLES: Final = ("open", "running", "finished")

BUCKETS: Final = (.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1.0, 2.5, 5.0, 10.0)  # fmt: skip
"""Upper bounds of the histograms, in seconds."""

logger = logging.getLogger(__name__)


class NoMetrics(Refusal):
    """Metrics cannot be served there; the message says why."""


class ServerCollector(Collector):
    """The latest statistics as metrics; missing groups are left out."""

    def __init__(self) -> None:
        self.figures: Figures = {}

    def collect(self) -> Iterator[GaugeMetricFamily | CounterMetricFamily]:
        """Yield all metrics except the histograms, which measure by themselves."""
        figures = self.figures
        for (group, figure), (name, meaning) in FIGURES.items():
            if figure in figures.get(group, {}):
                value, family = figures[group][figure], _family(name)
                yield family(f"nim_tui_{name}", meaning, value=value)
        transport, counted = figures.get("transport", {}), figures.get("database", {})
        yield GaugeMetricFamily(
            "nim_tui_database_up", "Whether the database can be read.", value=int(bool(counted))
        )
        refused = {
            name.removeprefix("refused_"): value
            for name, value in transport.items()
            if name.startswith("refused_")
        }
        yield _labelled("refused_total", "Refusals of the transport.", "kind", refused)
        queues = figures.get("queues", {})
        yield _labelled("queue_length", "Jobs being done or waiting.", "queue", queues)
        tables = {one: counted[f"{one}_tables"] for one in TABLES if f"{one}_tables" in counted}
        yield _labelled("tables", "Tables in the database.", "status", tables)


def _family(name: str) -> type[GaugeMetricFamily | CounterMetricFamily]:
    return CounterMetricFamily if name.endswith("_total") else GaugeMetricFamily


def _labelled(
    name: str, meaning: str, label: str, values: Mapping[str, float]
) -> GaugeMetricFamily | CounterMetricFamily:
    family = _family(name)(f"nim_tui_{name}", meaning, labels=[label])
    for value, number in values.items():
        family.add_metric([value], number)
    return family


class Metrics:
    """All metrics of a server, in a registry of its own."""

    def __init__(self, loop_delay: Measurements, database: Database) -> None:
        """`loop_delay` and the database's times become histograms from now on."""
        self._registry = CollectorRegistry()
        self._counted = ServerCollector()
        self._registry.register(self._counted)
        ProcessCollector(registry=self._registry)
        for measured, name, meaning in (
            (loop_delay, "loop_delay", "Delay of the event loop, measured ten times a second."),
            (database.reads, "database_read", "Duration of reading transactions."),
            (database.writes, "database_write", "Duration of writing transactions."),
        ):
            measured.observe = Histogram(
                f"nim_tui_{name}_seconds", meaning, registry=self._registry, buckets=BUCKETS
            ).observe

    def text(self, figures: Figures) -> bytes:
        """Return all metrics in the text exposition format."""
        self._counted.figures = figures
        return generate_latest(self._registry)


class Health:
    """The health of a server, from its loop delay and an answer of its database."""

    def __init__(self, delay: Measurements, database: Database) -> None:
        self._delay = delay
        self._database = database

    async def trouble(self) -> str:
        """Return a word for the present problem; empty if there is none."""
        if self._delay.over(LOOKED_BACK).p50 > TOO_LATE:
            return LATE
        try:
            async with asyncio.timeout(ANSWERED_WITHIN):
                await self._database.look(_answer)
        except (StorageError, TimeoutError):
            return DATABASE
        return ""


def _answer(database: Database) -> None:
    """Query the database. Raises StorageError."""
    with database.reading() as connection:
        connection.exec_driver_sql("SELECT 1")


class MetricsEndpoint:
    """A small HTTP server of metrics and health, while it is open."""

    def __init__(
        self,
        place: tuple[str, int] | Path,
        text: Callable[[], Awaitable[bytes]],
        trouble: Callable[[], Awaitable[str]],
    ) -> None:
        """`text` returns the metrics; `trouble` a word for a problem, empty if there is none."""
        self._place = place
        self._text = text
        self._trouble = trouble
        self._server: asyncio.Server | None = None
        self._peers = SocketClients(MOST_PEERS, self._talk)
        self._one_at_a_time = asyncio.Lock()
        self._told = b""
        self._told_at = -FRESH

    @property
    def port(self) -> int:
        """The port it listens on; only for a TCP address."""
        assert self._server is not None
        return int(self._server.sockets[0].getsockname()[1])

    async def open(self) -> str:
        """Listen; return the address. Raises NoMetrics, NotASocket."""
        place, called = self._place, self._peers.called
        try:
            if isinstance(place, Path):
                self._server = await asyncio.start_unix_server(
                    called, sock=private_socket(place), limit=MOST_REQUEST
                )
                return str(place)
            self._server = await asyncio.start_server(called, *place, limit=MOST_REQUEST)
        except OSError as error:
            where = str(place) if isinstance(place, Path) else f"{place[0]} port {place[1]}"
            raise NoMetrics(
                N_("cannot serve metrics on {place}: {why}"),
                place=where,
                why=why_not_listening(error),
            ) from error
        return f"{place[0]} port {self.port}"

    async def close(self) -> None:
        """Stop listening, and drop clients."""
        if self._server is not None:
            if isinstance(self._place, Path):
                with suppress(OSError):
                    self._place.unlink()
            self._server.close()
        await self._peers.drop()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Take one request and answer it."""
        try:
            async with asyncio.timeout(PEER_SECONDS):
                head = await reader.readuntil(b"\r\n\r\n")
            writer.write(await self._answer(head))
            async with asyncio.timeout(PEER_SECONDS):
                await writer.drain()
                writer.close()
                await writer.wait_closed()
        except (OSError, EOFError, asyncio.LimitOverrunError):  # too slow, gone, or too large
            pass
        finally:
            writer.transport.abort()

    async def _answer(self, head: bytes) -> bytes:
        request = _REQUEST.match(head)
        if request is None:
            return _response("400 Bad Request")
        path = request[2].partition(b"?")[0]
        if path not in (b"/metrics", b"/healthz"):
            return _response("404 Not Found")
        if request[1] != b"GET":
            return _response("405 Method Not Allowed", header="Allow: GET\r\n")
        if path == b"/healthz":
            trouble = await self._trouble()
            status = "503 Service Unavailable" if trouble else "200 OK"
            return _response(status, f"{trouble or 'ok'}\n".encode())
        try:
            return _response("200 OK", await self._fresh(), kind=CONTENT_TYPE)
        except Exception:
            logger.exception("figures were not told")
            return _response("500 Internal Server Error")

    async def _fresh(self) -> bytes:
        """Return the metrics, counted once per second for all clients."""
        async with self._one_at_a_time:
            if monotonic() - self._told_at >= FRESH:
                self._told = await self._text()
                self._told_at = monotonic()
            return self._told


def _response(
    status: str, body: bytes = b"", header: str = "", kind: str = "text/plain; charset=utf-8"
) -> bytes:
    body = body or f"{status}\n".encode()
    head = (
        f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n"
        f"{header}Cache-Control: no-store\r\nConnection: close\r\n\r\n"
    )
    return head.encode("ascii") + body


async def open_metrics(
    named: str, known: Callable[[], Awaitable[Figures]], delay: Measurements, database: Database
) -> MetricsEndpoint | None:
    """Open the endpoint in the settings, if any; `known` counts the figures.

    Raises NoMetrics, NotASocket.
    """
    place = endpoint_in(named)
    if place is None:
        return None
    metrics = Metrics(delay, database)

    async def text() -> bytes:
        return metrics.text(await known())

    endpoint = MetricsEndpoint(place, text, Health(delay, database).trouble)
    logger.info("figures are told on %s", await endpoint.open())
    return endpoint
