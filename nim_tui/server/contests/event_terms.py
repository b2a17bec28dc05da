"""The terms of a tournament as an event: its format, rounds, check-in, late entry, series."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from nim_tui.server.contests.formats import ARENA, KNOCK_OUT, ROUND_ROBIN, SWISS, TEAMS
from nim_tui.server.storage.schema import RUNNING

RESERVES: Final = 2
"""The most members of a team beyond the boards of a match."""


class EventTerms(msgspec.Struct, frozen=True, omit_defaults=True):
    """The terms of a tournament; the defaults are those of a plain round robin."""

    format: str = ROUND_ROBIN
    rounds: int = 0
    """The rounds of a Swiss tournament; 0: as many as its players need."""
    minutes: int = 60
    """The length of an arena."""
    check_in: int = 0
    """Minutes before the planned start in which players check in; 0: they need not."""
    late: int = 0
    """The last round of a Swiss tournament during which one can still enter; 0: none."""
    has_teams: bool = False
    team: str = ""
    """The host's team."""
    repeats: int = 0
    """Days after which the tournament is set up again; 0: it is not."""
    byes: int = 0
    """The most half-point byes that a player of a Swiss tournament can ask for."""
    boards: int = 0
    """The boards of a team match; 0: teams only count the points of their members."""

    @property
    def is_arena(self) -> bool:
        """Whether it is an arena."""
        return self.format == ARENA

    @property
    def can_withdraw(self) -> bool:
        """Whether players can leave while it is played, and are paired no more."""
        return self.format in (SWISS, KNOCK_OUT, ARENA, TEAMS)

    @property
    def has_matches(self) -> bool:
        """Whether teams meet in matches, board by board."""
        return self.format == TEAMS

    @property
    def is_seeded(self) -> bool:
        """Whether starting ranks go by strength, and not by lot."""
        return self.format in (SWISS, KNOCK_OUT, TEAMS)

    def is_late(self, status: str, rounds: int) -> bool:
        """Whether one can enter after the start, when so many rounds were made."""
        return status == RUNNING and (self.is_arena or rounds <= self.late > 0)

    def is_check_in(self, starts: float | None, now: float) -> bool:
        """Whether players check in now, before a planned start."""
        return bool(self.check_in) and starts is not None and now >= starts - 60 * self.check_in


@lru_cache(maxsize=512)
def terms_in(event: str) -> EventTerms:
    """Return the stored terms."""
    return msgspec.json.decode(event, type=EventTerms)
