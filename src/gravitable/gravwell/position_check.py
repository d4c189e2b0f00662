"""Checking a position that was read, so that the rules can go on from it: every card once, every count right."""

from __future__ import annotations

import numpy as np

from gravitable.core.lines import Value
from gravitable.gravwell import data
from gravitable.gravwell.state import State
from gravitable.gravwell.turn import n_movers, n_rounds, next_to_resolve
from gravitable.gravwell.view import drafted_up, n_revealed

Places = dict[str, Value]


def check(s: State, places: Places) -> None:
    """Raise BadPosition at the first line that does not fit the rest; fill in what follows from it."""
    _check_phase(s, places)
    _check_ships(s, places)
    _check_stacks(s, places)
    for seat in range(int(n_movers(s))):
        _check_counts(s, seat, _line(s, seat, places))
    _check_each_card_once(s, places)
    _set_waiting(s, places)
    _check_end(s, places)


def _line(s: State, seat: int, places: Places) -> Value:
    return places[f"seat {seat}" if seat < s.players else "ghost"]


def _check_phase(s: State, places: Places) -> None:
    phase, movement = int(s.phase), int(s.movement)
    first, last = {
        data.DEAL: (0, 0),
        data.DRAFT: (0, 0),
        data.GHOST_SHUFFLE: (0, 0),
        data.CHAOS: (1, 1),
        data.PICK: (2 if s.variants[data.VARIANT_CHAOS] else 1, data.N_MOVEMENTS - 1),
    }.get(phase, (1, data.N_MOVEMENTS))
    if phase == data.RESOLVING:
        places["phase"].fail("cards resolve by themselves; nobody can be asked in this phase")
    if (phase == data.CHAOS and not s.variants[data.VARIANT_CHAOS]) or (
        phase == data.GHOST_SHUFFLE and s.players > 1
    ):
        places["phase"].fail("this table never comes to this phase")
    if not first <= movement <= last:
        places["movement"].fail(f"should be {first} to {last} in phase {data.PHASES[phase]!r}")
    if (int(s.current) != data.NONE) != (phase in (data.STOP, data.OVER)):
        places["resolving"].fail("should be a letter in the phases 'stop' and 'over', else 'none'")
    if (int(s.ending) != data.GOES_ON) != (phase == data.OVER):
        places["ended by"].fail("should be 'nothing' unless the phase is 'over'")


def _check_ships(s: State, places: Places) -> None:
    on_track = [int(place) for place in s.position if data.SINGULARITY < place < data.GATE]
    if len(set(on_track)) < len(on_track):
        places["ships"].fail("only the Singularity (0) and the gate (54) hold more than one ship or derelict")
    passed = (s.position[: int(n_movers(s))] == data.GATE).any()
    if passed and int(s.phase) != data.OVER and not (s.variants[data.VARIANT_WARP_GATE] and s.movement > 0):
        places["ships"].fail("a ship has passed the gate (54), so the game should be over")


def _check_stacks(s: State, places: Places) -> None:
    n_stacks, size = int(data.N_STACKS[int(s.players)]), int(data.STACK_SIZE[int(s.players)])
    if int(s.phase) == data.DEAL:
        return
    for stack in range(n_stacks):
        up, down = int(s.stack_up[stack]).bit_count(), int(s.stack_down[stack]).bit_count()
        is_taken = int(s.taken_by[stack]) != data.NONE
        expected_up = size if s.variants[data.VARIANT_NO_SECRETS] else 1
        if up != expected_up or down != (0 if is_taken else size - expected_up):
            places[f"stack {stack + 1}"].fail(
                f"should show {expected_up} card(s) over {0 if is_taken else size - expected_up}"
            )
    s.drafted = sum(int(owner) != data.NONE for owner in s.taken_by[:n_stacks])
    if int(s.phase) == data.DRAFT and int(s.drafted) > n_stacks - 2:
        places["phase"].fail("the last stack goes by itself; the draft should be over")
    if int(s.phase) != data.DRAFT and int(s.drafted) < n_stacks:
        places["phase"].fail("stacks are left, so the phase should be 'draft'")
    for seat in range(int(n_movers(s))):
        _check_turns_of_draft(s, seat, places)


def _check_turns_of_draft(s: State, seat: int, places: Places) -> None:
    players, drafted = int(s.players), int(s.drafted)
    if players == 1:
        expected = drafted > seat
    else:
        place = s.draft_order[:players].tolist().index(seat)
        expected = (drafted + players - 1 - place) // players
    taken = int((s.taken_by == seat).sum())
    if taken != expected:
        _line(s, seat, places).fail(f"should have taken {int(expected)} stacks by now, not {taken}")


def _check_counts(s: State, seat: int, line: Value) -> None:
    """Check how many cards a seat has in hand and played."""
    taken = int((s.taken_by == seat).sum()) * int(data.STACK_SIZE[int(s.players)])
    hand, row = int(s.hand_size[seat]), s.played[seat].tolist()
    n_shown = int(n_revealed(s))
    shown = sum(number >= 0 for number in row[:n_shown])
    has_passed = int(s.position[seat]) == data.GATE
    if hand + shown != taken:
        line.fail(f"should have {taken} cards in hand and played together, not {hand + shown}")
    if shown < n_shown and not (has_passed and shown > 0):
        line.fail(f"should have played {n_shown} cards by now, not {shown}")
    if seat >= s.players:
        _check_pile(s, row[n_shown:], line)
    else:
        _check_pick(s, seat, [number for number in row[n_shown:] if number >= 0], line)
    if seat < s.players and s.players == 1 and s.stop[seat]:
        line.fail("there is no Emergency Stop in Solo")


def _check_pick(s: State, seat: int, picks: list[int], line: Value) -> None:
    if picks and (int(s.phase) != data.PICK or len(picks) > 1):
        line.fail("there should be one pick at most, and only in phase 'pick'")
    plays = s.players > 1 and int(s.position[seat]) != data.GATE
    if picks and not (plays and int(s.hand[seat]) >> picks[0] & 1):
        line.fail("the pick should be a card of the hand, of a seat that still plays")


def _check_pile(s: State, pile: list[int], line: Value) -> None:
    is_shuffled = int(s.movement) > 0
    expected = int(s.hand[data.GHOST]) if is_shuffled else 0
    left = [number for number in pile if number >= 0]
    if sum(1 << number for number in left) != expected or len(left) != expected.bit_count():
        line.fail("the pile should be the Ghost's hand in order, or none before it is shuffled")


def _check_each_card_once(s: State, places: Places) -> None:
    seen = 0
    for stack in range(data.MAX_STACKS):
        if int(s.taken_by[stack]) == data.NONE:
            seen = _add(seen, int(s.stack_up[stack]), places, f"stack {stack + 1}")
            seen = _add(seen, int(s.stack_down[stack]), places, f"stack {stack + 1}")
    for seat in range(int(n_movers(s))):
        key = f"seat {seat}" if seat < s.players else "ghost"
        shown = [1 << number for number in s.played[seat, : int(n_revealed(s))].tolist() if number >= 0]
        own = 0
        for cards in [int(s.hand[seat]), *shown]:
            seen = _add(seen, cards, places, key)
            own |= cards
        if int(drafted_up(s, seat)) & ~own:
            places[key].fail("the face-up cards of the stacks taken should be in hand or played")


def _add(seen: int, cards: int, places: Places, key: str) -> int:
    if seen & cards:
        number = (seen & cards).bit_length() - 1
        places[key].fail(f"{data.LETTERS[number]!r} stands somewhere else already; each card exists once")
    return seen | cards


def _set_waiting(s: State, places: Places) -> None:
    """Work out who must choose."""
    if int(s.phase) == data.DRAFT:
        s.waiting = 1 << int(s.draft_order[int(s.drafted) % int(s.players)])
    elif int(s.phase) == data.PICK:
        picks = s.played[: int(s.players), int(s.movement) - 1]
        on_track = s.position[: int(s.players)] < data.GATE
        s.waiting = sum(1 << seat for seat in np.flatnonzero((picks == data.NONE) & on_track).tolist())
        if not s.waiting:
            places["phase"].fail("everybody has picked, so the cards should be revealed")
    elif int(s.current) != data.NONE:
        holders = [
            seat for seat in range(int(n_movers(s))) if s.played[seat, int(s.movement) - 1] == s.current
        ]
        if not holders:
            places["resolving"].fail("should be a card that somebody played in this movement")
        if int(s.phase) == data.STOP:
            _set_stopper(s, holders[0], places)


def _set_stopper(s: State, seat: int, places: Places) -> None:
    if s.players == 1 or not s.stop[seat] or int(s.position[seat]) == data.GATE:
        places["resolving"].fail(f"seat {seat} has nothing to decide about this card")
    s.waiting = 1 << seat


def _check_end(s: State, places: Places) -> None:
    if int(s.phase) != data.OVER:
        return
    passed = (s.position[: int(n_movers(s))] == data.GATE).tolist()
    is_last_card = next_to_resolve(s) < 0
    is_last_round = is_last_card and s.movement == data.N_MOVEMENTS and not any(passed)
    solo, open_gate = int(s.players) == 1, bool(s.variants[data.VARIANT_WARP_GATE])
    fits = {
        data.THROUGH_GATE: sum(passed) == 1 and not open_gate and not (solo and passed[data.GHOST]),
        data.GHOST_ESCAPED: solo and passed == [False, True],
        data.GATE_ACTIVATED: open_gate
        and any(passed)
        and is_last_card
        and (s.movement == data.N_MOVEMENTS or all(passed)),
        data.ROUNDS_PLAYED: not solo and is_last_round and s.round_number == n_rounds(s),
        data.OUT_OF_TIME: solo and is_last_round and s.round_number == n_rounds(s),
    }
    if not fits[int(s.ending)]:
        places["ended by"].fail("the game cannot have ended so in this position")
