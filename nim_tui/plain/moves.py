"""Typed moves: parsed, grouped, played."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from nim_tui.plain.conversation import not_understood
from nim_tui.plain.keyboard import SharedKeyboard
from nim_tui.plain.rules_reader import bare
from nim_tui.plain.text import either, in_ranges
from rules.advice import Weighed
from rules.contract import IllegalMove, Move, not_a_move
from rules.messages import Phrase, Refusal
from screens.reading.rules_parts import section_title
from screens.table.move_words import MovePhrases, Words, alternatives, are_alike, rate
from screens.table.speech import BoardSpeech
from screens.table.vocabulary import Vocabulary
from screens.text import _, clauses, labelled, ngettext, say_refusal, why

MOST_AT_ONCE: Final = 20
"""The most moves taken from one line."""
_MOST: Final = 5000
"""The most moves that are searched word by word."""


def parted(line: str) -> list[str]:
    """Return the moves of a line, in order."""
    parts = [part.strip() for part in re.split("[;,]", line)]
    return [part for part in parts if part][:MOST_AT_ONCE]


class Moves:
    """The listener's moves, in the listener's words."""

    def __init__(
        self, keyboard: SharedKeyboard, say: Callable[..., None], teller: BoardSpeech
    ) -> None:
        """`say` says sentences."""
        self._keyboard = keyboard
        self._say = say
        self._teller = teller
        self._rule = ""

    def refused(self) -> str:
        """Return the id of the rules section on which the last move was refused, once."""
        rule, self._rule = self._rule, ""
        return rule

    def words(self, text: str) -> Sequence[str]:
        """Return the words of moves that may follow."""
        if not self._keyboard.may_move:
            return ()
        begun = re.split("[;,]", text)[-1].lstrip()
        moves = self._keyboard.seat.legal()
        if len(moves) > _MOST:
            return ()
        typed = begun.split()[:-1] if not begun.endswith(" ") else begun.split()
        before, spelt = self._canonical(" ".join(typed)), self._teller.vocabulary.shown_after
        return [spelt(typed, word) for word in MovePhrases(moves).next_words(before)]

    def is_meant(self, line: str) -> bool:
        """Check whether a line is a move although it begins with a command word.

        It is if it is a legal move, or if legal moves begin like it and more was typed.
        """
        move = self._parsed(line)
        if move is not None and move in self._keyboard.seat.legal():
            return True
        first, _blank, rest = line.partition(" ")
        begun = self._canonical(first)
        return bool(begun and rest.strip()) and self._begins(begun)

    @property
    def vocabulary(self) -> Vocabulary:
        """The words of the game."""
        return self._teller.vocabulary

    def legal_move(self, text: str) -> Move | None:
        """Return the move that a text surely names, if it is legal now."""
        try:
            move = self._named(text)
        except Refusal:
            return None
        return move if move in self._keyboard.seat.legal() else None

    def _named(self, text: str) -> Move | None:
        """Return the move that a text names, or None. Raises Refusal if its words are in doubt."""
        self._teller.vocabulary.refuse_doubt(text)
        return self._parsed(text)

    def is_understood(self, line: str) -> bool:
        """Whether the line is a move, perhaps an illegal one."""
        return self._parsed(line) is not None

    def _parsed(self, text: str) -> Move | None:
        try:
            move: Move = self._keyboard.seat.game.parse(self._teller.vocabulary.canonical(text))
        except Refusal:
            return None
        return move

    def played(self, text: str) -> bool:
        """Play a move; if it is invalid or refused, say why and return False."""
        try:
            move = self._named(text)
        except Refusal as doubt:
            self._refuse(doubt)
            return False
        if move is None:
            self._explain_unknown(text)
            return False
        return self.attempt(lambda: self._keyboard.seat.play(move))

    def _explain_unknown(self, text: str) -> None:
        """Say how moves continue after the typed words."""
        before = self._canonical(text)
        if before and self._begins(before):
            self._tell_choices(before)
        elif " " in text or self._canonical(text.split(maxsplit=1)[0]):
            self._refuse(not_a_move(text))
        else:
            self._say(not_understood(text))

    def attempt(self, act: Callable[[], None]) -> bool:
        """Run an action that the table or the disk may refuse; then say why and return False."""
        self._rule = ""
        try:
            act()
        except Refusal as refusal:
            self._refuse(refusal)
            return False
        except OSError as error:
            self._say(_("the move was not saved: {why}").format(why=why(error)))
            return False
        return True

    def _refuse(self, refusal: Refusal) -> None:
        words = self._teller.vocabulary
        self._say(words.spelt(say_refusal(refusal, words.shown)))
        self._rule = refusal.rule if isinstance(refusal, IllegalMove) else ""
        if title := section_title(self._keyboard.seat.game, self._rule):
            self._say(_("Type rules to read the section “{title}”.").format(title=bare(title)))

    def taken_back(self, before: Sequence[str], after: Sequence[str]) -> str:
        """Return the text about the moves undone."""
        gone = [self.shown(move) for move in before[len(after) :]]
        return _("undone: {moves}").format(moves=clauses(gone))

    # Questions about moves

    def shown(self, words: str | Sequence[str]) -> str:
        """Return canonical words in the reader's spelling."""
        return self._teller.vocabulary.shown(words)

    def _canonical(self, text: str) -> Words:
        """Return typed words in canonical form, as far as they begin a legal move; else none."""
        before: Words = ()
        moves = self._keyboard.seat.legal()
        if len(moves) > _MOST:
            return ()
        phrases = MovePhrases(moves)
        for word in self._teller.vocabulary.canonical(text).split():
            fitting = [w for w in phrases.next_words(before) if w.casefold() == word.casefold()]
            if not fitting:
                return ()
            before = (*before, fitting[0])
        return before

    def _begins(self, before: Words) -> bool:
        return bool(MovePhrases(self._keyboard.seat.legal()).next_words(before))

    def what(self, rest: str) -> None:
        """Say the choices that follow some words of a move."""
        if not self._keyboard.may_move:
            self._say(_("it is not your turn"))
            return
        before = self._canonical(rest)
        if rest and not before and len(self._keyboard.seat.legal()) <= _MOST:
            self._say(_("no move begins with “{words}” now").format(words=rest[:60]))
            return
        self._tell_choices(before)

    def _tell_choices(self, before: Words) -> None:
        sight = self._keyboard.sight
        meaning = self._teller.meanings.get(before[0], "") if len(before) == 1 else ""
        if meaning:
            self._say(labelled(self.shown(before), _(meaning)))
        told = self._teller.choices(sight, before)
        if not told:
            told = grouped(sight.moves, before, self._teller.vocabulary)
        self._say(*told)

    def try_out(self, rest: str) -> None:
        """Say the outcome of a move without making it."""
        try:
            move = self._named(rest)
        except Refusal as doubt:
            self._refuse(doubt)
            return
        if move is None:
            self._say(_("type try and a complete move"))
            return
        if self._keyboard.seat.number is None:
            self._say(_("only players can try a move"))
            return
        refusal = self._keyboard.seat.why_not(move)
        if refusal is not None:
            self._refuse(refusal)
            return
        self._say(
            *(
                self._teller.foreseen(self._keyboard.sight, move)
                or [_("the outcome is not known beforehand")]
            )
        )

    def hints_told(self) -> list[str]:
        """Return whether bots give hints at this table, and why not."""
        refusal = self._keyboard.seat.why_no_hints
        return [_("Hints are available here.") if refusal is None else say_refusal(refusal)]

    async def hint(
        self, rest: str, advised: Callable[[], Awaitable[Sequence[Weighed]]] | None = None
    ) -> None:
        """Tell the move that a bot would make, and the reason for it, as `advised` finds them."""
        if (refusal := self._keyboard.seat.why_no_hints) is not None:
            self._refuse(refusal)
            return
        if not self._keyboard.may_move:
            self._say(_("it is not your turn"))
            return
        found = await (advised or self._keyboard.seat.advised)()
        self._say(_("A bot would play: {move}").format(move=self.worth(found[0])))
        self._say(*map(self.told, found[0].why or [found[0].advice.phrase]))
        self.tell_others(found)

    def told(self, phrase: Phrase) -> str:
        """Return a sentence on a move in the words of the listener."""
        return self._teller.vocabulary.said(phrase, self._keyboard.sight.people)

    def tell_others(self, found: Sequence[Weighed]) -> None:
        """Say the alternatives and their win probabilities."""
        seat = self._keyboard.seat.number
        if seat is None:
            return
        others = [self.worth(each) for each in alternatives(found, seat)]
        if others:
            self._say(_("Also: {moves}").format(moves=clauses(others)))
        elif are_alike(found, seat):
            self._say(_("other moves are just as good"))

    def worth(self, weighed: Weighed) -> str:
        """Return a move, with the win probability after it if that is known."""
        move = self.shown(weighed.advice.move.word)
        if self._keyboard.seat.number is None or not weighed.chances:
            return move
        wins = rate(weighed, self._keyboard.seat.number)
        return _("{move}, {rate}% to win").format(move=move, rate=wins)


_FEW: Final = 40
"""The most beginnings of moves that are listed."""
_MOST_LISTED: Final = 300
_LONG: Final = 400
"""The most moves, or characters, listed in full; beyond, only how moves begin."""


def grouped(moves: Sequence[Move], before: Words, vocabulary: Vocabulary) -> list[str]:
    """Return the continuations of the words `before`: first words, a colon, then final words."""
    phrases = MovePhrases(moves)
    before = phrases.descend(before)
    if len(phrases.beginning(before)) <= _MOST_LISTED:
        told = _told(phrases, before, vocabulary.shown(before), vocabulary)
        if sum(map(len, told)) <= _LONG:
            return told
    begun = phrases.next_words(before)[:_FEW]
    return [_begun(phrases, before, word, vocabulary) for word in begun]


def _told(phrases: MovePhrases, before: Words, head: str, vocabulary: Vocabulary) -> list[str]:
    """Return a line of the words that end a move, and lines for those that continue."""
    told = [head] if phrases.move(before) and before else []
    last, onward = [], []
    for words in _alike(phrases, before):
        goes_on = phrases.next_words((*before, words[0]))
        if goes_on:
            onward.append(words)
        else:
            last += words
    if last:
        ends = either(in_ranges(vocabulary.shown(word) for word in last))
        told.append(labelled(head, ends) if head else ends)
    for words in onward:
        heads = either(in_ranges(vocabulary.shown(word) for word in words))
        longer = f"{head} {heads}".strip()
        told += _told(phrases, (*before, words[0]), longer, vocabulary)
    return told


def _begun(phrases: MovePhrases, before: Words, word: str, vocabulary: Vocabulary) -> str:
    words = (*before, word)
    shown = vocabulary.shown(words)
    if phrases.move(words) and not phrases.next_words(words):
        return shown
    count = len(phrases.beginning(words))
    return labelled(shown, ngettext("{count} choice", "{count} choices", count))


def _alike(phrases: MovePhrases, before: Words) -> list[list[str]]:
    """Return the next words, grouped if the same words may follow them."""
    groups: dict[frozenset[Words], list[str]] = {}
    depth = len(before) + 1
    for word in phrases.next_words(before):
        begun = phrases.beginning((*before, word))
        ends = frozenset(tuple(move.word.split()[depth:]) for move in begun)
        groups.setdefault(ends, []).append(word)
    return list(groups.values())
