"""Tournaments in words: progress, rules, standings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from nim_tui.server.contests.tournament_view import (
    SELF,
    GameLine,
    PlayerLine,
    Stage,
    TournamentLine,
    TournamentPage,
)
from screens.game_intro import effect
from screens.home.table_form import called, shown
from screens.text import N_, _, labelled, ngettext

STAGES: Final[Mapping[Stage, tuple[str, str]]] = {
    Stage.OPEN: (N_("open"), "item"),
    Stage.RUNNING: (N_("in progress"), "key"),
    Stage.OVER: (N_("over"), "note"),
    Stage.CLOSED: (N_("cancelled"), "note"),
}


def state_of(line: TournamentLine) -> tuple[str, str]:
    """Return the progress of a tournament, and its style."""
    if line.stage == Stage.OPEN:
        if line.is_invited and not line.is_mine:
            return _("you are invited"), "gold"
        text = _("{count} of {size} players").format(count=line.players, size=line.size)
        return text, "hint" if line.players < line.size else "item"
    if line.stage == Stage.RUNNING and line.is_evening:
        return _("round {round}").format(round=line.round), "key"
    text, look = STAGES[line.stage]
    return _(text), look


def facts_of(line: TournamentLine, *, counts: bool = True) -> list[str]:
    """Return the settings of a tournament in a few words each; `counts` includes its size."""
    facts = [line.game_title]
    if counts:
        facts.append(ngettext("{count} player", "{count} players", line.size))
    if line.seats > 2:
        facts.append(_("{count} at a table").format(count=line.seats))
    facts.append(line.clock)
    if line.is_private:
        facts.append(_("invited players"))
    return facts


def terms_of(page: TournamentPage) -> Sequence[str]:
    """Return the rules of the tournament, a fact per line."""
    line = page.line
    rounds = _("All games at once.") if not line.is_evening else _("Round after round.")
    begins = _("Starts when full.") if page.begins_full else _("The host starts it.")
    options = [
        effect(line.game, name, value) or labelled(called(name), shown(value)) + "."
        for name, value in page.options.items()
    ]
    told = [rounds, *options]
    if line.stage == Stage.OPEN:
        told.append(begins)
        if line.is_evening and page.begins_full:
            told.append(_("Everyone must be online at the start."))
    if page.bot:
        told.append(_("Bots ({level}) fill free places.").format(level=_(page.bot)))
    if line.seats > 2:
        points = _("First of {count}: {points} points, and one point less per place.")
        told.append(points.format(count=line.seats, points=line.seats - 1))
    told.append(_("Games among people are rated.") if page.is_rated else _("No game is rated."))
    return told


def ties() -> str:
    """Return the rule for breaking ties, which is announced beforehand."""
    return _("Tie-breaks: direct encounter, Sonneborn-Berger, then a shared place.")


def outcome(game: GameLine) -> tuple[str, str]:
    """Return the result of a game, and its style."""
    if not game.is_over:
        return _("in progress"), "key"
    if not game.winners:
        return _("no result"), "note"
    if len(game.winners) == len(game.names):
        return _("a draw"), "note"
    return _("won: {names}").format(names=", ".join(game.winners)), "note"


_MET: Final[Mapping[str, str]] = {
    "1": N_("beat {name}"),
    "=": N_("drew with {name}"),
    "0": N_("lost to {name}"),
}


def own_facts(line: TournamentLine) -> list[str]:
    """Return the facts of a tournament beyond its title and stage."""
    is_counted = line.stage == Stage.OPEN and not line.is_invited
    return [one for one in facts_of(line, counts=not is_counted) if one != line.title]


def host_told(line: TournamentLine) -> str:
    """Return the host of a tournament; "" if unknown."""
    return _("hosted by {name}").format(name=line.host) if line.host else ""


def name_told(one: PlayerLine) -> str:
    """Return a player's name."""
    if one.is_bot:
        return _("{name} (bot)").format(name=one.name)
    return _("{name} (you)").format(name=one.name) if one.is_own else one.name


def standing_told(page: TournamentPage, one: PlayerLine) -> str:
    """Return a player's place, and the tie-break among equal points."""
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
    """Return a player's results by opponent or by round, and their tie-break figures."""
    told = []
    for number, (head, cell) in enumerate(zip(page.heads, one.cells)):
        if page.line.seats > 2:
            if cell == "-":
                told.append(_("round {round}: bye").format(round=head))
            elif cell:
                told.append(_("round {round}: {points} points").format(round=head, points=cell))
        elif cell and cell != SELF:
            told.append(_(_MET[cell]).format(name=page.players[number].name))
    head = standing_told(page, one)
    if not told:
        return [head]
    figures = _("direct encounter {direct}, Sonneborn-Berger {berger}")
    last = figures.format(direct=f"{one.direct:g}", berger=f"{one.berger:g}")
    return [head, ", ".join(told), last]


def game_told(game: GameLine) -> str:
    """Return a game of a round, in words."""
    names = _(" against ").join(game.names)
    told = _("round {round}: {names}, {outcome}")
    return told.format(round=game.round, names=names, outcome=outcome(game)[0])
