"""Every way in which a turn of Gravity Superstar can be played, tried one by one on the rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gravitable.core.contract import Rules
from gravitable.core.copies import copied
from gravitable.core.events import EventRow, event_buffer, rows
from gravitable.core.state import States
from gravitable.superstar import data
from gravitable.superstar import events as ev

TOKEN_LOOT = data.N_COLOURS


@dataclass(frozen=True, slots=True)
class Line:
    """A turn as far as it was played."""

    states: States
    """The state after it; the next player's turn may have begun."""
    points: tuple[int, ...]
    """What every seat had when the turn ended, before the next began."""
    ejected: int
    actions: tuple[str, ...] = ()


def start(states: States) -> Line:
    """Return the line before its first action."""
    stars, tokens = _reserves(states)
    return Line(states, _points(stars, tokens), 0)


def is_open(line: Line, seat: int) -> bool:
    """Say whether it is still the seat's turn."""
    phase, turn = line.states["phase"][0], line.states["seat"][0]
    return bool(phase != data.OVER and turn == seat)


def asks_for_replay(line: Line) -> bool:
    """Say whether a replay is offered now."""
    return bool(line.states["phase"][0] == data.REPLAY)


def after(rules: Rules, line: Line, seat: int, action: int) -> Line:
    """Return the line with one more action."""
    states, events = copied(line.states), event_buffer()
    rules.apply(states, seat, action, events)
    happened = rows(events)
    happened = happened[: ev.end_of_turn(happened)]
    stars, tokens = _reserves(line.states)
    _settle(happened, stars, tokens)
    ejected = sum(kind == ev.EJECT and by == seat for kind, _, _, by in happened)
    text = rules.action_text(action)
    return Line(states, _points(stars, tokens), line.ejected + ejected, (*line.actions, text))


def lines(rules: Rules, states: States, seat: int, *, replay: bool = True) -> Iterator[Line]:
    """Return every way to play the rest of a seat's turn; without ``replay`` up to where one is offered."""
    waiting = [start(states)]
    while waiting:
        line = waiting.pop()
        if line.actions and (not is_open(line, seat) or (not replay and asks_for_replay(line))):
            yield line
            continue
        waiting += [after(rules, line, seat, action) for action in rules.legal(line.states, seat)]


def label(action: str) -> str:
    """Return what an action does to the pawn: the same whichever card is laid for it."""
    if action.startswith("simple:"):
        return "simple-" + action.rsplit("-", 1)[1]
    return action.removeprefix("wild:")


def labels(line: Line) -> tuple[str, ...]:
    """Return what the actions of a line do."""
    return tuple(label(action) for action in line.actions)


def _reserves(states: States) -> tuple[list[list[int]], list[int]]:
    players = int(states["players"][0])
    return states["stars"][0][:players].tolist(), states["tokens"][0][:players].tolist()


def _settle(happened: list[EventRow], stars: list[list[int]], tokens: list[int]) -> None:
    """Change what everybody has by what happened."""
    for kind, who, place, value in happened:
        if kind == ev.STAR:
            stars[who][value] += 1
        elif kind == ev.TOKEN:
            tokens[who] += 1
        elif kind == ev.REPLAY:
            tokens[who] -= 1
        elif kind == ev.STEAL and value == TOKEN_LOOT:
            tokens[who] += 1
            tokens[place] -= 1
        elif kind == ev.STEAL:
            stars[who][value] += 1
            stars[place][value] -= 1


def _points(stars: list[list[int]], tokens: list[int]) -> tuple[int, ...]:
    return tuple(
        sum(own) + sum(count // 2 for count in own) + token for own, token in zip(stars, tokens, strict=True)
    )
