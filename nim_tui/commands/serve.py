"""`nim-tui serve` and `nim-tui web`."""

from __future__ import annotations

import asyncio
import threading
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from nim_tui.cli import completing
from nim_tui.cli.completing import folders
from nim_tui.cli.explained import TranslatedCommand, TranslatedOption, option
from nim_tui.cli.trouble import Unavailable, UsageMistake, not_installed, told
from nim_tui.server.settings.kinds import BooleanSetting, ChoiceSetting, ListSetting, WrongValue
from nim_tui.server.settings.settings import as_toml, every_setting, gathered
from screens.text import N_, _, in_words, say_refusal

if TYPE_CHECKING:
    from nim_tui.server.settings.kinds import SettingKind
    from nim_tui.server.settings.settings import ServerSettings

_ALSO: Final = {"sessions": "--max-sessions"}
"""Former names of options."""


class _Value(click.ParamType[Any]):
    """The type of a setting's value on the command line."""

    name = "value"

    def __init__(self, kind: SettingKind) -> None:
        self._kind = kind

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the value that a word means."""
        try:
            return self._kind.read(value)
        except WrongValue as error:
            self.fail(say_refusal(error), param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> completing.Offered:
        """Complete the valid words, if they are few, or paths."""
        if isinstance(self._kind, ChoiceSetting):
            return completing.beginning(incomplete, self._kind.words)
        on_disk = {"FILE": completing.files, "FOLDER": folders}.get(self._kind.metavar)
        return [] if on_disk is None else on_disk(ctx, param, incomplete)


class _Every:
    """The value of an option that was given several times, or never."""

    def __init__(self, kind: SettingKind) -> None:
        self._kind = kind

    def __call__(self, ctx: click.Context, param: click.Parameter, values: Any) -> Any:
        """Return all values given, or None without any."""
        try:
            return self._kind.checked(values) if values else None
        except WrongValue as error:
            raise click.BadParameter(say_refusal(error), ctx, param) from error


class _Serve(TranslatedCommand):
    """A command with an option for each setting, made when they are asked for."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the options of the settings, then its own."""
        own = super().get_params(ctx)
        known = ctx.meta.setdefault(__name__, [])
        if not known:
            known += _setting_options()
        return [*known, *own]


def _setting_options() -> list[click.Parameter]:
    options: list[click.Parameter] = []
    for _part, own, kind in every_setting():
        name = "--" + own.name.replace("_", "-")
        if isinstance(kind, BooleanSetting):
            off = f"{name}/--no-{name[2:]}"
            options.append(TranslatedOption([off], default=None, help=kind.meaning))
            continue
        names = [name, own.name, *([_ALSO[own.name]] if own.name in _ALSO else [])]
        facts: dict[str, Any] = {"metavar": kind.metavar, "default": None, "help": kind.meaning}
        if isinstance(kind, ListSetting):
            facts |= {"multiple": True, "callback": _Every(kind)}
        options.append(TranslatedOption(names, type=_Value(kind), **facts))
    return options


@click.command(
    cls=_Serve,
    help=N_(
        "Serve games to people who connect with ssh, until stopped by SIGTERM or Ctrl+C.\n\n"
        "Example: nim-tui serve --host 0.0.0.0 --port 8022, then: ssh -p 8022 HOST\n\n"
        "Every setting is an option here, and a line in the file given with --config; "
        "options override the file. --show-config explains each setting. Options for several "
        "names or networks can be repeated."
    ),
)
@option(
    "--config",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help=N_("TOML file of settings; their names are those of these options, with _ for -."),
)
@option(
    "--show-config",
    is_flag=True,
    help=N_("Print all settings as a TOML file, with the source of each, and exit."),
)
def serve(*, config: Path | None, show_config: bool, **given: Any) -> None:
    """Serve games to people who connect with ssh, until stopped by SIGTERM or Ctrl+C."""
    line = {name: value for name, value in given.items() if value is not None}
    with told():
        chosen = gathered(config, line)
    if show_config:
        click.echo(as_toml(chosen), nl=False)
        return
    run_server(chosen.settings)


def run_server(settings: ServerSettings) -> None:
    """Serve until stopped. Raises Trouble."""
    try:
        _check_libraries(serves_browsers=bool(settings.browsers.web))
        from nim_tui.server.serve import serve_until_stopped  # noqa: PLC0415

        if settings.browsers.web:
            import aiohttp  # noqa: F401, PLC0415
            import webauthn  # noqa: F401, PLC0415
    except ImportError as missing:
        raise not_installed(missing) from missing
    _check_notices(settings)
    from nim_tui.server.logs import set_up_log  # noqa: PLC0415

    set_up_log(as_json=settings.serving.log_json, is_quiet=False)
    from nim_tui.server.storage.database import StorageError  # noqa: PLC0415
    from nim_tui.server.storage.migrate import DatabaseAway  # noqa: PLC0415

    with told():
        try:
            asyncio.run(serve_until_stopped(settings))
        except (DatabaseAway, StorageError) as error:
            raise Unavailable(say_refusal(error)) from error


def _check_libraries(*, serves_browsers: bool) -> None:
    """Check that the libraries have the parts that a server uses. Raises Trouble, ImportError."""
    from nim_tui.server.private_names import unfit  # noqa: PLC0415

    if misfit := unfit(serves_browsers=serves_browsers):
        raise UsageMistake(in_words(misfit))


def _check_notices(settings: ServerSettings) -> None:
    """Check that the packages for sending notifications are installed. Raises Trouble."""
    try:
        if settings.notices.webhooks or settings.notices.web_push:
            import aiohttp  # noqa: F401, PLC0415
        if settings.notices.smtp_host:
            import aiosmtplib  # noqa: F401, PLC0415
        if settings.notices.web_push:
            import jwt  # noqa: F401, PLC0415
    except ImportError as missing:
        needs = _(
            "notifications need more packages: pip install 'nim-tui[notices]' ({name} is missing)"
        )
        raise UsageMistake(needs.format(name=missing.name)) from missing


@click.command(
    cls=TranslatedCommand,
    help=N_(
        "Play in the browser on this machine, until Ctrl+C; no other machine can connect.\n\n"
        "The browser shows the same home screen as nim-tui, with the same tables and settings."
    ),
)
@option(
    "--port",
    metavar="N",
    type=click.IntRange(0, 65_535),
    default=0,
    help=N_("Port to listen on (default: any free one)."),
)
@option(
    "--data",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help=N_("Folder for all data."),
    shell_complete=folders,
)
@option("--no-browser", is_flag=True, help=N_("Print the address without opening a browser."))
def web(*, port: int, data: Path | None, no_browser: bool) -> None:
    """Play in the browser on this machine, until Ctrl+C."""
    try:
        _check_libraries(serves_browsers=True)
        from nim_tui.server.web.home_in_browser import serve_home  # noqa: PLC0415
    except ImportError as missing:
        raise not_installed(missing) from missing
    from nim_tui.server.logs import set_up_log  # noqa: PLC0415

    set_up_log(as_json=False, is_quiet=True)

    def ready(address: str, opened: str) -> None:
        click.echo(_("Play at {address} (Ctrl+C to stop)").format(address=address))
        if not no_browser:
            _show(opened)

    with told():
        asyncio.run(serve_home(port, data, ready))


def _show(address: str) -> None:
    """Open the browser from a thread, as some block until they are closed."""
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
