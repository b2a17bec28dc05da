"""What takes a moment: it is done beside the screen, one thing of a kind at once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from textual.dom import DOMNode

from rules.messages import Refusal
from screens.text import say_refusal

Step = Callable[[], Awaitable[None]]


def look_up(node: DOMNode, work: Step, group: str) -> None:
    """Begin a look-up, unless one of this group is under way: nobody has many at once."""
    if all(worker.is_finished for worker in node.workers if worker.group == group):
        node.run_worker(work(), group=group)


def do_in_turn(
    node: DOMNode, steps: Sequence[Step], group: str, remark: Callable[[str], None], said: str
) -> None:
    """Do things one after the other, then remark what is said, or why one cannot be done."""

    async def work() -> None:
        try:
            for step in steps:
                await step()
        except Refusal as refusal:
            remark(say_refusal(refusal))
        else:
            remark(said)

    look_up(node, work, group)
