"""A round robin: who plays whom, what is kept of it, and what it says of strength."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest

from nim_tui.arena.matches import (
    MatchResult,
    Pairing,
    UnsuitableEntrants,
    entrants_from,
    players_of,
    round_robin,
    tables_of,
)
from nim_tui.arena.results import ArenaGame, Results, UnfitResults, played
from nim_tui.arena.runner import bot_of, play
from nim_tui.arena.strength import by_seat, interval, standings
from nim_tui.bots.levels import TellingBot
from nim_tui.games.bataille.bot import MediumBot
from nim_tui.games.bataille.judge import hard
from nim_tui.registry import UnknownName, all_games
from nim_tui.tables.record import read_record
from nim_tui.tables.replay import table_from
from rules.contract import Result
from rules.options import OptionValue
from tests.nim_tui.conftest import run

ABOUT = {"game": "bataille", "options": {}}


def game(*lineup: str, won: tuple[int, ...] = (0,), seed: int = 1) -> ArenaGame:
    """A game that these seats won, with decisions of 1 ms and one of 100 ms."""
    rest = tuple(seat for seat in range(len(lineup)) if seat not in won)
    result = Result((won, rest) if rest else (won,), "ships")
    thought = tuple((0.001,) * 9 + (0.1,) for _seat in lineup)
    return played(Pairing(lineup, seed), MatchResult(seed, 30, result, thought))


def test_bots_are_named_with_how_many_there_are() -> None:
    assert entrants_from("hard,Medium:2, turtle") == ("hard", "medium", "medium", "turtle")
    assert entrants_from("hard/aggressive:2") == ("hard/aggressive",) * 2
    for text in ("", "hard,,easy", "hard:0", "hard:x", "hard:-1", "hard:٣", "easy:13"):
        with pytest.raises(UnsuitableEntrants):
            entrants_from(text)


def test_a_bot_may_have_a_style() -> None:
    entry = all_games()["bataille"]
    plain, styled = bot_of(entry, "hard"), bot_of(entry, "hard/aggressive")
    assert isinstance(plain, TellingBot)
    assert isinstance(styled, TellingBot)
    assert isinstance(styled.own, MediumBot)
    assert vars(styled.own) == vars(hard("aggressive")) != vars(plain.own)
    for entrant in ("hard/fierce", "hard/", "random/cautious", "turtle/cautious", "/cautious"):
        with pytest.raises(UnknownName):
            bot_of(entry, entrant)
    former, greedy = bot_of(entry, "hard/grasping"), bot_of(entry, "hard/greedy")
    assert isinstance(former, TellingBot)
    assert isinstance(greedy, TellingBot)
    assert vars(former.own) == vars(greedy.own)
    named = Pairing(("medium/cautious", "medium/greedy"), 5)
    assert play("bataille", {}, named).lineup == named.lineup
    assert play("bataille", {}, named) != play("bataille", {}, Pairing(("medium", "medium"), 5))


def test_a_game_of_bots_leaves_a_record_that_replays_it(tmp_path: Path) -> None:
    pairing = Pairing(("medium/greedy", "random", "random"), 5)
    result = play("himalaya", {"events": True}, pairing, tmp_path)
    record = read_record(tmp_path / "himalaya-5-medium.greedy-random-random.jsonl")
    table = table_from(record.header, all_games()["himalaya"].game, record.lines)
    assert table.result is not None
    assert (table.result.ranking, table.moves_played) == (result.ranking, result.moves)
    assert table.header.options["events"] is True
    assert [seat.bot for seat in record.header.seats] == ["medium", "random", "random"]


def test_as_many_play_at_a_table_as_the_game_seats() -> None:
    assert players_of(range(2, 6), ("hard", "easy", "easy"), None) == 3
    assert players_of(range(2, 3), ("hard", "medium", "easy"), None) == 2
    assert players_of(range(2, 6), ("hard",) * 5, 4) == 4
    for entrants, players in ((("hard",), None), (("hard", "easy"), 3)):
        with pytest.raises(UnsuitableEntrants):
            players_of(range(2, 6), entrants, players)


def test_every_table_is_made_once() -> None:
    assert tables_of(("hard", "medium", "medium"), 2) == [("hard", "medium"), ("medium", "medium")]
    assert len(tables_of(("a", "b", "c", "d"), 3)) == 4


def test_each_deal_is_played_in_every_order_of_seats() -> None:
    pairings = list(round_robin(("hard", "easy", "random"), 3, 6, 50))
    assert len(set(pairings)) == 6
    assert Counter(pairing.seed for pairing in pairings) == {50: 3, 51: 3}
    assert all(
        Counter(pairing.lineup[seat] for pairing in pairings) == {"hard": 2, "easy": 2, "random": 2}
        for seat in range(3)
    )


def test_an_interval_is_wilson_s() -> None:
    low, high = interval(0.5, 100)
    assert (round(low, 3), round(high, 3)) == (0.404, 0.596)
    assert interval(1.0, 10)[1] == 1.0
    assert interval(0.0, 0) == (0.0, 1.0)


def test_shares_of_first_places_and_time_are_counted_by_level() -> None:
    games = [
        game("hard", "easy", "easy"),
        game("easy", "hard", "easy", won=(0, 1)),
        game("easy", "easy", "hard", won=(2,)),
    ]
    best, other = standings(games)
    assert (best.level, best.games, best.first, best.share) == ("hard", 3, 2.5, 2.5 / 3)
    assert (other.level, other.games, other.first) == ("easy", 6, 0.5)
    assert best.even == pytest.approx(1)
    assert best.decisions == 30
    assert best.mean_seconds == pytest.approx(0.0109)
    assert best.slowest(0.2) == pytest.approx(0.001, rel=0.1)
    assert best.slowest(0.0) == pytest.approx(0.1, rel=0.1)
    assert best.rating is not None
    assert other.rating is not None
    assert best.rating > other.rating
    assert by_seat(games) == [0.5, pytest.approx(0.5 / 3), pytest.approx(1 / 3)]


def test_what_was_played_is_taken_up_again(tmp_path: Path) -> None:
    path = tmp_path / "kept.jsonl"
    results = Results(ABOUT, path)
    for seed in range(3):
        results.add(game("hard", "easy", seed=seed))
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    again = Results(ABOUT, path)
    assert [pairing.seed for pairing in again.games] == [0, 1]
    again.add(game("hard", "easy", seed=2))
    assert path.read_bytes() == whole
    assert Results(ABOUT, path).games == results.games


@pytest.mark.parametrize("text", ["not ours\n", '{"game": "himalaya", "options": {}}\n'])
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "kept.jsonl"
    path.write_text(text)
    with pytest.raises(UnfitResults, match="holds results of another match; choose another file"):
        Results(ABOUT, path)
    assert path.read_text() == text


def test_a_line_that_was_spoilt_is_named(tmp_path: Path) -> None:
    path = tmp_path / "kept.jsonl"
    Results(ABOUT, path).add(game("hard", "easy"))
    path.write_text(path.read_text() + '{"lineup": 3}\n')
    with pytest.raises(UnfitResults, match="line 3"):
        Results(ABOUT, path)


ARENA = ("arena", "bataille", "--bots", "medium,random", "--json")


def test_it_comes_to_the_same_in_one_process_and_in_several() -> None:
    alone, together = (run(*ARENA, "--games", "4", "--processes", count) for count in "12")
    assert alone.exit_code == together.exit_code == 0
    facts = [json.loads(result.stdout) for result in (alone, together)]
    for each in facts:
        for bot in each["bots"]:
            del bot["seconds"]
    assert facts[0] == facts[1]
    assert facts[0]["games"] == 4
    assert facts[0]["bots"][0]["bot"] == "medium"


def test_it_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = ("--keep", str(tmp_path / "kept.jsonl"))
    assert run(*ARENA, "--games", "2", "--processes", "1", *kept).exit_code == 0
    begun: list[Pairing] = []
    from nim_tui.arena import runner
    from nim_tui.commands import arena

    one = runner.play

    def noted(
        name: str, options: Mapping[str, OptionValue], pairing: Pairing, records: Path | None
    ) -> ArenaGame:
        begun.append(pairing)
        return one(name, options, pairing, records)

    monkeypatch.setattr(arena, "play", noted)
    result = run(*ARENA, "--games", "3", "--processes", "1", *kept)
    assert json.loads(result.stdout)["games"] == 3
    assert len(begun) == 1


@pytest.mark.slow
def test_it_is_told_in_lines() -> None:
    result = run(*ARENA[:-1], "--games", "2", "--processes", "1")
    first, *rest = result.stdout.splitlines()
    assert first == "bataille, 2 games, seed 1"
    assert rest[0].startswith("medium  2 games   ")
    assert "[" in rest[0]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--bots", "hurd,medium"], "has no bot 'hurd'"),
        (["--bots", "medium"], "a table seats 2 to 2 of these bots, not 1"),
        (["--bots", "medium:"], "write bots as LEVEL[/STYLE][:COUNT], separated by commas, not"),
        (["--keep", "/nowhere/kept.jsonl"], "/nowhere/kept.jsonl"),
    ],
)
def test_mistakes_are_told_in_a_line(words: list[str], told: str) -> None:
    result = run("arena", "bataille", *words)
    assert result.exit_code == 2
    assert told in result.stderr
    assert result.stderr.count("\n") == 1
