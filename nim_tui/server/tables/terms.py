"""Title, clock, visibility and rating of a table, and who is helped there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from nim_tui.server.settings.sections import LobbyLimits
from nim_tui.server.storage.schema import PRIVATE, PUBLIC
from nim_tui.server.tables.table_store import LONGEST_TITLE
from nim_tui.tables.clock import A_MOVE, DAYS, ClockPlan
from nim_tui.tables.fair_play import COACH, HINTS
from rules.messages import N_
from rules.options import Choice, FreeText, Option, OptionValue
from screens import app_api
from screens.text import _, decimal, ngettext

_MINUTE, _DAY = 60, 86_400

CLOCKS: Final[Mapping[str, ClockPlan | None]] = {
    N_("no clock"): None,
    N_("1 minute per move"): ClockPlan("move", _MINUTE),
    N_("3 minutes per move"): ClockPlan("move", 3 * _MINUTE),
    N_("10 minutes per move"): ClockPlan("move", 10 * _MINUTE),
    N_("15 minutes per game"): ClockPlan("game", 15 * _MINUTE),
    N_("30 minutes per game"): ClockPlan("game", 30 * _MINUTE),
    N_("60 minutes per game"): ClockPlan("game", 60 * _MINUTE),
    N_("1 day per move"): ClockPlan("days", _DAY),
    N_("3 days per move"): ClockPlan("days", 3 * _DAY),
    N_("7 days per move"): ClockPlan("days", 7 * _DAY),
}
"""The clocks offered, by name."""

USUAL_CONTEST_CLOCK: Final = "3 days per move"


def contest_clocks() -> list[str]:
    """Return the clocks of contests: correspondence, the default first, and those per game."""
    fit = [(name, plan) for name, plan in CLOCKS.items() if plan and plan.kind != A_MOVE]
    fit.sort(key=lambda one: (one[0] != USUAL_CONTEST_CLOCK, one[1].kind != DAYS))
    return [name for name, _plan in fit]


_VISIBILITIES: Final = {N_("everyone"): PUBLIC, N_("invited players"): PRIVATE}

TITLE: Final = FreeText(N_("title"), N_("The table's name in the lobby."), LONGEST_TITLE)
CLOCK: Final = Choice(
    N_("time control"),
    N_("Out of time: in a two-player game, you lose; with more players, a bot takes over."),
    tuple(CLOCKS),
)
SEEN_BY: Final = Choice(
    N_("visible to"), N_("Who sees the table in the lobby and can watch."), tuple(_VISIBILITIES)
)
CASUAL: Final = N_("casual")
RATING: Final = Choice(
    app_api.RATING, N_("Whether the game counts for ratings."), (app_api.RATED, CASUAL)
)


def title_in(terms: Mapping[str, OptionValue]) -> str:
    """Return the title of a table; empty for that of its game."""
    return str(terms.get(TITLE.name, TITLE.default)).strip()


def clock_in(terms: Mapping[str, OptionValue]) -> ClockPlan | None:
    """Return the time control of a table."""
    return CLOCKS.get(str(terms.get(CLOCK.name)))


def visibility_in(terms: Mapping[str, OptionValue]) -> str:
    """Return the visibility of a table."""
    return _VISIBILITIES.get(str(terms.get(SEEN_BY.name)), PUBLIC)


def clock_text(plan: ClockPlan | None) -> str:
    """Return the name of an offered clock, to be translated; empty for none."""
    return next((name for name, known in CLOCKS.items() if plan and known == plan), "")


def rated_from(terms: Mapping[str, OptionValue], limits: LobbyLimits) -> int | None:
    """Return the number of moves from which on the game is rated; None: it is casual."""
    return None if terms.get(RATING.name) == CASUAL else limits.rated_moves


def told_terms(limits: LobbyLimits) -> tuple[Option, ...]:
    """Return the settings of a table, with this server's rules on rated games, translated."""
    told = _("Rated after {moves}; guests are not rated.")
    if limits.rated_hours:
        told = _("Rated after {moves}; guests and accounts younger than {hours} h are not rated.")
    moves = ngettext("{count} move", "{count} moves", limits.rated_moves)
    told = told.format(moves=moves, hours=decimal(limits.rated_hours, None))
    away = _("No clock: the same after {time} of absence.")
    away = f"{_(CLOCK.meaning)} {away.format(time=_days(limits.abandoned_days))}"
    rating = replace(RATING, meaning=told)
    return (TITLE, replace(CLOCK, meaning=away), SEEN_BY, rating, HINTS, COACH)


def _days(days: float) -> str:
    if days.is_integer():
        return ngettext("{count} day", "{count} days", int(days))
    return _("{hours} h").format(hours=decimal(days * 24, None))
