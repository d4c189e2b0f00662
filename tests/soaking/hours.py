"""A day of 300 tables in minutes: the clocks are moved five seconds at a time, and people play between.

Most tables are played by two people, some with a bot, some are left in the middle: there the clocks run out and bots
play on. Finished tables are replaced, so there are always 300. Every six hours somebody sets the machine's clock back
by two hours, for half an hour. Every ten simulated minutes the server's memory, its rows and its file are measured.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import sqlite3
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from server.harness import ServerProcess
from soaking.moved_server import MovedClock
from soaking.progress import Json

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "benchmarks"))

from load_socket import PlainSocket, open_socket
from server_load import Turn, guest, turns_of

TABLES = 300
MINUTES_A_PIECE = 60
SAMPLE_EVERY = 10
STEPS = 12
"""A minute passes in so many jumps: shorter ones than the server's own time limits, which wait for the disk."""
BREATH_S = 0.03
"""Real time for what a server does in five seconds: write, ping, let bots think."""
PLAYS = 0.5
"""How likely it is that somebody plays in a given minute."""
TURN_S = {"people": 3600, "bot": 3600, "left": 300}
SIX_HOURS, SET_BACK_FOR = 360, 30
VERSION = re.compile(rb'"version":(\d+)')
_TOO_LATE = (b'{"type":"error","code":"away"', b'{"type":"stale"')
MOST_PATIENCE_S = 120.0


class MovedServer(ServerProcess):
    """A server whose clocks are moved."""

    def __init__(self, database: str, folder: Path, clock: Path) -> None:
        super().__init__(database, folder, BOT_PACE_MS="700", BOT_IDLE_PACE_MS="10000", CACHED_GAMES="400")
        self.program = ["-m", "soaking.moved_server", str(clock)]

    def memory_kb(self) -> int:
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1])  # type: ignore[index]


@dataclass
class Seat:
    """Somebody with a connection, who plays at one table after the other."""

    cookie: str
    socket: PlainSocket | None = None
    hear: Callable[[bytes], None] = lambda _: None

    def take(self, text: bytes) -> None:
        """Hand a message to the table where this person sits now."""
        self.hear(text)


@dataclass
class Table:
    """One of the 300."""

    kind: str
    seats: list[Seat]
    id: str = ""
    turns: list[Turn] = field(default_factory=list)
    state: Json | None = None
    """The last state that the person at a table with a bot was sent."""
    version: int = 0
    waiting: asyncio.Event | None = None
    over: bool = False
    played: int = 0
    """How many turns its people have played; once a bot took a turn for them, nobody goes on."""
    stops_at: int = 10**9
    trouble: list[str] = field(default_factory=list)

    def hear(self, text: bytes) -> None:
        if not text.startswith(b'{"type":"state"'):
            self.hear_trouble(text)
            return
        self.version = int(VERSION.search(text, 0, 100)[1])  # type: ignore[index]
        if self.kind == "bot":
            self.state = json.loads(text)
            self.over = self.state["over"]
        elif b'"over":true' in text:
            self.over = True
        if self.waiting is not None:
            self.waiting.set()

    def hear_trouble(self, text: bytes) -> None:
        """Of the second person at a table only what went wrong matters."""
        if self.kind == "left" and text.startswith(_TOO_LATE):
            self.stops_at = 0  # the clock was faster, as it should be at such a table
            if self.waiting is not None:
                self.waiting.set()
        elif text.startswith((b'{"type":"error"', b'{"type":"stale"', b'{"type":"goodbye"')):
            self.trouble.append(f"{self.kind} {self.id} at {self.version}: {text[:300].decode()}")
            if self.waiting is not None:
                self.waiting.set()


class Day:
    """The tables, the people and their server, for as long as one run lasts."""

    def __init__(self, folder: Path, minute: int, tables: int) -> None:
        self._minute = minute
        self._clock = MovedClock(folder / "clock")
        self._set_clock()
        self.database = folder / "hours.db"
        self.server = MovedServer(str(self.database), folder, folder / "clock")
        self._rng = random.Random(minute)
        self._count = tables
        self._tables: list[Table] = []
        self._watchman = Seat("")
        self._answered = asyncio.Event()
        self._secrets: sqlite3.Connection | None = None
        self._client: httpx.AsyncClient | None = None
        self.commits = 0
        self.finished = 0

    def _set_clock(self, seconds: float = 0.0) -> None:
        set_back = self._minute >= SIX_HOURS and self._minute % SIX_HOURS < SET_BACK_FOR
        self._clock.move(60.0 * self._minute + seconds, -7200.0 if set_back else 0.0)

    async def begin(self) -> None:
        """Start the server, and let everybody arrive."""
        await asyncio.to_thread(self.server.start)
        self._secrets = sqlite3.connect(self.database, timeout=30)
        self._client = httpx.AsyncClient(
            base_url=self.server.url, headers={"Origin": self.server.url}, timeout=60
        )
        self._watchman = Seat(await guest(self._client, 0), hear=lambda _: self._answered.set())
        await self._connect(self._watchman)
        for number in range(self._count):
            kind = "bot" if number % 10 == 0 else "left" if number % 10 == 1 else "people"
            people = 1 if kind == "bot" else 2
            seats = [Seat(await guest(self._client, number)) for _ in range(people)]
            for seat in seats:
                await self._connect(seat)
            self._tables.append(Table(kind, seats))
            await self._sit_down(self._tables[-1])

    async def end(self) -> None:
        """Stop the server; everybody leaves."""
        self.leave()
        if self._client is not None:
            await self._client.aclose()
        if self._secrets is not None:
            self._secrets.close()
        await asyncio.to_thread(self.server.stop)

    def leave(self) -> None:
        """Hang up: while other trials run, nobody here would answer the server's pings."""
        for seat in (self._watchman, *(seat for table in self._tables for seat in table.seats)):
            if seat.socket is not None:
                seat.socket.close()

    async def come_back(self) -> None:
        """Connect everybody anew."""
        await self._connect(self._watchman)
        for table in self._tables:
            for seat in table.seats:
                await self._connect(seat)
                assert seat.socket is not None
                seat.socket.send(f'{{"type":"watch","table":"{table.id}"}}')

    async def _connect(self, seat: Seat) -> None:
        headers = {
            "Host": f"127.0.0.1:{self.server.port}",
            "Cookie": f"gravitable_session={seat.cookie}",
            "Origin": self.server.url,
        }
        seat.socket = await open_socket(self.server.port, headers, seat.take)
        seat.socket.send('{"type":"hello","protocol":2}')

    async def _sit_down(self, table: Table) -> None:
        """Let the people of a table begin a new game."""
        assert self._client is not None
        assert self._secrets is not None
        for seat in table.seats:
            if table.id and seat.socket is not None:
                seat.socket.send(f'{{"type":"unwatch","table":"{table.id}"}}')
        name = "gravwell" if table.kind == "bot" else self._rng.choice(("superstar", "gravwell"))
        form: Json = {
            "game": name,
            "seats": 2,
            "clock": {"kind": "turn-seconds", "amount": TURN_S[table.kind]},
        }
        if table.kind == "bot":
            form["bots"] = [{"seat": 1, "bot": "random"}]
        self._client.cookies = httpx.Cookies({"gravitable_session": table.seats[0].cookie})
        answer = await self._client.post("/api/tables", json=form)
        answer.raise_for_status()
        table.id = answer.json()["table"]["id"]
        table.version, table.over, table.state, table.turns, table.played = 1, False, None, [], 0
        if table.kind != "bot":
            self._client.cookies = httpx.Cookies({"gravitable_session": table.seats[1].cookie})
            (await self._client.post(f"/api/tables/{table.id}/join", json={})).raise_for_status()
            (secret,) = self._secrets.execute(
                "SELECT secret FROM tables WHERE id = ?", (table.id,)
            ).fetchone()
            table.turns = turns_of(name, secret, self._rng.getrandbits(32))
        table.stops_at = self._rng.randrange(3, 15) if table.kind == "left" else 10**9
        for number, seat in enumerate(table.seats):
            seat.hear = table.hear if number == 0 else table.hear_trouble
            assert seat.socket is not None
            seat.socket.send(f'{{"type":"watch","table":"{table.id}"}}')

    async def live_a_minute(self) -> None:
        """Move the clocks, let some people play, and replace the games that ended."""
        for step in range(STEPS):
            self._set_clock(60.0 / STEPS * (step + 1))
            some = self._tables[step::STEPS]
            playing = [table for table in some if self._rng.random() < PLAYS and not table.over]
            await asyncio.gather(*(self._play(table) for table in playing))
            await self._let_the_server_look()
            await asyncio.sleep(BREATH_S)
        self._minute += 1
        for table in self._tables:
            if table.over:
                self.finished += 1
                await self._sit_down(table)
        trouble = [text for table in self._tables for text in table.trouble]
        assert not trouble, f"minute {self._minute}: {trouble[0]}"
        lost = sum(seat.socket.closed for table in self._tables for seat in table.seats if seat.socket)
        assert lost == 0, f"{lost} connections were lost in minute {self._minute}"

    async def _let_the_server_look(self) -> None:
        """Wait until the server has seen where its clock is now: else a busy one would lose minutes at once."""
        assert self._watchman.socket is not None
        for _ in range(2):
            self._answered.clear()
            self._watchman.socket.send('{"type":"ping"}')
            await asyncio.wait_for(self._answered.wait(), MOST_PATIENCE_S)

    async def _play(self, table: Table) -> None:
        turn = self._next_turn(table)
        if turn is None:
            return
        table.waiting = asyncio.Event()
        socket = table.seats[turn.seat].socket
        assert socket is not None
        version = table.version
        socket.send(
            f'{{"type":"commit","table":"{table.id}","version":{version},"id":"c{version}",'
            f'"actions":{json.dumps(turn.actions)}}}'
        )
        try:
            await asyncio.wait_for(table.waiting.wait(), MOST_PATIENCE_S)
        except TimeoutError:
            raise AssertionError(f"{table.kind} {table.id}: no answer to {turn} at {version}") from None
        table.waiting = None
        table.played += 1
        self.commits += 1

    def _next_turn(self, table: Table) -> Turn | None:
        """Return what somebody plays now; None: nobody does."""
        if table.kind == "bot":
            state = table.state
            if state is None or state["seat"] not in state["to_act"]:
                return None
            return Turn(state["seat"], [self._rng.choice(state["legal"])])
        is_own = table.version == table.played + 1 and table.played < table.stops_at
        return table.turns[table.played] if is_own else None

    def sample(self) -> list[int]:
        """Return the minute, the server's memory in kB, the rows of the log, and the file's size in bytes."""
        assert self._secrets is not None
        (rows,) = self._secrets.execute("SELECT count(*) FROM log").fetchone()
        return [self._minute, self.server.memory_kb(), rows, self.database.stat().st_size]


class Hours:
    """The stage: one server and one event loop from the first piece to the last, unless somebody stops the soak."""

    def __init__(self, folder: Path, tables: int = TABLES, minutes_a_piece: int = MINUTES_A_PIECE) -> None:
        self._folder = folder
        self._tables = tables
        self._minutes = minutes_a_piece
        self._day: Day | None = None
        self._runner = asyncio.Runner()

    def piece(self, kept: Json, left: int) -> None:
        """Live through some minutes."""
        try:
            self._runner.run(self._live(kept, min(left, self._minutes)))
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let everybody go home."""
        if self._day is not None:
            day, self._day = self._day, None
            self._runner.run(day.end())

    async def _live(self, kept: Json, minutes: int) -> None:
        failures: list[str] = []
        asyncio.get_running_loop().set_exception_handler(
            lambda _loop, context: failures.append(str(context.get("exception") or context["message"]))
        )
        if self._day is None:
            # A failed piece has moved the clocks further than it counts: time must not go back.
            self._day = Day(self._folder, kept["done"] + self._minutes * len(kept["failures"]), self._tables)
            await self._day.begin()
            kept["spells"] = [*kept.get("spells", []), []]
        else:
            await self._day.come_back()
        day, began = self._day, time.monotonic()
        commits, finished = day.commits, day.finished
        for _ in range(minutes):
            await day.live_a_minute()
            kept["done"] += 1
            if kept["done"] % SAMPLE_EVERY == 0:
                kept["spells"][-1].append(day.sample())
        day.leave()
        assert not failures, failures[0]
        kept["commits"] = kept.get("commits", 0) + day.commits - commits
        kept["games"] = kept.get("games", 0) + day.finished - finished
        kept["tables"] = self._tables
        kept["real_s"] = kept.get("real_s", 0) + round(time.monotonic() - began)
