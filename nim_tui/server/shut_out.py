"""What is told to whoever is banned."""

from __future__ import annotations

from nim_tui.server.database.bans import Ban
from nim_tui.server.hours import in_utc
from nim_tui.server.ssh import TurnedAway
from rules.messages import N_


def shut_out(ban: Ban) -> TurnedAway:
    """One line: until when, and why."""
    if ban.ends is None:
        return TurnedAway("banned", N_("You are banned here: {text}"), text=ban.reason)
    return TurnedAway(
        "banned",
        N_("You are banned here until {time} UTC: {text}"),
        time=in_utc(ban.ends),
        text=ban.reason,
    )
