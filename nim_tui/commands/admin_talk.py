"""`nim-tui admin reports`, `close-report`, `slow`: talk among strangers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nim_tui.cli.explained import WholeNumber, argument, option
from nim_tui.commands.admin_lists import more_of
from nim_tui.commands.admin_orders import AdminTarget, admin, facts_of, line, ordering, write
from nim_tui.server.admin.orders import CloseReport, ListReports, Slow
from screens.text import N_, _

if TYPE_CHECKING:
    from nim_tui.server.admin.orders import Facts


@admin.command(
    help=N_("List what people report about others, with what was said last, the newest first."),
)
@option("--all", "closed", is_flag=True, help=N_("Reports that are closed too."))
@option(
    "--page", type=WholeNumber(1, 10**9), default=1, metavar="N",
    help=N_("Which page of 20 reports."),
)  # fmt: skip
@ordering
def reports(house: AdminTarget, *, closed: bool, page: int, as_json: bool) -> None:
    """List what people report about others, with what was said last, the newest first."""
    write(facts_of(house, ListReports(closed, page)), _report_lines, as_json=as_json)


@admin.command(
    "close-report",
    help=N_("Have done with a report; NOTE says what was decided."),
)
@argument("report", type=WholeNumber(1, 10**9))
@argument("note", nargs=-1)
@ordering
def close_report(house: AdminTarget, *, report: int, note: tuple[str, ...], as_json: bool) -> None:
    """Have done with a report; NOTE says what was decided."""
    facts = facts_of(house, CloseReport(report, line(note, N_("NOTE"))))
    text = _("report {number} is closed").format(number=facts["closed"])
    write(facts, lambda _facts: [text], as_json=as_json)


@admin.command(
    help=N_(
        "Let people say a line in the lobby every SECONDS; 0 ends that.\n\n"
        "It holds until the server stops; the setting slow_seconds holds from its start."
    ),
)
@argument("seconds", type=WholeNumber(0, 3600))
@ordering
def slow(house: AdminTarget, *, seconds: int, as_json: bool) -> None:
    """Let people say a line in the lobby every SECONDS; 0 ends that."""
    facts = facts_of(house, Slow(seconds))
    told = _("slow mode: one line in {seconds} s") if seconds else _("slow mode has ended")
    write(facts, lambda _facts: [told.format(seconds=facts["seconds"])], as_json=as_json)


def _report_lines(facts: Facts) -> list[str]:
    if not facts["reports"]:
        return [_("there is none")]
    lines: list[str] = []
    for one in facts["reports"]:
        head = _("{number}  {time}  {by} about {about} ({place}): {reason}")
        place = one["table"] or _("lobby")
        named = {name: one[name] for name in ("time", "by", "about", "reason")}
        lines.append(head.format(number=one["report"], place=place, **named))
        lines += [f"    {said['name']}: {said['text']}" for said in one["lines"]]
        if one["closed"]:
            closed = _("closed {time} {note}").format(time=one["closed"], note=one["note"])
            lines.append(f"    {closed}".rstrip())
    return [*lines, *more_of(facts)]
