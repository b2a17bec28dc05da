"""Fixes that let many Textual apps live in one process, each for a measured fault.

`prepare_process` fixes the process, the mixin `ServedApp` each app. The fixes use private names of
Textual; each has a test that fails once the fix, or the fault, is gone.

One fault has no fix: `widget.app` is the app of the caller, not the widget's. Never mount into,
refresh or query another session's widgets; `post_message` to the other app and let it act.
"""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, TextIO

from rich.console import Console, RenderableType
from textual._compositor import CompositorUpdate
from textual._context import active_app
from textual._styles_cache import StylesCache
from textual.filter import Monochrome, NoColor
from textual.message import Message
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.worker import WorkerFailed

from screens.textual_patches.compositor import PaintsAfterBatches
from screens.textual_patches.private_names import patch
from screens.textual_patches.shown_cells import ShownCells

KEEPS_LINES: Final = StylesCache.get_inner_outer
"""Textual's own function, which `keep_no_lines` replaces."""
_NEVER: Final = 1_000_000


def prepare_process() -> None:
    """Prepare the event loop and garbage collector, after all imports, before the first session.

    Raises RuntimeError without a running loop.
    """
    keep_sign_ins_going(asyncio.get_running_loop())
    keep_no_lines()
    keep_handlers()
    share_parsed_styles = patch("style_sheets", "share_parsed_styles")
    if share_parsed_styles is not None:
        share_parsed_styles()
    keep_collections_short()


Handler = tuple[type, Callable[..., Any]]
_HANDLERS: Final[dict[tuple[type, str, type], Sequence[Handler] | None]] = {}
"""The handlers of a message by the classes of receiver and message; None where each differs."""
LOOKS_FOR_HANDLERS: Final = MessagePump._get_dispatch_methods
"""Textual's own function, which `keep_handlers` replaces."""


def keep_handlers() -> None:
    """Look once for the handlers that a class has for a class of messages.

    Textual goes through all base classes for each message, and for each time of rest.
    """
    MessagePump._get_dispatch_methods = _handlers  # type: ignore[method-assign,assignment]


def _handlers(self: MessagePump, name: str, message: Message) -> Iterable[Handler]:
    key = type(self), name, type(message)
    if key not in _HANDLERS:
        _HANDLERS[key] = _found(*key)
    found = _HANDLERS[key]
    if found is None:
        return LOOKS_FOR_HANDLERS(self, name, message)
    return _called(self, message, found) if found else ()


def _called(self: MessagePump, message: Message, found: Sequence[Handler]) -> Iterator[Handler]:
    """Yield the handlers of each class until one of another prevents the rest."""
    last = None
    for cls, function in found:
        if message._no_default_action and cls is not last:
            return
        last = cls
        yield cls, function.__get__(self, cls)


def _found(receiver: type, name: str, kind: type) -> list[Handler] | None:
    """Return the handlers in Textual's order; None if some depend on the sender."""
    found: list[Handler] = []
    for cls in receiver.__mro__:
        decorated = vars(cls).get("_decorated_handlers", {})
        for base in kind.__mro__:
            for function, selectors in decorated.get(base, ()):
                if selectors:
                    return None
                if all(function is not other for _cls, other in found):
                    found.append((cls, function))
        function = vars(cls).get(f"_{name}") or vars(cls).get(name)
        if function is not None and not getattr(function, "_textual_on", None):
            found.append((cls, function))
    return found


def keep_sign_ins_going(loop: asyncio.AbstractEventLoop) -> None:
    """Start tasks eagerly inside apps only.

    `App.run_async` sets an eager task factory for the whole loop (Python 3.12 on); asyncssh's
    sign-in, which needs its own task object at its start, then hangs for everybody.
    """
    eager = getattr(asyncio, "eager_task_factory", None)
    if eager is None:
        return

    def factory(running: asyncio.AbstractEventLoop, coro: Any, **named: Any) -> asyncio.Task[Any]:
        if active_app.get(None) is not None:
            return eager(running, coro, **named)  # type: ignore[no-any-return]
        return asyncio.Task(coro, loop=running, **named)

    vars(loop).pop("set_task_factory", None)
    loop.set_task_factory(factory)
    vars(loop)["set_task_factory"] = lambda _factory: None


def keep_no_lines() -> None:
    """Cache the styles of borders by colour alone.

    Textual's key includes the cache of the widget, and so keeps the lines that the last hundred
    sessions drew, some 0.25 MB of each.
    """
    by_colour: Any = lru_cache(1024)(KEEPS_LINES.__wrapped__)
    StylesCache.get_inner_outer = classmethod(by_colour)  # type: ignore[assignment]


def keep_collections_short() -> None:
    """Leave imported modules out of garbage collection, and the oldest generation to Collector.

    A collection of the oldest generation takes some 10 ms per session, and would delay a key.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(700, 10, _NEVER)


class ServedApp(PaintsAfterBatches):
    """A mixin, first among the bases, for apps that change nothing of their process."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.painted = asyncio.Event()
        self._window_title = ""
        self._page_told: dict[int, str] = {}
        self._shown_cells = ShownCells()
        # The client decides about colours, whatever the server's own terminal can show.
        self.no_color = False
        self._filters = [
            known for known in self._filters if not isinstance(known, Monochrome | NoColor)
        ]
        self.console = Console(
            color_system="truecolor",
            file=self.console.file,
            highlight=False,
            emoji=False,
            legacy_windows=False,
            force_terminal=True,
            safe_box=False,
            _environ={},
        )

    @property
    def failure(self) -> BaseException | None:
        """The exception that crashed the app; None if it did not crash."""
        error: BaseException | None = self._exception
        return error.error if isinstance(error, WorkerFailed) else error

    def set_window_title(self, title: str) -> None:
        """Name the terminal's window; control characters are left out, 80 characters at most."""
        spaced = title.replace("\u00a0", " ").replace("\u202f", " ")
        self._window_title = "".join(sign for sign in spaced if sign.isprintable())[:80]
        self._write_title()

    def _write_title(self) -> None:
        if self._driver is not None and self._window_title:
            self._driver.write(f"\x1b]2;{self._window_title}\x07")

    def forget_shown(self) -> None:
        """Take no cell of the terminal for known."""
        self._shown_cells.forget()

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        """Send only the cells that the terminal does not show yet."""
        is_sent = self._running and not (self._closed or self._batch_count or self.is_headless)
        if is_sent and isinstance(renderable, CompositorUpdate):
            renderable = self._shown_cells.update(renderable, self.size)
        super()._display(screen, renderable)

    def paint_anew(self) -> None:
        """Paint everything again, for a terminal that lost what was painted."""
        self.forget_shown()
        self.call_later(self._paint_anew)

    def action_paint_anew(self) -> None:
        """Paint everything again, for a person who sees something else."""
        self.paint_anew()

    def _paint_anew(self) -> None:
        self._write_title()
        for number, told in self._page_told.items():
            self.ask_page(number, told)
        self.screen.refresh()

    def ask_page(self, number: int, told: str = "") -> None:
        """Have the browser page run one of its commands by number; terminals do nothing.

        `told` is plain ASCII for the command, told again to a page that may have missed it;
        control characters are left out.
        """
        clean = "".join(sign for sign in told if sign.isascii() and sign.isprintable())
        if clean:
            self._page_told[number] = clean
        if self._driver is not None:
            self._driver.write(f"\x1b]{number};{clean}\x07")

    def _set_pointer_shape(self, shape: str) -> None:
        """Do nothing: without reports of mouse motion the pointer keeps its shape."""

    async def _ready(self) -> None:
        await super()._ready()
        self.call_after_refresh(self.painted.set)

    # Sessions end in any order, so redirecting stdout would leave it on an app that is gone.
    # Redirecting it to its present target changes nothing, whatever the order.

    @property  # type: ignore[override]
    def _capture_stdout(self) -> TextIO:
        return sys.stdout

    @_capture_stdout.setter
    def _capture_stdout(self, _capture: TextIO) -> None:
        pass

    @property  # type: ignore[override]
    def _capture_stderr(self) -> TextIO:
        return sys.stderr

    @_capture_stderr.setter
    def _capture_stderr(self, _capture: TextIO) -> None:
        pass

    # The server logs a crash, instead of a traceback with all variables on its terminal.

    def panic(self, *_renderables: RenderableType) -> None:
        """End the app without a traceback; the server logs it."""
        self._close_messages_no_wait()

    def _fatal_error(self) -> None:
        self._close_messages_no_wait()

    def _print_error_renderables(self) -> None:
        self._exit_renderables.clear()

    # Actions that would run on the server's machine.

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        """Refuse with a bell: the browser would be the server's."""
        self.bell()

    def save_screenshot(self, *_where: Any, **_named: Any) -> str:
        """Refuse with a bell: the disk would be the server's."""
        self.bell()
        return ""

    def deliver_screenshot(self, *_where: Any, **_named: Any) -> str | None:
        """Refuse with a bell, like every delivery of a file."""
        self.bell()
        return None

    def deliver_text(self, *_what: Any, **_named: Any) -> str | None:
        """Refuse with a bell."""
        self.bell()
        return None

    def deliver_binary(self, *_what: Any, **_named: Any) -> str | None:
        """Refuse with a bell."""
        self.bell()
        return None
