"""Which mutant is on, and which are reached: copied to the root of a project with mutants.

NIM_TUI_MUTANT is the number of the one that is on, in every process that a test starts too. Where
NIM_TUI_MUTANT_HITS names a file, a process other than pytest's own notes there what it reaches.
"""

from __future__ import annotations

import os

active = int(os.environ.get("NIM_TUI_MUTANT", "0"))
reached: set[int] = set()
is_pytest = False
_NOTES = os.environ.get("NIM_TUI_MUTANT_HITS", "")


def is_on(number: int) -> bool:
    """Whether to be wrong here."""
    if number not in reached:
        reached.add(number)
        if _NOTES and not is_pytest:
            with open(_NOTES, "a", encoding="utf-8") as notes:  # one short line: never torn
                notes.write(f"{number}\t{os.environ.get('PYTEST_CURRENT_TEST', '')}\n")
    return number == active


def _forked() -> None:
    global is_pytest  # noqa: PLW0603 - a process has one switch
    is_pytest = False
    reached.clear()


os.register_at_fork(after_in_child=_forked)
