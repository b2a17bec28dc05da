"""A tournament as one person sees it: standings with a crosstable, games, and actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from nim_tui.server.contests.tournament import (
    PAIR,
    TournamentStanding,
    against,
    points_of,
    standings,
)
from nim_tui.server.contests.tournament_rounds import (
    TournamentData,
    TournamentGame,
    TournamentPlayer,
)
from nim_tui.server.storage.schema import OVER
from rules.options import OptionValue
from screens.people import SOMEONE
from screens.text import _


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
    direct: float
    berger: float


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game of a round."""

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
    games: Sequence[GameLine]
    """The last round first."""
    invited: Sequence[str]
    is_rated: bool
    bot: str
    """The level of the bots that fill it; empty for none."""
    begins_full: bool
    options: Mapping[str, OptionValue]
    """The game options other than defaults."""
    acts: Sequence[TournamentAction]
    """The actions this person can take now."""


_SCORES: Final = {2: "1", 1: "=", 0: "0"}
"""The scores of a two-player game, by twice its points."""
SELF: Final = "\\"


def called(player: TournamentPlayer) -> str:
    """Return the name of a player, or "someone"."""
    return player.name or _(SOMEONE)


def players_of(
    sheet: TournamentData, own: int | None
) -> tuple[Sequence[str], Sequence[PlayerLine]]:
    """Return the headings of the result cells, and a line for each player, ordered by place."""
    played = [game.played for game in sheet.games if game.played is not None]
    order = standings(len(sheet.players), played)
    if not sheet.rounds:
        heads: Sequence[str] = ()
    elif sheet.row.seats == PAIR:
        heads = [str(number) for number in range(1, len(order) + 1)]
    else:
        heads = [str(number) for number in range(1, sheet.rounds + 1)]
    lines = [_line(sheet, one, order, own) for one in order]
    return heads, lines


def _line(
    sheet: TournamentData,
    one: TournamentStanding,
    order: Sequence[TournamentStanding],
    own: int | None,
) -> PlayerLine:
    player = sheet.players[one.player]
    if not sheet.rounds:
        cells: list[str] = []
    elif sheet.row.seats == PAIR:
        cells = [_met(sheet.games, one.player, other.player) for other in order]
    else:
        cells = [_in_round(sheet.games, one.player, n) for n in range(1, sheet.rounds + 1)]
    return PlayerLine(
        place=one.place,
        name=called(player),
        is_own=own is not None and player.account == own,
        is_bot=player.bot is not None,
        cells=cells,
        games=one.games,
        points=one.points / 2,
        direct=one.direct / 2,
        berger=one.berger / 4,
    )


def _met(games: Sequence[TournamentGame], player: int, other: int) -> str:
    """Return one player's result against another; a dash for the same player."""
    if player == other:
        return SELF
    for game in games:
        if game.played is not None and {player, other} == {*game.board}:
            return _SCORES[against(game.played, player, other)]
    return ""


def _in_round(games: Sequence[TournamentGame], player: int, number: int) -> str:
    """Return the points of a round; a dash for a bye."""
    for game in games:
        if game.round == number and player in game.board:
            return "" if game.played is None else f"{points_of(game.played)[player] / 2:g}"
    return "-" if any(game.round == number for game in games) else ""


def games_of(sheet: TournamentData, own: int | None) -> Sequence[GameLine]:
    """Return running games, the reader's own first; then finished ones, the last round first."""
    lines = [_game(sheet, game, own) for game in sheet.games]
    playing = [one for one in lines if not one.is_over]
    over = [one for one in lines if one.is_over]
    return [
        *sorted(playing, key=lambda one: (not one.is_own, one.round)),
        *sorted(over, key=lambda one: (-one.round, not one.is_own)),
    ]


def _game(sheet: TournamentData, game: TournamentGame, own: int | None) -> GameLine:
    names = [called(sheet.players[number]) for number in game.board]
    first = game.played.ranking[0] if game.played is not None else ()
    return GameLine(
        round=game.round,
        names=names,
        table=game.table or "",
        is_own=own is not None and own in [sheet.players[n].account for n in game.board],
        is_over=game.status == OVER,
        winners=[names[seat] for seat in first],
    )
