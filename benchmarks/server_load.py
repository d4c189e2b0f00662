"""How many people one server process carries, on this machine, with the load made on the same machine.

    python benchmarks/server_load.py                    # 500 tables, 1,000 sockets, 500 commits a second
    python benchmarks/server_load.py --boardgameio      # the same for boardgame.io's server (npm), in the same run
    python benchmarks/server_load.py --postgres --workers 1,2     # processes on one PostgreSQL (its own, for the run)
    python benchmarks/server_load.py --postgres --workers 1,2 --per-process --tables 250    # each as busy as the one
    python benchmarks/server_load.py --tables 50 --seconds 5 --json

First phase: every table commits once a second; measured is the time from sending a commit to the opponent's
``state`` message. Second phase: every table commits as soon as the opponent has seen the last one; measured are
commits a second, the best of three spells. Both games, half and half. The turns are worked out beforehand (the
benchmark reads the tables' secrets from its own database), so that making the load costs as little as possible.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Any

import httpx
from rich.console import Console
from rich.progress import track

from gravitable.core.game import Game
from gravitable.server.play.match import table_of
from load_server import Server
from load_socket import PlainSocket, open_socket

GAMES = ("superstar", "gravwell")
VERSION = re.compile(rb'"version":(\d+)')
WARM_UP_S = 3.0
SPELLS = 3
BOARDGAMEIO = (
    ("boardgame.io, one number", False, False),
    ("boardgame.io, same size", True, False),
    ("boardgame.io, kept on disk", True, True),
)
"""What it is compared with: the name, whether states are as large as ours, whether they survive a restart."""
_err = Console(stderr=True, highlight=False)


@dataclass
class Turn:
    """One commit, worked out beforehand."""

    seat: int
    actions: list[str]


@dataclass
class TableLoad:
    """One table: its two sockets and what will be played."""

    id: str
    game: str
    turns: list[Turn]
    cookies: tuple[str, str]
    figures: Figures
    sockets: list[PlainSocket] = field(default_factory=list)
    played: int = 0
    sent_at: float = 0.0
    seen: Callable[[], None] = lambda: None
    """Called when the opponent has seen a commit."""

    @property
    def is_over(self) -> bool:
        """Whether everything has been played."""
        return self.played >= len(self.turns)

    def commit(self) -> None:
        """Send the next commit."""
        turn = self.turns[self.played]
        self.sent_at = time.perf_counter()
        self.sockets[turn.seat].send(
            f'{{"type":"commit","table":"{self.id}","version":{self.played + 1},"id":"c{self.played}",'
            f'"actions":{json.dumps(turn.actions)}}}'
        )

    def hear(self, seat: int, text: bytes) -> None:
        """Note when the opponent sees a commit, and every refusal."""
        if text.startswith(b'{"type":"state"'):
            self.figures.state_bytes[self.game].append(len(text))
            is_expected = not self.is_over and self.turns[self.played].seat != seat
            if is_expected and int(VERSION.search(text, 0, 100)[1]) == self.played + 2:  # type: ignore[index]
                self.figures.latencies_ms.append((time.perf_counter() - self.sent_at) * 1000)
                self.figures.commits += 1
                self.played += 1
                self.seen()
        elif text.startswith((b'{"type":"error"', b'{"type":"stale"', b'{"type":"goodbye"')):
            self.figures.errors.append(text[:200].decode())


@dataclass
class Figures:
    """What was measured."""

    latencies_ms: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    commits: int = 0
    state_bytes: dict[str, list[int]] = field(default_factory=lambda: {game: [] for game in GAMES})


async def guest(client: httpx.AsyncClient, number: int) -> str:
    """Make a guest and return the session's token."""
    client.cookies.clear()
    answer = await client.post("/api/guest", json={"name": f"Load {number}"})
    answer.raise_for_status()
    return str(answer.cookies["gravitable_session"])


async def prepare(server: Server, tables: int, figures: Figures) -> list[TableLoad]:
    """Make people and tables, and work out what they will play."""
    loads = []
    async with httpx.AsyncClient(base_url=server.url, headers={"Origin": server.url}) as client:
        for number in track(range(tables), "Making tables", console=_err, transient=True):
            cookies = (await guest(client, 2 * number), await guest(client, 2 * number + 1))
            game = GAMES[number % 2]
            form = {"game": game, "seats": 2}
            client.cookies = httpx.Cookies({"gravitable_session": cookies[0]})
            answer = await client.post("/api/tables", json=form)
            answer.raise_for_status()
            table = answer.json()["table"]["id"]
            client.cookies = httpx.Cookies({"gravitable_session": cookies[1]})
            (await client.post(f"/api/tables/{table}/join", json={})).raise_for_status()
            loads.append(TableLoad(table, game, [], cookies, figures))
    secrets = await server.secrets()
    for number, load in enumerate(track(loads, "Working out turns", console=_err, transient=True)):
        load.turns = turns_of(load.game, secrets[load.id], number)
    return loads


def turns_of(name: str, secret: bytes, seed: int) -> list[Turn]:
    """Return a whole random game as commits."""
    rng = random.Random(seed)  # noqa: S311 - moves, not secrets
    game = Game.begin(table_of(name, 2, {}, secret))
    turns: list[Turn] = []
    while not game.over:
        seat = game.to_act[0]
        turn = Turn(seat, [])
        while not turn.actions or (game.rules.whole_turns and seat in game.to_act):
            turn.actions.append(rng.choice(game.legal(seat)))
            game.play(seat, turn.actions[-1])
        turns.append(turn)
    return turns


@asynccontextmanager
async def connected(server: Server, loads: list[TableLoad]) -> AsyncIterator[None]:
    """Open all sockets."""
    for load in track(loads, "Opening sockets", console=_err, transient=True):
        for seat in range(2):
            headers = {
                "Host": f"127.0.0.1:{server.port}",
                "Cookie": f"gravitable_session={load.cookies[seat]}",
                "Origin": server.url,
            }
            opened = await open_socket(server.port, headers, partial(load.hear, seat))
            load.sockets.append(opened)
            opened.send('{"type":"hello","protocol":2}')
            opened.send(f'{{"type":"watch","table":"{load.id}"}}')
    try:
        yield
    finally:
        for load in loads:
            load.figures.errors += ["a connection was lost" for socket in load.sockets if socket.closed]
            for one in load.sockets:
                one.close()


def steadily(load: TableLoad, start: float, end: float) -> asyncio.Future[None]:
    """Commit once a second, beginning at a moment of the table's own."""
    loop, due = asyncio.get_running_loop(), start
    done = loop.create_future()

    def wait() -> None:
        loop.call_later(max(0.0, due - time.perf_counter()), load.commit)

    def go_on() -> None:
        nonlocal due
        due += 1.0
        if load.is_over or due >= end:
            done.set_result(None)
        else:
            wait()

    load.seen = go_on
    if load.is_over:
        done.set_result(None)
    else:
        wait()
    return done


def as_fast_as_possible(load: TableLoad, end: float) -> asyncio.Future[None]:
    """Commit again as soon as the opponent has seen the last one."""
    done = asyncio.get_running_loop().create_future()

    def go_on() -> None:
        if load.is_over or time.perf_counter() >= end:
            done.set_result(None)
        else:
            load.commit()

    load.seen = go_on
    go_on()
    return done


async def all_of(work: Iterable[asyncio.Future[None]], seconds: float) -> None:
    """Wait for all tables; a commit that nobody sees is an error, not a benchmark."""
    async with asyncio.timeout(seconds + 30):
        await asyncio.gather(*work)


async def measure_steady(
    server: Server, loads: list[TableLoad], figures: Figures, seconds: float
) -> dict[str, Any]:
    """Return latency and processor time at one commit per table and second."""
    begin = time.perf_counter() + 0.5
    end = begin + WARM_UP_S + seconds
    work = [steadily(load, begin + number / len(loads), end) for number, load in enumerate(loads)]
    await asyncio.sleep(WARM_UP_S + 0.5)
    figures.latencies_ms.clear()
    cpu, own_cpu, clock = server.cpu_s(), time.process_time(), time.perf_counter()
    commits = figures.commits
    await all_of(work, seconds)
    took = time.perf_counter() - clock
    ordered = sorted(figures.latencies_ms)
    used, done = server.cpu_s() - cpu, figures.commits - commits
    return {
        "commits_per_s": round(done / took, 1),
        "p50_ms": round(ordered[len(ordered) // 2], 1),
        "p99_ms": round(ordered[int(len(ordered) * 0.99)], 1),
        "max_ms": round(ordered[-1], 1),
        "server_cpu_percent": round(100 * used / took, 1),
        "steady_cpu_ms_per_commit": round(1000 * used / max(1, done), 3),
        "generator_cpu_percent": round(100 * (time.process_time() - own_cpu) / took, 1),
    }


async def measure_fastest(
    server: Server, loads: list[TableLoad], figures: Figures, seconds: float
) -> dict[str, Any]:
    """Return the commits a second that the server manages at most: the best of several spells."""
    spells = [await _spell(server, loads, figures, seconds / SPELLS) for _ in range(SPELLS)]
    rate, cpu, database_cpu = max(spells)
    return {
        "fastest_commits_per_s": round(rate, 1),
        "server_cpu_ms_per_commit": round(cpu, 3),
        **({"database_cpu_ms_per_commit": round(database_cpu, 3)} if database_cpu else {}),
    }


async def _spell(
    server: Server, loads: list[TableLoad], figures: Figures, seconds: float
) -> tuple[float, float, float]:
    """Return commits a second, and the milliseconds of processor time for each, the server's and the database's."""
    commits, clock = figures.commits, time.perf_counter()
    cpu, database_cpu = server.cpu_s(), server.database_cpu_s()
    await all_of([as_fast_as_possible(load, clock + seconds) for load in loads], seconds)
    done = max(1, figures.commits - commits)
    took = time.perf_counter() - clock
    return (
        done / took,
        1000 * (server.cpu_s() - cpu) / done,
        1000 * (server.database_cpu_s() - database_cpu) / done,
    )


async def measure(tables: int, seconds: float, *where: Any) -> dict[str, Any]:
    """Return all figures of our own server."""
    with tempfile.TemporaryDirectory(prefix="gravitable-load-") as folder:
        server = Server(Path(folder), *where)
        try:
            await server.wait()
            figures = Figures()
            loads = await prepare(server, tables, figures)
            async with connected(server, loads):
                steady = await measure_steady(server, loads, figures, seconds)
                fastest = await measure_fastest(server, loads, figures, min(seconds, 6.0))
            return {
                "tables": tables,
                "sockets": 2 * tables,
                **steady,
                **fastest,
                **{f"{game}_state_bytes": round(fmean(sizes)) for game, sizes in figures.state_bytes.items()},
                "memory_mb": round(server.memory_mb(), 1),
                "errors": len(figures.errors),
                **({"first_error": figures.errors[0]} if figures.errors else {}),
            }
        finally:
            server.stop()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument(
        "--postgres", action="store_true", help="on a PostgreSQL of its own, made for the run"
    )
    parser.add_argument("--workers", default="1", help="with --postgres: numbers of processes, such as 1,2")
    parser.add_argument(
        "--per-process",
        action="store_true",
        help="with --workers: so many tables for each process, not in all",
    )
    parser.add_argument("--boardgameio", action="store_true", help="also measure boardgame.io's server")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    arguments = parser.parse_args()
    if arguments.postgres:
        from postgres_load import measure_workers  # noqa: PLC0415 - needs PostgreSQL

        workers = [int(number) for number in arguments.workers.split(",")]
        tables = {number: arguments.tables * (number if arguments.per_process else 1) for number in workers}
        results = measure_workers(tables, arguments.seconds)
    else:
        results = {"gravitable": asyncio.run(measure(arguments.tables, arguments.seconds))}
    if arguments.boardgameio:
        from boardgameio_load import measure_boardgameio  # noqa: PLC0415 - needs Node

        ours = {game: results["gravitable"][f"{game}_state_bytes"] for game in GAMES}
        for name, large, kept in BOARDGAMEIO:
            sizes = ours if large else {}
            results[name] = measure_boardgameio(arguments.tables, arguments.seconds, sizes=sizes, kept=kept)
            times = results["gravitable"]["fastest_commits_per_s"] / results[name]["fastest_commits_per_s"]
            results[name]["gravitable_is_faster_by"] = round(times, 2)
    results["machine"] = {"cores": os.cpu_count(), "load_average": os.getloadavg()[0]}
    for name, figures in results.items():
        for metric, value in figures.items():
            line = {"server": name, "metric": metric, "value": value}
            print(json.dumps(line) if arguments.json else f"{name:<28} {metric:<24} {value}")


if __name__ == "__main__":
    main()
