"""The random-play checker: plays any game of the registry at random and checks what must hold at every step.

It knows the games only through the ``Rules`` contract, but for one hook per game: what its pieces must add up to.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import gravitable
from gravitable import Game
from gravitable.core.chance import Rng, below, generator
from gravitable.core.contract import EVERYTHING
from gravitable.core.registry import rules_of

Json = dict[str, Any]

MOST_DECISIONS = 20_000
"""Far more than any game takes; a game that has not ended by then does not end."""


def compact(data: Any) -> str:
    """Return data as JSON text; fails for what is not JSON-able, NumPy numbers for instance."""
    return json.dumps(data, separators=(",", ":"), allow_nan=False)


@cache
def all_actions(game: str) -> tuple[str, ...]:
    """Return the texts of all actions of a game."""
    rules = rules_of(game)
    texts: list[str] = []
    while True:
        try:
            texts.append(rules.action_text(len(texts)))
        except IndexError:
            return tuple(texts)


def viewers(game: Game) -> list[int | None]:
    """Return every seat, and the spectator."""
    return [*range(game.players), None]


def choose(rng: Rng, items: list[str] | tuple[int, ...]) -> Any:
    return items[int(below(rng, len(items)))]


# Conservation: what the pieces of a game add up to


def superstar_pieces(state: Json) -> None:
    """78 stars, 18 tokens, five cards of everybody's own, and every goodie in exactly one hand."""
    on_board = Counter(space["star"] for space in state["spaces"] if space["star"])
    for colour, in_bag in state["bag"].items():
        assert on_board[colour] + in_bag + sum(seat["stars"][colour] for seat in state["seats"]) == 13
    assert state["stars_on_board"] == on_board.total()
    assert state["supply"] + sum(seat["tokens"] for seat in state["seats"]) == 18
    assert state["supply"] >= 0
    own_cards = ["drop", "high", "long", "rotate", "wild"]
    for seat in state["seats"]:
        own = [card for card in seat["hand"] if card not in seat["goodies"]]
        assert sorted(own + seat["face_up"] + seat["face_down"]) == own_cards
        assert seat["hand"]
    goodies = [goodie for seat in state["seats"] for goodie in seat["goodies"]]
    assert sorted(goodies) == sorted(state["options"]["goodies"])
    _superstar_board(state)


def _superstar_board(state: Json) -> None:
    """Pawns on spaces of their own, never on a star; one door open; tiles as many as places."""
    places = [pawn["space"] for pawn in state["pawns"] if pawn["space"]]
    assert len(set(places)) == len(places)
    stars = {space["space"] for space in state["spaces"] if space["star"]}
    assert not stars.intersection(places)
    assert all(space["symbol"] for space in state["spaces"] if space["star"])
    assert [door["open"] for door in state["doors"]].count(True) == 1
    if state["phase"] != "over":
        assert state["pawns"][state["turn"]]["space"] is not None


def gravwell_pieces(state: Json) -> None:
    """All 26 fuel cards, each in one place: stacks, hands, played, or unused."""
    movers = state["seats"] + ([state["ghost"]] if state["ghost"] else [])
    cards = [
        letter
        for stack in state["stacks"]
        if stack["taken_by"] is None
        for letter in stack["up"] + stack["down"]
    ]
    cards += [letter for mover in movers for letter in mover["hand"] + mover["played"]]
    assert sorted(cards + state["possible"]) == list("ABCDEFGHIJKLMNOPQRSTUVWXYZ")


PIECES: dict[str, Callable[[Json], None]] = {"superstar": superstar_pieces, "gravwell": gravwell_pieces}


# One game


@dataclass(frozen=True)
class Setting:
    """A game with its number of players and options."""

    game: str
    players: int
    options: Json

    def new(self, seed: int) -> Game:
        return gravitable.new(self.game, players=self.players, seed=seed, **self.options)

    def __str__(self) -> str:
        words = [f"{name}={value}" for name, value in self.options.items()]
        return "-".join([self.game, str(self.players), *words]).replace(" ", "").replace("'", "")


def play_randomly(setting: Setting, seed: int) -> Iterator[Game]:
    """Play a game at random to its end; yield it before every decision, and at last when it is over."""
    game = setting.new(seed)
    rng = generator(seed)
    for _ in range(MOST_DECISIONS):
        yield game
        if game.over:
            return
        seat = choose(rng, game.to_act)
        game.play(seat, choose(rng, game.legal(seat)))
    raise AssertionError(f"{setting} with seed {seed} is not over after {MOST_DECISIONS} decisions")


def check_whole_game(setting: Setting, seed: int, every: int = 1) -> Game:
    """Play a game at random and check everything; the slow checks only at one of ``every`` decisions."""
    for step, game in enumerate(play_randomly(setting, seed)):
        check_turn(game)
        PIECES[game.name](game.state())
        if step % every == 0:
            check_views(game)
            check_legal_is_what_play_accepts(game)
            check_position_round_trip(game)
        if step == 2 * every:
            check_record_round_trip(game)
    check_result(game)
    check_record_round_trip(game)
    check_determinism(setting, seed, game)
    return game


def check_turn(game: Game) -> None:
    """Somebody can act or the game is over; a seat that is not to act has no legal action."""
    assert bool(game.to_act) != game.over
    assert game.rules.chance_kind(game.states) is None
    for seat in range(game.players):
        legal = game.legal(seat)
        assert bool(legal) == (seat in game.to_act)
        assert len(set(legal)) == len(legal)
    assert (game.result is not None) == game.over


def check_views(game: Game) -> None:
    """Views and events are JSON-able, and looking changes nothing."""
    before = game.states.tobytes()
    for viewer in viewers(game):
        compact(game.view(viewer))
        compact([event.to_json() for event in game.events(viewer, since=max(0, len(game.log) - 2))])
    compact(game.state())
    assert all(str(event) for event in game.events(EVERYTHING, since=max(0, len(game.log) - 2)))
    for seat in game.to_act:
        for action in game.legal(seat):
            compact(game.preview(seat, action))
    assert game.states.tobytes() == before


def check_legal_is_what_play_accepts(game: Game) -> None:
    """Play takes exactly the legal actions, refuses every other with the right error, and then changes nothing."""
    before, log = game.states.tobytes(), game.log
    for seat in range(game.players):
        legal = set(game.legal(seat))
        for action in all_actions(game.name):
            if action not in legal:
                _check_refused(game, seat, action)
    assert (game.states.tobytes(), game.log) == (before, log)
    for seat in game.to_act:
        for action in game.legal(seat):
            twin = game.copy()
            twin.play(seat, action)
            assert len(twin.log) > len(log)
    assert (game.states.tobytes(), game.log) == (before, log)


def _check_refused(game: Game, seat: int, action: str) -> None:
    if game.over:
        expected: type[gravitable.GravitableError] = gravitable.GameOver
    else:
        expected = gravitable.IllegalAction if seat in game.to_act else gravitable.NotYourTurn
    try:
        game.play(seat, action)
    except expected:
        return
    raise AssertionError(f"seat {seat} could play {action!r}, which is not legal")


def check_position_round_trip(game: Game) -> None:
    text = game.position()
    again = gravitable.position(text)
    assert again.states.tobytes() == game.states.tobytes()
    assert again.position() == text
    assert [again.legal(seat) for seat in range(game.players)] == [
        game.legal(seat) for seat in range(game.players)
    ]


def check_record_round_trip(game: Game) -> None:
    text = compact(game.record())
    again = gravitable.replay(text)
    assert again.states.tobytes() == game.states.tobytes()
    assert compact(again.record()) == text
    assert again.events() == game.events()
    assert not gravitable.verify(text).problems


def check_result(game: Game) -> None:
    result = game.result
    assert result is not None
    assert compact(result)
    assert result["reason"]
    assert set(result["winners"]) <= set(range(game.players))
    assert len(result["scores"]) == game.players


def check_determinism(setting: Setting, seed: int, played: Game) -> None:
    """The same seed and the same actions give the same game."""
    again = setting.new(seed)
    for entry in played.log:
        if entry.seat is not None:
            again.play(entry.seat, entry.action)
    assert again.log == played.log
    assert again.states.tobytes() == played.states.tobytes()
