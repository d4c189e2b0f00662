"""Everything that the others may do in a movement of Gravwell: every card they may hold, every Emergency Stop."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from gravitable.core.chance import generator
from gravitable.core.contract import Rules
from gravitable.core.copies import copied
from gravitable.core.events import NO_EVENTS
from gravitable.core.state import States
from gravitable.gravwell import data
from gravitable.gravwell.view import hidden_in_hand, unseen_cards

Picks = dict[int, int]
"""Cards by seat."""


class Plan(NamedTuple):
    """What all others do: the cards they reveal, and who of them stops when asked."""

    picks: tuple[tuple[int, int], ...]
    stops: frozenset[int]


def _bits(cards: int) -> list[int]:
    return [card for card in range(data.N_CARDS) if cards >> card & 1]


def _may_pick(masked: States, rival: int) -> list[int]:
    """Return the cards that a rival may hold, as far as the viewer can know."""
    s = masked[0]
    return _bits(int(s.hand[rival]) | (int(unseen_cards(s)) if hidden_in_hand(s, rival) else 0))


def rivals_of(states: States, seat: int) -> list[int]:
    """Return the other seats."""
    return [rival for rival in range(int(states["players"][0])) if rival != seat]


def plans(masked: States, seat: int) -> Iterator[Plan]:
    """Return everything that the others may do in a movement for which nothing is revealed yet."""
    rivals = rivals_of(masked, seat)
    with_stop = [rival for rival in rivals if masked["stop"][0][rival]]
    for cards in product(*(_may_pick(masked, rival) for rival in rivals)):
        if len(set(cards)) == len(cards):
            for stops in stop_choices(with_stop):
                yield Plan(tuple(zip(rivals, cards, strict=True)), stops)


def stop_choices(seats: list[int]) -> Iterator[frozenset[int]]:
    """Return every choice of who stops."""
    for chosen in product((False, True), repeat=len(seats)):
        yield frozenset(seat for seat, stops in zip(seats, chosen, strict=True) if stops)


def count_plans(masked: States, seat: int) -> int:
    """Return how many plans there are, at most."""
    count = 1
    for rival in rivals_of(masked, seat):
        count *= len(_may_pick(masked, rival)) * (2 if masked["stop"][0][rival] else 1)
    return count


def sealed(rules: Rules, masked: States, picks: Picks) -> States:
    """Return the state with these cards picked by the others, and the rest of what is hidden made up to fit."""
    states = copied(masked)
    s = states[0]
    for rival, card in picks.items():
        s.hand[rival] = int(s.hand[rival]) | 1 << card
        s.played[rival, int(s.movement) - 1] = card
        s.waiting = int(s.waiting) & ~(1 << rival)
    return rules.determinize(states, generator(0))


def own_positions(rules: Rules, states: States, seat: int, stops: frozenset[int]) -> list[tuple[int, States]]:
    """Play a movement on after the cards are known; the seat's own Emergency Stop is tried both ways.

    Returns where the seat ends, with the state, for each of its own ways.
    """
    waiting, ends = [states], []
    movement = (int(states["round_number"][0]), int(states["movement"][0]))
    while waiting:
        now = waiting.pop()
        to_act = rules.to_act(now)
        is_on = (int(now["round_number"][0]), int(now["movement"][0])) == movement
        if not is_on or now["phase"][0] != data.STOP or not to_act:
            ends.append((int(now["position"][0][seat]), now))
            continue
        actor = to_act[0]
        choices = (data.ACT_STOP, data.ACT_GO) if actor == seat else (_answer(actor, stops),)
        waiting += [applied(rules, now, actor, choice) for choice in choices]
    return ends


def _answer(seat: int, stops: frozenset[int]) -> int:
    return data.ACT_STOP if seat in stops else data.ACT_GO


def applied(rules: Rules, states: States, seat: int, action: int) -> States:
    """Return the state after an action."""
    copy = copied(states)
    rules.apply(copy, seat, action, NO_EVENTS)
    return copy
