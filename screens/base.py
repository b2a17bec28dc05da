"""The parts that all screens share."""

from __future__ import annotations

from typing import Any, ClassVar, Final, TypeVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.messages import Prune
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import Input

from screens.app_api import AppApi
from screens.text import N_, _
from screens.textual_patches.private_names import patch

T = TypeVar("T")

SMALLEST: tuple[int, int] = (80, 23)
"""Columns and lines that every screen fits."""


SCROLLBARS: Final = """
    {at} {{
        scrollbar-size-vertical: 1; scrollbar-background: $panel-ground;
        scrollbar-background-hover: $panel-ground; scrollbar-background-active: $panel-ground;
        scrollbar-color: $frame; scrollbar-color-hover: $accent; scrollbar-color-active: $accent;
    }}
"""
"""The styles of scrollbars, for the styles of a screen."""


_APPS: Final[set[tuple[type, type]]] = set()
"""The app classes found to satisfy a protocol: to check one takes 0.3 ms."""


def app_as(node: Widget | App[Any], asked: type) -> Any:
    """Return the app of a widget, or the app given, as the protocol asked for."""
    app = node.app
    if (type(app), asked) not in _APPS:
        assert isinstance(app, asked)
        _APPS.add((type(app), asked))
    return app


def api(node: Widget | App[Any]) -> AppApi:
    """The app itself, or that of a widget, as its screens know it."""
    app: AppApi = app_as(node, AppApi)
    return app


def say_way_back(box: VerticalScroll) -> None:
    """Show on a box's frame how to leave the box, and that there is more if not all of it shows."""
    is_all = box.max_scroll_y == 0
    box.border_subtitle = _("Esc: back") if is_all else _("↑ ↓: more; Esc: back")


def crop_updates(screen: Screen[Any]) -> None:
    """Let a screen send only the cells that changed, where the installed Textual allows it."""
    cropping = patch("compositor", "CroppingCompositor")
    if cropping is not None:
        screen._compositor = cropping()


class WorkerScreen(Screen[T]):
    """A screen whose workers end before its widgets go, so that none looks for one that is gone."""

    async def on_prune(self, event: Prune) -> None:
        """Cancel the workers before removal: Textual cancels them only after the widgets."""
        for node in self.walk_children(with_self=True):
            self.workers.cancel_node(node)

    def hear_first(self, key: str) -> bool:
        """Hear of a key before anything else does; whether that is all it does."""
        return False


class QuestionScreen(WorkerScreen[T]):
    """A full screen that returns an answer to its opener."""

    HOLDS: ClassVar[tuple[type[Widget], ...]] = ()
    """The widgets with keys of their own that may have the focus here."""
    BINDING_GROUP_TITLE = N_("Every screen")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "help", N_("Keys"), id="screen.help")
    ]

    def __init__(self) -> None:
        super().__init__()
        crop_updates(self)

    @property
    def is_current(self) -> bool:
        """Whether the screen can be seen.

        Textual takes the screen below the top one for visible in any case, and redraws the whole
        top one whenever something changes below: a table at each change of the lobby.
        """
        if not super().is_current:
            return False
        top = self.app.screen
        return top is self or top.styles.background.a < 1

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Turn off the help key while the user types: there a question mark is a letter."""
        if action == "help" and isinstance(self.focused, Input):
            return False
        return super().check_action(action, parameters)

    def action_help(self) -> None:
        """Keys."""
        api(self).explain_keys()


class BaseScreen(QuestionScreen[None]):
    """A full screen."""


class Dialog(ModalScreen[str], WorkerScreen[str]):
    """A box over a screen; it answers with a word, or "" when it is left."""

    HOLDS: ClassVar[tuple[type[Widget], ...]] = ()
    """The widgets with keys of their own that may have the focus; see BaseScreen."""
    BINDING_GROUP_TITLE = N_("Every dialog")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "help", N_("Keys"), show=False, id="box.help")
    ]
    DEFAULT_CSS = """
    Dialog { align: center middle; background: $background 60%; }
    Dialog > .box {
        width: 76; max-width: 96%; height: auto; max-height: 96%;
        border: round $frame; padding: 0 1; background: $panel-ground;
        border-title-color: $gold; border-title-style: bold;
        border-subtitle-color: $text-muted;
    }
    Dialog > .box Menu { background: $panel-ground; }
    """ + SCROLLBARS.format(at="Dialog > .box")

    def action_help(self) -> None:
        """Keys."""
        api(self).explain_keys()
