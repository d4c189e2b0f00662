"""What happens in Gravwell, in words: one sentence per kind of event.

A gap such as ``{stack}`` is filled with the event's field of that name, or with what ``_WORDS`` makes of the event.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from gravitable.core.lists import must_agree
from gravitable.gravwell import data

if TYPE_CHECKING:  # they need these words
    from gravitable.core.events import Event
    from gravitable.gravwell.view_types import Pull

SENTENCES: Final = {
    "round": "Round {round} begins; the draft goes {order}.",
    "stack": "Stack {stack} shows {up}.",
    "take": "{ship} takes stack {stack} with {up}.",
    "get": "{ship} finds {down} face down in it.",
    "ghost": "The Ghost's pile is shuffled.",
    "chaos": "Chaos: chance picks everybody's card.",
    "pick": "{ship} picks {title}{sealed}.",
    "reveal": "{ship} reveals {title}.",
    "stop": "{ship} pulls the Emergency Stop: {letter} does nothing.",
    "idle": "{letter} of {ship} does nothing: the ship has left through the Warp Gate.",
    "pull": "{ship}'s {face}: {why}.",
    "tractor": "{ship}'s {face} pulls everybody closer.",
    "move": "{ship} moves {start} {end}{slide}.",
    "pass": "{ship} goes through the Warp Gate!",
    "round-end": "Round {round} is over.",
    "over": "The game is over: {cause}. {who}",
}

_ENDINGS: Final = {
    "gate": "a ship has passed the Warp Gate",
    "rounds": "all rounds are played and the ship nearest to the Warp Gate wins",
    "gate-activated": "the round in which the Warp Gate was opened is over",
    "ghost-escaped": "the Ghost has passed the Warp Gate first",
    "out-of-time": "the rounds are over and you are still in the Gravwell",
}

SHIPS: Final = {
    **{f"seat-{seat}": f"Seat {seat}" for seat in range(data.MAX_PLAYERS)},
    **{f"derelict-{start}": f"the derelict from {start}" for start in data.DERELICT_STARTS},
    "ghost": "the Ghost",
}
must_agree("names of ships", SHIPS, data.SHIP_IDS)


def _title(letter: str | None) -> str:
    if letter is None:
        return "a card"
    return f"{letter} ({data.ELEMENTS[data.LETTERS.index(letter)]})"


def _face(letter: str) -> str:
    """Return what is printed on a card."""
    card = data.LETTERS.index(letter)
    kind, value = data.CARD_KINDS[data.KIND[card]], data.VALUE[card]
    return f"{data.ELEMENTS[card]} ({letter}, {value if kind == 'standard' else f'{kind} {value}'})"


def _why(event: Any) -> str:
    """Return the reason of a card's effect."""
    if event.reason == "leaves-singularity":
        return "out of the Singularity, forward"
    if event.reason == "held-in-singularity":
        return "a repulsor does nothing in the Singularity"
    if event.direction == "none":
        return f"{_who_pulls(event.pull)}: no move"
    is_repulsor = data.KIND[data.LETTERS.index(event.letter)] == data.REPULSOR
    return f"{_who_pulls(event.pull)}: {'away, ' if is_repulsor else ''}{event.direction}"


def _who_pulls(pull: Pull) -> str:
    """Return the reason of a pull, such as ``nearest: Seat 2, 1 behind``."""
    if pull.reason == "nearest":
        near, side = (pull.ahead, "ahead") if pull.direction == "forward" else (pull.behind, "behind")
        return f"nearest: {SHIPS[near.ship]}, {near.distance} {side}" if near else ""
    if pull.ahead is None or pull.behind is None:
        return "no ship pulls"
    return (
        f"equally near: {SHIPS[pull.ahead.ship]} ahead and {SHIPS[pull.behind.ship]} behind, both at "
        f"{pull.ahead.distance}; {pull.ships_ahead} ahead, {pull.ships_behind} behind"
    )


def _start(position: int) -> str:
    return "out of the Singularity" if position == data.SINGULARITY else f"from {position}"


def _end(position: int) -> str:
    if position == data.SINGULARITY:
        return "into the Singularity"
    return "through the Warp Gate" if position == data.GATE else f"to {position}"


def _who_wins(winners: list[int]) -> str:
    if not winners:
        return "Nobody wins."
    if len(winners) == 1:
        return f"Seat {winners[0]} wins."
    return f"Seats {' and '.join(map(str, winners))} share the win."


_WORDS: Final[dict[str, Callable[[Any], str]]] = {
    "ship": lambda event: SHIPS[event.ship][0].upper() + SHIPS[event.ship][1:],
    "order": lambda event: ", ".join(map(str, event.draft_order)),
    "up": lambda event: ", ".join(event.up),
    "down": lambda event: ", ".join(event.down),
    "title": lambda event: _title(event.letter),
    "face": lambda event: _face(event.letter),
    "sealed": lambda event: ", sealed" if event.sealed else "",
    "why": _why,
    "start": lambda event: _start(event.start),
    "end": lambda event: _end(event.to),
    "slide": lambda event: f", sliding {event.slid} further" if event.slid else "",
    "cause": lambda event: _ENDINGS[event.reason],
    "who": lambda event: _who_wins(event.winners),
}


class _Gaps(dict[str, Any]):
    """Fills the gaps of a sentence from an event, only those that the sentence has."""

    def __init__(self, event: Event) -> None:
        self._event = event

    def __missing__(self, gap: str) -> Any:
        return _WORDS[gap](self._event) if gap in _WORDS else getattr(self._event, gap)


def sentence(event: Event) -> str:
    """Return an event in words."""
    return SENTENCES[event.kind].format_map(_Gaps(event))
