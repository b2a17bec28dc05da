"""The lines of text around the boards: headline, recap, signs, reason, prompt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from rich.cells import cell_len
from textual.geometry import Size
from textual.screen import Screen

from rules.contract import Event
from screens.base import Shape, api
from screens.colours import (
    BAR_SOFT,
    BAR_STRONG,
    SIDE_SIGNS,
    Look,
    Span,
    Spans,
    text_of,
)
from screens.keymap import bindings_of, key_name, key_of
from screens.people import PersonalSentence
from screens.positions import replayed_name, turn_of
from screens.reading.rules_parts import section_title
from screens.table.game_ui import HIGH, GameUi
from screens.table.hints import NO_HINT
from screens.table.model import TableModel
from screens.table.move_words import Words
from screens.text import N_, _, capitalised, short_title
from screens.widgets.board import Board
from screens.widgets.menu import Menu
from screens.widgets.panel import Panel
from screens.widgets.raster import broken as broken_text
from screens.widgets.sheet import broken, entries_that_fit, side_by_side

if TYPE_CHECKING:
    from screens.table.screen import GameScreen

_BAR_GOLD: Final = Look("gold", "bar", "bold")
_WIDE: Final = 110
_LEAVE_LINE, _RULES = "line.leave", "game.rules"
_AGAIN, _LOG = "game.again", "game.log"
_KEY: Final = Look("key", style="bold")
_SOFT: Final = Look("soft")
_ASKED: Final = PersonalSentence(N_("{name}: {question}"), you=N_("Your turn: {question}"))
_PLAYED_FOR: Final = N_('A bot is playing for you; press " to take over.')
_SHARE: Final = 4
"""The largest share of the headline for clocks and absences: one in this number."""
_TWO_LINES: Final = 2
"""The lines of the recap, and the most of an explanation, on a phone."""
_AROUND: Final = 5
"""The cells of the sign, and of the gap between a remark and the question."""
_ASKING: Final = Look("gold", style="bold")
_REMARK: Final = Look("ink", style="bold")
_TOLD: Final = Look("key", style="bold")
_SEEN: Final = PersonalSentence(N_("as {name} saw it"), you=N_("as you saw it"))
_CUT: Final = "  …"


def title_spans(title: str, width: int) -> Spans:
    """Return the game's title, or its first word for lack of room."""
    return [(f" {title if width >= _WIDE else short_title(title)}  ", BAR_STRONG)]


def first_key_of(screen: Screen[Any], name: str) -> str:
    """Return the first key of a binding, even while it is off because the user types."""
    return key_of(screen, name) or _bound_key(screen, name)


def _bound_key(screen: Screen[Any], name: str) -> str:
    """The first key of a binding, whether it does anything now or not."""
    binding = bindings_of(type(screen))[name]
    first, *_others = api(screen).keys().get(name, binding.key).split(",")
    return key_name(screen.app, replace(binding, key=first))


def turn_spans(model: TableModel[Any]) -> Spans:
    """Return the text that it is the reader's turn, or nothing."""
    return [(_("your turn") + " ", _BAR_GOLD)] if model.may_move else []


def prompt(model: TableModel[Any], ui: GameUi[Any], chosen: Words) -> str:
    """Return the text of the prompt; `chosen` are the words of a move chosen so far."""
    if model.is_following:
        return "" if model.step_shown is None else ui.sentence(model.step_shown)
    if model.is_replay:
        return _and_last(_where(model), ui)
    if (guide := model.guided_to_end) is not None and model.result is None:
        return guide.farewell
    if model.result is not None:
        return ui.verdict(model.result)
    if model.is_my_turn:
        words = "" if ui.screen.offer.shortcuts else ui.vocabulary.shown(chosen)
        if ui.shape is not Shape.WIDE:
            return capitalised(ui.ask(model.view))
        asked = model.people.say(_ASKED, {"question": ui.ask(model.view)}, name=model.seat.number)
        return asked + (f"   [{words} …]" if words else "")
    if (person := model.next_person()) is not None:
        if model.seat in model.persons:
            return _("Your turn is over. Look as long as you like.")
        return _("Pass the keyboard to {name}.").format(name=model.people.named(person.number))
    if model.seat.is_saving:
        return _("saving your move …")
    if not model.seat.waiting:
        return _("answered; the others see it in a moment …")
    return _waiting(model, ui)


def prompt_spans(
    model: TableModel[Any], ui: GameUi[Any], question: str, remark: str, room: int, *, is_past: bool
) -> Spans:
    """Return the question with a message beside it, or the message alone.

    The brighter of both is what matters now: the message, but for one of the past (`is_past`).
    """
    seat = model.seat.number
    asking, telling = (_ASKING, _SOFT) if is_past or not remark else (_SOFT, _REMARK)
    told = [(f"  {remark}", telling)] if remark else []
    if not (model.is_my_turn and not model.is_replay) or seat is None:
        return told or [(f" {question}", _TOLD)]
    sign = (f" {SIDE_SIGNS[seat]} ", Look(ui.seat_ink(seat), style="bold"))
    if remark and cell_len(question + remark) + _AROUND > room:
        return [sign, (remark, _REMARK)]
    return [sign, (question, asking), *told]


def place_spans(boards: Sequence[Board]) -> Spans:
    """Return the name of the place under the cursor."""
    board = next((board for board in boards if board is board.screen.focused), None)
    told = "" if board is None or not board.cursor else board.cursor_name(board.cursor)
    return [(f" {told} ", Look("soft"))] if told else ()


def note_spans(menu: Menu) -> Spans:
    """Return the note of the marked choice, if the menu has no room for notes."""
    return [(f" {menu.hidden_note} ", Look("soft"))] if menu.hidden_note else ()


def more_spans(menu: Menu) -> Spans:
    """Return the number of rows for fingers below those that are visible."""
    hidden = menu.hidden_below if menu.display else 0
    return [(_(" {count} more ▾").format(count=hidden), _KEY)] if hidden else ()


def _where(model: TableModel[Any]) -> str:
    """Return the position in the record, and the seat whose view is shown."""
    assert model.steps is not None
    if model.is_all_open:
        whose = _("everything")
    elif model.seat.number is None:
        whose = _("as spectators saw it")
    else:
        whose = model.people.say(_SEEN, {}, name=model.seat.number)
    place = replayed_name(turn_of(model.view), model.steps.position, model.steps.length)
    return _("Replay, {place}, {whose}").format(place=place, whose=whose)


def _waiting(model: TableModel[Any], ui: GameUi[Any]) -> str:
    """Return the text about the players to move, without the reader's seat if a bot plays it."""
    others = [seat for seat in model.seat.waiting if seat != model.reader]
    names = model.people.listed(others)
    text = _("waiting for {names} …").format(names=names) if names else ""
    if thinking := model.people.thinking(others):
        text = f"{thinking} …"
    if not model.persons and model.seat.number is not None:
        return f"{_(_PLAYED_FOR)}   {text}".rstrip()
    return _and_last(text, ui)


def _and_last(text: str, ui: GameUi[Any]) -> str:
    return f"{text}   {last}" if (last := ui.last_done()) else text


def _in_columns(parts: Sequence[Spans], column: int, width: int) -> Spans:
    """Return parts side by side in one line; the last ones, of no room, give way to “…”."""
    line, *others = parts
    for at, part in enumerate(others, start=1):
        longer = side_by_side(line, part, at * column)
        if cell_len(text_of(longer).rstrip()) > width - len(_CUT) * (at < len(others)):
            return [*line, (_CUT, _SOFT)]
        line = longer
    return line


class TextLines:
    """The lines of text around the boards; a message replaces the prompt."""

    def __init__(self, screen: GameScreen[Any], title: str) -> None:
        self.screen = screen
        self._title = title
        self._headline: Spans = ()
        self._is_advised = False
        self._matter: Spans = ()
        """What matters now, while the line below the headline has news."""
        self._told: dict[int, list[Spans]] = {}
        """The news of the state shown, by the cells of a line."""
        self._told_of: tuple[Sequence[Event], tuple[object, ...]] = (), ()
        """The log and the facts that the news are of."""
        self._hint = NO_HINT
        self._rows: Sequence[Spans] = ()
        """The news or the reasons of a hint, as they were shown last."""
        self._are_news = False
        """Whether these rows are news alone, the first of which gives way where room is scarce."""
        self._above: list[str] = []
        """The rows above the question line of a text too long for it."""
        self._note = ""
        """A message in place of the prompt."""
        self.rule = ""
        """The section of the rules behind the refusal in the message."""
        self._held = 0
        """The most lines above the question since it was asked, on a phone."""

    def show(self, view: Any) -> None:
        """Show the present state of the table above the boards."""
        screen = self.screen
        self._told = {}
        titled = title_spans(self._title, screen.arrangement.room.width)
        self._headline = [*titled, *screen.ui.headline(view)]
        self.show_headline()
        self.show_since(view)

    def show_since(self, view: Any) -> None:
        """Show what matters now, or what the player did last and what came of it.

        What matters does not hide news: it then stands above the question.
        """
        screen = self.screen
        if screen.ui.shape is not Shape.WIDE:
            self._show_since_on_phone(view, screen.arrangement.line_width)
            return
        width = screen.arrangement.room.width
        since, matter = screen.ui.since(view), screen.coaching.matter(width)
        self._matter = ()
        if screen.ui.has_news_on_top and since:
            self._matter = matter
            if screen.model.is_my_turn:
                since = self._with_keys(since, self._keys_of_news(), width)
        else:
            since = matter or since
        screen.query_one("#since", Panel).show("", [since])

    def _show_since_on_phone(self, view: Any, width: int) -> None:
        """Show the news in two lines, or what a tap has marked where it takes their place."""
        screen = self.screen
        looked = self._looked(width) if self._explains_on_top else []
        told = looked or screen.ui.news(width)
        if len(told) < _TWO_LINES and not looked:
            said = next(iter(screen.ui.news(_TWO_LINES * width)), screen.ui.since(view))
            told = [*broken(said, width)]
        screen.query_one("#since", Panel).show("", told[:_TWO_LINES])

    def show_headline(self) -> None:
        """Show the headline and, beside it, notes about the people at the table."""
        screen = self.screen
        turn = turn_spans(screen.model) if screen.ui.shape is Shape.WIDE else []
        headline, room = self._headline, screen.arrangement.room.width - cell_len(text_of(turn)) - 3
        around = ""
        if not screen.model.is_replay:
            said = api(screen.app).table.around
            around = said(room - cell_len(text_of(headline))) or said(room // _SHARE)
            headline = entries_that_fit(headline, room - cell_len(around))
        told = [(f"{around} ", BAR_SOFT)] if around else []
        self.screen.text_line("headline").show(headline, (*told, *turn))

    def show_signs(self) -> None:
        """Show the news or a hint above the question, and the line that follows the cursor."""
        screen = self.screen
        if screen.ui.shape is Shape.WIDE:
            size = screen.arrangement.room
            self._hint = screen.hints.shown(size.width, screen.ui.advice_lines(size))
            coached = self._coached(size)
            self._rows = self._hint.rows or ([] if self._hint.head else self._news(size, coached))
            self._are_news = not (self._hint.head or coached)
            screen.ui.note_advice(is_given=screen.hints.advice is not None)
        self.show_looked_at()

    def show_looked_at(self) -> None:
        """Show the place under the cursor, or else a hint or the legend; the news stay."""
        screen = self.screen
        size = screen.arrangement.room
        if screen.ui.shape is not Shape.WIDE:
            self._show_remarks(self._explained(screen.arrangement.line_width))
            if self._explains_on_top:
                self.show_since(screen.model.view)
            return
        hint, rows = self._hint, self._rows
        way = hint.answer or screen.looked.way()
        room = size.width - cell_len(text_of(way)) - 1
        told = hint.head or screen.looked.told(room)
        signs = screen.text_line("signs")
        is_low = size.height < HIGH and signs.display
        if rows and is_low and self._are_news:
            told, rows = told or rows[0], rows[1:]  # nothing moves when something is marked
        signs.show(told or entries_that_fit(screen.ui.signs_line(screen.model.view), room), way)
        self._show_remarks(rows)

    def _show_remarks(self, rows: Sequence[Spans]) -> None:
        """Show the lines above the question; the menu gives way."""
        screen = self.screen
        self._held = max(self._kept_free(), len(rows)) if self._keeps_rows else 0
        rows = [*[()] * (self._held - len(rows)), *rows]
        before, is_advised = len(screen.remarks.lines), screen.hints.advice is not None
        screen.remarks.show("", rows)
        if (len(rows), is_advised) != (before, self._is_advised):
            self._is_advised = is_advised
            screen.remarks.styles.height = len(rows)
            screen.arrangement.fit_menu()
            if screen.ui.shape is not Shape.WIDE:
                screen.offer.fill_menu(keep=True)  # fewer rows may stand two beside each other

    @property
    def _keeps_rows(self) -> bool:
        """Whether a second tap must find a choice where the first one found it, on a phone."""
        screen = self.screen
        is_phone = screen.ui.shape is not Shape.WIDE
        return is_phone and api(screen).marks_first and screen.model.may_move

    @property
    def _explains_on_top(self) -> bool:
        """Whether a phone explains what a tap marks in place of the news: choices need the rest.

        So it is held sideways, and in lessons and puzzles, whose text stands above the question.
        """
        return self.screen.guide is not None or self.screen.ui.shape is Shape.SIDEWAYS

    def _kept_free(self) -> int:
        """Return the lines kept on a phone for the explanation of what a tap marks.

        If it takes the place of the news, no row is cut for it; else there are always as many as
        it takes, or what was told since the question was asked.
        """
        screen = self.screen
        spare = screen.menu.spare_lines(screen.ui.menu_lines(screen.arrangement.room))
        return max(self._held, spare, 0 if self._explains_on_top else _TWO_LINES)

    def _looked(self, width: int) -> list[Spans]:
        """Return the explanation of what was marked, in the lines of a phone.

        After a tap on a place, with the words that another one plays, if there is room.
        """
        told = self.screen.looked.told(width * _TWO_LINES)
        rows: list[Spans] = [*broken(told, width)[:_TWO_LINES]] if told else []
        if not (again := self.screen.looked.again()):
            return rows
        free = width - cell_len(text_of((*rows[-1], *again))) if rows else 0
        if free > 0:
            rows[-1] = [*rows[-1], (" " * free, _SOFT), *again]
        elif len(rows) < _TWO_LINES:
            rows.append(again)
        return rows

    def _explained(self, width: int) -> list[Spans]:
        """Return what was marked, or a hint, or the coach's words, in the lines of a phone."""
        screen = self.screen
        if told := [] if self._explains_on_top else self._looked(width):
            return told
        if hint := screen.hints.in_a_column(width, screen.ui.advice_lines(screen.arrangement.room)):
            return hint
        if coached := screen.coaching.in_a_column(width):
            return coached
        return [[(f" {row}", _TOLD)] for row in self._above]

    def _news_in(self, room: int) -> list[Spans]:
        """Return the news in lines of so many cells, worked out once a state."""
        model = self.screen.model
        log, shown = model.log_now, model.playback.shown
        facts = shown, model.is_following, model.is_my_turn, model.is_replay, model.people
        if log is not self._told_of[0] or facts != self._told_of[1]:
            self._told, self._told_of = {}, (log, facts)
        if room not in self._told:
            self._told[room] = self.screen.ui.news(room)
        return [*self._told[room]]

    def _coached(self, size: Size) -> list[Spans]:
        """Return what matters, and the coach's remark if it fits: the menu keeps a line."""
        matter = [*filter(None, [self._matter])]
        spare = min(max(self.screen.ui.lines_to_spare(size), 1), self.screen.ui.news_lines(size))
        return [*matter, *self.screen.coaching.remark(size.width, spare - len(matter))]

    def _news(self, size: Size, coached: Sequence[Spans]) -> list[Spans]:
        """Return the coach's lines, and one for each opponent.

        Opponents stand side by side if many share few lines.
        """
        ui = self.screen.ui
        most = ui.news_lines(size)
        news = self._news_in(size.width) if self.screen.guide is None else []
        if coached:
            return [*coached, *news[: max(ui.lines_to_spare(size) - len(coached), 0)]]
        if news and (keys := self._keys_of_news()):
            room = size.width - cell_len(text_of(keys))
            news[0] = self._with_keys(self._news_in(room)[0], keys, size.width)
        if len(news) <= most or most == 0:
            return news[:most]
        beside = -(-len(news) // most)
        news = self._news_in(size.width // beside)
        lines = [news[at : at + beside] for at in range(0, len(news), beside)]
        return [_in_columns(line, size.width // beside, size.width) for line in lines]

    def _keys_of_news(self) -> Spans:
        """The keys that show again what the others did, and the whole log, if there is anything."""
        told: list[Span] = []
        if not self.screen.model.can_see_again:
            return told
        for name, text in ((_AGAIN, _("replay")), (_LOG, _("log"))):
            told += [(f" {_bound_key(self.screen, name)} ", _KEY), (f"{text} ", _SOFT)]
        return told

    def _with_keys(self, news: Spans, keys: Spans, width: int) -> Spans:
        """Return news with the keys at the end of the line; entries that do not fit give way."""
        if not keys:
            return news
        start = width - cell_len(text_of(keys))
        return side_by_side(entries_that_fit(news, start), keys, start)

    # The prompt

    def show_prompt(self) -> None:
        """Show the question or a remark, and the place under the cursor."""
        screen = self.screen
        width = screen.arrangement.line_width
        text = prompt(screen.model, screen.ui, screen.picker.chosen)
        if screen.ui.shape is not Shape.WIDE:
            text = self._last_row(text, width - 2)
        place: Spans = ()
        note = self._note_beside(text, width)
        if note:
            place = self._way_to_rule(width - cell_len(note) - _AROUND)
            width -= cell_len(text_of(place))
        spans = prompt_spans(screen.model, screen.ui, text, note, width, is_past=self._tells_forced)
        if not note:
            place = self._on_phone() if screen.ui.shape is not Shape.WIDE else ()
            place = place or place_spans(screen.ui.boards()) or note_spans(screen.menu)
            if cell_len(text_of((*spans, *place))) >= width:
                place = ()
        self.screen.text_line("prompt").show(spans, place)

    def _note_beside(self, question: str, width: int) -> str:
        """Return the message in place of the prompt, or beside it.

        That of a forced move never hides the question of the move after it.
        """
        is_too_long = cell_len(question + self._note) + _AROUND > width
        return "" if self._tells_forced and is_too_long else self._note

    @property
    def _tells_forced(self) -> bool:
        """Whether the message is about a forced move, and another move is asked for now."""
        return self._note == self.screen.forced.told and self.screen.model.is_my_turn

    def _on_phone(self) -> Spans:
        """Return what stands beside the question of a phone: what another tap does, or more rows.

        The first only if the explanation of the tapped place has no room for it.
        """
        again = self.screen.looked.again()
        rows = self._looked(self.screen.arrangement.line_width) if again else []
        is_said = any(again[0] in row for row in rows)
        return more_spans(self.screen.menu) if is_said or not again else again

    def _last_row(self, text: str, width: int) -> str:
        """Return what a line of a phone holds of a text that asks nothing; the rest is above it."""
        is_asked = self.screen.model.is_my_turn and not self.screen.model.is_replay
        *above, last = [text] if is_asked else broken_text(text, width)
        if above != self._above:
            self._above = above
            self.show_signs()
        return last

    def _way_to_rule(self, room: int) -> Spans:
        """Return the section of the rules behind a refusal and its key, or the key alone."""
        title = section_title(self.screen.model.seat.game, self.rule)
        if not title:
            return ()
        key = f"{key_of(self.screen, _LEAVE_LINE)} {first_key_of(self.screen, _RULES)}".strip()
        ways = (_(" {key}: rules, {title} "), _(" {key}: rules "))
        told = (way.format(key=key, title=title) for way in ways)
        return [(way, _KEY) for way in told if cell_len(way) <= room][:1]

    def tell(self, text: str, *, rule: str = "") -> None:
        """Show a message in place of the prompt until the next choice; "" ends it.

        `rule` is the section of the rules behind a refusal.
        """
        self._note, self.rule = text, rule
        self.show_prompt()

    def forget(self) -> None:
        """Clear the message and the explanation."""
        self._note = self.rule = ""
        self._held = 0
        self.screen.looked.forget()

    def told_in_prompt(self) -> str:
        """Return the explanation of the marked thing if there is no line for it, else ""."""
        if self.screen.ui.shape is not Shape.WIDE or self.screen.text_line("signs").display:
            return ""
        return text_of(self.screen.looked.told(self.screen.arrangement.room.width)).strip()
