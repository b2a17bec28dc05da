"""Seeds of games on a server: kept whole, sealed until the end, and telling nothing of seats."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from nim_tui.server.accounts.store import Account
from nim_tui.server.contests.ladder_store import seated
from nim_tui.server.storage.database import Database
from nim_tui.server.tables.game_store import download, lines_since, open_table
from nim_tui.server.tables.listing import table_seen
from nim_tui.server.tables.record_store import end_game
from nim_tui.server.tables.table_store import CannotUseTable
from nim_tui.tables.record import parse_record
from nim_tui.tables.seeds import DrawnSeed, commitment_of
from tests.nim_tui.server.storage.conftest import begun

KEY, NONCE = "f7" * 16, "a1" * 16
SEED = DrawnSeed(KEY, NONCE, commitment_of(KEY, NONCE))


def sealed(told: object) -> bool:
    return not any(secret in repr(told) for secret in (KEY, NONCE, str(int(KEY, 16))))


def test_a_seed_of_128_bits_is_kept_whole_and_shown_at_the_end_alone(
    database: Database, ana: Account, ben: Account
) -> None:
    table = begun(database, ana, ben, game="submarine", seed=SEED)
    playing = open_table(database, table)
    assert (playing.seed, playing.commitment) == (SEED, SEED.commitment)
    seat = playing.waiting[0]
    playing.play(seat, playing.legal(seat)[0])
    assert sealed((table_seen(database, table, ana.id), table_seen(database, table, None)))
    assert sealed((download(database, table, ana.id), lines_since(database, table, 0)))
    with pytest.raises(CannotUseTable):
        download(database, table, None)
    playing.resign(0)
    assert parse_record(download(database, table, None)).header.seed == SEED


def test_a_game_that_was_closed_in_the_middle_stays_sealed(
    database: Database, ana: Account, ben: Account
) -> None:
    table = begun(database, ana, ben, seed=SEED)
    playing = open_table(database, table)
    assert end_game(database, table, None)
    assert sealed(download(database, table, ana.id))
    assert playing.opened is None
    assert open_table(database, table).opened is None


def test_who_sits_first_does_not_show_in_the_parity_of_the_seed() -> None:
    one: Any = SimpleNamespace(challenger=1, challenged=2)
    first: dict[int, set[int]] = {0: set(), 1: set()}
    for number in range(16):
        key = f"{number:032x}"
        first[number % 2].add(seated(one, DrawnSeed(key, NONCE, commitment_of(key, NONCE)))[0])
    assert first == {0: {1, 2}, 1: {1, 2}}
