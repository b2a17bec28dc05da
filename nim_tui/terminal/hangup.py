"""Notices that a terminal is gone where nobody else says so.

Where a window is closed, the kernel tells the program that leads the session, as a shell, and
those in front only once that one ends. Some do not: `make` waits for what it began, and this
would go on reading from nothing.
"""

from __future__ import annotations

import os
import select
import signal
import threading


def end_with_terminal(fileno: int) -> None:
    """Wait, in a thread of its own, for the terminal of a file to hang up, and end then.

    Every move is on disk by then. Systems that cannot tell of a hang-up alone end nothing.
    """
    if not hasattr(select, "poll"):
        return
    threading.Thread(target=_wait, args=(fileno,), name="hangup", daemon=True).start()


def _wait(fileno: int) -> None:
    poll = select.poll()
    poll.register(fileno, 0)  # no event but those that always count
    if any(event & select.POLLHUP for _file, event in poll.poll()):
        is_deaf = signal.getsignal(signal.SIGHUP) == signal.SIG_IGN  # as `nohup` has it
        os.kill(os.getpid(), signal.SIGTERM if is_deaf else signal.SIGHUP)
