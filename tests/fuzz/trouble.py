"""What must not happen: errors in the log, or a task that ends by one."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager


class Troubles(logging.Handler):
    """Collects records that carry a traceback, or tell of an error."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.found: list[str] = []
        self.setFormatter(logging.Formatter("%(name)s: %(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info or record.levelno >= logging.ERROR:
            self.found.append(self.format(record))


@contextmanager
def troubles() -> Iterator[Troubles]:
    """Everything that is logged meanwhile."""
    handler, root = Troubles(), logging.getLogger()
    root.addHandler(handler)
    try:
        yield handler
    finally:
        root.removeHandler(handler)
