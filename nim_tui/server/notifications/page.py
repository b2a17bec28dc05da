"""The page of notifications: by which ways one is told, while away, that it is one's turn."""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len, set_cell_size

from nim_tui.plain.commands import spelt, vocabulary
from nim_tui.server.notifications.notification_settings import NotificationSettings, OwnNotice
from nim_tui.server.storage.schema import FEED, MAIL, PUSH
from rules.messages import N_
from screens.app_api import NotPossible
from screens.lobby.page import Action, Ask, Page, Row, by_ear
from screens.text import _, is_spoken, labelled

LONGEST_TYPED: Final = 500
_LOOKS: Final = 30
"""How often the page looks for what a browser was answered."""
_TITLE: Final = 14
_STATE: Final = 16
_ADDRESS: Final = 44


async def notices_page(notices: NotificationSettings) -> Page:
    """List the kinds of notices, and what one has set of each. Raises a Refusal."""
    kinds = await notices.kinds()
    about = _(
        "While you are not here you can be told that it is your turn in games with days a "
        "move, and that you are challenged on a ladder. Nothing but the game and its table "
        "is named."
    )
    if not kinds and is_spoken():
        raise NotPossible(N_("This server sends no notices."))
    is_set = any(one.is_set for one in kinds)
    waits = ["confirm"] if any(not one.is_confirmed for one in kinds) else []
    return Page(
        title=_("Notices"),
        about=_("Enter sets an address"),
        intro=about,
        rows=[_row(notices, one) for one in kinds],
        empty=_("This server sends no notices."),
        actions=[_confirm(notices), _daily(notices)] if is_spoken() else [],
        usual=["list", "address", *waits, *(["test", "on", "off", "forget"] if is_set else [])],
    )


def _row(notices: NotificationSettings, one: OwnNotice) -> Row:
    is_active = one.is_set and one.is_on and one.is_confirmed
    state = state_of(one)
    parts = (
        (set_cell_size(one.title, _TITLE), "item"),
        (
            set_cell_size(f"● {state}" if is_active else state, _STATE),
            "gold" if is_active else "note",
        ),
        (_cut(one.address, _ADDRESS), "note"),
    )
    about = _in_full(one)
    return Row(
        id=one.kind,
        name=one.title,
        told=labelled(one.title, state),
        copied=one.address if one.is_set else "",
        more=about if one.is_set else [],
        parts=parts,
        detail="\n".join([*filter(None, [one.address]), *about]),
        enter=_setting(notices, one),
        actions=_actions(notices, one),
    )


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


def _in_full(one: OwnNotice) -> list[str]:
    """Sentences about a kind: how often it comes, and how the last went."""
    lines = []
    if one.kind == MAIL and one.is_set:
        daily = _("One mail a day at most, for all your games.")
        lines.append(daily if one.is_daily else _("One mail a day and game at most."))
    if one.kind == PUSH:
        lines.append(_("One browser shows them, even while it is closed."))
    if one.kind == FEED:
        lines.append(_("For a feed reader; the address is a secret of yours."))
    else:
        lines.append(one.last or _("Nothing was tried yet."))
    return lines


# What can be done


def _setting(notices: NotificationSettings, one: OwnNotice) -> Action:
    """Return the action that sets a kind: an address, a new feed, or the browser."""
    if one.kind == FEED:
        return _feed(notices, one)
    if one.kind == PUSH:
        asked = _("Answer in the page around this terminal.")
        return Action("address", lambda _text: notices.offer_browser(), asked, looks=_LOOKS)
    active = _("It is active; say {word} to try it.").format(word=spelt("test"))
    said = by_ear(active, _("It is active; t sends a test."))
    if one.kind == MAIL:
        mailed = _("A code is mailed there: say {word} and the code within the hour.")
        said = by_ear(
            mailed.format(word=spelt("confirm")),
            _("A code is mailed there; type it here, by Enter, within the hour."),
        )

    async def set_it(text: str) -> str:
        if not one.is_confirmed and "@" not in text and not is_spoken():
            await notices.confirm(text)
            return _("Mail is active.")
        await notices.have(one.kind, text)
        return said

    hint = one.example if one.is_confirmed else _("the code, or another address")
    missing = NotPossible(N_("say an address after it, such as {example}"), example=one.example)
    value = one.address if one.is_confirmed else ""
    return Action("address", set_it, ask=Ask(hint, value, LONGEST_TYPED, missing))


def _feed(notices: NotificationSettings, one: OwnNotice) -> Action:
    async def renew(_text: str) -> str:
        text = _("Your feed, told this once; whoever has it reads along: {address}")
        return text.format(address=await notices.new_feed())

    ends = _("A new address ends the old one. If you mean it, say: {word} {kind} yes.")
    sure = by_ear(
        ends.format(word=spelt("address"), kind=FEED),
        _("Enter again makes a new address; the old one ends."),
    )
    return Action("address", renew, confirm=[sure] if one.is_set else [])


def _actions(notices: NotificationSettings, one: OwnNotice) -> list[Action]:
    async def forget(_text: str) -> str:
        if not one.is_set:
            raise NotPossible(N_("there is no address yet, or it is not confirmed"))
        await notices.forget(one.kind)
        return _("It is forgotten.")

    told = _("The server forgets this address then. If you mean it, say: {word} {kind} yes.")
    sure = by_ear(
        told.format(word=spelt("forget"), kind=one.kind),
        _("Press the same key again: the server forgets this address."),
    )
    kind = one.kind
    turns = [
        Action("on", lambda _text: notices.turn(kind, is_on=True)),
        Action("off", lambda _text: notices.turn(kind, is_on=False)),
    ]
    actions = [
        Action("test", lambda _text: notices.try_out(kind), busy=_("Sending …")),
        *(reversed(turns) if one.is_on else turns),
        Action("forget", forget, confirm=[sure] if one.is_set else []),
    ]
    if kind == MAIL and not is_spoken():
        daily = not one.is_daily
        actions.append(Action("daily", lambda _text: notices.gather(is_daily=daily)))
    return actions


def _confirm(notices: NotificationSettings) -> Action:
    missing = NotPossible(N_("say the code that was mailed after it"))
    return Action("confirm", notices.confirm, _("Mail is active."), ask=Ask(missing=missing))


def _daily(notices: NotificationSettings) -> Action:
    """One mail a day for all games, or one a day and game."""

    async def gather(text: str) -> str:
        answer = vocabulary().canonical(text)
        if answer not in ("yes", "no"):
            told = _("Say {word} yes for one mail a day at most, {word} no for one a day and game.")
            return told.format(word=spelt("daily"))
        await notices.gather(is_daily=answer == "yes")
        return ""

    return Action("daily", gather)
