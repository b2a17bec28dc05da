"""Tokens of terminal input: characters, sequences and pastes.

The grammar is that of ECMA-48 and of xterm. An unfinished sequence waits for its rest: a connection
may deliver a terminal's reply late and in pieces.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum, auto
from typing import Final, NamedTuple

ESCAPE: Final = "\x1b"
PASTE_START: Final = "\x1b[200~"
PASTE_END: Final = "\x1b[201~"
PATIENCE: Final = 1.0
"""Seconds until an incomplete message of a terminal is abandoned."""
LONGEST: Final = 256
"""The longest meaningful sequence, in characters; a longer one is dropped at its end."""

_ONE_BYTE: Final = {
    **dict.fromkeys(range(0x80, 0xA0)),
    0x8F: "\x1bO",
    0x90: "\x1bP",
    0x98: "\x1bX",
    0x9B: "\x1b[",
    0x9C: "\x1b\\",
    0x9D: "\x1b]",
    0x9E: "\x1b^",
    0x9F: "\x1b_",
}
"""The one-byte controls that begin or end something, by their usual spelling."""
_ONE_BYTES: Final = re.compile("[\x80-\x9f]")
_PARAMETERS: Final = r"\[(?![M\[])[ -?]*"
# The old report of a mouse brings three characters after its end, the Linux console's function
# keys one; rxvt ends shifted keys with a sign that ends nothing elsewhere.
_CONTROL: Final = rf"\[M[^\x1b]{{3}}|\[\[[@-~]|\[\d+\$(?!y)|{_PARAMETERS}[@-~]"
_SHIFT: Final = r"O[0-9;]{0,8}[ -/:<-~]"
_CHARSET: Final = r"[#%()*+][0-~]"
_ANY: Final = r"[^\x1b\[\]PX^_O#%()*+]"
_WHOLE: Final = re.compile(rf"\x1b(?:{_CONTROL}|{_SHIFT}|{_CHARSET}|{_ANY})", re.DOTALL)
_BEGUN: Final = re.compile(
    rf"\x1b(?:\[M[^\x1b]{{0,2}}|\[\[|{_PARAMETERS}|O[0-9;]{{0,8}}|[#%()*+])?\Z", re.DOTALL
)
_BROKEN: Final = re.compile(rf"\x1b(?:{_PARAMETERS}|\[[M\[]|O[0-9;]{{0,8}}|[#%()*+])?")
_STRING: Final = re.compile(r"\x1b[\]PX^_]")
_STRING_ENDS: Final = re.compile(r"[\x07\x18\x1a]|\x1b\\|\x1b(?=.)", re.DOTALL)
_MEANS_NOTHING: Final = re.compile(rf"\x1b(?:{_CHARSET}|\[20[01]~|\\)")
"""Sequences without meaning: character sets, marks of a paste, ends of strings."""
_LATE_REST: Final = re.compile(r"\x1b(?:\[[\d<-?]|\][\dlL]|P[\d>!+$|]|_G)")
"""Sequences after an early Esc that nobody could have typed."""
_IN_PASTES: Final = re.compile(
    rf"\x1b(?:[\]PX^_][^\x07\x18\x1a\x1b]*(?:[\x07\x18\x1a]|\x1b\\)|{_CONTROL}|{_SHIFT}|{_CHARSET}"
    r"|[ -Z\\^-~]?)|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]",
    re.DOTALL,
)


class TokenKind(Enum):
    """The kind of a piece of terminal input."""

    TEXT = auto()
    """Characters, each a key."""
    SEQUENCE = auto()
    """A whole sequence; or Esc alone, or with one character, which makes it a key with Alt."""
    PASTE = auto()
    """A whole paste, without the sequences and controls in it."""
    LONG_PASTE = auto()
    """A paste that was too long, dropped."""
    NOTHING = auto()
    """Dropped input: a string, a broken sequence, or one without meaning here."""


class Token(NamedTuple):
    """A piece of terminal input."""

    kind: TokenKind
    text: str


_NOTHING: Final = Token(TokenKind.NOTHING, "")


class Tokens:
    """A tokenizer of one terminal's input. Times are monotonic seconds."""

    def __init__(self, longest_paste: int, escape_delay: float) -> None:
        """`escape_delay`: seconds without more input after which Esc is a key."""
        self._longest_paste = longest_paste
        self._escape_delay = escape_delay
        self._begun = ""
        self._begun_at = 0.0
        self._told = ""
        self._pasted: list[str] | None = None
        self._room = 0

    @property
    def due(self) -> float | None:
        """When to call `late` if nothing more arrives; None for never."""
        if not self._begun or self._pasted is not None:
            return None
        is_key = len(self._begun) <= 2
        return self._begun_at + (self._escape_delay if is_key else PATIENCE)

    def late(self, now: float) -> Token | None:
        """Return an overdue unfinished sequence as a key if it can be one; drop it otherwise."""
        if self.due is None or now < self.due:
            return None
        begun, self._begun = self._begun, ""
        if len(begun) > 2:
            return None
        self._told, self._begun_at = begun, now
        return Token(TokenKind.SEQUENCE, begun)

    def wait_anew(self, now: float) -> None:
        """Restart the wait for an unfinished sequence after a pause in reading."""
        self._begun_at = now

    def cut(self, text: str, now: float) -> Iterator[Token]:
        """Yield the tokens that are complete by now, in order."""
        if _ONE_BYTES.search(text):
            text = text.translate(_ONE_BYTE)
        text = self._begun + (self._with_told(text, now) if self._told else text)
        self._begun, self._begun_at = "", now
        place = 0
        while place < len(text):
            if self._pasted is not None:
                token, place = self._paste(text, place)
            elif text[place] == ESCAPE:
                token, place = self._sequence(text, place)
            else:
                begin, end = place, text.find(ESCAPE, place)
                place = end if end >= 0 else len(text)
                token = Token(TokenKind.TEXT, text[begin:place])
            yield token

    def _with_told(self, text: str, now: float) -> str:
        """Put back an Esc that was passed on too early before a text that shows it was no key."""
        told, self._told = self._told, ""
        is_by_hand = len(told) == 2 and len(text) == 1 and text.isdigit()
        if is_by_hand or now - self._begun_at > PATIENCE:
            return text
        if _LATE_REST.match(told + text):
            return told + text
        if told == ESCAPE and text in ("[", "]", "P", "_"):
            self._told = told + text
        return text

    def _sequence(self, text: str, place: int) -> tuple[Token, int]:
        """Return the sequence at a place, and the index of its end."""
        if _STRING.match(text, place):
            return _NOTHING, self._string_end(text, place)
        if whole := _WHOLE.match(text, place):
            return self._meant(whole.group()), whole.end()
        if _BEGUN.match(text, place):
            is_endless = len(text) - place > LONGEST
            self._begun = "\x1b[" + "=" * LONGEST if is_endless else text[place:]
            return _NOTHING, len(text)
        broken = _BROKEN.match(text, place)
        assert broken is not None
        can_be_key = len(broken.group()) <= 2 and broken.group() != "\x1b["
        return Token(TokenKind.SEQUENCE, broken.group()) if can_be_key else _NOTHING, broken.end()

    def _meant(self, sequence: str) -> Token:
        """Return the token of a sequence that may have a meaning."""
        if sequence == PASTE_START:
            self._pasted, self._room = [], self._longest_paste
        is_known = len(sequence) <= LONGEST and not _MEANS_NOTHING.fullmatch(sequence)
        return Token(TokenKind.SEQUENCE, sequence) if is_known else _NOTHING

    def _string_end(self, text: str, place: int) -> int:
        """Return the end of a control string, whose content is dropped."""
        end = _STRING_ENDS.search(text, place + 2)
        if end is None:
            # Just enough to remember that there is content, and whether Esc was the last of it.
            is_ending = text.endswith(ESCAPE) and len(text) - place > 3
            self._begun = text[place : place + 3] + ESCAPE * is_ending
            return len(text)
        return end.start() if end.group() == ESCAPE else end.end()

    def _paste(self, text: str, place: int) -> tuple[Token, int]:
        """Collect a paste up to its end."""
        assert self._pasted is not None
        end = text.find(PASTE_END, place)
        if end < 0:
            kept = max(len(text) - len(PASTE_END) + 1, place)
            self._keep(text[place:kept])
            self._begun = text[kept:]
            return _NOTHING, len(text)
        self._keep(text[place:end])
        pasted, self._pasted = "".join(self._pasted), None
        is_long = self._room < 0
        token = (
            Token(TokenKind.LONG_PASTE, "") if is_long else Token(TokenKind.PASTE, plain(pasted))
        )
        return token, end + len(PASTE_END)

    def _keep(self, text: str) -> None:
        assert self._pasted is not None
        self._room = self._room - len(text) if len(text) <= self._room else -1
        if self._room >= 0:
            self._pasted.append(text)
        else:
            self._pasted.clear()


def plain(text: str) -> str:
    """Return a text without its sequences and controls, except tabs and line ends."""
    return _IN_PASTES.sub("", text)
