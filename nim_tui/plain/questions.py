"""Questions about what a view holds: the board, the log, players, standings and winners."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from nim_tui.plain.rules_reader import about
from rules.contract import AnyGame, Event, Result
from screens.game_intro import terms_told
from screens.people import SeatNames
from screens.table.seat import deal_told
from screens.table.speech import BoardSpeech, SeatSight, places, verdict
from screens.table.vocabulary import folded
from screens.text import _, labelled, ngettext

MOST_LOG: Final = 400
_USUAL_LOG: Final = 10


class TableQuestions:
    """The questions about the table, answered from one `SeatSight` alone."""

    def __init__(
        self, sight: Callable[[], SeatSight], say: Callable[..., None], teller: BoardSpeech,
        game: AnyGame, *, more_terms: Callable[[], Sequence[str]] = tuple,
        refused: Callable[[], str] = str,
    ) -> None:  # fmt: skip
        """`sight` returns everything the listener may know now, `more_terms` further settings."""
        self._sight = sight
        self._say = say
        self._teller = teller
        self._game = game
        self._more_terms = more_terms
        self._refused = refused

    @property
    def commands(self) -> Mapping[str, Callable[[str], None]]:
        """The questions available, by command word."""
        tell = self._teller
        return {
            "look": partial(self._of_place, tell.look),
            "where": partial(self._of_place, tell.where),
            "around": partial(self._of_place, tell.around),
            "row": partial(self._of_place, tell.row),
            "own": partial(self._of_all, tell.own),
            "score": partial(self._of_all, tell.score),
            "log": self._log,
            "rules": self._rules,
            "printed": self._printed,
            "terms": self._terms,
        }

    def _of_place(self, tell: Callable[[SeatSight, str], list[str]], rest: str) -> None:
        self._answer(tell(self._sight(), self._meant(rest)), rest)

    def _of_all(self, tell: Callable[[SeatSight], list[str]], rest: str) -> None:
        self._answer(tell(self._sight()), rest)

    def _meant(self, typed: str) -> str:
        """Return a place or thing in canonical words, without capitals and accents."""
        return folded(self._teller.vocabulary.canonical(typed))

    def _answer(self, told: list[str], rest: str) -> None:
        if told:
            self._say(*told)
        elif rest:
            self._say(_("Unknown: “{thing}”").format(thing=rest[:60]))
        else:
            self._say(_("add a name or a place"))

    def _log(self, rest: str) -> None:
        count = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 4 else _USUAL_LOG
        told = self.told(self._sight())[-min(count, MOST_LOG) :] if count else []
        self._say(*(told or [_("nothing has happened yet")]))

    def told(self, sight: SeatSight, since: int = 0) -> list[str]:
        """Return the events after the first `since` ones, a sentence each."""
        return self.said(sight.log[since:], sight)

    def said(self, events: Sequence[Event], sight: SeatSight) -> list[str]:
        """Return a sentence for each of these events that deserves one."""
        told = (self._teller.speech.sentence(event, sight.people) for event in events)
        return [text for text in told if text]

    def _rules(self, rest: str) -> None:
        self._say(*about(self._game, rest, self._refused()))

    def _printed(self, rest: str) -> None:
        self._say(*about(self._game, rest, self._refused(), tells_origins=True))

    def _terms(self, rest: str) -> None:
        sight = self._sight()
        self._say(*terms_told(self._game, sight.view), *deal_told(sight.deal))
        self._say(*self._more_terms())


def more(count: int) -> str:
    """Return the number of omitted items, as text."""
    return ngettext("{count} more", "{count} more", count)


def title_told(title: str, people: SeatNames) -> str:
    """Return the title of the game, and its players."""
    return _("{game}: {names}").format(game=title, names=_titled(people))


def who_plays(people: SeatNames, waiting: Sequence[int]) -> list[str]:
    """Return all players, and whose turn it is."""
    if not waiting:
        who = [labelled(name.split(" ", 1)[1], what) for name, what in people.who_is_who()]
        return [_titled(people), *who]
    told = people.thinking(waiting) or _("to move: {names}").format(names=people.listed(waiting))
    return [_titled(people), told]


def _titled(people: SeatNames) -> str:
    return ", ".join(people.titles)


def end_told(
    result: Result, people: SeatNames, teller: BoardSpeech, last: Sequence[str]
) -> list[str]:
    """Return the result, unless it was the `last` sentence, and everyone's figures."""
    end = verdict(result, people, teller.speech)
    told = [] if list(last) == [end.rstrip(".")] else [end]
    if len(result.ranking) > 1 and (len(people.names) > 2 or any(people.bots)):
        ranked = (f"{place} {people.described(seat)}" for place, seat in places(result))
        told.append(labelled(_("standings"), ", ".join(ranked)))
    for figure, numbers in result.figures.items():
        each = ", ".join(f"{people.label(seat)} {n}" for seat, n in enumerate(numbers))
        told.append(labelled(_(figure.replace("_", " ")), each))
    return told
