"""How one did in a game, against each opponent: a few lines, and a panel for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rich.cells import cell_len, set_cell_size

from screens.colours import Look
from screens.home.kept_table import Tally
from screens.people import shown_name
from screens.spans import Spans
from screens.text import N_, _, ngettext
from screens.widgets.panel import Panel

WIDTH: Final = 41
"""Of the panel."""
_MOST: Final = 9
_NAME: Final = 12
_SOFT: Final = Look("soft")
_COLUMNS: Final = (N_("won"), N_("drawn"), N_("lost"))


def tally_lines(tallies: Sequence[Tally], width: int, most: int | None = None) -> list[Spans]:
    """A head, and a line an opponent: a bar of the games won, drawn and lost, and how many.

    Of more than so many the last line says how many more there are.
    """
    if not tallies:
        return [[(_("no game finished yet"), _SOFT)]]
    widths = [cell_len(_(column)) + 2 for column in _COLUMNS]
    bar = width - _NAME - sum(widths)
    head = "".join(_(column).rjust(room) for column, room in zip(_COLUMNS, widths))
    shown = tallies if most is None or len(tallies) <= most else tallies[: most - 1]
    lines: list[Spans] = [[(" " * (_NAME + bar) + head, _SOFT)]]
    lines += [_line(one, bar, widths) for one in shown]
    if len(shown) < len(tallies):
        more = len(tallies) - len(shown)
        lines.append([(ngettext("… and {count} more", "… and {count} more", more), _SOFT)])
    return lines


def _line(one: Tally, bar: int, widths: Sequence[int]) -> Spans:
    name = shown_name(one.opponent, one.opponent if one.is_bot else None)
    if cell_len(name) >= _NAME:
        name = set_cell_size(name, _NAME - 2) + "…"
    won = round(bar * one.won / one.games)
    drawn = min(round(bar * one.drawn / one.games), bar - won)
    counts = zip((one.won, one.drawn, one.lost), widths)
    return [
        (set_cell_size(name, _NAME), Look()),
        ("█" * won, Look("good")),
        ("▓" * drawn, Look("gold")),
        ("░" * (bar - won - drawn), _SOFT),
        ("".join(f"{count:>{room}}" for count, room in counts), Look(style="bold")),
    ]


class TallyPanel(Panel):
    """Is told only once any game was finished."""

    DEFAULT_CSS = f"TallyPanel {{ width: {WIDTH}; }}"

    def tell(self, tallies: Mapping[str, Sequence[Tally]], game: str) -> None:
        """Show how one did in a game."""
        self.set_class(bool(tallies), "told")
        self.show(_("How you did"), tally_lines(tallies.get(game, ()), WIDTH - 4, _MOST))
        self.refresh(layout=True)
