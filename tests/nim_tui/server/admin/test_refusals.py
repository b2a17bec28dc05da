"""Refused connections: one line of the log each, as the docs and their fail2ban filter have it."""

from __future__ import annotations

import configparser
import logging
import re
from pathlib import Path

import pytest

from nim_tui.server.logs import REASONS, JsonLogLines, LogLines, log_refusal

DOCS = Path(__file__).parents[4] / "docs"
MONITORING = (DOCS / "how-to" / "monitor.md").read_text("utf-8")
ADDRESS = r"(?P<ip>(?:\d{1,3}\.){3}\d{1,3}|[0-9A-Fa-f:]+)"
"""What fail2ban puts in place of <ADDR>."""
DATES = {
    "%Y": r"\d{4}", "%m": r"\d\d", "%d": r"\d\d", "%H": r"\d\d", "%M": r"\d\d", "%S": r"\d\d",
    "%f": r"\d{1,6}", "%z": r"(?:Z|[+-]\d\d:?\d\d)",
}  # fmt: skip
"""What it puts in place of parts of a time."""

INNOCENT = (
    "no_key", "trouble", "signing_in", "signing_in_early", "connections", "sessions",
    "sessions_a_key", "sessions_an_address", "new_accounts", "proxy_header",
    "foreign_page", "seat_link", "penalty", "memory",
)  # fmt: skip
"""What happens to anybody on a full server, or is the fault of a proxy or of somebody's page."""


def chapter(title: str) -> str:
    """What the page on monitoring says under a heading."""
    return MONITORING.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]


def filters() -> list[configparser.ConfigParser]:
    """The files for fail2ban that the page shows."""
    found = []
    for text in re.findall(r"```ini\n(.*?)```", chapter("fail2ban"), re.DOTALL):
        parser = configparser.ConfigParser()  # with % doubled, as fail2ban reads it
        parser.read_string(text)
        found.append(parser)
    return found


def patterns(name: str) -> list[str]:
    """The patterns of the filter under a name, a line each."""
    (listed,) = [one["Definition"][name] for one in filters() if "Definition" in one]
    return listed.splitlines()


def without_time(line: str) -> str:
    """A line of a file without what fail2ban takes for its time, which it must find."""
    for pattern in patterns("datepattern"):
        dated = re.sub("%[YmdHMSfz]", lambda part: DATES[part[0]], pattern)
        if found := re.search(dated, line):
            return line[: found.start()] + line[found.end() :]
    raise AssertionError(f"no time in {line}")


def filtered(line: str) -> str | None:
    """The address that the filter takes from a line."""
    for pattern in patterns("failregex"):
        if found := re.search(pattern.replace("<ADDR>", ADDRESS), line):
            return found["ip"]
    return None


def test_the_jail_names_its_filter() -> None:
    (jail,) = [one["nim-tui"] for one in filters() if "nim-tui" in one]
    assert jail["filter"] == "nim-tui"
    assert int(jail["maxretry"]) > 1


@pytest.mark.parametrize("lines", [LogLines(), JsonLogLines()], ids=["plain", "json"])
@pytest.mark.parametrize("reason", REASONS)
@pytest.mark.parametrize("address", ["203.0.113.7", "2001:db8::7"])
def test_the_filter_takes_attacks_and_not_a_full_server(
    address: str, reason: str, lines: logging.Formatter, caplog: pytest.LogCaptureFixture
) -> None:
    log_refusal(address, reason)
    (told,) = caplog.records
    line = lines.format(told)
    expected = None if reason in INNOCENT else address
    assert filtered(f"games nim-tui[7]: {line}") == expected, "in the journal"
    assert filtered(without_time(line)) == expected, "in a file"


@pytest.mark.parametrize(
    "line",
    [
        "2026-11-23T14:30:00.123Z INFO visit=1 came from=203.0.113.7 reason=closed",
        "2026-11-23T14:30:00.123Z WARNING x refused from=203.0.113.7 reason=closed",
        "2026-11-23T14:30:00.123Z WARNING refused from=203.0.113.7 reason=closed more",
        "2026-11-23T14:30:00.123Z WARNING refused from=example.org reason=closed",
        "2026-11-23T14:30:00.123Z WARNING refused from=unknown reason=closed",
        '{"time": "2026-11-23T14:30:00.123Z", "level": "info", "event": "refused", '
        '"from": "203.0.113.7", "reason": "closed"}',
        '{"time": "2026-11-23T14:30:00.123Z", "level": "warning", "event": "x", "failure": '
        '", \\"event\\": \\"refused", "from": "203.0.113.7", "reason": "closed"}',
    ],
)
def test_the_filter_takes_nothing_else(line: str) -> None:
    assert filtered(line) is None
    assert filtered(without_time(line)) is None
