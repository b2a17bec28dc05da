"""Widgets placed on a field by their cells, where no flow of boxes would fit them."""

from __future__ import annotations

from collections.abc import Mapping

from textual.containers import Container
from textual.geometry import Region
from textual.widget import Widget


class Field(Container):
    """Takes the lines that are left, and holds widgets where they are placed."""

    DEFAULT_CSS = """
    Field { height: 1fr; width: 1fr; layout: vertical; overflow: hidden; }
    Field > * { position: absolute; }
    """

    def place(self, regions: Mapping[Widget, Region | None]) -> None:
        """Lay widgets out anew; one without a region is not shown."""
        for widget, region in regions.items():
            widget.display = region is not None
            if region is not None:
                widget.styles.offset = region.offset
                widget.styles.width, widget.styles.height = region.size
