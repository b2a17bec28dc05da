"""Tables of every game: undo, records, and two worlds at every door."""

from __future__ import annotations

import pytest

from nim_tui.registry import all_games
from nim_tui.tables.seeds import chance_of
from nim_tui.tables.table import Table
from nim_tui.testing.tables import TableSuite, said_in_text_mode, two_worlds
from nim_tui.testing.walks import settings_of
from rules.chance import Chance
from rules.contract import AnyGame

GAMES = tuple(entry.game for entry in all_games().values())


class TestGames(TableSuite):
    """Our own."""

    games = GAMES


def part(worlds: tuple[Table, Table]) -> bool:
    """Whether two worlds look otherwise once the same moves are played in both."""
    pick, (true, dreamt) = Chance(7), worlds
    for _move in range(60):
        if true.view(None) != dreamt.view(None):
            return True
        seat = true.waiting[0]
        words = [{move.word: move for move in table.legal(seat)} for table in worlds]
        common = [word for word in words[0] if word in words[1]]
        if len(common) < len(words[0]) or not common:
            return True
        word = pick.pick(common)
        for table, moves in zip(worlds, words):
            table.play(seat, moves[word])
    return False


@pytest.mark.parametrize("depth", [0, 3, 7, 11])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_two_worlds_are_not_one(game: AnyGame, depth: int) -> None:
    setting = next(settings_of(game))
    true, dreamt = two_worlds(setting, 5, depth)
    assert true.view(true.waiting[0]) == dreamt.view(true.waiting[0])
    assert part((true, dreamt))


def test_what_the_seed_of_a_table_holds_is_a_leak_once_it_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In Der Schwarm nothing else is hidden: face-down tiles are drawn when they are lifted."""
    worlds = two_worlds(next(settings_of(all_games()["schwarm"].game)), 5, 7)
    honest = [said_in_text_mode(table) for table in worlds]
    assert honest[0] == honest[1]

    def said_with_the_next_tile(table: Table) -> list[str]:
        tile = chance_of(table.seed).below(59)
        monkeypatch.setattr("nim_tui.games.schwarm.spoken.score", lambda _sight: [str(tile)])
        return said_in_text_mode(table)

    leaking = [said_with_the_next_tile(table) for table in worlds]
    assert leaking[0] != leaking[1]
