"""Bad input: every error has its class and code, says what would be right, and changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import gravitable
from gravitable import Game, GravitableError
from gravitable.core import errors

CODES = {
    "UnknownGame": "unknown-game",
    "BadOption": "bad-option",
    "WrongPlayerCount": "wrong-player-count",
    "BadSeat": "bad-seat",
    "UnknownAction": "unknown-action",
    "IllegalAction": "illegal-action",
    "NotYourTurn": "not-your-turn",
    "GameOver": "game-over",
    "DamagedRecord": "damaged-record",
    "UnknownRulesVersion": "unknown-rules-version",
    "BadPosition": "bad-position",
    "UnknownLesson": "unknown-lesson",
    "BadLesson": "bad-lesson",
}


def new(**options: Any) -> Game:
    return gravitable.new("superstar", **{"players": 3, "seed": 1, **options})


def finished() -> Game:
    game = new(rounds=1)
    while not game.over:
        (seat,) = game.to_act
        game.play(seat, game.legal(seat)[-1])
    return game


@pytest.mark.parametrize(("name", "code"), CODES.items())
def test_every_error_has_a_stable_code_and_one_base(name: str, code: str) -> None:
    error = getattr(gravitable, name)
    assert issubclass(error, GravitableError)
    assert error.code == code


def test_no_error_class_is_missing_here() -> None:
    own = {
        name
        for name, thing in vars(errors).items()
        if isinstance(thing, type) and issubclass(thing, GravitableError) and thing is not GravitableError
    }
    assert own == set(CODES)
    assert len(set(CODES.values())) == len(CODES)


# Making a game


@pytest.mark.parametrize("name", ["tiddlywinks", "Superstar", "", "superstra"])
def test_unknown_game(name: str) -> None:
    with pytest.raises(gravitable.UnknownGame, match="superstar, gravwell"):
        gravitable.new(name)
    with pytest.raises(gravitable.UnknownGame):
        gravitable.options_of(name)


def test_a_misspelt_game_brings_a_suggestion() -> None:
    with pytest.raises(gravitable.UnknownGame, match="did you mean 'superstar'"):
        gravitable.new("superstra")


@pytest.mark.parametrize("players", [0, 1, 7, -2, 2.0, "2", None, True])
def test_wrong_number_of_players(players: Any) -> None:
    with pytest.raises(gravitable.WrongPlayerCount, match="2 to 6 players"):
        gravitable.new("superstar", players=players)


@pytest.mark.parametrize("players", [0, 5, True])
def test_wrong_number_of_players_in_gravwell(players: Any) -> None:
    with pytest.raises(gravitable.WrongPlayerCount, match="1 to 4"):
        gravitable.new("gravwell", players=players)


@pytest.mark.parametrize("option", ["goodie", "Expert", "speed"])
def test_unknown_option(option: str) -> None:
    with pytest.raises(gravitable.BadOption, match=f"no option '{option}'.*goodies, expert"):
        new(**{option: True})


@pytest.mark.parametrize(
    ("options", "right"),
    [
        ({"expert": 1}, "True or False"),
        ({"expert": "yes"}, "True or False"),
        ({"goodies": "tile"}, "a list such as"),
        ({"goodies": ["teleprot"]}, "did you mean 'teleport'"),
        ({"goodies": ["tile", "tile"]}, "twice"),
        ({"goodies": [7]}, "tile, double, teleport"),
        ({"goodies": None}, "a list"),
        ({"rounds": 0}, "from 1 to 9999"),
        ({"rounds": 10_000}, "from 1 to 9999"),
        ({"rounds": "3"}, "from 1 to 9999"),
        ({"rounds": True}, "from 1 to 9999"),
        ({"door": 4}, "places 0 to 3"),
        ({"door": 6}, "from 0 to 5"),
        ({"board": ["Harp"]}, "4 places"),
        ({"board": "Harp"}, "4 places"),
        ({"board": ["Harp", "Harp", None, None]}, "twice"),
        ({"board": ["Harpy", None, None, None]}, "did you mean 'Harp'"),
        ({"board": [3, None, None, None]}, "NAME"),
        ({"board": ["Harp c", None, None, None]}, "NAME"),
        ({"tiles": "/no/such/directory"}, "no such directory"),
        ({"tiles": 7}, "directory"),
        ({"seed": "abc"}, "whole number"),
        ({"seed": 1.5}, "whole number"),
        ({"seed": True}, "whole number"),
    ],
)
def test_bad_value_of_an_option(options: dict[str, Any], right: str) -> None:
    with pytest.raises(gravitable.BadOption, match=right):
        new(**options)


def test_too_few_tiles_for_the_players(tmp_path: Path) -> None:
    from gravitable.superstar.tiles import standard  # noqa: PLC0415 - only needed here

    (tmp_path / "two.txt").write_text("\n".join(tile.to_text() for tile in standard().tiles[:2]), "utf-8")
    assert new(players=2, tiles=tmp_path).players == 2
    with pytest.raises(gravitable.BadOption, match="need 4 tiles"):
        new(players=3, tiles=tmp_path)


@pytest.mark.parametrize("options", [{"hardcore": True}, {"warp_gate": True}])
def test_options_that_do_not_go_together(options: dict[str, bool]) -> None:
    with pytest.raises(gravitable.BadOption, match="Solo"):
        gravitable.new("gravwell", players=1, **options)


# Playing


def unchanged(game: Game, expected: type[GravitableError], deed: Callable[[Game], object]) -> GravitableError:
    """Do something wrong; return the error after checking that the game is as before."""
    before = (game.states.tobytes(), game.log, game.to_act, game.record())
    with pytest.raises(expected) as caught:
        deed(game)
    assert (game.states.tobytes(), game.log, game.to_act, game.record()) == before
    return caught.value


@pytest.mark.parametrize(
    "action",
    [
        "fly",
        "",
        "Drop",
        "drop ",
        "wild:teleport",
        "wild:wild",
        "simple:drop",
        "long",
        "steal:red",
        None,
        4,
        b"drop",
    ],
)
def test_unknown_action(action: Any) -> None:
    game = new()
    error = unchanged(game, gravitable.UnknownAction, lambda game: game.play(game.to_act[0], action))
    assert "is not an action" in str(error)


@pytest.mark.parametrize("deed", ["play", "preview"])
def test_illegal_action_lists_the_legal_ones(deed: str) -> None:
    game = new()
    seat = game.to_act[0]
    error = unchanged(game, gravitable.IllegalAction, lambda game: getattr(game, deed)(seat, "steal:blue"))
    assert isinstance(error, gravitable.IllegalAction)
    assert list(error.legal) == game.legal(seat)
    assert all(action in str(error) for action in game.legal(seat))


@pytest.mark.parametrize("deed", ["play", "preview"])
def test_not_your_turn_says_whose_it_is(deed: str) -> None:
    game = new()
    other = (game.to_act[0] + 1) % 3
    error = unchanged(game, gravitable.NotYourTurn, lambda game: getattr(game, deed)(other, "drop"))
    assert isinstance(error, gravitable.NotYourTurn)
    assert error.to_act == game.to_act
    assert f"seat {game.to_act[0]}" in str(error)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_game_over(seat: int) -> None:
    game = finished()
    assert game.legal(seat) == []
    unchanged(game, gravitable.GameOver, lambda game: game.play(seat, "drop"))


@pytest.mark.parametrize("seat", [-1, 3, 99, "0", None, 1.0, True, False])
def test_bad_seat(seat: Any) -> None:
    game = new()
    error = unchanged(game, gravitable.BadSeat, lambda game: game.play(seat, "drop"))
    assert "from 0 to 2" in str(error)
    unchanged(game, gravitable.BadSeat, lambda game: game.legal(seat))
    unchanged(game, gravitable.BadSeat, lambda game: game.preview(seat, "drop"))
    if seat is not None:
        unchanged(game, gravitable.BadSeat, lambda game: game.view(seat))


# Positions


def broken(old: str, replacement: str) -> str:
    text = new(goodies=["tile"]).position()
    assert old in text
    return text.replace(old, replacement, 1)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("hello", 1),
        ("gravitable position: ludo 1", 1),
        ("gravitable position: superstar 2\n", 1),
        ("gravitable position: superstar 1\n", 2),
        (broken("players: 3", "players: 7"), 2),
        (broken("players: 3", "player: 3"), 2),
        (broken("goodies: tile", "goodies: tile tile"), 3),
        (broken("goodies: tile", "goodies: rocket"), 3),
        (broken("expert: no", "expert: maybe"), 4),
        (broken("round limit: none", "round limit: 0"), 5),
        (broken("tile set: standard-1", "tile set: standard-2"), 6),
        (broken("round: 1", "round: x"), 7),
        (broken("so far: none", "so far: tired"), 10),
        (broken("to steal from: none", "to steal from: 9"), 11),
        (broken("ended by: nothing", "ended by: boredom"), 12),
        (broken("+   +", "+ - +"), 15),
        (broken("tokens 0", "tokens 19"), 44),
        (broken("seat 0: pawn", "seat 0: prawn"), 44),
        (new().position() + "more\n", 47),
    ],
)
def test_bad_position_names_line_and_column(text: str, line: int) -> None:
    with pytest.raises(gravitable.BadPosition) as caught:
        gravitable.position(text)
    assert caught.value.line == line
    assert caught.value.column >= 1
    assert str(caught.value).startswith(f"line {caught.value.line}, column {caught.value.column}: ")
