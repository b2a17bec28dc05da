"""Attacks, a script each, on loopback alone: what hard looks at the server found."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from tests.chaos.attacks import accounts, door, members, tables
from tests.chaos.attacks.stranger import Mark

Attack = Callable[[Mark], Awaitable[int]]
"""Tells how much was sent. Raises Harm, Hindered, and what connections do."""

ATTACKS: Final[tuple[Attack, ...]] = (
    door.sixty_silent_sockets,
    door.connections_without_end,
    door.four_frozen_sessions,
    door.bytes_that_are_no_text,
    accounts.accounts_without_end,
    accounts.a_name_of_the_staff,
    accounts.a_code_that_makes_two_hands,
    accounts.a_code_that_outlives_a_ban,
    tables.moves_and_undoes_without_end,
    tables.tables_without_end,
    tables.records_without_end,
    tables.resigning_to_oneself,
    tables.shouting_at_a_table,
    members.signing_in_by_the_word_of_a_host,
    members.all_places_of_a_key,
    members.talking_while_muted,
    members.lines_without_end,
)
