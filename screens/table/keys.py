"""The keys of every table, and those that are active."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from textual.binding import Binding

from screens.table.agreement import can_answer
from screens.table.model import TableModel
from screens.text import N_

if TYPE_CHECKING:
    from screens.table.game_ui import GameUi
    from screens.table.screen import GameScreen
    from screens.widgets.menu import Menu

TABLE_BINDINGS: Final = (
    Binding("left,comma", "step(-1)", N_("Previous"), id="replay.before", priority=True),
    Binding("right,full_stop", "step(1)", N_("Next"), id="replay.next", priority=True),
    Binding("right_curly_bracket", "step(10)", N_("Forward 10"), show=False, id="replay.next_ten"),
    Binding("left_curly_bracket", "step(-10)", N_("Back 10"), show=False, id="replay.before_ten"),
    Binding("home", "go_to_start", N_("To the start"), show=False, id="replay.start"),
    Binding("end", "go_to_end", N_("To the end"), show=False, id="replay.end"),
    Binding("c", "jump", N_("Go to"), id="replay.jump", tooltip=N_("Go to a turn of the game")),
    Binding("v", "whose_view", N_("Point of view"), id="replay.view"),
    Binding(
        "backspace",
        "word_back",
        N_("Back"),
        id="game.back",
        tooltip=N_("Undo the last word of the move you are choosing"),
    ),
    Binding("colon", "type", N_("Type"), id="game.type", tooltip=N_("Type a move")),
    Binding(
        "equals_sign",
        "agree",
        N_("Draw"),
        show=False,
        id="game.agree",
        tooltip=N_("Offer a draw (a bot accepts if it is not ahead)"),
    ),
    Binding(
        "minus",
        "decline",
        N_("Decline"),
        show=False,
        id="game.decline",
        tooltip=N_("Decline a draw, or withdraw your offer"),
    ),
    Binding(
        "underscore",
        "resign",
        N_("Resign"),
        show=False,
        id="game.resign",
        tooltip=N_("Lose the game, once you confirm"),
    ),
    Binding("u", "undo", N_("Undo"), id="game.undo", tooltip=N_("Undo your last move")),
    Binding(
        "i,I",
        "hint",
        N_("Hint"),
        id="game.hint",
        tooltip=N_("Ask a bot for a move; press again to play it"),
    ),
    Binding(
        "less_than_sign",
        "see_again",
        N_("Replay"),
        show=False,
        id="game.again",
        tooltip=N_("Replay, step by step, the moves since your last turn"),
    ),
    Binding(
        "greater_than_sign",
        "skip_step",
        N_("Skip step"),
        id="lesson.skip",
        tooltip=N_("Play this step for you"),
    ),
    Binding(
        "L",
        "lessons",
        N_("Lessons"),
        id="lesson.list",
        tooltip=N_("All lessons of this game"),
    ),
    Binding(
        "greater_than_sign",
        "next_puzzle",
        N_("Next puzzle"),
        id="puzzle.next",
        tooltip=N_("Next puzzle, solved or not"),
    ),
    Binding(
        "percent_sign",
        "no_coach",
        N_("No coach"),
        id="game.no_coach",
        tooltip=N_("Go on without the coach"),
    ),
    Binding("g", "log", N_("Log"), id="game.log", tooltip=N_("The whole log of the game so far")),
    Binding(
        "r,R",
        "rules",
        N_("Rules"),
        id="game.rules",
        tooltip=N_("The rules that apply now, or to a refused move"),
    ),
    Binding(
        "exclamation_mark,f1",
        "aid",
        N_("Player aid"),
        show=False,
        id="game.aid",
        tooltip=N_("The rules on one page"),
    ),
    Binding(
        "number_sign",
        "terms",
        N_("Options and deal"),
        show=False,
        id="game.terms",
        tooltip=N_("The options of this table, and the proof that the deal was not changed"),
    ),
    Binding("escape", "close_side", N_("Close"), id="side.close"),
    Binding("pagedown", "side_page(1)", N_("Scroll"), id="side.page_down"),
    Binding("pageup", "side_page(-1)", N_("Scroll back"), show=False, id="side.page_up"),
    Binding("right_parenthesis", "side_part(1)", N_("Next"), id="side.next"),
    Binding("left_parenthesis", "side_part(-1)", N_("Previous"), show=False, id="side.previous"),
    Binding("tab", "app.focus_next", N_("Next panel"), show=False, id="game.next_part"),
    Binding("question_mark", "help", N_("Keys"), id="game.help"),
    Binding("q", "leave", N_("Leave"), id="game.leave", tooltip=N_("The game is kept")),
    Binding(
        "space",
        "halt",
        N_("Pause or play"),
        id="following.halt",
        tooltip=N_("Pause the playback to go step by step, or resume it; start a replay"),
    ),
    Binding("escape", "skip", N_("Skip"), id="following.skip"),
)


def allows(screen: GameScreen[Any], action: str, parameters: tuple[object, ...]) -> bool | None:
    """Check whether an action is possible now; None for actions that are not the table's."""
    model = screen.model
    match action:
        case "type":
            return model.may_move
        case "hint":
            return model.may_move and screen.hints.are_given
        case "no_coach":
            return screen.coaching.is_on
        case "word_back":
            return screen.picker.can_go_back
        case "terms":
            return model.seat.deal is not None
        case "undo":
            return not (model.is_replay or model.is_following) and model.undoer().can_undo()
        case "see_again":
            return model.can_see_again
        case "agree" | "decline" | "resign":
            return can_answer(screen.app, model, action)
    return _allows_step(model, action, parameters)


def _allows_step(
    model: TableModel[Any], action: str, parameters: tuple[object, ...]
) -> bool | None:
    """Check the actions of replays and of step-by-step playback."""
    match action:
        case "step" if model.is_following:
            return parameters == (1,)
        case "step" | "go_to_start" | "go_to_end" | "jump":
            return model.is_replay
        case "whose_view":
            return bool(model.looks)
        case "halt":
            return model.is_following or model.is_replay
        case "skip":
            return model.is_following
    return None


def lead_to_choice(ui: GameUi[Any], menu: Menu) -> None:
    """Focus the board with the next highlighted place, or else the menu."""
    board = next((board for board in ui.boards() if board.lit), None)
    if board is not None:
        if board.cursor not in board.lit:
            board.action_next_lit()
        board.focus()
    elif menu.items:
        menu.focus()
