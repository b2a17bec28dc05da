"""The entry point of `nim-tui`. What needs no command line is done without loading one."""

from __future__ import annotations

import os
import sys

from nim_tui import __version__


def main() -> None:
    """Run the command line with the arguments of the process, and exit."""
    arguments = sys.argv[1:]
    if arguments == ["--version"]:
        print(f"nim-tui {__version__}")
    elif not arguments and _opened_at_home():
        pass
    else:
        from nim_tui.commands.cli import commands  # noqa: PLC0415 - only what is left needs click

        commands(prog_name="nim-tui")


def _opened_at_home() -> bool:
    """Open the home screen and stay, if there is a terminal and a place to keep games."""
    from nim_tui.tables.store import data_folder, settings_path  # noqa: PLC0415
    from nim_tui.terminals import why_no_screen  # noqa: PLC0415

    if why_no_screen(sys.stdin, sys.stdout, os.environ):
        return False

    try:
        data_folder()
        settings_path()
    except OSError:
        return False
    from nim_tui.app import run_home  # noqa: PLC0415

    run_home()
    return True


if __name__ == "__main__":
    main()
