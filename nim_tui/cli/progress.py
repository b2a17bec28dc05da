"""Progress bars on standard error, if it is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TypeVar

import click

T = TypeVar("T")


def progress(items: Iterator[T], count: int) -> AbstractContextManager[Iterable[T]]:
    """Yield items and move a progress bar."""
    if not _can_be_seen():
        return nullcontext(items)
    return click.progressbar(items, length=count, file=sys.stderr)


@contextmanager
def noted_progress() -> Iterator[Callable[[int, int], None]]:
    """Yield a function that moves a progress bar, given the done and total numbers."""
    if not _can_be_seen():
        yield lambda done, total: None
        return
    with click.progressbar(length=1, file=sys.stderr) as bar:

        def note(done: int, total: int) -> None:
            bar.length = total
            bar.update(done - bar.pos)

        yield note


def _can_be_seen() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()
