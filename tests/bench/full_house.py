"""A database as a server has it after years: many people, games that are over, tables waiting."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from sqlalchemy import Table, insert

from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import ACCOUNTS, OPEN, OVER, PUBLIC, SEATS, TABLES
from nim_tui.server.untrusted_text import folded, skeleton
from nim_tui.tables.record import FORMAT, EndEntry, RecordHeader, SeatPlan, encode

GAME: Final = "bataille"
FIRST: Final = 1_000_000
"""The number of the first of these people: those who sign in have lower ones."""
AT_ONCE: Final = 2_000
"""Rows of one statement."""
_LONG_AGO: Final = 1_600_000_000.0

Row = dict[str, Any]


def name_of(number: int) -> str:
    """The name of one of these people."""
    return f"Old hand {number - FIRST:05}"


def fill(database: Database, people: int, finished: int, waiting: int) -> list[int]:
    """Put in so many people, games of two that are over, and tables that wait for a second.

    The numbers of these people.
    """
    accounts = [FIRST + number for number in range(people)]
    _put(database, ACCOUNTS, (_account(number) for number in accounts))
    tables = [
        (number, accounts[number % people], accounts[(number * 7 + 1) % people])
        for number in range(finished + waiting)
    ]
    _put(database, TABLES, (_table(number, host, number >= waiting) for number, host, _ in tables))
    seats = (
        seat
        for number, host, other in tables
        for seat in _seats(number, host, other if number >= waiting else None)
    )
    _put(database, SEATS, seats)
    return accounts


def _put(database: Database, sheet: Table, rows: Iterator[Row]) -> None:
    every = list(rows)
    with database.writing() as connection:
        for first in range(0, len(every), AT_ONCE):
            connection.execute(insert(sheet), every[first : first + AT_ONCE])


def _account(number: int) -> Row:
    name = name_of(number)
    return {
        "id": number, "name": name, "skeleton": skeleton(name), "folded": folded(name),
        "created": _LONG_AGO, "last_seen": _LONG_AGO,
    }  # fmt: skip


def _table(number: int, host: int, is_over: bool) -> Row:
    title = f"Evening {number}"
    header = RecordHeader(FORMAT, GAME, {}, (SeatPlan("Ana"), SeatPlan("Ben")), number)
    result = encode(EndEntry(((number % 2,), (1 - number % 2,)), "ships")).decode()
    return {
        "id": f"evening-{number}", "game": GAME, "header": encode(header).decode(),
        "title": title, "sought": folded(title), "host": host, "visibility": PUBLIC,
        "status": OVER if is_over else OPEN, "created": _LONG_AGO - number,
        "last_move": _LONG_AGO - number, "moves": 40 if is_over else 0,
        "result": result if is_over else None,
    }  # fmt: skip


def _seats(number: int, host: int, other: int | None) -> Iterator[Row]:
    for seat, account in enumerate((host, other)):
        name = "" if account is None else name_of(account)
        yield {
            "table": f"evening-{number}", "seat": seat, "name": name,
            "sought": folded(name), "account": account,
        }  # fmt: skip
