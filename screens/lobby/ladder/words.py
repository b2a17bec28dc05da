"""A ladder in words: a row for everybody, what happened, what can be done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from screens.colours import Look, Span, Spans
from screens.keymap import KEY_NAMES
from screens.lobby.pages_api import (
    LadderAction,
    LadderPage,
    LadderRow,
    PastChallenge,
    PendingChallenge,
)
from screens.text import N_, _, ngettext
from screens.widgets.menu import Item
from screens.widgets.raster import fitted

JOIN: Final = "join"
_NAME: Final = 18
_FIGURES: Final = 14
_SOFT: Final = Look("soft")
_KEY: Final = Look("key", style="bold")
_ENTER: Final[Mapping[LadderAction, str]] = {
    LadderAction.CHALLENGE: N_("challenge {name} for place {place}"),
    LadderAction.ACCEPT: N_("accept: the game begins"),
    LadderAction.WATCH: N_("watch their game"),
    LadderAction.PLAY: N_("go on playing"),
}
_UNDO: Final[Mapping[LadderAction, str]] = {
    LadderAction.TURN_DOWN: N_("turn down: they take your place"),
    LadderAction.TAKE_BACK: N_("take your challenge back"),
    LadderAction.LEAVE: N_("leave this ladder"),
}
SURE: Final[Mapping[LadderAction, str]] = {
    LadderAction.TURN_DOWN: N_("Press the same key again to turn down: they take your place."),
    LadderAction.TAKE_BACK: N_("Press the same key again to take your challenge back."),
    LadderAction.LEAVE: N_("Press the same key again to leave this ladder."),
}
"""Asked before anything is given up."""
_HAPPENED: Final[Mapping[str, str]] = {
    "won": N_("{name} beat {other} and took the place"),
    "held": N_("{other} beat {name} and kept the place"),
    "drawn": N_("{name} and {other} drew"),
    "passed": N_("{name} took the place: {other} did not play"),
}


def rung_id(rung: LadderRow) -> str:
    """By what a row is known, wherever it goes."""
    return f"on {rung.name}"


def rung_item(page: LadderPage, place: int) -> Item:
    """The row of a place."""
    rung = page.rungs[place - 1]
    name = _("{name} (you)").format(name=rung.name) if rung.is_own else rung.name
    text, look = state_of(rung)
    if rung.asked is None and rung.enter == LadderAction.CHALLENGE:
        text = f"↑ {text}"
    parts = (
        (f"{place:3}  ", "gold" if place == 1 else "note"),
        ("● " if rung.is_here else "○ ", "hint" if rung.is_here else "note"),
        (fitted(name, _NAME) + "  ", "gold" if rung.is_own else "item"),
        (fitted(_figures(rung), _FIGURES) + "  ", "note"),
        (text, look),
    )
    return Item(rung_id(rung), rung.name, parts=parts)


def join_item(page: LadderPage) -> Item:
    """The row below the last place, for who has none."""
    place = len(page.rungs) + 1
    parts = ((f"{place:3}  ", "note"), ("  " + _("join the ladder here"), "hint"))
    return Item(JOIN, JOIN, parts=parts)


def _figures(rung: LadderRow) -> str:
    return (
        _("{won} of {played} won").format(won=rung.won, played=rung.played) if rung.played else ""
    )


def state_of(rung: LadderRow) -> tuple[str, str]:
    """Return the state of a player's challenges on a ladder, and its style."""
    if rung.asked is not None:
        return _between(rung.asked, rung.asked.challenger), "gold" if rung.is_own else "key"
    if rung.enter == LadderAction.CHALLENGE:
        return _("may be challenged"), "hint"
    if rung.asks is not None:
        if rung.asks.table:
            return _("plays {name}").format(name=rung.asks.challenged), "key"
        is_me = rung.enter == LadderAction.ACCEPT
        told = _("challenges you") if is_me else _("challenges {name}")
        return told.format(name=rung.asks.challenged), "gold" if is_me else "note"
    return "", "note"


def _between(asked: PendingChallenge, other: str) -> str:
    if asked.table:
        return _("plays {name}").format(name=other)
    days = ngettext("{count} day left", "{count} days left", asked.days)
    return _("asked by {name}, {left}").format(name=other, left=days)


def can_be_done(page: LadderPage, place: int) -> list[Spans]:
    """Return the lines about a player's challenge, and the keys for the possible actions."""
    rung = page.rungs[place - 1]
    asks_me = rung.enter == LadderAction.ACCEPT and not rung.is_own
    about = rung.asks if asks_me or rung.asked is None else rung.asked
    head: list[Span] = [(f" {rung.name}", Look("gold", style="bold"))]
    if about is not None:
        head.append((f"   {about_what(about)}", _SOFT))
    return [head, _keys(rung, place)]


def about_what(asked: PendingChallenge) -> str:
    """Return the challenger, the challenged player and the clock of a challenge, in words."""
    told = _("{name} for the place of {other}, {clock}")
    if asked.table:
        told = _("{name} plays for the place of {other}, {clock}")
    return told.format(name=asked.challenger, other=asked.challenged, clock=asked.clock)


def _keys(rung: LadderRow, place: int) -> Spans:
    keys: list[Span] = []
    if rung.enter is not None:
        does = _(_ENTER[rung.enter]).format(name=rung.name, place=place)
        keys += [(f" {_(KEY_NAMES['enter'])} ", _KEY), (does + "  ", Look())]
    if rung.undo is not None:
        keys += [(" x ", _KEY), (_(_UNDO[rung.undo]), Look())]
    return keys


def join_done(page: LadderPage) -> list[Spans]:
    """Return the lines that explain how to join the ladder."""
    head = [(" " + _("You are not on this ladder."), Look("gold", style="bold"))]
    does = _("join at the bottom, at place {place}").format(place=len(page.rungs) + 1)
    return [head, [(f" {_(KEY_NAMES['enter'])} ", _KEY), (does, Look())]]


def happened(one: PastChallenge) -> Spans:
    """A challenge that is settled."""
    return [(f"{one.day}  ", _SOFT), (outcome(one), Look())]


def outcome(one: PastChallenge) -> str:
    """How a challenge was settled."""
    return _(_HAPPENED[one.state]).format(name=one.challenger, other=one.challenged)


def terms(page: LadderPage) -> list[str]:
    """How the ladder goes."""
    up = ngettext(
        "You may challenge whoever stands {count} place above you.",
        "You may challenge whoever stands up to {count} places above you.",
        page.reach,
    )
    more = _("Whoever wins takes the place; a draw changes nothing.")
    days = ngettext(
        "Who does not accept within {count} day is passed.",
        "Who does not accept within {count} days is passed.",
        max(1, round(page.days)),
    )
    return [up, more, days]


def recent_lines(page: LadderPage, *, is_framed: bool) -> list[Spans]:
    """Return the recent events of a ladder, under a title of their own where no frame has one."""
    nothing: Spans = [(_("Nothing has happened on this ladder yet."), _SOFT)]
    lines = [happened(one) for one in page.recent] or [nothing]
    if is_framed:
        return lines
    return [[(" " + _("Lately"), _KEY)], *([("   ", Look()), *one] for one in lines)]


def first_marked(page: LadderPage) -> str:
    """Return the id of the line to mark first: an answer due, a possible challenge, or oneself.

    Where none of these exists, it is the line to join the ladder.
    """
    for deed in (LadderAction.ACCEPT, LadderAction.CHALLENGE):
        for rung in page.rungs:
            if rung.enter == deed:
                return rung_id(rung)
    return JOIN if page.own is None else rung_id(page.rungs[page.own - 1])
