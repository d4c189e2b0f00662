"""The parts of the screen: each draws what it is given, and says what was clicked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual import events
from textual.containers import VerticalScroll
from textual.message import Message
from textual.widgets import Static

from gravitable.cli.screen.menu import Menu
from gravitable.cli.stages import SOFT
from gravitable.core.drawing import NIGHT

ACCENT: Final = NIGHT.accent
_CURRENT: Final = Style(color=NIGHT.accent_ink, bgcolor=NIGHT.accent, bold=True)
_NUMBERS: Final = 9  # items that have a key of their own
_TOLD: Final = 40  # sentences of the story; the key l shows all of them


class Clicked(Message):
    """Something was clicked that has a name: a place of the board, an item, a heading, a key, a card in hand."""

    def __init__(self, kind: str, what: Any) -> None:
        super().__init__()
        self.kind, self.what = kind, what


class Part(Static):
    """A text of ours in which styles tell what a click means."""

    def on_click(self, event: events.Click) -> None:
        """Tell the app what was hit."""
        for kind, what in event.style.meta.items():
            if kind in ("item", "group", "key", "action"):
                event.stop()
                self.post_message(Clicked(kind, what))


class Scrolled(VerticalScroll, can_focus=False):
    """A part that may be longer than its place: it can be scrolled with the wheel."""

    def __init__(self, part: str) -> None:
        super().__init__(id=part)
        self.part = Part(id=f"{part}-text")
        self.shown = Text()

    def compose(self) -> list[Static]:
        """Hold the text."""
        return [self.part]

    def show(self, text: Text) -> bool:
        """Replace the text where it is another one, and say whether it was.

        While pieces move, most parts stay as they are: wrapping them again for every step costs more than the step.
        """
        if text == self.shown:
            return False
        old, new = ([len(line) for line in each.plain.split("\n")] for each in (self.shown, text))
        self.part.update(text, layout=old != new)
        self.shown = text
        return True


class Board(Scrolled):
    """The board: a click on it tells where."""

    def on_click(self, event: events.Click) -> None:
        """Tell the app which column and row of the drawing was hit."""
        spot = event.get_content_offset(self.part)
        if spot is not None:
            self.post_message(Clicked("spot", (spot.x, spot.y)))


class Story(Scrolled):
    """What happened, the newest at the bottom."""

    def tell(self, sentences: Sequence[str]) -> None:
        """Show the end of a story; the last sentence stands out."""
        told = [Text(f"· {sentence}", SOFT, end="") for sentence in sentences[-_TOLD:]]
        for last in told[-1:]:
            last.style = ACCENT
        text = Text("\n", end="").join(told)
        if self.show(text):
            self.scroll_end(animate=False)


class MenuPart(Part):
    """Headings in a line, below them the items of the open one."""

    menu: Menu | None = None
    status = ""

    def present(self, menu: Menu | None, status: str = "") -> None:
        """Show a menu, or what is going on instead."""
        self.menu, self.status = menu, status
        self.refresh_text()

    def on_resize(self) -> None:
        """Choose again which lines fit."""
        self.refresh_text()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Highlight the next item."""
        self.post_message(Clicked("key", "down"))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Highlight the item before."""
        self.post_message(Clicked("key", "up"))

    def refresh_text(self) -> None:
        """Draw the menu into the room that there is."""
        if self.menu is None:
            self.update(Text(self.status, SOFT), layout=False)
            return
        width, height = self.content_size
        head, items = self._headings(self.menu, width), self._items(self.menu, width)
        cut = [line.plain.endswith("…") for line in items]
        foot = [Text.from_markup(f"   {self.menu.current.effect}")] if cut[self.menu.item] else []
        room = max(1, height - len(head) - any(cut))
        first = max(0, min(self.menu.item - room // 2, len(items) - room))
        self.update(Text("\n", end="").join([*head, *items[first : first + room], *foot]), layout=False)

    @staticmethod
    def _headings(menu: Menu, width: int) -> list[Text]:
        """Return the headings, in as many lines as they need, and what the open one means."""
        lines = [Text(end="", no_wrap=True)]
        for number, group in enumerate(menu.groups):
            word = f" {group.title} "
            if lines[-1].cell_len + cell_len(word) + 1 > width and lines[-1].plain:
                lines.append(Text(end="", no_wrap=True))
            looks = Style(reverse=True, bold=True) if number == menu.group else Style(color=ACCENT)
            lines[-1].append(word, looks + Style(meta={"group": number}))
            lines[-1].append(" ")
        if menu.shown.text:
            lines.append(Text(f" {menu.shown.text}", SOFT, end="", no_wrap=True, overflow="ellipsis"))
        return lines

    @staticmethod
    def _items(menu: Menu, width: int) -> list[Text]:
        room = max(cell_len(item.label) for item in menu.shown.items)
        lines = []
        for number, item in enumerate(menu.shown.items):
            is_current = number == menu.item
            key = str(number + 1) if number < _NUMBERS and menu.is_choice else " "
            line = Text("▸" if is_current else " ", ACCENT, end="", no_wrap=True, overflow="ellipsis")
            line.append(f"{key} ", Style(color=ACCENT, bold=True))
            line.append(item.label.ljust(room), _CURRENT if is_current else Style())
            line.append("  ")
            line.append_text(Text.from_markup(item.effect))
            line.truncate(max(1, width), overflow="ellipsis")
            line.stylize(Style(meta={"item": number}))
            lines.append(line)
        return lines
