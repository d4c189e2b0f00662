"""Thousands of games at once: one array of records, stepped in compiled code on all cores.

Every step takes one action for each game, from the seat whose choice it is, and writes into arrays that the caller
may own: who chooses next, the mask of its legal actions, what it sees, and how games ended. A game that ends is dealt
anew within the same step, so every game is always waiting for an action.

>>> from gravitable.envs.batched import BatchedEnv
>>> env = BatchedEnv("superstar", games=64, players=3, seed=1)
>>> for _ in range(10):
...     out = env.step(env.sample())
>>> out.masks.shape
(64, 50)

Where several seats choose at once, in Gravwell, they are asked one after the other; nobody sees a sealed pick.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from itertools import pairwise
from math import prod
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gravitable.core.bits import list_bits
from gravitable.core.contract import Json, Rules
from gravitable.core.jit import compile_once
from gravitable.core.record import check_players
from gravitable.core.registry import rules_of
from gravitable.core.state import States
from gravitable.envs.errors import BadArray, BadSetting, illegal_action
from gravitable.envs.kernels import common
from gravitable.envs.kernels.common import Deal, Out
from gravitable.envs.labs import lab_of
from gravitable.envs.observation import Layout, layout, n_actions
from gravitable.envs.workers import Workers

__all__ = ["BatchedEnv", "Buffers", "deal_of", "kernel_of", "new_generators"]

MAX_GAMES = 1 << 24
MAX_DECISIONS = 500
"""Decisions of one player after which environments cut a game short, unless told otherwise.

Players who try to win need 10 to 60; but two Superstar pawns can go round in circles for ever.
"""
_WORD = 8
_CACHE_LINE = 64
_SLICES = 4  # for each thread, at most
_SLICE_GAMES = 1024  # about as many games are worth a slice of their own


@dataclass(frozen=True, slots=True)
class Buffers:
    """The arrays that a step writes into, one row for each game. Make your own, or let the environment do it.

    PyTorch: ``torch.from_numpy(buffers.masks)`` shares the memory. JAX: ``jax.dlpack.from_dlpack(buffers.masks)``
    does too; JAX believes that arrays never change, so hand it two sets of buffers in turn.
    """

    seats: NDArray[np.int64]
    """[games] the seat that must choose now"""
    masks: NDArray[np.int8]
    """[games, actions] 1 for each action that it may take"""
    observations: NDArray[np.uint8]
    """[games, size] what it sees, see ``gravitable.envs.observation``; size 0 when not wanted"""
    rewards: NDArray[np.float32]
    """[games, players] what a game that has just ended is worth to each seat, zero in sum; else 0"""
    scores: NDArray[np.int64]
    """[games, players] the final scores of the last game that ended in this row"""
    done: NDArray[np.uint8]
    """[games] 1 where this step has ended a game, and a new one has begun"""
    truncated: NDArray[np.uint8]
    """[games] 1 where this step has cut a game short that would not end, and a new one has begun"""


class BatchedEnv:
    """So many games of one kind at once. The result does not depend on the number of threads.

    A game with more than ``max_steps`` decisions of all players is cut short (500 for each player; None never does it).
    ``options`` are the game's own, see ``gravitable.options_of``. Raises UnknownGame, WrongPlayerCount, BadOption or
    BadSetting.
    """

    def __init__(
        self,
        game: str,
        games: int,
        players: int = 2,
        *,
        seed: int = 0,
        observations: bool = True,
        threads: int | None = None,
        buffers: Buffers | None = None,
        max_steps: int | None = -1,
        **options: Any,
    ) -> None:
        self.rules = rules_of(game)
        check_players(self.rules, players)
        self.options: Json = self.rules.settle(players, options)
        self.players = players
        self.games = _whole("games", games, 1, MAX_GAMES)
        self.max_steps = None if max_steps is None else _longest(max_steps, players)
        self.n_actions = n_actions(game)
        self.layout: Layout = layout(game, players)
        self._kernel = kernel_of(game)
        self._deal = deal_of(self.rules, players, self.options)
        self.states: States = np.zeros(self.games, self._deal.start.dtype)
        self._legal = np.zeros(self.games, np.int64)
        self._actions = np.zeros(self.games, np.int64)
        count = _whole("threads", (os.cpu_count() or 1) if threads is None else threads, 1, 1024)
        self._slices = _slices(self.games, count)
        self._work = [np.zeros(1, self.states.dtype) for _ in self._slices]
        self._workers = Workers(min(count, len(self._slices)) - 1)
        self.use(buffers or self.new_buffers(observations=observations))
        self.reset(seed)

    def new_buffers(self, *, observations: bool = True) -> Buffers:
        """Return fresh buffers of the right shapes."""
        n = self.games
        return Buffers(
            seats=_aligned_zeros((n,), np.int64),
            masks=_aligned_zeros((n, self.n_actions), np.int8),
            observations=_aligned_zeros((n, self.layout.size if observations else 0), np.uint8),
            rewards=_aligned_zeros((n, self.players), np.float32),
            scores=_aligned_zeros((n, self.players), np.int64),
            done=_aligned_zeros((n,), np.uint8),
            truncated=_aligned_zeros((n,), np.uint8),
        )

    def use(self, buffers: Buffers) -> None:
        """Write into these buffers from now on, and the present choice at once; raises BadArray."""
        self._check_buffers(buffers)
        sight = buffers.observations
        words = sight.view(np.uint64) if sight.shape[1] else np.zeros((self.games, 0), np.uint64)
        self.out = buffers
        self._out = Out(
            buffers.seats,
            self._legal,
            buffers.masks,
            sight,
            words,
            buffers.rewards,
            buffers.scores,
            buffers.done,
        )
        if self._legal.any():
            self._run(lambda work, low, high: self._kernel.show(self.states, work, self._out, low, high))

    def reset(self, seed: int = 0) -> Buffers:
        """Begin all games anew; the same seed gives the same games."""
        self._deals, self._samples = new_generators(seed, self.games)
        self._run(
            lambda work, low, high: self._kernel.begin(
                self.states, self._deals, work, self._deal, self._out, low, high
            )
        )
        self.out.truncated[:] = 0
        self._now = 0
        self._began = np.zeros(self.games, np.int64)
        self._next_cut = self.max_steps
        return self.out

    def step(self, actions: ArrayLike) -> Buffers:
        """Take one action in each game and write what comes of it into the buffers, which are returned.

        Raises IllegalAction (which names the legal ones) or BadArray; then nothing has changed.
        """
        taken = self._checked(actions)
        self._run(
            lambda work, low, high: self._kernel.step(
                self.states, taken, self._deals, work, self._deal, self._out, low, high, True
            )
        )
        self._now += 1
        if self._next_cut is not None:
            self._cut_long_games(self._next_cut)
        return self.out

    def _cut_long_games(self, next_cut: int) -> None:
        """Begin games anew that have lasted too long; hardly ever looks at each."""
        self._began[self.out.done > 0] = self._now
        self.out.truncated[:] = 0
        if self._now < next_cut or self.max_steps is None:
            return
        for game in (self._now - self._began >= self.max_steps).nonzero()[0].tolist():
            self._kernel.begin(self.states, self._deals, self._work[0], self._deal, self._out, game, game + 1)
            self._began[game], self.out.truncated[game] = self._now, 1
        self._next_cut = int(self._began.min()) + self.max_steps

    def sample(self) -> NDArray[np.int64]:
        """Return a random legal action for each game; the array is used again by the next call."""
        self._run(lambda _, low, high: common.sample(self._legal, self._samples, self._actions, low, high))
        return self._actions

    def legal(self, game: int) -> list[int]:
        """Return the legal actions of the seat to act in one game."""
        listed = np.zeros(self.n_actions, np.int64)
        return listed[: list_bits(int(self._legal[game]), listed)].tolist()  # type: ignore[no-any-return]

    def close(self) -> None:
        """End the threads; they also end by themselves when the environment is gone."""
        self._workers.close()

    def _run(self, work: Callable[[States, int, int], object]) -> None:
        """Run compiled code on every slice, on all threads; kernels do not hold the GIL."""
        self._workers.run(
            [partial(work, own, low, high) for own, (low, high) in zip(self._work, self._slices, strict=True)]
        )

    def _checked(self, actions: ArrayLike) -> NDArray[np.int64]:
        given = np.asarray(actions)
        if given.shape != (self.games,) or given.dtype.kind not in "iu":
            raise BadArray(
                f"actions must be {self.games} whole numbers, one for each game, "
                f"not {given.dtype} of shape {given.shape}"
            )
        taken = np.ascontiguousarray(given, np.int64)
        wrong = common.first_illegal(taken, self._legal, self.n_actions)
        if wrong >= 0:
            raise illegal_action(self.rules, f"game {wrong}", int(taken[wrong]), self.legal(wrong))
        return taken

    def _check_buffers(self, buffers: Buffers) -> None:
        wanted = self.new_buffers(observations=buffers.observations.shape[-1] != 0)
        for name in Buffers.__dataclass_fields__:
            _check_array(name, getattr(buffers, name), getattr(wanted, name))


def _aligned_zeros(shape: tuple[int, ...], dtype: type[np.generic]) -> NDArray[Any]:
    """Return zeros that begin where a line of the processor's cache does: JAX would copy any other array."""
    size = prod(shape) * np.dtype(dtype).itemsize
    raw = np.zeros(size + _CACHE_LINE, np.uint8)
    skipped = -raw.ctypes.data % _CACHE_LINE
    return raw[skipped : skipped + size].view(dtype).reshape(shape)


def _check_array(name: str, given: Any, wanted: NDArray[Any]) -> None:
    right = f"buffer {name!r} must be a writable, contiguous {wanted.dtype} array of shape {wanted.shape}"
    if not isinstance(given, np.ndarray):
        raise BadArray(f"{right}, not {type(given).__name__}")
    if given.shape != wanted.shape or given.dtype != wanted.dtype:
        raise BadArray(f"{right}, not {given.dtype} of shape {given.shape}")
    if not given.flags.c_contiguous or not given.flags.writeable or given.ctypes.data % _WORD:
        raise BadArray(f"{right} that begins at a multiple of {_WORD} bytes")


def _whole(name: str, value: object, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise BadSetting(f"{name} must be a whole number from {low} to {high}, not {value!r}")
    return value


def _longest(max_steps: object, players: int) -> int:
    return MAX_DECISIONS * players if max_steps == -1 else _whole("max_steps", max_steps, 1, 1 << 40)


def _slices(games: int, threads: int) -> list[tuple[int, int]]:
    """Cut the games into slices, some for each thread if they are many: one which begins late then does less."""
    each = max(1, min(_SLICES, games // (threads * _SLICE_GAMES)))
    count = 1 if threads == 1 else min(games, threads * each)
    return list(pairwise(np.linspace(0, games, count + 1).astype(int).tolist()))


@cache
def kernel_of(game: str) -> Any:
    """Return the module of a game's compiled steps."""
    module, rules = import_module(lab_of(game).kernels), rules_of(game)
    compile_once("envs", f"the environments of {rules.title}", lambda: _use_everything(module, rules))
    return module


def _use_everything(module: Any, rules: Rules) -> None:
    """Take a step in every way, so that all of it is compiled."""
    players = rules.min_players
    deal = deal_of(rules, players, rules.settle(players, {}))
    states, work, (deals, _) = deal.start.copy(), deal.start.copy(), new_generators(0, 1)
    sight = np.zeros((1, layout(rules.name, players).size), np.uint8)
    masks, scores = np.zeros((1, n_actions(rules.name)), np.int8), np.zeros((1, players), np.int64)
    numbers, rewards = np.zeros((4, 1), np.int64), np.zeros((1, players), np.float32)
    words, done = sight.view(np.uint64), np.zeros(1, np.uint8)
    out = Out(numbers[0], numbers[1], masks, sight, words, rewards, scores, done)
    module.begin(states, deals, work, deal, out, 0, 1)
    common.sample(out.legal, deals, numbers[2], 0, 1)
    common.first_illegal(numbers[2], out.legal, masks.shape[1])
    module.step(states, numbers[2], deals, work, deal, out, 0, 1, True)
    seat = module.open_game(states, deal, deals[0])
    module.look(states, seat, work, masks[0], sight[0], words[0])
    module.turn(states, seat, rules.legal(states, seat)[0], deals[0])
    module.close_game(states, scores[0], rewards[0])
    module.choices(states, seat)


def deal_of(rules: Rules, players: int, options: Json) -> Deal:
    """Return what new games are made of, from settled options."""
    start = rules.start(players, options)
    return lab_of(rules.name).deal(start, options)


def new_generators(seed: int, count: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return two generators for each game, one that deals and one that plays at random."""
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or seed < 0:
        raise BadSetting(f"a seed is a whole number from 0 on, not {seed!r}")
    words = np.random.SeedSequence(int(seed)).generate_state(4 * count).astype(np.int64).reshape(2, count, 2)
    deals, samples = np.zeros((2, count, 4), np.int64)
    common.seed_all(deals, words[0])
    common.seed_all(samples, words[1])
    return deals, samples
