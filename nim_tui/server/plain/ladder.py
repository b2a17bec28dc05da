"""The ladder of a game by lines: who stands where, challenges, and the games for a place."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from nim_tui.plain.commands import spelt
from nim_tui.plain.text import listed
from nim_tui.server.app.ladder import LadderActions
from nim_tui.server.plain.page import (
    Acts,
    ChoiceDialog,
    number_in,
    one_named,
    told_from,
    without_yes,
)
from nim_tui.server.plain.visit import LineContext
from rules.messages import N_
from screens.app_api import NotPossible
from screens.lobby.ladder.words import about_what, outcome, state_of, terms
from screens.lobby.pages_api import LadderAction, LadderPage, LadderRow, PendingChallenge
from screens.text import _, labelled, ngettext

WORDS: Final[Mapping[LadderAction, str]] = {
    LadderAction.CHALLENGE: "challenge",
    LadderAction.ACCEPT: "accept",
    LadderAction.WATCH: "watch",
    LadderAction.PLAY: "go",
    LadderAction.TURN_DOWN: "decline",
    LadderAction.TAKE_BACK: "withdraw",
    LadderAction.LEAVE: "leave",
}
"""The command for each thing that can be done about somebody."""
_SURE: Final[Mapping[LadderAction, str]] = {
    LadderAction.TURN_DOWN: N_("{name} takes your place then. If you mean it, say: {word} yes."),
    LadderAction.TAKE_BACK: N_("To take your challenge to {name} back, say: {word} yes."),
    LadderAction.LEAVE: N_("To leave this ladder, say: {word} yes."),
}


class LadderTalk:
    """The ladder of one game."""

    def __init__(self, visit: LineContext, ladder: LadderActions, game: str) -> None:
        self._visit = visit
        self._ladder = ladder
        self._game = game
        self._page: LadderPage | None = None

    @property
    def title(self) -> str:
        """Which ladder it is."""
        return _("Ladder of {game}").format(game=dict(self._ladder.games())[self._game])

    @property
    def usual(self) -> Sequence[str]:
        """The list, and what can be done now."""
        page = self._page
        if page is None:
            return ("list",)
        here = {deed for one in page.rungs for deed in (one.enter, one.undo) if deed is not None}
        joins = ["join"] if page.own is None else []
        return ["list", *joins, *(word for deed, word in WORDS.items() if deed in here)]

    @property
    def acts(self) -> Acts:
        """Looking at it, and what can be done about somebody on it."""
        return {
            "list": self._list, "terms": self._terms, "log": self._log, "join": self._join,
            **{word: self._doing(deed) for deed, word in WORDS.items()},
        }  # fmt: skip

    @property
    def meanings(self) -> Mapping[str, str]:
        """The help texts of the commands of a ladder."""
        return {
            "list": N_("list N: who stands on the ladder, from place N on"),
            "log": N_("log: what happened on this ladder lately"),
            "join": N_("join: stand on this ladder, at the bottom"),
            "leave": N_("leave: stand on this ladder no longer"),
            "watch": N_("watch NAME: look on at a game for a place"),
            "go": N_("go: to your game for a place"),
            "withdraw": N_("withdraw: take your challenge back"),
        }

    async def open(self) -> None:
        """Look it up, and tell what it has for oneself."""
        self._tell_own(await self._look())

    async def _look(self) -> LadderPage:
        page = self._page = await self._ladder.page(self._game)
        return page

    # Telling

    def _tell_own(self, page: LadderPage) -> None:
        count = len(page.rungs)
        say = self._visit.say
        if not count:
            say(_("Nobody stands on this ladder yet."))
        elif page.own is None:
            people = ngettext("{count} person stands on it", "{count} people stand on it", count)
            say(_("{people}; you do not.").format(people=people))
        else:
            say(_("You are at place {place} of {count}.").format(place=page.own, count=count))
        may = [_rung_name(page, one) for one in page.rungs if one.enter == LadderAction.CHALLENGE]
        if may:
            say(_("You may challenge {names}.").format(names=listed(may)))
        own = None if page.own is None else page.rungs[page.own - 1]
        if own is not None and own.asks is not None:
            told = _("You challenge {name}: {clock}, {left} to answer")
            say(_standing(own.asks, told, own.asks.challenged))
        if own is not None and own.asked is not None:
            told = _("{name} challenges you: {clock}, {left} to answer")
            say(_standing(own.asked, told, own.asked.challenger))

    async def _list(self, rest: str) -> None:
        page = await self._look()
        lines = [_line(one) for one in page.rungs]
        self._visit.say(*(told_from(lines, number_in(rest)) if lines else ()))
        self._tell_own(page)

    async def _terms(self, _rest: str) -> None:
        self._visit.say(*terms(await self._look()))

    async def _log(self, _rest: str) -> None:
        recent = (await self._look()).recent
        self._visit.say(*(labelled(one.day, outcome(one)) for one in recent))
        if not recent:
            self._visit.say(_("Nothing has happened on this ladder yet."))

    # Doing

    async def _join(self, _rest: str) -> None:
        await self._ladder.join(self._game)
        self._tell_own(await self._look())

    def _doing(self, deed: LadderAction) -> Callable[[str], object]:
        async def do(rest: str) -> None:
            said, sure = without_yes(rest)
            page = await self._look()
            rung = _meant(page, deed, said)
            if deed in _SURE and not sure:
                told = _(_SURE[deed]).format(name=rung.name, word=spelt(WORDS[deed]))
                self._visit.say(told)
            else:
                await self._do(page, rung, deed)

        return do

    async def _do(self, page: LadderPage, rung: LadderRow, deed: LadderAction) -> None:
        here, asked = self._ladder, _about(rung, deed)
        if deed == LadderAction.CHALLENGE:
            self._ask_for_clock(rung.name)
            return
        if deed == LadderAction.LEAVE:
            await here.leave(page.game)
        elif asked is None:
            return
        elif deed == LadderAction.ACCEPT:
            await here.accept(asked)
            return
        elif deed in (LadderAction.WATCH, LadderAction.PLAY):
            await here.go_to(asked.table)
            return
        else:
            await here.turn_down(asked)
        self._tell_own(await self._look())

    def _ask_for_clock(self, name: str) -> None:
        async def chosen(clock: str) -> None:
            await self._ladder.challenge(self._game, name, clock)
            self._tell_own(await self._look())

        asked = _("Challenge {name}: which clock?").format(name=name)
        choosing = ChoiceDialog(self._visit, asked, self._ladder.clocks(), chosen)
        self._visit.conversation.push(choosing)


def _meant(page: LadderPage, deed: LadderAction, rest: str) -> LadderRow:
    """Whom something is to be done about. Raises NotPossible."""
    may = [one for one in page.rungs if deed in (one.enter, one.undo)]
    fit = [one for one in may if not one.is_own or len(may) == 1]
    if not fit:
        raise NotPossible(N_("there is nobody here with whom you can do that now"))
    if not rest:
        if len({_about(one, deed) for one in fit}) > 1 or (
            deed == LadderAction.CHALLENGE and len(fit) > 1
        ):
            names = listed(_rung_name(page, one) for one in fit)
            raise NotPossible(N_("say with whom: {names}"), names=names)
        return fit[0]
    one = page.rungs[one_named(rest, [rung.name for rung in page.rungs])]
    if one not in may:
        raise NotPossible(N_("there is nobody here with whom you can do that now"))
    return one


def _about(rung: LadderRow, deed: LadderAction) -> PendingChallenge | None:
    """The challenge that something is done about."""
    both = [rung.asked] if deed == LadderAction.TAKE_BACK else [rung.asks, rung.asked]
    is_played = deed in (LadderAction.WATCH, LadderAction.PLAY)
    return next((one for one in both if one is not None and bool(one.table) == is_played), None)


def _rung_name(page: LadderPage, rung: LadderRow) -> str:
    told = _("{name} at place {place}")
    return told.format(name=rung.name, place=page.rungs.index(rung) + 1)


def _line(rung: LadderRow) -> str:
    """Somebody on the ladder, in a sentence."""
    name = _("{name} (you)").format(name=rung.name) if rung.is_own else rung.name
    here = _("here") if rung.is_here and not rung.is_own else ""
    told = _("games won: {won} of {played}")
    won = told.format(won=rung.won, played=rung.played) if rung.played else ""
    notes = ", ".join(part for part in (here, won, state_of(rung)[0]) if part)
    return labelled(name, notes) if notes else name


def _standing(asked: PendingChallenge, told: str, name: str) -> str:
    """A challenge with somebody and how it stands."""
    if asked.table:
        return about_what(asked)
    days = ngettext("{count} day left", "{count} days left", asked.days)
    return told.format(name=name, clock=asked.clock, left=days)
