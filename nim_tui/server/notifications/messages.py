"""The texts of notifications; the Notifier protocol.

The text about a challenge names the ladder and the days to accept, which are public, not the
challenger. No text contains typed words, so nobody can abuse it to send others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextvars import copy_context
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, Protocol, TypeVar

from nim_tui.registry import all_games
from nim_tui.server.notifications.challenge_queue import ChallengeNotice
from nim_tui.server.notifications.queue import WaitingTurn
from nim_tui.server.notifications.subscriptions import DeliveryResult, Subscription
from rules.messages import N_
from screens.text import Locale, _, clauses, ngettext, use_look

_DAY: Final = 86_400
_HOUR: Final = 3600

T = TypeVar("T")

STOPS: Final = N_("Unsubscribe")
"""The label of the unsubscribe link."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message in plain text, in the language of its reader."""

    title: str
    lines: Sequence[str]
    link: str
    """The address to open; "" if this server has no pages."""
    stop_link: str
    """The address to unsubscribe; "" if this server has no pages."""
    foot: str
    """The text on how to unsubscribe."""
    about: str = ""
    """The subject, of which a browser shows the last message alone; "" for that of the title."""

    @property
    def text(self) -> str:
        """The whole text without the title."""
        return "\n".join((*self.lines, "", self.foot))


@dataclass(frozen=True, slots=True)
class ServerLinks:
    """The addresses of this server's pages."""

    base: str
    """The start of addresses, such as https://games.example.org; "" without browser access."""

    def table(self, table: str) -> str:
        """Return the page of a table."""
        return f"{self.base}/t/{table}" if self.base else ""

    def stop(self, token: str) -> str:
        """Return the page that turns a subscription off."""
        return f"{self.base}/stop/{token}" if self.base else ""

    def feed(self, secret: str) -> str:
        """Return the address of a feed."""
        return f"{self.base}/feed/{secret}"


def in_language(language: str, say: Callable[[], T]) -> T:
    """Return a text in one person's language, whatever the current language."""

    def said() -> T:
        use_look(Locale(language))
        return say()

    return copy_context().run(said)


def turn_line(turn: WaitingTurn) -> str:
    """Return a line about a table where it is the person's turn."""
    days = ngettext("{count} day per move", "{count} days per move", turn.seconds // _DAY)
    game = all_games()[turn.game].title
    told = _("{game}, table {table}: {clock}").format(game=game, table=turn.table, clock=days)
    if turn.left is None:
        return told
    hours = int(turn.left // _HOUR)
    left = ngettext("{count} hour left", "{count} hours left", hours)
    return clauses([told, left if hours else _("less than an hour left")])


def turn_message(turns: Sequence[WaitingTurn], stop: str, links: ServerLinks) -> Message:
    """Return the message that it is a person's turn, at one table or more."""
    about = ""
    if len(turns) == 1:
        about = f"table {turns[0].table}"
        title = (
            _("Your turn: {game}") if turns[0].left is None else _("Time is running out: {game}")
        )
        title = title.format(game=all_games()[turns[0].game].title)
        link = links.table(turns[0].table)
        lines = [turn_line(turns[0]), *filter(None, (link,))]
    else:
        title = ngettext("Your turn in {count} game", "Your turn in {count} games", len(turns))
        link = links.base and links.base + "/"
        each = [(turn_line(turn), links.table(turn.table)) for turn in turns]
        lines = [line for pair in each for line in pair if line]
    return Message(title, lines, link, links.stop(stop), _foot(stop, links), about)


def challenge_title(challenge: ChallengeNotice) -> str:
    """Return the title about a challenge."""
    return _("A challenge: {game}").format(game=all_games()[challenge.game].title)


def challenge_line(challenge: ChallengeNotice) -> str:
    """Return a line with the ladder and the days to accept."""
    days = ngettext("{count} day", "{count} days", challenge.days)
    line = _("You are challenged on the {game} ladder. Accept within {days}.")
    return line.format(game=all_games()[challenge.game].title, days=days)


def challenge_message(challenge: ChallengeNotice, stop: str, links: ServerLinks) -> Message:
    """Return the message about a challenge on a ladder, for a person who is away."""
    link = links.base and links.base + "/"
    lines = [challenge_line(challenge), *filter(None, (link,))]
    title, about = challenge_title(challenge), f"challenge {challenge.number}"
    return Message(title, lines, link, links.stop(stop), _foot(stop, links), about)


def alert_message(text: str, subject: str, stop: str, links: ServerLinks) -> Message:
    """Return the message about an alert, for staff who are away."""
    link = links.base and links.base + "/"
    lines = [_(text).format(subject=subject), *filter(None, (link,))]
    title, about = _("nim_tui: for moderators and admins"), f"alert {text} {subject}"
    return Message(title, lines, link, links.stop(stop), _foot(stop, links), about)


def trial_message(stop: str, links: ServerLinks) -> Message:
    """Return the test message, which shows whether notifications arrive."""
    lines = [_("This is a test: notifications about your turns will come here.")]
    return Message(_("nim_tui: a test"), lines, "", links.stop(stop), _foot(stop, links))


def code_message(code: str, stop: str, links: ServerLinks) -> Message:
    """Return the message with the code that confirms a mail address."""
    lines = [
        _(
            "Someone asked for notifications about their turns in nim_tui games to be sent to "
            "this address."
        ),
        _("If it was you, enter this confirmation code in your profile: {code}").format(code=code),
        _("If it was not you, ignore this email: you will receive no more."),
    ]
    return Message(_("nim_tui: confirm this address"), lines, "", links.stop(stop), "")


def _foot(stop: str, links: ServerLinks) -> str:
    if links.base:
        return _("Unsubscribe: {link}").format(link=links.stop(stop))
    return _("To unsubscribe, connect by ssh with the command `stop {code}`.").format(code=stop)


TOLD: Final[Mapping[str, str]] = {
    "": N_("sent"),
    "status": N_("the service answered {more}"),
    "silent": N_("no answer in time"),
    "unreachable": N_("the address cannot be reached, or is not public"),
    "tls": N_("the certificate of the service is not valid"),
    "refused": N_("the mail server refused the message ({more})"),
    "mail server": N_("the mail server cannot be reached at the moment"),
    "address": N_("this server no longer sends to addresses of this kind"),
    "no way": N_("this server no longer sends notifications this way"),
    "fault": N_("an error occurred on the server, and was logged"),
}
"""The words for the results of deliveries."""
_WHAT: Final = {"test": N_("Test"), "turn": N_("Notification"), "code": N_("Code")}


def told(outcome: DeliveryResult | None) -> str:
    """Return the last attempt as text, its time and its result; empty if there was none."""
    if outcome is None:
        return ""
    word, _blank, more = outcome.how.partition(" ")
    if outcome.how in TOLD:
        word, more = outcome.how, ""
    time = datetime.fromtimestamp(outcome.when, UTC).strftime("%Y-%m-%d %H:%M UTC")
    how = _(TOLD[word]).format(more=more)
    return _("{what}, {time}: {how}").format(what=_(_WHAT[outcome.what]), time=time, how=how)


class DeliveryFailed(Exception):
    """A message was not delivered."""

    def __init__(self, how: str, *, is_final: bool = False, is_gone: bool = False) -> None:
        """`how` is a word of `outcomes.TOLD`, perhaps with a number.

        `is_final`: retrying is useless; `is_gone`: the receiver is gone and must be removed.
        """
        super().__init__(how)
        self.how = how
        self.is_final = is_final or is_gone
        self.is_gone = is_gone


class Notifier(Protocol):
    """A transport of notifications."""

    async def send(self, to: Subscription, message: Message) -> None:
        """Send a message, within seconds. Raises DeliveryFailed."""

    async def close(self) -> None:
        """Close open connections."""
