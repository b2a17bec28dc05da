"""What came of notices: how often one is tried, and when a subscription is turned off by it."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Connection, func, select, update

from nim_tui.server.database.connection import Database
from nim_tui.server.database.notice_schema import CHALLENGE_NOTICES, NOTICES, SUBSCRIPTIONS

RETRIES: Final = (300.0, 1800.0, 7200.0, 21_600.0)
"""Seconds after which a notice is tried again: a bound, too."""
MOST_TRIES: Final = len(RETRIES) + 1
MOST_FAILURES: Final = 5
"""Notices given up in a row, after which a subscription is turned off."""
AN_HOUR: Final = 3600.0
"""Seconds after which one that is due is late."""


def gives_up(tries: int, how: str, *, is_final: bool) -> bool:
    """Whether what went like this, after so many tries, is not tried again."""
    return how != "" and (is_final or tries >= MOST_TRIES)


def note_outcome(
    connection: Connection, number: int, now: float, how: str, *, is_given_up: bool
) -> None:
    """Note how the last message to a subscription went; turn it off after too many given up."""
    own = SUBSCRIPTIONS.c.id == number
    values: dict[str, Any] = {"tried": now, "what": "turn", "how": how}
    if not how:
        values |= {"sent": now, "failures": 0}
    elif is_given_up:
        values["failures"] = SUBSCRIPTIONS.c.failures + 1
    connection.execute(update(SUBSCRIPTIONS).where(own).values(values))
    off = update(SUBSCRIPTIONS).where(own, SUBSCRIPTIONS.c.failures >= MOST_FAILURES)
    connection.execute(off.values(is_on=False))


def note_try(database: Database, number: int, what: str, how: str) -> None:
    """Note what was tried otherwise, and how that went. Raises StorageTrouble."""
    tried = {"tried": database.now(), "what": what, "how": how}
    with database.writing() as connection:
        own = SUBSCRIPTIONS.c.id == number
        connection.execute(update(SUBSCRIPTIONS).where(own).values(tried))


def notice_figures(database: Database) -> dict[str, int]:
    """How many subscriptions are on, and how many notices wait or are late, by name."""
    count = select(func.count())
    with database.reading() as connection:
        on = count.select_from(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.is_on)
        figures = {"subscriptions": connection.execute(on).scalar_one(), "waiting": 0, "late": 0}
        for kept in (NOTICES, CHALLENGE_NOTICES):
            waiting = count.select_from(kept).where(kept.c.due.is_not(None))
            late = count.select_from(kept).where(kept.c.due <= database.now() - AN_HOUR)
            figures["waiting"] += connection.execute(waiting).scalar_one()
            figures["late"] += connection.execute(late).scalar_one()
    return figures
