"""`nim-tui web`: the lobby in the browser of whoever sits at this machine."""

from __future__ import annotations

import socket
from pathlib import Path

import click

from nim_tui.commands.completing import folders
from nim_tui.commands.explained import Command, option
from nim_tui.commands.serve import run_server
from nim_tui.commands.trouble import told
from screens.text import N_, _

HERE = "127.0.0.1"


@click.command(
    cls=Command,
    help=N_(
        "Play in the browser of this machine: a server that no other machine can reach, until "
        "Ctrl+C.\n\n"
        "It keeps its tables where `nim-tui serve` does."
    ),
)
@option(
    "--port",
    metavar="N",
    type=click.IntRange(0, 65_535),
    default=0,
    help=N_("Port to listen on; any free one without it."),
)
@option(
    "--data",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help=N_("Folder for everything that is kept."),
    shell_complete=folders,
)
@option("--no-browser", is_flag=True, help=N_("Only tell the address; open nothing."))
def web(*, port: int, data: Path | None, no_browser: bool) -> None:
    """Play in the browser of this machine, until Ctrl+C."""
    from nim_tui.server.settings.settings import gathered  # noqa: PLC0415

    line: dict[str, object] = {"web": port or _free_port(), "port": 0}
    if data is not None:
        line["data"] = str(data)
    with told():
        chosen = gathered(None, line)

    def ready(address: str) -> None:
        click.echo(_("Play at {address} (Ctrl+C ends it)").format(address=address))
        if not no_browser:
            _show(address)

    run_server(chosen.settings, ready=ready, is_quiet=True)


def _free_port() -> int:
    """A port of this machine that nobody listens on just now."""
    with socket.socket() as tried:
        tried.bind((HERE, 0))
        return int(tried.getsockname()[1])


def _show(address: str) -> None:
    """Open the browser, in a thread: some are waited for until they are closed."""
    import threading  # noqa: PLC0415
    import webbrowser  # noqa: PLC0415

    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
