"""Finished games with stored reviews, as screens show them."""

from __future__ import annotations

from nim_tui.review.analysis import RecordedGame
from nim_tui.review.review_file import keep as keep_review
from nim_tui.tables.store import Store, review_of
from nim_tui.tables.table import Table
from tests.nim_tui.review.reviewing import made_up
from tests.screens.tables import ALONE, WON, keep, table_after

COSTLY = {
    9: ("drop 300", 0.06),
    14: ("A port", 0.21),
    17: ("stay", 0.12),
    20: ("B 29", 0.09),
    26: ("hold", 0.02),
}


def kept_and_reviewed(store: Store) -> None:
    """Store a game that Ana won, and its review."""
    keep(store, WON, seats=ALONE)
    _review(store, table_after(WON))


def reviewed_twice(store: Store) -> None:
    """Two such games."""
    kept_and_reviewed(store)
    (record,) = store.folder.glob("*.jsonl")
    again = record.with_stem("bataille-0002")
    again.write_bytes(record.read_bytes())
    review_of(again).write_bytes(review_of(record).read_bytes())


def won_and_reviewed(store: Store) -> Table:
    """Return the table of that game, at its end."""
    table = table_after(WON, store=store)
    _review(store, table)
    return table


def _review(store: Store, table: Table) -> None:
    (record,) = store.folder.glob("*.jsonl")
    told = RecordedGame.of(table)
    keep_review(review_of(record), made_up(told, COSTLY))
