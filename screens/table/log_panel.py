"""The end of the log, beside the boards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.contract import Event
from screens.colours import Look, Spans, seat_sign
from screens.table.game_ui import GameUi
from screens.table.since import brief
from screens.text import _
from screens.widgets.panel import Panel


class LogPanel(Panel):
    """As many of the last lines as fit, each behind the sign of who did it."""

    def __init__(self) -> None:
        super().__init__(id="log", from_end=True)

    def tell(self, events: Sequence[Event], ui: GameUi[Any], most: int) -> None:
        """Show the end of what happened."""
        lines: list[Spans] = []
        for event in reversed(events):
            if len(lines) == most:
                break
            if text := ui.sentence(event):
                lines.append(log_line(event, text, ui))
        self.show(_("Log"), lines[::-1])


def log_line(event: Event, text: str, ui: GameUi[Any]) -> Spans:
    """What happened, short, behind the sign of who did it."""
    look = Look(style="bold" if ui.is_weighty(event) else "")
    if event.seat is None:
        return [("  ", look), (text, look)]
    sign = seat_sign(event.seat)
    return [sign, (brief(event, text, ui.people), look)]
