"""The sender: looks for turns that came about while their people were away, and tells them.

So it does with challenges on ladders. It sends turns for the tables of its own node. Nothing that
anybody does waits for it.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from nim_tui.server.database.challenge_notices import (
    ChallengeParcel,
    note_challenges,
    settle_challenge,
    take_challenges,
)
from nim_tui.server.database.connection import Database, Unwritten
from nim_tui.server.database.notice_queue import IsHere, Parcel, note_turns, settle, take_due
from nim_tui.server.database.push import drop_subscription
from nim_tui.server.notices.doors import Door, NotSent
from nim_tui.server.notices.message import (
    Links,
    Message,
    challenge_message,
    in_language,
    turn_message,
)

LOOKS: Final = 15.0
"""Seconds between two looks."""
LAST_SECONDS: Final = 3.0
"""For what is on its way when the server stops."""
AT_ONCE: Final = 8
"""Messages on their way."""
SENT, PUT_OFF, GIVEN_UP = "sent", "put_off", "given_up"
COUNTED: Final = (SENT, PUT_OFF, GIVEN_UP)
"""What is counted; one that is put off is tried again."""

logger = logging.getLogger(__name__)


class Sender:
    """Sends what is due, as often as it is let."""

    def __init__(
        self,
        database: Database,
        doors: Mapping[str, Door],
        links: Links,
        wait: float,
        counted: Counter[str] | None = None,
    ) -> None:
        """`doors` by kinds of subscriptions; a turn is told once it has lasted for `wait` s.

        What was sent, put off and given up is `counted`.
        """
        self._database = database
        self._doors = doors
        self._links = links
        self._wait = wait
        self._places = asyncio.Semaphore(AT_ONCE)
        self._is_idle = asyncio.Event()
        self._is_idle.set()
        self._task: asyncio.Task[None] | None = None
        self.counted: Final[Counter[str]] = Counter() if counted is None else counted

    def start(self, is_here: IsHere) -> None:
        """Look from now on; `is_here` tells whether an account is on the server."""
        self._task = asyncio.get_running_loop().create_task(self._run(is_here))

    async def close(self) -> None:
        """Look no more; what is on its way may arrive, the rest is for another time."""
        if self._task is not None:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._is_idle.wait(), LAST_SECONDS)
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        for door in set(self._doors.values()):
            await door.close()

    async def _run(self, is_here: IsHere) -> None:
        while True:
            self._is_idle.clear()
            try:
                await self.look(is_here)
            except Exception:  # whatever it was, others are to be told at the next look
                logger.exception("notices were not looked after")
            finally:
                self._is_idle.set()
            await asyncio.sleep(LOOKS)

    async def look(self, is_here: IsHere) -> None:
        """Send what is due now: challenges first, which end. Raises StorageTrouble."""
        await self._database.ask(note_challenges, is_here, self._wait)
        challenges = await self._database.ask(take_challenges, is_here)
        await asyncio.gather(*map(self._send, challenges))
        await self._database.ask(note_turns, is_here, self._wait)
        parcels = await self._database.ask(take_due, is_here)
        await asyncio.gather(*map(self._send, parcels))

    async def _send(self, parcel: Parcel | ChallengeParcel) -> None:
        """Send it, and note how that went."""
        to, how, is_final, is_gone = parcel.to, "", False, False
        async with self._places:
            try:
                await self._out(parcel)
            except NotSent as trouble:
                how, is_final, is_gone = trouble.how, trouble.is_final, trouble.is_gone
            except Exception:
                logger.exception("notice to subscription=%d failed", to.id)
                how, is_final = "fault", True
        try:
            again = await self._settle(parcel, how, is_final=is_final)
            if is_gone:
                await self._database.ask(drop_subscription, to.id)
        except Unwritten:
            again = True  # it was taken for some minutes, and is due after them
        self.counted[SENT if not how else PUT_OFF if again else GIVEN_UP] += 1
        if how:
            logger.info(
                "notice subscription=%d kind=%s try=%d: %s", to.id, to.kind, parcel.tries, how
            )

    async def _settle(self, parcel: Parcel | ChallengeParcel, how: str, *, is_final: bool) -> bool:
        """Whether it is tried again. Raises Unwritten."""
        if isinstance(parcel, Parcel):
            return await self._database.ask(settle, parcel, how, is_final=is_final)
        return await self._database.ask(settle_challenge, parcel, how, is_final=is_final)

    async def _out(self, parcel: Parcel | ChallengeParcel) -> None:
        """Raises NotSent."""
        to = parcel.to
        door = self._doors.get(to.kind)
        if door is None:
            raise NotSent("no way", is_final=True)
        await door.send(to, in_language(to.language, lambda: self._message(parcel)))

    def _message(self, parcel: Parcel | ChallengeParcel) -> Message:
        if isinstance(parcel, Parcel):
            return turn_message(parcel.turns, parcel.to.stop, self._links)
        return challenge_message(parcel.challenge, parcel.to.stop, self._links)
