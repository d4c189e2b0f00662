"""How long a bot at a live table takes to answer while three reviews are made, and while none is.

    python benchmarks/bots_beside_reviews.py              # two minutes
    python benchmarks/bots_beside_reviews.py --answers 60 --level 5

One server with three processes for reviews. Somebody plays against a bot; measured is the time from the moment when
their turn is stored to the ``state`` with the bot's. Spells without and with reviews take turns, so that whatever else
the machine does meets both alike. During a spell with reviews three of them are always in the making.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean, median

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from server.harness import running
from server.players import Json, Person, Socket

AT_ONCE = 3
SPELLS = 6
"""Half of them without reviews, half with."""
GAMES = 6
"""Finished games that can be reviewed: as many as the benchmark could need."""


async def finished(person: Person) -> str:
    """Return a table of four that quick bots have played to its end."""
    bots = [{"seat": seat, "bot": "greedy"} for seat in range(4)]
    table = str((await person.table("superstar", 4, seat=None, bots=bots))["id"])
    async with person.socket() as socket:
        await socket.send(type="watch", table=table)
        while not (await socket.until("state", timeout=120))["over"]:
            pass
    return table


@dataclass
class LiveTable:
    """Somebody who plays any turn as quickly as can be, and a bot that thinks."""

    person: Person
    level: int
    seed: int = 0
    answers_ms: list[float] = field(default_factory=list)

    async def measure(self, answers: int) -> list[float]:
        """Return how long the bot took, for so many answers; as many games as are needed."""
        self.answers_ms = []
        while len(self.answers_ms) < answers:
            self.seed += 1
            bots = [{"seat": 1, "bot": f"level:{self.level}"}]
            table = await self.person.table("superstar", 2, seat=0, bots=bots)
            async with self.person.socket() as socket:
                await socket.send(type="watch", table=table["id"])
                if not await self._play(socket, str(table["id"]), answers):
                    await socket.send(type="resign", table=table["id"])
                    await socket.until("state", over=True)
        return self.answers_ms

    async def _play(self, socket: Socket, table: str, answers: int) -> bool:
        """Play until the bot has answered so often; say whether the game ended before."""
        rng = random.Random(self.seed)  # noqa: S311 - any turn will do
        state = await socket.until("state")
        while not state["over"] and len(self.answers_ms) < answers:
            if 0 not in state["to_act"]:
                state = await socket.until("state")
                continue
            actions = await _any_turn(socket, table, state["version"], rng)
            commit = f"c{state['version']}"
            message = {"table": table, "version": state["version"], "id": commit, "actions": actions}
            await socket.send(type="commit", **message)
            state = await socket.until_stored(commit)
            began = time.perf_counter()
            if not state["over"] and 0 not in state["to_act"]:
                state = await socket.until("state")
                self.answers_ms.append((time.perf_counter() - began) * 1000)
        return bool(state["over"])


async def _any_turn(socket: Socket, table: str, version: int, rng: random.Random) -> list[str]:
    """Return a complete turn, chosen at random."""
    actions: list[str] = []
    while True:
        await socket.send(type="try", table=table, version=version, actions=actions)
        tried = await socket.until("tried")
        if tried["done"]:
            return actions
        actions = [*actions, rng.choice(tried["legal"])]


@asynccontextmanager
async def three_reviews(person: Person, games: list[str]) -> AsyncIterator[None]:
    """Keep three reviews in the making."""
    ready = asyncio.Event()
    keeper = asyncio.create_task(_keep_three(person, games, ready))
    await ready.wait()
    try:
        yield
    finally:
        keeper.cancel()
        with suppress(asyncio.CancelledError):
            await keeper
        for table in games[:AT_ONCE]:
            await person.call("DELETE", f"/api/tables/{table}/review")


async def _keep_three(person: Person, games: list[str], ready: asyncio.Event) -> None:
    while True:
        stand = [await person.get(f"/api/tables/{table}/review") for table in games[:AT_ONCE]]
        for table, answer in list(zip(games, stand, strict=False)):
            if answer["status"] == "none":
                await person.post(f"/api/tables/{table}/review")
            elif answer["status"] == "done":
                games.remove(table)
        if sum(_is_growing(answer) for answer in stand) == AT_ONCE:
            ready.set()
        await asyncio.sleep(0.25)


def _is_growing(answer: Json) -> bool:
    return bool(answer["status"] == "running" and answer["done"] > 0)


async def measure(url: str, level: int, answers: int) -> dict[bool, list[float]]:
    """Return the bot's times without (False) and with reviews (True)."""
    person = await Person.arrive(url, "Ada")
    live = LiveTable(person, level)
    games = [await finished(person) for _ in range(GAMES)]
    await live.measure(3)  # the first search loads its kernels
    found: dict[bool, list[float]] = {False: [], True: []}
    for spell in range(SPELLS):
        beside = spell % 2 == 1
        if beside:
            async with three_reviews(person, games):
                found[beside] += await live.measure(answers)
        else:
            found[beside] += await live.measure(answers)
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="A bot's answers while reviews are made, and without.")
    parser.add_argument("--answers", type=int, default=40, help="of each spell (default: 40)")
    parser.add_argument("--level", type=int, default=5, choices=range(1, 6), help="of the bot (default: 5)")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="gravitable-beside-") as place:
        folder = Path(place)
        with running(str(folder / "beside.db"), folder, REVIEW_PROCESSES=str(AT_ONCE)) as server:
            found = asyncio.run(measure(server.url, arguments.level, arguments.answers))
    for beside, times in found.items():
        name = f"{AT_ONCE} reviews beside" if beside else "no review beside"
        slowest = sorted(times)[int(0.9 * len(times))]
        print(
            f"{name}: {len(times)} answers, median {median(times):.0f} ms, nine in ten below {slowest:.0f} ms"
        )
    ratio = median(found[True]) / median(found[False])
    average = fmean(found[True]) / fmean(found[False])
    print(f"with reviews a bot takes {ratio:.2f} times as long (median), {average:.2f} times on average")


if __name__ == "__main__":
    main()
