"""Drawings of the map's cells, with pieces, marks and previews of moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from textual.geometry import Region, Size

from rules.schwarm.board import CROSS_LINKS
from rules.schwarm.cells import COMPASS, NONE
from rules.schwarm.view import SchwarmView
from screens.colours import SIDES, Look
from screens.schwarm import pieces
from screens.schwarm.pieces import EAST, SOUTH, WEST, draw_lines, draw_pipes
from screens.schwarm.signs import CRAB, WAVE, WHALE
from screens.schwarm.surface import (
    NARROW,
    SeaGeometry,
    draw_coast,
    draw_ripples,
    ground_of,
    middle_of,
    wet_sides,
)
from screens.table.hints import SIGN
from screens.text import current_look
from screens.widgets.raster import Raster

_GLOW: Final = 22
_GLOW_ON_LAND: Final = 13
_AMBER: Final = 55
_FRESH: Final = 30
_SHORE: Final = 60
"""Shares of colour over the ground, in per cent: recent moves, a path, a new network, choices."""
_QUIETER: Final = 4
"""The divisor of these shares where signs show the same."""
_FAINT: Final = 28
_DARK: Final = 25
"""Shares in per cent: of ground over pipes that do not count, of ink over a tile in hand."""
_UNDER_BUOYS: Final = "tile+night/40"
"""The ground under signs in players' colours, dark enough to read them."""
_KEPT: Final = 2048
"""The pictures of cells kept, for all tables of the process."""
_HIT: Final = Look("on-loss", "loss", "bold")
_STEP: Final = Look("dark", "whale", "bold")
_HAZARDS: Final = {look.ground for look in pieces.HAZARDS.values()}
_BARE: Final = " ━─"
"""The signs that a mark without colours may replace."""
_ARROWS: Final = dict(zip(COMPASS, "▴↗▸↘▾↙◂↖"))


class Ghost(NamedTuple):
    """A tile held over a cell before it is placed, and its points."""

    cell: int
    links: int
    fits: bool
    pays: int = 0


class Mood(NamedTuple):
    """The marks of a cell besides its pieces."""

    is_lit: bool = False
    is_hinted: bool = False
    glow: int = NONE
    """The seat that last changed the cell since the reader's turn, or NONE."""
    ghost: Ghost | None = None
    is_fresh: bool = False
    """Whether the cell would join the network."""
    step: int = NONE
    """The index of the cell on a hazard's path, from 0, or NONE."""
    leaves: str = ""
    """The direction, a word of the compass, in which the path continues."""
    cost: int = NONE
    """The cost of a hit in the cell, or NONE."""


QUIET: Final = Mood()


class CellContent(NamedTuple):
    """The ground and the pieces of a cell, as they are drawn."""

    cell: int
    ground: str
    mover: int
    is_land: bool = False
    number: int = 0
    owner: int = NONE
    """The seat of the station on land, or NONE."""
    crew: int = NONE
    """The seat of the researcher in it, or NONE."""
    has_crab: bool = False
    wet: Sequence[bool] = ()
    """Whether there is water beside land: above, at the right, below, at the left."""
    links: int = 0
    is_face_down: bool = False
    is_queen: bool = False
    colours: Sequence[str] = ()
    """The colours of a tile's owners, faint if it is in no network that counts."""
    counts: bool = False
    """Whether a tile is in the network that scores."""
    ships: Sequence[int] = ()
    buoys: Sequence[int] = ()
    """The ships and buoys of each player."""
    hazards: str = ""


@dataclass(frozen=True, slots=True)
class Painter:
    """A painter of a view's cells, with the network (bits) that scores highlighted."""

    view: SchwarmView
    plan: SeaGeometry
    network: int
    is_plain: bool

    def paint(self, raster: Raster, cell: int, mood: Mood = QUIET) -> None:
        """Draw a cell again."""
        region = self.plan.cell(cell)
        content, look = self._content(cell), current_look().key
        picture = _drawn(region.size, content, mood, look, is_plain=self.is_plain)
        raster.cover(region.offset, picture)

    def _content(self, cell: int) -> CellContent:
        view, board = self.view, self.view.board
        ground, mover, place = ground_of(view, cell), view.mover, board.place_of[cell]
        if place != NONE:
            return CellContent(
                cell, ground, mover,
                is_land=True,
                number=board.numbers[place],
                owner=view.owners[place],
                crew=view.crew[place],
                has_crab=view.crab == cell,
                wet=wet_sides(board, cell),
            )  # fmt: skip
        is_queen, players = cell == board.queen, view.players
        counts = bool(self.network >> cell & 1)
        return CellContent(
            cell, ground, mover,
            links=CROSS_LINKS if is_queen else view.links_at(cell),
            is_face_down=bool(view.face_down >> cell & 1),
            is_queen=is_queen,
            colours=self._colours(cell, counts=counts),
            counts=counts,
            ships=tuple(player.ships.count(cell) for player in players),
            buoys=tuple(
                int(player.is_linked) if is_queen else player.buoys.count(cell)
                for player in players
            ),
            hazards=WHALE * view.whales.count(cell) + WAVE * view.waves.count(cell),
        )  # fmt: skip

    def _colours(self, cell: int, *, counts: bool) -> Sequence[str]:
        if cell == self.view.board.queen:
            return ("queen",)
        owners = [s for s, player in enumerate(self.view.players) if player.buoyed >> cell & 1]
        if not self.network or counts:
            return tuple(SIDES[seat] for seat in owners)
        return tuple(f"{SIDES[seat]}+tile/{_FAINT}" for seat in owners)


@lru_cache(_KEPT)
def _drawn(
    size: Size, content: CellContent, mood: Mood, _look: tuple[str, str], *, is_plain: bool
) -> Raster:
    """Return the picture of a cell, with the signs of a look; nothing may be drawn on it."""
    raster = Raster(*size)
    CellDrawing(raster, size.region, content, mood, is_plain).draw()
    return raster


@dataclass(frozen=True, slots=True)
class CellDrawing:
    """The drawing of a cell on a raster of its size."""

    raster: Raster
    region: Region
    content: CellContent
    mood: Mood
    is_plain: bool

    def draw(self) -> None:
        """Draw ground, pieces and marks."""
        ground = self._ground()
        self.raster.fill(self.region, ground)
        if self.content.is_land:
            self._paint_land(ground)
        else:
            self._paint_water(ground)
        self._mark()

    def _ground(self) -> str:
        """Return the background of a cell.

        The colour of the ground, overlaid with the marks of a recent move, of a possible choice,
        of a cell that would join the network, and of a hazard's path.
        """
        mood, ground = self.mood, self.content.ground
        part, is_land = _QUIETER if self.is_plain else 1, self.content.is_land
        if mood.ghost is not None:
            return "tile" if self.is_plain else "light"
        if mood.is_lit:
            ground = f"{ground}+target/{_SHORE // part}" if is_land or self.is_plain else "target"
        if mood.glow != NONE:
            share = (_GLOW_ON_LAND if is_land else _GLOW) // part
            ground += f"+{SIDES[mood.glow]}/{share}"
        if mood.is_fresh:
            ground += f"+good/{_FRESH // part}"
        return f"{ground}+amber/{_AMBER // part}" if mood.step != NONE else ground

    def _paint_land(self, ground: str) -> None:
        raster, region, content = self.raster, self.region, self.content
        if not self.is_plain:
            draw_coast(raster, region, content.wet, content.cell, ground)
        is_taken = content.owner != NONE
        pieces.draw_number(raster, region, content.number, is_taken=is_taken)
        if is_taken:
            pieces.draw_station(raster, region, content.owner, content.crew, plain=self.is_plain)
        if content.has_crab:
            spot = _place_of_crab(region, is_taken=is_taken)
            pieces.draw_hazards(raster, spot, CRAB, plain=self.is_plain)

    def _paint_water(self, ground: str) -> None:
        raster, region, content, plain = self.raster, self.region, self.content, self.is_plain
        ghost = self.mood.ghost
        if ghost is not None:
            self._paint_ghost(ghost)
        elif content.links:
            self._paint_tile()
        elif content.is_face_down:
            draw_ripples(raster, region, content.cell, ground, plain=plain)
        if content.is_queen:
            pieces.draw_queen(raster, region, plain=plain)
        pieces.draw_ships(raster, region, content.ships, plain=plain)
        if ghost is None:
            under = _UNDER_BUOYS if ground == "tile" else "notch"
            is_alone = not any(content.ships) and region.height > 1
            pieces.draw_buoys(raster, region, content.buoys, under, is_alone=is_alone)
        pieces.draw_hazards(raster, region, content.hazards, plain=plain)

    def _paint_tile(self) -> None:
        raster, region, content = self.raster, self.region, self.content
        if self.is_plain:
            draw_lines(raster, region, content.links, "ink", heavy=content.counts)
        elif content.colours:
            draw_pipes(raster, region, content.links, content.colours)
        else:
            draw_lines(raster, region, content.links, "soft", heavy=False)

    def _paint_ghost(self, ghost: Ghost) -> None:
        """Draw the tile in hand with its points, or the sign that it does not fit."""
        raster, region = self.raster, self.region
        ink = f"{SIDES[self.content.mover]}+dark/{_DARK}" if ghost.fits else "loss"
        text = f"+{ghost.pays}" if ghost.fits else "✗"
        if region.width < NARROW and (ghost.links & SOUTH or region.height == 1):
            text = text[-1]  # the pipe is in the middle
        x, y = region.right - len(text), region.bottom - 1
        if self.is_plain:
            draw_lines(raster, region, ghost.links, "ink", heavy=ghost.fits)
            raster.write(x, y, text, "ink", style="bold")
        else:
            draw_pipes(raster, region, ghost.links, (ink,))
            raster.write(x, y, text, "dark" if ghost.fits else "loss", style="bold")

    # Possible events

    def _mark(self) -> None:
        raster, region, mood = self.raster, self.region, self.mood
        if mood.is_lit and mood.ghost is None:
            self._mark_lit()
        if mood.is_hinted:
            x = region.right - 1 - (raster[region.right - 1, region.y].sign in "WVC")
            if region.width < NARROW:
                x = region.x  # at the right are crews and hazards
            raster.write(x, region.y, SIGN, "hint", ground="dark", style="bold")
        if mood.leaves:
            x, y = _edge(region, mood.leaves)
            if (x, y) == region.offset:
                x += 1  # after the number of the step
            while raster[x, y].ground in _HAZARDS:
                x -= 1
            raster.stamp(x, y, _ARROWS[mood.leaves], _STEP)
        if mood.step > 0:
            raster.stamp(region.x, region.y, str(mood.step), _STEP)
        if mood.cost != NONE:
            text = f"−{mood.cost}" if mood.cost else "0"
            x, y = region.x + (region.width - len(text)) // 2, region.y + (region.height - 1) // 2
            raster.stamp(x, y, text, _HIT)

    def _mark_lit(self) -> None:
        """Draw a dot in the middle of bare water, or corners on any other cell."""
        raster, region = self.raster, self.region
        x, y = middle_of(region)
        if self.is_plain:
            self._mark_lit_plain(y)
        elif raster[x, y].sign in " ~":
            raster.write(x, y, "•", "ink", style="bold")
        else:
            arms = self.content.links if region.height < 3 else 0
            for at, sign, arm in ((region.x, "▘", WEST), (region.right - 1, "▝", EAST)):
                if raster[at, region.y].sign in " ▔" and not arms & arm:
                    raster.write(at, region.y, sign, "ink")

    def _mark_lit_plain(self, y: int) -> None:
        """Draw dots at both sides of a cell; where a piece fills its line, in the line below."""
        raster, region = self.raster, self.region
        line = region.y if region.height > 2 else y
        ends = (region.x, region.right - 1)
        if region.width < NARROW and not any(raster[x, line].sign in _BARE for x in ends):
            line = region.bottom - 1
            if region.height == 1:
                raster.write(region.x, line, "·", "ink", style="bold")
        for x in ends:
            if raster[x, line].sign in _BARE:
                raster.write(x, line, "·", "ink", style="bold")


def _place_of_crab(region: Region, *, is_taken: bool) -> Region:
    """Return the place of a crab in a land cell, at its right: narrow ones have a crew there."""
    if region.width >= NARROW or (region.height == 1 and not is_taken):
        return region
    wide = region.width if region.height > 1 else 1
    return Region(region.x, region.bottom - 1, wide, 1)


def _edge(region: Region, direction: str) -> tuple[int, int]:
    """Return the point where a path leaves a cell."""
    x = region.x + (region.width - 1) // 2
    y = region.y + (region.height - 1) // 2
    if "e" in direction:
        x = region.right - 1
    elif "w" in direction:
        x = region.x
    if "n" in direction:
        y = region.y
    elif "s" in direction:
        y = region.bottom - 1
    return x, y
