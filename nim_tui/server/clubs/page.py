"""The pages of clubs: the list, a club with its people, tables and tournaments, and its chat."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from nim_tui.plain.commands import spelt
from nim_tui.server.chat.store import ChatLine
from nim_tui.server.clubs.actions import ANYONE, BY_INVITATION, ClubActions
from nim_tui.server.clubs.store import LONGEST_NAME, CannotUseClub, ClubData, ClubRow
from nim_tui.server.contests.tournament_actions import tournament_form
from nim_tui.server.contests.tournament_page import tournament_line
from nim_tui.server.moderation.page import ReportService
from nim_tui.server.moderation.staff import StaffAccess
from nim_tui.server.storage.schema import INVITED, JOINED
from rules.messages import N_
from screens.app_api import NotPossible
from screens.game_intro import intro_of
from screens.lobby.api import MOST_TYPED
from screens.lobby.lobby_table import state_of
from screens.lobby.page import AWAY, Action, Ask, Column, Form, Opens, Page, Row, by_ear
from screens.lobby.values import LobbyTable
from screens.text import _, is_spoken, labelled, ngettext, pgettext
from screens.widgets.raster import fitted

WORDS: Final = (
    "join", "leave", "say", "invite", "exclude", "captain", "joining", "report", "go", "close",
)  # fmt: skip
"""The commands of a club in text mode."""
_NAME: Final = 30
_TITLE: Final = 26
_LOOKS: Final = {"soft": "note", "ink": "item"}
"""The looks of states in the list of tables, as those of a page's lines."""
_NO_NAME: Final = NotPossible(N_("add a name"))
_NO_TEXT: Final = NotPossible(N_("add the text, as in: say hello"))
_NO_REASON: Final = NotPossible(N_("add a reason"))


async def clubs_page(clubs: ClubActions) -> Page:
    """List the clubs, those of the reader first. Raises a Refusal."""
    rows = [_club_row(one) for one in await clubs.listed()]
    own = sum(row.id.startswith("own ") for row in rows)
    told = _("Clubs have their own chat, tables and tournaments.")
    missing = NotPossible(N_("add the name of the club"))
    ask = Ask(_("the name of the club …"), longest=LONGEST_NAME, missing=missing)
    found = Action("new", clubs.found, ask=ask)
    add = Row("new", "", parts=(("   " + _("n: found a club"), "hint"),), detail=told, enter=found)
    count = ngettext("you are in {count} club", "you are in {count} clubs", own)
    return Page(
        title=_("Clubs"),
        intro=by_ear(told, ""),
        aside=count if own else "",
        rows=rows if is_spoken() else [*rows, add],
        actions=[found],
        empty=by_ear(_("No clubs yet: type new and a name."), _("No clubs yet.")),
        columns=(
            Column(_("Club"), "name"), Column(_("Captain")), Column(_("Members"), "figure"),
            Column(_("Who can join")),
        ),
        usual=("list", "go", "new") if rows else ("new",),
        terms=[told],
    )  # fmt: skip


def _club_row(one: ClubRow) -> Row:
    async def go(_text: str) -> Opens:
        return Opens("club", str(one.id))

    count = ngettext("{count} member", "{count} members", one.members)
    joining = _(ANYONE) if one.is_open else _(BY_INVITATION)
    state, look = joining, "note"
    if one.standing == JOINED:
        state, look = _("you are a member"), "gold"
    elif one.standing == INVITED:
        state, look = _("you are invited"), "gold"
    captain = _("captain {name}").format(name=one.captain_name) if one.captain_name else ""
    own = "own" if one.standing == JOINED else "club"
    return Row(
        f"{own} {one.id}", one.name, is_typed=True,
        told=labelled(one.name, ", ".join(filter(None, (count, captain, state)))),
        cells=(one.name, one.captain_name, str(one.members), joining),
        address=f"/clubs/{one.id}",
        parts=(
            (fitted(one.name, _NAME) + "  ", "item"), (fitted(count, 14), "note"), (state, look),
        ),
        detail=captain, enter=Action("go", go),
    )  # fmt: skip


async def club_page(
    clubs: ClubActions, company: ReportService, staff: StaffAccess, club: str
) -> Page:
    """Look up a club: its people, tables and tournaments, and what the reader can do.

    Raises a Refusal, but tells of a club that was closed.
    """
    try:
        sheet = await clubs.club(club)
    except CannotUseClub:
        if clubs.person.number is None:
            raise
        return Page(title=_("Club"), empty=_("This club is closed."), usual=["list"])
    return _ClubPage(clubs, company, staff, sheet).page(
        [tournament_line(one) for one in await clubs.tournaments.listed(sheet.row.id)],
        await clubs.chat(sheet.row.id) if sheet.row.standing == JOINED else (),
    )


class _ClubPage:
    """A club as one person sees it."""

    def __init__(
        self, clubs: ClubActions, company: ReportService, staff: StaffAccess, sheet: ClubData
    ) -> None:
        self._clubs = clubs
        self._company = company
        self._staff = staff
        self._sheet = sheet
        self._row = sheet.row
        self._is_captain = sheet.row.captain == clubs.person.number is not None
        self._is_member = sheet.row.standing == JOINED

    def page(self, tournaments: Sequence[Row], lines: Sequence[ChatLine]) -> Page:
        """Return the page with its rows: what one can do, people, tables and tournaments."""
        row = self._row
        here = self._clubs.lobby.talking.present(None)
        count = ngettext("{count} member", "{count} members", row.members)
        joining = _("Anyone can join.") if row.is_open else _("Members are invited by the captain.")
        people = [self._person(account, name, lines, is_here=account in here)
                  for account, name in self._sheet.members]  # fmt: skip
        if self._is_captain:
            people += [
                self._outside(name, pgettext("one player", "invited"))
                for _one, name in self._sheet.invited
            ]
            people += [self._outside(name, _("excluded")) for _one, name in self._sheet.excluded]
        tables = [self._table(one) for one in self._clubs.tables(self._sheet)]
        acts = self._actions()
        doing = [] if is_spoken() else self._act_rows(acts)
        return Page(
            title=_("Club {name}").format(name=row.name), short=_("Club"), about=row.name,
            aside=count, intro=by_ear(f"{count}. {joining}", joining),
            rows=[*doing, *people, *tables, *tournaments],
            actions=acts,
            columns=(Column(_("Name"), "name"), Column("")),
            usual=self._usual(),
            terms=[joining],
        )  # fmt: skip

    def _usual(self) -> list[str]:
        if not self._is_member:
            return ["join", "list", "go"]
        return ["list", "say", "chat", "go", *(["invite"] if self._is_captain else [])]

    # People

    def _person(self, account: int, name: str, lines: Sequence[ChatLine], *, is_here: bool) -> Row:
        is_own, is_captain = account == self._clubs.person.number, account == self._row.captain
        facts = (_("captain") if is_captain else "", _("you") if is_own else
                 _("online") if is_here else "")  # fmt: skip
        note = ", ".join(filter(None, facts))

        async def choose(_text: str) -> object:
            return _("That is you.") if is_own else Opens("person", name)

        async def report(reason: str) -> str:
            about = await self._clubs.lobby.friends.meant(name)
            return await self._company.report_in_club(about, self._row.name, reason, lines)

        ask = Ask(_("what happened …"), longest=MOST_TYPED, missing=_NO_REASON)
        reports = [Action("report", report, ask=ask)] if self._is_member and not is_own else []
        return Row(
            f"person {account}", name, told=labelled(name, note) if note else name, is_typed=True,
            cells=(name, note),
            parts=(("● " if is_here else "○ ", "hint" if is_here else "note"),
                   (fitted(name, _NAME), "gold" if is_own else "item"), (note, "note")),
            enter=Action("person", choose),
            actions=[*([] if is_own else self._captain_acts(name)), *reports],
        )  # fmt: skip

    def _captain_acts(self, name: str) -> list[Action]:
        if not self._is_captain:
            return []
        club = self._row.id
        away = _("To exclude {name} from the club, type: {word} {name} yes.")
        away_seen = _("Press the same key again to exclude {name}.")
        give = _("To make {name} the captain, type: {word} {name} yes.")
        give_seen = _("Press the same key again to make {name} the captain.")

        def sure(word: str, spoken: str, seen: str) -> list[str]:
            return [by_ear(spoken, seen).format(name=name, word=spelt(word))]

        return [
            Action("exclude", lambda _text: self._clubs.exclude(club, name),
                   confirm=sure("exclude", away, away_seen)),
            Action("captain", lambda _text: self._clubs.hand_over(club, name),
                   confirm=sure("captain", give, give_seen)),
        ]  # fmt: skip

    def _outside(self, name: str, note: str) -> Row:
        """Return the row of somebody invited or excluded, for the captain."""
        parts = (("  ", "note"), (fitted(name, _NAME), "note"), (note, "note"))
        return Row(f"outside {name}", name, told=labelled(name, note), is_typed=True, parts=parts,
                   actions=self._captain_acts(name)[:1])  # fmt: skip

    # Tables

    def _table(self, table: LobbyTable) -> Row:
        is_ours = bool(table.club)
        state, look = state_of(replace(table, club="", is_private=False) if is_ours else table)
        state = "  ".join(filter(None, (_("club") if is_ours else "", state)))
        names = ", ".join(seat.name for seat in table.seats if seat.name)
        is_plain = table.title == table.game_title
        title = table.title if is_plain else f"{table.title} ({table.game_title})"

        async def go(_text: str) -> Opens:
            await self._clubs.table.sit_down(table.id)
            return AWAY

        return Row(
            table.id, title, told=labelled(title, f"{names}, {state}"), is_typed=not is_plain,
            cells=(title, ", ".join(filter(None, (names, *state.split("  "))))), game=table.game,
            parts=(
                (f"{intro_of(table.game).emblem or '  '} ", "note"),
                (fitted(table.title, _TITLE) + "  ", "item"), (f"{fitted(names, 16)}  ", "note"),
                (state, _LOOKS.get(look, look)),
            ),
            enter=Action("go", go),
        )  # fmt: skip

    # Actions

    def _actions(self) -> list[Action]:
        """Return what the reader can do; in text mode everything, which may be refused."""
        clubs, club = self._clubs, self._row.id
        named = Ask(_("a name …"), longest=20, missing=_NO_NAME)
        every = {
            "chat": Action("chat", self._opens("club_chat")),
            "say": Action("say", lambda text: clubs.say(club, text), _("sent"),
                          ask=Ask(_("your message …"), longest=MOST_TYPED, missing=_NO_TEXT)),
            "join": Action("join", lambda _text: clubs.join(club), _("You are a member now.")),
            "invite": Action("invite", lambda text: clubs.invite(club, text), ask=named),
            "joining": Action("joining", lambda who: clubs.set_open(club, who),
                              ask=Ask(_("Who can join?"), choices=(ANYONE, BY_INVITATION))),
            "new": Action("new", self._new_tournament),
            "leave": self._sure("leave", lambda _text: clubs.leave(club), _("You left the club."),
                                spoken=_("To leave the club, type: {word} yes."),
                                seen=_("Press Enter again to leave the club.")),
            "close": self._sure("close", lambda _text: clubs.close(self._sheet, self._staff),
                                _("The club is closed."),
                                spoken=_("To close {name} with its chat, type: {word} yes."),
                                seen=_("Press Enter again to close the club with its chat.")),
        }  # fmt: skip
        if is_spoken():
            return [one for word, one in every.items() if word not in ("chat", "new")]
        return [every[word] for word in self._possible()]

    def _possible(self) -> list[str]:
        if not self._is_member:
            may_join = self._row.standing == INVITED or self._row.is_open
            can = ["join"] if may_join and self._clubs.person.number is not None else []
            can += ["leave"] if self._row.standing == INVITED else []
            return can + (["close"] if self._staff.is_admin else [])
        led = ["invite", "joining"] if self._is_captain else []
        closes = ["close"] if self._is_captain or self._staff.is_admin else []
        return ["chat", "new", *led, "leave", *closes]

    def _sure(
        self,
        word: str,
        run: Callable[[str], Coroutine[Any, Any, object]],
        said: str,
        spoken: str,
        seen: str,
    ) -> Action:
        told = by_ear(spoken.format(word=spelt(word), name=self._row.name), seen)
        return Action(word, run, said, confirm=[told])

    def _opens(self, page: str) -> Callable[[str], Coroutine[Any, Any, Opens]]:
        async def opens(_text: str) -> Opens:
            return Opens(page, str(self._row.id))

        return opens

    async def _new_tournament(self, _text: str) -> Form:
        return tournament_form(self._clubs.tournaments, club=self._row.id)

    def _act_rows(self, acts: Sequence[Action]) -> list[Row]:
        """Return the actions as rows of the screen, each with its label and meaning."""
        labels = {
            "chat": (_("Chat"), _("the messages of the club")),
            "join": (_("Join the club"), ""),
            "invite": (_("Invite a player"), _("type a name; the player is notified")),
            "joining": (_("Who can join"), _(ANYONE) if self._row.is_open else _(BY_INVITATION)),
            "new": (_("New tournament"), _("of this club")),
            "leave": (_("Leave"), ""),
            "close": (_("Close the club"), _("its chat is deleted")),
        }  # fmt: skip
        if self._row.standing == INVITED:
            labels |= {
                "join": (_("Join the club"), _("you are invited")),
                "leave": (_("Decline"), ""),
            }
        return [Row(f"do {one.word}", labels[one.word][0], note=labels[one.word][1], enter=one)
                for one in acts]  # fmt: skip


async def club_chat_page(clubs: ClubActions, company: ReportService, club: str) -> Page:
    """Return the messages of a club, to write, block or report. Raises a Refusal."""
    sheet = await clubs.club(club)
    lines = await clubs.chat(sheet.row.id)
    write = Action(
        "say", lambda text: clubs.say(sheet.row.id, text),
        ask=Ask(_("your message …"), longest=MOST_TYPED, missing=_NO_TEXT),
    )  # fmt: skip

    def against(line: ChatLine) -> list[Action]:
        async def report(reason: str) -> str:
            about = await clubs.lobby.friends.meant(line.name)
            return await company.report_in_club(about, sheet.row.name, reason, lines)

        said = _("{name} is blocked. They are not notified.").format(name=line.name)
        ask = Ask(_("what happened …"), longest=MOST_TYPED, missing=_NO_REASON)
        block = Action("block", lambda _text: company.block(line.name), said)
        return [block, Action("report", report, ask=ask)]

    return Page(
        title=_("Chat of {name}").format(name=sheet.row.name),
        rows=[
            _message(one, write, [] if one.account == clubs.person.number else against(one))
            for one in lines
        ],
        empty=_("No messages yet."),
        marked=str(lines[-1].id) if lines else "",
        is_numbered=False,
        actions=[write],
    )


def _message(line: ChatLine, write: Action, others: Sequence[Action]) -> Row:
    time = datetime.fromtimestamp(line.time).strftime("%m-%d %H:%M")
    return Row(
        str(line.id), line.name, detail=line.text, enter=write, actions=others,
        told=_("{hour}, {name} says: {text}").format(hour=time, name=line.name, text=line.text),
        parts=((f"{time}  ", "note"), (f"{line.name}: ", "gold"), (line.text, "item")),
    )  # fmt: skip
