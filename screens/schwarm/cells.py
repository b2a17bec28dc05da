"""Drawings of the map's cells, with pieces, marks and previews of moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from textual.geometry import Region

from rules.schwarm.board import CROSS_LINKS
from rules.schwarm.cells import COMPASS, NONE
from rules.schwarm.view import SchwarmView
from screens.colours import SIDES, Look
from screens.schwarm import pieces
from screens.schwarm.pieces import EAST, SOUTH, WEST, draw_lines, draw_pipes
from screens.schwarm.signs import CRAB, WAVE, WHALE
from screens.schwarm.surface import NARROW, SeaGeometry, draw_coast, draw_ripples, ground_of
from screens.table.hints import SIGN
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


@dataclass(frozen=True, slots=True)
class Painter:
    """A painter of a view's cells, with the network (bits) that scores highlighted."""

    view: SchwarmView
    plan: SeaGeometry
    network: int
    is_plain: bool

    def paint(self, raster: Raster, cell: int, mood: Mood = QUIET) -> None:
        """Draw a cell again."""
        region, ground = self.plan.cell(cell), self._ground(cell, mood)
        raster.fill(region, ground)
        if self.view.board.place_of[cell] != NONE:
            self._paint_land(raster, region, cell, ground)
        else:
            self._paint_water(raster, region, cell, ground, mood)
        self._mark(raster, region, cell, mood)

    def _ground(self, cell: int, mood: Mood) -> str:
        """Return the background of a cell.

        The colour of the ground, overlaid with the marks of a recent move, of a possible choice,
        of a cell that would join the network, and of a hazard's path.
        """
        ground, part = ground_of(self.view, cell), _QUIETER if self.is_plain else 1
        is_land = ground.startswith("land")
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

    # Land

    def _paint_land(self, raster: Raster, region: Region, cell: int, ground: str) -> None:
        view = self.view
        place = view.board.place_of[cell]
        owner = view.owners[place]
        if not self.is_plain:
            draw_coast(raster, region, view.board, cell, ground)
        is_taken = owner != NONE
        pieces.draw_number(raster, region, view.board.numbers[place], is_taken=is_taken)
        if is_taken:
            pieces.draw_station(raster, region, owner, view.crew[place], plain=self.is_plain)
        if view.crab == cell:
            spot = _place_of_crab(region, is_taken=is_taken)
            pieces.draw_hazards(raster, spot, CRAB, plain=self.is_plain)

    # Water

    def _paint_water(
        self, raster: Raster, region: Region, cell: int, ground: str, mood: Mood
    ) -> None:
        view, plain = self.view, self.is_plain
        is_queen, ghost = cell == view.board.queen, mood.ghost
        links = CROSS_LINKS if is_queen else view.links_at(cell)
        if ghost is not None:
            self._paint_ghost(raster, region, ghost)
        elif links:
            self._paint_tile(raster, region, cell, links)
        elif view.face_down >> cell & 1:
            draw_ripples(raster, region, cell, ground, plain=plain)
        if is_queen:
            pieces.draw_queen(raster, region, plain=plain)
        ships = [player.ships.count(cell) for player in view.players]
        pieces.draw_ships(raster, region, ships, plain=plain)
        if ghost is None:
            buoys = [player.buoys.count(cell) for player in view.players]
            if is_queen:
                buoys = [int(player.is_linked) for player in view.players]
            under = _UNDER_BUOYS if ground == "tile" else "notch"
            is_alone = not any(ships) and region.height > 1
            pieces.draw_buoys(raster, region, buoys, under, is_alone=is_alone)
        hazards = (WHALE * view.whales.count(cell)) + (WAVE * view.waves.count(cell))
        pieces.draw_hazards(raster, region, hazards, plain=plain)

    def _paint_tile(self, raster: Raster, region: Region, cell: int, links: int) -> None:
        counts = bool(self.network >> cell & 1)
        if self.is_plain:
            draw_lines(raster, region, links, "ink", heavy=counts)
        elif colours := self._colours(cell, counts=counts):
            draw_pipes(raster, region, links, colours)
        else:
            draw_lines(raster, region, links, "soft", heavy=False)

    def _colours(self, cell: int, *, counts: bool) -> Sequence[str]:
        """Return the colours of a tile's owners, faint if the tile is in no network that counts."""
        view = self.view
        if cell == view.board.queen:
            return ("queen",)
        owners = [s for s, player in enumerate(view.players) if player.buoyed >> cell & 1]
        if not self.network or counts:
            return [SIDES[seat] for seat in owners]
        return [f"{SIDES[seat]}+tile/{_FAINT}" for seat in owners]

    def _paint_ghost(self, raster: Raster, region: Region, ghost: Ghost) -> None:
        """Draw the tile in hand with its points, or the sign that it does not fit."""
        ink = f"{SIDES[self.view.mover]}+dark/{_DARK}" if ghost.fits else "loss"
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

    def _mark(self, raster: Raster, region: Region, cell: int, mood: Mood) -> None:
        if mood.is_lit and mood.ghost is None:
            self._mark_lit(raster, region, cell)
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

    def _mark_lit(self, raster: Raster, region: Region, cell: int) -> None:
        """Draw a dot in the middle of bare water, or corners on any other cell."""
        x, y = self.plan.middle(cell)
        if self.is_plain:
            self._mark_lit_plain(raster, region, y)
        elif raster[x, y].sign in " ~":
            raster.write(x, y, "•", "ink", style="bold")
        else:
            arms = self.view.links_at(cell) if region.height < 3 else 0
            for at, sign, arm in ((region.x, "▘", WEST), (region.right - 1, "▝", EAST)):
                if raster[at, region.y].sign in " ▔" and not arms & arm:
                    raster.write(at, region.y, sign, "ink")

    def _mark_lit_plain(self, raster: Raster, region: Region, y: int) -> None:
        """Draw dots at both sides of a cell; where a piece fills its line, in the line below."""
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
