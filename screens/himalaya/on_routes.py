"""What is written on the routes of the map: tokens, and the numbers of the own steps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual.geometry import Region

from rules.himalaya.moves import Kind
from rules.himalaya.view import HimalayaView
from screens.colours import chip
from screens.himalaya.atlas import Atlas
from screens.himalaya.journey import Journey
from screens.himalaya.routes import cells_along
from screens.himalaya.signs import TOKEN_LOOK, token_sign
from screens.himalaya.villages import Label
from screens.player_styles import SIDES
from screens.spans import Span
from screens.widgets.raster import Raster


def draw_on_routes(
    raster: Raster,
    atlas: Atlas,
    view: HimalayaView,
    labels: Iterable[Label],
    journey: Journey,
) -> None:
    """Tokens and the numbers of the own steps, on the middle of routes."""
    taken = [*atlas.labels]
    for label in labels:
        taken += [label.region.grow((0, 0, 0, 1)), label.below_region]
    for kind, routes in ((Kind.YETI, view.yetis), (Kind.SNOW, view.snows)):
        for route in routes:
            span = (f" {token_sign(kind)} ", TOKEN_LOOK)
            taken.append(_draw_midway(raster, cells_along(atlas.curves[route]), span, taken))
    for route, steps in journey.legs.items():
        text = "·".join(map(str, steps))
        span = (text, chip(SIDES[journey.seat]))
        taken.append(_draw_midway(raster, cells_along(atlas.curves[route]), span, taken))


def _draw_midway(
    raster: Raster, cells: Sequence[tuple[int, int]], span: Span, taken: Sequence[Region]
) -> Region:
    """A text as near to the middle of a route as nothing else is written; where."""
    text, look = span
    width = len(text)
    x, y = cells[len(cells) // 2]

    def is_free(region: Region) -> bool:
        is_inside = Region(0, 0, raster.width, raster.height).contains_region(region)
        return is_inside and not any(other.intersection(region).area for other in taken)

    beside = [Region(cx - width // 2, cy + dy, width, 1) for cx, cy in cells for dy in (0, 1, -1)]
    beside.sort(key=lambda r: abs(r.x + width // 2 - x) + 2 * abs(r.y - y))
    place = next(filter(is_free, beside), beside[0])
    raster.stamp(*place.offset, text, look)
    return place
