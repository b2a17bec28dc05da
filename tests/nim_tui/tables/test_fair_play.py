"""Hints and reviews of a game that goes on: one rule, whoever asks."""

from __future__ import annotations

import pytest

from nim_tui.review.analysis import RecordedGame
from nim_tui.tables.fair_play import Unfair, why_no_hints
from nim_tui.tables.open_table import same_again
from nim_tui.tables.store import Store
from tests.screens.tables import ALONE, LAID, PAIR, WON, table_after


def test_bots_help_against_bots_alone_or_where_all_agreed() -> None:
    assert why_no_hints(table_after(seats=ALONE)) is None
    assert why_no_hints(table_after(seats=PAIR)) is not None
    assert why_no_hints(table_after(seats=PAIR, hints_for_all=True)) is None


def test_what_was_agreed_is_kept_with_the_game_and_holds_for_the_next(store: Store) -> None:
    table = table_after(LAID, seats=PAIR, hints_for_all=True, store=store)
    table.close()
    (kept,) = store.kept()
    again, _was_cut = store.resume(kept.path)
    assert again.hints_for_all
    assert same_again(store, again).hints_for_all
    assert b"hints" not in table_after(seats=PAIR, store=store).keeper.path.read_bytes()  # type: ignore[union-attr]


def test_a_game_that_goes_on_is_reviewed_by_nobody() -> None:
    with pytest.raises(Unfair):
        RecordedGame.of(table_after(LAID, seats=ALONE))
    assert RecordedGame.of(table_after(WON)).plays
