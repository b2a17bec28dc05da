"""Tournaments in words: a line of the list, what one is like, what can be done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from screens.colours import Look, Spans
from screens.game_intro import effect, intro_of
from screens.home.table_form import called, shown
from screens.lobby.pages_api import (
    GameLine,
    Stage,
    TournamentAction,
    TournamentLine,
    TournamentPage,
)
from screens.text import N_, _, labelled, ngettext
from screens.widgets.menu import Item
from screens.widgets.raster import fitted

NEW: Final = "new"
_TITLE: Final = 26
_CLOCK: Final = 23
ACTS: Final[Mapping[TournamentAction, str]] = {
    TournamentAction.JOIN: N_("Take part"),
    TournamentAction.LEAVE: N_("Take part no longer"),
    TournamentAction.BEGIN: N_("Begin now"),
    TournamentAction.INVITE: N_("Invite somebody"),
    TournamentAction.CLOSE: N_("Close this tournament"),
}
MEANINGS: Final[Mapping[TournamentAction, str]] = {
    TournamentAction.JOIN: N_("You play against everybody here."),
    TournamentAction.LEAVE: N_("Somebody else can have your place."),
    TournamentAction.BEGIN: N_("Lots are drawn, and the first games begin."),
    TournamentAction.INVITE: N_("Type a name; they are told, and see it in their list."),
    TournamentAction.CLOSE: N_("It does not take place."),
}
SURE: Final[Mapping[TournamentAction, str]] = {
    TournamentAction.LEAVE: N_("Enter again: you take part no longer."),
    TournamentAction.CLOSE: N_("Enter again: this tournament does not take place."),
}
"""Asked before anything is given up."""
STAGES: Final[Mapping[Stage, tuple[str, str]]] = {
    Stage.OPEN: (N_("waits for players"), "item"),
    Stage.RUNNING: (N_("being played"), "key"),
    Stage.OVER: (N_("has ended"), "note"),
    Stage.CLOSED: (N_("was cancelled"), "note"),
}


def line_item(line: TournamentLine) -> Item:
    """A tournament in the list."""
    text, look = state_of(line)
    parts = (
        (f"{intro_of(line.game).emblem or '  '} ", "note"),
        (fitted(line.title, _TITLE) + "  ", "gold" if line.is_mine else "item"),
        (fitted(line.clock, _CLOCK), "note"),
        (text, look),
    )
    return Item(line.id, line.title, parts=parts)


def new_item() -> Item:
    """The line that sets one up."""
    parts = (("   " + _("n: set up a tournament"), "hint"),)
    return Item(NEW, NEW, parts=parts)


def state_of(line: TournamentLine) -> tuple[str, str]:
    """How far a tournament is, and the look of that."""
    if line.stage == Stage.OPEN:
        if line.is_invited and not line.is_mine:
            return _("you are invited"), "gold"
        text = _("{count} of {size} players").format(count=line.players, size=line.size)
        return text, "hint" if line.players < line.size else "item"
    if line.stage == Stage.RUNNING and line.is_evening:
        return _("round {round}").format(round=line.round), "key"
    text, look = STAGES[line.stage]
    return _(text), look


def what_it_is(line: TournamentLine) -> Spans:
    """A tournament in a sentence: its title, then its terms."""
    return [
        (f" {line.title}", Look("gold", style="bold")),
        (f"   {', '.join(facts_of(line))}", Look("soft")),
    ]


def facts_of(line: TournamentLine, *, counts: bool = True) -> list[str]:
    """The terms of a tournament, a few words each; `counts`: for how many it is among them."""
    facts = [line.game_title]
    if counts:
        facts.append(ngettext("{count} player", "{count} players", line.size))
    if line.seats > 2:
        facts.append(_("{count} at a table").format(count=line.seats))
    facts.append(line.clock)
    if line.is_private:
        facts.append(_("who is invited"))
    return facts


def terms_of(page: TournamentPage) -> Sequence[str]:
    """How it goes, a fact a line."""
    line = page.line
    rounds = _("All games at once.") if not line.is_evening else _("Round after round.")
    begins = (
        _("It begins when it is full.") if page.begins_full else _("It begins when the host says.")
    )
    options = [
        effect(line.game, name, value) or labelled(called(name), shown(value)) + "."
        for name, value in page.options.items()
    ]
    told = [rounds, *options]
    if line.stage == Stage.OPEN:
        told.append(begins)
        if line.is_evening and page.begins_full:
            told.append(_("Everybody is to be here then."))
    if page.bot:
        told.append(_("Bots ({level}) fill free places.").format(level=_(page.bot)))
    if line.seats > 2:
        points = _("First of {count}: {points} points, and one less for each place after.")
        told.append(points.format(count=line.seats, points=line.seats - 1))
    told.append(_("Games among people are rated.") if page.is_rated else _("No game is rated."))
    return told


def ties() -> str:
    """Return the rule for breaking ties, which is announced beforehand."""
    return _("Equal points: direct comparison, then Sonneborn-Berger, then a shared place.")


def game_item(game: GameLine, number: int) -> Item:
    """A game of a round."""
    text, look = outcome(game)
    names = " – ".join(game.names)
    parts = (
        (_("round {round}").format(round=game.round).ljust(10), "note"),
        (fitted(names, 44) + "  ", "gold" if game.is_own else "item"),
        (text, look),
    )
    return Item(f"game {number}", names, parts=parts)


def outcome(game: GameLine) -> tuple[str, str]:
    """How a game came out, and the look of that."""
    if not game.is_over:
        return _("being played"), "key"
    if not game.winners:
        return _("no result"), "note"
    if len(game.winners) == len(game.names):
        return _("a draw"), "note"
    return _("won: {names}").format(names=", ".join(game.winners)), "note"
