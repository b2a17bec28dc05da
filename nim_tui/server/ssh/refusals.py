"""Refused connections, one line of the log each: what programs that keep attackers out read.

The lines and the words for reasons stay as they are: filters of others depend on them.
"""

from __future__ import annotations

import logging
from typing import Final

REASONS: Final = (
    "banned",
    "closed",
    "no_key",
    "trouble",
    "unfinished",
    "sign_in_attempts",
    "sign_in_seconds",
    "signing_in",
    "signing_in_an_address",
    "signing_in_early",
    "connections",
    "connections_an_address",
    "sessions",
    "sessions_a_key",
    "sessions_an_address",
    "invitation",
    "seat_link",
    "new_accounts",
    "proxy_header",
    "foreign_page",
    "passkey",
)
"""Why somebody was refused; docs/operating.md says what each means."""

logger = logging.getLogger(__name__)


def log_refusal(address: str, reason: str) -> None:
    """Write the line of a refused connection; `reason` is in REASONS."""
    logger.warning("refused from=%s reason=%s", address or "unknown", reason)
