"""A complete position as readable text, and back.

What follows from the rest is not written: the unused cards, the size of a hand, who drafts or decides on a stop.
"""

from __future__ import annotations

from collections.abc import Iterable

from gravitable.core.contract import Json
from gravitable.core.lines import Lines, Value
from gravitable.core.state import States
from gravitable.gravwell import GAME, data
from gravitable.gravwell.events import letters
from gravitable.gravwell.position_check import check
from gravitable.gravwell.state import State, new_states
from gravitable.gravwell.turn import n_movers, n_rounds
from gravitable.gravwell.view import n_revealed

Places = dict[str, Value]


def write(states: States) -> str:
    """Return the position as text."""
    s = states[0]
    players, movers = int(s.players), int(n_movers(s))
    variants = [name for name, is_on in zip(data.VARIANTS, s.variants, strict=True) if is_on]
    derelicts = [int(place) for place in s.position[data.DERELICT :] if place != data.ABSENT]
    lines = [
        f"gravitable position: gravwell {s.rules}",
        f"players: {players}",
        f"variants: {_words(variants)}",
        f"round: {s.round_number}",
        f"phase: {data.PHASES[int(s.phase)]}",
        f"movement: {s.movement}",
        f"resolving: {_card(int(s.current))}",
        f"ended by: {data.ENDINGS[int(s.ending)] or 'nothing'}",
        f"draft order: {_words(str(seat) for seat in s.draft_order[:players])}",
        f"ships: {_words(str(place) for place in s.position[:movers])}",
        f"derelicts: {_words('gone' if place == data.GATE else str(place) for place in derelicts)}",
        "",
        *(_stack_line(s, stack) for stack in range(int(data.N_STACKS[players])) if s.phase != data.DEAL),
        "",
        *(_seat_line(s, seat) for seat in range(players)),
        *([_ghost_line(s)] if players == 1 else []),
    ]
    return "\n".join(lines) + "\n"


def _words(words: Iterable[str]) -> str:
    return " ".join(words) or "none"


def _card(number: int) -> str:
    return data.LETTERS[number] if number >= 0 else "none"


def _cards(bits: int) -> str:
    return _words(letters(int(bits)))


def _stack_line(s: State, stack: int) -> str:
    down, owner = int(s.stack_down[stack]), int(s.taken_by[stack])
    under = f" over {_cards(down)}" if down else ""
    return f"stack {stack + 1}: {_cards(s.stack_up[stack])}{under}{f' taken {owner}' if owner >= 0 else ''}"


def _history(s: State, seat: int) -> str:
    """Return the hand and the revealed cards, in the order of the movements."""
    shown = s.played[seat, : int(n_revealed(s))].tolist()
    return f"hand {_cards(s.hand[seat])}; played {_words(_card(number) for number in shown if number >= 0)}"


def _seat_line(s: State, seat: int) -> str:
    picks_now = int(s.phase) == data.PICK
    pick = int(s.played[seat, int(s.movement) - 1]) if picks_now else data.NONE
    return f"seat {seat}: stop {'yes' if s.stop[seat] else 'no'}; {_history(s, seat)}; pick {_card(pick)}"


def _ghost_line(s: State) -> str:
    pile = s.played[data.GHOST, int(n_revealed(s)) :].tolist()
    return f"ghost: {_history(s, data.GHOST)}; pile {_words(_card(number) for number in pile if number >= 0)}"


# --- reading ---


def read(text: str) -> tuple[int, Json, States]:
    """Return players, options and state of a position text; raises BadPosition."""
    lines = Lines(text)
    states = new_states()
    s = states[0]
    places: Places = {}
    _read_table(lines, s, places)
    _read_course(lines, s, places)
    _read_ships(lines, s, places)
    for stack in range(data.MAX_STACKS):
        s.taken_by[stack] = data.NONE
        if stack < data.N_STACKS[int(s.players)] and s.phase != data.DEAL:
            _read_stack(_field(lines, places, f"stack {stack + 1}"), s, stack)
    _read_cards(lines, s, places)
    lines.end()
    check(s, places)
    options = {name: bool(is_on) for name, is_on in zip(data.VARIANTS, s.variants, strict=True)}
    return int(s.players), options, states


def _field(lines: Lines, places: Places, key: str) -> Value:
    places[key] = lines.field(key)
    return places[key]


def _read_table(lines: Lines, s: State, places: Places) -> None:
    title = _field(lines, places, "gravitable position")
    s.rules = GAME.versions[title.one_of(*(f"{GAME.name} {version}" for version in GAME.versions))]
    s.players = _field(lines, places, "players").number(data.MIN_PLAYERS, data.MAX_PLAYERS)
    variants = _field(lines, places, "variants").subset(tuple(data.VARIANTS))
    for variant in range(len(data.VARIANTS)):
        s.variants[variant] = variants >> variant & 1
    if s.players == 1 and (s.variants[data.VARIANT_HARDCORE] or s.variants[data.VARIANT_WARP_GATE]):
        places["variants"].fail("Solo goes only with no_secrets and chaos")


def _read_course(lines: Lines, s: State, places: Places) -> None:
    s.round_number = _field(lines, places, "round").number(1, int(n_rounds(s)))
    s.phase = _field(lines, places, "phase").one_of(*data.PHASES)
    s.movement = _field(lines, places, "movement").number(0, data.N_MOVEMENTS)
    s.current = _letter(_field(lines, places, "resolving"))
    s.ending = _field(lines, places, "ended by").one_of(*(name or "nothing" for name in data.ENDINGS))


def _letter(value: Value) -> int:
    return value.one_of("none", *data.LETTERS) - 1


def _numbers(value: Value, count: int, high: int) -> list[int]:
    words = value.words()
    if len(words) != count:
        value.fail(f"should be {count} numbers, not {len(words)}")
    return [word.number(0, high) for word in words]


def _read_ships(lines: Lines, s: State, places: Places) -> None:
    players, movers = int(s.players), int(n_movers(s))
    for field in (s.draft_order, s.position):
        field[:] = data.NONE
    order = _field(lines, places, "draft order")
    s.draft_order[:players] = _numbers(order, players, players - 1)
    if len(set(s.draft_order[:players].tolist())) < players:
        order.fail("should name every seat once")
    s.position[:movers] = _numbers(_field(lines, places, "ships"), movers, data.GATE)
    derelicts = _field(lines, places, "derelicts")
    words, count = derelicts.words(), int(data.N_DERELICTS[players])
    if len(words) != count:
        derelicts.fail(f"with {players} players there should be {count} here, not {len(words)}")
    for ship, word in zip(range(data.N_SHIPS - count, data.N_SHIPS), words, strict=True):
        s.position[ship] = data.GATE if word == "gone" else word.number(0, data.GATE - 1)


def _bits(words: list[Value]) -> int:
    bits = 0
    for word in words:
        bit = 1 << word.one_of(*data.LETTERS)
        if bits & bit:
            word.fail(f"{str(word)!r} stands here twice")
        bits |= bit
    return bits


def _read_stack(value: Value, s: State, stack: int) -> None:
    words = value.words()
    if len(words) > 1 and words[-2] == "taken":
        s.taken_by[stack] = words[-1].number(0, int(n_movers(s)) - 1)
        words = words[:-2]
    plain = [str(word) for word in words]
    split = plain.index("over") if "over" in plain else len(words)
    s.stack_up[stack] = _bits(words[:split])
    s.stack_down[stack] = _bits(words[split + 1 :])


def _parts(value: Value, keys: tuple[str, ...]) -> list[list[Value]]:
    """Return the words behind each key of a line such as ``stop yes; hand A B``."""
    parts = [part.words() for part in value.words(";")]
    if [str(words[0]) if words else "" for words in parts] != list(keys):
        value.fail(f"should be '{' ...; '.join(keys)} ...'")
    for key, words in zip(keys, parts, strict=True):
        if len(words) == 1:
            words[0].fail(f"what stands behind '{key}' is missing; write 'none' for nothing")
    return [[] if words[1:] == ["none"] else words[1:] for words in parts]


def _read_cards(lines: Lines, s: State, places: Places) -> None:
    s.played[:] = data.NONE
    for seat in range(int(s.players)):
        value = _field(lines, places, f"seat {seat}")
        stop, hand, played, pick = _parts(value, ("stop", "hand", "played", "pick"))
        s.stop[seat] = value.fail("should say 'stop yes' or 'stop no'") if len(stop) != 1 else stop[0].flag()
        _read_history(s, seat, hand, played, pick, value)
    if s.players == 1:
        value = _field(lines, places, "ghost")
        hand, played, pile = _parts(value, ("hand", "played", "pile"))
        _read_history(s, data.GHOST, hand, played, pile, value)


def _read_history(
    s: State, seat: int, hand: list[Value], played: list[Value], sealed: list[Value], line: Value
) -> None:
    """Fill in the hand, the revealed cards and behind them those that are not revealed yet."""
    s.hand[seat] = _bits(hand)
    s.hand_size[seat] = len(hand)
    shown = int(n_revealed(s))
    if len(played) > shown:
        line.fail(f"should have played {shown} cards by now, not {len(played)}")
    if shown + len(sealed) > data.N_MOVEMENTS:
        line.fail(f"more than {data.N_MOVEMENTS} cards are played or picked here")
    s.played[seat, : len(played)] = [word.one_of(*data.LETTERS) for word in played]
    s.played[seat, shown : shown + len(sealed)] = [word.one_of(*data.LETTERS) for word in sealed]
