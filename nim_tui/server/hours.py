"""Hours as people are told them of what ends for them: always the same wherever a server stands."""

from __future__ import annotations

from datetime import UTC, datetime


def in_utc(seconds: float) -> str:
    """A time (seconds since 1970), without the word UTC, which the sentence around it says."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M")
