"""Gravwell for OpenSpiel: cards are dealt one by one by chance, and picks are made at once.

Algorithms for games of turns take ``pyspiel.convert_to_turn_based(game)``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

from gravitable.core.bits import list_bits
from gravitable.core.registry import rules_of
from gravitable.envs.kernels import gravwell_chance
from gravitable.envs.openspiel.base import GravitableState, Kept, Observer, Table, game_type
from gravitable.gravwell import data

PARAMETERS: dict[str, Any] = {"players": 2, **dict.fromkeys(data.VARIANTS, False)}
_TYPE = game_type("python_gravwell", "Gravwell", rules_of("gravwell"), 2, PARAMETERS, together=True)


class GravwellGame(pyspiel.Game):  # type: ignore[misc]
    """The game, from which states and observers are made."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**PARAMETERS, **(params or {})}
        players = given["players"]
        self.table = Table(rules_of("gravwell"), players, {name: given[name] for name in data.VARIANTS})
        cards = int(data.N_STACKS[players])
        a_round = (
            cards * 3 + players + data.N_MOVEMENTS * (1 + players)
        )  # deal, draft, chaos, picks and stops
        super().__init__(
            _TYPE,
            pyspiel.GameInfo(
                num_distinct_actions=data.N_ACTIONS,
                max_chance_outcomes=data.N_CARDS,
                num_players=players,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=data.N_ROUNDS * a_round,
            ),
            given,
        )

    def new_initial_state(self) -> GravwellState:
        """Return the state before the first deal."""
        return GravwellState(self, self.table)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Return an observer."""
        return Observer(self.table, iig_obs_type, params)


class GravwellState(GravitableState):
    """A state of Gravwell."""

    def __init__(self, game: Any, table: Table) -> None:
        super().__init__(game, table)
        self._drawn: list[int] = []  # by chance, and not on the table yet
        self._deal = Kept((0, ()))  # where in the history this round's deal began, and its cards

    def is_set_up(self) -> bool:
        """Say whether there is anything to see."""
        return True

    def opening(self) -> list[str]:
        """Return what everybody knows before the first event: nothing."""
        return []

    def current_player(self) -> int:
        """Return the seat to act, or OpenSpiel's sign for chance, all at once, or the end."""
        if self.rules.chance_kind(self.states) is not None:
            return int(pyspiel.PlayerId.CHANCE)
        seats = self.rules.to_act(self.states)
        if len(seats) > 1:
            return int(pyspiel.PlayerId.SIMULTANEOUS)
        return seats[0] if seats else int(pyspiel.PlayerId.TERMINAL)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the cards that may be drawn next, each as likely."""
        if self.rules.chance_kind(self.states) == "deal":
            cards = [card for card in range(data.N_CARDS) if card not in self._drawn]
        else:  # Chaos Theory draws from each hand in turn
            cards = _cards(self.states["hand"][0][len(self._drawn)])
        return [(card, 1 / len(cards)) for card in cards]

    def _apply_action(self, action: int) -> None:
        if self.is_chance_node():
            self._draw(action)
        else:
            self._do(self.rules.apply, self.current_player(), action)

    def _apply_actions(self, actions: list[int]) -> None:
        for seat in self.rules.to_act(self.states):
            self._do(self.rules.apply, seat, actions[seat])

    def _draw(self, card: int) -> None:
        """Let chance draw a card, and lay all of them out once they are complete."""
        self._drawn.append(card)
        if self.rules.chance_kind(self.states) == "chaos":
            if len(self._drawn) == self.table.players:
                self._do(gravwell_chance.play_drawn, np.array(self._drawn))
                self._drawn = []
        elif len(self._drawn) == 2 * self._n_stacks():
            self._deal = Kept((len(self.history()) + 1 - len(self._drawn), tuple(self._drawn)))
            self._do(gravwell_chance.lay_out, np.array(self._drawn))
            self._drawn = []

    def _n_stacks(self) -> int:
        return int(data.N_STACKS[self.table.players])

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"draw:{data.LETTERS[action]}"
        return self.rules.action_text(action)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> Any:
        """Return a state that may be the true one, for all that a player knows: other cards lie face down.

        While chance is drawing nobody has seen anything yet, and with No Secrets nothing is hidden: then the state
        itself is returned.
        """
        if self.is_chance_node() or self.is_terminal() or self.table.options["no_secrets"]:
            return self.clone()
        guess = self.guess(player, sampler)[0]
        start, deal = self._deal.value
        hidden = self._hidden_cards(guess, deal)
        history = self.history()
        for stack, taker in enumerate(guess["taken_by"][: self._n_stacks()].tolist()):
            if taker == data.NONE:
                history[start + stack] = _cards(guess["stack_down"][stack])[0]
            elif taker != player:
                history[start + stack] = hidden[taker].pop()
        return self.replayed(history)

    def _hidden_cards(self, guess: Any, deal: tuple[int, ...]) -> list[set[int]]:
        """Return which cards each seat drew face down in this round, in hand or played by now."""
        shown = deal[self._n_stacks() :]
        held = [set(_cards(hand)) | _played(guess, seat) for seat, hand in enumerate(guess["hand"])]
        for card, taker in zip(shown, guess["taken_by"].tolist(), strict=False):
            if taker != data.NONE:
                held[taker].discard(card)
        return held


def _cards(bits: Any) -> list[int]:
    listed = np.zeros(data.N_CARDS, np.int64)
    return listed[: list_bits(int(bits), listed)].tolist()  # type: ignore[no-any-return]


def _played(state: Any, seat: int) -> set[int]:
    return {card for card in state["played"][seat].tolist() if card >= 0}


pyspiel.register_game(_TYPE, GravwellGame)
