"""A dialog to pick an item of a list, such as a lesson."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from rules.messages import Refusal
from screens.app_api import GameInfo, LessonOnOffer
from screens.base import Dialog, api
from screens.text import N_, _, say_refusal
from screens.widgets.key_bar import KeyBar
from screens.widgets.menu import Item, Menu


class Pick(Dialog):
    """A titled list that closes with the id of the chosen item, or ""."""

    DEFAULT_CSS = "Pick Menu { max-height: 16; }"
    HOLDS: ClassVar[tuple[type[Widget], ...]] = (Menu,)
    BINDING_GROUP_TITLE = N_("List to choose from")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss('')", N_("Back"), id="pick.back")
    ]

    def __init__(self, title: str, items: Sequence[Item], text: str = "") -> None:
        """Make the dialog, with `text` above the list."""
        super().__init__()
        self._title = title
        self._text = text
        self._items = items

    def compose(self) -> ComposeResult:
        """Compose the list."""
        with Vertical(classes="box") as box:
            box.border_title = self._title
            if self._text:
                yield Static(self._text, markup=False)
                yield Static("")
            yield Menu(self._items)
        yield KeyBar()

    def mark(self, item: str) -> None:
        """Put the cursor on an item."""
        self.query_one(Menu).mark(item)

    @on(Menu.Taken)
    def answer(self, message: Menu.Taken) -> None:
        """Close with the id of the chosen item."""
        message.stop()
        self.dismiss(message.item.id)


def pick_game(games: Sequence[GameInfo]) -> Pick:
    """Return a dialog of all games."""
    return Pick(_("Which game?"), [Item(game.name, game.title) for game in games])


def how_far(lesson: LessonOnOffer) -> str:
    """Return the progress in a lesson as a text."""
    if lesson.is_done:
        return _("completed")
    if lesson.done:
        return _("step {step} of {steps}").format(step=lesson.done + 1, steps=lesson.steps)
    return lesson.summary


def show_lessons(screen: Screen[Any], game: str) -> None:
    """Open a box of a game's lessons; Enter begins or continues one."""
    here = api(screen)
    offered = here.lessons.of(game)
    title = next(one.title for one in here.games_on_offer() if one.name == game)
    if not offered:
        screen.notify(_("This game has no lessons."), markup=False)
        return

    def chosen(number: str | None) -> None:
        if number:
            try:
                here.lessons.start(game, int(number))
            except Refusal as problem:
                screen.notify(say_refusal(problem), severity="error", markup=False)

    items = [Item(str(one.number), one.title, how_far(one), str(one.number)) for one in offered]
    box = Pick(_("Lessons: {game}").format(game=title), items)
    screen.app.push_screen(box, chosen)
    marked = next((one.number for one in offered if not one.is_done), 1)
    box.call_later(box.mark, str(marked))
