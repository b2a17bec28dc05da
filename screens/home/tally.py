"""Wins and losses against each opponent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from rich.cells import cell_len, set_cell_size
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widget import Widget

from screens.app_api import GameInfo
from screens.base import BaseScreen, api
from screens.colours import BAR_SOFT, BAR_STRONG, Look, Spans
from screens.game_intro import intro_of
from screens.home.kept_tables import OpponentTally, Trend
from screens.people import shown_name
from screens.text import N_, _, ngettext
from screens.widgets.key_bar import KeyBar
from screens.widgets.panel import Panel
from screens.widgets.sheet import Sheet
from screens.widgets.text_line import TextLine

WIDTH: Final = 41
"""The width of the panel, in cells."""
_MOST: Final = 9
_NAME: Final = 12
_SOFT: Final = Look("soft")
_COLUMNS: Final = (N_("won"), N_("drawn"), N_("lost"))


def tally_lines(
    tallies: Sequence[OpponentTally], width: int, most: int | None = None
) -> list[Spans]:
    """Return a head and a line per opponent: a bar of wins, draws and losses, and their numbers.

    With more opponents than `most` lines, the last line has the number of those left out.
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


def _line(one: OpponentTally, bar: int, widths: Sequence[int]) -> Spans:
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
    """The panel of results, empty until a game is finished."""

    DEFAULT_CSS = f"TallyPanel {{ width: {WIDTH}; }}"

    def tell(self, tallies: Mapping[str, Sequence[OpponentTally]], game: str) -> None:
        """Show the user's results in a game."""
        self.set_class(bool(tallies), "told")
        self.show(_("Your results"), tally_lines(tallies.get(game, ()), WIDTH - 4, _MOST))
        self.refresh(layout=True)


_WIDTH: Final = 60


class TallyScreen(BaseScreen):
    """The results in all games, by opponent."""

    DEFAULT_CSS = """
    TallyScreen Sheet { width: 1fr; max-width: 84; height: 1fr; margin: 1 2; }
    """
    HOLDS: ClassVar[tuple[type[Widget], ...]] = (Sheet,)
    BINDING_GROUP_TITLE = N_("Your results")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,t", "app.pop_screen", N_("Back"), id="tally.back"),
    ]

    def __init__(
        self,
        own: str,
        tallies: Mapping[str, Sequence[OpponentTally]],
        imported: Mapping[str, Sequence[OpponentTally]],
        trends: Mapping[str, Sequence[Trend]],
    ) -> None:
        """Make the screen; `own` is the player's name or "". Imported games are apart.

        `trends` are what reviews found over the games.
        """
        super().__init__()
        self._own = own
        self._tallies = tallies
        self._imported = imported
        self._trends = trends

    def compose(self) -> ComposeResult:
        """Compose a part for each game."""
        yield TextLine("bar", id="headline")
        yield Sheet()
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the results."""
        head = [(" " + _("Your results") + "   ", BAR_STRONG)]
        self.query_one("#headline", TextLine).show([*head, (self._own, BAR_SOFT)])
        sheet = self.query_one(Sheet)
        sheet.show("", self._lines())
        sheet.focus()

    def _lines(self) -> list[Spans]:
        lines: list[Spans] = []
        for game in api(self).games_on_offer():
            lines += self._part(game.title, game, self._tallies.get(game.name, ()))
            lines += [*self._mistakes(game.name), ()]
        for game in api(self).games_on_offer():
            if found := self._imported.get(game.name):
                title = _("{game}, imported games").format(game=game.title)
                lines += [*self._part(title, game, found), ()]
        foot = _("Wins, draws and losses in all finished games, deleted ones included.")
        return [*lines, [(foot, Look("soft"))]]

    def _mistakes(self, game: str) -> list[Spans]:
        """Return whether mistakes become fewer, against each level."""
        told = [text for trend in self._trends.get(game, ()) for text in trend.told]
        return [[("   " + text, _SOFT)] for text in told]

    def _part(self, title: str, game: GameInfo, found: Sequence[OpponentTally]) -> list[Spans]:
        told = tally_lines(found, _WIDTH)
        emblem = intro_of(game.name).emblem
        head: list[Spans] = [[(f"{emblem}  {title}", Look("key", style="bold"))]]
        return head + [[("   ", Look()), *line] for line in told]
