"""The command `nim-tui` with one seed for every game: `python -m ... SEED serve ...`."""

from __future__ import annotations

import sys

import nim_tui.tables.seeds


def main() -> None:
    """Take the seed away, deal every game by it, and do as the command does."""
    seed = int(sys.argv.pop(1))
    nim_tui.tables.seeds.fresh_seed = lambda: seed  # type: ignore[assignment, return-value]
    from nim_tui.__main__ import main as command

    command()


if __name__ == "__main__":
    main()
