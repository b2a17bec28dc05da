"""Sentences about a tournament for text mode: its terms, players and games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from nim_tui.server.app.tournament_lines import SELF
from rules.messages import N_
from screens.lobby.pages_api import GameLine, PlayerLine, Stage, TournamentLine, TournamentPage
from screens.lobby.tournaments.words import facts_of, outcome
from screens.text import _, labelled, ngettext

_MET: Final[Mapping[str, str]] = {
    "1": N_("beat {name}"),
    "=": N_("drew with {name}"),
    "0": N_("lost to {name}"),
}


def own_facts(line: TournamentLine) -> list[str]:
    """Return the facts of a tournament that its title and its stage do not tell."""
    is_counted = line.stage == Stage.OPEN and not line.is_invited
    return [one for one in facts_of(line, counts=not is_counted) if one != line.title]


def name_told(one: PlayerLine) -> str:
    """A player by name."""
    if one.is_bot:
        return _("{name} (bot)").format(name=one.name)
    return _("{name} (you)").format(name=one.name) if one.is_own else one.name


def standing_told(page: TournamentPage, one: PlayerLine) -> str:
    """How somebody stands, and what parts those with equal points."""
    shares = sum(other.place == one.place for other in page.players) > 1
    place = _("shared place {place}") if shares else _("place {place}")
    points = ngettext("{count} point", "{count} points", round(one.points))
    points = points if one.points == round(one.points) else _("{points} points")
    games = ngettext("{count} game", "{count} games", one.games)
    told = _("{place}, {points} from {games}")
    text = told.format(
        place=place.format(place=one.place), points=points.format(points=f"{one.points:g}"),
        games=games,
    )  # fmt: skip
    return labelled(name_told(one), text)


def course_told(page: TournamentPage, one: PlayerLine) -> list[str]:
    """How somebody did against each, or round by round; and the figures that part equal points."""
    told = []
    for number, (head, cell) in enumerate(zip(page.heads, one.cells)):
        if page.line.seats > 2:
            if cell == "-":
                told.append(_("round {round}: rests").format(round=head))
            elif cell:
                told.append(_("round {round}: {points} points").format(round=head, points=cell))
        elif cell and cell != SELF:
            told.append(_(_MET[cell]).format(name=page.players[number].name))
    head = standing_told(page, one)
    if not told:
        return [head]
    figures = _("direct comparison {direct}, Sonneborn-Berger {berger}")
    last = figures.format(direct=f"{one.direct:g}", berger=f"{one.berger:g}")
    return [head, ", ".join(told), last]


def game_told(game: GameLine) -> str:
    """A game of a round."""
    names = _(" against ").join(game.names)
    told = _("round {round}: {names}, {outcome}")
    return told.format(round=game.round, names=names, outcome=outcome(game)[0])
