"""What a person can choose from: items under headings, one of them highlighted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gravitable.cli.choices import Choice


@dataclass(frozen=True, slots=True)
class Item:
    """One line of a menu."""

    value: str
    """An action, or one of the words below."""
    label: str
    effect: str = ""
    """What it brings about, in Rich markup."""


@dataclass(frozen=True, slots=True)
class Group:
    """Items under one heading."""

    title: str
    text: str
    items: tuple[Item, ...]


TAKE_BACK, GO_ON, LEAVE = "take-back", "go-on", "leave"


@dataclass(slots=True)
class Menu:
    """All groups, and which item is highlighted."""

    groups: Sequence[Group]
    group: int = 0
    item: int = 0
    is_choice: bool = True
    """Whether the items are actions of the game."""

    @property
    def shown(self) -> Group:
        """The group that is open."""
        return self.groups[self.group]

    @property
    def current(self) -> Item:
        """The highlighted item."""
        return self.shown.items[self.item]

    def turn(self, by: int) -> None:
        """Open the next group, or the one before."""
        self.open((self.group + by) % len(self.groups))

    def open(self, group: int) -> None:
        """Open a group."""
        if group != self.group:
            self.group, self.item = group, 0

    def move(self, by: int) -> None:
        """Highlight the next item, or the one before."""
        self.item = (self.item + by) % len(self.shown.items)

    def point(self, item: int) -> bool:
        """Highlight an item of the open group; True when it was highlighted before."""
        if not 0 <= item < len(self.shown.items):
            return False
        was_current, self.item = item == self.item, item
        return was_current

    def find(self, values: Sequence[str]) -> bool:
        """Highlight the next item after the highlighted one that has one of these values; True when it already had."""
        places = [(g, i) for g, group in enumerate(self.groups) for i, _ in enumerate(group.items)]
        start = places.index((self.group, self.item))
        for group, item in places[start + 1 :] + places[: start + 1]:
            if self.groups[group].items[item].value in values:
                was_current = (group, item) == (self.group, self.item)
                self.group, self.item = group, item
                return was_current
        return False


def menu_of(choices: Sequence[Choice]) -> Menu:
    """Return the menu of a seat's choices, by their headings."""
    groups: dict[str, list[Item]] = {}
    for choice in choices:
        label = f"{choice.merged_as}, {choice.label} face down" if choice.merged_as else choice.label
        groups.setdefault(choice.group, []).append(Item(choice.action, label, choice.effect))
    return Menu([_group(heading, items) for heading, items in groups.items()])


def _group(heading: str, items: Sequence[Item]) -> Group:
    title, _, text = heading.partition(": ")
    return Group(title, text, tuple(items))


def words(title: str, *items: tuple[str, str]) -> Menu:
    """Return a menu of words instead of actions, each as value and label."""
    return Menu([Group(title, "", tuple(Item(*item) for item in items))], is_choice=False)
