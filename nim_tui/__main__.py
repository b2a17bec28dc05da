"""The entry point of `nim-tui`. The version is told at once, without loading anything."""

from __future__ import annotations

import sys

from nim_tui import __version__


def main() -> None:
    """Run the command line with the arguments of the process, and exit."""
    if sys.argv[1:] == ["--version"]:
        print(f"nim-tui {__version__}")
        return
    from nim_tui.cli import commands  # noqa: PLC0415 - only what is not the version needs click

    commands(prog_name="nim-tui")


if __name__ == "__main__":
    main()
