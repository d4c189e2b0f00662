"""The random-play checker on every game, with every number of players and every set of options."""

from __future__ import annotations

from itertools import combinations, product

import pytest

import gravitable
from checker import PIECES, Setting, check_whole_game
from gravitable.gravwell.data import VARIANTS
from gravitable.superstar.data import GOODIE_NAMES

GOODIES = [
    list(chosen) for count in range(len(GOODIE_NAMES) + 1) for chosen in combinations(GOODIE_NAMES, count)
]


def superstar_settings() -> list[Setting]:
    """Every number of players with every set of goodies, with and without the expert end."""
    return [
        Setting("superstar", players, {"goodies": goodies, "expert": expert})
        for players, goodies, expert in product(range(2, 7), GOODIES, (False, True))
    ]


def gravwell_settings() -> list[Setting]:
    """Every number of players with every variant alone, and all together; Solo with what goes with it."""
    solo = [Setting("gravwell", 1, {name: True}) for name in ("no_secrets", "chaos")]
    solo += [Setting("gravwell", 1, {}), Setting("gravwell", 1, {"no_secrets": True, "chaos": True})]
    chosen = [(), *((name,) for name in VARIANTS), tuple(VARIANTS)]
    return solo + [
        Setting("gravwell", players, dict.fromkeys(names, True)) for players in (2, 3, 4) for names in chosen
    ]


SETTINGS = superstar_settings() + gravwell_settings()


def test_every_game_and_number_of_players_is_checked() -> None:
    assert set(gravitable.games()) == set(PIECES) == {setting.game for setting in SETTINGS}
    for name in gravitable.games():
        rules = gravitable.new(name).rules
        counts = {setting.players for setting in SETTINGS if setting.game == name}
        assert counts == set(range(rules.min_players, rules.max_players + 1))
        used = {option for setting in SETTINGS if setting.game == name for option in setting.options}
        flags = {option.name for option in rules.options if option.kind in ("flag", "subset")}
        assert flags <= used


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_a_random_game_keeps_every_promise(setting: Setting) -> None:
    check_whole_game(setting, seed=len(str(setting)), every=29)


@pytest.mark.parametrize("players", range(2, 7))
def test_a_limit_of_rounds_is_kept(players: int) -> None:
    game = check_whole_game(Setting("superstar", players, {"rounds": 3}), seed=players, every=11)
    assert game.result is not None
    assert game.result["reason"] in ("round-limit", "few-stars")
    assert game.state()["round"] <= 3
