"""Times in few cells."""

from __future__ import annotations

from screens.text import _, ngettext

_DAY, _HOUR, _MINUTE = 86_400, 3_600, 60


def time_text(seconds: float) -> str:
    """A time to the second: `2 d 3 h`, `1:02 h`, `4:05`."""
    whole = int(seconds)
    days, hours, minutes = whole // _DAY, whole % _DAY // _HOUR, whole % _HOUR // _MINUTE
    if days:
        return _("{days} d {hours} h").format(days=days, hours=hours)
    if hours:
        return _("{hours}:{minutes:02} h").format(hours=hours, minutes=minutes)
    return f"{minutes}:{whole % _MINUTE:02}"


def time_left(seconds: float) -> str:
    """How much time somebody has, roughly, as the list does not tick."""
    whole = int(seconds)
    if whole >= 2 * _DAY:
        return ngettext("{count} day left", "{count} days left", whole // _DAY)
    if whole >= 2 * _HOUR:
        return ngettext("{count} hour left", "{count} hours left", whole // _HOUR)
    if whole >= _MINUTE:
        return ngettext("{count} minute left", "{count} minutes left", whole // _MINUTE)
    return _("under a minute left")
