"""The log of Submarine: its signs are white and pale, as no player has a colour here."""

from __future__ import annotations

from collections.abc import Sequence

from screens.spans import Spans
from screens.submarine.sides import without_hue
from screens.table.log_panel import LogPanel


class SeaLog(LogPanel):
    """The end of the log."""

    own = 0
    """The seat that is written white."""

    def show(self, title: str, lines: Sequence[Spans]) -> None:
        """Say something else."""
        super().show(title, [without_hue(line, self.own) for line in lines])
