"""The parts that all screens share, and the notice in place of one that does not fit."""

from __future__ import annotations

from enum import Enum
from inspect import getattr_static
from math import inf
from typing import Any, ClassVar, Final, TypeVar

from textual import events
from textual._context import NoActiveAppError
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.geometry import Size
from textual.messages import Prune
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import Input, Static

from screens.app_api import AppApi
from screens.text import N_, _, current_look
from screens.textual_patches.compositor import PaintsOnce
from screens.textual_patches.private_names import patch

T = TypeVar("T")

WIDE: Final = (80, 23)
"""The least columns and lines of a screen that is laid out for a terminal."""


class Shape(Enum):
    """The shape of a terminal, which decides how a screen is laid out."""

    WIDE = 0
    """A terminal of 80 columns and 23 lines, or more."""
    UPRIGHT = 1
    """A phone held upright, or a narrow window: everything below each other."""
    SIDEWAYS = 2
    """A phone held sideways, or a low window: the question beside the board."""


_LEAST: Final = {Shape.WIDE: WIDE, Shape.UPRIGHT: (40, 28), Shape.SIDEWAYS: (76, 17)}
"""The least columns and lines by shape."""


def shape_of(size: Size) -> Shape:
    """Return the shape of a terminal of this size."""
    if size.width >= WIDE[0] and size.height >= WIDE[1]:
        return Shape.WIDE
    return Shape.UPRIGHT if size.height >= _LEAST[Shape.UPRIGHT][1] else Shape.SIDEWAYS


SCROLLBARS: Final = """
    {at} {{
        scrollbar-size-vertical: 1; scrollbar-background: $panel-ground;
        scrollbar-background-hover: $panel-ground; scrollbar-background-active: $panel-ground;
        scrollbar-color: $frame; scrollbar-color-hover: $accent; scrollbar-color-active: $accent;
    }}
"""
"""The style rules of scrollbars, for the style sheet of a screen."""


_APPS: Final[set[tuple[type, type]]] = set()
"""The app classes known to satisfy a protocol: each check takes 0.3 ms."""


def app_as(node: Widget | App[Any], asked: type) -> Any:
    """Return the app of a widget, or the given app, typed as a protocol."""
    app = node.app
    if (type(app), asked) not in _APPS:
        for name in dir(asked):
            if not name.startswith("_"):
                getattr_static(app, name)  # as isinstance does, but without asking properties
        _APPS.add((type(app), asked))
    return app


def api(node: Widget | App[Any]) -> AppApi:
    """Return the given app, or the app of a widget, as screens know it."""
    app: AppApi = app_as(node, AppApi)
    return app


class Arrival:
    """The time when something new was last shown, by the app's clock.

    Nobody reacts at once: a press just after it was meant for what was there before.
    """

    def __init__(self, node: Widget, seconds: float = 0.3) -> None:
        """Nothing has come so far; `seconds`: how long a press counts as too early."""
        self._node = node
        self._seconds = seconds
        self._at = -inf

    def note(self) -> None:
        """Note that something new is shown now."""
        self._at = api(self._node).clock()

    @property
    def is_recent(self) -> bool:
        """Whether a press now was meant for what was there before."""
        return api(self._node).clock() - self._at < self._seconds


def say_way_back(box: VerticalScroll) -> None:
    """Show on the frame of a box how to leave it, and whether it continues below."""
    is_all = box.max_scroll_y == 0
    box.border_subtitle = _("Esc: back") if is_all else _("↑ ↓: more; Esc: back")


def crop_updates(screen: Screen[Any]) -> None:
    """Let a screen send only the cells that changed, where the installed Textual allows it."""
    cropping = patch("compositor", "CroppingCompositor")
    if cropping is not None:
        screen._compositor = cropping()


def is_plain(widget: Widget) -> bool:
    """Whether a widget shows no colours: pieces and rows then need other signs.

    A board outside an app, as in a diagram, has colours.
    """
    if current_look().glyphs == "ascii":
        return True
    try:
        app = widget.app
    except NoActiveAppError:
        return False
    return app.theme == "mono" or app.no_color


class WorkerScreen(PaintsOnce[T]):
    """A screen whose workers end before its widgets, so that no worker uses a removed widget."""

    def on_compose(self) -> None:
        """Take the classes of the terminal's size while there is no widget to style anew."""
        app = self.app
        for breakpoints, cells in (
            (app.HORIZONTAL_BREAKPOINTS, app.size.width),
            (app.VERTICAL_BREAKPOINTS, app.size.height),
        ):
            fitting = [each for each in breakpoints or () if cells >= each[0]]
            self.add_class(*(name for _least, name in sorted(fitting)[-1:]))

    async def on_prune(self, event: Prune) -> None:
        """Cancel the workers before removal: Textual cancels them only after the widgets."""
        for node in self.walk_children(with_self=True):
            self.workers.cancel_node(node)

    def hear_first(self, key: str) -> bool:
        """Handle a key before all others; return whether nothing else may."""
        return False


class QuestionScreen(WorkerScreen[T]):
    """A full screen that returns an answer to its opener."""

    HOLDS: ClassVar[tuple[type[Widget], ...]] = ()
    """The widgets with keys of their own that may get the focus here."""
    BINDING_GROUP_TITLE = N_("Every screen")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "help", N_("Keys"), id="screen.help")
    ]

    def __init__(self) -> None:
        super().__init__()
        crop_updates(self)

    @property
    def is_current(self) -> bool:
        """Whether the user sees the screen.

        Textual counts the screen below the top one as visible in any case, and redraws the whole
        top one whenever something changes below: a table at each change of the lobby.
        """
        if not super().is_current:
            return False
        top = self.app.screen
        return top is self or top.styles.background.a < 1

    def draw_anew(self) -> None:
        """Draw everything in the present colours of the app."""
        self.refresh(recompose=True)
        if self.is_current:
            self.call_after_refresh(self.post_message, events.ScreenResume())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Turn off the help key while the user types: a question mark is then a letter."""
        if action == "help" and isinstance(self.focused, Input):
            return False
        return super().check_action(action, parameters)

    def action_help(self) -> None:
        """Show the keys."""
        api(self).explain_keys()


class BaseScreen(QuestionScreen[None]):
    """A full screen."""


class Dialog(ModalScreen[str], WorkerScreen[str]):
    """A box over a screen that returns a word, or "" if it is left."""

    HOLDS: ClassVar[tuple[type[Widget], ...]] = ()
    """The widgets with keys of their own that may get the focus; see BaseScreen."""
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

    async def on_click(self, event: events.Click) -> None:
        """Do what Escape does for a click outside the box, or on its lower edge, which names it."""
        inside = self.query(".box").first().region.shrink((0, 0, 1, 0))
        back = self.active_bindings.get("escape")
        if back is not None and not inside.contains(*event.screen_offset):
            event.stop()
            await self.app.run_action(back.binding.action, back.node)

    def action_help(self) -> None:
        """Show the keys."""
        api(self).explain_keys()


def is_too_small(size: Size) -> bool:
    """Whether a terminal of this size is too small for the screens."""
    width, height = _LEAST[shape_of(size)]
    return size.width < width or size.height < height


class TooSmall(BaseScreen):
    """The screen of windows that are too small, with the needed and the actual size."""

    DEFAULT_CSS = """
    TooSmall { align: center middle; overflow: hidden; }
    TooSmall Static { text-align: center; }
    """
    BINDING_GROUP_TITLE = N_("Window too small")
    LISTED_AS: ClassVar[str] = "screens.too_small"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("q", "app.quit", N_("Quit"), id="small.quit")]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Turn the help off for lack of room."""
        return action != "help" and super().check_action(action, parameters)

    def compose(self) -> ComposeResult:
        """Build the notice."""
        yield Static(markup=False)

    def __init__(self, size: Size) -> None:
        super().__init__()
        self._size_told = size

    def on_mount(self) -> None:
        """Show the size."""
        self.tell(self._size_told)

    def on_screen_resume(self) -> None:
        """Close if the window grew while another screen was on top."""
        if not is_too_small(self.app.size):
            self.dismiss()

    def tell(self, size: Size) -> None:
        """Show a new size."""
        text = _(
            "This screen needs {width} x {height} characters, or {flat} x {low}; your window has "
            "{w} x {h}. Your game is safe."
        )
        (width, height), (flat, low) = _LEAST[Shape.UPRIGHT], _LEAST[Shape.SIDEWAYS]
        self.query_one(Static).update(
            text.format(width=width, height=height, flat=flat, low=low, w=size.width, h=size.height)
        )
