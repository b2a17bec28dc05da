"""The review of a finished game, told: accuracy, where chances came from, costly moves."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from nim_tui.catalog import offer_named
from nim_tui.people import people_of
from nim_tui.plain.conversation import Conversation
from nim_tui.review.desk import Desk
from nim_tui.review.review import Review
from nim_tui.review.walk import Told
from nim_tui.tables.record import Header, Line
from nim_tui.tables.store import review_of
from nim_tui.thinking.pool import Pool, processors
from rules.messages import N_
from screens.app_api import CannotStart
from screens.people import People
from screens.review.words import figure_meanings, in_hundred, parts_of, percent, placed
from screens.table.vocabulary import Vocabulary
from screens.text import _, labelled, say_refusal, say_told


class Reviews:
    """Works reviews out in processes of their own, and tells what was found."""

    def __init__(self, conversation: Conversation) -> None:
        self._conversation = conversation
        lanes = max(1, processors() - 1)
        self._pool = Pool(lanes)
        self._desk = Desk(self._pool, lanes)

    async def tell(self, header: Header, lines: Sequence[Line], record: Path) -> None:
        """Work a review out, if it is not kept, and tell it. Raises CannotStart."""
        offer = offer_named(header.game)
        judge = offer.judge
        if judge is None:
            raise CannotStart(N_("no bot here can judge {game}"), game=offer.title)
        work = self._desk.look_at(Told.of(header, lines), judge, review_of(record))
        if not work.is_over:
            self._conversation.say(_("This may take minutes; Ctrl-C gives it up."))
        try:
            while not work.is_over:
                changed = work.changed()
                self._tell_progress(*work.progress)
                await changed
        finally:
            work.leave()
        if work.trouble is not None:
            self._conversation.say(say_refusal(work.trouble))
        elif work.review is not None:
            people = people_of(header, header.only_person)
            self._conversation.say(*told(work.review, people, offer.teller.vocabulary))

    def _tell_progress(self, done: int, of: int) -> None:
        """At the start, and at each quarter."""
        quarter = max(of // 4, 1)
        if done % quarter == 0 or done == 0:
            self._conversation.say(_("positions: {done} of {of}").format(done=done, of=of))

    async def close(self) -> None:
        """Nothing is worked out any more."""
        await self._pool.close()


def told(review: Review, people: People, vocabulary: Vocabulary) -> list[str]:
    """All that was found, seat by seat; the reader's first."""
    seats = sorted(range(len(people.names)), key=lambda seat: seat != people.reader)
    said = [text for seat in seats for text in _seat(review, people, seat, vocabulary)]
    known = [(word, meaning) for word, meaning in figure_meanings().items() if "–" not in word]
    meanings = [labelled(word, meaning) for word, meaning in known]
    return [*said, *meanings]


def _seat(review: Review, people: People, seat: int, vocabulary: Vocabulary) -> list[str]:
    balance, accuracy = review.balance(seat), review.accuracy(seat)
    accurate, _from_to, *heads = figure_meanings()
    span = _("chance to win {first} to {last}").format(
        first=percent(balance.start), last=in_hundred(percent(balance.end))
    )
    exact = _("none") if accuracy is None else str(accuracy)
    rest = [
        f"{head} {part:+d}" if part else f"{head} 0" for head, part in zip(heads, parts_of(balance))
    ]
    each = ", ".join([f"{accurate} {exact}", span, *rest])
    lines = [labelled(people.label(seat), each)]
    for costly in review.costliest(seat):
        text = _("Move {number}, {move}, cost {loss} in a hundred. Better: {best}.")
        why = vocabulary.spelt(say_told(costly.reason, costly.facts, vocabulary.shown))
        lines.append(text.format(
            number=costly.number + 1, loss=round(100 * costly.loss),
            move=placed(costly.move, costly.at, vocabulary),
            best=placed(costly.best, costly.best_at, vocabulary)))  # fmt: skip
        lines.append(why)
    return lines
