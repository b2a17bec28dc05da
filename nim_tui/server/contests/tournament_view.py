"""A tournament as one person sees it: standings, games and actions, and their texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from nim_tui.plain.text import listed
from nim_tui.server.contests.contest import PAIR, against, points_of
from nim_tui.server.contests.event_terms import EventTerms
from nim_tui.server.contests.formats import (
    ARENA,
    FORMATS,
    KNOCK_OUT,
    ROUND_ROBIN,
    SWISS,
    bye_points,
)
from nim_tui.server.contests.standings import TIE_BREAKS, Standing, standings, team_standings
from nim_tui.server.contests.tournament_sheet import (
    TournamentData,
    TournamentGame,
    TournamentPlayer,
)
from nim_tui.server.storage.schema import OVER
from rules.options import OptionValue
from screens.game_intro import effect
from screens.home.table_form import called, shown
from screens.people import SOMEONE
from screens.text import N_, _, decimal, labelled, ngettext


class Stage(Enum):
    """The stage of a tournament."""

    OPEN = "open"
    RUNNING = "running"
    OVER = "over"
    CLOSED = "closed"


class TournamentAction(Enum):
    """An action of a user on a tournament."""

    JOIN = "join"
    LEAVE = "leave"
    CHECK_IN = "check in"
    BEGIN = "begin"
    INVITE = "invite"
    CLOSE = "close"


@dataclass(frozen=True, slots=True)
class TournamentLine:
    """A tournament in a list."""

    id: str
    title: str
    game: str
    game_title: str
    stage: Stage
    players: int
    """The number of players."""
    size: int
    """The number of places for players."""
    seats: int
    """The number of seats at a table."""
    clock: str
    """The name of the time control, in the reader's language."""
    is_evening: bool
    """Whether its rounds are played one after another."""
    host: str
    is_mine: bool
    is_invited: bool
    is_private: bool
    round: int
    """The latest round; 0 before the start."""
    event: EventTerms
    starts: str = ""
    """The planned time of the start; empty for none."""
    is_at_once: bool = False
    """Whether all games begin at once."""


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player with their standing."""

    place: int
    name: str
    is_own: bool
    is_bot: bool
    cells: Sequence[str]
    """Results against each other player by place, or round by round."""
    games: int
    points: float
    figures: Sequence[float]
    """The tie-breaks, in their order."""
    team: str = ""
    is_out: bool = False
    """Whether they withdrew, or have not checked in yet."""


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A team with its standing."""

    place: int
    name: str
    points: float
    players: int


@dataclass(frozen=True, slots=True)
class GameLine:
    """Return a game of a round, in words."""

    round: int
    names: Sequence[str]
    """The players' names by seat."""
    table: str
    is_own: bool
    is_over: bool
    winners: Sequence[str]
    """The winners: all players in a draw, nobody without a result."""


@dataclass(frozen=True, slots=True)
class TournamentPage:
    """A tournament as a person sees it."""

    line: TournamentLine
    rounds: int
    heads: Sequence[str]
    """The headings of the players' cells."""
    players: Sequence[PlayerLine]
    """The players by place; before the start in order of joining."""
    teams: Sequence[TeamLine]
    games: Sequence[GameLine]
    """The last round first."""
    byes: Sequence[str]
    """The players who have a bye in the latest round."""
    invited: Sequence[str]
    is_rated: bool
    bot: str
    """The level of the bots that fill it; empty for none."""
    begins_full: bool
    is_crossed: bool
    """Whether the cells are results against each other player."""
    options: Mapping[str, OptionValue]
    """The game options other than defaults."""
    acts: Sequence[TournamentAction]
    """The actions this person can take now."""

    @property
    def is_begun(self) -> bool:
        """Whether it has begun."""
        return self.line.round > 0

    @property
    def asks_team(self) -> bool:
        """Whether who joins names a team, for the first time."""
        return self.line.event.has_teams and not any(one.is_own for one in self.players)


_SCORES: Final = {2: "1", 1: "=", 0: "0"}
"""The scores of a two-player game, by twice its points."""
SELF: Final = "\\"


def player_called(player: TournamentPlayer) -> str:
    """Return the name of a player, or "someone"."""
    return player.name or _(SOMEONE)


def players_of(
    sheet: TournamentData, own: int | None
) -> tuple[Sequence[str], Sequence[PlayerLine]]:
    """Return the headings of the result cells, and a line for each player, ordered by place."""
    order = standings(sheet.state)
    lines = [_line(sheet, one, order, own) for one in order]
    if not is_begun(sheet) or sheet.row.event.is_arena:
        heads: Sequence[str] = ()
    elif has_crosstable(sheet):
        heads = [str(number) for number in range(1, len(order) + 1)]
    else:
        heads = [str(number) for number in range(1, sheet.row.round + 1)]
    return heads, lines


def is_begun(sheet: TournamentData) -> bool:
    """Whether a tournament has begun."""
    return sheet.row.round > 0


_MOST_CROSSED: Final = 8


def has_crosstable(sheet: TournamentData) -> bool:
    """Whether the results of a round robin fit in a crosstable; others are told by round."""
    return (
        sheet.row.event.format == ROUND_ROBIN
        and sheet.row.seats == PAIR
        and len(sheet.players) <= _MOST_CROSSED
    )


def teams_of(sheet: TournamentData) -> list[TeamLine]:
    """Return the standings of the teams."""
    sizes = Counter(one.team for one in sheet.players)
    state = sheet.state
    return [
        TeamLine(one.place, one.team, one.points / 2, sizes[one.team])
        for one in team_standings(state, standings(state))
    ]


def _line(
    sheet: TournamentData,
    one: Standing,
    order: Sequence[Standing],
    own: int | None,
) -> PlayerLine:
    player = sheet.players[one.player]
    if not is_begun(sheet) or sheet.row.event.is_arena:
        cells: list[str] = []
    elif has_crosstable(sheet):
        cells = [_met(sheet.games, one.player, other.player) for other in order]
    else:
        cells = [_in_round(sheet, one.player, n) for n in range(1, sheet.row.round + 1)]
    return PlayerLine(
        place=one.place,
        name=player_called(player),
        is_own=own is not None and player.account == own,
        is_bot=player.bot is not None,
        cells=cells,
        games=one.games,
        points=one.points / 2,
        figures=one.figures,
        team=player.team,
        is_out=player.is_out,
    )


def _met(games: Sequence[TournamentGame], player: int, other: int) -> str:
    """Return one player's result against another; a dash for the same player."""
    if player == other:
        return SELF
    for game in games:
        if game.played is not None and {player, other} == {*game.board}:
            return _SCORES[against(game.played, player, other)]
    return ""


def _in_round(sheet: TournamentData, player: int, number: int) -> str:
    """Return the points of a round; a dash without a game."""
    games = [game for game in sheet.games if game.round == number]
    for game in games:
        if player in game.board:
            if len(game.board) == 1:
                given = bye_points(sheet.row.seats) * (sheet.row.event.format == SWISS)
                return f"+{decimal(given / 2, None)}" if given else "-"
            return "" if game.played is None else decimal(points_of(game.played)[player] / 2, None)
    return "-" if games else ""


def games_of(sheet: TournamentData, own: int | None) -> Sequence[GameLine]:
    """Return running games, the reader's own first; then finished ones, the last round first."""
    lines = [_game(sheet, game, own) for game in sheet.games if len(game.board) > 1]
    playing = [one for one in lines if not one.is_over]
    over = [one for one in lines if one.is_over]
    return [
        *sorted(playing, key=lambda one: (not one.is_own, one.round)),
        *sorted(over, key=lambda one: (-one.round, not one.is_own)),
    ]


def byes_of(sheet: TournamentData) -> list[str]:
    """Return the players who have a bye in the latest round."""
    last = [game for game in sheet.games if game.round == sheet.row.round]
    alone = [game.board[0] for game in last if len(game.board) == 1]
    return [player_called(sheet.players[number]) for number in alone]


def progress_told(page: TournamentPage) -> str:
    """Return the round of a running tournament, and how many of its games are over."""
    line = page.line
    if line.is_at_once or line.event.is_arena:
        return _(STAGES[line.stage][0])
    games = [game for game in page.games if game.round == line.round]
    over = sum(game.is_over for game in games)
    told = _("round {round} of {rounds}: {over} of {count} games over")
    return told.format(round=line.round, rounds=page.rounds, over=over, count=len(games))


def _game(sheet: TournamentData, game: TournamentGame, own: int | None) -> GameLine:
    names = [player_called(sheet.players[number]) for number in game.board]
    first = game.played.ranking[0] if game.played is not None else ()
    return GameLine(
        round=game.round,
        names=names,
        table=game.table or "",
        is_own=own is not None and own in [sheet.players[n].account for n in game.board],
        is_over=game.status == OVER,
        winners=[names[seat] for seat in first],
    )


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
    if line.is_private:
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
    if line.event.has_teams:
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
        return [*told, bye, *_late_told(event)]
    if event.format == KNOCK_OUT:
        draw = _("In a draw the player with the higher starting rank goes on.")
        return [_("Knock-out: the winner of each table goes on."), draw]
    if event.format == ARENA:
        length = ngettext("Arena of {count} minute.", "Arena of {count} minutes.", event.minutes)
        free = _("Whoever is free is paired; after two wins in a row games count twice.")
        return [length, free, _("You can enter at any time.")]
    return [_("All games at once.") if line.is_at_once else _("Round after round.")]


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
                "Check in during the last minute before it.",
                "Check in during the last {count} minutes before it.", line.event.check_in,
            )  # fmt: skip
            told.append(text)
        if line.event.repeats:
            text = ngettext(
                "It is repeated every day.", "It is repeated every {count} days.",
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
        return _("Places go by the round of the defeat.")
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
            if cell.startswith(("-", "+")):
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
