"""Helpers for the screen of Der Schwarm: choices on its sea and in its menu."""

from __future__ import annotations

from nim_tui.tables.table import Table
from nim_tui.testing.screens import Doing, Looker, press, settle, text_of
from screens.schwarm.row import CardRow
from screens.schwarm.screen import SchwarmScreen
from screens.schwarm.sea import Sea
from screens.widgets.board import Board
from screens.widgets.menu import Menu
from screens.widgets.raster import Raster
from tests.screens.looking import go_to, table_screen


def screen_of(pilot: Looker) -> SchwarmScreen:
    """Return the screen of the table."""
    screen = table_screen(pilot)
    assert isinstance(screen, SchwarmScreen)
    return screen


def sea_of(pilot: Looker) -> Sea:
    """Return the sea."""
    return screen_of(pilot).ui.sea


def row_of(pilot: Looker) -> CardRow:
    """Return the row of cards."""
    return screen_of(pilot).ui.row


def rows(pilot: Looker) -> list[str]:
    """Return the lines of the terminal."""
    return text_of(pilot.app).splitlines()


def drawn(pilot: Looker, spot: str, board: Board | None = None) -> list[str]:
    """Return the text of a cell of the sea, or of a card of the row, line by line."""
    where = board or sea_of(pilot)
    lines = rows(pilot)
    found = []
    for region in where.regions(spot):
        place = region.translate(where.content_region.offset)
        for y in range(place.y, place.bottom):
            found.append(lines[y].ljust(place.right)[place.x : place.right])
    return found


def signs(raster: Raster) -> list[str]:
    """Return the text, line by line."""
    return ["".join(cell.sign for cell in row) for row in raster.rows]


def lit(pilot: Looker) -> set[str]:
    """Return the cells of the sea that can be chosen."""
    return set(sea_of(pilot).lit)


def last_move(table: Table) -> str:
    """Return the words of the last move."""
    return table.plays[-1].move


async def point(pilot: Looker, spot: str, board: Board | None = None) -> None:
    """Put the cursor on a cell of the sea, or on a card of the row."""
    where = board or sea_of(pilot)
    where.focus()
    where.put_cursor(spot)
    await settle(pilot)


async def choose(pilot: Looker, spot: str, board: Board | None = None) -> None:
    """Put the cursor on a spot and press Enter."""
    await point(pilot, spot, board)
    await press(pilot, "enter")


async def take(pilot: Looker, *items: str) -> None:
    """Choose lines of the menu, one after the other, by arrows and Enter."""
    for item in items:
        screen_of(pilot).query_one(Menu).focus()
        await go_to(pilot, item)
        await press(pilot, "enter")


def key_of(pilot: Looker, item: str) -> str:
    """Return the key of a line of the menu."""
    items = screen_of(pilot).query_one(Menu).items
    return next(known.key for known in items if known.id == item)


# Deeds


def pointing(spot: str) -> Doing:
    """Return an action: put the cursor on a cell of the sea."""
    return lambda pilot: point(pilot, spot)


def pricing(card: str) -> Doing:
    """Return an action: put the cursor on a card of the row."""
    return lambda pilot: point(pilot, card, row_of(pilot))


def choosing(spot: str) -> Doing:
    """Return an action: choose a cell of the sea."""
    return lambda pilot: choose(pilot, spot)


def taking(*items: str) -> Doing:
    """Return an action: choose lines of the menu."""
    return lambda pilot: take(pilot, *items)
