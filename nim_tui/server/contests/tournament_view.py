"""A tournament as one person sees it: standings, games and actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from nim_tui.server.contests.contest import PAIR, PlayedBoard, against, points_of
from nim_tui.server.contests.event_terms import EventTerms
from nim_tui.server.contests.formats import ROUND_ROBIN, SWISS, bye_points
from nim_tui.server.contests.standings import Standing, standings, team_standings
from nim_tui.server.contests.team_matches import board_points, match_standings
from nim_tui.server.contests.tournament_sheet import (
    TournamentData,
    TournamentGame,
    TournamentPlayer,
)
from nim_tui.server.storage.schema import OVER
from rules.options import OptionValue
from screens.people import SOMEONE
from screens.text import _, decimal


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
    BYE = "bye"


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
    is_of_club: bool = False


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
    asks_bye: bool = False
    """Whether they have a half-point bye in the next round."""


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A team with its standing."""

    place: int
    name: str
    points: float
    """The points of its members, or in team matches the match points."""
    players: int
    figures: Sequence[float] = ()
    """The tie-breaks of team matches, in their order."""
    cells: Sequence[str] = ()
    """The board points of each round."""
    matches: int = 0
    is_own: bool = False


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


def teams_of(sheet: TournamentData, own: int | None) -> list[TeamLine]:
    """Return the standings of the teams."""
    sizes = Counter(one.team for one in sheet.players)
    state = sheet.state
    if sheet.row.event.has_matches:
        mine = {one.team for one in sheet.players if own is not None and one.account == own}
        return [
            TeamLine(
                one.place, one.team, one.match_points, sizes[one.team],
                (one.points / 2, one.direct), cells, one.matches, one.team in mine,
            )
            for one in match_standings(state)
            for cells in [[_in_words(cell) for cell in one.cells]]
        ]  # fmt: skip
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
        asks_bye=player.asks_bye,
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
                return _alone(sheet, game, player)
            return "" if game.played is None else decimal(points_of(game.played)[player] / 2, None)
    return "-" if games else ""


def _in_words(cell: str) -> str:
    """Return the board points of a round as the reader's language writes them."""
    return decimal(float(cell), None) if cell[:1].isdigit() else cell


def _alone(sheet: TournamentData, game: TournamentGame, player: int) -> str:
    """Return the points of a bye, or of a board without an opponent."""
    state = sheet.state
    if sheet.row.event.has_matches:
        board = PlayedBoard(game.round, game.board)
        team = state.entrants[player].team
        has_match = any(
            len(one.board) > 1 and team in {state.entrants[who].team for who in one.board}
            for one in sheet.games if one.round == game.round
        )  # fmt: skip
        given = board_points(board, has_match=has_match)[player]
    else:
        is_swiss = sheet.row.event.format == SWISS
        given = bye_points(sheet.row.seats, is_half=game.is_half) * is_swiss
    return f"+{decimal(given / 2, None)}" if given else "-"


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
    halves = {game.board[0] for game in last if game.is_half}
    names = {number: player_called(sheet.players[number]) for number in alone}
    half = _("{name} (half a point)")
    return [half.format(name=name) if number in halves else name for number, name in names.items()]


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
