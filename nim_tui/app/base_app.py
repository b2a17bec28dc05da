"""The base of local and server apps: language, colours, keys, typed-ahead keys."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual import events, on
from textual.app import App
from textual.binding import Binding, BindingType
from textual.command import CommandPalette, Provider
from textual.events import Key
from textual.filter import LineFilter, Monochrome, NoColor
from textual.geometry import Size
from textual.message_pump import MessagePump
from textual.notifications import Notify
from textual.widgets import Input

from nim_tui.app.themes import theme_named
from nim_tui.registry import all_games, game_named
from nim_tui.settings import FORCED, REMARKS, TAPS, UNSAVED, Settings
from nim_tui.settings import THEMES as THEME_NAMES
from nim_tui.settings_page import offered, touch_setting
from nim_tui.terminal.input import LeftOut
from rules.messages import Refusal
from screens.app_api import GameInfo, Setting
from screens.ascii import AsciiFilter
from screens.base import WIDE, QuestionScreen, TooSmall, WorkerScreen, is_too_small
from screens.command_palette import PaletteProvider
from screens.text import N_, Locale, _, say_refusal, use_look, why
from screens.textual_patches.compositor import PaintsAfterBatches

if TYPE_CHECKING:
    from rules.contract import AnyGame

BURST: Final = 0.03
"""Seconds after a key during which the next one waits, however short the queues."""
MOST_WAITING: Final = 250
"""The most keys that wait; later ones are dropped."""
FEW: Final = 20
"""Keys that a quick typist may be ahead; Esc drops more than these."""
MOST_SCREENS: Final = 3
PATIENCE: Final = 0.25
"""The longest wait for a busy widget, in seconds."""


def loop_time() -> float:
    """Return the time of the running event loop, in seconds."""
    return asyncio.get_running_loop().time()


class KeyQueue:
    """A queue that finishes the effects of one key before it passes the next.

    Textual hands a key to the focus of that moment; keys in a burst (typed ahead, pasted, sent by a
    script) would all reach the first screen.
    """

    def __init__(self, app: App[Any], hand_on: Callable[[Key], Awaitable[None]]) -> None:
        self._app = app
        self._hand_on = hand_on
        self._last = 0.0
        self._waiting: deque[Key] = deque()
        self._has_left_out = False

    async def hear(self, key: Key) -> None:
        """Hand a key on, now or once the effects of earlier keys are finished."""
        before, self._last = self._last, loop_time()
        if not self._waiting and self._last - before >= BURST and self._is_at_rest:
            await self._hand_on(key)
            return
        if key.key == "escape" and len(self._waiting) > FEW:
            self._waiting = deque([self._waiting[0]])  # already being handled
        if len(self._waiting) >= MOST_WAITING:
            self._leave_out()
            return
        self._waiting.append(key)
        if len(self._waiting) == 1:
            self._app.run_worker(self._hand_on_all(), group="keys")

    def _leave_out(self) -> None:
        """Report once per burst that it was too long."""
        if not self._has_left_out:
            self._has_left_out = True
            self._app.post_message(LeftOut())

    @property
    def _is_at_rest(self) -> bool:
        return not any(node.message_queue_size for node in (self._app, *self._hearers()))

    def _hearers(self) -> Iterable[MessagePump]:
        """Return the widgets that a key passes, from the focused one up to the screen."""
        focused = self._app.focused
        return [self._app.screen] if focused is None else focused.ancestors_with_self

    async def _hand_on_all(self) -> None:
        while self._waiting:
            await self._come_to_rest()
            await self._hand_on(self._waiting[0])
            self._waiting.popleft()
        self._has_left_out = False

    async def _come_to_rest(self) -> None:
        """Wait until the focused widget, its ancestors and screens they open have caught up.

        Twice, as a key is first offered to the widget and then looked up among the bindings.
        """
        for _screen in range(MOST_SCREENS):
            top = self._app.screen
            for node in [*self._hearers(), self._app] * 2:
                await _caught_up(node)
            if self._app.screen is top:
                return


async def _caught_up(node: MessagePump) -> None:
    """Wait until a widget, or the app, has handled its present messages."""
    done = asyncio.Event()
    if node.is_running and node.call_later(done.set):
        with suppress(TimeoutError):
            await asyncio.wait_for(done.wait(), PATIENCE)


class BaseApp(PaintsAfterBatches):
    """The base app: settings, keys, and a notice when the terminal is too small."""

    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+l", "paint_anew", show=False, priority=True, system=True)
    ]
    USUAL_SOUND: ClassVar[str] = "turn"
    """The default sound setting."""
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {PaletteProvider}
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE[0], "-broad")]  # noqa: RUF012 - as Textual
    VERTICAL_BREAKPOINTS = [(0, "-low"), (WIDE[1], "-high")]  # noqa: RUF012 - as Textual
    """The classes of screens on phones, and of others."""
    CSS = """
    Screen { background: $background; color: $foreground; }
    ToastRack { dock: top; align: right top; margin: 1 0 0 0; overflow-y: hidden; }
    LobbyScreen ToastRack { dock: bottom; align: right bottom; margin: 0 0 2 0; }
    ContestPage ToastRack { dock: bottom; align: right bottom; margin: 0 0 4 0; }
    Toast { background: $panel; margin: 0; padding: 0 1; }
    .-narrow Toast { width: 100%; max-width: 100%; }
    CommandPalette SearchIcon { display: none; }
    """
    """Toasts avoid menus and prompts: at tables and in dialogs these are below, in the lobby above.
    The rack has no scrollbar, as it has no height of its own: a toast that wraps because of it
    would lose its last line.
    """

    def __init__(
        self,
        settings: Settings,
        environment: Mapping[str, str],
        language: str = "",
        *,
        spells: bool = True,
        is_touch: bool = False,
    ) -> None:
        """Set the app up from a person's settings and, for unset ones, from the environment.

        `language`, if given, holds until another is set. A terminal that cannot show the signs of
        boards gets ASCII whatever the setting.
        """
        self._spells = spells
        self.is_touch = is_touch
        """Whether a page with keys for fingers surrounds the screen."""
        self.clock: Callable[[], float] = loop_time
        """The time in seconds, for what moves and for presses that come too early."""
        self.kept_settings = settings
        self._environment = environment
        self._asked_language = language
        self.look = Locale(language or settings.language_in(environment), self._glyphs)
        use_look(self.look)
        super().__init__()
        self._ascii = AsciiFilter(enabled=self.look.glyphs == "ascii")
        self._filters: list[LineFilter] = [
            NoColor() if isinstance(known, Monochrome) else known for known in self._filters
        ]
        self._filters.append(self._ascii)
        self._wear(self.kept_settings.theme)
        self.set_keymap(self.kept_settings.keys)
        self._typed_ahead = KeyQueue(self, self._hand_on)

    async def on_event(self, event: events.Event) -> None:
        """Finish the effects of one key before the next is handled."""
        if isinstance(event, events.Key) and not event.is_forwarded:
            await self._typed_ahead.hear(event)
        elif isinstance(event, events.Paste) and (room := self._too_long(event.text)):
            self.leave_out(LeftOut(room))
        else:
            await super().on_event(event)

    async def _hand_on(self, key: events.Key) -> None:
        """Hand a key on, unless its only effect is to end the playback on the screen."""
        screen = self.screen
        if not (isinstance(screen, WorkerScreen) and screen.hear_first(key.key)):
            await super().on_event(key)

    def _too_long(self, text: str) -> int:
        """Return the focused field's limit, in characters, if it would refuse a paste; else 0."""
        field = self.focused
        if not isinstance(field, Input) or not field.max_length or not text:
            return 0
        start, end = sorted(field.selection)
        kept = len(field.value) - (end - start)
        return field.max_length if kept + len(text.splitlines()[0]) > field.max_length else 0

    @on(LeftOut)
    def leave_out(self, message: LeftOut) -> None:
        """Say that typed or pasted input was dropped as too long."""
        told = (
            _("Too long to paste: {most} characters at most.")
            if message.longest
            else _("Too much input at once: the rest was dropped.")
        )
        told = told.format(most=message.longest)
        self.notify(told, severity="warning", markup=False)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Return our own colours, for Textual's themes."""
        return dict(theme_named(THEME_NAMES[0]).variables)

    @property
    def _glyphs(self) -> str:
        return self.kept_settings.glyphs if self._spells else "ascii"

    def _wear(self, theme: str) -> None:
        self.register_theme(theme_named(theme))
        self.theme = theme

    def on_resize(self, event: events.Resize) -> None:
        """Show a notice while the terminal is too small."""
        self._mind_size(event.size)

    def _mind_size(self, size: Size) -> None:
        top = self.screen_stack[-1] if self.screen_stack else None
        if top is None:
            return
        if is_too_small(size):
            if isinstance(top, TooSmall):
                top.tell(size)
            else:
                self.push_screen(TooSmall(size))
        elif isinstance(top, TooSmall):
            self.pop_screen()

    def action_command_palette(self) -> None:
        """Open a searchable list of the actions available here."""
        if self.use_command_palette and not isinstance(self.screen, CommandPalette):
            self.push_screen(CommandPalette(placeholder=_("Search for an action …")))

    def action_paint_anew(self) -> None:
        """Paint everything again."""
        self.screen.refresh()

    def action_help_quit(self) -> None:
        """Say how to quit, as Ctrl+C is pressed by habit."""
        self.notify(_("Ctrl+Q quits nim_tui; games are kept."), markup=False)

    @on(Notify)
    def replace_toast(self) -> None:
        """Remove the previous toast, so that there is one at a time."""
        self.clear_notifications()

    def games_on_offer(self) -> Sequence[GameInfo]:
        """Return the games offered."""
        return [GameInfo(one.name, one.title, one.bots, one.usual) for one in all_games().values()]

    def game_screens(self) -> Sequence[type[Any]]:
        """Return the screen classes of these games."""
        return [one.screen_type for one in all_games().values()]

    def rules_of(self, name: str) -> AnyGame:
        """Return the rules of a game."""
        return game_named(name).game

    def plays_forced(self) -> bool:
        """Whether forced moves are played automatically."""
        return self.kept_settings.forced == FORCED[0]

    @property
    def marks_first(self) -> bool:
        """Whether a tap only marks a place or a move, and a second one chooses it."""
        return self.is_touch and self.kept_settings.taps == TAPS[0]

    def shows_remarks(self) -> bool:
        """Whether bots make remarks at the end of games."""
        return self.kept_settings.remarks == REMARKS[0]

    def frame_time(self) -> float:
        """Return seconds per animation frame; 0 if Textual animates nothing."""
        return 0.0 if self.animation_level == "none" else self.kept_settings.frame_time

    def settings(self) -> Sequence[Setting]:
        """Return the settings and their values."""
        everyone = offered(self.kept_settings, self.sound)
        return [*everyone, touch_setting(self.kept_settings)] if self.is_touch else everyone

    def set_setting(self, setting: str, value: str) -> None:
        """Change a setting and save it."""
        setattr(self.kept_settings, setting, value)
        if setting == "language":
            self._asked_language = ""
        language = self._asked_language or self.kept_settings.language_in(self._environment)
        self.look.language = language
        self.look.glyphs = self._glyphs
        self._ascii.enabled = self.look.glyphs == "ascii"
        self._wear(self.kept_settings.theme)
        self.keep_settings()
        for screen in self.screen_stack[:-1]:
            screen.refresh(recompose=True)
        self.refresh_css(animate=False)

    def draw_anew(self) -> None:
        """Draw everything anew, in the present theme; dialogs keep what was typed."""
        self._wear(self.kept_settings.theme)
        for screen in self.screen_stack:
            if isinstance(screen, QuestionScreen):
                screen.draw_anew()
        self.refresh_css(animate=False)
        self.screen.refresh()  # what does not change here may change on its way

    def explain_keys(self) -> None:
        """Show every key of the top screen."""
        from screens.help import HelpDialog  # noqa: PLC0415 - a fast first paint

        self.push_screen(HelpDialog(self.screen, {}))

    def ring(self, *, is_turn: bool) -> None:
        """Ring the bell, for a turn or what others do, if the setting of sound asks for it."""
        if self.sound == "all" or (self.sound == "turn" and is_turn):
            self.bell()

    @property
    def sound(self) -> str:
        """The sound setting, or the default of this kind of app."""
        return self.kept_settings.sound or self.USUAL_SOUND

    def keys(self) -> Mapping[str, str]:
        """Return the remapped keys."""
        return self.kept_settings.keys

    def set_keys(self, binding: str, keys: str) -> None:
        """Remap a binding and save it."""
        self.kept_settings.keys.pop(binding, None)
        if keys:
            self.kept_settings.keys[binding] = keys
        self.set_keymap(self.kept_settings.keys)
        self.keep_settings()

    def save_settings(self) -> None:
        """Save the settings to their source. Raises OSError."""

    def keep_settings(self) -> None:
        """Save the settings; report why if that fails."""
        try:
            self.save_settings()
        except OSError as error:
            self.complain_of(UNSAVED, error)

    def complain(self, error: OSError) -> None:
        """Report that a move could not be written to disk."""
        self.complain_of(N_("the move was not saved: {why}"), error)

    def complain_of(self, text: str, error: Refusal | OSError) -> None:
        """Report that something could not be saved; `{why}` in the text becomes the reason."""
        self.notify(_(text).format(why=_told(error)), severity="error", markup=False)

    def tell_trouble(self, trouble: Refusal | OSError) -> None:
        """Report why an action failed."""
        self.notify(_told(trouble), severity="error", markup=False)


def _told(trouble: Refusal | OSError) -> str:
    return say_refusal(trouble) if isinstance(trouble, Refusal) else why(trouble)
