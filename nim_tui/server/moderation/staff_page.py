"""Pages of moderators and admins: reports, what can be done about a person, the audit log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from nim_tui.plain.commands import spelt
from nim_tui.server.admin.protocol import (
    AnyOrder,
    BanOrder,
    Close,
    CloseReport,
    Exclude,
    Facts,
    ListAudit,
    ListReports,
    Mute,
    Rename,
    Role,
    SetRole,
    Unban,
    Unmute,
    Warn,
)
from nim_tui.server.moderation.audit import AuditEntry
from nim_tui.server.moderation.bans import in_utc
from nim_tui.server.moderation.reports import Case, Report
from nim_tui.server.moderation.roles import CALLED
from nim_tui.server.moderation.staff import StaffAccess
from nim_tui.server.storage.schema import MEMBER
from rules.messages import N_
from screens.app_api import NotPossible
from screens.lobby.api import MOST_TYPED
from screens.lobby.page import Action, Ask, Opens, Page, Row, by_ear
from screens.text import _, is_spoken, labelled, ngettext
from screens.widgets.raster import fitted

_DAY: Final = 86_400
MUTES: Final = {
    N_("1 hour"): 3600, N_("1 day"): _DAY, N_("1 week"): 7 * _DAY, N_("permanently"): None,
}  # fmt: skip
"""The durations of a mute, in seconds."""
BANS: Final = (
    ("day", N_("Ban for a day"), _DAY), ("week", N_("Ban for a week"), 7 * _DAY),
    ("month", N_("Ban for a month"), 31 * _DAY), ("ever", N_("Ban permanently"), None),
)  # fmt: skip
ORDERS: Final = {
    "mute": N_("mute"), "unmute": N_("unmute"), "warn": N_("warn"), "ban": N_("ban"),
    "unban": N_("lift ban"), "rename": N_("rename"), "close": N_("close table"),
    "exclude": N_("exclude"), "close-report": N_("close report"), "role": N_("give a role"),
    "kick": N_("end session"), "merge": N_("merge"), "erase": N_("delete"),
    "motd": N_("message of the day"),
}  # fmt: skip
"""The orders in the audit log, by tag; others are shown by their tag."""
NOTES: Final = {
    "mute": N_("no chat, for a time"), "unmute": N_("may chat again"),
    "warn": N_("shown now or at the next sign-in"), "rename": N_("in game records too"),
    "unban": N_("may sign in again"), "exclude": N_("neither plays nor watches there"),
    "close": N_("the game ends without a result"), "role": N_("member, moderator or admin"),
    "done": N_("with a note of what was decided"),
}  # fmt: skip
"""The effects of the orders, by word."""
ALL: Final = "all"
"""The subject of the page with the closed reports too."""
_SHOWN: Final = 6
"""The messages shown below the list of orders."""


async def reports_page(staff: StaffAccess, of: str) -> Page:
    """Return a page of reports, for moderators; `of` is its number, or ALL. Raises a Refusal."""
    is_all = of.startswith(ALL)
    number = of.removeprefix(ALL).strip()
    facts = await staff.do(ListReports(is_all, int(number) if number.isdecimal() else 1))
    rows = [_report_row(one) for one in facts["reports"]]
    if not is_all and not is_spoken():
        rows.append(Row("closed", _("Closed reports"), enter=_opening("reports", ALL)))

    async def find(name: str) -> Opens:
        return Opens("case", f"#{await staff.number_of(name)}")

    ask = Ask(_("the name of a player …"), longest=40, missing=NotPossible(N_("add a name")))
    about = ngettext("{count} report", "{count} reports", facts["total"])
    prefix = f"{ALL} " if is_all else ""
    return Page(
        title=_("Reports"),
        about=about,
        intro=by_ear(_("Type {word} and a number to open a report.").format(word=spelt("go")), ""),
        rows=rows,
        empty=_("No report is open."),
        is_numbered=False,
        unclear=N_("add the number of a report"),
        actions=[Action("moderate", find, ask=ask), Action("audit", _opening("audit").run)],
        usual=["list", "go", "over", "moderate"],
        others=[f"{prefix}{one}" for one in range(1, facts["pages"] + 1)],
    )


def _opening(page: str, of: str = "") -> Action:
    async def opened(_text: str) -> Opens:
        return Opens(page, of)

    return Action("go", opened)


def _report_row(one: Facts) -> Row:
    place = one["table"] or _("lobby")
    told = _("Report {number}, {time}: {by} about {about} ({place}): {reason}").format(
        number=one["report"], place=place,
        time=_time(one["time"]),
        **{name: one[name] for name in ("by", "about", "reason")},
    )  # fmt: skip
    closed = _("closed {time} {note}").format(time=_time(one["closed"]), note=one["note"]).strip()
    parts = (
        (f"{one['report']:>4}  ", "gold"), (fitted(one["about"], 18) + "  ", "item"),
        (one["reason"], "note"),
    )  # fmt: skip
    return Row(
        id=str(one["report"]), name=one["about"], told=told, parts=parts,
        more=[closed] if one["closed"] else [],
        detail="\n".join([told, *([closed] if one["closed"] else [])]),
        enter=_opening("case", str(one["report"])),
    )  # fmt: skip


# A person, and perhaps a report about them


async def case_page(staff: StaffAccess, of: str) -> Page:
    """Return the page about a report, or about a person (`#` and a number). Raises a Refusal."""
    case = await staff.case(of)
    orders = _Orders(staff, case)
    report, name = case.report, case.person.name
    title = _("Moderate {name}").format(name=name)
    if report is not None:
        title = _("Report {number}").format(number=report.id)
    told, done = [*_about(case)], [_done(one) for one in case.done]
    if is_spoken():
        messages = [labelled(who, text) for _account, who, text in _lines(case)]
        rows, actions = orders.bans(), orders.others()
        return Page(
            title=title, lines=[*told, *messages, *done], rows=rows, actions=actions,
            empty="", usual=["mute", "warn", "ban", *(["done"] if report else [])],
            is_numbered=False, unclear=N_("add how long: day, week or month, then the reason"),
        )  # fmt: skip
    rows = [*_read(case, of, done), *map(orders.row, orders.others()), *orders.bans()]
    return Page(title=title, about="" if report is None else name, intro="\n".join(told), rows=rows)


def _about(case: Case) -> Sequence[str]:
    """Return the sentences about the report and the person."""
    told = [] if case.report is None else _about_report(case, case.report)
    name, until = case.person.name, case.muted_until
    if case.is_muted:
        text = _("{name} is muted") if until is None else _("{name} is muted until {time} UTC")
        told.append(text.format(name=name, time="" if until is None else in_utc(until)))
    if case.ban is not None:
        ends = case.ban.ends
        text = _("{name} is banned: {reason}")
        if ends is not None:
            text = _("{name} is banned until {time} UTC: {reason}")
        time = "" if ends is None else in_utc(ends)
        told.append(text.format(name=name, time=time, reason=case.ban.reason))
    if case.person.role != MEMBER and case.person.role in CALLED:
        told.append(labelled(name, _(CALLED[case.person.role])))
    return told


def _about_report(case: Case, report: Report) -> list[str]:
    place, name = report.place or _("lobby"), case.person.name
    facts = {"time": in_utc(report.time), "by": report.reporter_name, "about": name}
    text = _("{time} UTC, {by} about {about} ({place}): {reason}")
    told = [text.format(place=place, reason=report.reason, **facts)]
    if report.closed is not None:
        told.append(_("This report is closed: {note}").format(note=report.note or "-"))
    if report.is_hidden:
        told.append(_("The messages are hidden from you while you play at that table."))
    return told


def _done(entry: AuditEntry) -> str:
    """Return a sentence about an order."""
    order = _(ORDERS[entry.what]) if entry.what in ORDERS else entry.what
    told = _("{time} UTC, {name}: {order}").format(
        time=in_utc(entry.time), name=entry.issuer, order=order
    )
    return f"{told}, {entry.why}" if entry.why else told


def _time(told: str | None) -> str:
    """Return a time in the result of an order as it is shown."""
    return "" if told is None else told[:16].replace("T", " ") + " UTC"


def _lines(case: Case) -> Sequence[tuple[int | None, str, str]]:
    return () if case.report is None else case.report.lines


def _read(case: Case, of: str, done: Sequence[str]) -> list[Row]:
    """Return the rows that only show something."""
    lines = _lines(case)
    count = ngettext("{count} message", "{count} messages", len(lines))
    latest = "\n".join(labelled(who, text) for _account, who, text in lines[-_SHOWN:])
    rows = [] if case.report is None else [
        Row("lines", _("Messages"), note=count, detail=latest, enter=_opening("case_lines", of))
    ]  # fmt: skip
    count = ngettext("{count} action", "{count} actions", len(done))
    return [*rows, Row("done", _("Done so far"), note=count, detail="\n".join(done[-_SHOWN:]))]


async def case_lines_page(staff: StaffAccess, of: str) -> Page:
    """Return the messages of a report, one a row. Raises a Refusal."""
    case = await staff.case(of)
    rows = [
        Row(
            f"line {place}", who, parts=((fitted(who, 16) + "  ", "item"), (text, "note")),
            detail=text,
        )
        for place, (_account, who, text) in enumerate(_lines(case))
    ]  # fmt: skip
    return Page(
        title=_("Messages"), about=case.person.name, rows=rows, empty=_("no messages yet"),
        marked="" if not rows else rows[-1].id,
    )  # fmt: skip


class _Orders:
    """The orders about the person of a case."""

    def __init__(self, staff: StaffAccess, case: Case) -> None:
        self._staff = staff
        self._case = case
        self._name = case.person.name
        self._report = None if case.report is None else case.report.id

    def others(self) -> list[Action]:
        """Return the orders that apply now, except bans."""
        case, report = self._case, self._case.report
        orders = [self._unmute() if case.is_muted else self._mute(), self._warn(), self._rename()]
        if case.ban is not None and self._staff.is_admin:
            told = _("The ban is lifted.")
            orders.append(self._order("unban", _("Lift the ban"), lambda: Unban(self._name), told))
        if report is not None and report.place is not None:
            orders += self._of_table(report.place)
        if self._staff.is_admin:
            orders.append(self._role())
        if report is not None and report.closed is None:
            orders.append(self._close_report(report.id))
        return orders

    @staticmethod
    def row(action: Action) -> Row:
        """Return the row of an action on the screen, which bears its label."""
        note = _(NOTES[action.word]) if action.word in NOTES else ""
        return Row(action.word, action.label, note=note, enter=replace(action, label=""))

    def bans(self) -> list[Row]:
        """Return the bans that the role allows, each with a reason."""
        allowed = [one for one in BANS if one[2] is not None or self._staff.is_admin]
        return [self._ban(*one) for one in allowed]

    def _ban(self, word: str, label: str, seconds: int | None) -> Row:
        missing = NotPossible(N_("add the reason, which the banned person sees"))
        ask = Ask(_("the reason, which they see …"), longest=MOST_TYPED, missing=missing)

        async def ban(reason: str) -> str:
            facts = await self._staff.do(
                BanOrder(self._name, reason[:400], seconds, report=self._report)
            )
            ends = facts["banned"]["ends"]
            told = _("{name} is banned.") if ends is None else _("{name} is banned until {time}.")
            return told.format(name=self._name, time=_time(ends))

        note = _("they see your reason")
        return Row(word, _(label), note=note, enter=Action("ban", ban, ask=ask))

    def _order(
        self, word: str, label: str, order: Callable[[], AnyOrder], said: str, confirm: str = ""
    ) -> Action:
        async def do(_text: str) -> str:
            await self._staff.do(order())
            return said

        return Action(word, do, label=label, confirm=[confirm] if confirm else [])

    def _typed(self, word: str, label: str, order: Callable[[str], AnyOrder], ask: Ask) -> Action:
        async def do(text: str) -> str:
            await self._staff.do(order(text))
            return _("Done.")

        return Action(word, do, label=label, ask=ask)

    def _mute(self) -> Action:
        async def mute(time: str) -> str:
            order = Mute(self._name, MUTES.get(time), report=self._report)
            ends = (await self._staff.do(order))["ends"]
            told = _("{name} is muted.") if ends is None else _("{name} is muted until {time}.")
            return told.format(name=self._name, time=_time(ends))

        hint = _("Mute {name} for how long?").format(name=self._name)
        return Action("mute", mute, label=_("Mute"), ask=Ask(hint, choices=tuple(MUTES)))

    def _unmute(self) -> Action:
        told = _("{name} is no longer muted.").format(name=self._name)
        return self._order(
            "unmute", _("Unmute"), lambda: Unmute(self._name, report=self._report), told
        )

    def _warn(self) -> Action:
        missing = NotPossible(N_("add the text of the warning"))
        ask = Ask(_("the warning, which they see …"), longest=MOST_TYPED, missing=missing)
        return self._typed(
            "warn", _("Warn"), lambda text: Warn(self._name, text, report=self._report), ask
        )

    def _rename(self) -> Action:
        ask = Ask(_("the new name …"), longest=40, missing=NotPossible(N_("add a name")))
        return self._typed(
            "rename", _("Rename"), lambda name: Rename(self._name, name, report=self._report), ask
        )

    def _of_table(self, table: str) -> list[Action]:
        close = _("To close table {table}, type: {word} yes.")
        away = _("To exclude {name} from table {table}, type: {word} yes.")
        named = {"table": table, "name": self._name}
        again = _("Press Enter again to do this.")
        return [
            self._order(
                "exclude", _("Exclude from table {table}").format(table=table),
                lambda: Exclude(self._name, table, report=self._report),
                _("{name} was excluded from table {table}.").format(**named),
                by_ear(away.format(word=spelt("exclude"), **named), again),
            ),
            self._order(
                "close", _("Close table {table}").format(table=table),
                lambda: Close(table, report=self._report), _("Table closed."),
                by_ear(close.format(word=spelt("close"), **named), again),
            ),
        ]  # fmt: skip

    def _role(self) -> Action:
        roles: dict[str, Role] = {N_("member"): "member", N_("moderator"): "moderator",
                                  N_("admin"): "admin"}  # fmt: skip

        async def give(role: str) -> str:
            await self._staff.do(SetRole(self._name, roles[role]))
            return labelled(self._name, _(role))

        hint = _("Which role for {name}?").format(name=self._name)
        return Action("role", give, label=_("Role"), ask=Ask(hint, choices=tuple(roles)))

    def _close_report(self, number: int) -> Action:
        async def close(note: str) -> str:
            await self._staff.do(CloseReport(number, note[:400]))
            return _("Report closed.")

        ask = Ask(_("what was decided …"), longest=MOST_TYPED)
        return Action("done", close, label=_("Close the report"), ask=ask)


async def audit_page(staff: StaffAccess, of: str) -> Page:
    """Return a page of the audit log, for admins. Raises a Refusal."""
    facts = await staff.do(ListAudit(page=int(of) if of.isdecimal() else 1))
    return Page(
        title=_("Audit log"),
        rows=[_audit_row(one) for one in facts["audit"]],
        empty=_("No orders yet."),
        others=[str(one) for one in range(1, facts["pages"] + 1)],
    )


def _audit_row(one: Facts) -> Row:
    order = _(ORDERS[one["order"]]) if one["order"] in ORDERS else one["order"]
    told = _("{time}, {name}: {order} {whom}").format(
        time=_time(one["time"]), name=one["by"] or "-", order=order, whom=one["whom"]
    )
    more = [f"{name}: {fact}" for name, fact in one.get("facts", {}).items()]
    text = ", ".join(filter(None, [told.strip(), one["why"], *more]))
    parts = (
        (one["time"][:10] + "  ", "note"), (fitted(one["by"], 14) + "  ", "item"),
        (f"{order} {one['whom']}", "note"),
    )  # fmt: skip
    return Row(str(one["number"]), one["whom"], told=text, parts=parts, detail=text)
