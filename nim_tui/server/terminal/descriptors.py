"""File descriptors and limits."""

from __future__ import annotations

import resource
from dataclasses import dataclass, replace
from typing import Final

from nim_tui.server.ssh import Limits
from rules.messages import N_, Refusal

APART: Final = 128
"""Descriptors for all that is no visitor's connection: database, log, control socket, listening."""


class TooFewDescriptors(Refusal):
    """The system gives the server too few file descriptors to let anybody in."""


@dataclass(frozen=True, slots=True)
class FileLimits:
    """Limits that fit what the process may open, and a line for the log that tells so."""

    limits: Limits
    told: str
    is_lowered: bool


def fitted(limits: Limits) -> FileLimits:
    """Let the process open what the limits need; where it may not, lower them.

    Every connection takes one file descriptor. Raises TooFewDescriptors.
    """
    before, allowed = _raised(limits.connections + APART)
    room = allowed - APART
    if room < 1:
        raise TooFewDescriptors(
            N_("the limit of open files, {allowed}, is too low: {least} are needed (ulimit -n)"),
            allowed=allowed,
            least=APART + 1,
        )
    raised = "" if allowed == before else f", raised from {before}"
    enough = limits.connections if room >= limits.connections else room
    told = f"file descriptors: {allowed}{raised}, for {enough} connections"
    if enough == limits.connections:
        return FileLimits(limits, told, is_lowered=False)
    lowered = replace(
        limits,
        connections=room,
        sessions=min(limits.sessions, room),
        signing_in=min(limits.signing_in, room),
    )
    return FileLimits(lowered, f"{told} instead of {limits.connections}", is_lowered=True)


def _raised(needed: int) -> tuple[int, int]:
    """Raise what the process may open as far as it is let; what it was before, and is now."""
    before, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if before == resource.RLIM_INFINITY or before >= needed:
        soft = needed if before == resource.RLIM_INFINITY else before
        return soft, soft
    wanted = needed if most == resource.RLIM_INFINITY else min(needed, most)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
    except (OSError, ValueError):  # some systems have a lower bound of their own
        return before, before
    return before, wanted
