"""The versions of the search: which kernel thinks, with which numbers, and which network judges.

``search`` is the newest, ``search@1`` the one before the network. An old version stays as it was, so that a new one can
always be compared with it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gravitable.bots.base import UnknownBot
from gravitable.bots.kernels.network import Net, Sight, sight_for
from gravitable.bots.kernels.search_template import NO_ACTION
from gravitable.bots.kernels.tree import Tree
from gravitable.bots.minds import mind_of
from gravitable.bots.tuning import VERSIONS, turned
from gravitable.core.chance import Rng
from gravitable.core.package import package_of
from gravitable.core.state import States

NEWEST = max(VERSIONS)


@dataclass(frozen=True, slots=True)
class Engine:
    """A search that is ready to think about one game."""

    game: str
    version: int
    knobs: NDArray[np.float64]
    net: Net | None

    @property
    def name(self) -> str:
        """What bots with this engine are called."""
        return "search" if self.version == NEWEST else f"search@{self.version}"

    @property
    def mixes(self) -> bool:
        """Whether choices that are made at the same time as others' are drawn from a mixture."""
        return self.version > 1

    @property
    def paces(self) -> bool:
        """Whether it takes more of its time for the decisions that count, and less for others."""
        return self.version > 1

    def runner(self, tree: Tree, masked: States, seat: int, rng: Rng) -> Callable[[int], None]:
        """Return a function that runs so many iterations on a tree from the masked state of a seat."""
        return self._runner(tree, masked, seat, NO_ACTION, rng, self._no_sums())

    def judge(
        self, tree: Tree, states: States, seat: int, action: int, iterations: int, rng: Rng
    ) -> NDArray[np.float64]:
        """Return everybody's chance if a seat takes an action (NO_ACTION: as things are), by so many iterations."""
        sums = self._no_sums()
        self._runner(tree, states, seat, action, rng, sums)(iterations)
        shares: NDArray[np.float64] = sums[: int(states["players"][0])] / iterations
        return shares

    def _runner(
        self, tree: Tree, states: States, seat: int, action: int, rng: Rng, sums: NDArray[np.float64]
    ) -> Callable[[int], None]:
        """Return the kernel, with everything but the number of iterations filled in."""
        run, work, sight = self._kernels.search, np.zeros(4, states.dtype), self._sight(states)
        return lambda iterations: run(
            tree, states, seat, action, work, iterations, self.knobs, self.net, sight, rng, sums
        )

    def _no_sums(self) -> NDArray[np.float64]:
        return np.zeros(self._kernels.MAX_PLAYERS)

    @property
    def _kernels(self) -> Any:
        return mind_of(self.game).kernel("search")

    def _sight(self, states: States) -> Sight | None:
        """Return room for what the network sees."""
        if self.net is None:
            return None
        n_own = mind_of(self.game).kernel("features").N_OWN
        return sight_for(self.net, int(states["players"][0]), n_own)


def engine(game: str, version: int = NEWEST, settings: str = "") -> Engine:
    """Return an engine; ``settings`` as in ``exploration=0.3,weights=my.npz``. Raises UnknownBot."""
    parts = [part for part in settings.split(",") if part]
    files = [part.removeprefix("weights=") for part in parts if part.startswith("weights=")]
    knobs = turned(game, version, [part for part in parts if not part.startswith("weights=")])
    if version == 1:
        return Engine(game, version, knobs, None)
    return Engine(game, version, knobs, load(Path(files[-1])) if files else shipped(game))


def read_version(text: str) -> int:
    """Return the version of a name such as ``search`` or ``search@1``; raises UnknownBot."""
    _, at, number = text.partition("@")
    if not at:
        return NEWEST
    if number not in map(str, VERSIONS):
        raise UnknownBot(
            f"there is no version {number!r} of the search; known: {', '.join(map(str, VERSIONS))}"
        )
    return int(number)


@cache
def shipped(game: str) -> Net:
    """Return the network that ships for a game; raises UnknownBot when there is none."""
    return load(network_file(game))


def network_file(game: str) -> Path:
    """Return where the network of a game is kept; raises UnknownBot when the game names no place."""
    mind = mind_of(game)
    if mind.network is None:
        raise UnknownBot(f"{package_of(game).title} brings no network")
    return mind.network


def load(path: Path) -> Net:
    """Return the network in a file; raises UnknownBot when there is none."""
    try:
        with np.load(path, allow_pickle=False) as stored:
            return Net(*(stored[name].astype(np.float32) for name in Net._fields))
    except (OSError, KeyError, ValueError) as error:
        raise UnknownBot(f"{str(path)!r} holds no network: {error}") from error


def save(net: Net, path: Path) -> None:
    """Write a network to a file, half as precise as it was learned: nobody can tell the difference in play."""
    path.parent.mkdir(parents=True, exist_ok=True)
    parts: dict[str, Any] = {name: part.astype(np.float16) for name, part in net._asdict().items()}
    np.savez_compressed(path, **parts)
