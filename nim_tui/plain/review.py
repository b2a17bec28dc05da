"""The review of a finished game in sentences: accuracy, sources of the chances, costly moves."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from nim_tui.bots.levels import people_of
from nim_tui.plain.commands import spelt
from nim_tui.plain.conversation import Conversation
from nim_tui.registry import game_named
from nim_tui.review.analysis import RecordedGame
from nim_tui.review.review import Review
from nim_tui.review.service import ReviewService
from nim_tui.review.words import MoveSentences, group_names, sayings
from nim_tui.tables.store import review_of
from nim_tui.tables.table import Table
from nim_tui.thinking.pool import Pool, processors
from rules.messages import N_
from screens.app_api import NotPossible
from screens.people import SeatNames
from screens.review.api import CostlyMove, CostlyMoveText, TurningPoint
from screens.review.words import (
    account_told,
    figure_meanings,
    in_hundred,
    kind_told,
    parts_of,
    percent,
    placed,
    set_up_told,
    turning_told,
    when,
)
from screens.table.vocabulary import Vocabulary
from screens.text import _, capitalised, labelled, say_refusal


class ReviewCommands:
    """Reviews, worked out in separate processes and told in sentences."""

    def __init__(self, conversation: Conversation) -> None:
        self._conversation = conversation
        lanes = max(1, processors() - 1)
        self._pool = Pool(lanes)
        self._service = ReviewService(self._pool, lanes)

    async def tell(self, table: Table, record: Path) -> None:
        """Tell a review, after working it out unless it is saved. Raises NotPossible, Unfair."""
        told_game, header = RecordedGame.of(table), table.header
        entry = game_named(header.game)
        judge = entry.judge
        if judge is None:
            raise NotPossible(N_("no bot can evaluate {game}"), game=entry.title)
        work = self._service.look_at(told_game, judge, review_of(record))
        if not work.is_over:
            self._conversation.say(_("This may take a few minutes; Ctrl+C cancels it."))
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
            words = entry.teller.vocabulary, sayings(told_game, people)
            self._conversation.say(*told(work.review, people, *words, group_names(judge)))
            how = _(
                "To play a move differently, type {replay}, then {go} and its number, then {again}."
            )
            spoken = {"replay": spelt("replay"), "go": spelt("go"), "again": spelt("try")}
            self._conversation.say(how.format(**spoken))

    def _tell_progress(self, done: int, of: int) -> None:
        """Say the progress at the start, and at each quarter."""
        quarter = max(of // 4, 1)
        if done % quarter == 0 or done == 0:
            self._conversation.say(_("review: {done} of {of} done").format(done=done, of=of))

    async def close(self) -> None:
        """Stop all reviews."""
        await self._pool.close()


def told(
    review: Review,
    people: SeatNames,
    vocabulary: Vocabulary,
    said: MoveSentences,
    groups: Mapping[str, str],
) -> list[str]:
    """Return all findings by seat, the reader's first; `said` gives a move's text as in the log.

    `groups` are what the game calls groups of figures, to translate.
    """
    found = []
    for seat in sorted(range(len(people.names)), key=lambda seat: seat != people.reader):
        found += [_figures(review, people, seat)]
        found += account_told(review.account(seat, groups), seat, people, groups)
        found += set_up_told(review, seat)
        points = review.turning_points(seat)
        found += [_turning(review, point, said) for point in points]
        found += [kind_told(kind, vocabulary) for kind in review.loss_kinds(seat)]
        for costly in review.costliest(seat):
            found.append(_costly(review, costly, vocabulary, said.of(costly)))
            found += [vocabulary.said(each, people) for each in costly.why]
    accuracy, _span, *others = figure_meanings().items()
    return [*found, *(labelled(word, meaning) for word, meaning in (accuracy, *others))]


def _figures(review: Review, people: SeatNames, seat: int) -> str:
    """Return a seat's figures."""
    balance, accuracy = review.balance(seat), review.accuracy(seat)
    accurate, _span, *heads = figure_meanings()
    span = _("win chance {first} to {last}").format(
        first=percent(balance.start), last=in_hundred(percent(balance.end))
    )
    exact = _("none") if accuracy is None else str(accuracy)
    rest = [
        f"{head} {part:+d}" if part else f"{head} 0" for head, part in zip(heads, parts_of(balance))
    ]
    each = ", ".join([f"{accurate} {exact}", span, *rest])
    return labelled(people.label(seat), each)


def _turning(review: Review, point: TurningPoint, said: MoveSentences) -> str:
    """Where the game turned, and how."""
    told = turning_told(point, said.happened(point.number))
    return labelled(capitalised(when(review, point.number)), told)


def _costly(
    review: Review, costly: CostlyMove, vocabulary: Vocabulary, said: CostlyMoveText
) -> str:
    """Return a sentence on a costly move and the better one."""
    text = _("{when}, {move}, cost {loss}%. Better: {best}.")
    return text.format(
        when=capitalised(when(review, costly.number)),
        loss=round(100 * costly.loss),
        move=_with_log(placed(costly.move, costly.at, vocabulary), said.played),
        best=_with_log(placed(costly.best, costly.best_at, vocabulary), said.better),
    )


def _with_log(move: str, said: str) -> str:
    """Return a move with the log's sentence on it."""
    return _("{move} ({said})").format(move=move, said=said) if said else move
