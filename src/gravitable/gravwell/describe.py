"""From a state to what is shown of it: the one place where a view is made.

Nothing is hidden here: ``view.mask`` has taken out of the state what the viewer may not know.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from gravitable.core.contract import Json
from gravitable.core.state import States
from gravitable.gravwell import data, pulls
from gravitable.gravwell.data import ShipId
from gravitable.gravwell.events import letters
from gravitable.gravwell.facts import facts_of
from gravitable.gravwell.state import plain
from gravitable.gravwell.view_types import (
    Board,
    Derelict,
    Discard,
    FuelCard,
    GhostCards,
    Neighbour,
    Pull,
    Resolving,
    Result,
    RevealedCard,
    SeatCards,
    Ship,
    Stack,
    View,
)

CARDS: Final = [
    FuelCard(letter, element, int(value), data.CARD_KINDS[kind])
    for letter, element, value, kind in zip(data.LETTERS, data.ELEMENTS, data.VALUE, data.KIND, strict=True)
]
"""All fuel cards, A to Z."""
BOARD: Final = Board(deck=CARDS, gate=data.GATE)


def view(masked: States) -> View:
    """Return what a state shows; of a masked one, what its viewer may see."""
    s, facts = plain(masked), facts_of(masked)
    played = s.played.tolist()
    revealed = _revealed(s, played, facts)
    return View(
        players=s.players,
        phase=data.PHASES[s.phase],
        to_act=seats_of(s.waiting),
        round=s.round_number,
        rounds=facts.rounds,
        movement=s.movement,
        movements=data.N_MOVEMENTS,
        draft_order=s.draft_order.tolist()[: s.players],
        ships=[_ship(s, ship, facts.around[ship]) for ship in range(facts.movers)],
        derelicts=_derelicts(s),
        stacks=_stacks(s, facts),
        seats=[_seat_cards(s, facts, seat, played[seat]) for seat in range(s.players)],
        ghost=_ghost_cards(s, facts, played[data.GHOST]) if s.players == 1 else None,
        resolving=_resolving(s, revealed),
        discards=_discards(s, revealed),
        possible=letters(facts.unseen),
        result=_result(s, facts.winners) if s.phase == data.OVER else None,
    )


def scores(shown: View) -> list[int]:
    """Return how far everybody has come, by seat."""
    places = {ship.seat: ship.position for ship in shown.ships}
    return [places[seat] for seat in range(shown.players)]


def compared(result: Json) -> list[tuple[int, ...]]:
    """Return what each seat is compared by with other tables of the same deals: a win first, then how far it came."""
    return [(int(seat in result["winners"]), place) for seat, place in enumerate(result["scores"])]


def result(states: States) -> Result:
    """Return scores, winners and reason of a game that is over."""
    return _result(plain(states), facts_of(states).winners)


def _result(s: Any, winners: int) -> Result:
    return Result(
        scores=s.position.tolist()[: s.players],
        winners=seats_of(winners),
        reason=data.ENDED_BY[s.ending - 1],
    )


def seats_of(bits: int) -> list[int]:
    """Return the seats that bits stand for."""
    return [seat for seat in range(data.MAX_PLAYERS) if bits >> seat & 1]


def _ship_id(s: Any, ship: int) -> ShipId:
    return data.SHIP_IDS[data.GHOST_CODE if s.players == 1 and ship == data.GHOST else ship]


# --- ships ---


def _ship(s: Any, ship: int, around: int) -> Ship:
    position, name = int(s.position[ship]), _ship_id(s, ship)
    return Ship(
        id=name,
        seat=None if name == "ghost" else ship,
        kind="ghost" if name == "ghost" else "player",
        position=position,
        in_singularity=position == data.SINGULARITY,
        passed=position == data.GATE,
        pull=pull_of(around) if position < data.GATE else None,
    )


@lru_cache(maxsize=8192)
def pull_of(around: int) -> Pull:
    """Return where packed surroundings (see pulls.py) pull, and why."""
    ahead, behind = pulls.ahead_and_behind(around)
    ship_ahead, ship_behind = pulls.nearest_ships(around)
    n_ahead, n_behind = pulls.ship_counts(around)
    return Pull(
        direction=way_of(int(pulls.direction_of(around))),
        reason=pulls.REASONS[pulls.reason_of(around)],
        ahead=Neighbour(data.SHIP_IDS[ship_ahead], int(ahead)) if ahead else None,
        behind=Neighbour(data.SHIP_IDS[ship_behind], int(behind)) if behind else None,
        ships_ahead=int(n_ahead),
        ships_behind=int(n_behind),
    )


def way_of(direction: int) -> pulls.Way:
    """Return the name of a direction: 1 forward, -1 backward, 0 none."""
    return pulls.DIRECTIONS[direction + 1]


def _derelicts(s: Any) -> list[Derelict]:
    positions = s.position.tolist()
    return [
        Derelict(
            id=data.SHIP_IDS[ship],
            start=start,
            position=positions[ship] if positions[ship] < data.GATE else None,
            in_singularity=positions[ship] == data.SINGULARITY,
        )
        for ship, start in enumerate(data.DERELICT_STARTS, data.DERELICT)
        if positions[ship] != data.ABSENT
    ]


# --- cards ---


def _stacks(s: Any, facts: Any) -> list[Stack]:
    if s.phase == data.DEAL:
        return []
    up, down, taken_by = s.stack_up.tolist(), s.stack_down.tolist(), s.taken_by.tolist()
    return [
        Stack(
            number=stack + 1,
            up=letters(up[stack]),
            down=letters(down[stack]),
            down_count=down[stack].bit_count() + hidden,
            taken_by=_owner(s, taken_by[stack]),
        )
        for stack, hidden in enumerate(facts.hidden_in_stack[: data.N_STACKS[s.players]].tolist())
    ]


def _owner(s: Any, seat: int) -> Any:
    if seat == data.NONE:
        return None
    return "ghost" if s.players == 1 and seat == data.GHOST else seat


def _seat_cards(s: Any, facts: Any, seat: int, played: list[int]) -> SeatCards:
    pick = played[s.movement - 1] if s.movement else data.NONE
    return SeatCards(
        seat=seat,
        **_cards_of(s, facts, seat, played),
        stop_available=bool(s.stop[seat]),
        picked=pick != data.NONE,
        pick=data.LETTERS[pick] if pick >= 0 else None,
    )


def _ghost_cards(s: Any, facts: Any, played: list[int]) -> GhostCards:
    left = [card for card in played[facts.revealed :] if card != data.NONE]
    pile = [None if card == data.HIDDEN else data.LETTERS[card] for card in left]
    return GhostCards(**_cards_of(s, facts, data.GHOST, played), pile=pile)


def _cards_of(s: Any, facts: Any, seat: int, played: list[int]) -> Json:
    hand, drafted_up = int(s.hand[seat]), int(facts.drafted_up[seat])
    return {
        "hand_count": int(s.hand_size[seat]),
        "hand": letters(hand),
        "known": letters(drafted_up & hand),
        "drafted_up": letters(drafted_up),
        "played": [data.LETTERS[card] for card in played[: facts.revealed] if card >= 0],
    }


# --- what the cards of this round do ---


def _revealed(s: Any, played: list[list[int]], facts: Any) -> list[list[tuple[int, ShipId]]]:
    """Return the cards that were turned up in each movement of this round, A to Z, with whose they are."""
    return [
        sorted(
            (played[ship][movement], _ship_id(s, ship))
            for ship in range(facts.movers)
            if played[ship][movement] >= 0
        )
        for movement in range(facts.revealed)
    ]


def _is_done(s: Any, letter: int) -> bool:
    """Say whether a card of the current movement has taken effect."""
    return bool(letter < s.current or (letter == s.current and s.phase != data.STOP))


def _resolving(s: Any, revealed: list[list[tuple[int, ShipId]]]) -> Resolving | None:
    if s.current == data.NONE:
        return None
    order = [
        RevealedCard(ship, data.LETTERS[card], _is_done(s, card)) for card, ship in revealed[s.movement - 1]
    ]
    return Resolving(order, data.LETTERS[s.current])


def _discards(s: Any, revealed: list[list[tuple[int, ShipId]]]) -> list[Discard]:
    return [
        Discard(data.LETTERS[card], ship, movement)
        for movement, cards in enumerate(revealed, 1)
        for card, ship in cards
        if movement < s.movement or _is_done(s, card)
    ]
