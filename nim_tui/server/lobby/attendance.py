"""Who of a table's people is there, and what those who are want to be done about the others."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from rules.messages import N_, Refusal


class CannotVote(Refusal):
    """Nothing can be done about this seat now; the message says why."""


class Attendance:
    """The people of one table by their accounts; times are seconds since 1970."""

    def __init__(self, people: Collection[int], now: float, grace: float) -> None:
        """Who is away for `grace` seconds, the others may do something about."""
        self._away: dict[int, float] = dict.fromkeys(people, now)
        self._people = set(people)
        self._grace = grace
        self._votes: dict[int, set[int]] = {}

    def note(self, here: Collection[int], now: float) -> None:
        """Note who is here; votes about who has come, and of who has gone, count no more."""
        for person in self._people:
            if person not in here:
                self._away.setdefault(person, now)
            elif self._away.pop(person, None) is not None:
                self._votes.pop(person, None)
        for votes in self._votes.values():
            votes.intersection_update(here)

    def here(self) -> frozenset[int]:
        """Who is here."""
        return frozenset(self._people - self._away.keys())

    def away_since(self, person: int) -> float | None:
        """Since when somebody is away; None while here."""
        return self._away.get(person)

    def votes(self, absent: int) -> tuple[int, int]:
        """How many want a bot on somebody's seat, and how many that takes: most of those here.

        Who is away has no voice.
        """
        return len(self._votes.get(absent, ())), len(self.here() - {absent}) // 2 + 1

    def may_vote(self, voter: int, absent: int, now: float) -> bool:
        """Whether somebody may vote about who is away."""
        since = self._away.get(absent)
        has_voted = voter in self._votes.get(absent, ())
        is_late = since is not None and now - since >= self._grace
        return is_late and voter in self.here() and not has_voted

    def vote(self, voter: int, absent: int, now: float) -> bool:
        """Vote for a bot on the seat of who is away; whether that is enough.

        Raises CannotVote.
        """
        if not self.may_vote(voter, absent, now):
            raise CannotVote(N_("there is no vote on this seat now"))
        self._votes.setdefault(absent, set()).add(voter)
        had, needed = self.votes(absent)
        return had >= needed

    def unvote(self, voter: int, absent: int) -> None:
        """Have a vote count no more, as nothing came of it."""
        self._votes.get(absent, set()).discard(voter)

    def every_vote(self) -> dict[str, tuple[int, ...]]:
        """Who wants a bot on whose seat."""
        return {str(absent): tuple(sorted(votes)) for absent, votes in self._votes.items() if votes}

    def adopt(self, votes: Mapping[str, Collection[int]]) -> None:
        """Take the votes that are counted elsewhere."""
        self._votes = {int(absent): set(those) for absent, those in votes.items()}

    def forget(self, person: int) -> None:
        """Somebody has given their place up for good; their number may become another's."""
        self._people.discard(person)
        self._away.pop(person, None)
        self._votes.pop(person, None)
