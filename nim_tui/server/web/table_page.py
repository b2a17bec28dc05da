"""The pages of tables and invitations: who asks for which game, before anyone takes a seat.

Chat programs and scanners open links too, so that looking a page up takes no seat and uses no
invitation up. A table is shown to whom the lobby shows it; an invitation shows its own table.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from aiohttp import hdrs
from aiohttp.web import BaseRequest, Response

from nim_tui.registry import all_games
from nim_tui.server.accounts.store import Account
from nim_tui.server.lobby.table_view import lobby_table
from nim_tui.server.services import Services
from nim_tui.server.storage.schema import OPEN, RUNNING
from nim_tui.server.tables.invite_link_store import table_of_link
from nim_tui.server.tables.listing import SeatRow, TableRow, table_seen
from nim_tui.server.tables.table_store import CannotUseTable
from nim_tui.server.terminal.client import is_table_id
from nim_tui.server.web.callers import Caller
from nim_tui.server.web.cookies import key_of
from nim_tui.server.web.drawn_page import (
    DrawnPage,
    Readers,
    answered,
    asked_language,
    has_been_here,
    languages,
    naming,
    press,
    sign_in,
)
from nim_tui.server.web.first_page import facts, image
from nim_tui.server.web.page import EMPTY, Html, Shown, items, joined, link, name, tag
from nim_tui.server.web.pictures import preview
from screens.colours import SIDE_SIGNS
from screens.game_intro import intro_of
from screens.lobby.lobby_table import FREE_SIGN, rating_text
from screens.lobby.values import LobbySeat, LobbyTable, TableAction
from screens.text import _, capitalised

_TABLE: Final = re.compile(r"(?P<plain>/plain)?/t/(?P<table>[a-z]{2,20}-\d{1,6})", re.ASCII)
LINK: Final = re.compile(r"(?P<plain>/plain)?/i/(?P<token>[0-9A-Za-z-]{1,60})/?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Offer:
    """A table as its page shows it."""

    row: TableRow
    table: LobbyTable
    plain: str
    """The prefix of addresses in text mode; empty with a screen."""
    action: str
    """The address that the main key posts to."""
    is_invited: bool
    """Whether the reader came by an invitation to a seat."""

    @property
    def address(self) -> str:
        """The address of the table."""
        return f"{self.plain}/t/{self.row.id}"

    @property
    def can_sit(self) -> bool:
        """Whether a seat is free for the reader."""
        return self.is_invited or self.table.doing == TableAction.JOIN


class TablePages:
    """The pages at `/t/ID` and `/i/TOKEN`."""

    def __init__(self, lobby: Services, readers: Readers) -> None:
        self._lobby = lobby
        self._readers = readers
        self._page = DrawnPage("table.html")

    @staticmethod
    def has(request: BaseRequest) -> bool:
        """Whether a request looks at a table or an invitation."""
        if request.method not in (hdrs.METH_GET, hdrs.METH_HEAD):
            return False
        found = _TABLE.fullmatch(request.path)
        return LINK.fullmatch(request.path) is not None or (
            found is not None and is_table_id(found["table"])
        )

    async def answer(self, request: BaseRequest, caller: Caller, place: str) -> Response | None:
        """Return the page; None if the terminal opens at once, for people who were here before."""
        return await answered(request, lambda: self._answer(request, caller, place))

    async def _answer(self, request: BaseRequest, caller: Caller, place: str) -> Response | None:
        account = await self._readers.account(request, caller)
        offer = await self._offer(request, account)
        is_known, is_link = has_been_here(request, caller), LINK.fullmatch(request.path) is not None
        if offer is None:
            return None if is_known and not is_link else self._nothing(request, caller, place)
        if is_link and not offer.can_sit:
            return Response(status=303, headers={hdrs.LOCATION: offer.address})
        if is_known and not offer.can_sit:
            return None
        return self._drawn(request, caller, place, offer)

    async def _offer(self, request: BaseRequest, account: Account | None) -> Offer | None:
        """Return the table of an address, if the reader may see it. Raises StorageError."""
        link_ = LINK.fullmatch(request.path)
        database, viewer = self._lobby.database, None if account is None else account.id
        if link_ is not None:
            row = await database.look(table_of_link, link_["token"], viewer)
            action, plain = request.path.rstrip("/"), link_["plain"] or ""
        else:
            found = _TABLE.fullmatch(request.path)
            assert found is not None
            plain = found["plain"] or ""
            action = f"{plain}/sit/{found['table']}"
            try:
                may_look = self._readers.may_look(account)
                row = await database.look(table_seen, found["table"], viewer) if may_look else None
            except CannotUseTable:
                row = None
        if row is None:
            return None
        table = lobby_table(row, viewer, "" if account is None else account.name)
        is_invited = link_ is not None and row.status == OPEN and not table.is_mine
        return Offer(row, table, plain, action, is_invited)

    def _nothing(self, request: BaseRequest, caller: Caller, place: str) -> Response:
        """Say that there is no table, or none that a stranger may see."""
        told, asked = _("There is no such table, or it is private."), asked_language(request)
        way = tag("a", _("Go to the games"), href=f"/{asked}", class_="key")
        keys = [way]
        if LINK.fullmatch(request.path):
            told = _("This invite link is wrong, used or expired.")
            back = press(request.path + asked, _("Return to my seat"), is_gold=True)
            keys = [back, way] if has_been_here(request, caller) else keys
        parts: dict[str, Shown] = {
            "summary": told, "title": told, "window": f"{told} - nim_tui",
            "told": EMPTY, "image": EMPTY, "after": EMPTY,
            "picture": f"{place}/{preview(next(iter(all_games())))}",
            "ways": languages(request),
            "keys": joined(keys, ""),
            "more": link(f"/lobby{asked}", _("Lobby")),
        }  # fmt: skip
        return self._page.drawn(request, caller, place, parts, status=404)

    def _drawn(self, request: BaseRequest, caller: Caller, place: str, offer: Offer) -> Response:
        asked = asked_language(request)
        game, pitch = offer.row.game, intro_of(offer.row.game).pitch
        sentence = "" if pitch is None else _(pitch.sentence)
        terms = _terms(offer.table)
        about = [] if pitch is None else [tag("p", sentence), tag("p", facts(pitch), class_="soft")]
        is_known = key_of(request, caller) is not None
        needs_name = self._readers.needs_name(request, caller)
        naming_ = naming(is_closed=self._readers.is_closed) if needs_name else EMPTY
        seats = items(
            self._seat(offer, number, *both)
            for number, both in enumerate(zip(offer.row.seats, offer.table.seats, strict=True))
        )
        parts: dict[str, Shown] = {
            "summary": " ".join(filter(None, [sentence, terms])),
            "title": title_of(offer),
            "window": f"{title_of(offer)} - nim_tui",
            "picture": f"{place}/{preview(game)}",
            "image": image(game, place),
            "told": joined(
                [*about, tag("p", terms, class_="soft"), tag("div", seats, class_="card")]
            ),
            "keys": joined(self._keys(offer, asked, is_known=is_known), ""),
            "after": joined([self._after(offer), naming_]),
            "more": joined(_more(offer, asked), " "),
            "ways": joined([languages(request), sign_in(request, caller, asked)]),
        }
        return self._page.drawn(request, caller, place, parts)

    def _seat(self, offer: Offer, number: int, row: SeatRow, seat: LobbySeat) -> Html:
        """Return a seat: its player, and whether they are here."""
        chip = tag("span", SIDE_SIGNS[number], class_=f"chip side{number}", aria_hidden="true")
        if not seat.is_taken:
            told = (
                _("reserved for {names}").format(names=seat.name) if seat.name else _("a free seat")
            )
            mine = offer.can_sit and (not seat.name or seat.is_own)
            note = tag("span", FREE_SIGN + " " + _("for you"), class_="ask") if mine else EMPTY
            return joined([tag("span", chip, " ", told), note], " ")
        opened = row.account is not None and row.account == offer.row.host
        note = tag("span", " ", _("opened the table"), class_="soft") if opened else EMPTY
        return joined(
            [tag("span", chip, " ", tag("strong", name(seat.name)), note), self._here(row)]
        )

    def _here(self, row: SeatRow) -> Html:
        if row.bot is not None:
            return tag("span", _("bot"), class_="soft")
        if row.account is not None and self._lobby.attendance.is_here(row.account):
            return tag("span", "● ", _("here now"), class_="here")
        return tag("span", _("away"), class_="soft")

    def _keys(self, offer: Offer, asked: str, *, is_known: bool) -> Sequence[Html]:
        """Return the main key, and those beside it."""
        learn = press(f"/learn/{offer.row.game}{asked}", _("Learn it first"))
        more = f"{asked}&" if asked else "?"
        named = press(f"{offer.action}{more}sign-in=1", _("I have an account"))
        if offer.can_sit:
            sit = press(offer.action + asked, _("Sit down"), is_gold=True)
            return (sit, learn) if is_known else (sit, learn, named)
        if offer.row.status == OPEN:
            return (
                press(f"/play/{offer.row.game}{asked}", _("Play against bots"), is_gold=True),
                learn,
            )
        text = _("Watch") if offer.row.status == RUNNING else _("Replay")
        watch = f"{offer.plain}/watch/{offer.row.id}"
        return (press(watch + asked, text, is_gold=True), learn)

    def _after(self, offer: Offer) -> Html:
        """Return how long a guest keeps the seat, or that none is free."""
        if offer.can_sit and self._readers.guests:
            told = _(
                "As a guest you keep the seat while you are here, and {minutes} min longer. "
                "Choose a name later if you like: seat and games come with you."
            ).format(minutes=round(self._lobby.limits.away_seconds / 60))
        elif offer.row.status == OPEN and not offer.can_sit:
            told = _("No seat here is free for you.")
        else:
            return EMPTY
        return tag("p", told, class_="soft")


def title_of(offer: Offer) -> str:
    """Return who asks for which game, or who plays it."""
    game = offer.table.game_title
    if offer.row.status == OPEN and offer.row.host_name:
        text = _("{name} asks you for a game of {game}")
        return text.format(name=offer.row.host_name, game=game)
    names = ", ".join(seat.name for seat in offer.table.seats if seat.is_taken)
    return _("{game}: {names}").format(game=game, names=names)


def _terms(table: LobbyTable) -> str:
    """Return clock and rating in a line, or the result of a game."""
    ending = table.ending if table.doing == TableAction.REPLAY else ""
    told = (ending, table.clock or _("no clock"), rating_text(table))
    return capitalised(" · ".join(filter(None, told)))


def _more(offer: Offer, asked: str) -> Sequence[Html]:
    ways = [link(f"/{asked}", _("Decline") if offer.can_sit else _("Go to the games"))]
    if not offer.plain:
        way = f"/i/{offer.action.rpartition('/')[2]}" if offer.is_invited else f"/t/{offer.row.id}"
        ways.append(link(f"/plain{way}{asked}", _("In text mode")))
    return ways
