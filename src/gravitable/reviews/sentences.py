"""What the better action gains, in things of the game and in an English sentence."""

from __future__ import annotations

from collections.abc import Sequence

from gravitable.bots.analysis import one_guess
from gravitable.core.contract import Rules
from gravitable.core.copies import copied
from gravitable.core.events import EventRow, clear, event_buffer, rows
from gravitable.core.gains import LATER, Course, Gain, GainTable, in_words
from gravitable.core.package import package_of
from gravitable.core.state import States
from gravitable.reviews.types import Decision, Step

_CALLED = {"inaccuracy": "an inaccuracy", "mistake": "a mistake", "blunder": "a blunder"}


def gains_of(
    rules: Rules,
    masked: States,
    seat: int,
    taken: tuple[int, Sequence[Step]],
    better: tuple[int, Sequence[Step]],
) -> tuple[Gain, ...]:
    """Return what the better action has over the one taken; each with the line that should follow it."""
    table = _table(rules)
    if table is None or taken[0] == better[0]:
        return ()
    courses = [_course(rules, masked, seat, *each) for each in (taken, better)]
    return tuple(table.compare(masked, seat, *courses)) or (Gain(LATER),)


def sentence(rules: Rules, decision: Decision) -> str:
    """Return a decision in English; empty where nothing better was found."""
    taken, best = decision.taken, decision.best
    if taken.action == best.action:
        return ""
    points = f"{100 * decision.loss:.0f} points of win chance"
    if decision.verdict == "cannot-tell":
        return (
            f"{best.action} looks {points} better than {taken.action}, but the review cannot tell for sure."
        )
    start = f"{best.action} is {points} better than {taken.action}"
    called = _CALLED.get(decision.verdict)
    table = _table(rules)
    told = "; ".join(in_words(gain, table.words) for gain in decision.gains) if table else ""
    return start + (f", {called}" if called else "") + (f": {told}." if told else ".")


def _table(rules: Rules) -> GainTable | None:
    package = package_of(rules.name)
    table: GainTable | None = package.load(package.gains) if package.gains else None
    return table


def _course(rules: Rules, masked: States, seat: int, action: int, line: Sequence[Step]) -> Course:
    """Play an action and the line behind it on one guess at what is hidden, until the seat chooses again."""
    states = one_guess(rules, masked)
    own = _play(rules, states, seat, action)
    waiting = list(line)
    while waiting and waiting[0].seat == seat:
        own += _play_step(rules, states, waiting.pop(0))
    reached, later = copied(states), list[EventRow]()
    while waiting and waiting[0].seat != seat:
        later += _play_step(rules, states, waiting.pop(0))
    for step in waiting:
        _play_step(rules, states, step)
    return Course(action, reached, own, later, states)


def _play_step(rules: Rules, states: States, step: Step) -> list[EventRow]:
    """Play a step of a line; one that does not fit this guess is left out."""
    action = rules.action_number(step.action)
    return _play(rules, states, step.seat, action) if rules.is_legal(states, step.seat, action) else []


def _play(rules: Rules, states: States, seat: int, action: int) -> list[EventRow]:
    events = event_buffer()
    clear(events)
    rules.apply(states, seat, action, events)
    return rows(events)
