"""Helpers for the screen of Himalaya: slots, map, and playback."""

from __future__ import annotations

from nim_tui.testing.screens import Looker, press, settle, text_of
from rules.himalaya.moves import LETTERS
from screens.himalaya.map import Map
from screens.himalaya.screen import HimalayaScreen
from screens.himalaya.slots import EMPTY, Slots
from tests.screens.looking import table_screen


def screen_of(pilot: Looker) -> HimalayaScreen:
    """Return the screen of the table."""
    screen = table_screen(pilot)
    assert isinstance(screen, HimalayaScreen)
    return screen


def slots_of(pilot: Looker) -> Slots:
    """Return the slots of the program."""
    return screen_of(pilot).ui.editor.slots


def map_of(pilot: Looker) -> Map:
    """Return the map."""
    return screen_of(pilot).ui.map


def laid(pilot: Looker) -> str:
    """Return the letters in the slots, "_" for empty ones."""
    return "".join("_" if order == EMPTY else LETTERS[order] for order in slots_of(pilot).laid)


def slot_words(pilot: Looker, slot: int) -> list[str]:
    """Return the lines of a slot, from 0, without its number."""
    slots = slots_of(pilot)
    region = slots.slot_region(slot).translate(slots.region.offset)
    rows = text_of(pilot.app).splitlines()[region.y : region.bottom]
    lines = [row.ljust(region.right)[region.x : region.right] for row in rows]
    return [lines[0][3:].strip(), *(line.strip() for line in lines[1:])]


def notes(pilot: Looker) -> list[str]:
    """Return the expected outcome of each step, as the slots show it in two lines."""
    return [slot_words(pilot, slot)[1] for slot in range(6)]


def map_text(pilot: Looker) -> str:
    """Return the text of the map."""
    region = map_of(pilot).region
    rows = text_of(pilot.app).splitlines()[region.y : region.bottom]
    return "\n".join(row.ljust(region.width)[: region.width] for row in rows)


def is_tracing(pilot: Looker) -> bool:
    """Whether the map shows the journey of a program."""
    journey = map_of(pilot).journey
    return bool(journey.legs or journey.trades)


def village_text(pilot: Looker, village: int) -> tuple[str, str]:
    """Return the two lines of a village on the map: its name and pieces, and its offer."""
    board = map_of(pilot)
    found = []
    for region in board.regions(str(village)):
        place = region.translate(board.content_region.offset)
        row = text_of(pilot.app).splitlines()[place.y].ljust(place.right)
        found.append(row[place.x : place.right].strip())
    head, offer = (*found, "")[:2]
    return head, offer


async def choose(pilot: Looker, village: int) -> None:
    """Put the cursor on a village and press Enter."""
    board = map_of(pilot)
    board.focus()
    board.put_cursor(str(village))
    await settle(pilot)
    await press(pilot, "enter")
