"""What the server did since it started, as plain figures."""

from __future__ import annotations

from collections import Counter
from typing import Final

REFUSALS: Final = (
    "connections",
    "connections_an_address",
    "signing_in",
    "signing_in_an_address",
    "signing_in_early",
    "work",
    "penalty",
    "rekey",
    "memory",
    "sign_in_attempts",
    "sign_in_seconds",
    "not_admitted",
    "proxy_header",
    "foreign_page",
    "sessions",
    "sessions_a_key",
    "sessions_an_address",
    "sessions_a_connection",
    "no_session",
    "command",
    "subsystem",
    "forwarding",
    "environment",
    "long_paste",
    "web_frame",
    "slow_reader",
    "idle",
)
"""Every kind of refusal; counted as `refused_KIND`."""


class Counters:
    """Figures by name, all from 0 up; `figures` may be read at any time."""

    def __init__(self) -> None:
        self.figures: Counter[str] = Counter(
            {
                "connections_open": 0,
                "connections_total": 0,
                "sessions_open": 0,
                "sessions_total": 0,
                "answers_total": 0,
                "apps_failed": 0,
                "bytes_out": 0,
                "keys_in": 0,
                **{f"refused_{kind}": 0 for kind in REFUSALS},
            }
        )

    def opened(self, what: str) -> None:
        """One more `connections` or `sessions`."""
        self.figures[f"{what}_open"] += 1
        self.figures[f"{what}_total"] += 1

    def closed(self, what: str) -> None:
        """One less of what was opened."""
        self.figures[f"{what}_open"] -= 1

    def add(self, figure: str, count: int = 1) -> None:
        """Count something that happened."""
        self.figures[figure] += count

    def refused(self, kind: str) -> None:
        """Count a refusal, of a kind in REFUSALS."""
        self.figures[f"refused_{kind}"] += 1
