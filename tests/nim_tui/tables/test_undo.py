"""Taking moves back: the own last one, and only while it showed nothing."""

from __future__ import annotations

import pytest

from nim_tui.bots.levels import RandomBot
from nim_tui.tables.record import read_record
from nim_tui.tables.replay import standing_moves
from nim_tui.tables.seats import LivePlace, TableSeat
from nim_tui.tables.store import Store, replay
from nim_tui.tables.undo import MOST_UNDOS, PlayedMove
from nim_tui.testing.tables import everything
from rules.bataille import BATAILLE
from rules.contract import AnyGame, IllegalMove
from tests.nim_tui.conftest import before_a, play_on, play_words, table_of
from tests.rules.tiny import TINY, Kept, Opened

CAMPS = (
    "0 sub 14.200", "0 sub 1.100", "0 sub 36.300", "0 mine 9",
    "1 sub 15.200", "1 sub 2.100", "1 sub 30.300", "1 mine 22",
)  # fmt: skip


def test_taking_back_brings_back_what_was() -> None:
    table = play_words(table_of(), "0 sub 14.200")
    before = everything(table)
    play_words(table, "0 sub 13.200")
    table.undo(0)
    assert everything(table) == before


def test_while_all_choose_at_once_each_takes_back_his_own_last_move() -> None:
    table = table_of()
    assert not table.can_undo(0)
    play_words(table, "0 sub 14.200")
    assert table.can_undo(0)
    assert not table.can_undo(1)
    play_words(table, "1 sub 14.200", "0 sub 1.100", "1 sub 1.300")
    table.undo(0)
    assert everything(table) == everything(
        play_words(table_of(), "0 sub 14.200", "1 sub 14.200", "1 sub 1.300")
    )
    table.undo(0)
    table.undo(1)
    assert everything(table) == everything(play_words(table_of(), "1 sub 14.200"))


def test_what_the_other_lays_in_secret_does_not_show_in_what_may_be_taken_back() -> None:
    laid = ("0 sub 14.200", "0 sub 1.100")
    for others in ((), ("1 sub 2.100",), ("1 sub 2.100", "1 sub 30.300"), CAMPS[4:7]):
        for words in (*laid, *others), (*others, *laid), (laid[0], *others, laid[1]):
            table = play_words(table_of(), *words)
            assert table.can_undo(0)
            seen = TableSeat(LivePlace(table), 0, RandomBot()).moves_played
            assert seen == play_words(table_of(), *laid).moves_noticed(0)


def test_a_camp_may_be_changed_until_the_first_turn_is_played() -> None:
    table = play_words(table_of(), *CAMPS)
    assert table.can_undo(0)
    assert table.can_undo(1)
    table.undo(0)
    assert table.waiting == (0,)
    play_words(table, CAMPS[3], "0 A 5")
    assert not table.can_undo(1)


def test_an_undo_past_moves_of_others_stands_in_the_record(store: Store) -> None:
    table = table_of()
    path = store.open_new(table)
    play_words(table, "0 sub 14.200", "1 sub 14.200", "0 sub 1.100", "1 sub 1.300")
    table.undo(0)
    table.close()
    record = read_record(path)
    assert everything(replay(record)) == everything(table)
    words = [line.move for line in standing_moves(record.lines)]
    assert words == ["sub 14.200", "sub 14.200", "sub 1.300"]


def test_only_who_notices_a_move_is_told() -> None:
    table = table_of()
    told: list[str] = []
    for seat, name in ((0, "first"), (1, "second"), (None, "spectator")):
        table.listen(lambda name=name: told.append(name), (seat,))  # type: ignore[misc]
    table.listen(lambda: told.append("house"))
    play_words(table, "0 sub 14.200")
    table.undo(0)
    assert told == ["first", "house"] * 2
    play_words(table, *CAMPS[:3])
    told.clear()
    play_words(table, CAMPS[3])
    assert told == ["first", "second", "spectator", "house"], "that a camp is laid is public"


def test_nothing_is_taken_back_past_a_revelation() -> None:
    table = play_words(table_of(), *CAMPS, "0 A 5")
    assert not table.can_undo(0), "that no mine lay there was shown"
    play_words(table, "0 hold")
    assert table.can_undo(0), "that no charge was dropped shows nothing"
    table.undo(0)
    assert not table.can_undo(0)


def test_a_charge_whose_answer_was_known_is_taken_back() -> None:
    table = play_words(table_of(), *CAMPS, "0 A 5", "0 drop 100", "1 A 7", "1 hold", "1 hold")
    play_words(table, "0 stay", "0 drop A 100")
    table.undo(0)
    assert table.view(0).fleets[0].charges == (3, 3, 2)
    play_words(table, "0 drop A 200")
    assert not table.can_undo(0)


@pytest.mark.parametrize(("word", "game"), [("draw", TINY), ("fire", BATAILLE), ("drop", BATAILLE)])
def test_nothing_is_taken_back_past_a_draw_or_an_answer(word: str, game: AnyGame) -> None:
    table, seat, move = before_a(word, game)
    table.play(seat, move)
    assert not table.can_undo(seat)
    with pytest.raises(IllegalMove):
        table.undo(seat)


def test_a_draw_counts_even_if_no_event_says_so() -> None:
    move = BATAILLE.parse("stay")
    plain = Kept(0)
    assert PlayedMove(0, move, (plain,), drew=False, waiting=(0,)).can_be_taken_back
    assert not PlayedMove(0, move, (plain,), drew=True, waiting=(0,)).can_be_taken_back
    shown = Opened(0, 3)
    assert not PlayedMove(0, move, (plain, shown), drew=False, waiting=(0,)).can_be_taken_back


def test_nothing_is_taken_back_once_the_game_is_over() -> None:
    table = play_on(table_of())
    assert table.result is not None
    assert not any(table.can_undo(seat) for seat in (0, 1))


def test_in_one_turn_moves_are_taken_back_so_often() -> None:
    table = play_words(table_of(), "0 sub 14.200")
    for _time in range(MOST_UNDOS):
        table.undo(0)
        play_words(table, "0 sub 14.200")
    assert not table.can_undo(0)
    with pytest.raises(IllegalMove, match="this move cannot be undone"):
        table.undo(0)
    play_words(table, "1 sub 15.200")
    assert not table.can_undo(0), "the other's secret move is not to be told by this"
    assert table.can_undo(1)


def test_a_turn_that_ended_and_was_taken_back_is_the_same_turn() -> None:
    table = play_words(table_of(), *CAMPS[:4])
    for _time in range(MOST_UNDOS):
        table.undo(0)
        play_words(table, "0 mine 9")
    assert not table.can_undo(0)
    play_words(table, *CAMPS[4:])
    assert table.can_undo(0), "Ben's last move has begun a turn of hers"


def test_a_record_of_before_with_more_moves_taken_back_replays(store: Store) -> None:
    table = table_of()
    path = store.open_new(table)
    play_words(table, "0 sub 14.200")
    for _time in range(MOST_UNDOS):
        table.undo(0)
        play_words(table, "0 sub 14.200")
    assert not table.can_undo(0)
    table.close()
    undo_and_again = path.read_text().splitlines(keepends=True)[-2:]
    with path.open("a") as file:
        file.writelines(undo_and_again * 3)
    back = replay(read_record(path))
    assert everything(back) == everything(table)
    assert not back.can_undo(0)
