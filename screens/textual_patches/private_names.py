"""The private names of Textual that nim_tui uses, with their users and tests.

A patch whose names are gone is left out (`patch`), while a server does not start without the names
it needs (nim_tui/server/private_names.py, which also lists those of asyncssh).
tests/test_private_names.py finds each use that is not listed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from importlib import import_module
from types import FunctionType
from typing import Any, Final, NamedTuple


class PrivateName(NamedTuple):
    """A name of a library, written module:name, module:Class.name or module:Class().name."""

    name: str
    used_in: str
    guarded_by: str


_COMPOSITOR: Final = "screens/textual_patches/compositor.py"
_CROPPING: Final = "tests/screens/test_compositor.py::test_a_span_over_several_widgets_is_cut"
_DUE: Final = "tests/screens/test_compositor.py::test_a_partial_paint_asks_only_what_is_due"
_ONCE: Final = "tests/screens/test_compositor.py::test_a_new_layout_is_painted_once"
_DRAWN: Final = "tests/screens/test_compositor.py::test_drawn_lines_are_those_of_textual"
_LINES: Final = (
    "_styles_cache:StylesCache",
    "_styles_cache:StylesCache()._cache",
    "_styles_cache:StylesCache()._dirty_lines",
    "_styles_cache:StylesCache()._width",
)
_PAINTS: Final = (
    "app:App()._dom_ready",
    "screen:Screen()._compositor",
    "screen:Screen()._update_timer",
    "screen:Screen._compositor_refresh",
    "screen:Screen._on_screen_resume",
    "screen:Screen._on_timer_update",
    "screen:Screen._refresh_layout",
)
_SHEETS: Final = "screens/textual_patches/style_sheets.py"
_PARSED: Final = "tests/screens/test_style_sheets.py::test_the_next_app_parses_nothing"
_SHOWN: Final = "screens/textual_patches/shown_cells.py"
_SENT: Final = "tests/screens/test_shown_cells.py::test_a_terminal_shows_what_a_full_redraw_would"
_UPDATES: Final = (
    "CompositorUpdate",
    "CompositorUpdate.render_segments",
    "LayoutUpdate",
    "LayoutUpdate().strips",
    "LayoutUpdate().region",
    "ChopsUpdate",
    "ChopsUpdate().chops",
    "ChopsUpdate().spans",
    "ChopsUpdate().chop_ends",
)
_MEANING: Final = "nim_tui/terminal/meaning.py"
_HEARS: Final = "tests/nim_tui/terminal/test_input.py::test_"
OF_TERMINAL: Final = frozenset({_MEANING})
"""The modules whose missing names leave a terminal with Textual's own driver."""
_MANY: Final = "screens/textual_patches/many_apps.py"
_BATCHES: Final = "screens/textual_patches/compositor.py"
_SSH: Final = "tests/nim_tui/server/ssh/"
_FIXES: Final = f"{_SSH}test_many_apps.py::"
_STREAMS: Final = f"{_SSH}test_streams.py::"
_SLOW: Final = f"{_SSH}test_slow_readers.py::test_painting_waits_for_a_slow_reader"
_KEEPS: Final = f"{_FIXES}test_trap_lines_are_kept_by_the_cache_of_colours"
_FORGETS: Final = f"{_FIXES}test_our_parser_is_forgotten_and_parses_the_same"
_FINDS: Final = f"{_FIXES}test_handlers_are_those_that_textual_finds"
_SENDS: Final = f"{_FIXES}test_what_a_terminal_shows_is_not_sent_again"
_DRIVER: Final = "nim_tui/server/terminal/driver.py"

NAMES: Final = tuple(
    PrivateName(*row)
    for row in (
        # Improvements
        ("textual._compositor:CompositorUpdate", _COMPOSITOR, _CROPPING),
        ("textual._compositor:CompositorUpdate.render_segments", _COMPOSITOR, _CROPPING),
        ("textual._compositor:Compositor", _COMPOSITOR, _CROPPING),
        ("textual._compositor:Compositor.render_partial_update", _COMPOSITOR, _CROPPING),
        (
            "textual.screen:Screen()._compositor",
            "screens/base.py",
            "tests/screens/test_compositor.py::test_a_cursor_move_sends_little",
        ),
        (
            "textual.screen:Screen()._compositor",
            "nim_tui/export/pictures.py",
            "tests/nim_tui/export/test_drawn.py::test_each_position_is_drawn_all_open",
        ),
        *((f"textual._compositor:{name}", _SHOWN, _SENT) for name in _UPDATES),
        ("textual._compositor:Compositor._regions_to_spans", _COMPOSITOR, _DUE),
        ("textual._compositor:Compositor()._dirty_regions", _COMPOSITOR, _DUE),
        *((f"textual.{name}", _COMPOSITOR, _ONCE) for name in _PAINTS),
        *((f"textual.{name}", _COMPOSITOR, _DRAWN) for name in _LINES),
        ("textual.widget:Widget()._styles_cache", "screens/widgets/raster.py", _DRAWN),
        ("textual.css.stylesheet:Stylesheet._parse_rules", _SHEETS, _PARSED),
        ("textual.css.stylesheet:Stylesheet()._variables", _SHEETS, _PARSED),
        # Needed by every app and table
        (
            "textual.app:App()._filters",
            "nim_tui/app/base_app.py",
            "tests/screens/test_ascii.py::test_",
        ),
        (
            "textual.app:App()._driver",
            "nim_tui/app/app.py",
            "tests/e2e/terminal/test_ways_out.py::test_ctrl_z_leaves_it_to_the_shell_and_fg_goes_on",
        ),
        (
            "textual.widgets:Input._suggestion",
            "screens/table/move_entry.py",
            "tests/screens/test_typing.py::test_",
        ),
        (
            "textual._context:NoActiveAppError",
            "screens/base.py",
            "tests/nim_tui/server/web/test_first_page.py::test_the_puzzle_of_the_day_shows_its",
        ),
        # Needed to read a terminal, on a server too
        ("textual._xterm_parser:XTermParser", _MEANING, _FORGETS),
        ("textual._xterm_parser:XTermParser._parse_extended_key.__wrapped__", _MEANING, _FORGETS),
        ("textual._xterm_parser:XTermParser._sequence_to_key_events", _MEANING, f"{_HEARS}keys"),
        ("textual._ansi_sequences:ANSI_SEQUENCES_KEYS", _MEANING, f"{_HEARS}keys"),
        ("textual._keyboard_protocol:FUNCTIONAL_KEYS", _MEANING, f"{_HEARS}keys"),
        ("textual._xterm_parser:IS_ITERM", _MEANING, f"{_HEARS}what_a_local"),
        # Needed by a server
        (
            "textual._context:active_app",
            _MANY,
            f"{_FIXES}test_tasks_are_eager_inside_apps_only",
        ),
        ("textual._styles_cache:StylesCache", _MANY, _KEEPS),
        ("textual._styles_cache:StylesCache.get_inner_outer.__wrapped__", _MANY, _KEEPS),
        ("textual.message_pump:MessagePump._get_dispatch_methods", _MANY, _FINDS),
        ("textual.message:Message()._no_default_action", _MANY, _FINDS),
        (
            "textual.app:App()._filters",
            _MANY,
            f"{_FIXES}test_colours_are_not_those_of_the_server",
        ),
        ("textual.app:App()._exception", _MANY, f"{_STREAMS}test_a_crash_is_kept_and_not_printed"),
        ("textual.app:App()._driver", _MANY, f"{_SSH}test_sessions.py::test_bell_and_title"),
        (
            "textual.app:App._set_pointer_shape",
            _MANY,
            f"{_SSH}test_sessions.py::test_nothing_acts_on_the_server",
        ),
        ("textual.app:App._ready", _MANY, f"{_SSH}test_sessions.py::test_first_paint_and_keys"),
        ("textual.app:App._display", _BATCHES, _SLOW),
        ("textual.app:App()._batch_count", _BATCHES, _SLOW),
        ("textual._compositor:CompositorUpdate", _MANY, _SENDS),
        ("textual.app:App._display", _MANY, _SENDS),
        ("textual.app:App()._batch_count", _MANY, _SLOW),
        ("textual.app:App()._running", _MANY, _SENDS),
        ("textual.app:App()._closed", _MANY, _SENDS),
        ("textual.app:App()._capture_stdout", _MANY, f"{_STREAMS}test_stdout_is_left_alone"),
        ("textual.app:App()._capture_stderr", _MANY, f"{_STREAMS}test_stdout_is_left_alone"),
        (
            "textual.app:App._close_messages_no_wait",
            _MANY,
            f"{_STREAMS}test_a_crash_is_not_drawn_for_nobody",
        ),
        (
            "textual.app:App._fatal_error",
            _MANY,
            f"{_STREAMS}test_a_crash_is_not_drawn_for_nobody",
        ),
        (
            "textual.app:App._print_error_renderables",
            _MANY,
            f"{_STREAMS}test_last_words_of_an_app_are_not_the_servers",
        ),
        (
            "textual.app:App()._exit_renderables",
            _MANY,
            f"{_STREAMS}test_last_words_of_an_app_are_not_the_servers",
        ),
        ("textual.app:App._begin_batch", _DRIVER, _SLOW),
        ("textual.app:App._end_batch", _DRIVER, _SLOW),
        (
            "textual.app:App._end_batch",
            _BATCHES,
            "tests/screens/test_compositor.py::test_what_is_drawn_in_a_batch_is_painted_after_it",
        ),
        (
            "textual.driver:Driver()._size",
            _DRIVER,
            f"{_SSH}test_sessions.py::test_a_window_of_another_size",
        ),
    )
)


def patch(module: str, name: str) -> Any | None:
    """Return a patch of this package, or None if Textual lacks a name that it needs."""
    file = f"screens/textual_patches/{module}.py"
    if missing(known for known in NAMES if known.used_in == file):
        return None
    return getattr(import_module(f"screens.textual_patches.{module}"), name)


def missing(names: Iterable[PrivateName]) -> list[str]:
    """Return the names that the installed library lacks. Raises ImportError without the library."""
    return list(dict.fromkeys(known.name for known in names if not _is_there(known.name)))


def _is_there(name: str) -> bool:
    where, _, path = name.partition(":")
    import_module(where.partition(".")[0])
    try:
        found: Any = sys.modules.get(where) or import_module(where)
    except ImportError:
        return False
    is_of_instances = False
    for part in path.split("."):
        if isinstance(found, type) and is_of_instances:
            return hasattr(found, part) or _uses(found, part)
        is_of_instances = part.endswith("()")
        found = getattr(found, part.removesuffix("()"), None)
    return found is not None


def _uses(of: type, name: str) -> bool:
    """Whether the methods of a class use this name of their instances."""
    return any(
        isinstance(function, FunctionType) and name in function.__code__.co_names
        for base in of.__mro__
        for function in vars(base).values()
    )
