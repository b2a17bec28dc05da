"""Reviews on a server: of games that are over, for whoever may see their replay."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from nim_tui.review.analysis import RecordedGame
from nim_tui.review.service import ReviewService
from nim_tui.server.play.reviews import OpenedReview, ReviewStore, opened
from nim_tui.server.storage.off_loop import at_once
from nim_tui.server.storage.schema import PRIVATE
from nim_tui.server.tables.table_store import CannotUseTable
from nim_tui.tables.record import MarkEntry
from tests.nim_tui.review.test_service import Steady
from tests.screens.lobby.server import Server
from tests.screens.tables import SEARCHED, TO_THE_END, WON


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    server = Server(tmp_path / "data")
    yield server
    server.close()


def open_as(server: Server, table: str, name: str | None) -> OpenedReview:
    """The game for its review, as somebody asks for it."""
    viewer = None if name is None else server.account(name).id
    return opened(server.database, table, viewer)


async def test_a_game_being_played_is_reviewed_for_nobody(server: Server) -> None:
    table = server.table("bataille", "Ana", "Ben")
    server.play(table, SEARCHED)
    for name in ("Ana", "Ben", "Zora", None):
        with pytest.raises(
            CannotUseTable, match="only a finished game can be replayed or reviewed"
        ):
            open_as(server, table, name)
    server.play(table, TO_THE_END)
    assert open_as(server, table, "Ana").own == 0


async def test_a_game_closed_in_the_middle_keeps_its_secrets(server: Server) -> None:
    table = server.table("bataille", "Ana", "Ben")
    server.play(table, SEARCHED)
    server.close_table(table)
    for name in ("Ana", "Zora"):
        with pytest.raises(
            CannotUseTable,
            match="this game was closed before its end: hidden information stays hidden",
        ):
            open_as(server, table, name)


async def test_whoever_may_watch_may_review_and_plays_no_seat(server: Server) -> None:
    table = server.table("bataille", "Ana", "Ben")
    server.play(table, WON)
    assert [open_as(server, table, name).own for name in ("Ana", "Ben", "Zora", None)] == [
        0, 1, None, None,
    ]  # fmt: skip


async def test_a_private_game_is_no_strangers_to_review(server: Server) -> None:
    server.account("Ben")
    table = server.table("bataille", "Ana", "?Ben", visibility=PRIVATE)
    server.join(table, "Ben")
    server.play(table, WON)
    assert open_as(server, table, "Ben").own == 1
    for name in ("Zora", None):
        with pytest.raises(CannotUseTable, match="unknown table"):
            open_as(server, table, name)


async def test_a_game_that_was_given_up_is_reviewed_as_far_as_it_went(server: Server) -> None:
    table = server.table("bataille", "Ana", "Ben")
    server.play(table, SEARCHED)
    server.win(table, loser="Ben")
    assert len(open_as(server, table, "Ana").told.plays) == len(SEARCHED.split(";"))


async def test_marks_of_seats_are_no_part_of_what_is_opened(server: Server) -> None:
    table = server.table("bataille", "Ana", "Ben")
    server.play(table, SEARCHED)
    at_once(server.lobby.opener.live(table)).mark(0, "12", "x")
    server.play(table, TO_THE_END)
    found = open_as(server, table, "Ben")
    assert not any(isinstance(line, MarkEntry) for line in found.lines)


async def test_so_many_files_are_kept_and_those_not_looked_at_go_first(
    server: Server, tmp_path: Path
) -> None:
    shelf = ReviewStore(ReviewService(Steady(), 1), tmp_path / "reviews", most=2)
    table = server.table("bataille", "Ana", "Ben")
    server.play(table, WON)
    told = open_as(server, table, "Ana").told
    games = [RecordedGame(told.header, told.plays[:count]) for count in (1, 2, 3)]
    paths = [shelf.path_of(game) for game in games]
    for path in paths:
        path.write_text("{}")
    shelf.path_of(games[0])
    shelf.path_of(told)
    assert [path.exists() for path in paths] == [True, False, True]
