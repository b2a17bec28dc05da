"""What an operator may set of ladders and tournaments."""

from __future__ import annotations

from dataclasses import dataclass

from nim_tui.server.settings.fields import number, whole
from rules.messages import N_


@dataclass(frozen=True, slots=True)
class Contests:
    """How ladders and tournaments go."""

    ladder_reach: int = whole(
        3, 1, 100, N_("Places above the own one whose people may be challenged on a ladder.")
    )
    ladder_days: float = number(
        7.0, 0.01, 366.0,
        N_("Days to accept a challenge, before the challenger takes the place without a game."),
    )  # fmt: skip
    ladder_challenges: int = whole(
        1, 1, 100, N_("Challenges that a person may have made on a ladder that are not settled.")
    )
    ladder_again_days: float = number(
        3.0, 0.0, 366.0,
        N_("Days after a challenge until the same person may challenge the same one again."),
    )  # fmt: skip
    ladder_away_days: float = number(
        60.0, 0.1, 3660.0, N_("Days off the server after which somebody drops out of ladders.")
    )
    tournaments_hosted: int = whole(
        3, 1, 1000, N_("Tournaments that one person may have set up which are not over.")
    )
    tournament_open_days: float = number(
        14.0, 0.1, 366.0, N_("Days for which a tournament waits for players, before it is closed.")
    )
