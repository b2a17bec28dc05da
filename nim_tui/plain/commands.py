"""The words of commands in every language, and the parsing of command lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final, NamedTuple

from rules.messages import N_
from screens.table.vocabulary import Vocabulary, folded, read_vocabulary
from screens.text import _

MEANINGS: Final = {
    "look": N_("look PLACE: what is at a place; look: the whole table"),
    "where": N_("where THING: where a piece or player is"),
    "around": N_("around PLACE: what is next to a place"),
    "row": N_("row N: a row of the board"),
    "own": N_("mine: what you have"),
    "score": N_("score: the current score"),
    "what": N_("what WORDS: your legal moves that begin with these words"),
    "try": N_("try MOVE: preview a move"),
    "log": N_("log N: the last N events"),
    "again": N_("again: repeat the last answer"),
    "rules": N_("rules WORD: the section of the rules about it"),
    "printed": N_("printed WORD: that section, with the origin of each rule"),
    "hint": N_("hint: ask a bot for a move"),
    "coach": N_("coach: help in your first turns; coach no: go on without it"),
    "why": N_("why: the better move, and why it is better"),
    "undo": N_("undo: undo your last move"),
    "who": N_("who: the players, and whose turn it is"),
    "draw": N_("draw: offer a draw; a bot accepts if it is not ahead"),
    "skip": N_("skip: play this step for you"),
    "save": N_("save: games are saved after every move"),
    "quit": N_("quit: leave; the game is saved"),
    "new": N_("new GAME: a new table"),
    "games": N_("games: the list of games"),
    "saved": N_("saved: your saved games"),
    "continue": N_("continue N: continue a saved game"),
    "replay": N_("replay N: step through a saved game"),
    "review": N_("review N: review a finished game"),
    "results": N_("results: your results, and whether you make fewer mistakes"),
    "delete": N_("delete N: delete a saved game"),
    "learn": N_("learn GAME: its lessons; learn GAME N: one of them"),
    "settings": N_("settings: the settings and their values"),
    "set": N_("set NAME VALUE: change a setting"),
    "next": N_("next N: N moves forward"),
    "back": N_("back N: N moves back"),
    "go": N_("go N: to the position before move N"),
    "view": N_("view NAME: the game as that player saw it; view all: everything"),
    "puzzle": N_("puzzle GAME: find the best move; puzzle day: the puzzle of the day"),
    "tables": N_("tables: the tables by number; tables WORD: those that contain a word"),
    "ours": N_("own: your tables"),
    "over": N_("over N: finished games, from number N on"),
    "join": N_("join N: take a seat at a table, or return to yours"),
    "watch": N_("watch N: watch a table as a spectator"),
    "leave": N_("leave: back to the lobby; in the lobby, leave N: leave your seat at a table"),
    "seats": N_("seats: the players, who is away, and the time left"),
    "clock": N_("clock: the time left"),
    "vote": N_("vote NAME: vote for a stand-in bot for an absent player"),
    "lend": N_("lend: let a bot stand in for you; if it makes many moves, your rating cannot rise"),
    "sit": N_("sit: take your seat back from a stand-in"),
    "resign": N_("resign: resign; you lose the game"),
    "rematch": N_("rematch: the same game again"),
    "best": N_("best: the leaderboard"),
    "tv": N_("tv: watch the featured game, the one most worth watching now"),
    "code": N_("code: a link code for another key or browser of yours"),
    "invite": N_(
        "invite N: an invite link to your table N; invite: an invitation code for a new user, "
        "where one is needed"
    ),
    "record": N_("record N: the game record of a finished game"),
    "withdraw": N_("withdraw N: withdraw the invite links to your table N"),
    "free": N_("free: tables with free seats"),
    "profile": N_("profile: your ratings, games, keys, notifications and blocked players"),
    "ladder": N_("ladder GAME: the ranks, and challenges for a rank"),
    "tournaments": N_("tournaments: round robins, Swiss, knock-outs and arenas"),
    "keys": N_("keys: the keys of your account"),
    "name": N_("name N NAME: name a key"),
    "remove": N_("remove N: remove a key from your account"),
    "notices": N_("notices: your notifications while you are away"),
    "blocked": N_("blocked: the players you blocked"),
    "bots": N_("bots: your bots on this server"),
    "pause": N_("pause N: a bot takes no new games"),
    "resume": N_("resume N: a bot takes games again"),
    "versus": N_("versus NAME: the finished games between you and a player"),
    "vacation": N_("vacation: days on which your clock stops in correspondence games"),
    "address": N_("address KIND ADDRESS: send notifications there; address feed: a secret feed"),
    "confirm": N_("confirm CODE: enter the confirmation code you were mailed"),
    "test": N_("test KIND: send a test notification"),
    "on": N_("on KIND: turn notifications on"),
    "off": N_("off KIND: turn notifications off"),
    "daily": N_("daily yes or no: one email a day for all games, or one per game"),
    "forget": N_("forget KIND: delete an address from the server"),
    "terms": N_("terms: the options of this table"),
    "challenge": N_("challenge NAME: challenge a player for their rank"),
    "accept": N_("accept: accept a challenge; the game begins"),
    "decline": N_("decline: decline a challenge, and lose your rank"),
    "check": N_("check: check in to play this tournament"),
    "rounds": N_("rounds: the games by number, round by round"),
    "begin": N_("begin: draw the pairings and start the first games"),
    "cancel": N_("cancel: cancel the tournament"),
    "sessions": N_("sessions: who is connected and from where (admins)"),
    "kick": N_("kick N: end a session (admins)"),
    "close": N_("close N: close a table (admins)"),
    "reports": N_("reports: reports about players (moderators)"),
    "moderate": N_("moderate NAME: mute, warn, ban or rename a player (moderators)"),
    "audit": N_("audit: the orders of moderators and admins (admins)"),
    "mute": N_("mute: mute the player in all chats"),
    "unmute": N_("unmute: unmute the player"),
    "warn": N_("warn TEXT: warn the player"),
    "rename": N_("rename NAME: give the player another name"),
    "ban": N_("ban day REASON: ban the player for a day; also ban week, ban month"),
    "unban": N_("unban: lift the ban of the player (admins)"),
    "role": N_("role: make the player a member, moderator or admin (admins)"),
    "exclude": N_("exclude N NAME: exclude a player from your table N before the game"),
    "done": N_("done NOTE: close the report; the note records what was decided"),
    "list": N_("list: show everything again"),
    "help": N_("help: the list of commands"),
}
"""The effects of commands, by word; texts to translate."""
_ALSO: Final = {
    "mine": ("own", "ours"), "own": ("ours", "own"), "?": ("help",), "exit": ("quit",),
    "bye": ("quit",), "list": ("list", "tables"), "time": ("clock",), "talk": ("chat",),
}  # fmt: skip
"""Other words for commands: each means the first known command."""


WHILE_PLAYED: Final = frozenset(
    (
        "what", "try", "hint", "coach", "undo", "draw", "resign", "skip", "clock", "vote", "lend",
        "sit",
    )
)  # fmt: skip
"""The commands that work only before a game is over."""
ONCE_OVER: Final = frozenset(("rematch", "replay", "review"))
"""The commands that work only at a table whose game is over."""


class CommandLine(NamedTuple):
    """A command and the words after it."""

    command: str
    rest: str


@cache
def vocabulary() -> Vocabulary:
    """Return the words of commands, by language."""
    return read_vocabulary(__package__)


def asked(line: str, known: Iterable[str]) -> CommandLine | None:
    """Return the command that a line asks for, if it begins with the word of a known one."""
    first, _blank, rest = line.partition(" ")
    word, here = folded(first), set(known)
    meant = (*_ALSO.get(word, ()), vocabulary().canonical(word))
    command = next((one for one in meant if one in here), None)
    return None if command is None else CommandLine(command, rest.strip())


def spelt(command: str) -> str:
    """Return the word of a command, as the reader types it."""
    shown = vocabulary().shown(command)
    return {"own": "mine", "ours": "own"}.get(shown, shown)


def helped(known: Iterable[str], own: Mapping[str, str] = MappingProxyType({})) -> list[str]:
    """Return a sentence on each known command; `own` are meanings particular to this dialog."""
    meanings = {**MEANINGS, **own}
    return [_(meanings[command]) for command in known if command in meanings]
