"""Hand-made tables: ships anywhere, and for every seat the cards that it is going to play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import gravitable
from gravitable.core.events import Event
from gravitable.core.game import Game
from gravitable.gravwell.data import LETTERS, N_DERELICTS


@dataclass
class Table:
    """A table at the beginning of a movement. ``cards[seat]`` is what the seat plays from now on, in order."""

    ships: Sequence[int]
    cards: Sequence[str]
    derelicts: Sequence[int | str] = (26, 36)
    stops: str = ""
    """The seats that have their Emergency Stop."""
    variants: str = "none"
    round: int = 2
    movement: int = 1

    def text(self) -> str:
        """Return the position text."""
        hands = self._hands()
        players = len(self.ships)
        seats = range(players)
        stacks = [(hands[seat][i], seat) for seat in seats for i in range(3)]
        before = self.movement - 1
        lines = [
            "gravitable position: gravwell 1",
            f"players: {players}",
            f"variants: {self.variants}",
            f"round: {self.round}",
            "phase: pick",
            f"movement: {self.movement}",
            "resolving: none",
            "ended by: nothing",
            f"draft order: {' '.join(map(str, seats))}",
            f"ships: {' '.join(map(str, self.ships))}",
            f"derelicts: {' '.join(map(str, self.derelicts[-N_DERELICTS[players] :]))}",
            *(
                f"stack {number + 1}: {' '.join(up)} taken {seat}"
                for number, (up, seat) in enumerate(self._ups(stacks))
            ),
            *(
                f"seat {seat}: stop {'yes' if str(seat) in self.stops else 'no'}; "
                f"hand {' '.join(hands[seat][before:])}; played {' '.join(hands[seat][:before]) or 'none'}; "
                "pick none"
                for seat in seats
            ),
        ]
        return "\n".join(lines) + "\n"

    def _ups(self, stacks: list[tuple[str, int]]) -> list[tuple[str, int]]:
        if "no_secrets" not in self.variants:
            return stacks
        hands = self._hands()
        return [(hands[seat][2 * i : 2 * i + 2], seat) for seat in range(len(self.ships)) for i in range(3)]

    def _hands(self) -> list[str]:
        """Return six cards for each seat: some played before, those asked for, and others."""
        spare = [letter for letter in LETTERS if letter not in "".join(self.cards)]
        hands = []
        for cards in self.cards:
            before = "".join(spare.pop(0) for _ in range(self.movement - 1))
            after = "".join(spare.pop(0) for _ in range(6 - len(before) - len(cards)))
            hands.append(before + cards + after)
        return hands

    def game(self) -> Game:
        """Return the game that goes on from here."""
        return gravitable.position(self.text(), seed=1)


def pick(game: Game, cards: str) -> list[Event]:
    """Let every seat pick its card ("-": none, it has passed) and return what happened at the last pick."""
    events: list[Event] = []
    for seat, letter in enumerate(cards):
        if letter != "-":
            events = game.play(seat, f"fuel:{letter}")
    return events


def ships(game: Game) -> list[int]:
    """Return where the players' ships stand, and the Ghost."""
    return [ship["position"] for ship in game.state()["ships"]]


def derelicts(game: Game) -> list[int | None]:
    """Return where the derelicts stand."""
    return [derelict["position"] for derelict in game.state()["derelicts"]]


def after(
    ships_before: Sequence[int], cards: str, derelicts_before: Sequence[int | str] = (26, 36)
) -> list[int]:
    """Return where the ships stand after one movement without stops."""
    game = Table(ships_before, list(cards), derelicts_before).game()
    pick(game, cards)
    return ships(game)
