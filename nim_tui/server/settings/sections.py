"""All settings of a server, in sections."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from nim_tui.server.settings.addresses import SshAddress
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
"""Who is registered: any key; a key with an invitation; none but those that are known."""


@dataclass(frozen=True, slots=True)
class Serving:
    """Where the server listens, what it keeps where, and whom it lets in."""

    host: str = text("127.0.0.1", 400, N_("ADDRESS"), N_("Address to listen on."))
    port: int = whole(8022, 0, 65_535, N_("Port to listen on; 0 takes any free one."))
    ssh_address: str = setting(
        "",
        SshAddress(
            N_("Address by which people reach the server with ssh, as games.example.org:8022."),
            260, N_("ADDRESS"),
        ),
    )  # fmt: skip
    data: str = text(
        "", 4096, N_("FOLDER"),
        N_("Folder for everything that is kept; made on the first start. Empty: the usual one."),
    )  # fmt: skip
    database: str = text(
        "", 2000, N_("ADDRESS"),
        N_("Database to use, as postgresql://USER@HOST/NAME. Empty: a file in the folder."),
    )  # fmt: skip
    guests: bool = switch(N_("Let people without a key in."))
    admin_key: str = text(
        "", 4096, N_("FILE"),
        N_("File with the public keys of admins, who may end sessions and close tables."),
    )  # fmt: skip
    banner: str = text("", 2000, N_("TEXT"), N_("A line shown before people sign in."))
    proxy: tuple[str, ...] = several(
        ProxyNetwork, 64, 50, N_("NETWORK"),
        N_("Addresses or networks of proxies that tell who calls (PROXY protocol, version 2)."),
    )  # fmt: skip
    metrics: str = endpoint(
        N_("Where to tell figures to Prometheus: a loopback address or a socket. Empty: nowhere.")
    )
    log_json: bool = switch(N_("Write log lines as JSON objects."))


@dataclass(frozen=True, slots=True)
class SignUpConfig:
    """The settings of who may make an account, and by which names."""

    registration: str = choice(
        REGISTRATION, N_("Who may make an account: any key, a key with an invitation, or none.")
    )
    allow_keys: str = text(
        "", 4096, N_("FILE"),
        N_("File with public keys (as authorized_keys) that may make an account in any case."),
    )  # fmt: skip
    new_accounts: int = whole(
        10, 1, 100_000, N_("How many accounts an address (IPv6: a /64) may make in an hour.")
    )
    reserve: tuple[str, ...] = several(
        ReservedName, 500, 40, N_("NAME"),
        N_("Names that nobody may take, nor as a part of theirs."),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class LobbyLimits:
    """How much people may do in the lobby and at tables, and how long others wait for them."""

    tables_an_account: int = whole(
        20, 1, 10_000, N_("Tables that one person may have set up whose games are not over.")
    )
    tables_at_once: int = whole(
        5, 1, 1000, N_("Tables that a person may set up in a row, before they must wait.")
    )
    table_seconds: float = number(
        60.0, 0.0, 86_400.0, N_("Seconds until one more table may be set up after that.")
    )
    lines_at_once: int = whole(
        6, 1, 1000, N_("Lines of chat that a person may say in a row, before they must wait.")
    )
    line_seconds: float = number(
        3.0, 0.0, 3600.0, N_("Seconds until one more line may be said after that.")
    )
    slow_seconds: float = number(
        0.0, 0.0, 3600.0, N_("Slow mode: seconds between two lines of one person in the lobby.")
    )
    reports_at_once: int = whole(
        3, 1, 1000, N_("Reports about others that a person may make in a row.")
    )
    report_seconds: float = number(
        600.0, 0.0, 86_400.0, N_("Seconds until one more may be made after that.")
    )
    votes_at_once: int = whole(
        6, 1, 1000, N_("Times that a person may have bots come, go or be voted for in a row.")
    )
    vote_seconds: float = number(
        5.0, 0.0, 3600.0, N_("Seconds until one more time is possible after that.")
    )
    records_at_once: int = whole(
        10, 1, 1000, N_("Records that a person may ask for by ssh in a row.")
    )
    record_seconds: float = number(
        2.0, 0.0, 3600.0, N_("Seconds until one more may be asked for after that.")
    )
    away_seconds: float = number(
        120.0, 0.0, 86_400.0,
        N_("Seconds that somebody may be away before others may have a bot play for them."),
    )  # fmt: skip
    offer_seconds: float = number(
        600.0, 1.0, 86_400.0, N_("Seconds for which an offer to end a game stands.")
    )
    rated_hours: float = number(
        24.0, 0.0, 8_784.0, N_("Hours that an account must be old for its games to be rated.")
    )
    rated_moves: int = whole(
        20, 0, 10_000, N_("Moves that a game must have to be rated, those of all together.")
    )
    open_table_hours: float = number(
        72.0, 0.1, 8_784.0, N_("Hours for which a table waits for players, before it is closed.")
    )
    host_away_minutes: float = number(
        30.0, 0.1, 527_040.0,
        N_("Minutes that a host may be away, before whoever waits longest becomes the host."),
    )  # fmt: skip
    abandoned_days: float = number(
        14.0, 0.1, 366.0,
        N_("Days off the server, after which whoever must move in a game without a clock loses."),
    )  # fmt: skip
    leaver_games: int = whole(
        10, 1, 10_000, N_("Games from which on it is shown of somebody how many they have left.")
    )
    leaver_percent: int = whole(
        20, 0, 100, N_("The share of games left, of a hundred, from which on it is shown.")
    )
    paint_seconds: float = number(
        1.0, 0.1, 60.0, N_("Seconds between two paints of the lobby in one session.")
    )


@dataclass(frozen=True, slots=True)
class WorkerLimits:
    """The settings of long work on the machine, and of how much of it may wait."""

    thinkers: int = whole(
        0, 0, 256, N_("Processes in which bots think; 0: one fewer than there are processors.")
    )
    reviewers: int = whole(1, 1, 64, N_("Processes in which reviews are worked out."))
    reviews_waiting: int = whole(
        16, 1, 10_000, N_("Reviews that people wait for at once; one more is refused.")
    )
    reviews_kept: int = whole(500, 1, 1_000_000, N_("Files of reviews that are kept."))
    long_reads: int = whole(
        2, 1, 64, N_("Long reads of the database that are done at once, in threads.")
    )
    long_reads_waiting: int = whole(
        32, 1, 10_000, N_("Long reads done or waited for at once; one more is refused.")
    )
    database_milliseconds: int = whole(
        100, 0, 1000,
        N_("Milliseconds to wait for another program that writes to the database file."),
    )  # fmt: skip
    stopping_seconds: float = number(
        5.0, 0.0, 600.0, N_("Seconds that sessions have to end when the server stops.")
    )


USUAL_SIZE: Final[Size] = (80, 24)
"""For a terminal that does not tell its size."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of everything a stranger can send or hold; times in seconds, sizes in bytes."""

    connections: int = whole(1200, 1, 100_000, N_("Connections in all, signed in or not."))
    connections_an_address: int = whole(
        48, 1, 100_000, N_("Connections of one address; an IPv6 address stands for its /64.")
    )
    signing_in: int = whole(60, 1, 10_000, N_("Connections that have not proved who they are yet."))
    signing_in_an_address: int = whole(12, 1, 10_000, N_("Such connections of one address."))
    signing_in_freely: int = whole(
        20, 0, 10_000, N_("Such connections from which on some who come are dropped at random.")
    )
    signing_in_dropped: float = number(
        0.3, 0.0, 1.0,
        N_("The share of them that is dropped then; it grows until signing_in are there."),
    )  # fmt: skip
    sign_in_attempts: int = whole(
        6, 1, 100, N_("Keys, or asks to come in without one, that a connection may try.")
    )
    sign_in_seconds: float = number(
        20.0, 0.1, 600.0,
        N_("Seconds for the handshake; also for asking for a session once signed in."),
    )  # fmt: skip
    work_at_once: int = whole(
        6000, 1000, 10_000_000,
        N_("Work that one address may ask for at once beyond playing, in points: one for a packet"
           " or frame, ten for a millisecond of processor time."),
    )  # fmt: skip
    work_a_second: float = number(
        400.0, 10.0, 1_000_000.0,
        N_("Such work a second in the long run; who asks for more is cut off and penalised."),
    )  # fmt: skip
    penalty_seconds: float = number(
        30.0, 0.0, 3600.0,
        N_("Seconds for which such an address is turned away at first; each time twice as long."),
    )  # fmt: skip
    keepalive_seconds: float = number(
        30.0, 1.0, 3600.0, N_("Seconds between two asks whether a silent client is still there.")
    )
    sessions: int = whole(1000, 1, 50_000, N_("Sessions in all."))
    sessions_a_key: int = whole(4, 1, 1000, N_("Sessions of one key."))
    sessions_an_address: int = whole(32, 1, 50_000, N_("Sessions of one address."))
    sessions_a_connection: int = whole(4, 1, 100, N_("Sessions of one connection."))
    starting: int = whole(
        1, 1, 64, N_("Sessions that start at once; one more makes the keys of all others wait.")
    )
    starting_seconds: float = number(
        10.0, 0.1, 600.0,
        N_("Seconds for which a session that does not paint keeps others from starting."),
    )  # fmt: skip
    idle_seconds: float = number(
        3600.0, 0.1, 604_800.0, N_("Seconds without a key, before a session is ended.")
    )
    keys_a_second: float = number(
        60.0, 1.0, 10_000.0,
        N_("Keys and clicks a second in the long run; keys_at_once wait, others are left out."),
    )  # fmt: skip
    keys_at_once: int = whole(250, 16, 1_000_000, N_("Keys and clicks at once."))
    longest_paste: int = whole(
        20_000, 0, 1_000_000, N_("Characters of one paste; a longer one is refused.")
    )
    waiting_bytes: int = whole(
        4_000_000, 10_000, 1_000_000_000,
        N_("Bytes not taken yet by a slow reader, before the session is dropped."),
    )  # fmt: skip
    waiting_bytes_in_all: int = whole(
        200_000_000, 1_000_000, 1_000_000_000_000,
        N_("Bytes not taken yet by all of them together, before the slowest is dropped."),
    )  # fmt: skip
    memory_bytes: int = whole(
        0, 0, 1_000_000_000_000,
        N_("Memory from which on nobody new is taken; a tenth more, and the slowest reader is"
           " dropped. 0: three quarters of what there is."),
    )  # fmt: skip
    paused_bytes: int = whole(
        65_536, 1024, 1_000_000_000,
        N_("Bytes not taken yet by a slow reader, before painting waits."),
    )  # fmt: skip
    stalled_seconds: float = number(
        60.0, 0.1, 3600.0,
        N_("Seconds for which painting waits for a slow reader, before the session is dropped."),
    )  # fmt: skip
    receive_window: int = whole(
        32_768, 4096, 16_777_216, N_("Bytes sent by a client and not read yet.")
    )
    largest_size: tuple[int, int] = area(
        (320, 120), (80, 24), (2000, 1000), N_("Columns and rows of the largest terminal.")
    )
    smallest_size: tuple[int, int] = area(
        (10, 3), (1, 1), (80, 24), N_("Columns and rows of the smallest terminal.")
    )
    longest_command: int = whole(
        200, 20, 10_000, N_("Characters of the command that ssh may bring.")
    )
    answer_seconds: float = number(
        60.0, 0.1, 3600.0, N_("Seconds for the whole answer to a command.")
    )
    ending_seconds: float = number(
        5.0, 0.1, 60.0, N_("Seconds for a session to end, and for its client to take last words.")
    )

    def with_room(self) -> Limits:
        """These limits, with no fewer connections than the sessions and those at the door take."""
        needed = self.sessions + self.signing_in
        return replace(self, connections=max(self.connections, needed))

    def clamped(self, width: int, height: int) -> Size:
        """A size within bounds; the usual one where the client tells none."""
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
"""How the connection to a mail server is encrypted: after its first words, from the start, not."""

_PART: Final = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_WORD: Final = "[A-Za-z0-9_+=&-]+"
_MAIL: Final = re.compile(rf"{_WORD}(?:\.{_WORD})*@{_PART}(?:\.{_PART})+", re.ASCII)
LONGEST_MAIL: Final = 254


def is_mail_address(address: str) -> bool:
    """Whether it is a plain mail address: one person's, without quotes, comments or blanks."""
    local, _at, _host = address.partition("@")
    is_short = len(address) <= LONGEST_MAIL and len(local) <= 64
    return is_short and _MAIL.fullmatch(address) is not None


@dataclass(frozen=True, slots=True)
class MailAddress(TextSetting):
    """A mail address, or none."""

    def checked(self, value: object) -> str:
        """The value. Raises WrongValue."""
        given = TextSetting.checked(self, value)
        if given and not is_mail_address(given):
            raise WrongValue(
                N_("it takes a mail address such as {address}, not {text}"),
                address="games@example.org",
                text=shown(given),
            )
        return given


@dataclass(frozen=True, slots=True)
class NotificationConfig:
    """By which ways people who are away are told that it is their turn, if they want to be."""

    webhooks: bool = switch(
        N_("Let people have notices of their turns sent to ntfy, Discord, Slack or a webhook.")
    )
    web_push: bool = switch(
        N_("Let people have notices of their turns shown by their browsers, even closed ones.")
    )
    notice_seconds: float = number(
        60.0, 0.0, 86_400.0, N_("Seconds that a turn lasts before its person is sent a notice.")
    )
    notice_loopback: bool = switch(
        N_("Let webhooks lead to this machine itself, without https: to try things out.")
    )
    smtp_host: str = text(
        "", 253, N_("ADDRESS"), N_("Mail server that takes mail from here. Empty: no mail.")
    )
    smtp_port: int = whole(587, 1, 65_535, N_("Its port."))
    smtp_security: str = choice(SECURITY, N_("How the connection to it is encrypted."))
    smtp_user: str = text("", 254, N_("NAME"), N_("Name to sign in there. Empty: nobody does."))
    smtp_password: str = text("", 4096, N_("FILE"), N_("File with the password for that."))
    mail_from: str = setting(
        "", MailAddress(N_("Address that mail comes from."), LONGEST_MAIL, N_("ADDRESS"))
    )


@dataclass(frozen=True, slots=True)
class ContestConfig:
    """How ladders and tournaments go."""

    ladder_reach: int = whole(
        3, 1, 100, N_("Places above the own one whose people may be challenged on a ladder.")
    )
    ladder_days: float = number(
        7.0, 0.01, 366.0,
        N_("Days to accept a challenge, before the challenger takes the place without a game."),
    )  # fmt: skip
    ladder_challenges: int = whole(
        1, 1, 100, N_("Challenges that a person may have made on a ladder that are not settled.")
    )
    ladder_again_days: float = number(
        3.0, 0.0, 366.0,
        N_("Days after a challenge until the same person may challenge the same one again."),
    )  # fmt: skip
    ladder_away_days: float = number(
        60.0, 0.1, 3660.0, N_("Days off the server after which somebody drops out of ladders.")
    )
    tournaments_hosted: int = whole(
        3, 1, 1000, N_("Tournaments that one person may have set up which are not over.")
    )
    tournament_open_days: float = number(
        14.0, 0.1, 366.0, N_("Days for which a tournament waits for players, before it is closed.")
    )
