"""`nim-tui web`: the home screen of this machine's user, in their own browser.

Others with an account on this machine can reach its port. So the browser shows a key, which it gets
by a secret address: the printed one holds the key, which only the user can read from its file. The
one that is opened, which others can see in the list of processes, works once.
"""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace
from hmac import compare_digest
from pathlib import Path
from typing import Final

from textual import on

from nim_tui.app.app import NimApp
from nim_tui.plain.conversation import Conversation, Writer
from nim_tui.plain.run import Home
from nim_tui.private_files import make_private_folder, write_whole
from nim_tui.registry import load_all
from nim_tui.server.app.touch_row import TouchRow
from nim_tui.server.serve import cannot_listen
from nim_tui.server.settings.addresses import WebConfig
from nim_tui.server.settings.sections import Limits
from nim_tui.server.ssh import ClientInfo, ConnectionRefused, Counters, ServedApp, prepare_process
from nim_tui.server.terminal.context import ServerContext
from nim_tui.server.terminal.looks import LooksChanged, theme_of
from nim_tui.server.web.cookies import fingerprint, is_key, new_key
from nim_tui.server.web.server import PageParts, WebServer, listen_web
from nim_tui.settings import THEMES, UNSAVED, own_settings, save_settings
from nim_tui.tables.store import Store, data_folder, settings_path
from rules.messages import N_
from screens.keymap import every_screen
from screens.text import SPOKEN, Locale, _, use_look, why

STOPS: Final = N_("nim-tui web has stopped; all games are kept.")
NOT_YOURS: Final = N_("Open the address that nim-tui web has printed.")
STOPPING_SECONDS: Final = 5.0
IDLE_SECONDS: Final = 30 * 86_400
_KEY_FILE: Final = "browser.key"

logger = logging.getLogger(__name__)


class HomeFolder:
    """The places of tables, settings and key of this machine's user."""

    def __init__(self, folder: Path | None = None) -> None:
        """`folder`: for all of them, in place of the usual ones. Raises OSError."""
        self.store = Store(make_private_folder(folder / "tables") if folder else data_folder())
        self.settings = folder / "settings.json" if folder else settings_path()

    def key(self) -> str:
        """Return the key of the user's browsers, made at first use. Raises OSError."""
        file = self.settings.with_name(_KEY_FILE)
        try:
            key = file.read_text("ascii", errors="replace").strip()
        except FileNotFoundError:
            key = ""
        if not is_key(key):
            key = new_key()
            write_whole(file, key.encode())
        return key


class HomeApp(ServedApp, NimApp):
    """The home screen and tables of this machine's user, in a browser."""

    def __init__(self, home: HomeFolder, client: ClientInfo) -> None:
        self._looks = client.looks
        kept = own_settings(home.settings).settings
        super().__init__(home.store, home.settings, language=kept.language_in(client.wishes))
        self.is_touch = client.is_touch
        self._touch_row = TouchRow(self, self.ask_page)
        self.no_color = client.looks.plain

    def _wear(self, theme: str) -> None:
        """Wear the looks of the page in place of the usual theme; the terminal keeps that."""
        super()._wear(theme_of(self._looks) if theme == THEMES[0] else theme)

    def frame_time(self) -> float:
        """Return seconds per animation frame; 0 where the device wants less motion."""
        return 0.0 if self._looks.calm else super().frame_time()

    @on(LooksChanged)
    def follow_device(self, message: LooksChanged) -> None:
        """Paint everything in the present looks of the device."""
        self._looks = message.looks
        self.no_color = message.looks.plain
        self.draw_anew()

    def on_mount(self) -> None:
        """Tell a page for fingers the keys of the screen."""
        if self.is_touch:
            self._touch_row.begin()


class HomeLines:
    """The home of this machine's user in text mode."""

    def __init__(self, home: HomeFolder, client: ClientInfo) -> None:
        self._home = home
        self._settings = own_settings(home.settings).settings
        use_look(Locale(self._settings.language_in(client.wishes), SPOKEN))
        self._conversation: Conversation | None = None

    @property
    def is_over(self) -> bool:
        """Whether the person has left."""
        return self._conversation is not None and self._conversation.is_over

    async def begin(self, writer: Writer, wake: Callable[[], None]) -> None:
        """Start the dialog."""
        talk = self._conversation = Conversation(writer)
        talk.push(Home(talk, lambda: self._home.store, self._settings, self._keep))
        talk.ask()

    async def answer(self, line: str) -> None:
        """Answer a line."""
        if self._conversation is not None:
            await self._conversation.hear(line)

    async def tell(self) -> None:
        """Do nothing: nobody else plays here."""

    async def close(self) -> None:
        """Close the dialogs, and stop all bots."""
        if self._conversation is not None:
            await self._conversation.close()

    def _keep(self) -> None:
        try:
            save_settings(self._home.settings, self._settings)
        except OSError as error:
            if self._conversation is not None:
                self._conversation.say(_(UNSAVED).format(why=why(error)))


class HomeHandler:
    """A SessionHandler for the browsers of one person."""

    def __init__(self, home: HomeFolder, key: str) -> None:
        self._home = home
        self._fingerprint = fingerprint(key) or ""

    async def turns_away(self, shown: str | None, address: str) -> ConnectionRefused | None:
        """Refuse every browser without the key."""
        is_own = compare_digest(shown or "", self._fingerprint)
        return None if is_own else ConnectionRefused("code", NOT_YOURS)

    async def meant(self, user: str, fingerprint: str) -> str:
        """Return nobody: there are no other accounts."""
        return ""

    async def app_for(self, client: ClientInfo) -> ServedApp:
        """Return the app of a session."""
        return HomeApp(self._home, client)

    async def wants_lines(self, client: ClientInfo) -> bool:
        """Return False: the page decides."""
        return False

    async def lines_for(self, client: ClientInfo) -> HomeLines:
        """Return the dialog of a session in text mode."""
        return HomeLines(self._home, client)

    async def answer(self, client: ClientInfo, words: Sequence[str]) -> AsyncIterator[bytes]:
        """Answer no commands, which only ssh has."""
        return
        yield b""

    def left(self, client: ClientInfo) -> None:
        """Do nothing: tables are kept after each move."""

    def failed(self, client: ClientInfo, error: BaseException) -> None:
        """Log a crash; its person sees an apology."""
        logger.error("a session of nim-tui web failed", exc_info=error)


async def serve_home(port: int, folder: Path | None, ready: Callable[[str, str], None]) -> None:
    """Serve until SIGTERM or SIGINT; `ready` gets the secret address, and one that works once.

    Raises CannotListen, OSError.
    """
    load_all()
    every_screen()
    home = HomeFolder(folder)
    key = home.key()
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    prepare_process()
    context = ServerContext(
        HomeHandler(home, key), replace(Limits(), idle_seconds=IDLE_SECONDS), Counters(),
        guests=False, banner="",
    )  # fmt: skip
    browsers = WebConfig(web=port)
    try:
        home_pass = new_key()
        parts = PageParts(home_key=key, home_pass=home_pass, is_closed=True)
        server = await listen_web(context, browsers, parts)
    except OSError as error:
        raise cannot_listen(browsers.web_host, port, error) from error
    sweeping = asyncio.create_task(context.collector.sweep())
    address = f"http://{browsers.web_host}:{server.port}/open"
    ready(f"{address}/{key}", f"{address}/{home_pass}")
    try:
        await stop.wait()
    finally:
        sweeping.cancel()
        await _close(context, server)


async def _close(context: ServerContext, server: WebServer) -> None:
    """End every session with a last line, then listen no more."""
    context.is_closing = True
    server.stop_listening()
    for runner in list(context.runners.values()):
        runner.end(STOPS)
    if context.running:
        await asyncio.wait(context.running, timeout=STOPPING_SECONDS)
    await server.close()
