"""`nim-tui serve`: the server that people reach by ssh."""

from __future__ import annotations

from pathlib import Path

import click

from nim_tui.commands.explained import Command, option
from nim_tui.commands.trouble import Trouble, told
from screens.text import N_, _, in_words


@click.command(
    cls=Command,
    help=N_(
        "Serve games to people who connect with ssh, until stopped by SIGTERM or "
        "Ctrl+C.\n\n"
        "Example: nim-tui serve --host 0.0.0.0 --port 8022, then: ssh -p 8022 HOST"
    ),
)
@option("--host", default="127.0.0.1", show_default=True, help=N_("Address to listen on."))
@option(
    "--port",
    default=8022,
    show_default=True,
    type=click.IntRange(0, 65535),
    help=N_("Port to listen on; 0 takes any free one."),
)
@option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help=N_("Folder for everything that is kept; made on the first start."),
)
@option("--guests", is_flag=True, help=N_("Let people without a key in."))
@option(
    "--max-sessions",
    default=1000,
    show_default=True,
    type=click.IntRange(1, 10_000),
    help=N_("How many sessions at a time."),
)
@option(
    "--admin-key",
    type=click.Path(dir_okay=False, path_type=Path),
    help=N_("File with the public keys of admins, who may end sessions and close tables."),
)
@option("--banner", default="", help=N_("A line shown before people sign in."))
@option("--log-json", is_flag=True, help=N_("Write log lines as JSON objects."))
def serve(
    *,
    host: str,
    port: int,
    data: Path | None,
    guests: bool,
    max_sessions: int,
    admin_key: Path | None,
    banner: str,
    log_json: bool,
) -> None:
    """Serve games to people who connect with ssh, until stopped by SIGTERM or Ctrl+C."""
    import asyncio  # noqa: PLC0415

    try:
        from nim_tui.server.private_names import unfit  # noqa: PLC0415

        if misfit := unfit():
            raise Trouble(in_words(misfit))
        from nim_tui.server.serve import ServeOptions, serve_until_stopped  # noqa: PLC0415
    except ImportError as missing:
        raise not_installed(missing) from missing
    from nim_tui.server.admin.keys import admin_keys_in  # noqa: PLC0415
    from nim_tui.server.logs import set_up_log  # noqa: PLC0415
    from nim_tui.server.ssh import Limits  # noqa: PLC0415
    from nim_tui.tables.store import server_folder  # noqa: PLC0415

    set_up_log(as_json=log_json)
    with told():
        folder = data if data is not None else server_folder()
        limits = Limits().with_sessions(max_sessions)
        keepers = frozenset() if admin_key is None else admin_keys_in(admin_key)
        serving = ServeOptions(host, port, folder, guests, limits, banner, keepers)
        asyncio.run(serve_until_stopped(serving))


def not_installed(missing: ImportError) -> Trouble:
    """What to say where the parts for serving are not there."""
    needs = _("serving needs more: pip install 'nim-tui[server]' ({name} is missing)")
    return Trouble(needs.format(name=missing.name))
