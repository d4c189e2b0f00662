"""Screens that cover the table for a while: whose turn it is, help, the question before leaving, a file name."""

from __future__ import annotations

from typing import ClassVar

from rich.console import RenderableType
from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widgets import Input, Static

from gravitable.cli.screen.parts import Clicked, Part


class Cover(Screen[None]):
    """Hides everything until the next player is ready."""

    BINDINGS: ClassVar[list[BindingType]] = [("enter,space", "ready", "Ready")]

    def __init__(self, name: str) -> None:
        super().__init__()
        self.who = name

    def compose(self) -> ComposeResult:
        """Show the name and nothing else."""
        text = Text(justify="center")
        text.append(self.who, "bold")
        text.append(", it is your turn; the others look away.\n\nPress Enter, or click, when you are ready.")
        yield Static(text, id="cover")

    def action_ready(self) -> None:
        """Show the table again."""
        self.dismiss(None)

    def on_click(self) -> None:
        """Do the same."""
        self.dismiss(None)


class Question(ModalScreen[str]):
    """A question with answers of one letter each; Escape gives the last answer."""

    def __init__(self, question: str, answers: dict[str, str]) -> None:
        super().__init__()
        self.question, self.answers = question, answers

    def compose(self) -> ComposeResult:
        """Show the question and its answers."""
        text = Text(f"{self.question}\n\n")
        for key, answer in self.answers.items():
            style = Style(bold=True, reverse=True, meta={"key": key})
            text.append(f" {key} ", style)
            text.append(f" {answer}\n", Style(meta={"key": key}))
        yield Part(text, classes="box")

    def on_clicked(self, event: Clicked) -> None:
        """Take the answer that was clicked."""
        event.stop()
        self.dismiss(str(event.what))

    def on_key(self, event: events.Key) -> None:
        """Take the answer."""
        event.stop()
        if event.key in self.answers:
            self.dismiss(event.key)
        elif event.key == "escape":
            self.dismiss([*self.answers][-1])
        elif event.key == "enter":
            self.dismiss(next(iter(self.answers)))


class Page(ModalScreen[None]):
    """A long text; any key but those for scrolling closes it."""

    def __init__(self, text: RenderableType, *, at_end: bool = False) -> None:
        super().__init__()
        self.text, self.at_end = text, at_end

    def compose(self) -> ComposeResult:
        """Show the text."""
        with VerticalScroll(classes="page"):
            yield Static(self.text)

    def on_mount(self) -> None:
        """Begin at the end, where that is what counts."""
        if self.at_end:
            self.query_one(VerticalScroll).scroll_end(animate=False)

    def on_key(self, event: events.Key) -> None:
        """Scroll or close."""
        if event.key not in ("up", "down", "pageup", "pagedown", "home", "end"):
            event.stop()
            self.dismiss(None)


class FileName(ModalScreen[str]):
    """Asks under which name to save a copy; empty: not at all."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "leave", "Leave")]

    def compose(self) -> ComposeResult:
        """Show the field."""
        with Vertical(classes="box"):
            yield Static("Save a copy under this name (Escape: do not):")
            yield Input(placeholder="game.json")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take the name."""
        self.dismiss(event.value.strip())

    def action_leave(self) -> None:
        """Save nothing."""
        self.dismiss("")
