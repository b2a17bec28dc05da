"""The page of a ladder: the ranks, the challenges, and one person's actions."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final

from nim_tui.plain.commands import spelt
from nim_tui.plain.text import listed
from nim_tui.registry import all_games
from nim_tui.server.accounts.service import day
from nim_tui.server.accounts.store import NoSuchAccount, account_named
from nim_tui.server.contests.ladder import OPEN, within_reach
from nim_tui.server.contests.ladder_store import (
    LadderChallenge,
    LadderData,
    LadderPlace,
    NotOnLadder,
    has_ladder,
)
from nim_tui.server.lobby.table_requests import Navigator
from nim_tui.server.services import Services
from nim_tui.server.sessions.person import SessionAccount
from nim_tui.server.tables.terms import CLOCKS, clock_text, contest_clocks
from rules.messages import N_
from screens.lobby.page import AWAY, Action, Ask, Column, Page, Row, by_ear
from screens.text import _, labelled, ngettext
from screens.widgets.raster import fitted

WORDS: Final = ("join", "challenge", "accept", "watch", "go", "decline", "withdraw", "leave")
"""The commands of a ladder."""
_DAY: Final = 86_400
_NAME: Final = 18
_FIGURES: Final = 14
_LABELS: Final[Mapping[str, str]] = {
    "challenge": N_("challenge {name} for rank {place}"),
    "accept": N_("accept: the game begins"),
    "watch": N_("watch their game"),
    "go": N_("continue playing"),
    "decline": N_("decline: they take your rank"),
    "withdraw": N_("withdraw your challenge"),
    "leave": N_("leave this ladder"),
}
_SURE: Final[Mapping[str, tuple[str, str]]] = {
    "decline": (
        N_("{name} then takes your rank. To confirm, type: {word} yes."),
        N_("Press the same key again to decline: they take your rank."),
    ),
    "withdraw": (
        N_("To withdraw your challenge to {name}, type: {word} yes."),
        N_("Press the same key again to withdraw your challenge."),
    ),
    "leave": (
        N_("To leave this ladder, type: {word} yes."),
        N_("Press the same key again to leave this ladder."),
    ),
}
"""The confirmations asked before leaving or declining: in text mode, and on the screen."""
_HAPPENED: Final[Mapping[str, str]] = {
    "won": N_("{name} beat {other} and took the rank"),
    "held": N_("{other} beat {name} and kept the rank"),
    "drawn": N_("{name} and {other} drew"),
    "passed": N_("{name} took the rank: {other} did not play"),
}


def ladder_games() -> dict[str, str]:
    """Return the games that have a ladder, as two can play them, with their titles."""
    return {one.name: one.title for one in all_games().values() if has_ladder(one.name)}


async def ladders_page(lobby: Services, person: SessionAccount) -> Page:
    """List the ladders, with their sizes and the person's own rank. Raises a Refusal."""
    rows = []
    for game, title in ladder_games().items():
        people = (await lobby.ladders.sheet(game)).people
        count = len(people)
        told = ngettext("{count} person", "{count} people", count) if count else _("nobody yet")
        own = [place for place, one in enumerate(people, 1) if one.account == person.number]
        facts = [title] if title.casefold() != game else []
        facts += [told, *(_("your rank is {place}").format(place=place) for place in own)]
        row = Row(game, title, told=labelled(game, ", ".join(facts)), cells=(title, told),
                  address=f"/ladder/{game}")  # fmt: skip
        rows.append(row)
    hint = _("Type {word} and a game.").format(word=spelt("ladder"))
    return Page(title=_("Ladders"), rows=rows, is_numbered=False, hints=[hint])


async def ladder_page(lobby: Services, person: SessionAccount, table: Navigator, game: str) -> Page:
    """Look up the ladder of a game, or of the first one. Raises a Refusal."""
    game = game or next(iter(ladder_games()))
    return _Ladder(lobby, person, table, game, await lobby.ladders.sheet(game)).page()


class _Ladder:
    """The ladder of a game as one person sees it."""

    def __init__(
        self,
        lobby: Services,
        person: SessionAccount,
        table: Navigator,
        game: str,
        sheet: LadderData,
    ) -> None:
        self._lobby = lobby
        self._person = person
        self._table = table
        self._game = game
        self._sheet = sheet
        self._order = tuple(one.account for one in sheet.people)
        self._own = person.number
        self._place = self._order.index(self._own) + 1 if self._own in self._order else None
        self._reach = within_reach(self._order, self._own or 0, lobby.ladders.terms.ladder_reach)

    def page(self) -> Page:
        """Return the whole page."""
        rows = [self._row(place, one) for place, one in enumerate(self._sheet.people, start=1)]
        words = {action.word for row in rows for action in row.all_actions}
        joins = [] if self._place is not None else [self._join_row()]
        title, count = ladder_games()[self._game], len(rows)
        aside = _("you: rank {place} of {count}").format(place=self._place, count=count)
        first = [
            row.id for word in ("accept", "challenge") for row in rows
            if row.enter is not None and row.enter.word == word
        ]  # fmt: skip
        own = "join" if self._place is None else rows[self._place - 1].id
        return Page(
            title=_("{game} ladder").format(game=title),
            short=_("Ladder"),
            about=f"‹ {title} ›",
            aside="" if self._place is None else aside,
            rows=[*rows, *joins],
            marked=[*first, own][0],
            is_long=True,
            usual=["list", *(one for one in WORDS if one in words or (one == "join" and joins))],
            hints=self._hints(rows),
            unclear=N_("name a player: {names}"),
            impossible=N_("no player can be chosen for that now"),
            game=self._game,
            terms=self._terms(),
            columns=(
                Column(_("Rank"), "figure"), Column(_("Name"), "name"),
                Column(_("wins"), "figure"), Column(_("games"), "figure"), Column(_("Challenge")),
            ),
            leading=1,
            events=[(day(one.settled or one.made), self._outcome(one)) for one in
                    self._sheet.recent],
            no_events=_("Nothing has happened on this ladder yet."),
            others=[*ladder_games()],
        )  # fmt: skip

    def _terms(self) -> list[str]:
        """Return the rules of the ladder."""
        terms = self._lobby.ladders.terms
        up = ngettext(
            "You can challenge the player {count} rank above you.",
            "You can challenge players up to {count} ranks above you.",
            terms.ladder_reach,
        )
        more = _("The winner takes the rank; a draw changes nothing.")
        days = ngettext(
            "An unanswered correspondence challenge costs you your rank after {count} day.",
            "An unanswered correspondence challenge costs you your rank after {count} days.",
            max(1, round(terms.ladder_days)),
        )
        return [up, more, days]

    # People

    def _row(self, place: int, one: LadderPlace) -> Row:
        is_own, is_here = one.account == self._own, self._lobby.attendance.is_here(one.account)
        asked, asks = self._challenges(one.account)
        enter, undo = self._enter(one.account, asked, asks), self._undo(one.account, asked, asks)
        state, look = self._state(enter, asked, asks, is_own=is_own)
        won = _("{won} of {played} won").format(won=one.won, played=one.played)
        name = _("{name} (you)").format(name=one.name) if is_own else one.name
        arrow = "↑ " if asked is None and enter == "challenge" else ""
        about = asks if (enter == "accept" and not is_own) or asked is None else asked
        told = _("games won: {won} of {played}").format(won=one.won, played=one.played)
        notes = (_("online") if is_here and not is_own else "", told if one.played else "", state)
        more = ", ".join(filter(None, notes))
        done = [self._action(word, place, one, asked, asks) for word in (enter, undo) if word]
        return Row(
            id=f"on {one.name}",
            name=one.name,
            called=_("{name} at rank {place}").format(name=one.name, place=place),
            told=labelled(name, more) if more else name,
            parts=(
                (f"{place:3}  ", "gold" if place == 1 else "note"),
                ("● " if is_here else "○ ", "hint" if is_here else "note"),
                (fitted(name, _NAME) + "  ", "gold" if is_own else "item"),
                (fitted(won if one.played else "", _FIGURES) + "  ", "note"),
                (arrow + state, look),
            ),
            cells=(
                str(place), one.name, str(one.won), str(one.played),
                "" if asked is None else self._about(asked),
            ),
            detail=one.name if about is None else f"{one.name}   {self._about(about)}",
            enter=done[0] if enter else None,
            actions=done[1:] if enter else done,
        )  # fmt: skip

    def _join_row(self) -> Row:
        """Return the row below the last rank, for a person without one."""
        place = len(self._order) + 1
        return Row(
            "join",
            "",
            parts=((f"{place:3}  ", "note"), ("  " + _("join this ladder"), "hint")),
            detail=_("You are not on this ladder."),
            enter=Action(
                "join",
                lambda _text: self._paced(self._lobby.ladders.join),
                label=_("join at the bottom, at rank {place}").format(place=place),
            ),
        )

    def _state(
        self,
        enter: str,
        asked: LadderChallenge | None,
        asks: LadderChallenge | None,
        *,
        is_own: bool,
    ) -> tuple[str, str]:
        """Return the state of a player's challenges, and its style."""
        if asked is not None:
            other = self._name(asked.challenger)
            told = _("challenged by {name}, {left}").format(name=other, left=self._left(asked))
            if asked.table:
                told = _("playing {name}").format(name=other)
            return told, "gold" if is_own else "key"
        if enter == "challenge":
            return _("can be challenged"), "hint"
        if asks is None:
            return "", "note"
        if asks.table:
            return _("playing {name}").format(name=self._name(asks.challenged)), "key"
        is_me = enter == "accept"
        told = _("challenges you") if is_me else _("challenges {name}")
        return told.format(name=self._name(asks.challenged)), "gold" if is_me else "note"

    def _hints(self, rows: Sequence[Row]) -> list[str]:
        """Return sentences about the person's own possibilities on the ladder."""
        people = ngettext(
            "{count} player on the ladder", "{count} players on the ladder", len(rows)
        )
        told = [_("Your rank is {place} of {count}.")]
        if not rows:
            told = [_("Nobody is on this ladder yet.")]
        elif self._place is None:
            told = [_("{people}; you are not on it.")]
        told = [text.format(people=people, place=self._place, count=len(rows)) for text in told]
        may = [row.called for row in rows if row.enter and row.enter.word == "challenge"]
        if may:
            told.append(_("You can challenge {names}.").format(names=listed(may)))
        asked, asks = self._challenges(self._own)
        if asks is not None:
            text = _("You challenge {name}: {clock}, {left} to answer")
            told.append(self._standing(asks, text, asks.challenged))
        if asked is not None:
            text = _("{name} challenges you: {clock}, {left} to answer")
            told.append(self._standing(asked, text, asked.challenger))
        return told

    # Challenges

    def _challenges(
        self, account: int | None
    ) -> tuple[LadderChallenge | None, LadderChallenge | None]:
        """Return the challenge to an account's rank, and the challenge it has made."""
        asked = next((one for one in self._sheet.standing if one.challenged == account), None)
        return asked, next((one for one in self._sheet.standing if one.challenger == account), None)

    def _name(self, account: int) -> str:
        return self._sheet.names.get(account, "")

    def _left(self, one: LadderChallenge) -> str:
        days = max(0, int((one.ends - self._lobby.database.now()) // _DAY))
        return ngettext("{count} day left", "{count} days left", days)

    def _about(self, one: LadderChallenge) -> str:
        """Return the challenger, the challenged player and the clock of a challenge, in words."""
        told = _("{name} challenges {other} for their rank, {clock}")
        if one.table:
            told = _("{name} plays {other} for their rank, {clock}")
        who, whom = self._name(one.challenger), self._name(one.challenged)
        return told.format(name=who, other=whom, clock=_(clock_text(one.clock)))

    def _standing(self, one: LadderChallenge, told: str, other: int) -> str:
        if one.table:
            return self._about(one)
        clock = _(clock_text(one.clock))
        return told.format(name=self._name(other), clock=clock, left=self._left(one))

    def _outcome(self, one: LadderChallenge) -> str:
        who, whom = self._name(one.challenger), self._name(one.challenged)
        return _(_HAPPENED[one.state]).format(name=who, other=whom)

    # Actions

    def _enter(
        self, account: int, asked: LadderChallenge | None, asks: LadderChallenge | None
    ) -> str:
        """Return the action of Enter on a player with these challenges, if any."""
        own = self._own
        both = [one for one in (asked, asks) if one is not None]
        if any(one.challenged == own and one.state == OPEN for one in both):
            return "accept"
        played = [one for one in both if one.table is not None]
        if any(own in (one.challenger, one.challenged) for one in played):
            return "go"
        most = self._lobby.ladders.terms.ladder_challenges
        has_asked = sum(one.challenger == own for one in self._sheet.standing) >= most
        if account in self._reach and asked is None and not has_asked:
            return "challenge"
        return "watch" if played else ""

    def _undo(
        self, account: int, asked: LadderChallenge | None, asks: LadderChallenge | None
    ) -> str:
        """Return the action that withdraws or declines a player's challenge, if any."""
        if asks is not None and asks.challenged == self._own and asks.state == OPEN:
            return "decline"
        if asked is not None and asked.challenger == self._own and asked.state == OPEN:
            return "withdraw"
        return "leave" if account == self._own else ""

    def _action(
        self,
        word: str,
        place: int,
        one: LadderPlace,
        asked: LadderChallenge | None,
        asks: LadderChallenge | None,
    ) -> Action:
        both = [asked] if word == "withdraw" else [asks, asked]
        is_played = word in ("watch", "go")
        about = next((c for c in both if c is not None and bool(c.table) == is_played), None)
        spoken, seen = _SURE.get(word, ("", ""))
        sure = by_ear(_(spoken).format(name=one.name, word=spelt(word)), _(seen)) if seen else ""
        asking = _("Challenge {name}: which time control?").format(name=one.name)
        return Action(
            word,
            self._run(word, one.name, about),
            label=_(_LABELS[word]).format(name=one.name, place=place),
            confirm=[sure] if sure else [],
            ask=Ask(asking, choices=contest_clocks()) if word == "challenge" else None,
            same=str(about.id) if about is not None and word != "challenge" else "",
        )

    def _run(
        self, word: str, name: str, about: LadderChallenge | None
    ) -> Callable[[str], Awaitable[object]]:
        async def run(text: str) -> object:
            ladders = self._lobby.ladders
            if word == "challenge":
                await self._challenge(name, text)
            elif word == "leave":
                await self._paced(ladders.leave)
            elif about is None:
                raise NotOnLadder(N_("this challenge is no longer open"))
            elif word in ("decline", "withdraw"):
                await ladders.turn_down(about.id, self._person.member.id)
            else:
                await self._table.sit_down(about.table or await self._accept(about))
                return AWAY
            return None

        return run

    async def _paced(self, act: Callable[[str, int], Awaitable[object]]) -> None:
        await self._lobby.handing_over.take(self._person.bounded_as)
        await act(self._game, self._person.member.id)

    async def _challenge(self, name: str, clock: str) -> None:
        other, plan = await self._lobby.database.look(account_named, name), CLOCKS.get(clock)
        if other is None or plan is None:
            raise NoSuchAccount(N_("no player is called {name}"), name=repr(name))
        await self._lobby.handing_over.take(self._person.bounded_as)
        await self._lobby.ladders.challenge(self._game, (self._person.member.id, other.id), plan)

    async def _accept(self, about: LadderChallenge) -> str:
        found = await self._lobby.ladders.asked_of(self._person.member.id)
        one = next((each for each in found if each.id == about.id), None)
        if one is None:
            raise NotOnLadder(N_("this challenge is no longer open"))
        return await self._lobby.ladders.accept(one, self._person.member.id)
