"""Refused connections: one line of the log each, as docs/operating.md and its filter have them."""

from __future__ import annotations

import configparser
import re
from pathlib import Path

import pytest

from nim_tui.server.logs import LogLines
from nim_tui.server.ssh.refusals import REASONS
from tests.nim_tui.server.admin.test_log import record

PAGE = (Path(__file__).parents[4] / "docs" / "operating.md").read_text("utf-8")
ADDRESS = r"(?P<ip>(?:\d{1,3}\.){3}\d{1,3}|[0-9A-Fa-f:]+)"
"""What fail2ban puts in place of <ADDR>."""


INNOCENT = (
    "no_key", "trouble", "signing_in", "signing_in_early", "connections", "sessions",
    "sessions_a_key", "sessions_an_address", "new_accounts", "proxy_header",
    "foreign_page", "seat_link", "penalty", "memory",
)  # fmt: skip
"""What happens to anybody on a full server, or is the fault of a proxy or of somebody's page."""


def chapter(title: str) -> str:
    """What the page says under a heading."""
    return PAGE.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]


def filters() -> list[configparser.ConfigParser]:
    """The files for fail2ban that the page shows."""
    found = []
    for text in re.findall(r"```ini\n(.*?)```", chapter("fail2ban"), re.DOTALL):
        parser = configparser.ConfigParser(interpolation=None)
        parser.read_string(text)
        found.append(parser)
    return found


def filtered(line: str, *, cut: bool = True) -> str | None:
    """The address that the filter takes from a line; fail2ban may `cut` the time away before."""
    (pattern,) = [one["Definition"]["failregex"] for one in filters() if "Definition" in one]
    if cut:
        line = re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+Z", "", line, count=1)
    found = re.search(pattern.replace("<ADDR>", ADDRESS), line)
    return found["ip"] if found else None


def test_the_page_lists_every_reason() -> None:
    told = re.findall(r"^\| `(\w+)` \|", chapter("Refused connections"), re.MULTILINE)
    assert tuple(told) == REASONS


def test_the_jail_names_its_filter() -> None:
    (jail,) = [one["nim-tui"] for one in filters() if "nim-tui" in one]
    assert jail["filter"] == "nim-tui"
    assert int(jail["maxretry"]) > 1


@pytest.mark.parametrize("reason", REASONS)
@pytest.mark.parametrize("address", ["203.0.113.7", "2001:db8::7"])
def test_the_filter_takes_attacks_and_not_a_full_server(address: str, reason: str) -> None:
    line = LogLines().format(
        record("nim_tui.server.ssh.refusals", "refused from=%s reason=%s", address, reason)
    )
    line = line.replace("ERROR", "WARNING")
    expected = None if reason in INNOCENT else address
    assert filtered(line) == filtered(f"games nim-tui[7]: {line}") == expected
    assert filtered(line, cut=False) == expected


@pytest.mark.parametrize(
    "line",
    [
        "2026-11-23T14:30:00.123Z INFO visit=1 came from=203.0.113.7 reason=closed",
        "2026-11-23T14:30:00.123Z WARNING x refused from=203.0.113.7 reason=closed",
        "2026-11-23T14:30:00.123Z WARNING refused from=203.0.113.7 reason=closed more",
        "2026-11-23T14:30:00.123Z WARNING refused from=example.org reason=closed",
        "2026-11-23T14:30:00.123Z WARNING refused from=unknown reason=closed",
    ],
)
def test_the_filter_takes_nothing_else(line: str) -> None:
    assert filtered(line) is None
