"""Checks of a position after it was read: mistakes that cannot be seen in a single line."""

from __future__ import annotations

from gravitable.core.lines import Value
from gravitable.superstar import data
from gravitable.superstar.board import state_shape
from gravitable.superstar.legal import loot
from gravitable.superstar.moves import find_blocked_edges
from gravitable.superstar.state import State


def check(s: State, seat_lines: list[Value]) -> None:
    """Work out what the text leaves out, refuse what cannot be. ``seat_lines``: where errors about a seat point to."""
    _check_door(s, seat_lines[0])
    _check_stars(s, seat_lines[0])
    for seat, line in enumerate(seat_lines):
        _check_cards(s, seat, line)
        _check_pawn(s, seat, line)
    _check_goodies(s, seat_lines[0])
    _check_phase(s, seat_lines[int(s.seat)])
    find_blocked_edges(s)


def _check_door(s: State, line: Value) -> None:
    if not s.open_door:
        line.fail("above this line, one of the doors must be the open one, in brackets: (v)")
    s.open_door -= 1


def _check_stars(s: State, line: Value) -> None:
    columns, rows, _ = state_shape(s)
    on_board = s.star[: columns * rows].tolist()
    for colour, name in enumerate(data.COLOURS):
        used = on_board.count(colour + 1) + int(s.stars[:, colour].sum())
        if used > data.STARS_PER_COLOUR:
            line.fail(
                f"there are {used} {name} stars on board and with players, more than {data.STARS_PER_COLOUR}"
            )
        s.bag[colour] = data.STARS_PER_COLOUR - used
    tokens = int(s.tokens.sum())
    if tokens > data.N_TOKENS:
        line.fail(f"the players have {tokens} tokens, more than {data.N_TOKENS}")
    s.supply = data.N_TOKENS - tokens


def _check_cards(s: State, seat: int, line: Value) -> None:
    hand, up, down = int(s.hand[seat]), int(s.face_up[seat]), int(s.face_down[seat])
    own = hand & data.OWN_CARDS
    if (own | up | down) != data.OWN_CARDS or own & up or own & down or up & down:
        line.fail("each of the five own cards must be in one place: hand, up or down")
    if hand == 0:
        line.fail("nobody ever has an empty hand")


def _check_pawn(s: State, seat: int, line: Value) -> None:
    pawn = int(s.pawn[seat])
    if pawn >= 0 and pawn in s.pawn[:seat]:
        line.fail("two pawns stand on the same space")
    if pawn >= 0 and s.star[pawn]:
        line.fail("the pawn stands on a star, which it would have taken")


def _check_goodies(s: State, line: Value) -> None:
    held = [int(hand) & data.GOODIES for hand in s.hand[: int(s.players)]]
    union = 0
    for hand in held:
        if union & hand:
            line.fail("a goodie is in two hands")
        union |= hand
    if union != int(s.goodies):
        line.fail("the goodies in the hands must be those in play")


def _check_phase(s: State, line: Value) -> None:
    phase = int(s.phase)
    if phase != data.OVER and s.pawn[s.seat] < 0:
        line.fail("whose turn it is must have the pawn on the board; it enters as the turn begins")
    if (phase == data.STEAL) != (s.n_victims > 0):
        line.fail("somebody to steal from goes with 'steal' in the line 'turn', and only with it")
    if phase == data.STEAL and int(loot(s, s.victims[0])).bit_count() < 2:
        line.fail("a steal is only asked when there are two different things to take")
    if phase == data.REPLAY and (s.second_action or not s.tokens[s.seat]):
        line.fail("a replay is only asked of a seat that has a token and has not replayed yet")
    if (phase == data.OVER) != (s.ending != data.GOES_ON):
        line.fail("'over' in the line 'turn' goes with a reason in the line 'ended by', and only with one")
    if s.entering and phase != data.STEAL:
        line.fail("'entering' is only so while a steal is asked")
