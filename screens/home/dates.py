"""When something was, as one says it: today, yesterday, or the day."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from screens.text import N_, _

MONTHS: Final = (
    N_("Jan"),
    N_("Feb"),
    N_("Mar"),
    N_("Apr"),
    N_("May"),
    N_("Jun"),
    N_("Jul"),
    N_("Aug"),
    N_("Sep"),
    N_("Oct"),
    N_("Nov"),
    N_("Dec"),
)


def now() -> datetime:
    """The time of this place."""
    return datetime.now()


def said(when: datetime, today: datetime) -> str:
    """A time, as one says it on a day."""
    if when.date() == today.date():
        return _("today {hour}").format(hour=f"{when:%H:%M}")
    if when.date() == today.date() - timedelta(days=1):
        return _("yesterday")
    month = _(MONTHS[when.month - 1])
    if when.year == today.year:
        return _("{day} {month}").format(day=when.day, month=month)
    return _("{day} {month} {year}").format(day=when.day, month=month, year=when.year)
