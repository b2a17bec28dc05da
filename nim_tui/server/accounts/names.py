"""The rules for account names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from typing import Final

from nim_tui.names import LONGEST_NAME, clean_name
from nim_tui.registry import all_games
from nim_tui.server.untrusted_text import CYRILLIC, GREEK, LATIN, SIGNS, folded, skeleton
from nim_tui.tables.seat_plans import BOT_NAMES
from rules.messages import N_, Refusal

_ALPHABETS: Final = (LATIN, GREEK, CYRILLIC)
_DIGITS: Final = frozenset("0123456789")

_OFFICES: Final = (
    "admin", "administrateur", "administrator", "bot", "computer", "mod", "moderateur", "moderator",
    "nim-tui", "nimtui", "official", "operator", "root", "server", "serveur", "staff", "support",
    "sysop", "system", "systeme",
    "админ", "администратор", "бот", "модератор", "поддержка", "сервер", "система",
    "διαχειριστης", "διακομιστης", "συντονιστης", "συστημα", "υποστηριξη",
)  # fmt: skip
"""Words for the server and its staff: no word of a name may be one."""

_NOBODY: Final = (
    "anonymous", "everybody", "everyone", "guest", "host", "lobby", "nim", "nobody", "open",
    "owner", "quelquun", "someone", "spectator", "vous", "you",
)  # fmt: skip
"""Words that mean somebody else wherever names are shown; a name may not consist of these alone."""

_AFFIXES: Final = ("admin", "moderat", "sysop", "nimtui")
"""Beginnings and ends of words that are recognised inside longer words."""


class UnsuitableName(Refusal):
    """A name that is not allowed; the message says what is valid."""


def account_name(text: str, reserved: Collection[str] = ()) -> str:
    """Return a requested name in the form of an account's: as clean_name, and plainer.

    Letters of one alphabet (Latin, Greek or Cyrillic) with accents, digits 0-9 and . ' - _ after a
    letter or digit; at least one letter; no word for bots, the server or its staff, nor a
    `reserved` one. Look-alikes of existing names are not checked here. Raises UnsuitableSeat or
    UnsuitableName.
    """
    name = clean_name(text[:200])
    letters = {_bare(sign) for sign in name if sign not in SIGNS and sign not in _DIGITS}
    if not any(letters and letters <= alphabet for alphabet in _ALPHABETS):
        raise UnsuitableName(
            N_("a name must use one alphabet (Latin, Greek or Cyrillic): {text}"),
            text=repr(name),
        )
    if name[0] in SIGNS:
        raise UnsuitableName(
            N_("a name must begin with a letter or a digit: {text}"), text=repr(name)
        )
    if is_reserved(name, reserved):
        raise UnsuitableName(
            N_("the name {text} is reserved, or too similar to a reserved name"), text=repr(name)
        )
    return name


BOT_MARK: Final = "BOT "
"""The beginning of the names of bots’ accounts: wherever one is named, its name says so.

As `bot` is a reserved word, no person has such a name.
"""
LONGEST_BOT_NAME: Final = LONGEST_NAME - len(BOT_MARK)


def is_bot_named(text: str) -> bool:
    """Whether a name has the mark of bots."""
    return text.strip()[: len(BOT_MARK)].upper() == BOT_MARK


def bot_account_name(text: str, reserved: Collection[str] = ()) -> str:
    """Return the name of a bot’s account: that asked for, behind the mark.

    A mark in the text is left out. Raises UnsuitableSeat or UnsuitableName.
    """
    bare = text.strip()
    if is_bot_named(bare):
        bare = bare[len(BOT_MARK) :]
    name = account_name(bare, reserved)
    if len(name) > LONGEST_BOT_NAME:
        raise UnsuitableName(
            N_("the name of a bot has at most {most} characters: {text}"),
            most=LONGEST_BOT_NAME,
            text=repr(name),
        )
    return BOT_MARK + name


def is_reserved(name: str, reserved: Collection[str] = ()) -> bool:
    """Check whether a name imitates another: `Admin Bob`, `medium 2`, `ServerBot`, `4dm1n`.

    `reserved` are further forbidden names and parts of names.
    """
    words = "".join(" " if sign in SIGNS else sign for sign in name).split()
    looks = {look for part in _parts(words) for look in _looks(part)}
    if looks & _taken() or any(looks & _looks(one) for one in reserved):
        return True
    edges = [skeleton(affix) for affix in _AFFIXES]
    if any(look.startswith(edge) or look.endswith(edge) for look in looks for edge in edges):
        return True
    stems = [stem for word in words if (stem := word.strip("0123456789"))]
    return bool(_looks(name) & _nobodies()) or all(_looks(stem) & _nobodies() for stem in stems)


def _parts(words: Sequence[str]) -> Iterator[str]:
    """Yield all readings of a name's parts as one word: each, and joined."""
    for first in range(len(words)):
        for last in range(first + 1, len(words) + 1):
            joined = "".join(words[first:last])
            yield joined
            yield joined.strip("0123456789")
    for word in words:
        for run in re.findall(r"[^\W\d_]+", word):
            yield from _humps(run)


def _humps(word: str) -> Iterator[str]:
    """Yield `AdminBob` whole, and as `Admin` and `Bob`."""
    yield word
    begun = 0
    for place in range(1, len(word)):
        if word[place].isupper() and word[place - 1].islower():
            yield word[begun:place]
            begun = place
    yield word[begun:]


def _looks(word: str) -> set[str]:
    """Return the readings of a word: look-alikes, digits as letters, no case or accents."""
    read = {skeleton(word), folded(word)}
    return read - {""}


@cache
def _taken() -> frozenset[str]:
    levels = {level for entry in all_games().values() for level in entry.sparring}
    return frozenset(look for word in (*_OFFICES, *levels, *BOT_NAMES) for look in _looks(word))


@cache
def _nobodies() -> frozenset[str]:
    return frozenset(look for word in (*_NOBODY, *all_games()) for look in _looks(word))


def _bare(sign: str) -> str:
    """Return a letter in lower case without accents."""
    return unicodedata.normalize("NFD", sign.lower())[0]
