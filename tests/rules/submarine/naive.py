"""A table kept plainly from the rules page: a second opinion on `legal` and on `play`.

It follows the sentences of the rules one by one, in the words of positions.py.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.submarine.board import TOKEN_NAMES
from rules.submarine.state import SubmarineState
from tests.rules.submarine import positions

SEA = [f"{column}.{level}" for column in range(1, 7) for level in range(1, 5)]
BATHYSCAPHES = {2: 5, 3: 5, 4: 4, 5: 3}
CARDS = {"red": "r", "yellow": "y", "green": "g", "blue": "b", "purple": "p"}
STEPS = ("place", "boat", "act", "give", "exchange", "over")


@dataclass
class Page:
    """The pieces on the table, and the question to the mover."""

    sea: dict[str, set[str]]
    subs: list[list[str]]
    boats: list[int]
    boards: list[set[str]]
    jokers: list[set[str]]
    hands: list[str]
    piles: list[str]
    discards: str
    limit: int | None
    mover: int
    step: str
    crossing: int = 0
    idle: list[int] = field(default_factory=list)
    """The levels of own bathyscaphes below the boat that have not acted yet."""
    collecting: list[int] = field(default_factory=list)
    laid: set[str] = field(default_factory=set)
    bill: list[int] = field(default_factory=list)
    buying: tuple[str, str] = ("", "")
    """The cell and the token being paid for."""

    def menu(self) -> set[str]:
        """Return every legal word."""
        if self.step == "place":
            return {f"place {column}" for column in range(1, 7)}
        if self.step == "boat":
            here = self.boats[self.mover]
            right = {int(sub[0]) for sub in self.subs[self.mover] if int(sub[0]) > here}
            return {f"boat {column}" for column in right} | {"boat out"}
        if self.step == "act":
            return {"done"} | self._dives() | self._takes()
        held = {word for word, letter in CARDS.items() if letter in self.hands[self.mover]}
        if self.step == "give":
            return {f"give {word}" for word in held}
        if self.step == "exchange":
            return {f"swap {word}" for word in held} | {"done"}
        return set()

    def _dives(self) -> set[str]:
        column = self.boats[self.mover]
        return {
            f"dive {level} to {cell}"
            for level in self.idle
            for cell in SEA
            if abs(int(cell[2]) - level) <= 1 and cell != f"{column}.{level}"
        }

    def _takes(self) -> set[str]:
        found = set()
        for level in {*self.idle, *self.collecting}:
            cell = f"{self.boats[self.mover]}.{level}"
            for token in self.sea[cell] - self.laid:
                found |= {f"take {level} {token} with {j}" for j in self.jokers[self.mover]}
                cards = len(self.hands[self.mover]) + len(self.piles[self.mover])
                if token[1] in self.hands[self.mover] and cards - 1 >= len(self.tribute(cell)):
                    found.add(f"take {level} {token}")
        return found

    def tribute(self, cell: str) -> list[int]:
        """Return the seats owed a card for a token of a cell, in order."""
        others = [(self.mover + step) % len(self.subs) for step in range(1, len(self.subs))]
        return [
            owner
            for owner in others
            for sub in self.subs[owner]
            if sub[0] == cell[0] and sub[2] <= cell[2]
        ]

    def ranking(self) -> tuple[tuple[int, ...], ...]:
        """Return the ranking: most types, then most jokers, then most cards."""
        keys = [
            (len(self.boards[seat]), len(self.jokers[seat]), self.cards(seat))
            for seat in range(len(self.subs))
        ]
        return tuple(
            tuple(seat for seat, other in enumerate(keys) if other == key)
            for key in sorted(set(keys), reverse=True)
        )

    def cards(self, seat: int) -> int:
        """Return the number of a player's cards."""
        return len(self.hands[seat]) + len(self.piles[seat])

    def say(self, word: str) -> None:
        """Play a word."""
        verb, *rest = word.split()
        me = self.mover
        if verb == "place":
            self._place(f"{rest[0]}.1")
        elif verb == "boat":
            self._sail(7 if rest == ["out"] else int(rest[0]))
        elif verb == "dive":
            self.idle.remove(int(rest[0]))
            self.subs[me].remove(f"{self.boats[me]}.{rest[0]}")
            self.subs[me] = sorted([*self.subs[me], rest[2]])
        elif verb == "take":
            self._take(int(rest[0]), rest[1], rest[3] if len(rest) > 2 else "")
        elif verb == "give":
            self._receive(self.bill.pop(0), self._from_hand(CARDS[rest[0]]))
            self._pay()
        else:
            if verb == "swap":
                self.piles[me] = self._from_hand(CARDS[rest[0]]) + self.piles[me]
            self._draw(me)
            self._next()

    def _place(self, cell: str) -> None:
        self.subs[self.mover] = sorted([*self.subs[self.mover], cell])
        self.mover = (self.mover + 1) % len(self.subs)
        players = len(self.subs)
        if sum(len(own) for own in self.subs) == players * BATHYSCAPHES[players]:
            self.step = "boat"

    def _sail(self, column: int) -> None:
        self.boats[self.mover] = column
        self.step = "act"
        if column == 7:
            self._outside()
            return
        below = [sub for sub in self.subs[self.mover] if int(sub[0]) == column]
        self.idle = [int(sub[2]) for sub in below]

    def _take(self, level: int, token: str, joker: str) -> None:
        if level not in self.collecting:
            self.idle.remove(level)
            self.collecting = sorted([*self.collecting, level])
        cell = f"{self.boats[self.mover]}.{level}"
        self.buying = (cell, token)
        if joker:
            self.jokers[self.mover].remove(joker)
            self.sea[cell].add(joker)
            self.laid.add(joker)
        else:
            self.discards = "".join(sorted(self.discards + self._from_hand(token[1])))
            self.bill = self.tribute(cell)
        self._pay()

    def _from_hand(self, card: str) -> str:
        self.hands[self.mover] = self.hands[self.mover].replace(card, "", 1)
        return card

    def _pay(self) -> None:
        while self.bill:
            own = self.piles[self.mover]
            if not own:
                self.step = "give"
                return
            self.piles[self.mover] = own[:-1]
            self._receive(self.bill.pop(0), own[-1])
        self._get()

    def _receive(self, owner: int, card: str) -> None:
        self.piles[owner] += card
        self._draw(owner)

    def _draw(self, seat: int) -> None:
        while len(self.hands[seat]) < 3 and self.piles[seat]:
            held = self.hands[seat] + self.piles[seat][-1]
            self.hands[seat] = "".join(sorted(held, key="rygbp".index))
            self.piles[seat] = self.piles[seat][:-1]

    def _get(self) -> None:
        cell, token = self.buying
        mine = self.boards[self.mover]
        self.sea[cell].remove(token)
        known = token[0] == "S" or token[0] in {own[0] for own in mine}
        (self.jokers[self.mover] if known else mine).add(token)
        self.buying = ("", "")
        column = [lying for there in SEA if there[0] == cell[0] for lying in self.sea[there]]
        spent = not any(self.cards(seat) for seat in range(len(self.subs)))
        over = len(mine) == 12 or all(lying[0] == "S" for lying in column) or spent
        self.step = "over" if over else "act"

    def _next(self) -> None:
        self.idle, self.collecting, self.laid = [], [], set()
        if set(self.boats) == {7}:
            self.crossing += 1
            if self.crossing == self.limit:
                self.step = "over"
                return
            self.boats = [0] * len(self.boats)
        self.mover = (self.mover + 1) % len(self.subs)
        self.step = "boat"
        if self.boats[self.mover] == 7:
            self._outside()

    def _outside(self) -> None:
        """Ask for an exchange, unless the pile is empty and would return the same card."""
        self.step = "exchange"
        if not self.piles[self.mover]:
            self._next()


def read(state: SubmarineState) -> Page:
    """Return the page of a state."""
    seats = range(len(state.boats))
    return Page(
        sea={cell: positions.tokens(state, cell) for cell in SEA},
        subs=[positions.subs(state, seat) for seat in seats],
        boats=state.boats[:],
        boards=[positions.board(state, seat) for seat in seats],
        jokers=[positions.jokers(state, seat) for seat in seats],
        hands=[positions.hand(state, seat) for seat in seats],
        piles=[positions.pile(state, seat) for seat in seats],
        discards="".join(sorted(letter * n for letter, n in zip("rygbp", state.discards))),
        limit=state.round_limit,
        mover=state.mover,
        step=STEPS[state.phase],
        crossing=state.crossing,
        idle=[level + 1 for level, count in enumerate(state.ready) for _ in range(count)],
        collecting=sorted(state.collecting),
        laid={TOKEN_NAMES[token] for token in state.laid},
        bill=state.owed[:],
        buying=("", "")
        if state.taking < 0
        else (SEA[state.taking_from], TOKEN_NAMES[state.taking]),
    )


def _buying(state: SubmarineState) -> tuple[str, str]:
    if state.taking < 0:
        return ("", "")
    return (SEA[state.taking_from], TOKEN_NAMES[state.taking])
