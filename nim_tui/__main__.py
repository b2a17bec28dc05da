"""The entry point of `nim-tui`, which opens home without loading the command line."""

from __future__ import annotations

import gc
import os
import sys

from nim_tui import __version__


def main() -> None:
    """Run the command line with the arguments of the process, and exit."""
    arguments = sys.argv[1:]
    if arguments == ["--version"]:
        print(f"nim-tui {__version__}")
    elif stranger := _stranger():
        sys.exit(_mistaken(stranger))
    elif _means_home(arguments) and _opened_at_home(is_plain=bool(arguments)):
        pass
    else:
        from nim_tui.commands.cli import commands  # noqa: PLC0415 - only what is left needs click

        commands(prog_name="nim-tui")


def _means_home(arguments: list[str]) -> bool:
    """Whether the home screen is meant, rather than a command or shell completion."""
    return arguments in ([], ["--plain"]) and "_NIM_TUI_COMPLETE" not in os.environ


def _stranger() -> str:
    """Return the name of our package that another project's package hides, or "".

    Distributions named `rules` and `screens` exist, and a file of such a name in the current folder
    comes first.
    """
    for name in ("rules", "screens"):
        try:
            found = __import__(name)
        except Exception:  # another project's code may raise anything
            return name
        if getattr(found, "PART_OF", "") != "nim_tui":
            return name
    return ""


def _mistaken(name: str) -> int:
    """Say in one line that the package `name` is not ours; return the exit code of mistakes."""
    where = getattr(sys.modules.get(name), "__file__", None)
    print(
        f"nim-tui: the package {name!r} that Python finds"
        f"{f' in {where!r}' if where else ''} is not nim_tui's own:"
        " install nim-tui in an environment of its own",
        file=sys.stderr,
    )
    return 2


def _opened_at_home(*, is_plain: bool) -> bool:
    """Open home on the screen or in text mode; return False if there is nowhere to keep games."""
    from nim_tui.tables.store import data_folder, settings_path  # noqa: PLC0415
    from nim_tui.terminals import speaks_lines  # noqa: PLC0415

    try:
        data_folder()
        settings_path()
    except OSError:
        return False
    if is_plain or speaks_lines(sys.stdin, sys.stdout, os.environ):
        from nim_tui.plain.run import run_lines  # noqa: PLC0415

        sys.exit(run_lines())
    gc.disable()  # until the first paint: a collection takes as long as painting
    from nim_tui.app.app import run_home  # noqa: PLC0415

    run_home()
    return True


if __name__ == "__main__":
    main()
