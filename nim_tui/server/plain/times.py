"""Times in whole words."""

from __future__ import annotations

from nim_tui.plain.text import listed
from screens.text import ngettext


def time_said(seconds: float) -> str:
    """A time as it is said, to the second within an hour: "4 minutes and 5 seconds"."""
    minutes, rest = divmod(max(int(seconds), 0), 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    parts = [
        ngettext("{count} day", "{count} days", days) if days else "",
        ngettext("{count} hour", "{count} hours", hours) if hours else "",
        ngettext("{count} minute", "{count} minutes", minutes) if minutes and not days else "",
    ]
    is_short = not (days or hours)
    if is_short and (rest or not minutes):
        parts.append(ngettext("{count} second", "{count} seconds", rest))
    return listed(parts)
