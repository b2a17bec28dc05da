"""The first page: what this is, the games, the tables and the people here."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from aiohttp import hdrs
from aiohttp.web import BaseRequest, Response

from nim_tui.registry import GameEntry, all_games
from nim_tui.server.accounts.store import Account
from nim_tui.server.lobby.featured import featured
from nim_tui.server.lobby.table_view import listed
from nim_tui.server.services import Services
from nim_tui.server.web.callers import Caller
from nim_tui.server.web.daily_puzzle import POSITION, DailyPuzzle
from nim_tui.server.web.drawn_page import (
    DrawnPage,
    Readers,
    answered,
    asked_language,
    languages,
    naming,
    press,
    sign_in,
    versioned,
    viewer_of,
)
from nim_tui.server.web.page import EMPTY, Html, Shown, items, joined, link, name, tag
from nim_tui.server.web.pictures import HIGH, WIDE, picture, preview
from rules.messages import N_
from screens.colours import SIDE_SIGNS
from screens.game_intro import DIFFICULTIES, GamePitch, intro_of
from screens.lobby.lobby_table import FREE_SIGN, state_of
from screens.lobby.values import LobbySeat, LobbyTable, TableAction, TableFilter, TableStatus
from screens.text import _, ngettext

WHAT: Final = N_("Board games with secrets, on this page.")
FREE: Final = N_("Nothing to install, no account.")
MOST_TABLES: Final = 8
"""The most tables of a list; the lobby has all."""
MOST_NAMES: Final = 12
NOW: Final = "/now"
"""The tables and people alone, which the page asks for while it is looked at."""


class FirstPage:
    """The page at `/`, readable without scripts, and its tables and people at `NOW`."""

    def __init__(self, lobby: Services, readers: Readers) -> None:
        self._lobby = lobby
        self._readers = readers
        self._page = DrawnPage("first.html")
        self._now = DrawnPage("now.html")
        self._puzzle = DailyPuzzle()

    @staticmethod
    def has(path: str) -> bool:
        """Whether a path is that of the first page, of its tables and people, or of its puzzle."""
        return path in ("/", NOW, POSITION)

    async def answer(self, request: BaseRequest, caller: Caller, place: str) -> Response:
        """Answer a request; `place` is the path of the static files."""
        if request.method not in (hdrs.METH_GET, hdrs.METH_HEAD):
            return Response(status=405)
        drawn = self._answer_now if request.path == NOW else self._answer
        if request.path == POSITION:
            response = await answered(request, lambda: self._puzzle.answer(request))
        else:
            response = await answered(request, lambda: drawn(request, caller, place))
        assert response is not None
        return response

    async def _answer(self, request: BaseRequest, caller: Caller, place: str) -> Response:
        account = await self._readers.account(request, caller)
        asked = asked_language(request)
        images = {game: image(game, place) for game in all_games()}
        notice = EMPTY
        if self._readers.needs_name(request, caller):
            notice = naming(is_closed=self._readers.is_closed)
        parts: dict[str, Shown] = {
            "window": self._lobby.identity.name,
            "title": self._lobby.identity.name,
            "summary": self._lobby.identity.told("welcome") or f"{_(WHAT)} {_(FREE)}",
            "about": _(WHAT),
            "free": _(FREE),
            "on_this_page": _("On this page"),
            "puzzle": self._puzzle.section(request, asked, images),
            "games": joined(game_card(game, place, asked) for game in all_games().values()),
            "ways": joined(self._ways(request, caller, asked)),
            "more": _more(asked),
            "offer": self._offer(),
            "notice": joined([self._greeting(), notice], ""),
            "server": self._about_server(),
            "picture": f"{place}/{preview(next(iter(all_games())))}",
            **await self._company(account, asked),
        }
        return self._page.drawn(request, caller, place, parts)

    async def _answer_now(self, request: BaseRequest, caller: Caller, place: str) -> Response:
        """Return tables and people; nothing where the page has them already."""
        account = await self._readers.account(request, caller)
        company = await self._company(account, asked_language(request))
        parts = {"on_this_page": _("On this page"), **company}
        return versioned(request, self._now.drawn(request, caller, place, parts))

    def _ways(self, request: BaseRequest, caller: Caller, asked: str) -> Sequence[Html]:
        """Return the links of the head line."""
        signs = sign_in(request, caller, asked)
        return (tag("span", _ways_on(asked), class_="wide"), languages(request), signs)

    def _greeting(self) -> Html:
        """Return the welcome text and the message of the day, as far as there are any."""
        identity = self._lobby.identity
        shown = [tag("p", line, class_="welcome") for line in _lines(identity.told("welcome"))]
        if identity.message:
            shown.append(tag("p", identity.message, class_="notice"))
        return joined(shown, "")

    def _about_server(self) -> Html:
        """Return the part with the rules and the contact of the server, if there are any."""
        identity = self._lobby.identity
        parts = ((_("Rules of this server"), "house_rules"), (_("Contact"), "contact"))
        told = [(head, _lines(identity.told(text))) for head, text in parts]
        shown = [
            one
            for head, lines in told
            if lines
            for one in (tag("h2", head), *(tag("p", line) for line in lines))
        ]
        return tag("section", *shown, id="server") if shown else EMPTY

    def _offer(self) -> Html:
        told = _(
            "“Play now” seats you at a table against easy bots, at once. “Learn” shows a game "
            "step by step, by playing."
        )
        ssh = self._lobby.invite_links.known_as.by_ssh
        by_terminal: list[Shown] = [_("By terminal:"), " ", tag("code", ssh)] if ssh else []
        return tag("p", told, " ", tag("span", *by_terminal, class_="wide"), class_="soft offer")

    # Tables and people

    async def _company(self, account: Account | None, asked: str) -> dict[str, Shown]:
        """Return the tables and people here, as far as this reader may know them."""
        if not self._readers.may_look(account):
            return dict.fromkeys(("here", "tables", "tabs"), EMPTY)
        await self._lobby.shown.know_tables()
        waiting = self._tables(account, TableStatus.OPEN)
        played = self._tables(account, TableStatus.RUNNING)
        people = self._lobby.shown.people()
        own = [one for one in (*played, *waiting) if one.is_mine]
        yours = [part for part in [_own(own)] if own]
        counts = (len(waiting) - len(own_of(waiting)), len(played) - len(own_of(played)))
        return {
            "here": _told_here(len(people), len(waiting) + len(played)),
            "tables": joined(
                [
                    *yours,
                    _waiting([one for one in waiting if not one.is_mine], asked),
                    _played([one for one in played if not one.is_mine], self._featured(account)),
                    _people(people, asked),
                ]
            ),
            "tabs": _tabs(*counts, len(people)),
        }

    def _tables(self, account: Account | None, stage: TableStatus) -> Sequence[LobbyTable]:
        """Return the tables of a stage that the lobby shows to a reader."""
        return listed(self._lobby.table_list, TableFilter(stage=stage), viewer_of(account)).tables

    def _featured(self, account: Account | None) -> str:
        """Return the id of the featured game; empty for none."""
        own = None if account is None else account.id
        found = featured(self._lobby.table_list.public_running(), self._lobby.ratings, own)
        return "" if found is None else found.id


def _lines(text: str) -> Sequence[str]:
    return [line for line in text.splitlines() if line]


def _ways_on(asked: str) -> Html:
    """Return the links to other pages."""
    return joined(
        [
            link(f"/lobby{asked}", _("Lobby")),
            link(f"/ladder{asked}", _("Ladders and tournaments")),
            link("/plain", _("In text mode")),
        ]
    )


def _more(asked: str) -> Html:
    """Return the part that a narrow window has in place of the links in the head line."""
    return _section(_("More"), [_ways_on(asked)], "more")


def own_of(tables: Sequence[LobbyTable]) -> Sequence[LobbyTable]:
    """Return the tables that the reader plays at."""
    return [one for one in tables if one.is_mine]


def game_card(game: GameEntry, place: str, asked: str) -> Html:
    """Return a game: picture, name, sentence, facts, and the ways to begin."""
    pitch = intro_of(game.name).pitch
    told = (
        []
        if pitch is None
        else [tag("p", _(pitch.sentence)), tag("p", facts(pitch), class_="soft")]
    )
    play, learn = _("Play now"), _("Learn")
    keys = tag(
        "div",
        press(f"/play/{game.name}{asked}", play, told=f"{play}: {game.title}", is_gold=True),
        press(f"/learn/{game.name}{asked}", learn, told=f"{learn}: {game.title}"),
        class_="keys",
    )
    head = tag("h2", emblem(game.name), game.title)
    return tag("article", image(game.name, place), tag("div", head, *told, keys))


def facts(pitch: GamePitch) -> Html:
    """Return players, length and difficulty of a game."""
    dots = "●" * pitch.difficulty + "○" * (len(DIFFICULTIES) - pitch.difficulty)
    hard = joined([tag("span", dots, class_="dots"), _(DIFFICULTIES[pitch.difficulty - 1])], " ")
    players = _("{count} players").format(count=pitch.players.replace("-", "–"))
    minutes = _("{minutes} min").format(minutes=pitch.minutes)
    return joined([players, minutes, hard], " · ")


def image(game: str, place: str) -> Html:
    """Return the picture of a game, without a text: its name stands beside it."""
    if not intro_of(game).picture:
        return EMPTY
    source = escape(f"{place}/{picture(game)}")
    return Html(f'<img src="{source}" alt="" width="{WIDE}" height="{HIGH}">')


def emblem(game: str) -> Html:
    """Return the sign of a game."""
    sign = intro_of(game).emblem
    return tag("span", sign, class_="emblem", aria_hidden="true") if sign else EMPTY


def _told_here(people: int, tables: int) -> str:
    told = ngettext("{count} person here", "{count} people here", people)
    more = ngettext("{count} table", "{count} tables", tables)
    return f"{told} · {more}"


def _section(title: str, shown: Sequence[Shown], name_: str) -> Html:
    return tag("section", tag("h2", title), *shown, id=name_)


def _own(tables: Sequence[LobbyTable]) -> Html:
    rows = [
        _row(
            one,
            tag("a", _("Continue"), href=f"/t/{one.id}", class_="key" + " gold" * one.is_my_turn),
        )
        for one in sorted(tables, key=lambda one: not one.is_my_turn)
    ]
    return _section(_("Your tables"), [_rows(rows)], "yours")


def _waiting(tables: Sequence[LobbyTable], asked: str) -> Html:
    shown: list[Shown] = [_rows([_row(one, _sit_down(one, asked)) for one in tables[:MOST_TABLES]])]
    if not tables:
        shown = [tag("p", _("No table is waiting for players."), class_="soft")]
    way = tag("p", link(f"/lobby{asked}", _("Open a table for others in the lobby")), class_="soft")
    return _section(_("Waiting for you"), [*shown, way], "waiting")


def _sit_down(table: LobbyTable, asked: str) -> Html:
    if table.doing != TableAction.JOIN:
        return EMPTY
    told = _("Sit down")
    return press(f"/sit/{table.id}{asked}", told, told=f"{told}: {table.title}")


def _played(tables: Sequence[LobbyTable], first: str) -> Html:
    """Return the running games, the featured one `first`."""
    watch = _("Watch")
    listed = sorted(tables, key=lambda one: one.id != first)
    rows = [
        _row(one, press(f"/watch/{one.id}", watch, told=f"{watch}: {one.title}"))
        for one in listed[:MOST_TABLES]
    ]
    shown = [_rows(rows)] if rows else [tag("p", _("No game is being played now."), class_="soft")]
    return _section(_("Being played"), shown, "live")


def _people(people: Sequence[str], asked: str) -> Html:
    names = joined([name(one) for one in people[:MOST_NAMES]], ", ")
    more = len(people) - MOST_NAMES
    also = _("and {count} more").format(count=more) if more > 0 else ""
    shown = (
        tag("p", names, " ", also) if people else tag("p", _("Nobody is here now."), class_="soft")
    )
    return _section(_("Who is here"), [shown, tag("p", link(f"/lobby{asked}", _("Lobby")))], "here")


def _rows(rows: Sequence[Html]) -> Html:
    return items(rows)


def _row(table: LobbyTable, key: Html) -> Html:
    """Return a table in a list: game and title, seats and state, and what can be done."""
    title = tag("strong", emblem(table.game), name(table.title))
    also = [] if table.title == table.game_title else [f" · {table.game_title}"]
    state, _ink = state_of(table)
    seats = tag("div", seats_told(table.seats), " ", tag("span", state, class_="soft"))
    return joined([tag("div", title, *also, seats), key], "")


def seats_told(seats: Sequence[LobbySeat]) -> Html:
    """Return the players of a table, each after their sign."""
    return joined([_seat(number, seat) for number, seat in enumerate(seats)], " ")


def _seat(number: int, seat: LobbySeat) -> Html:
    if not seat.is_taken:
        return tag("span", FREE_SIGN, class_="free", aria_hidden="true")
    chip = tag("span", SIDE_SIGNS[number], class_=f"chip side{number}", aria_hidden="true")
    return tag("span", chip, " ", name(seat.name))


def _tabs(waiting: int, played: int, people: int) -> Html:
    """Return the links to the parts of the page, for a narrow window."""
    tabs = (
        ("games", "▦", _("Games")),
        ("waiting", "○", _("{count} waiting").format(count=waiting)),
        ("live", "◉", _("{count} live").format(count=played)),
        ("here", "●", _("{count} here").format(count=people)),
        ("more", "…", _("More")),
    )
    return joined(
        [
            tag("a", tag("span", sign, aria_hidden="true"), text, href=f"#{part}")
            for part, sign, text in tabs
        ],
        "",
    )
