"""Whether an evening went as it should: rounds, games, standings, secrets, orders, answers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import select

from nim_tui.server.contests.standings import standings, team_standings
from nim_tui.server.contests.tournament_sheet import TournamentData
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import LINES, OVER
from nim_tui.server.tables.game_store import load_record
from nim_tui.tables.record import EndEntry, Record
from nim_tui.tables.store import replay
from tests.evening.staff import Order
from tests.evening.transcript import Transcript, share

SLOWEST: Final = 3.0
"""Seconds to an answer of 99 lines of 100 on a busy machine, at most, whatever nuisances do."""


# Rounds, games, standings


def faults_of_rounds(sheet: TournamentData, rounds: int) -> list[str]:
    """What is wrong with the pairings: each round whole, nobody twice, no team mates."""
    found = []
    if (sheet.row.status, sheet.row.round) != (OVER, rounds):
        found.append(f"the tournament is {sheet.row.status} after round {sheet.row.round}")
    met = Counter[frozenset[int]]()
    for number in range(1, rounds + 1):
        games = [game for game in sheet.games if game.round == number]
        who = Counter(one for game in games for one in game.board)
        missing = {
            one for one, player in enumerate(sheet.players) if not player.is_out and not who[one]
        }
        twice = [one for one, times in who.items() if times > 1]
        if not games or missing or twice:
            found.append(f"round {number}: {missing} are not paired, {twice} are twice")
        found += [
            f"round {number}: table {game.table} is {game.status}"
            for game in games
            if game.status != OVER
        ]
        met.update(frozenset(game.board) for game in games if len(game.board) > 1)
        found += [
            f"round {number}: {game.board} are of one team"
            for game in games
            if len(game.board) > 1 and len({sheet.players[one].team for one in game.board}) == 1
        ]
    found += [f"{sorted(pair)} met {times} times" for pair, times in met.items() if times > 1]
    return found


def points_by_records(
    database: Database, sheet: TournamentData, closed: Collection[str]
) -> tuple[dict[str, float], list[str]]:
    """The points of each player by the records of the games, and what is wrong with these."""
    points = dict.fromkeys((one.name for one in sheet.players), 0.0)
    found = []
    for game in sheet.games:
        names = [sheet.players[number].name for number in game.board]
        if len(names) == 1:
            points[names[0]] += 1
            continue
        assert game.table is not None
        winners = _winners(load_record(database, game.table))
        if winners is None and game.table not in closed:
            found.append(f"{game.table}: its record has no result")
        for seat in winners or ():
            points[names[seat]] += 1 / len(winners or ())
    return points, found


def _winners(record: Record) -> Sequence[int] | None:
    """The seats in first place by a record: as its end tells, or else as the game ends by rules."""
    ends = [line for line in record.lines if isinstance(line, EndEntry)]
    if ends:
        return tuple(ends[-1].ranking[0])
    result = replay(record).result
    return None if result is None else tuple(result.ranking[0])


def faults_of_standings(sheet: TournamentData, points: Mapping[str, float]) -> list[str]:
    """Where standings, of players and of teams, are not what the results of the games make."""
    order = standings(sheet.state)
    found = [
        f"{name} has {one.points / 2} points, by the games {points[name]}"
        for one in order
        if one.points / 2 != points[name := sheet.players[one.player].name]
    ]
    if [one.points for one in order] != sorted((one.points for one in order), reverse=True):
        found.append("the standings are not in the order of points")
    teams = Counter[str]()
    for player in sheet.players:
        teams[player.team] += int(2 * points[player.name])
    told = {one.team: one.points for one in team_standings(sheet.state, order)}
    return found + ([] if told == dict(teams) else [f"teams: {told}, by the games {dict(teams)}"])


_STANDING: Final = re.compile(
    r"^(\w+)(?: \([^)]*\))*(?:, [^:]*)?: (?:shared )?place \d+, ([\d.]+) points? from "
)


def faults_of_list(lines: Iterable[str], points: Mapping[str, float]) -> list[str]:
    """Where the standings that a person is told at the end differ from the points."""
    told = re.compile(
        r"^(\w+)(?: \([^)]*\))*(?:, [^:]*)?: (?:shared )?place \d+, ([\d.]+) points? from "
    )
    read = {found[1]: float(found[2]) for line in lines if (found := told.match(line))}
    return [
        f"{name} is told to have {read.get(name)} points, by the games {one}"
        for name, one in points.items()
        if read.get(name) != one
    ]


def without_closed(faults: Iterable[str], closed: Collection[str]) -> list[str]:
    """The faults of records but those of tables that a moderator closed: these have no result."""
    expected = ("0 ends in its record, and it is over", "it is over with the result None")
    known = {f"{table}: {words}" for table in closed for words in expected}
    return [fault for fault in faults if fault not in known]


# Secrets


@dataclass(frozen=True)
class Secret:
    """Words that only some may see, for a time."""

    words: str
    """A regular expression of how others would see it, within a line."""
    known_to: frozenset[str]
    until: float = float("inf")
    """When it is no secret any more, in seconds since 1970."""
    own: str = ""
    """A regular expression of how those who know it see it; empty: the same."""

    def leaks(self, transcripts: Iterable[Transcript]) -> Iterator[str]:
        """Who saw it that may not, and how it was shown."""
        pattern = re.compile(self.words)
        for one in transcripts:
            if one.name in self.known_to:
                continue
            for seen in one.shown:
                if seen.time < self.until and pattern.search(seen.text):
                    yield f"{one.name} saw “{seen.text}”"

    def is_seen(self, transcripts: Mapping[str, Transcript]) -> bool:
        """Whether somebody saw it who may: else these are not the words."""
        pattern = re.compile(self.own or self.words)
        knowing = (transcripts[name] for name in self.known_to & transcripts.keys())
        return any(pattern.search(seen.text) for one in knowing for seen in one.shown)


def hidden_places(database: Database, table: str, names: Sequence[str]) -> Iterator[Secret]:
    """What each seat of Bataille hides until the game is over: its submarines and its mine."""
    with database.reading() as connection:
        times = connection.execute(select(LINES.c.time).where(LINES.c.table == table)).scalars()
        until = max(times, default=0.0)
    game = replay(load_record(database, table))
    for seat, name in enumerate(names):
        for event in game.log(seat):
            facts = event.facts()
            if event.seat != seat or event.name not in ("placed", "mined"):
                continue
            place = facts.get("cell", facts.get("number"))
            what = "submarine" if event.name == "placed" else "mine"
            words = rf"{what} at {re.escape(str(place))}\b"
            yield Secret(rf"\b{name}: {words}", frozenset({name}), until, rf"\bYou: {words}")


# Orders and answers


def faults_of_audit(audit: Iterable[Mapping[str, Any]], orders: Iterable[Order]) -> list[str]:
    """The orders of moderators that the audit log lacks, or has more often."""
    given = Counter(orders)
    by = {order.by for order in given}
    kept = Counter(Order(one["by"], one["order"], one["whom"]) for one in audit if one["by"] in by)
    return [
        f"{order} was given {given[order]} times, the audit log has {kept[order]}"
        for order in given | kept
        if given[order] != kept[order]
    ]


def faults_of_answers(quiet: Sequence[float], loud: Sequence[float]) -> list[str]:
    """Whether nuisances slowed others: by sorted seconds to answers, without them and with."""
    if not quiet or not loud:
        return ["nobody was answered"]
    least, most = share([*quiet], 0.99), share([*loud], 0.99)
    if most <= max(SLOWEST, 4 * least):
        return []
    return [f"answers took {most:.2f} s with nuisances, {least:.2f} s without (p99)"]
