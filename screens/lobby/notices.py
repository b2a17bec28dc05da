"""The page about notices: told by mail, a web service or a feed that it is one's turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from rich.cells import cell_len, set_cell_size
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Input, Static

from screens.base import BaseScreen
from screens.lobby.api import lobby_api
from screens.lobby.input_line import close_field, open_field
from screens.lobby.pages_api import FEED, MAIL, PUSH, NoticesApi, OwnNotice
from screens.lobby.updates import Step, do_in_turn
from screens.text import N_, _
from screens.widgets.key_bar import KeyBar
from screens.widgets.menu import Item, Menu
from screens.widgets.text_line import TextLine, page_title

_TITLE: Final = 14
_STATE: Final = 16
_ADDRESS: Final = 44


def notice_item(one: OwnNotice) -> Item:
    """A kind as a line of the list."""
    is_active = one.is_set and one.is_on and one.is_confirmed
    state = f"● {state_of(one)}" if is_active else state_of(one)
    parts = (
        (set_cell_size(one.title, _TITLE), "item"),
        (set_cell_size(state, _STATE), "gold" if is_active else "note"),
        (_cut(one.address, _ADDRESS), "note"),
    )
    return Item(one.kind, one.title, parts=parts)


def _cut(text: str, most: int) -> str:
    return text if cell_len(text) <= most else set_cell_size(text, most - 1) + "…"


def state_of(one: OwnNotice) -> str:
    """Whether a kind is set, and active."""
    if not one.is_set:
        return _("not set")
    if not one.is_confirmed:
        return _("not confirmed")
    if not one.is_on:
        return _("switched off")
    return _("active, daily") if one.is_daily else _("active")


def in_full(one: OwnNotice) -> str:
    """The marked kind, a line each: address, how often it comes, and how the last went."""
    lines = [one.address] if one.address else []
    if one.kind == MAIL and one.is_set:
        daily = _("One mail a day at most, for all your games.")
        lines.append(daily if one.is_daily else _("One mail a day and game at most."))
    if one.kind == PUSH:
        lines.append(_("One browser shows them, even while it is closed."))
    if one.kind == FEED:
        lines.append(_("For a feed reader; the address is a secret of yours."))
    else:
        lines.append(one.last or _("Nothing was tried yet."))
    return "\n".join(lines)


LONGEST_TYPED = 500
LOOKS_AGAIN = 2.0
"""Seconds between two looks at what a page was answered."""
LOOKS = 30


class NoticesScreen(BaseScreen):
    """A line a kind; Enter sets one, t tries it, o turns it on or off, x pressed twice forgets."""

    DEFAULT_CSS = """
    NoticesScreen { align: center top; }
    NoticesScreen > Vertical { width: 80; height: auto; padding: 1 0; }
    NoticesScreen #about { color: $text-muted; margin: 0 3 1 3; }
    NoticesScreen #whole { color: $text-muted; margin: 1 3 0 3; height: auto; }
    NoticesScreen Input {
        display: none; border: none; height: 1; background: $panel; margin: 1 3 0 3;
        padding: 0 1 !important;
    }
    NoticesScreen Input.open { display: block; }
    NoticesScreen #remark { color: $gold; text-style: bold; height: auto; margin: 1 3 0 3; }
    """
    AUTO_FOCUS: ClassVar[str | None] = "Menu"
    HOLDS: ClassVar[tuple[type[Widget], ...]] = (Menu, Input)
    BINDING_GROUP_TITLE = N_("Notices")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "try", N_("Test"), id="notices.try", tooltip=N_("Send a test now")),
        Binding("o", "turn", N_("On/off"), id="notices.turn", tooltip=N_("Turn on or off")),
        Binding(
            "d", "gather", N_("Daily"), id="notices.gather",
            tooltip=N_("Mail: one a day for all games, or one a game"),
        ),
        Binding("x", "forget", N_("Forget"), id="notices.forget"),
        Binding("escape,q", "back", N_("Back"), id="notices.back"),
    ]  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self._kinds: Sequence[OwnNotice] = ()
        self._forgetting = ""
        """The kind that one more press forgets."""

    def compose(self) -> ComposeResult:
        """Compose the page: an explanation, the kinds, the marked one in full, field and remark."""
        about = _(
            "While you are not here you can be told that it is your turn in games with days a "
            "move, and that you are challenged on a ladder. Nothing but the game and its table "
            "is named."
        )
        yield TextLine("bar", id="headline")
        with Vertical():
            yield Static(about, id="about", markup=False)
            yield Menu()
            yield Static(id="whole", markup=False)
            yield Input(compact=True, max_length=LONGEST_TYPED)
            yield Static(id="remark", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Look up what there is."""
        how = _("Enter sets an address")
        self.query_one("#headline", TextLine).show(page_title(_("Notices"), how))
        self._do(self._look)

    @property
    def _api(self) -> NoticesApi:
        return lobby_api(self).profile.notices

    async def _look(self) -> None:
        self._kinds = await self._api.kinds()
        self.query_one(Menu).set_items([notice_item(one) for one in self._kinds], keep=True)
        self._show_whole()

    def _do(self, *steps: Step, said: str = "") -> None:
        do_in_turn(self, steps, "own-notices", self._remark, said)

    @property
    def _marked(self) -> OwnNotice | None:
        position = self.query_one(Menu).position
        return self._kinds[position] if position < len(self._kinds) else None

    def _show_whole(self) -> None:
        one = self._marked
        text = _("This server sends no notices.") if one is None else in_full(one)
        self.query_one("#whole", Static).update(text)

    def _remark(self, text: str) -> None:
        self._forgetting = ""
        self.query_one("#remark", Static).update(text)

    # What can be done

    @on(Menu.Marked)
    def think_again(self, message: Menu.Marked) -> None:
        """Another kind was marked."""
        message.stop()
        self._remark("")
        self._show_whole()

    @on(Menu.Taken)
    def set_it(self, message: Menu.Taken) -> None:
        """Open the field for an address or a code; of a feed, make a new address."""
        message.stop()
        one = self._marked
        if one is None:
            return
        if one.kind == FEED:
            self._renew_feed(one)
            return
        if one.kind == PUSH:
            self._offer_browser()
            return
        other = _("the code, or another address")
        open_field(
            self,
            one.address if one.is_confirmed else "",
            one.example if one.is_confirmed else other,
        )
        self._remark(_("Enter accepts what you type, Esc cancels."))

    def _offer_browser(self) -> None:
        """The page asks; what came of it is looked up every now and then."""

        async def offer() -> None:
            await self._api.offer_browser()
            self._remark(_("Answer in the page around this terminal."))
            self.set_timer(LOOKS_AGAIN, lambda: self._look_again(LOOKS))

        do_in_turn(self, [offer], "own-notices", self._fail, "")

    def _look_again(self, times: int) -> None:
        """Nobody tells a screen what its page was answered."""
        if self.is_current and times:
            do_in_turn(self, [self._look], "page-answered", self._fail, "")
            self.set_timer(LOOKS_AGAIN, lambda: self._look_again(times - 1))

    def _renew_feed(self, one: OwnNotice) -> None:
        """The one before ends with it: that is to be confirmed."""
        if one.is_set and self._forgetting != one.kind:
            self._remark(_("Enter again makes a new address; the old one ends."))
            self._forgetting = one.kind
            return

        async def renew() -> None:
            address = await self._api.new_feed()
            await self._look()
            text = _("Your feed, told this once; whoever has it reads along: {address}")
            self._remark(text.format(address=address))

        do_in_turn(self, [renew], "own-notices", self._fail, "")

    def _fail(self, text: str) -> None:
        """Remark why something cannot be done; what was said before stays."""
        if text:
            self._remark(text)

    @on(Input.Submitted)
    def typed(self, message: Input.Submitted) -> None:
        """Have the marked kind sent there, or confirm its address."""
        message.stop()
        one, text = self._marked, message.value.strip()
        close_field(self)
        self._remark("")
        if one is None or not text:
            return
        if not one.is_confirmed and "@" not in text:
            self._do(lambda: self._api.confirm(text), self._look, said=_("Mail is active."))
            return
        said = _("It is active; t sends a test.")
        if one.kind == MAIL:
            said = _("A code is mailed there; type it here, by Enter, within the hour.")

        async def set_it() -> None:
            try:
                await self._api.have(one.kind, text)
            finally:
                await self._look()

        self._do(set_it, said=said)

    def action_try(self) -> None:
        """Send a test; how it went is shown."""
        one = self._marked
        if one is not None:
            self._remark(_("Sending …"))
            self._do(lambda: self._api.try_out(one.kind), self._look)

    def action_turn(self) -> None:
        """Turn the marked kind on or off."""
        one = self._marked
        if one is not None:
            self._do(lambda: self._api.turn(one.kind, is_on=not one.is_on), self._look)

    def action_gather(self) -> None:
        """One mail a day for all games, or one a game."""
        one = self._marked
        if one is not None and one.kind == MAIL:
            self._do(lambda: self._api.gather(is_daily=not one.is_daily), self._look)

    def action_forget(self) -> None:
        """Forget the marked address, once that was confirmed."""
        one = self._marked
        if one is None or not one.is_set:
            return
        if self._forgetting != one.kind:
            self._remark(_("Press the same key again: the server forgets this address."))
            self._forgetting = one.kind
            return
        self._do(lambda: self._api.forget(one.kind), self._look, said=_("It is forgotten."))

    def action_back(self) -> None:
        """From the field to the list, from the list to where one came from."""
        if self.query_one(Input).has_class("open"):
            close_field(self)
            self._remark("")
        else:
            self.app.pop_screen()
