"""The screens of tables and replays. Apart from the app, which paints home without these."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from nim_tui.catalog import offer_named
from nim_tui.tables.record import Header, Line, Over
from nim_tui.tables.replay import Replay
from nim_tui.tables.seats import LivePlace, ReplaySeat, TableSeat
from nim_tui.tables.table import Table
from nim_tui.thinking.question import IN_THREAD, Thinker

if TYPE_CHECKING:
    from screens.table.screen import GameScreen


def live_screen(table: Table, thinker: Thinker = IN_THREAD) -> GameScreen[Any]:
    """The screen of a table for the people at this keyboard."""
    offer = offer_named(table.game.name)
    adviser = offer.adviser
    place = LivePlace(table)
    screen: GameScreen[Any] = offer.screen_type(
        [
            TableSeat(place, n, adviser, thinker)
            for n, seat in enumerate(table.seats)
            if seat.bot is None
        ],
        TableSeat(place, None, adviser),
        title=offer.title,
    )
    return screen


def replay_screen(
    header: Header,
    lines: Sequence[Line],
    position: int,
    own: int | None = None,
    seat: int = 0,
) -> GameScreen[Any]:
    """Steps through a record: as any seat saw it if the game is over, else the public view.

    `own` is the seat of whoever does so, `seat` the one whose view comes first.
    """
    offer = offer_named(header.game)
    replay = Replay(header, offer.game, lines)
    adviser = offer.bot("random")
    replay.go(replay.length)
    is_over = replay.table.result is not None or any(isinstance(line, Over) for line in lines)
    seats = range(len(header.seats)) if is_over else ()
    replay.go(position)
    looks = [ReplaySeat(replay, number, adviser) for number in seats]
    watcher = ReplaySeat(replay, None, adviser)
    screen: GameScreen[Any] = offer.screen_type(
        looks[seat : seat + 1], watcher, title=offer.title, steps=replay, looks=looks, own=own
    )
    return screen
