"""A network that says how likely a player of Gravity Superstar wins, and a bot that plays by it.

    cd examples && gravitable arena superstar --bots value_network:Learned greedy --games 400

``train_network.py`` teaches it and writes ``network.pt`` beside this file. Needs PyTorch.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch
from numba import njit
from numpy.typing import NDArray
from torch import Tensor, nn

from gravitable.core.chance import generator
from gravitable.core.registry import rules_of
from gravitable.envs.afterstates import Lookahead
from gravitable.envs.kernels.superstar_observe import (
    COLUMN,
    FEET,
    ON_BOARD,
    OWN_PAWN,
    RIVAL_PAWN,
    ROW,
    SEAT,
    SPACE,
    STARS,
)
from gravitable.envs.observation import layout, n_actions
from gravitable.superstar.board import NEIGHBOUR
from gravitable.superstar.data import DIRECTIONS, N_COLOURS, SHAPE_OF_PLAYERS, SIDE_TURN, UP_TURN

GAME, PLAYERS = "superstar", 2
FILE = Path(__file__).with_name("network.pt")
LAYOUT = layout(GAME, PLAYERS)
N_COLUMNS = LAYOUT["board"].shape[1]
FLOOR = SPACE.index(f"platform {DIRECTIONS[0]}")

_SURE = 100.0  # a logit beyond doubt: the game is won or lost

Array = NDArray[Any]

# The network is small, so PyTorch's own threads would only wait for each other; whoever has many games shares them out.
torch.set_num_threads(1)


# what the network looks at


def _window() -> Array:
    """Return which spaces lie around a pawn, seen with its feet down: [space, feet, place in the window]."""
    shape = int(SHAPE_OF_PLAYERS[PLAYERS])
    spaces = np.arange(LAYOUT["board"].stop // len(SPACE))
    around = np.zeros((len(spaces), len(DIRECTIONS), len(WINDOW)), np.int64)
    for feet in range(len(DIRECTIONS)):
        for place, (aside, down) in enumerate(WINDOW):
            at = spaces
            for turn, steps in (
                (UP_TURN if down < 0 else 0, abs(down)),
                (SIDE_TURN[int(aside > 0)], abs(aside)),
            ):
                for _ in range(steps):
                    at = NEIGHBOUR[shape, at, (feet + turn) & 3]
            around[:, feet, place] = at
    return around


WINDOW = [(aside, down) for aside in range(-2, 3) for down in range(-1, 3)]
AROUND = _window()


@njit(nogil=True, cache=True)  # type: ignore[untyped-decorator]
def look_around(observations: Array, seats_at: int, around: Array, out: Array) -> None:
    """Write what lies around each player's pawn: stars, those that would make a pair, pawns, floors."""
    n_seat, n_space = len(SEAT), len(SPACE)
    for row in range(len(observations)):
        seen = observations[row]
        for player in range(PLAYERS):
            seat = seen[seats_at + player * n_seat : seats_at + (player + 1) * n_seat]
            if not seat[ON_BOARD]:
                continue
            feet = seat[FEET : FEET + 4].argmax()
            places = around[seat[ROW] * N_COLUMNS + seat[COLUMN], feet]
            for place in range(len(places)):
                space = seen[n_space * places[place] : n_space * (places[place] + 1)]
                found = out[row, player, place]
                for colour in range(N_COLOURS):
                    found[0] |= space[colour]
                    found[1] |= space[colour] & seat[STARS + colour]  # an odd number: one more makes a pair
                found[2] = space[OWN_PAWN] | space[RIVAL_PAWN]
                found[3] = space[FLOOR + feet]


def seen(observations: Array) -> Array:
    """Return what the network looks at: players, doors, the course of the game, and what lies around the pawns."""
    near = np.zeros((len(observations), PLAYERS, len(WINDOW), 4), np.uint8)
    look_around(observations, LAYOUT["seats"].start, AROUND, near)
    flat = observations[:, LAYOUT["seats"].start : LAYOUT["turn"].stop]
    return np.concatenate([flat, near.reshape(len(near), -1)], axis=1)


SIZE = seen(np.zeros((1, LAYOUT.size), np.uint8)).shape[1]


class Network(nn.Module):
    """Two hidden layers; says how likely a player wins who sees this, as a logit."""

    def __init__(self, hidden: int = 64) -> None:
        super().__init__()
        self.register_buffer("mean", torch.zeros(SIZE))
        self.register_buffer("scale", torch.ones(SIZE))
        self.layers = nn.Sequential(
            nn.Linear(SIZE, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU(), nn.Linear(hidden, 1)
        )

    def get_used_to(self, rows: Tensor) -> None:
        """Scale all inputs alike, by how they are in these rows; what never changed there counts for nothing."""
        spread = rows.std(0)
        self.mean.copy_(rows.mean(0))
        self.scale.copy_(torch.where(spread > 0, 1.0 / spread.clamp(min=0.05), 0.0))

    def forward(self, rows: Tensor) -> Tensor:
        """Return a logit for each row."""
        logits: Tensor = self.layers((rows - self.mean) * self.scale)
        return logits.squeeze(1)


# choosing by it


@torch.inference_mode()
def choose(
    network: Network, ahead: Lookahead, states: Any, seats: Array, masks: Array
) -> tuple[Array, Array]:
    """Return the best action of each game, and what the player will see after it."""
    after = ahead.look(states, seats, masks)
    rows = seen(after.observations)
    values = network(torch.from_numpy(rows).float()).numpy()
    values = np.where(after.over, _SURE * after.worth, values)
    order = np.lexsort((values, after.games))  # game by game, the best action last
    best = order[np.append(np.flatnonzero(np.diff(after.games)), len(order) - 1)]
    return after.actions[best], rows[best]


class Learned:
    """The network as a bot for the arena and the terminal: ``value_network:Learned``."""

    games = (GAME,)

    def __init__(self, seed: int = 0) -> None:
        self._network, self._ahead = load(FILE), Lookahead(GAME, PLAYERS)
        self._rules, self._dice = rules_of(GAME), generator(seed)

    def choose(self, states: Any, legal: list[str], seat: int) -> str:
        """Return the action after which the network likes best what it sees."""
        mask = np.zeros((1, n_actions(GAME)), np.int8)
        mask[0, [self._rules.action_number(action) for action in legal]] = 1
        guess = self._rules.determinize(states, self._dice)
        actions, _ = choose(self._network, self._ahead, guess, np.array([seat]), mask)
        return self._rules.action_text(int(actions[0]))


def load(path: Path) -> Network:
    """Return the network in a file."""
    network = Network()
    network.load_state_dict(torch.load(path, weights_only=True))
    return network.eval()
