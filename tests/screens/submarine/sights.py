"""Helpers for the screen of Submarine: choices on its sea."""

from __future__ import annotations

import re

from nim_tui.tables.table import Table
from nim_tui.testing.screens import Doing, Looker, press, settle, text_of
from rules.submarine.board import TOKEN_NAMES
from screens.submarine.screen import SubmarineScreen
from screens.submarine.sea import Sea
from screens.widgets.menu import Menu
from tests.screens.looking import menu_words, table_screen


def screen_of(pilot: Looker) -> SubmarineScreen:
    """Return the screen of the table."""
    screen = table_screen(pilot)
    assert isinstance(screen, SubmarineScreen)
    return screen


def sea_of(pilot: Looker) -> Sea:
    """Return the sea on the screen."""
    return screen_of(pilot).ui.sea


def drawn(pilot: Looker, spot: str) -> str:
    """Return the text on a spot of the sea."""
    sea = sea_of(pilot)
    region = sea.regions(spot)[0].translate(sea.content_region.offset)
    row = text_of(pilot.app).splitlines()[region.y]
    return row.ljust(region.right)[region.x : region.right]


def spot_of(pilot: Looker, token: str) -> str:
    """Return the spot of a token in the sea, by its name."""
    return sea_of(pilot).slot_of(TOKEN_NAMES.index(token))


async def choose(pilot: Looker, spot: str) -> None:
    """Put the cursor on a spot of the sea and press Enter."""
    sea = sea_of(pilot)
    sea.focus()
    sea.put_cursor(spot)
    await settle(pilot)
    await press(pilot, "enter")


def rows(pilot: Looker) -> list[str]:
    """Return the lines of the terminal."""
    return text_of(pilot.app).splitlines()


def board_rows(pilot: Looker) -> dict[str, str]:
    """Return each player's line on the small screen, by name: types, cards and jokers."""
    found = re.findall(r"^.{5}(.{9})([A-Z·]{12} .{20})", text_of(pilot.app), re.MULTILINE)
    return {name.strip(): row for name, row in found}


def player_row(pilot: Looker, name: str) -> str:
    """Return a player's line on the small screen: sign, name, types, cards and jokers."""
    return next(row for row in rows(pilot) if row[5:14].rstrip() == name)


def row_with(pilot: Looker, text: str) -> str:
    """Return the first line of the terminal with a text."""
    return next(row for row in rows(pilot) if text in row)


def lit(pilot: Looker) -> set[str]:
    """Return the spots of the sea that can be chosen."""
    return set(sea_of(pilot).lit)


def last_move(table: Table) -> str:
    """Return the words of the last move."""
    return table.plays[-1].move


async def take_from_menu(pilot: Looker, words: str) -> None:
    """Go to a line of the menu by arrows and press Enter."""
    menu = screen_of(pilot).query_one(Menu)
    menu.focus()
    await press(pilot, *["down"] * menu_words(pilot).index(words), "enter")


# Deeds


def choosing(spot: str) -> Doing:
    """Return an action: choose a spot of the sea."""
    return lambda pilot: choose(pilot, spot)
