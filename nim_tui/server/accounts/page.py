"""The pages about the user: ratings, and the keys that open the account."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from rich.cells import cell_len

from nim_tui.plain.commands import spelt
from nim_tui.server.accounts.keys import LONGEST_NAME, KeptKey
from nim_tui.server.accounts.service import AccountService, RatedGame, day
from nim_tui.server.ratings.page import course_told, strength_told
from rules.messages import N_
from screens.game_intro import intro_of
from screens.lobby.page import Action, Ask, Page, Row, by_ear
from screens.text import _, decimal, labelled, ngettext
from screens.widgets.chart import CROSS, Series

_NAME: Final = 32
_KIND: Final = 13
_TITLE: Final = 26


async def keys_page(account: AccountService, new_code: Callable[[], Awaitable[str]]) -> Page:
    """List the user's keys; `new_code` makes the code to add another."""
    keys = await account.keys()

    async def code(_text: str) -> str:
        told = _(
            "Connect with your other key or browser, and type “{name} {code}” as your name "
            "within ten minutes."
        )
        return told.format(name=account.name, code=await new_code())

    how = _(
        "To name a key, type {name}, its number and a name; to remove one, {remove} and its number."
    ).format(name=spelt("name"), remove=spelt("remove"))
    add = _("For a link code that adds a key, type {word}.").format(word=spelt("code"))
    return Page(
        title=_("Your keys"),
        about=_("Enter: name the key"),
        intro=_("Each of these keys signs you in. Remove keys you have lost."),
        rows=[_row(account, key, number) for number, key in enumerate(keys, start=1)],
        empty=_("No key belongs to this account yet."),
        actions=[Action("code", code)],
        hints=[how, add] if keys else [add],
        unclear=N_("add the number of a key; keys lists them"),
    )


def _row(account: AccountService, key: KeptKey, number: int) -> Row:
    is_here = key.fingerprint == account.fingerprint
    parts = (
        ((key.name or _("without a name")).ljust(_NAME), "item" if key.name else "note"),
        (_kind(key.fingerprint).ljust(_KIND), "note"),
        (f"{day(key.added)}   ", "note"),
        ("● " + _("this session") if is_here else "", "gold"),
    )
    detail = _("{fingerprint}, added on {day}")
    if key.used is not None:
        detail = _("{fingerprint}, added on {day}, last used on {used}")
    told = _told(key, is_here=is_here)
    sure = _("This key will no longer sign you in. To confirm, type: {word} {number} yes.")
    confirm = by_ear(
        sure.format(word=spelt("remove"), number=number),
        _("Press again to remove it from your account."),
    )

    async def name_it(name: str) -> str:
        await account.name_key(key.fingerprint, name[:LONGEST_NAME])
        named = _("Key {number} is now called {name}.") if name else _("Key {number} has no name.")
        return by_ear(named.format(number=number, name=name[:LONGEST_NAME]), "")

    return Row(
        id=key.fingerprint,
        name=key.name,
        told=told,
        is_typed=bool(key.name),
        parts=parts,
        detail=detail.format(
            fingerprint=key.fingerprint, day=day(key.added), used=day(key.used or 0)
        ),
        enter=Action("name", name_it, ask=Ask(_("a name for this key …"), key.name, LONGEST_NAME)),
        actions=[
            Action(
                "remove",
                lambda _text: account.remove_key(key.fingerprint),
                said=_("Key removed; its other sessions were closed."),
                confirm=[by_ear(told, ""), confirm],
            )
        ],
    )


def _kind(fingerprint: str) -> str:
    """Return the kind of a key: browser, passkey or SSH key."""
    kinds = {"WEB": _("browser"), "PASSKEY": _("passkey")}
    return kinds.get(fingerprint.partition(":")[0], _("SSH key"))


def _told(key: KeptKey, *, is_here: bool) -> str:
    """Return a key's name, or its fingerprint if it has none."""
    name = key.name or _("without a name, {fingerprint}").format(fingerprint=key.fingerprint)
    added = _("added on {day}").format(day=day(key.added))
    here = _("used for this session") if is_here else ""
    return ", ".join(part for part in (name, added, here) if part)


async def profile_page(account: AccountService) -> Page:
    """Return the page of the user's profile and ratings. Raises a Refusal."""
    profile = await account.shown()
    since = _("member since {day}").format(day=profile.since)
    lines, facts = [labelled(profile.name, since)], [since]
    if profile.played:
        games = ngettext("{count} game", "{count} games", profile.played)
        told = _("{games} played with other people; abandoned: {left}.")
        lines.append(told.format(games=games, left=profile.left))
        told = _("abandoned {left} of {games}")
        facts.append(told.format(left=profile.left, games=games))
    return Page(
        title=_("{name}’s profile").format(name=profile.name),
        short=_("Profile"),
        about=profile.name,
        aside="   ".join(facts),
        lines=lines,
        rows=[_rating(game) for game in profile.games],
        is_numbered=False,
        empty=by_ear(
            _("You have no rating yet."),
            _("No ratings yet: finish a rated game with another person."),
        ),
        usual=("list", "over", "keys", "notices", "blocked", "settings"),
    )


def _rating(game: RatedGame) -> Row:
    title = f"{intro_of(game.game).emblem} {game.title}"
    mark = "?" if game.is_provisional else " "
    parts = (
        (title + " " * max(_TITLE - cell_len(title), 1), "item"),
        (f"{decimal(game.rating):>6}{mark}", "gold"),
        (f"   {decimal(game.guess)} ±{decimal(game.spread)}".ljust(17), "note"),
        (ngettext("{count} game", "{count} games", game.games), "note"),
    )
    meaning = _("Rating, then estimate ± uncertainty.")
    if game.is_provisional:
        meaning = _("? provisional: too few games yet")
    legend = "▲ " + _("estimate") + f"   {CROSS} " + _("rating")
    return Row(
        id=game.game,
        name=game.title,
        told=labelled(game.title, strength_told(game)),
        more=[course_told(game)],
        parts=parts,
        detail=f"{meaning}\n{legend}" if game.course else meaning,
        chart=_series(game) if game.course else None,
    )


def _series(game: RatedGame) -> Series:
    guesses = tuple(round(guess) for guess, _rating in game.course)
    proven = tuple(max(round(rating), 0) for _guess, rating in game.course)
    if len(guesses) == 1:
        guesses, proven = guesses * 2, proven * 2
    return Series(game.title, _("rated games"), (guesses,), {0: proven}, most=30)
