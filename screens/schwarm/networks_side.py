"""The points of a nation beside the sea, on which its network stands out meanwhile."""

from __future__ import annotations

from collections.abc import Sequence

from rules.schwarm.moves import OVER
from screens.player_styles import SIDE_SIGNS
from screens.schwarm.networks_dialog import point_lines
from screens.schwarm.ui import SchwarmUi
from screens.spans import Spans
from screens.table.side_pages import spans_of
from screens.text import _
from screens.widgets.sheet import Content


class NetworksSide:
    """One nation after the other."""

    name = "networks"
    from_end = False
    has_parts = True
    first_line: int | None = 0

    def __init__(self, ui: SchwarmUi, seat: int) -> None:
        self._ui = ui
        self._look_at(seat)

    def _look_at(self, seat: int) -> None:
        self._seat = self._ui.told_apart = seat
        self._ui.show(self._ui.model.view)

    @property
    def title(self) -> str:
        """Whose points they are, and when."""
        model = self._ui.model
        when = _("at the end") if model.view.phase == OVER else _("now")
        return f"{SIDE_SIGNS[self._seat]} {model.people.titles[self._seat]}, {when}"

    @property
    def content(self) -> Content:
        """Every point."""
        model = self._ui.model
        lines: Sequence[Spans] = spans_of(point_lines(model.view, self._seat, model.log))
        return lines

    def renew(self) -> bool:
        """Points come and go."""
        return True

    def turn(self, step: int) -> None:
        """Another nation."""
        self._look_at((self._seat + step) % len(self._ui.model.view.players))

    def closed(self) -> None:
        """One's own network stands out again."""
        self._ui.told_apart = None
        self._ui.show(self._ui.model.view)
