"""The full screen: its parts, where they stand, and what keys and clicks do."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, Final

from rich.style import Style
from rich.table import Table
from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.widget import Widget

from gravitable.cli import files
from gravitable.cli.screen.course import Course
from gravitable.cli.screen.layout import MIN_HEIGHT, MIN_WIDTH, Plan, plan_for
from gravitable.cli.screen.menu import TAKE_BACK, Menu
from gravitable.cli.screen.parts import Board, Clicked, MenuPart, Part, Scrolled, Story
from gravitable.cli.screen.questions import Cover, FileName, Page, Question
from gravitable.cli.sitting import NOTHING_TO_TAKE_BACK, Sitting
from gravitable.cli.stages import SOFT, Scene, stage_of
from gravitable.core.drawing import NIGHT

_KEYS: Final = (
    ("left", "←→", "heading"),
    ("down", "↑↓", "choice"),
    ("enter", "Enter", "play"),
    ("u", "u", "undo"),
    ("l", "l", "log"),
    ("s", "s", "save"),
    ("question_mark", "?", "help"),
    ("q", "q", "quit"),
)
_HELP: Final = """\
[bold]Keys[/]
 ← →      another heading              ↑ ↓   another choice: its way is drawn on the board
 1 to 9   highlight a choice; the same key again, or Enter, plays it
 Enter    play the highlighted choice; skip an animation
 u        take back, as long as nothing hidden came to light and the turn is still yours
 l log · s save a copy · m animation on and off · Space stops bots that play alone · q quit
[bold]Mouse[/]: click a choice to see it, again to play it; click a space of the board (or a card in hand) to see what \
leads there, most likely where nothing is certain.
The game is saved after every move. [bold]gravitable play --plain[/] is the form without full screen."""


class TableApp(App[None]):
    """One game, from the first choice to the last."""

    CSS_PATH = "table.tcss"
    TITLE = "Gravitable"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "turn(-1)", show=False),
        Binding("right,tab", "turn(1)", show=False),
        Binding("up,k", "move(-1)", show=False),
        Binding("down,j", "move(1)", show=False),
        Binding("enter", "take", show=False),
        Binding("space", "hold", show=False),
        Binding("u", "undo", show=False),
        Binding("l", "log", show=False),
        Binding("s", "save_copy", show=False),
        Binding("m", "motion", show=False),
        Binding("question_mark,f1", "help", show=False),
        Binding("q", "leave", show=False),
        Binding("ctrl+c,ctrl+q", "quit_now", show=False, priority=True),
        *(Binding(str(number), f"point({number - 1})", show=False) for number in range(1, 10)),
    ]

    def __init__(self, sitting: Sitting, *, motion: bool = True, pace: float = 1.0) -> None:
        super().__init__()
        self.sitting, self.motion, self.pace = sitting, motion, pace
        self.stage = stage_of(sitting.game.name)
        self.course = Course(self, sitting, self.stage)
        self.failure: Exception | None = None
        self.scene = Scene(sitting.game.view(None))
        self.menu: Menu | None = None
        self.is_moving = False
        """Whether an animation may go on; Enter ends it."""
        self.is_held = False
        self._answer: asyncio.Future[str] | None = None
        self._skip = asyncio.Event()
        self.plan: Plan
        self.top, self.keys, self.small = Part(id="top"), Part(id="keys"), Part(id="small")
        self.board, self.players, self.story = Board("board"), Scrolled("players"), Story("story")
        self.items = MenuPart(id="menu")
        self.parts: dict[str, Widget] = {"top": self.top, "board": self.board, "players": self.players}
        self.parts |= {"story": self.story, "menu": self.items, "keys": self.keys}

    def compose(self) -> ComposeResult:
        """Hold all parts; ``_arrange`` puts them in their places."""
        yield from self.parts.values()
        yield self.small

    def on_mount(self) -> None:
        """Begin."""
        self.motion = self.motion and self.animation_level != "none"
        self._arrange(self.size)
        self.run_worker(self._play(), exclusive=True)

    async def _play(self) -> None:
        try:
            await self.course.run()
        except asyncio.CancelledError:
            raise
        except Exception as error:  # told by the command, when the screen is the terminal's again
            self.failure = error
            self.exit()

    # What the course of the game asks for

    def show(self, scene: Scene, story: Sequence[str]) -> None:
        """Show a moment of the game."""
        self.scene = scene
        self.story.tell(story)
        self._paint()

    def show_result(self, table: Table) -> None:
        """Show the final scores above the table."""
        self.push_screen(Page(table))

    def wait_for(self, status: str) -> None:
        """Show what is being waited for instead of a menu."""
        self.menu = None
        self.items.present(None, status)

    async def ask(self, menu: Menu) -> str:
        """Return what a person chooses of a menu."""
        self.menu, self._answer = menu, asyncio.get_running_loop().create_future()
        self._highlight()
        try:
            return await self._answer
        finally:
            self.menu, self._answer = None, None

    async def cover(self, name: str) -> None:
        """Hide the table until the next person is ready."""
        self.wait_for("")
        await self.push_screen_wait(Cover(name))

    def begin_motion(self) -> None:
        """Let scenes be shown one after the other, unless animation is off."""
        self.is_moving = self.motion
        self._skip.clear()

    async def rest(self, seconds: float) -> None:
        """Wait a moment, or until somebody wants to go on."""
        await asyncio.sleep(0)
        while self.is_held:
            await asyncio.sleep(0.05)
        try:
            await asyncio.wait_for(self._skip.wait(), seconds * self.pace)
        except TimeoutError:
            return
        self._skip.clear()

    def say(self, text: str, *, is_bad: bool = False) -> None:
        """Show a short message for a moment."""
        self.notify(text, severity="warning" if is_bad else "information", timeout=4, markup=False)

    # Drawing

    def on_resize(self, event: events.Resize) -> None:
        """Give everything its new place."""
        self._arrange(event.size)

    def _picture(self, width: int, height: int) -> Text:
        return self.stage.draw(self.sitting.game, self.scene, self.sitting.shown_names, width, height)

    def _arrange(self, size: Size) -> None:
        width, height = size
        is_small = width < MIN_WIDTH or height < MIN_HEIGHT
        self.small.display = is_small
        self.plan = plan_for(width, height, self._picture)
        for name, region in self.plan.regions.items():
            part = self.parts[name]
            part.display = not is_small
            part.styles.offset = (region.x, region.y)
            part.styles.width, part.styles.height = region.width, region.height
        if is_small:
            told = (
                f"{MIN_WIDTH} columns and {MIN_HEIGHT} rows are needed; this window has {width} and {height}."
            )
            self.small.update(f"{told} Make it larger, or use gravitable play --plain.")
        self.keys.update(self._keys_line())
        self._paint()

    def _paint(self) -> None:
        plan = self.plan
        view, names = self.scene.view, self.sitting.names
        self.board.show(self._picture(*plan.room))
        panel = plan.regions["players"]
        self.players.show(self.stage.players(view, names, panel.width - 3, panel.height))
        self.top.update(self._top(plan.regions["top"].width), layout=False)

    def _top(self, width: int) -> Text:
        head, where = self.stage.headline(self.scene.view, self.sitting.names)
        text = Text(no_wrap=True, end="")
        text.append(f" {self.sitting.game.rules.title} ", Style(bold=True, reverse=True))
        text.append(f"  {head}", Style(bold=True))
        text.append(f"  {where}", SOFT)
        if self.is_held:
            text.append("  held: Space goes on", NIGHT.replay)
        text.truncate(width, overflow="ellipsis")
        return text

    def _keys_line(self) -> Text:
        text = Text(end="", no_wrap=True)
        for key, sign, word in _KEYS:
            meta = Style(meta={"key": key})
            text.append(f" {sign} ", Style(bold=True, color=NIGHT.accent) + meta)
            text.append(f"{word} ", Style(color=SOFT) + meta)
        return text

    def _highlight(self) -> None:
        """Show the menu, and on the board what its highlighted choice would bring."""
        menu = self.menu
        if menu is None:
            return
        self.items.present(menu)
        if menu.is_choice:
            self.scene = self.course.preview(menu.current.value)
            self._paint()

    # Keys and clicks

    def action_turn(self, by: int) -> None:
        """Open another heading."""
        if self.menu:
            self.menu.turn(by)
            self._highlight()

    def action_move(self, by: int) -> None:
        """Highlight another item."""
        if self.menu:
            self.menu.move(by)
            self._highlight()

    def action_point(self, number: int) -> None:
        """Highlight an item by its number; a second time, take it."""
        if self.menu and self.menu.point(number):
            self.action_take()
        else:
            self._highlight()

    def action_take(self) -> None:
        """Take the highlighted item, or end an animation."""
        if self.menu and self._answer and not self._answer.done():
            self._answer.set_result(self.menu.current.value)
        else:
            self.is_moving = False
            self._skip.set()

    def action_hold(self) -> None:
        """Stop bots that play alone, or let them go on; else the same as Enter."""
        if self.sitting.humans or self.sitting.game.over:
            self.action_take()
        else:
            self.is_held = not self.is_held
            self._paint()

    def action_undo(self) -> None:
        """Take the last choice back."""
        if self._answer is None or self._answer.done():
            return
        if self.sitting.before:
            self._answer.set_result(TAKE_BACK)
        else:
            self.say(NOTHING_TO_TAKE_BACK, is_bad=True)

    def action_motion(self) -> None:
        """Switch animation on or off."""
        self.motion = not self.motion
        self.is_moving = self.is_moving and self.motion
        self.say(f"Animation is {'on' if self.motion else 'off'}.")

    def action_log(self) -> None:
        """Show everything that happened."""
        told = "\n".join(f"· {sentence}" for sentence in self.course.whole_story())
        self.push_screen(Page(Text(told or "Nothing has happened yet."), at_end=True))

    def action_help(self) -> None:
        """Explain keys and board."""
        game = "\n\n".join(" ".join(part.split()) for part in self.sitting.touch.help.split("\n\n"))
        self.push_screen(Page(Text.from_markup(f"{_HELP}\n\n{game}")))

    def action_save_copy(self) -> None:
        """Ask for a name and save a copy."""
        self.push_screen(FileName(), self._save_copy)

    def _save_copy(self, name: str | None) -> None:
        if not name:
            return
        path = Path(name).expanduser()
        try:
            self.sitting.write(path)
        except files.BadFile as error:
            self.say(str(error), is_bad=True)
        else:
            self.say(f"Saved in {path}")

    def action_leave(self) -> None:
        """Ask whether to keep the game, and leave."""
        if self.sitting.game.over:
            self.exit()
            return
        answers = {"y": "keep it, to go on later", "n": "throw it away", "c": "play on"}
        self.push_screen(Question("Keep the game?", answers), self._leave)

    def _leave(self, answer: str | None) -> None:
        if answer == "n":
            self.sitting.throw_away()
        if answer in ("y", "n"):
            self.exit()

    def action_quit_now(self) -> None:
        """Leave at once; the game was saved after its last move."""
        self.exit()

    def on_clicked(self, event: Clicked) -> None:
        """Do what a click on a place, an item, a heading or a key means."""
        menu = self.menu
        if event.kind == "key":
            self._press(str(event.what))
        elif menu is None:
            self.action_take()
        elif event.kind == "item":
            self.action_point(int(event.what))
        elif event.kind == "group":
            menu.open(int(event.what))
            self._highlight()
        elif event.kind == "action":
            self._point_at(menu, [str(event.what)])
        elif event.kind == "spot" and menu.is_choice:
            (x, y), (width, height) = event.what, self.plan.room
            place = self.stage.place_at(self.scene.view, x, y, width, height)
            actions = [item.value for group in menu.groups for item in group.items]
            self._point_at(menu, [] if place is None else self.course.leading_to(place, actions))

    def _press(self, key: str) -> None:
        actions = {"left": lambda: self.action_turn(1), "down": lambda: self.action_move(1)}
        actions |= {"up": lambda: self.action_move(-1), "enter": self.action_take, "u": self.action_undo}
        actions |= {"l": self.action_log, "s": self.action_save_copy, "q": self.action_leave}
        actions |= {"question_mark": self.action_help}
        actions[key]()

    def _point_at(self, menu: Menu, actions: Sequence[str]) -> None:
        """Highlight the next one of some choices; when it is the only one, a second click takes it."""
        if menu.find(actions):
            self.action_take()
        else:
            self._highlight()
