"""What opens over the lobby: ratings, lessons, rules, a code for another key, an invitation."""

from __future__ import annotations

from typing import Any

from textual.screen import Screen

from rules.messages import Refusal
from screens.lessons import show_lessons
from screens.lobby.app_api import lobby_api
from screens.lobby.links_api import HOST_MEANT
from screens.lobby.live_updates import FollowsLobby
from screens.pick_dialog import pick_game
from screens.table.log_dialog import LogDialog
from screens.table.rules_page import RulesPage
from screens.text import _
from screens.widgets.lines import Line


async def show_ratings(screen: FollowsLobby) -> None:
    """Who plays best, game by game."""
    try:
        best = await lobby_api(screen).ratings.best_players()
    except Refusal as refusal:
        screen.cannot_show(refusal)
        return
    if screen.app.screen is not screen:
        return  # something else was opened meanwhile
    heads = ("lines--plain-strong", "lines--plain")
    lines: list[Line] = [(text, heads[text.startswith(" ")]) for text in best]
    nobody: list[Line] = [(_("Nobody has finished a game yet."), "lines--plain")]
    title = _("Ratings: proven strength, games")
    screen.app.push_screen(LogDialog(lines or nobody, title=title))


def show_rules(screen: Screen[Any]) -> None:
    """The rules of a game that is chosen first."""
    here = lobby_api(screen)

    def opened(name: str | None) -> None:
        if name:
            screen.app.push_screen(RulesPage(here.rules_of(name)))

    screen.app.push_screen(pick_game(here.games_on_offer()), opened)


def choose_lesson(screen: Screen[Any]) -> None:
    """The lessons of a game that is chosen first."""

    def opened(name: str | None) -> None:
        if name:
            show_lessons(screen, name)

    screen.app.push_screen(pick_game(lobby_api(screen).games_on_offer()), opened)


async def show_invitation(screen: Screen[Any]) -> None:
    """An invitation for somebody who has no account. Raises a Refusal."""
    text = _("Whom you invite logs in and types a name and “{code}”: once, within seven days.")
    code = await lobby_api(screen).entrance.new_invitation()
    screen.notify(text.format(code=code), markup=False, timeout=60)


def pass_on(screen: Screen[Any], table: str) -> None:
    """How others have a game that is over, as far as they may see it."""
    links = lobby_api(screen).links
    fetch, export = links.record(table)
    page = links.page(table)
    told = [
        _("The record, to a file:"), fetch, "",
        _("A page of it that steps through the game:"), export, "",
        *([_("To see it here, in a browser:"), page, ""] if page else []),
        _("To copy a line, select it with Shift and the mouse."),
        *([] if links.is_address_known else [_(HOST_MEANT)]),
    ]  # fmt: skip
    lines: list[Line] = [(text, "lines--plain") for text in told]
    screen.app.push_screen(LogDialog(lines, title=_("Pass this game on")))


async def show_code(screen: Screen[Any]) -> None:
    """A code for another key. Raises a Refusal."""
    here = lobby_api(screen)
    text = _(
        "Come with the other key or browser, and type “{name} {code}” as your name "
        "within ten minutes."
    )
    told = text.format(name=here.who.name, code=await here.entrance.new_code())
    screen.notify(told, markup=False, timeout=60)
