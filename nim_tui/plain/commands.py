"""The words of commands in every language, and what a line that begins with one asks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final, NamedTuple

from rules.messages import N_
from screens.table.vocabulary import Vocabulary, folded, read_vocabulary
from screens.text import _

MEANINGS: Final = {
    "look": N_("look PLACE: what is at a place; alone: how the whole table looks"),
    "where": N_("where THING: where something or somebody is"),
    "around": N_("around PLACE: what is next to a place"),
    "row": N_("row N: a row of the board"),
    "own": N_("mine: what you have"),
    "score": N_("score: how it stands"),
    "what": N_("what WORDS: what you can choose now, after these words"),
    "try": N_("try MOVE: what a move would come to"),
    "log": N_("log N: the last N things that happened"),
    "again": N_("again: the last answer once more"),
    "rules": N_("rules WORD: the part of the rules about it"),
    "hint": N_("hint: what a bot would do"),
    "undo": N_("undo: take back your move"),
    "who": N_("who: who plays, and whose turn it is"),
    "draw": N_("draw: offer a draw; a bot agrees if it stands no better than an equal share"),
    "skip": N_("skip: have the move of the step made"),
    "save": N_("save: the game is kept after every move"),
    "quit": N_("quit: leave; the game is kept"),
    "new": N_("new GAME: a new table"),
    "games": N_("games: which games there are"),
    "saved": N_("saved: the games that are kept"),
    "continue": N_("continue N: go on with a kept game"),
    "replay": N_("replay N: step through a kept game"),
    "review": N_("review N: what the moves of a finished game were worth"),
    "delete": N_("delete N: delete a kept game"),
    "learn": N_("learn GAME: its lessons; learn GAME N: one of them"),
    "settings": N_("settings: what can be set"),
    "set": N_("set NAME VALUE: change a setting"),
    "next": N_("next N: so many moves on"),
    "back": N_("back N: so many moves back"),
    "go": N_("go N: to move N"),
    "view": N_("view NAME: as somebody saw it; view all: all open"),
    "puzzle": N_("puzzle GAME: find the best move; puzzle day: the puzzle of the day"),
    "tables": N_("tables: the tables here by number; tables WORD: those with a word in them"),
    "ours": N_("own: your tables"),
    "over": N_("over N: games that are over, from number N on"),
    "join": N_("join N: take a seat at a table, or go on playing there"),
    "watch": N_("watch N: look on at a table"),
    "leave": N_("leave: back to the lobby; leave N there: give your seat at a table back"),
    "seats": N_("seats: who sits here, who is away, and how much time is left"),
    "clock": N_("clock: how much time is left"),
    "vote": N_("vote NAME: let a bot play for who is away, once enough want that"),
    "lend": N_("lend: let a bot play for you; if it makes many moves, you gain no rating"),
    "sit": N_("sit: take your seat back from a bot"),
    "resign": N_("resign: give the game up; you lose it"),
    "rematch": N_("rematch: the same game again"),
    "best": N_("best: the ratings of players"),
    "code": N_("code: a code for another key or browser of yours"),
    "invite": N_(
        "invite N: an invitation to a seat of your table N; alone, where newcomers need one, to"
        " this server"
    ),
    "record": N_("record N: lines by which others have a game that is over"),
    "withdraw": N_("withdraw N: take back the invitations to your table N"),
    "free": N_("free: tables that wait for players"),
    "profile": N_("profile: your ratings, games, keys and notices, and whom you have blocked"),
    "ladder": N_("ladder GAME: who stands above whom, and challenges for a place"),
    "tournaments": N_("tournaments: round robins of four to eight players"),
    "keys": N_("keys: what opens your account"),
    "name": N_("name N NAME: call a key something"),
    "remove": N_("remove N: let a key open your account no longer"),
    "notices": N_("notices: how you are told that it is your turn while you are away"),
    "blocked": N_("blocked: whom you hear nothing of"),
    "address": N_("address KIND ADDRESS: have notices sent there; address feed: a secret feed"),
    "confirm": N_("confirm CODE: the code that was mailed"),
    "test": N_("test KIND: send a test now"),
    "on": N_("on KIND: turn notices on"),
    "off": N_("off KIND: turn notices off"),
    "daily": N_("daily yes or no: one mail a day for all games, or one a game"),
    "forget": N_("forget KIND: have the server forget an address"),
    "terms": N_("terms: how it goes"),
    "challenge": N_("challenge NAME: want somebody’s place"),
    "accept": N_("accept: take a challenge on; the game begins"),
    "decline": N_("decline: turn a challenge down, and give your place up"),
    "rounds": N_("rounds: the games by number, round by round"),
    "begin": N_("begin: draw lots, and let the first games begin"),
    "cancel": N_("cancel: let it not take place"),
    "sessions": N_("sessions: who is here and from where, for admins"),
    "kick": N_("kick N: end a session, for admins"),
    "close": N_("close N: close a table, for admins"),
    "list": N_("list: all of it once more"),
    "help": N_("help: these commands"),
}
"""What each command does, by its word; texts to translate."""
_ALSO: Final = {
    "mine": ("own", "ours"), "own": ("ours", "own"), "?": ("help",), "exit": ("quit",),
    "bye": ("quit",), "list": ("list", "tables"), "time": ("clock",), "talk": ("chat",),
}  # fmt: skip
"""Other words for commands: the first of them that is known where one is."""


WHILE_PLAYED: Final = frozenset(
    ("what", "try", "hint", "undo", "draw", "resign", "skip", "clock", "vote", "lend", "sit")
)
"""What can do something only before a game is over."""
ONCE_OVER: Final = frozenset(("rematch", "replay", "review"))
"""What can do something at a table only once its game is over."""


class CommandLine(NamedTuple):
    """A command and the words after it."""

    command: str
    rest: str


@cache
def vocabulary() -> Vocabulary:
    """The words of commands, by language."""
    return read_vocabulary(__package__)


def asked(line: str, known: Iterable[str]) -> CommandLine | None:
    """Return the command that a line asks for, if it begins with the word of a known one."""
    first, _blank, rest = line.partition(" ")
    word, here = folded(first), set(known)
    meant = (*_ALSO.get(word, ()), vocabulary().canonical(word))
    command = next((one for one in meant if one in here), None)
    return None if command is None else CommandLine(command, rest.strip())


def spelt(command: str) -> str:
    """The word of a command, as the reader types it."""
    shown = vocabulary().shown(command)
    return {"own": "mine", "ours": "own"}.get(shown, shown)


def helped(known: Iterable[str], own: Mapping[str, str] = MappingProxyType({})) -> list[str]:
    """Return a sentence on each known command; `own` are meanings that hold here alone."""
    meanings = {**MEANINGS, **own}
    return [_(meanings[command]) for command in known if command in meanings]
