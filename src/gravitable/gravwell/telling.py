"""How events read for people: their details and a sentence each, as JSON text written by a kernel.

Every movement comes with its reason: a ``pull`` event tells what is nearest ahead and behind, how far, and how many
ships are on each side. The words stand in the tables below; ``{name}`` in them is a gap, and ``_fill`` says what goes
into it.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gravitable.core.chance import States
from gravitable.core.jit import door, kernel
from gravitable.core.phrases import phrases, rows_of, told
from gravitable.core.texts import (
    Out,
    Pages,
    begin,
    end,
    end_number,
    end_word,
    erase,
    raw_words,
    words,
)
from gravitable.core.viewers import SPECTATOR
from gravitable.gravwell import data, pulls
from gravitable.gravwell.describe import write_pull
from gravitable.gravwell.events import KINDS, PULL
from gravitable.gravwell.events import ROUND as NEW_ROUND
from gravitable.gravwell.view import hides_card, hides_event

_DETAILS: Final = {
    "round": '"round":{place},"draft_order":[{draft_order}]',
    "stack": '"stack":{stack},"up":{cards}',
    "take": '"stack":{stack},"up":{cards}',
    "get": '"stack":{stack},"down":{cards}',
    "pick": '{card},"sealed":{is_sealed}',
    "reveal": '{card},"movement":{value}',
    "stop": "{card}",
    "idle": "{card}",
    "pull": '{card},"direction":{direction},"reason":{reason}{pull}',
    "tractor": '{card},"position":{value}',
    "move": '"from":{place},"to":{to},"slid":{slid},"distance":{distance}',
    "round-end": '"round":{place}',
    "over": '"winners":{winners},"reason":{ending}',
}
"""What an event says beyond its kind and ship."""

_SENTENCES: Final = {
    "round": "Round {place} begins; the draft goes {order}.",
    "stack": "Stack {stack} shows {letters}.",
    "take": "{ship} takes stack {stack} with {letters}.",
    "get": "{ship} finds {letters} face down in it.",
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
    "round-end": "Round {place} is over.",
    "over": "The game is over: {cause}. {who}",
}

_ENDINGS: Final = {
    None: "",
    "gate": "a ship has passed the Warp Gate",
    "rounds": "all rounds are played and the ship nearest to the Warp Gate wins",
    "gate-activated": "the round in which the Warp Gate was opened is over",
    "ghost-escaped": "the Ghost has passed the Warp Gate first",
    "out-of-time": "the rounds are over and you are still in the Gravwell",
}

_GAPS: Final = (
    "seat place value draft_order order stack cards letters card letter title face is_sealed sealed "
    "direction reason pull why to slid distance start end slide winners ending cause who ship_id "
    "ship"
)
(
    SEAT,
    PLACE,
    VALUE,
    DRAFT_ORDER,
    ORDER,
    STACK,
    CARDS,
    LETTERS,
    CARD,
    LETTER,
    TITLE,
    FACE,
    IS_SEALED,
    SEALED,
    DIRECTION,
    REASON,
    PULL_DATA,
    WHY,
    TO,
    SLID,
    DISTANCE,
    START,
    END,
    SLIDE,
    WINNERS,
    ENDING,
    CAUSE,
    WHO,
    SHIP_ID,
    SHIP,
) = range(len(_GAPS.split()))


def _phrase(kind: str) -> str:
    details = f",{_DETAILS[kind]}" if kind in _DETAILS else ""
    return f'{{{{"event":"{kind}","seat":{{seat}}{{ship_id}}{details},"text":"{_SENTENCES[kind]}"}}}}'


def _card_details(letter: int) -> str:
    kind = data.CARD_KINDS[int(data.KIND[letter])]
    names = f'"letter":"{data.LETTERS[letter]}","element":"{data.ELEMENTS[letter]}"'
    return f'{names},"value":{data.VALUE[letter]},"kind_of_card":"{kind}"'


def _card_face(letter: int) -> str:
    kind, value = data.CARD_KINDS[int(data.KIND[letter])], int(data.VALUE[letter])
    shown = f"{value}" if kind == "standard" else f"{kind} {value}"
    return f"{data.ELEMENTS[letter]} ({data.LETTERS[letter]}, {shown})"


_ALL_CARDS: Final = range(data.N_CARDS)
_SECRET: Final = data.N_CARDS
_ships: Final = (
    *(f"Seat {seat}" for seat in range(data.MAX_PLAYERS)),
    *(f"the derelict from {start}" for start in data.DERELICT_STARTS),
    "the Ghost",
)

_STARTS, _PARTS, _PIECES = phrases([_phrase(kind) for kind in KINDS], _GAPS.split())
_SHIPS: Final = raw_words(*_ships)
_SHIPS_FIRST: Final = raw_words(*(name[0].upper() + name[1:] for name in _ships))
_SHIP_IDS: Final = raw_words(*(f',"ship":"{ship}"' for ship in data.SHIP_IDS))
_CARDS: Final = raw_words(
    *map(_card_details, _ALL_CARDS), '"letter":null,"element":null,"value":null,"kind_of_card":null'
)
_TITLES: Final = raw_words(
    *(f"{data.LETTERS[card]} ({data.ELEMENTS[card]})" for card in _ALL_CARDS), "a card"
)
_FACES: Final = raw_words(*map(_card_face, _ALL_CARDS))
_LETTERS: Final = raw_words(*data.LETTERS)
_LETTER_WORDS: Final = words(*data.LETTERS)
_SEATS: Final = words(*range(data.MAX_PLAYERS))
_FLAGS: Final = raw_words("false", "true")
_SEALED: Final = raw_words("", ", sealed")
_DIRECTIONS: Final = words(*pulls.DIRECTIONS)
_WAYS: Final = raw_words(*pulls.DIRECTIONS)
_REASONS: Final = words(*pulls.REASONS, "held-in-singularity", "leaves-singularity")
_HELD: Final = len(pulls.REASONS)
_ENDING_IDS: Final = words(*data.ENDINGS)
_CAUSES: Final = raw_words(*_ENDINGS.values())


@kernel
def _list_bits(bits: int, table: Any, separator: bytes, out: Out) -> None:
    is_first = True
    for number in range(table.shape[0]):
        if bits >> number & 1:
            if not is_first:
                end(out, separator)
            end_word(out, table, number)
            is_first = False


@kernel
def _fill_round(gap: int, players: int, order: int, out: Out) -> None:
    """Write the order of the draft: two bits a seat."""
    for place in range(players):
        if place > 0:
            end(out, b"," if gap == DRAFT_ORDER else b", ")
        end_number(out, order >> 2 * place & 3)


@kernel
def _fill_ship(gap: int, ship: int, out: Out) -> None:
    if gap == SEAT:
        if 0 <= ship < data.MAX_PLAYERS:
            end_number(out, ship)
        else:
            end(out, b"null")
    elif ship >= 0 and gap == SHIP_ID:
        end_word(out, _SHIP_IDS, ship)
    elif ship >= 0:
        end_word(out, _SHIPS_FIRST, ship)


@kernel
def _fill_stack(gap: int, stack: int, cards: int, out: Out) -> None:
    if gap == STACK:
        end_number(out, stack + 1)
    elif gap == CARDS:
        end(out, b"[")
        _list_bits(cards, _LETTER_WORDS, b",", out)
        end(out, b"]")
    else:
        _list_bits(cards, _LETTERS, b", ", out)


@kernel
def _fill_card(gap: int, card: int, is_sealed: int, out: Out) -> None:
    if gap == CARD:
        end_word(out, _CARDS, card)
    elif gap == LETTER:
        end_word(out, _LETTERS, card)
    elif gap == TITLE:
        end_word(out, _TITLES, card)
    elif gap == FACE:
        end_word(out, _FACES, card)
    else:
        end_word(out, _FLAGS if gap == IS_SEALED else _SEALED, is_sealed)


@kernel
def _say_who_pulls(around: int, out: Out) -> None:
    """Write the reason of a pull, such as ``nearest: Seat 2, 1 behind``."""
    ahead, behind = pulls.ahead_and_behind(around)
    ship_ahead, ship_behind = pulls.nearest_ships(around)
    reason = pulls.reason_of(around)
    if reason == pulls.ALONE:
        end(out, b"no ship pulls")
    elif reason == pulls.NEAREST:
        is_ahead = pulls.direction_of(around) > 0
        end(out, b"nearest: ")
        end_word(out, _SHIPS, ship_ahead if is_ahead else ship_behind)
        end(out, b", ")
        end_number(out, ahead if is_ahead else behind)
        end(out, b" ahead" if is_ahead else b" behind")
    else:
        _say_who_is_equally_near(around, out)


@kernel
def _say_who_is_equally_near(around: int, out: Out) -> None:
    ships, counts = pulls.nearest_ships(around), pulls.ship_counts(around)
    end(out, b"equally near: ")
    end_word(out, _SHIPS, ships[0])
    end(out, b" ahead and ")
    end_word(out, _SHIPS, ships[1])
    end(out, b" behind, both at ")
    end_number(out, pulls.ahead_and_behind(around)[0])
    end(out, b"; ")
    end_number(out, counts[0])
    end(out, b" ahead, ")
    end_number(out, counts[1])
    end(out, b" behind")


@kernel
def _say_why(direction: int, letter: int, position: int, around: int, out: Out) -> None:
    if position == data.SINGULARITY and direction != 0:
        end(out, b"out of the Singularity, forward")
    elif position == data.SINGULARITY:
        end(out, b"a repulsor does nothing in the Singularity")
    else:
        _say_who_pulls(around, out)
        end(out, b": ")
        if direction == 0:
            end(out, b"no move")
        else:
            end(out, b"away, " if data.KIND[letter] == data.REPULSOR else b"")
            end_word(out, _WAYS, direction + 1)


@kernel
def _fill_pull(gap: int, place: int, around: int, out: Out) -> None:
    letter, direction, position = place & 31, (place >> 5 & 3) - 1, place >> 7
    if gap == DIRECTION:
        end_word(out, _DIRECTIONS, direction + 1)
    elif gap == REASON:
        held = position == data.SINGULARITY
        end_word(out, _REASONS, _HELD + (direction != 0) if held else pulls.reason_of(around))
    elif gap == PULL_DATA:
        write_pull(around, out)
    else:
        _say_why(direction, letter, position, around, out)


@kernel
def _fill_move(gap: int, start: int, value: int, out: Out) -> None:
    to, slid, distance = value & 63, value >> 6 & 63, value >> 12
    if gap == START and start == data.SINGULARITY:
        end(out, b"out of the Singularity")
    elif gap == START:
        end(out, b"from ")
        end_number(out, start)
    elif gap == END and to == data.SINGULARITY:
        end(out, b"into the Singularity")
    elif gap == END and to == data.GATE:
        end(out, b"through the Warp Gate")
    elif gap == END:
        end(out, b"to ")
        end_number(out, to)
    elif gap == SLIDE:
        if slid:
            end(out, b", sliding ")
            end_number(out, slid)
            end(out, b" further")
    else:
        end_number(out, to if gap == TO else slid if gap == SLID else distance)


@kernel
def _fill_ending(gap: int, winners: int, ending: int, out: Out) -> None:
    if gap == WINNERS:
        end(out, b"[")
        _list_bits(winners, _SEATS, b",", out)
        end(out, b"]")
    elif gap == ENDING:
        end_word(out, _ENDING_IDS, ending)
    elif gap == CAUSE:
        end_word(out, _CAUSES, ending)
    elif winners == 0:
        end(out, b"Nobody wins.")
    else:
        is_one = winners & (winners - 1) == 0
        end(out, b"Seat " if is_one else b"Seats ")
        _list_bits(winners, _SEATS, b" and ", out)
        end(out, b" wins." if is_one else b" share the win.")


@kernel
def _fill(gap: int, row: NDArray[np.int32], is_secret: bool, out: Out) -> None:
    kind, seat, place, value = np.int64(row[0]), np.int64(row[1]), np.int64(row[2]), np.int64(row[3])
    if gap in (SEAT, SHIP_ID, SHIP):
        _fill_ship(gap, -1 if kind == NEW_ROUND else seat, out)
    elif gap == PLACE:
        end_number(out, place)
    elif gap == VALUE:
        end_number(out, value)
    elif gap in (DRAFT_ORDER, ORDER):
        _fill_round(gap, seat, value, out)
    elif gap in (STACK, CARDS, LETTERS):
        _fill_stack(gap, place, value, out)
    elif gap <= SEALED:
        card = place & 31 if kind == PULL else place
        _fill_card(gap, _SECRET if is_secret else card, value, out)
    elif gap <= WHY:
        _fill_pull(gap, place, value, out)
    elif gap <= SLIDE:
        _fill_move(gap, place, value, out)
    else:
        _fill_ending(gap, place, value, out)


@door
def _tell(states: States, rows: Any, viewer: int, pages: Pages) -> int:
    erase(pages)
    out = pages[0]
    for number in range(rows.shape[0]):
        row = rows[number]
        if hides_event(row, viewer):
            continue
        is_secret = hides_card(row, viewer)
        begin(out, b"")
        for at in range(_STARTS[row[0]], _STARTS[row[0] + 1]):
            if _PARTS[at] >= 0:
                end_word(out, _PIECES, _PARTS[at])
            else:
                _fill(-1 - _PARTS[at], row, is_secret, out)
    return out.taken


@door
def _has_secrets(rows: Any) -> bool:
    is_secret = False
    for number in range(rows.shape[0]):
        row = rows[number]
        is_secret = is_secret or hides_event(row, SPECTATOR) or hides_card(row, SPECTATOR)
    return is_secret


def event_text(states: States, happened: bytes, viewer: int) -> str:
    """Return what ``viewer`` may see of stored events: members of a JSON list."""
    return told(_tell, states, happened, viewer)


def has_secrets(happened: bytes) -> bool:
    """Say whether a spectator, who sees least, may not see all of stored events."""
    return bool(_has_secrets(rows_of(happened)))
