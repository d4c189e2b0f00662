"""Whether a choice may be taken back: only when it showed nothing that the player did not know before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gravitable.core.chance import generator
from gravitable.core.events import NO_EVENTS

if TYPE_CHECKING:
    from gravitable.core.game import Game

_GUESSES = 12


def reveals(game: Game, seat: int, action: str) -> bool:
    """Say whether an action would show ``seat`` something hidden, or let chance decide.

    The action is tried on several positions that look the same to the seat; when they no longer all look the same
    afterwards, it has revealed something.
    """
    rules, number = game.rules, game.rules.action_number(action)
    masked = rules.mask(game.states, seat)
    looks = set()
    for guess in range(_GUESSES):
        possible = rules.determinize(masked, generator(guess))
        rules.apply(possible, seat, number, NO_EVENTS)
        if rules.chance_kind(possible) is not None or rules.over(possible):
            return True
        looks.add(rules.mask(possible, seat).tobytes())
    return len(looks) > 1
