"""What both games share for OpenSpiel: states that wrap a kernel record, and the observer.

A player's information state is everything that the engine would tell it (``rules.seen``), from the beginning
on; an observation is the present alone, as text or in the named parts of ``gravitable.envs.observation``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

from gravitable.core.chance import generator
from gravitable.core.contract import Json, Rules
from gravitable.core.events import clear, event_buffer, read, stored
from gravitable.core.state import States
from gravitable.envs.batched import kernel_of
from gravitable.envs.observation import Layout, layout

_EVENTS = event_buffer()


class Kept:
    """Something that never changes, so that copies of a state can share it."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __deepcopy__(self, memo: object) -> Kept:
        return self


def game_type(name: str, title: str, rules: Rules, least: int, parameters: Json, *, together: bool) -> Any:
    """Return how OpenSpiel describes a kind of game."""
    kind = pyspiel.GameType
    return kind(
        short_name=name,
        long_name=title,
        dynamics=kind.Dynamics.SIMULTANEOUS if together else kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=rules.max_players,
        min_num_players=least,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


class Table:
    """What all states of one game share."""

    def __init__(self, rules: Rules, players: int, options: Json) -> None:
        self.rules = rules
        self.players = players
        self.options = rules.settle(players, options)
        self.layout: Layout = layout(rules.name, players)
        self.kernel = kernel_of(rules.name)

    def __reduce__(self) -> Any:
        return Table, (self.rules, self.players, self.options)


class GravitableState(pyspiel.State):  # type: ignore[misc]
    """A state of either game: one kernel record, and what has been told to whom."""

    def __init__(self, game: Any, table: Table) -> None:
        super().__init__(game)
        self._table = Kept(table)
        self._told = Kept(b"")
        self.states: States = table.rules.start(table.players, table.options)

    @property
    def table(self) -> Table:
        """What all states of this game share."""
        return self._table.value  # type: ignore[no-any-return]

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.table.rules

    def _do(self, change: Callable[..., object], *arguments: Any) -> None:
        """Change the record, and keep what the kernel says happened."""
        clear(_EVENTS)
        change(self.states, *arguments, _EVENTS)
        self._told = Kept(self._told.value + stored(_EVENTS))

    def told(self, player: int) -> list[str]:
        """Return everything that a player has been told, in order."""
        heard = self.rules.seen(read(self._told.value), player)
        return [event.sentence for event in self.rules.events(self.states, heard)]

    # What OpenSpiel asks

    def _legal_actions(self, player: int) -> list[int]:
        return self.rules.legal(self.states, player)

    def is_terminal(self) -> bool:
        """Say whether the game has ended."""
        return self.rules.over(self.states)

    def returns(self) -> list[float]:
        """Return what the end is worth to each player, zero in sum; zeros before the end."""
        rewards = np.zeros(self.table.players)  # in double precision, so that they sum to zero
        if self.is_terminal():
            self.table.kernel.close_game(self.states, np.zeros(self.table.players, np.int64), rewards)
        return rewards.tolist()

    def __str__(self) -> str:
        return self.rules.draw_text(self.rules.describe(self.states, self.table.options), colour=False)

    def drawing(self, player: int) -> str:
        """Return what a player sees now, drawn as text."""
        masked = self.rules.mask(self.states, player)
        return self.rules.draw_text(self.rules.describe(masked, self.table.options), colour=False)

    def replayed(self, history: list[int]) -> Any:
        """Return the state that a history leads to."""
        state = self.get_game().new_initial_state()
        at = 0
        while at < len(history):
            if state.is_simultaneous_node():
                state.apply_actions(history[at : at + self.table.players])
                at += self.table.players
            else:
                state.apply_action(history[at])
                at += 1
        return state

    def guess(self, player: int, sampler: Callable[[], float]) -> States:
        """Return a record that may be the true one, for all that a player knows."""
        seed = int(sampler() * (1 << 53))
        return self.rules.determinize(self.rules.mask(self.states, player), generator(seed))


class Observer:
    """Gives a state as a player sees it; see OpenSpiel's ``observation.py``."""

    def __init__(self, table: Table, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise ValueError(f"this observer takes no parameters, not {params}")
        self._remembers = bool(iig_obs_type and iig_obs_type.perfect_recall)
        self._table = table
        self._work = table.rules.start(table.players, table.options)
        self._sight = np.zeros(table.layout.size, np.uint8)
        self._mask = np.zeros(64, np.int8)
        self.tensor = np.zeros(table.layout.size, np.float32)
        self.dict = table.layout.split(self.tensor)

    def set_from(self, state: Any, player: int) -> None:
        """Fill ``tensor`` with what a player sees; all zero while the game is being set up."""
        self.tensor.fill(0)
        if not state.is_set_up():
            return
        words = self._sight.view(np.uint64)
        self._table.kernel.look(state.states, player, self._work, self._mask, self._sight, words)
        self.tensor[:] = self._sight

    def string_from(self, state: Any, player: int) -> str:
        """Return what a player knows (everything it was told) or sees (now) as text."""
        if self._remembers:
            return "\n".join([f"You are seat {player}.", *state.opening(), *state.told(player)])
        return f"You are seat {player}.\n{state.drawing(player) if state.is_set_up() else 'Not set up yet.'}"
