"""Positions as text: everything, hidden cards too, in lines that people can read and change."""

from __future__ import annotations

from gravitable.core.contract import Json
from gravitable.core.lines import Lines, Value
from gravitable.core.state import States
from sunskim import GAME, data, play
from sunskim.state import State, first


def write(states: States) -> str:
    """Return a position as text."""
    s = first(states)
    lines = [
        f"gravitable position: {GAME.name} {s.rules}",
        f"players: {s.players}",
        f"short: {'yes' if s.turns == 5 else 'no'}",
        f"turn: {s.turn}",
        f"last pull: {s.pull}",
        f"pulls left: {_words(s.pulls.tolist())}",
    ]
    return "\n".join(lines + [_seat(s, seat) for seat in range(s.players)]) + "\n"


def _seat(s: State, seat: int) -> str:
    chosen = "none" if s.chosen[seat] == data.NONE else s.chosen[seat]
    hand = _words(play.cards(int(s.hand[seat]))) or "none"
    return f"seat {seat}: height {s.height[seat]}, score {s.score[seat]}, chosen {chosen}, hand {hand}"


def _words(numbers: list[int]) -> str:
    return " ".join(map(str, numbers))


def read(text: str) -> tuple[int, Json, States]:
    """Return players, options and state of a position; raises BadPosition."""
    lines = Lines(text)
    version = _version(lines.field("gravitable position"))
    players = lines.field("players").number(data.MIN_PLAYERS, data.MAX_PLAYERS)
    short = lines.field("short").flag()
    states = play.start(version, players, short)
    s = first(states)
    turn = lines.field("turn")
    s.turn = turn.number(1, s.turns + 1)
    s.pull = lines.field("last pull").number(0, len(data.PULLS))
    _read_pulls(s, lines.field("pulls left"))
    for seat in range(players):
        _read_seat(s, seat, lines.field(f"seat {seat}"))
    lines.end()
    _check_cards(s, turn)
    return players, {"short": short}, states


def _version(value: Value) -> int:
    words = value.words()
    if len(words) != 2 or words[0] != GAME.name:
        value.fail(f"should be '{GAME.name} VERSION'")
    version = words[1].number(0, 9999)
    if version not in GAME.versions:
        words[1].fail(f"should be a version of the rules that is known: {_words(list(GAME.versions))}")
    return version


def _read_pulls(s: State, value: Value) -> None:
    words = value.words()
    if len(words) != len(data.PULLS):
        value.fail(f"should be {len(data.PULLS)} numbers")
    s.pulls[:] = [word.number(0, most) for word, most in zip(words, data.PULLS, strict=True)]
    if sum(data.PULLS) - s.pulls.sum() != s.turn - 1:
        value.fail("one pull is used in each turn that was played")


def _read_seat(s: State, seat: int, value: Value) -> None:
    parts = value.words(",")
    names = ("height", "score", "chosen", "hand")
    if len(parts) != len(names) or any(
        not part.startswith(f"{name} ") for part, name in zip(parts, names, strict=True)
    ):
        value.fail("should be 'height N, score N, chosen CARD, hand CARDS'")
    height, score, chosen, hand = (part.words()[1:] for part in parts)
    s.height[seat] = _one(value, height).number(1, data.TOP)
    s.score[seat] = _one(value, score).number(0, 50)
    card = _one(value, chosen)
    s.chosen[seat] = data.NONE if card == "none" else card.number(0, data.N_CARDS - 1)
    s.hand[seat] = 0
    for word in hand if hand[0] != "none" else []:
        bit = 1 << word.number(0, data.N_CARDS - 1)
        if s.hand[seat] & bit or word == card:
            word.fail(f"card {word} stands here twice")
        s.hand[seat] |= bit


def _one(value: Value, words: list[Value]) -> Value:
    if len(words) != 1:
        value.fail("should be 'height N, score N, chosen CARD, hand CARDS'")
    return words[0]


def _check_cards(s: State, turn: Value) -> None:
    """Check that everybody has as many cards as there are turns to play with them."""
    played = (s.turn - 1) % data.N_CARDS if not play.is_over(s) else data.N_CARDS
    for seat in range(s.players):
        chosen = int(s.chosen[seat] != data.NONE)
        if len(play.cards(int(s.hand[seat]))) + chosen != data.N_CARDS - played:
            turn.fail(f"in turn {s.turn} everybody has {data.N_CARDS - played} cards, seat {seat} has not")
