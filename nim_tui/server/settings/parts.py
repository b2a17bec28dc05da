"""What an operator may set, beside the limits of the transport."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from nim_tui.server.settings.fields import endpoint, number, setting, switch, text, whole
from nim_tui.server.settings.lists import ProxyNetwork, ReservedName, choice, several
from nim_tui.server.settings.ssh_address import SshAddress
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
class Newcomers:
    """Who may make an account, and by which names."""

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
class Work:
    """What of the machine is used for what takes long, and how much of it may wait."""

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
    rebalanced: int = whole(
        16, 0, 1000,
        N_("Idle games handed at once to servers that look after fewer, every 10 s; 0: none."),
    )  # fmt: skip
    stopping_seconds: float = number(
        5.0, 0.0, 600.0, N_("Seconds that sessions have to end when the server stops.")
    )
