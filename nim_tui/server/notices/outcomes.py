"""How the last try went, in plain words."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final

from nim_tui.server.database.subscriptions import Outcome
from rules.messages import N_
from screens.text import _

TOLD: Final[Mapping[str, str]] = {
    "": N_("it was sent"),
    "status": N_("the service answered {more}"),
    "silent": N_("no answer in time"),
    "unreachable": N_("it cannot be reached, or is not public"),
    "tls": N_("the certificate of the service is not valid"),
    "refused": N_("the mail server refused it ({more})"),
    "mail server": N_("the mail server cannot be used just now"),
    "address": N_("this server sends nothing to such an address any more"),
    "no way": N_("this server sends nothing this way any more"),
    "fault": N_("something failed here, and was logged"),
}
"""By what doors tell."""
_WHAT: Final = {"test": N_("Test"), "turn": N_("Notice"), "code": N_("Code")}


def told(outcome: Outcome | None) -> str:
    """What was tried last, when, and how that went; empty for nothing."""
    if outcome is None:
        return ""
    word, _blank, more = outcome.how.partition(" ")
    if outcome.how in TOLD:
        word, more = outcome.how, ""
    time = datetime.fromtimestamp(outcome.when, UTC).strftime("%Y-%m-%d %H:%M UTC")
    how = _(TOLD[word]).format(more=more)
    return _("{what}, {time}: {how}").format(what=_(_WHAT[outcome.what]), time=time, how=how)
