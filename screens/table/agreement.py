"""Early ends of a game: draws by agreement, and resignations.

Requests to undo a move use the same dialog and notice.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from rich.text import Text
from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Static

from screens.app_api import Agreement, DrawOffer, Rematch
from screens.base import Dialog, api
from screens.keymap import key_of
from screens.table.model import TableModel
from screens.text import N_, _, waiting_for
from screens.widgets.key_bar import KeyBar
from screens.widgets.menu import Item, Menu

if TYPE_CHECKING:
    from screens.table.screen import GameScreen

AGREE, DECLINE, RESIGN = "agree", "decline", "resign"
"""The answers of dialogs; an empty answer does nothing."""


class Notice(Static):
    """A line between prompt and menu, hidden while its text is empty."""

    DEFAULT_CSS = """
    Notice {
        display: none; height: 1; padding: 0 1; background: $panel; text-style: bold;
        text-wrap: nowrap; text-overflow: ellipsis;
    }
    Notice.open { display: block; }
    """

    told = ""
    """The text of the line."""

    def tell(self, text: str) -> None:
        """Set the text."""
        if text != self.told:
            self.told = text
            self.update(Text(text), layout=False)
            self.set_class(bool(text), "open")


def notice_text(screen: GameScreen[Any]) -> str:
    """Return the text about open offers: to end the game, or to play a rematch."""
    model = screen.model
    if model.is_replay:
        return ""
    if model.result is not None:
        return rematch_text(api(screen.app).table.rematch())
    offer = api(screen.app).table.agreement().offer
    if offer is None:
        return ""
    told = offer_text(offer, is_first_round=model.seat.is_first_round)
    if not offer.is_asked:
        return told
    agree, decline = key_of(screen, "game.agree"), key_of(screen, "game.decline")
    return "   ".join((told, f"{agree} " + _("Accept"), f"{decline} " + _("Decline")))


def can_answer(app: App[Any], model: TableModel[Any], action: str) -> bool:
    """Check whether there is a game to end or resign, or an offer to decline."""
    if model.is_replay or model.result is not None:
        return False
    if action == RESIGN:
        return api(app).table.can_resign()
    agreement = api(app).table.agreement()
    return agreement.can_agree if action == AGREE else agreement.can_decline


class AgreeDialog(Dialog):
    """A box that asks before an offer or agreement is sent; answers AGREE, DECLINE or ""."""

    BINDING_GROUP_TITLE = N_("Offer a draw")
    HOLDS: ClassVar[tuple[type[Widget], ...]] = (Menu,)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,equals_sign", "dismiss('')", N_("Back"), id="agree.back")
    ]

    def __init__(self, agreement: Agreement, *, is_first_round: bool) -> None:
        super().__init__()
        self._agreement = agreement
        self._is_first_round = is_first_round

    def compose(self) -> ComposeResult:
        """Compose the dialog: the outcome of an agreement, and the possible answers."""
        with Vertical(classes="box") as box:
            is_undo = self._offered_undo
            box.border_title = _("Ask to undo") if is_undo else _("Offer a draw")
            yield Static(self._text(), markup=False)
            yield Static("")
            yield Menu(self._items())
        yield KeyBar()

    @property
    def _offered_undo(self) -> bool:
        offer = self._agreement.offer
        return offer is not None and offer.is_undo

    def _text(self) -> str:
        offer = self._agreement.offer
        if offer is not None and offer.is_undo:
            told = offer_text(offer, is_first_round=self._is_first_round)
            return "\n".join((told, _("The request expires with the next move.")))
        asked = [] if offer is None else [offer_text(offer, is_first_round=self._is_first_round)]
        if self._agreement.asks_others and offer is None:
            asked.append(_("The game ends once everyone accepts."))
        if self._agreement.asks_bots:
            asked.append(_("A bot accepts if it is not ahead."))
        if self._is_first_round:
            end = _("Not every player has made a move yet, so the game would have no result.")
        else:
            end = _("The game would be a draw for everyone, whatever the score.")
        return "\n".join((*asked, end))

    def _items(self) -> list[Item]:
        agreement = self._agreement
        if agreement.offer is not None and agreement.offer.is_asked:
            answers = [Item(AGREE, _("accept")), Item(DECLINE, _("decline"))]
            return [Item("", _("answer later")), *answers]
        act = (
            _("offer a draw") if agreement.asks_others or agreement.asks_bots else _("end the game")
        )
        return [Item("", _("continue playing")), Item(AGREE, act)]

    @on(Menu.Taken)
    def answer(self, message: Menu.Taken) -> None:
        """Close with the id of the chosen item."""
        message.stop()
        self.dismiss(message.item.id)


def offer_text(offer: DrawOffer, *, is_first_round: bool) -> str:
    """Return the text of an open offer, with the people still to answer once the reader has."""
    if offer.is_undo:
        yours, theirs = _("You ask to undo your move"), _("{name} asks to undo a move")
    elif is_first_round:
        yours = _("You offer a draw (too early for a result)")
        theirs = _("{name} offers a draw (too early for a result)")
    else:
        yours, theirs = _("You offer a draw"), _("{name} offers a draw")
    told = theirs.format(name=offer.by) if offer.by else yours
    return told if offer.is_asked else _waited(told, offer.waits_for)


def rematch_text(rematch: Rematch) -> str:
    """Return the text about a rematch: the people who want one, or those still to answer."""
    if rematch.is_ready:
        return _waited(_("You want a rematch"), rematch.waits_for)
    if not rematch.ready:
        return ""
    return _("Rematch wanted by: {names}").format(names=", ".join(rematch.ready))


def _waited(told: str, names: Sequence[str]) -> str:
    return _("{told}: {waiting}").format(told=told, waiting=waiting_for(names))


class AgreementFlow:
    """The offers and answers of the reader."""

    def __init__(self, screen: GameScreen[Any]) -> None:
        self.screen = screen

    def ask(self) -> None:
        """Offer or agree, after a confirmation."""
        screen = self.screen
        is_first_round = screen.model.seat.is_first_round
        agreement = api(screen.app).table.agreement()
        is_undo = agreement.offer is not None and agreement.offer.is_undo
        dialog = AgreeDialog(agreement, is_first_round=is_first_round)
        screen.app.push_screen(dialog, self._after_undo if is_undo else self._after)

    async def _after(self, answer: str | None) -> None:
        await self._answer(answer, api(self.screen.app).table.agree)

    async def _after_undo(self, answer: str | None) -> None:
        await self._answer(answer, api(self.screen.app).table.allow_undo)

    async def _answer(self, answer: str | None, agree: Callable[[], Awaitable[None]]) -> None:
        if answer == AGREE:
            with self.screen.making.telling_why():
                await agree()
        elif answer == DECLINE:
            self.decline()

    def decline(self) -> None:
        """Decline an offer, or withdraw the player's own."""
        self.screen.making.attempt(api(self.screen.app).table.decline)


class ResignDialog(Dialog):
    """A box that asks twice before the player resigns; answers RESIGN or ""."""

    DEFAULT_CSS = """
    ResignDialog #remark { color: $gold; text-style: bold; height: 1; margin-top: 1; }
    """
    LISTED_AS: ClassVar[str] = "screens.table.resigning"
    BINDING_GROUP_TITLE = N_("Resign")
    HOLDS: ClassVar[tuple[type[Widget], ...]] = (Menu,)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,underscore", "dismiss('')", N_("Back"), id="resign.back")
    ]

    def __init__(self) -> None:
        super().__init__()
        self._was_taken = False

    def compose(self) -> ComposeResult:
        """Compose the dialog: the outcome of resigning, and the possible answers."""
        with Vertical(classes="box") as box:
            box.border_title = _("Resign")
            yield Static(_("You would lose the game, whatever the score."), markup=False)
            yield Static("")
            yield Menu([Item("", _("continue playing")), Item(RESIGN, _("resign"))])
            yield Static(id="remark", markup=False)
        yield KeyBar()

    @on(Menu.Marked)
    def think_again(self, message: Menu.Marked) -> None:
        """Forget the first confirmation, as another line was marked."""
        message.stop()
        self._was_taken = False
        self._remark("")

    @on(Menu.Taken)
    def answer(self, message: Menu.Taken) -> None:
        """Close with the answer; resign only if it was chosen twice."""
        message.stop()
        if message.item.id == RESIGN and not self._was_taken:
            self._was_taken = True
            self._remark(_("Press Enter again to resign."))
        else:
            self.dismiss(message.item.id)

    def _remark(self, text: str) -> None:
        self.query_one("#remark", Static).update(text, layout=False)


class Resigning:
    """The resignation of the reader."""

    def __init__(self, screen: GameScreen[Any]) -> None:
        self.screen = screen

    def ask(self) -> None:
        """Resign, after two confirmations."""
        self.screen.app.push_screen(ResignDialog(), self._after)

    async def _after(self, answer: str | None) -> None:
        if answer == RESIGN:
            with self.screen.making.telling_why():
                await api(self.screen.app).table.resign()
