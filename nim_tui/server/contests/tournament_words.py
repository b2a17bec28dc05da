"""The texts of a tournament: its rules and progress, players and games in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from nim_tui.plain.text import listed
from nim_tui.server.contests.contest import PAIR
from nim_tui.server.contests.event_terms import EventTerms
from nim_tui.server.contests.formats import ARENA, FORMATS, KNOCK_OUT, ROUND_ROBIN, SWISS
from nim_tui.server.contests.standings import TIE_BREAKS
from nim_tui.server.contests.tournament_view import (
    SELF,
    GameLine,
    PlayerLine,
    Stage,
    TeamLine,
    TournamentLine,
    TournamentPage,
)
from screens.game_intro import effect
from screens.home.table_form import called, shown
from screens.text import N_, _, decimal, labelled, ngettext

STAGES: Final[Mapping[Stage, tuple[str, str]]] = {
    Stage.OPEN: (N_("open"), "item"),
    Stage.RUNNING: (N_("in progress"), "key"),
    Stage.OVER: (N_("over"), "note"),
    Stage.CLOSED: (N_("cancelled"), "note"),
}


def progress_told(page: TournamentPage) -> str:
    """Return the round of a running tournament, and how many of its games are over."""
    line = page.line
    if line.is_at_once or line.event.is_arena:
        return _(STAGES[line.stage][0])
    games = [game for game in page.games if game.round == line.round]
    over = sum(game.is_over for game in games)
    told = _("round {round} of {rounds}, games over: {over} of {count}")
    return told.format(round=line.round, rounds=page.rounds, over=over, count=len(games))


def state_of(line: TournamentLine) -> tuple[str, str]:
    """Return the progress of a tournament, and its style."""
    if line.stage == Stage.OPEN:
        if line.is_invited and not line.is_mine:
            return _("you are invited"), "gold"
        text = _("{count} of {size} players").format(count=line.players, size=line.size)
        return text, "hint" if line.players < line.size else "item"
    if line.stage == Stage.RUNNING and not (line.is_at_once or line.event.is_arena):
        return _("round {round}").format(round=line.round), "key"
    text, look = STAGES[line.stage]
    return _(text), look


def facts_of(line: TournamentLine, *, counts: bool = True) -> list[str]:
    """Return the settings of a tournament in a few words each; `counts` includes its size."""
    facts = [line.game_title]
    if line.event.format != ROUND_ROBIN:
        facts.append(_(FORMATS[line.event.format]))
    if counts:
        facts.append(ngettext("{count} player", "{count} players", line.size))
    if line.seats > 2:
        facts.append(_("{count} per table").format(count=line.seats))
    facts.append(line.clock)
    if line.starts and line.stage == Stage.OPEN:
        facts.append(_("starts {time}").format(time=line.starts))
    if line.is_of_club:
        facts.append(_("club members") if line.is_private else _("of a club"))
    elif line.is_private:
        facts.append(_("invited players"))
    return facts


def terms_of(page: TournamentPage) -> Sequence[str]:
    """Return the rules of the tournament, a fact per line."""
    line = page.line
    options = [
        effect(line.game, name, value) or labelled(called(name), shown(value)) + "."
        for name, value in page.options.items()
    ]
    told = [*_format_told(line, page.rounds), *options]
    if line.stage == Stage.OPEN:
        told += _start_told(page)
    if line.event.has_teams and not line.event.has_matches:
        told.append(_("Teams: the points of their members. Members of a team do not meet."))
    if page.bot:
        told.append(_("Bots ({level}) fill free places.").format(level=_(page.bot)))
    if line.seats > 2:
        points = _("First of {count}: {points} points, and one point less for each place below.")
        told.append(points.format(count=line.seats, points=line.seats - 1))
    told.append(_("Games between people are rated.") if page.is_rated else _("No game is rated."))
    return told


def _format_told(line: TournamentLine, rounds: int) -> list[str]:
    """Return the rules of the format."""
    event = line.event
    if event.format == SWISS:
        paired = _("Swiss, FIDE’s Dutch system: you meet players with as many points as you.")
        if line.seats > PAIR:
            paired = _("Swiss: tables are filled from the top of the standings.")
        told = [paired]
        if rounds or event.rounds:
            told.append(ngettext("{count} round.", "{count} rounds.", rounds or event.rounds))
        bye = _("A bye counts as a win.")
        if line.seats > PAIR:
            bye = _("A bye gives the average of the points at a table.")
        if event.byes:
            half = ngettext(
                "Half-point byes: {count} per player, asked for before the round, not in the last.",
                "Half-point byes: {count} per player, asked for before the round, not in the last.",
                event.byes,
            )  # fmt: skip
            bye = f"{bye} {half.format(count=event.byes)}"
        return [*told, bye, *_late_told(event)]
    if event.has_matches:
        return _matches_told(event, rounds)
    if event.format == KNOCK_OUT:
        draw = _("In a draw the player with the higher starting rank goes on.")
        return [_("Knock-out: the winner of each table goes on."), draw]
    if event.format == ARENA:
        length = ngettext("Arena of {count} minute.", "Arena of {count} minutes.", event.minutes)
        free = _(
            "Players are paired as soon as they are free; after two consecutive wins, games "
            "count double."
        )
        return [length, free, _("You can enter at any time.")]
    return [_("All games at once.") if line.is_at_once else _("Round after round.")]


def _matches_told(event: EventTerms, rounds: int) -> list[str]:
    """Return the rules of team matches."""
    count = rounds or event.rounds
    boards = ngettext("{count} board per match.", "{count} boards per match.", event.boards)
    return [
        _("Team matches: teams meet board by board, seated by starting rank; others are reserves."),
        boards.format(count=event.boards),
        *([ngettext("{count} round.", "{count} rounds.", count)] if count else []),
        _("A match won counts 2 points, a drawn one 1. A board without an opponent is won."),
        _("A bye counts as a match won, with half of the board points."),
    ]


def _late_told(event: EventTerms) -> list[str]:
    if not event.late:
        return []
    told = ngettext(
        "You can enter until round {count} has begun.",
        "You can enter until round {count} has begun.", event.late + 1,
    )  # fmt: skip
    return [told]


def _start_told(page: TournamentPage) -> list[str]:
    """Return how an open tournament starts."""
    line = page.line
    if line.starts:
        told = [_("Starts {time}.").format(time=line.starts)]
        if line.event.check_in:
            text = ngettext(
                "Check in during the last {count} minute before the start.",
                "Check in during the last {count} minutes before the start.", line.event.check_in,
            )  # fmt: skip
            told.append(text)
        if line.event.repeats:
            text = ngettext(
                "It is repeated after {count} day.", "It is repeated after {count} days.",
                line.event.repeats,
            )  # fmt: skip
            told.append(text)
        return told
    told = [_("Starts when full.") if page.begins_full else _("The host starts it.")]
    if line.is_evening and page.begins_full:
        told.append(_("Everyone must be online at the start."))
    return told


def ties(line: TournamentLine) -> str:
    """Return the rule for breaking ties, which is announced beforehand."""
    names = [_(name) for name in TIE_BREAKS[line.event.format]]
    if not names:
        return _("The later the round in which you lose, the better your place.")
    return _("Tie-breaks: {names}, then a shared place.").format(names=", ".join(names))


def outcome(game: GameLine) -> tuple[str, str]:
    """Return the result of a game, and its style."""
    if not game.is_over:
        return _("in progress"), "key"
    if not game.winners:
        return _("no result"), "note"
    if len(game.winners) == len(game.names):
        return _("a draw"), "note"
    return _("won by {names}").format(names=", ".join(game.winners)), "note"


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
    """Return a player's name, with their team."""
    if one.team:
        return _("{name}, {team}").format(name=name_told(replace(one, team="")), team=one.team)
    if one.is_bot:
        return _("{name} (bot)").format(name=one.name)
    if one.is_out:
        return _("{name} (withdrawn)").format(name=one.name)
    if one.asks_bye:
        return _("{name} (half-point bye next)").format(name=one.name)
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
        place=place.format(place=one.place), points=points.format(points=decimal(one.points, None)),
        games=games,
    )  # fmt: skip
    return labelled(name_told(one), text)


def team_told(one: TeamLine) -> str:
    """Return a team's place and points."""
    if one.figures:
        told = _("team at place {place}: match points {points}, board points {boards}")
        figures = {"points": decimal(one.points, None), "boards": decimal(one.figures[0], None)}
        return labelled(one.name, told.format(place=one.place, **figures))
    told = _("team at place {place}, {points} points from {players}")
    players = ngettext("{count} player", "{count} players", one.players)
    points = decimal(one.points, None)
    return labelled(one.name, told.format(place=one.place, points=points, players=players))


def teams_told(page: TournamentPage) -> str:
    """Return the standings of the teams in a line."""
    told = [f"{one.place}. {one.name} {decimal(one.points, None)}" for one in page.teams]
    return labelled(_("Teams"), ", ".join(told)) + "."


def course_told(page: TournamentPage, one: PlayerLine) -> list[str]:
    """Return a player's results by opponent or by round, and their tie-break figures."""
    told = []
    for number, (head, cell) in enumerate(zip(page.heads, one.cells)):
        if not page.is_crossed:
            if cell == f"+{decimal(0.5, None)}":
                told.append(_("round {round}: half-point bye").format(round=head))
            elif cell.startswith(("-", "+")):
                told.append(_("round {round}: bye").format(round=head))
            elif cell:
                told.append(_("round {round}: {points} points").format(round=head, points=cell))
        elif cell and cell != SELF:
            told.append(_(_MET[cell]).format(name=page.players[number].name))
    head = standing_told(page, one)
    if not told:
        return [head]
    figures = [
        f"{_(name)} {decimal(figure, None)}"
        for name, figure in zip(TIE_BREAKS[page.line.event.format], one.figures)
    ]
    return [head, ", ".join(told), *([", ".join(figures)] if figures else [])]


def game_told(game: GameLine) -> str:
    """Return a game of a round, in words."""
    told = _("round {round}: {names}; {outcome}")
    return told.format(round=game.round, names=listed(game.names), outcome=outcome(game)[0])
