"""Figures as text that Prometheus reads: its text exposition format, version 0.0.4.

See https://prometheus.io/docs/instrumenting/exposition_formats/.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"

GAUGE: Final = "gauge"
COUNTER: Final = "counter"

_WINDOWS: Final = ("1m", "10m")
_QUANTILES: Final = (("p50", "0.5"), ("p99", "0.99"), ("max", "1"))

Figures = Mapping[str, Mapping[str, Any]]
"""Figures by group and name, as `admin stats` tells them."""


@dataclass(frozen=True, slots=True)
class Plain:
    """A figure told as one sample."""

    name: str
    kind: str
    help: str
    group: str
    figure: str


PLAIN: Final = (
    Plain("nim_tui_connections_open", GAUGE, "Connections that are open.",
          "transport", "connections_open"),
    Plain("nim_tui_connections_total", COUNTER, "Connections that were taken.",
          "transport", "connections_total"),
    Plain("nim_tui_sessions_open", GAUGE, "Sessions that are open.",
          "transport", "sessions_open"),
    Plain("nim_tui_sessions_total", COUNTER, "Sessions that were opened.",
          "transport", "sessions_total"),
    Plain("nim_tui_answers_total", COUNTER, "Commands of ssh that were answered.",
          "transport", "answers_total"),
    Plain("nim_tui_apps_failed_total", COUNTER, "Sessions in which something failed.",
          "transport", "apps_failed"),
    Plain("nim_tui_sent_bytes_total", COUNTER, "Bytes sent to terminals.",
          "transport", "bytes_out"),
    Plain("nim_tui_keys_total", COUNTER, "Keys and clicks that were taken.",
          "transport", "keys_in"),
    Plain("nim_tui_tables_held", GAUGE, "Tables held in memory.", "server", "tables_held"),
    Plain("nim_tui_tables_played", GAUGE, "Tables at which somebody plays just now.",
          "server", "tables_played"),
    Plain("nim_tui_notices_sent_total", COUNTER, "Notices of turns that were sent.",
          "notices", "sent"),
    Plain("nim_tui_notices_given_up_total", COUNTER, "Notices of turns that were given up.",
          "notices", "given_up"),
    Plain("nim_tui_notices_waiting", GAUGE, "Notices of turns that are to be sent.",
          "notices", "waiting"),
    Plain("nim_tui_bot_answers_total", COUNTER, "Answers of bots on a beat.", "bots", "answers"),
    Plain("nim_tui_bot_answers_late_total", COUNTER, "Answers that a quicker bot gave instead.",
          "bots", "answers_late"),
    Plain("nim_tui_worker_processes", GAUGE, "Processes in which bots think or reviews are made.",
          "server", "worker_processes"),
    Plain("nim_tui_uptime_seconds", GAUGE, "Seconds since the start.",
          "server", "uptime_seconds"),
    Plain("process_resident_memory_bytes", GAUGE, "Resident memory size in bytes.",
          "server", "memory_bytes"),
    Plain("process_cpu_seconds_total", COUNTER, "Total user and system CPU time in seconds.",
          "server", "cpu_seconds"),
    Plain("process_open_fds", GAUGE, "Number of open file descriptors.",
          "server", "descriptors_open"),
    Plain("process_max_fds", GAUGE, "Maximum number of open file descriptors.",
          "server", "descriptors_most"),
    Plain("nim_tui_accounts", GAUGE, "Accounts with a key.", "database", "accounts"),
    Plain("nim_tui_guests", GAUGE, "Accounts without a key.", "database", "guests"),
    Plain("nim_tui_bans", GAUGE, "Bans of accounts, keys and networks.", "database", "bans"),
)  # fmt: skip

TABLES: Final = ("open", "running", "finished")

TIMES: Final = {
    "loop_delay": ("nim_tui_loop_delay_seconds", "By how much the event loop was late"),
    "database_reads": ("nim_tui_database_read_seconds", "How long reads of the database took"),
    "database_writes": ("nim_tui_database_write_seconds", "How long writes of the database took"),
}


def exposed(figures: Figures) -> str:
    """All figures there are; a group that is not there is left out."""
    lines: list[str] = []
    for plain in PLAIN:
        if plain.figure in figures.get(plain.group, {}):
            value = figures[plain.group][plain.figure]
            lines += _family(plain.name, plain.kind, plain.help, {"": value})
    for family in _with_labels(figures):
        lines += family
    return "\n".join(lines) + "\n"


def _with_labels(figures: Figures) -> Iterator[list[str]]:
    refused = {
        f'kind="{name.removeprefix("refused_")}"': value
        for name, value in figures.get("transport", {}).items()
        if name.startswith("refused_")
    }
    yield _family("nim_tui_refused_total", COUNTER, "Refusals of the transport, by kind.", refused)
    waiting = {f'queue="{name}"': value for name, value in figures.get("queues", {}).items()}
    yield _family("nim_tui_queue_length", GAUGE, "What is being done or waits, by queue.", waiting)
    books = figures.get("database", {})
    tables = {
        f'status="{status}"': books[f"{status}_tables"]
        for status in TABLES
        if f"{status}_tables" in books
    }
    up = {"": int(bool(books))}
    yield _family("nim_tui_database_up", GAUGE, "Whether the database can be read.", up)
    yield _family("nim_tui_tables", GAUGE, "Tables in the database, by status.", tables)
    for group, (name, meaning) in TIMES.items():
        told = f"{meaning}, over one and ten minutes; quantile 1 is the worst."
        yield _family(name, GAUGE, told, _quantiles(figures.get(group, {})))


def _quantiles(times: Mapping[str, Any]) -> dict[str, float]:
    """Seconds by window and quantile, of what was measured."""
    return {
        f'window="{window}",quantile="{quantile}"': times[f"{name}_{window}_ms"] / 1000
        for window in _WINDOWS
        if times.get(f"count_{window}")
        for name, quantile in _QUANTILES
    }


def _family(name: str, kind: str, told: str, samples: Mapping[str, float]) -> list[str]:
    """The lines of one metric, by its labels; none where there is no sample."""
    if not samples:
        return []
    lines = [f"# HELP {name} {told}", f"# TYPE {name} {kind}"]
    for labels, value in samples.items():
        lines.append(f"{name}{{{labels}}} {value}" if labels else f"{name} {value}")
    return lines
