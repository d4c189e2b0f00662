"""Gravity Superstar for OpenSpiel.

Chance sets the game up once: one of ``setups`` fixed setups (tiles, door, stars, first player), each as likely. Nothing
of it is hidden. ``rounds`` bounds the length of a game, since OpenSpiel wants a bound.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

from gravitable.core.bits import list_bits
from gravitable.core.chance import generator
from gravitable.core.registry import rules_of
from gravitable.envs.openspiel.base import GravitableState, Kept, Observer, Table, game_type
from gravitable.superstar import data

PARAMETERS: dict[str, Any] = {"players": 2, "rounds": 60, "setups": 1000, "goodies": "", "expert": False}
_TYPE = game_type(
    "python_superstar", "Gravity Superstar", rules_of("superstar"), 2, PARAMETERS, together=False
)


class SuperstarGame(pyspiel.Game):  # type: ignore[misc]
    """The game, from which states and observers are made; ``goodies`` is a list such as ``tile+double``."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**PARAMETERS, **(params or {})}
        options = {
            "rounds": given["rounds"],
            "goodies": [word for word in given["goodies"].split("+") if word],
            "expert": given["expert"],
        }
        self.table = Table(rules_of("superstar"), given["players"], options)
        self.setups = int(given["setups"])
        decisions_a_turn = 4 + 2 * given["players"]  # two actions, a replay, and a steal for each ejection
        super().__init__(
            _TYPE,
            pyspiel.GameInfo(
                num_distinct_actions=data.N_ACTIONS,
                max_chance_outcomes=self.setups,
                num_players=given["players"],
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=given["rounds"] * given["players"] * decisions_a_turn,
            ),
            given,
        )

    def new_initial_state(self) -> SuperstarState:
        """Return the state before the setup."""
        return SuperstarState(self, self.table)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Return an observer."""
        return Observer(self.table, iig_obs_type, params)


class SuperstarState(GravitableState):
    """A state of Gravity Superstar."""

    def __init__(self, game: Any, table: Table) -> None:
        super().__init__(game, table)
        # For each seat: where in the history it laid the cards that lie face down before it now.
        self._laid = Kept(((),) * table.players)

    def is_set_up(self) -> bool:
        """Say whether chance has set the game up."""
        return int(self.states["phase"][0]) != data.SETUP

    def opening(self) -> list[str]:
        """Return which of the setups this is; everybody sees it."""
        return [f"Setup {self.history()[0]}."] if self.is_set_up() else []

    def current_player(self) -> int:
        """Return the seat to act, or OpenSpiel's sign for chance or the end."""
        if not self.is_set_up():
            return int(pyspiel.PlayerId.CHANCE)
        seats = self.rules.to_act(self.states)
        return seats[0] if seats else int(pyspiel.PlayerId.TERMINAL)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the setups, each as likely."""
        setups = self.get_game().max_chance_outcomes()
        return [(outcome, 1 / setups) for outcome in range(setups)]

    def _apply_action(self, action: int) -> None:
        if not self.is_set_up():
            self._do(self.rules.chance, self.table.options, generator(action))
            return
        seat = self.current_player()
        self._do(self.rules.apply, seat, action)
        self._note_laid(seat, action)

    def _note_laid(self, seat: int, action: int) -> None:
        lying = self.states["face_down"][0].tolist()
        laid = [list(places) if lying[other] else [] for other, places in enumerate(self._laid.value)]
        card = (action - data.ACT_SIMPLE) >> 1
        is_simple = data.ACT_SIMPLE <= action < data.ACT_SPECIAL
        if is_simple and card < data.N_OWN_CARDS and lying[seat] >> card & 1:
            laid[seat].append(len(self.history()))
        self._laid = Kept(tuple(tuple(places) for places in laid))

    def _action_to_string(self, player: int, action: int) -> str:
        return f"setup:{action}" if player == pyspiel.PlayerId.CHANCE else self.rules.action_text(action)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SuperstarState:
        """Return a state that may be the true one, for all that a player knows: other cards lie face down."""
        guess = self.guess(player, sampler)
        history = self.history()
        cards = np.zeros(data.N_OWN_CARDS, np.int64)
        for seat, places in enumerate(self._laid.value):
            count = list_bits(int(guess["face_down"][0][seat]), cards)
            if seat != player:
                for place, card in zip(places, cards[:count].tolist(), strict=True):
                    side = (history[place] - data.ACT_SIMPLE) & 1
                    history[place] = data.ACT_SIMPLE + 2 * card + side
        return self.replayed(history)  # type: ignore[no-any-return]


pyspiel.register_game(_TYPE, SuperstarGame)
