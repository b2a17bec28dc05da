"""The seats of a table, and the actions on them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import ClassVar

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Static

from rules.messages import Refusal
from screens.base import Dialog
from screens.lobby.api import SeatState, ServedTableApi, lobby_api
from screens.lobby.lobby_table import time_text
from screens.lobby.updates import LobbyFollower
from screens.people import shown_name
from screens.text import N_, _, say_refusal, shortened
from screens.widgets.key_bar import KeyBar
from screens.widgets.menu import Item, Menu


def around_text(seats: Sequence[SeatState], room: int) -> str:
    """Return the clocks and absent players of a game, as far as they fit.

    The player's own clock comes first, and so is left out last.
    """
    parts = []
    for seat in sorted(seats, key=lambda seat: not seat.is_own):
        notes = [] if seat.left is None else [time_text(seat.left)]
        if seat.is_lent:
            notes.append(_("bot"))
        elif seat.vacation is not None:
            notes.append(_("on vacation"))
        elif seat.away is not None:
            notes.append(_("away"))
        if notes:
            name = _("you") if seat.is_own else shortened(seat_name(seat), 8)
            parts.append(" ".join((name, *notes)))
    while parts and cell_len("  ".join(parts)) > room:
        parts.pop()
    return "  ".join(parts)


class SeatsDialog(Dialog, LobbyFollower):
    """A dialog over the table; Enter on an absent player votes for a stand-in.

    It closes with RESIGN, LEND, TAKE_BACK or ""; `act_on_seat` carries the answer out afterwards,
    as another dialog may follow.
    """

    DEFAULT_CSS = """
    SeatsDialog #remark { color: $gold; text-style: bold; height: 2; margin-top: 1; }
    """
    HOLDS: ClassVar[tuple[type[Widget], ...]] = (Menu,)
    BINDING_GROUP_TITLE = N_("Seats")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss('')", N_("Back"), id="seats.back")
    ]
    RESIGN, LEND, TAKE_BACK = "give up", "lend", "take back"

    def __init__(self) -> None:
        super().__init__()
        self._seats: Sequence[SeatState] = ()
        self._is_giving_up = False
        self._explained = ""

    def compose(self) -> ComposeResult:
        """Compose the seats and a message."""
        with Vertical(classes="box") as box:
            box.border_title = _("Seats")
            yield Menu(id="seats")
            yield Static(id="remark", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Follow the lobby, and refresh the clocks every second."""
        self.set_interval(1, self.show_now)
        self.follow_lobby()

    def show_lobby(self) -> None:
        """Show the present seats, and whether the game is rated."""
        here = lobby_api(self).table
        self._seats = here.seats()
        counts = here.counts_from()
        self.query_one(".box", Vertical).border_title = counts_text(counts)
        menu = self.query_one(Menu)
        items = [_row(number, seat, counts) for number, seat in enumerate(self._seats)]
        own = next((seat for seat in self._seats if seat.is_own), None)
        if own is not None and own.is_lent:
            items.append(Item(self.TAKE_BACK, _("take your seat back")))
        elif own is not None:
            items.append(Item(self.LEND, _("let a bot play for you")))
        if here.can_resign():
            items.append(Item(self.RESIGN, _("resign")))
        if items != menu.items:
            menu.set_items(items or [Item("", _("No players left at this table."))], keep=True)
            self._explain()

    @on(Menu.Marked)
    def think_again(self, message: Menu.Marked) -> None:
        """Drop a pending confirmation, as another line was marked."""
        message.stop()
        self._is_giving_up = False
        self._explained = ""
        self._remark("")
        self._explain()

    def _explain(self) -> None:
        """Show after a change on which seats Enter has an effect."""
        if self._is_giving_up:
            return
        names = ", ".join(seat_name(seat) for seat in self._seats if seat.may_vote)
        hint = _("Enter: let a bot play")
        text = f"{names}   {hint}" if names else ""
        if self._is_lending_dear:
            text = _(
                "If a bot makes more than 3 moves, or a tenth of yours, your rating cannot rise."
            )
        if text != self._explained:
            self._explained = text
            self._remark(text)

    @property
    def _is_lending_dear(self) -> bool:
        """Whether the marked line lends a seat whose game counts for the rating."""
        menu = self.query_one(Menu)
        marked = menu.items[menu.position].id if menu.items else ""
        own = next((seat for seat in self._seats if seat.is_own), None)
        return marked == self.LEND and own is not None and own.is_rated

    @on(Menu.Taken)
    async def take(self, message: Menu.Taken) -> None:
        """Vote, or close with the chosen action on the own seat, once confirmed."""
        message.stop()
        line = message.item.id
        if line == self.RESIGN and not self._is_giving_up:
            self._is_giving_up = True
            self._remark(_("Press Enter again to resign."))
            return
        if line in (self.RESIGN, self.LEND, self.TAKE_BACK):
            self.dismiss(line)
        elif line:
            await self._vote(int(line))

    async def _vote(self, seat: int) -> None:
        try:
            await lobby_api(self).table.vote(seat)
        except Refusal as refusal:
            self._remark(say_refusal(refusal))
        else:
            self.show_now()

    def _remark(self, text: str) -> None:
        self.query_one("#remark", Static).update(text, layout=False)


async def act_on_seat(table: ServedTableApi, answer: str | None) -> None:
    """Carry out the answer of the dialog. Raises a Refusal, or OSError."""
    match answer:
        case SeatsDialog.RESIGN:
            await table.resign()
        case SeatsDialog.LEND:
            await table.lend()
        case SeatsDialog.TAKE_BACK:
            await table.take_back()


def counts_text(counts_from: int | None) -> str:
    """Return the title of the seats, with whether the game is rated."""
    if counts_from is None:
        return _("Seats: a casual game")
    if not counts_from:
        return _("Seats: a rated game")
    return _("Seats: rated after move {move}").format(move=counts_from)


def seat_name(seat: SeatState) -> str:
    """Return a name in the third person, a bot's in the reader's language."""
    return shown_name(seat.name, None if seat.is_lent else seat.level)


def _row(number: int, seat: SeatState, counts: int | None) -> Item:
    name = _("{name} (you)").format(name=seat.name) if seat.is_own else seat_name(seat)
    return Item(str(number), name, "  ".join(seat_notes(seat, counts, time_text)))


def seat_notes(seat: SeatState, counts: int | None, time_said: Callable[[float], str]) -> list[str]:
    """Return the notes on a seat; a vote about the seat replaces its clock.

    `counts` is the move from which the game is rated, or None for a casual game.
    """
    notes = [] if counts is None or seat.is_rated or seat.level else [_("not rated")]
    if seat.level:
        bot = _("bot, {level}").format(level=_(seat.level))
        notes.append(_("{bot} as stand-in").format(bot=bot) if seat.is_lent else bot)
    elif seat.away is not None:
        notes.append(_("away for {time}").format(time=time_said(seat.away)))
    else:
        notes.append(_("online"))
    if seat.may_vote or seat.votes[0]:
        had, needed = seat.votes
        notes.append(_("votes for a bot: {had} of {needed}").format(had=had, needed=needed))
    elif seat.left is not None:
        notes.append(_("{time} left").format(time=time_said(seat.left)))
    if seat.vacation is not None:
        day = datetime.fromtimestamp(seat.vacation).strftime("%Y-%m-%d")
        notes.append(_("on vacation until {day}").format(day=day))
    if seat.must_move:
        notes.append(_("to move"))
    return notes
