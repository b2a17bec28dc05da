"""Title, clock, visibility and rating of a table, and who is helped there."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from nim_tui.server.settings.sections import LobbyLimits
from nim_tui.server.storage.schema import PRIVATE, PUBLIC
from nim_tui.server.tables.table_store import LONGEST_TITLE
from nim_tui.tables.clock import A_GAME, A_MOVE, DAYS, ClockPlan
from nim_tui.tables.fair_play import COACH, HINTS
from rules.messages import N_, Phrase
from rules.options import Choice, Flag, FreeText, Option, OptionValue
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
    N_("10 minutes plus 10 seconds per move"): ClockPlan("game", 10 * _MINUTE, increment=10),
    N_("25 minutes plus 10 seconds per move"): ClockPlan("game", 25 * _MINUTE, increment=10),
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


_LONGEST_OWN: Final = 12
_OF_A_GAME: Final = ("minutes", "increment", "delay")
_OWN: Final = re.compile(
    r"(?P<minutes>\d{1,3})(?:\+(?P<increment>\d{1,3})|d(?P<delay>\d{1,3}))?"
    r"|(?P<moves>\d{1,4}) ?(?P<unit>s|min|d|j|days?|jours?)",
    re.IGNORECASE | re.ASCII,
)
_UNITS: Final = {"s": 1, "m": _MINUTE, "d": _DAY, "j": _DAY}
_MOST_MINUTES, _MOST_MORE, _MOST_DAYS = 300, 180, 60
_LEAST_MOVE: Final = 5
"""The fewest seconds per move."""


def own_clock(text: str) -> ClockPlan | None:
    """Return the time control that a player typed; None if it is none, or out of bounds.

    `15` is minutes per game; `15+10` adds an increment, `15d5` a delay, in seconds; `45s`, `2min`
    and `5d` (or `5 jours`) are per move.
    """
    found = _OWN.fullmatch(text.strip())
    if found is None:
        return None
    if found["minutes"]:
        minutes, increment, delay = (int(found[name] or 0) for name in _OF_A_GAME)
        is_fit = 0 < minutes <= _MOST_MINUTES and max(increment, delay) <= _MOST_MORE
        return ClockPlan("game", minutes * _MINUTE, increment, delay) if is_fit else None
    seconds = int(found["moves"]) * _UNITS[found["unit"][0].lower()]
    if seconds >= _DAY and found["unit"][0].lower() in "dj":
        return ClockPlan("days", seconds) if seconds <= _MOST_DAYS * _DAY else None
    return ClockPlan("move", seconds) if _LEAST_MOVE <= seconds <= _DAY else None


@dataclass(frozen=True, slots=True)
class OwnClock(FreeText):
    """A time control that is typed."""

    @property
    def range_text(self) -> Phrase:
        """The allowed values in words."""
        return Phrase(N_("15+10, 15d5, 90 (minutes), 45s or 2min (per move), or 5 days"), {})

    def admits(self, value: OptionValue) -> bool:
        """Check that the value is a time control, or empty."""
        is_text = isinstance(value, str) and len(value) <= self.most
        return is_text and (not value or own_clock(str(value)) is not None)


_VISIBILITIES: Final = {N_("everyone"): PUBLIC, N_("invited players"): PRIVATE}

_OF_CLUB: Final = "club "
"""Stands before the name of a club whose members see the table; the same in all languages."""

TITLE: Final = FreeText(N_("title"), N_("The table's name in the lobby."), LONGEST_TITLE)
CLOCK: Final = Choice(
    N_("time control"),
    N_("Out of time: in a two-player game, you lose; with more players, a bot takes over."),
    tuple(CLOCKS),
)
OWN_CLOCK: Final = OwnClock(
    N_("own time control"),
    N_(
        "Instead of the one above. 15+10: 15 minutes, and 10 seconds more after each move. 15d5: "
        "the clock of 15 minutes waits 5 seconds at each move. Per move: 45s, 2min, 5 days."
    ),
    _LONGEST_OWN,
    N_("none"),
)
SEEN_BY: Final = Choice(
    N_("visible to"), N_("Who sees the table in the lobby and can watch."), tuple(_VISIBILITIES)
)
SEEN_BY_CLUB: Final = N_(
    "Who sees the table in the lobby and can watch: everyone, players you invite, or members of a "
    "club, who may take free seats."
)
CASUAL: Final = N_("casual")
RATING: Final = Choice(
    app_api.RATING, N_("Whether the game counts for ratings."), (app_api.RATED, CASUAL)
)


BOTS: Final = Flag(
    N_("visiting bots"),
    N_("Whether bots of other people may take free seats. Games with them are casual for people."),
)


def title_in(terms: Mapping[str, OptionValue]) -> str:
    """Return the title of a table; empty for that of its game."""
    return str(terms.get(TITLE.name, TITLE.default)).strip()


def clock_in(terms: Mapping[str, OptionValue]) -> ClockPlan | None:
    """Return the time control of a table."""
    own = str(terms.get(OWN_CLOCK.name, ""))
    return own_clock(own) if own else CLOCKS.get(str(terms.get(CLOCK.name)))


def visibility_in(terms: Mapping[str, OptionValue]) -> str:
    """Return the visibility of a table; one of a club is private to others."""
    if club_in(terms):
        return PRIVATE
    return _VISIBILITIES.get(str(terms.get(SEEN_BY.name)), PUBLIC)


def club_in(terms: Mapping[str, OptionValue]) -> str:
    """Return the name of the club whose members see a table; empty for none."""
    seen_by = str(terms.get(SEEN_BY.name, ""))
    return seen_by.removeprefix(_OF_CLUB) if seen_by.startswith(_OF_CLUB) else ""


def clock_text(plan: ClockPlan | None) -> str:
    """Return the name of an offered clock, to be translated, or that of another; empty for none."""
    if plan is None:
        return ""
    offered = next((name for name, known in CLOCKS.items() if known == plan), "")
    return offered or _own_text(plan)


def _own_text(plan: ClockPlan) -> str:
    """Return a time control that is not offered, in words."""
    if plan.kind == DAYS:
        days = plan.seconds // _DAY
        return ngettext("{count} day per move", "{count} days per move", days)
    minutes = plan.seconds // _MINUTE
    if plan.kind == A_GAME:
        told, more = ngettext("{count} minute per game", "{count} minutes per game", minutes), ""
        if plan.increment:
            more = ngettext(
                "plus {count} second per move", "plus {count} seconds per move", plan.increment
            )
        if plan.delay:
            more = ngettext(
                "with {count} second of delay per move",
                "with {count} seconds of delay per move",
                plan.delay,
            )
        return f"{told} {more}".rstrip()
    if plan.seconds % _MINUTE:
        return ngettext("{count} second per move", "{count} seconds per move", plan.seconds)
    return ngettext("{count} minute per move", "{count} minutes per move", minutes)


def rated_from(terms: Mapping[str, OptionValue], limits: LobbyLimits) -> int | None:
    """Return the number of moves from which on the game is rated; None: it is casual."""
    return None if terms.get(RATING.name) == CASUAL else limits.rated_moves


def told_terms(limits: LobbyLimits, clubs: Sequence[str] = ()) -> tuple[Option, ...]:
    """Return the settings of a table, with this server's rules on rated games, translated.

    It can be for members of one of the host's `clubs`, given by name.
    """
    told = _("Rated after {moves}; guests are not rated.")
    if limits.rated_hours:
        told = _("Rated after {moves}; guests and accounts younger than {hours} h are not rated.")
    moves = ngettext("{count} move", "{count} moves", limits.rated_moves)
    told = told.format(moves=moves, hours=decimal(limits.rated_hours, None))
    with_bots = _("Games with bots of other people are casual.")
    away = _("Without a clock, this happens after {time} of absence.")
    away = f"{_(CLOCK.meaning)} {away.format(time=_days(limits.abandoned_days))}"
    rating = replace(RATING, meaning=f"{told} {with_bots}")
    seen_by = SEEN_BY
    if clubs:
        choices = (*SEEN_BY.choices, *(f"{_OF_CLUB}{club}" for club in clubs))
        seen_by = replace(SEEN_BY, meaning=SEEN_BY_CLUB, choices=choices)
    return (TITLE, replace(CLOCK, meaning=away), OWN_CLOCK, seen_by, BOTS, rating, HINTS, COACH)


def _days(days: float) -> str:
    if days.is_integer():
        return ngettext("{count} day", "{count} days", int(days))
    return _("{hours} h").format(hours=decimal(days * 24, None))
