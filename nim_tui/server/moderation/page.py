"""The pages of other people: who is around, and what can be done about one of them."""

from __future__ import annotations

from typing import Final

from nim_tui.server.moderation.report_service import PersonRow, ReportService
from rules.messages import N_
from screens.app_api import NotPossible
from screens.lobby.api import MOST_TYPED
from screens.lobby.page import Action, Ask, Opens, Page, Row
from screens.text import _

_NAME: Final = 24


async def people_page(company: ReportService) -> Page:
    """List the people around, those who are here first. Raises a Refusal."""
    return Page(
        title=_("People"),
        intro=_("Choose somebody to block them, or to report them to the admins."),
        rows=[_row(one) for one in await company.people()],
    )


def _row(person: PersonRow) -> Row:
    where = _("here") if person.is_here else _("away")
    if person.is_own:
        where = _("you")
    parts = (
        (person.name.ljust(_NAME), "item"),
        (where.ljust(12), "note"),
        (_("blocked") if person.is_blocked else "", "gold"),
    )

    async def choose(_text: str) -> object:
        return _("This is you.") if person.is_own else Opens("person", person.name)

    return Row(person.name, person.name, parts=parts, enter=Action("person", choose))


async def person_page(company: ReportService, name: str) -> Page:
    """Offer what can be done about somebody: block and report. Raises a Refusal."""
    is_blocked = any(one.is_blocked for one in await company.people() if one.name == name)
    gone = _("You hear nothing of {name} any more; nobody is told.").format(name=name)
    back = _("You hear of {name} again.").format(name=name)
    block = Action("block", lambda _text: company.block(name), gone)
    told = _("you hear nothing of them; they are not told")
    rows = [Row("block", _("Block"), note=told, enter=block)]
    if is_blocked:
        unblock = Action("unblock", lambda _text: company.unblock(name), back)
        rows = [Row("unblock", _("Unblock"), note=_("you hear of them again"), enter=unblock)]
    ask = Ask(
        _("what happened …"), longest=MOST_TYPED, missing=NotPossible(N_("say a name after it"))
    )
    report = Action(
        "report",
        lambda reason: company.report(name, reason),
        _("The admins will read it. Thank you."),
        ask=ask,
    )
    told = _("admins read it, with what was said here last")
    return Page(
        title=_("People"), about=name,
        rows=[*rows, Row("report", _("Report"), note=told, enter=report)],
    )  # fmt: skip
