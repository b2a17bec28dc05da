"""A process that plays on the storage layer alone until it is killed, and tells what is kept."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random

from nim_tui.registry import all_games, load_all
from nim_tui.server.accounts.store import account_named, keep_settings, register
from nim_tui.server.storage.database import Database, StorageError
from nim_tui.server.storage.migrate import FILE, open_database
from nim_tui.server.tables.game_store import open_table, tables_being_played
from nim_tui.tables.table import Table
from tests.nim_tui.server.storage.conftest import begun, key

PEOPLE = ("Ana", "Ben")
AT_ONCE = 6
"""Games that are played at the same time."""

load_all()  # once, in the process that writers are forked from


def set_up(folder: Path) -> None:
    """A database with people."""
    database = open_database(folder)
    for number, name in enumerate(PEOPLE):
        register(database, name, key(number))
    database.close()


def write(folder: Path, seed: str, is_short: bool, says: Connection) -> None:
    """Play games by chance, for good; each move is told once it is kept, None for a write refused.

    Where the disk is short of room writes fail now and then, some in their middle.
    """
    draw, database = Random(seed), open_database(folder)
    games = _opened(database)
    says.send(None)
    while True:
        try:
            if is_short and draw.random() < 0.3:
                with short(folder, draw):
                    _one(database, games, draw, says)
            else:
                _one(database, games, draw, says)
        except StorageError:
            says.send(None)
            games = _opened(database)


def _opened(database: Database) -> dict[str, Table]:
    """The games that are played, as they are kept."""
    names = tables_being_played(database)[:AT_ONCE]
    return {name: open_table(database, name) for name in names}


def _one(database: Database, games: dict[str, Table], draw: Random, says: Connection) -> None:
    """Do one thing: a game begins, settings are kept, or somebody moves."""
    ana, ben = (account_named(database, name) for name in PEOPLE)
    assert ana is not None
    assert ben is not None
    chance = draw.random()
    if len(games) < AT_ONCE:
        game, seed = draw.choice([*all_games()]), draw.randrange(2**32)
        bots = ("random",) * (all_games()[game].game.seats[0] - 2)
        name = begun(database, ana, ben, game=game, seed=seed, bots=bots)
        games[name] = open_table(database, name)
    elif chance < 0.1:
        keep_settings(database, ana.id, {"pace": "off", "name": "x" * draw.randrange(5000)})
    else:
        name = draw.choice([*games])
        _moves(games, name, draw, says)


def _moves(games: dict[str, Table], name: str, draw: Random, says: Connection) -> None:
    table = games[name]
    if not table.waiting:
        table.write_end()
        del games[name]
        return
    seat = draw.choice(table.waiting)
    number = sum(line.seat == seat for line in table.plays)
    move = draw.choice(table.legal(seat))
    table.play(seat, move)
    says.send((name, seat, number, move.word))


@contextmanager
def short(folder: Path, draw: Random) -> Iterator[None]:
    """Let no file grow beyond a size that is drawn: some write fails at its first byte or later."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    log = folder / f"{FILE}-wal"
    most = draw.randrange(20_000 + (log.stat().st_size if log.exists() else 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
