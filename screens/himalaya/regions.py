"""The regions as they are written on the map: letter, name, and who has delegations there."""

from __future__ import annotations

from collections.abc import Sequence

from textual.geometry import Region

from rules.himalaya.scoring import region_holder
from rules.himalaya.view import HimalayaView
from screens.colours import Look, chip
from screens.himalaya.atlas import Atlas
from screens.himalaya.signs import FLAG
from screens.player_styles import SIDE_SIGNS, SIDES
from screens.spans import Span
from screens.text import _, shortened
from screens.widgets.raster import Raster


def draw_regions(raster: Raster, atlas: Atlas, view: HimalayaView) -> None:
    """All of them."""
    for region, place in enumerate(atlas.labels):
        _draw_region(raster, place, view, region)


def _draw_region(raster: Raster, place: Region, view: HimalayaView, region: int) -> None:
    """Letter and name, and below them, or in the place of the name, the delegations."""
    printed = view.board.regions[region]
    raster.write(place.x, place.y, printed.letter, "ink", style="bold")
    sent = view.delegations[region]
    if place.height > 1 or not any(sent):
        raster.write(place.x + 2, place.y, shortened(_(printed.name), place.width - 2), "ink")
    parts = _delegations(sent)
    room = place.width - (1 if place.height > 1 else 2)
    gap = 1 if sum(len(text) + 1 for text, _look in parts) - 1 <= room else 0
    column = place.right - room
    for text, look in parts:
        raster.write(column, place.bottom - 1, text, look.ink, ground=look.ground, style=look.style)
        column += len(text) + gap


def _delegations(sent: Sequence[int]) -> list[Span]:
    """Who has how many delegations in a region; who leads alone stands first, as a chip."""
    leader = region_holder(sent, range(len(sent)))
    spans: list[Span] = []
    for seat in sorted(range(len(sent)), key=lambda seat: (seat != leader, seat)):
        text = f"{SIDE_SIGNS[seat]}{sent[seat]}"
        if seat == leader:
            spans.append((f"{FLAG}{text}", chip(SIDES[seat])))
        elif sent[seat]:
            spans.append((text, Look(SIDES[seat], "", "bold")))
    return spans
