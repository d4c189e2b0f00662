"""The numbered list of what a player may do, grouped, each with a preview."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from gravitable.cli.touches import Touch

if TYPE_CHECKING:
    from gravitable.core.game import Game


@dataclass(frozen=True, slots=True)
class Choice:
    """One numbered action."""

    number: int
    action: str
    group: str
    label: str
    merged_as: str | None
    effect: str


def choices_of(game: Game, seat: int, touch: Touch, names: Sequence[str]) -> list[Choice]:
    """Return the legal actions of a seat in the order in which they are listed."""
    by_group: dict[str, list[str]] = {}
    for action in game.legal(seat):
        by_group.setdefault(touch.group(action), []).append(action)
    listed = [
        (group, action)
        for group, actions in by_group.items()
        for action in sorted(actions, key=lambda action: touch.merge_key(action) or "")
    ]
    return [
        Choice(
            number,
            action,
            group,
            touch.label(action),
            touch.merge_key(action),
            touch.effect(game, seat, action, names),
        )
        for number, (group, action) in enumerate(listed, 1)
    ]


def print_choices(console: Console, choices: Sequence[Choice]) -> None:
    """Print the list under its headings; choices that differ only in a word share a line."""
    group, shared = "", ("", "", "")
    room = max(len(choice.label) for choice in choices if not choice.merged_as) if _has_lines(choices) else 0
    for choice in choices:
        if choice.group != group:
            group = choice.group
            console.print(f"[bold]{group}[/]")
        key = (choice.group, choice.merged_as or "", choice.effect)
        if choice.merged_as is None:
            _print_line(console, choice, room)
        elif key != shared:
            _print_merged(console, [c for c in choices if (c.group, c.merged_as or "", c.effect) == key])
        shared = key


def _has_lines(choices: Sequence[Choice]) -> bool:
    return any(choice.merged_as is None for choice in choices)


def _print_line(console: Console, choice: Choice, room: int) -> None:
    label = choice.label.ljust(room) if choice.effect else choice.label
    console.print(f" [bold cyan]{choice.number:>3}[/]  {label}  {choice.effect}".rstrip(), soft_wrap=True)


def _print_merged(console: Console, choices: Sequence[Choice]) -> None:
    words = "  ".join(f"[bold cyan]{choice.number}[/] {choice.label}" for choice in choices)
    console.print(f"      {choices[0].merged_as}  {choices[0].effect}".rstrip(), soft_wrap=True)
    console.print(f"        {words}", soft_wrap=True)


def chosen(choices: Sequence[Choice], answer: str) -> str | Text:
    """Return the action that an answer means: its number or its notation; else what would be right."""
    if answer.isdecimal():
        number = int(answer)
        if 1 <= number <= len(choices):
            return choices[number - 1].action
        return Text(f"There is no choice {number}; choose 1 to {len(choices)}.")
    actions = [choice.action for choice in choices]
    if answer in actions:
        return answer
    close = get_close_matches(answer, actions, n=1)
    hint = f"; did you mean {close[0]!r}?" if close else f", or an action such as {actions[0]!r}."
    return Text(f"{answer!r} is none of the choices: type a number from 1 to {len(choices)}{hint}")
