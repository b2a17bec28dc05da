"""Looking at the screen of Himalaya: slots, map, and what is shown step by step."""

from __future__ import annotations

from rules.himalaya.moves import LETTERS
from screens.himalaya import HimalayaScreen
from screens.himalaya.map import Map
from screens.himalaya.slots import EMPTY, Slots
from tests.screens.looking import Looker, press, settle, table_screen, text_of


def screen_of(pilot: Looker) -> HimalayaScreen:
    """The screen of the table."""
    screen = table_screen(pilot)
    assert isinstance(screen, HimalayaScreen)
    return screen


def slots_of(pilot: Looker) -> Slots:
    """The program being laid."""
    return screen_of(pilot).ui.editor.slots


def map_of(pilot: Looker) -> Map:
    """The map."""
    return screen_of(pilot).ui.map


def laid(pilot: Looker) -> str:
    """The letters in the slots, "_" where one is empty."""
    return "".join("_" if order == EMPTY else LETTERS[order] for order in slots_of(pilot).laid)


def slot_rows(pilot: Looker) -> list[str]:
    """The three lines of the slots: letters, names, what each order comes to."""
    region = slots_of(pilot).region
    assert region.height == 3
    return text_of(pilot.app).splitlines()[region.y : region.bottom]


def slot_words(pilot: Looker) -> list[str]:
    """What stands in the slots, without their numbers and the cursor."""
    found = [slot_rows(pilot)[0][1 + 13 * slot : 14 + 13 * slot] for slot in range(6)]
    return [text[1:].strip("› ") for text in found]


def notes(pilot: Looker) -> list[str]:
    """What each order would come to, as the slots say."""
    row = slot_rows(pilot)[2].ljust(80)
    return [row[1 + 13 * slot : 14 + 13 * slot].strip() for slot in range(6)]


def map_text(pilot: Looker) -> str:
    """What is written on the map, without its title."""
    region = map_of(pilot).region
    rows = text_of(pilot.app).splitlines()[region.y + 1 : region.bottom]
    return "\n".join(row[: region.width] for row in rows)


def village_text(pilot: Looker, village: int) -> tuple[str, str]:
    """The two lines of a village on the map."""
    board = map_of(pilot)
    found = []
    for region in board._regions[str(village)]:
        place = region.translate(board.content_region.offset)
        row = text_of(pilot.app).splitlines()[place.y].ljust(place.right)
        found.append(row[place.x : place.right].strip())
    head, offer = found
    return head, offer


async def choose(pilot: Looker, village: int) -> None:
    """Put the cursor on a village and press Enter."""
    board = map_of(pilot)
    board.focus()
    board.put_cursor(str(village))
    await settle(pilot)
    await press(pilot, "enter")
