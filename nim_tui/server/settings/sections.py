"""The settings of a server, in sections."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from nim_tui.server.settings.addresses import SshAddress
from nim_tui.server.settings.identity import plain
from nim_tui.server.settings.kinds import (
    ProxyNetwork,
    ReservedName,
    Size,
    TextSetting,
    WrongValue,
    area,
    choice,
    endpoint,
    number,
    setting,
    several,
    shown,
    switch,
    text,
    whole,
)
from rules.messages import N_

OPEN, INVITE, CLOSED = "open", "invite", "closed"
REGISTRATION: Final = (OPEN, INVITE, CLOSED)
"""Who may register: any key; keys with an invitation code; only known keys."""


@dataclass(frozen=True, slots=True)
class Serving:
    """The addresses, folders and access of the server."""

    host: str = text("127.0.0.1", 400, N_("ADDRESS"), N_("Address to listen on."))
    port: int = whole(8022, 0, 65_535, N_("Port to listen on; 0: any free port."))
    ssh_address: str = setting(
        "",
        SshAddress(
            N_("Address for ssh clients, such as games.example.org:8022."),
            260, N_("ADDRESS"),
        ),
    )  # fmt: skip
    data: str = text(
        "", 4096, N_("FOLDER"),
        N_("Folder for all data, made at the first start. Empty: the default folder."),
    )  # fmt: skip
    database: str = text(
        "", 2000, N_("ADDRESS"),
        N_("Database address: postgresql://USER@HOST/NAME. Empty: a file in the folder."),
    )  # fmt: skip
    channel: str = text(
        "", 2000, N_("ADDRESS"),
        N_("Address of the database itself, if the address above is that of a transaction pooler."),
    )  # fmt: skip
    node: str = text(
        "", 60, N_("NAME"),
        N_("Name of this server among those that share the database. Empty: machine and process."),
    )  # fmt: skip
    guests: bool = switch(N_("Allow guests (people without an SSH key)."))
    admin_key: str = text(
        "", 4096, N_("FILE"),
        N_("File with the public keys of admins, who can end sessions and close tables."),
    )  # fmt: skip
    banner: str = plain(
        2000, 40, N_("Banner shown before sign-in, and again when a session begins.")
    )
    proxy: tuple[str, ...] = several(
        ProxyNetwork, 64, 50, N_("NETWORK"),
        N_("Addresses or networks of trusted proxies (PROXY protocol, version 2)."),
    )  # fmt: skip
    metrics: str = endpoint(N_("Loopback address or socket for Prometheus metrics. Empty: off."))
    log_json: bool = switch(N_("Write the server log as JSON lines."))


@dataclass(frozen=True, slots=True)
class SignUpConfig:
    """The rules of sign-up: who may make an account, and its possible names."""

    registration: str = choice(
        REGISTRATION,
        N_("Who can sign up: any SSH key, an SSH key with an invitation code, or nobody."),
    )
    allow_keys: str = text(
        "", 4096, N_("FILE"),
        N_("File with public keys (in authorized_keys format) that can always sign up."),
    )  # fmt: skip
    new_accounts: int = whole(10, 1, 100_000, N_("New accounts per hour and address (IPv6: /64)."))
    reserve: tuple[str, ...] = several(
        ReservedName, 500, 40, N_("NAME"),
        N_("Reserved names; no other name may contain one."),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class LobbyLimits:
    """The limits of people in the lobby and at tables, and waiting times."""

    tables_an_account: int = whole(20, 1, 10_000, N_("Unfinished tables per host."))
    tables_at_once: int = whole(5, 1, 1000, N_("Burst of new tables per person."))
    table_seconds: float = number(60.0, 0.0, 86_400.0, N_("Seconds per further table."))
    lines_at_once: int = whole(6, 1, 1000, N_("Burst of chat messages per person."))
    line_seconds: float = number(3.0, 0.0, 3600.0, N_("Seconds per further message."))
    slow_seconds: float = number(
        0.0, 0.0, 3600.0, N_("Slow mode: seconds between two messages of one person in the lobby.")
    )
    reports_at_once: int = whole(3, 1, 1000, N_("Burst of reports per person."))
    report_seconds: float = number(600.0, 0.0, 86_400.0, N_("Seconds per further report."))
    votes_at_once: int = whole(6, 1, 1000, N_("Burst of stand-in requests and votes per person."))
    vote_seconds: float = number(5.0, 0.0, 3600.0, N_("Seconds per further request or vote."))
    records_at_once: int = whole(
        10, 1, 1000, N_("Burst of game records downloaded over ssh per person.")
    )
    record_seconds: float = number(2.0, 0.0, 3600.0, N_("Seconds per further download."))
    away_seconds: float = number(
        120.0, 0.0, 86_400.0,
        N_("Seconds of absence before the others can vote for a stand-in."),
    )  # fmt: skip
    offer_seconds: float = number(
        600.0, 1.0, 86_400.0, N_("Seconds until a draw offer or undo request expires.")
    )
    rated_hours: float = number(
        24.0, 0.0, 8_784.0, N_("Minimum age of an account for rated games, in hours.")
    )
    rated_moves: int = whole(
        20, 0, 10_000, N_("Minimum number of moves of a rated game, all players together.")
    )
    open_table_hours: float = number(
        72.0, 0.1, 8_784.0, N_("Hours that a table waits for players before it is closed.")
    )
    host_away_minutes: float = number(
        30.0, 0.1, 527_040.0,
        N_("Minutes of absence before a table gets a new host."),
    )  # fmt: skip
    abandoned_days: float = number(
        14.0, 0.1, 366.0,
        N_("Days of absence after which the player to move in a game without a clock loses."),
    )  # fmt: skip
    vacation_days: int = whole(
        30, 0, 366,
        N_("Days of vacation per year and player, during which correspondence clocks stop."),
    )  # fmt: skip
    leaver_games: int = whole(
        10, 1, 10_000, N_("Finished games before a player’s abandon rate is shown.")
    )
    leaver_percent: int = whole(20, 0, 100, N_("Lowest abandon rate that is shown, in percent."))
    paint_seconds: float = number(
        1.0,
        0.1,
        60.0,
        N_(
            "Seconds between two updates of the lobby in a session; twice as many with more than "
            "100 sessions there."
        ),
    )
    bot_games: int = whole(4, 1, 100, N_("Unfinished tables per bot account."))
    bot_moves_a_second: float = number(
        10.0, 0.1, 1000.0, N_("Moves per second of a bot account, at all its tables.")
    )
    bot_seconds: float = number(
        60.0, 1.0, 3600.0,
        N_("Seconds for an answer of a bot account, before a stand-in takes its seat."),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class WorkerLimits:
    """The settings of long-running work and its queues."""

    thinkers: int = whole(0, 0, 256, N_("Processes for bots; 0: one fewer than processors."))
    reviewers: int = whole(1, 1, 64, N_("Processes for reviews."))
    reviews_waiting: int = whole(
        16, 1, 10_000, N_("Reviews running or waiting; further requests are refused.")
    )
    reviews_kept: int = whole(500, 1, 1_000_000, N_("Review files kept."))
    long_reads: int = whole(2, 1, 64, N_("Long database reads at a time, in threads."))
    long_reads_waiting: int = whole(
        32, 1, 10_000, N_("Long reads running or waiting; further requests are refused.")
    )
    database_milliseconds: int = whole(
        100, 0, 1000,
        N_("Milliseconds to wait for another program that writes to the database file."),
    )  # fmt: skip
    stopping_seconds: float = number(
        5.0, 0.0, 600.0, N_("Seconds allowed for sessions to end when the server stops.")
    )


USUAL_SIZE: Final[Size] = (80, 24)
"""The size of a terminal that does not send its own."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of everything a stranger can send or hold; times in seconds, sizes in bytes."""

    connections: int = whole(1200, 1, 100_000, N_("Connections in all, signed in or not."))
    connections_an_address: int = whole(48, 1, 100_000, N_("Connections per address (IPv6: /64)."))
    signing_in: int = whole(60, 1, 10_000, N_("Connections that are not signed in yet."))
    signing_in_an_address: int = whole(
        12, 1, 10_000, N_("Connections per address that are not signed in yet.")
    )
    signing_in_freely: int = whole(
        20,
        0,
        10_000,
        N_(
            "Connections being authenticated above which new ones are dropped at random "
            "(like MaxStartups in sshd)."
        ),
    )
    signing_in_dropped: float = number(
        0.3, 0.0, 1.0,
        N_(
            "The share of new connections dropped above signing_in_freely; it rises until "
            "signing_in is reached."
        ),
    )  # fmt: skip
    sign_in_attempts: int = whole(
        6, 1, 100, N_("Keys or requests without a key that a connection can try.")
    )
    sign_in_seconds: float = number(
        20.0, 0.1, 600.0,
        N_("Seconds for the handshake, and again for the session request after sign-in."),
    )  # fmt: skip
    work_at_once: int = whole(
        6000, 1000, 10_000_000,
        N_(
            "Burst of work per address, not counting play, in points: one per packet or "
            "frame, ten per millisecond of processor time."
        ),
    )  # fmt: skip
    work_a_second: float = number(
        400.0, 10.0, 1_000_000.0,
        N_(
            "Work per second per address in the long run; an address above it is "
            "disconnected and blocked for a time."
        ),
    )  # fmt: skip
    penalty_seconds: float = number(
        30.0, 0.0, 3600.0,
        N_(
            "Seconds for which an address above work_a_second is first blocked; each further "
            "block lasts twice as long."
        ),
    )  # fmt: skip
    keepalive_seconds: float = number(
        30.0, 1.0, 3600.0, N_("Seconds between two checks that a silent client is still connected.")
    )
    sessions: int = whole(1000, 1, 50_000, N_("Sessions in all."))
    sessions_a_key: int = whole(4, 1, 1000, N_("Sessions per SSH key or browser."))
    sessions_an_address: int = whole(32, 1, 50_000, N_("Sessions per address."))
    sessions_a_connection: int = whole(4, 1, 100, N_("Sessions per connection."))
    starting: int = whole(
        1,
        1,
        64,
        N_("Sessions starting at the same time; more would delay everyone else’s key presses."),
    )
    starting_seconds: float = number(
        10.0, 0.1, 600.0,
        N_("Seconds after which a session that draws nothing no longer delays others."),
    )  # fmt: skip
    idle_seconds: float = number(
        3600.0, 0.1, 604_800.0, N_("Seconds without input before a session is closed.")
    )
    keys_a_second: float = number(
        60.0, 1.0, 10_000.0,
        N_(
            "Key presses and clicks per second in the long run; up to keys_at_once are "
            "queued, further ones are dropped."
        ),
    )  # fmt: skip
    keys_at_once: int = whole(250, 16, 1_000_000, N_("Burst of key presses and clicks."))
    longest_paste: int = whole(
        20_000, 0, 1_000_000, N_("Characters per paste; a longer paste is refused.")
    )
    waiting_bytes: int = whole(
        4_000_000, 10_000, 1_000_000_000,
        N_("Bytes that a slow client may leave unread before its session is dropped."),
    )  # fmt: skip
    waiting_bytes_in_all: int = whole(
        200_000_000, 1_000_000, 1_000_000_000_000,
        N_("Unread bytes of all clients together before the slowest is dropped."),
    )  # fmt: skip
    memory_bytes: int = whole(
        0, 0, 1_000_000_000_000,
        N_(
            "Memory above which new sessions are refused; a tenth above it, the slowest client "
            "is dropped. 0: three quarters of the machine’s."
        ),
    )  # fmt: skip
    paused_bytes: int = whole(
        65_536, 1024, 1_000_000_000,
        N_("Bytes that a slow client may leave unread before drawing is paused."),
    )  # fmt: skip
    stalled_seconds: float = number(
        60.0, 0.1, 3600.0,
        N_("Seconds to wait for a slow client to accept output before its session is dropped."),
    )  # fmt: skip
    receive_window: int = whole(
        32_768, 4096, 16_777_216, N_("Bytes received from a client and not processed yet.")
    )
    largest_size: tuple[int, int] = area(
        (320, 120), (80, 24), (2000, 1000), N_("Largest terminal, in columns and rows.")
    )
    smallest_size: tuple[int, int] = area(
        (10, 3), (1, 1), (80, 24), N_("Smallest terminal, in columns and rows.")
    )
    longest_command: int = whole(200, 20, 10_000, N_("Characters in an ssh command."))
    answer_seconds: float = number(
        60.0, 0.1, 3600.0, N_("Seconds for the whole answer to an ssh command.")
    )
    ending_seconds: float = number(
        5.0,
        0.1,
        60.0,
        N_("Seconds for a session to end and its client to receive the last output."),
    )

    def with_room(self) -> Limits:
        """Return the limits with at least as many connections as sessions and sign-ins."""
        needed = self.sessions + self.signing_in
        return replace(self, connections=max(self.connections, needed))

    def clamped(self, width: int, height: int) -> Size:
        """Return a size within bounds; the default if the client sends none."""
        if width <= 0 or height <= 0:
            return USUAL_SIZE
        (least_width, least_height), (most_width, most_height) = (
            self.smallest_size,
            self.largest_size,
        )
        return (
            min(max(width, least_width), most_width),
            min(max(height, least_height), most_height),
        )


STARTTLS, TLS, PLAIN = "starttls", "tls", "none"
SECURITY: Final = (STARTTLS, TLS, PLAIN)
"""The encryption of the connection to a mail server: STARTTLS, TLS, none."""

_PART: Final = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_WORD: Final = "[A-Za-z0-9_+=&-]+"
_MAIL: Final = re.compile(rf"{_WORD}(?:\.{_WORD})*@{_PART}(?:\.{_PART})+", re.ASCII)
LONGEST_MAIL: Final = 254


def is_mail_address(address: str) -> bool:
    """Check for a plain mail address of one person, without quotes, comments or blanks."""
    local, _at, _host = address.partition("@")
    is_short = len(address) <= LONGEST_MAIL and len(local) <= 64
    return is_short and _MAIL.fullmatch(address) is not None


@dataclass(frozen=True, slots=True)
class MailAddress(TextSetting):
    """A mail address, or none."""

    def checked(self, value: object) -> str:
        """Return the valid value. Raises WrongValue."""
        given = TextSetting.checked(self, value)
        if given and not is_mail_address(given):
            raise WrongValue(
                N_("must be a mail address such as {address}, not {text}"),
                address="games@example.org",
                text=shown(given),
            )
        return given


@dataclass(frozen=True, slots=True)
class NotificationConfig:
    """The settings of notifications for absent players."""

    webhooks: bool = switch(N_("Allow notifications by ntfy, Discord, Slack or a webhook."))
    web_push: bool = switch(N_("Allow push notifications in browsers."))
    notice_seconds: float = number(
        60.0, 0.0, 86_400.0, N_("Seconds between the start of a turn and its notification.")
    )
    reminder_hours: float = number(
        24.0, 0.0, 720.0,
        N_(
            "Hours before the time for a correspondence move runs out, at which its player is "
            "reminded; at most a quarter of the time. 0: never."
        ),
    )  # fmt: skip
    notice_loopback: bool = switch(N_("Allow webhooks to this machine, without https (for tests)."))
    smtp_host: str = text(
        "", 253, N_("ADDRESS"), N_("Mail server for outgoing mail. Empty: no mail.")
    )
    smtp_port: int = whole(587, 1, 65_535, N_("Port of the mail server."))
    smtp_security: str = choice(SECURITY, N_("Encryption of the connection to the mail server."))
    smtp_user: str = text(
        "", 254, N_("NAME"), N_("User name for the mail server. Empty: no sign-in.")
    )
    smtp_password: str = text(
        "", 4096, N_("FILE"), N_("File with the password for the mail server.")
    )
    appeals: str = setting(
        "",
        MailAddress(
            N_("Mail address for appeals, named in the text of a ban."), LONGEST_MAIL, N_("ADDRESS")
        ),
    )
    disk_megabytes: int = whole(
        500, 0, 1_000_000_000,
        N_("Free megabytes on the disk below which admins are notified; 0: never."),
    )  # fmt: skip
    mail_from: str = setting(
        "", MailAddress(N_("Sender address of mail."), LONGEST_MAIL, N_("ADDRESS"))
    )


@dataclass(frozen=True, slots=True)
class ContestConfig:
    """The rules of ladders and tournaments."""

    ladder_reach: int = whole(
        3, 1, 100, N_("How many ranks above their own a player can challenge on a ladder.")
    )
    ladder_days: float = number(
        7.0, 0.01, 366.0,
        N_("Days to accept a challenge on a ladder."),
    )  # fmt: skip
    ladder_challenges: int = whole(1, 1, 100, N_("Open challenges per player on a ladder."))
    ladder_again_days: float = number(
        3.0, 0.0, 366.0,
        N_("Days before the same player can be challenged again."),
    )  # fmt: skip
    ladder_away_days: float = number(
        60.0, 0.1, 3660.0, N_("Days of absence after which a player is removed from ladders.")
    )
    league_hour: int = whole(
        3, 0, 24, N_("Hour at which the nightly league of bot accounts begins; 24: never.")
    )
    tournaments_hosted: int = whole(3, 1, 1000, N_("Unfinished tournaments per host."))
    tournament_open_days: float = number(
        14.0, 0.1, 366.0, N_("Days that a tournament waits for players before it is closed.")
    )
