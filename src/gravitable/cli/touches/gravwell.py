"""Gravwell in the terminal: words for fuel cards and stacks, and the ships at the end of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from rich.box import SIMPLE_HEAD
from rich.table import Table

from gravitable.cli.touches import Touch
from gravitable.core.chance import generator
from gravitable.core.jit import compile_once
from gravitable.gravwell.data import COLOURS, GATE
from gravitable.gravwell.drawing.reading import CARDS
from gravitable.gravwell.event_types import RoundBegins
from gravitable.gravwell.outlook import outlook

if TYPE_CHECKING:
    from gravitable.core.events import Event
    from gravitable.core.game import Game

Json = dict[str, Any]

_SAMPLES: Final = 1000
_SHOWN: Final = 3  # places of an outlook that fit on a line
_WORTH_A_WORD: Final = 0.005

_GROUPS: Final = {
    "stack": "Take a stack",
    "fuel": "Burn a fuel card",
    "stop": "Your card is next",
    "go": "Your card is next",
}
_WORDS: Final = {
    "standard": "toward the pull by",
    "repulsor": "away from the pull by",
    "tractor": "pulls all others closer by",
}

_HELP: Final = """\
[bold]The track[/] runs from the Singularity (0) to the Warp Gate (54). Ships are letters, derelicts #; >
and < show where a ship is pulled: to its nearest neighbour outside the Singularity, at equal distance to
the side with more.

[bold]Cards[/] are a letter and a value: plain cards move you toward the pull, R (repulsor) away from it, T
(tractor) leaves you and pulls all others closer. All picked cards are turned up together and resolve from A
to Z.

[bold]Emergency Stop[/]: once a round, cancel your own card when its turn comes. Ending on an occupied space
you slide on to the next free one. The first ship through the gate wins."""


class GravwellTouch(Touch):
    """Words for stacks, fuel and the stop."""

    help = _HELP
    quiet_events = frozenset({"stack"})

    def seat_name(self, seat: int) -> str:
        """Return the colour of the seat's ship."""
        return COLOURS[seat].capitalize()

    def group(self, action: str) -> str:
        """Return what is being decided."""
        return _GROUPS[action.partition(":")[0]]

    def label(self, action: str) -> str:
        """Return the card or stack in words."""
        kind, _, what = action.partition(":")
        if kind == "stack":
            return f"stack {what}"
        if kind == "fuel":
            card = CARDS[what]
            return f"{card.short} {card.element}: {_WORDS[card.kind]} {card.value}"
        return "pull the Emergency Stop" if kind == "stop" else "let the card do its work"

    def effect(self, game: Game, seat: int, action: str, names: Sequence[str]) -> str:
        """Return what a stack shows, or where a card most likely leads."""
        kind, _, what = action.partition(":")
        if kind == "stack":
            return _stack(game.view(seat)["stacks"][int(what) - 1])
        return _outlook(game, seat, action)

    def sentence(self, event: Event, names: Sequence[str]) -> str:
        """Return an event's sentence with names, in the order of the draft too."""
        if isinstance(event, RoundBegins):
            order = ", ".join(names[seat] for seat in event.draft_order)
            return f"Round {event.round} begins; the draft goes {order}."
        return super().sentence(event, names)

    def final_table(self, view: Json, result: Json, names: Sequence[str]) -> Table:
        """Return the ships by how far they came."""
        table = Table("", "space", "to the gate", title="Final track", title_justify="left", box=SIMPLE_HEAD)
        ships = sorted(view["ships"], key=lambda ship: -ship["position"])
        for ship in ships:
            is_winner = ship["seat"] in result["winners"]
            name = "the Ghost" if ship["seat"] is None else names[ship["seat"]]
            space = "through the gate" if ship["position"] >= GATE else str(ship["position"])
            left = max(0, GATE - ship["position"])
            table.add_row(
                f"[bold]★ {name}[/]" if is_winner else f"  {name}", space, str(left) if left else "·"
            )
        return table


def _stack(stack: Json) -> str:
    known = [f"{CARDS[letter].short} {CARDS[letter].element}" for letter in (*stack["up"], *stack["down"])]
    hidden = stack["down_count"] - len(stack["down"])
    return " + ".join(known + ([f"{hidden} face down"] if hidden else []))


def _outlook(game: Game, seat: int, action: str) -> str:
    """Return the likeliest places to end this movement, from what the seat may know."""
    number = game.rules.action_number(action)
    compile_once("gravwell", "the outlook", lambda: outlook(game.states, seat, number, generator(1), 1))
    spread = outlook(game.states, seat, number, generator(1), _SAMPLES).own
    likely = {one.position: one.share for one in spread.shares if one.share >= _WORTH_A_WORD}
    likeliest = sorted(likely.items(), key=lambda item: -item[1])[:_SHOWN]
    places = [f"[bold]{'gate' if space == GATE else space}[/] {share:.0%}" for space, share in likeliest]
    rest = " ..." if len(likely) > _SHOWN else ""
    return f"→ {'  '.join(places)}{rest}"


TOUCH = GravwellTouch()
