"""News between processes: only where somebody follows the table, with whole rows; after a gap the log is read."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg  # type: ignore[import-untyped]
import pytest

from gravitable.server.play.match import Row
from gravitable.server.sockets.news import CHANNEL, Item, News, read_payload
from gravitable.server.storage.database import Database
from gravitable.server.storage.database_url import database_url
from server.harness import Postgres
from server.test_stored_is_told import Process, is_told, new_table, next_turn, processes

ONE, OTHER = "A" * 16, "B" * 16
ROW = Row(7, 1_700_000_000_000, "play", 1, ("long-left", "end turn"), "c-1")


def test_a_row_travels_whole() -> None:
    sent = Item.of_row(ONE, ROW)
    assert sent.channel == f"{CHANNEL}.{ONE}"
    item = read_payload(sent.payload().replace(sent.process, "another"))
    assert item is not None
    assert (item.kind, item.table_id, item.number, item.row()) == ("log", ONE, 7, ROW)
    assert read_payload(sent.payload()) is None, "our own"


def test_a_row_that_is_too_long_is_read_from_the_log() -> None:
    long = Item.of_row(ONE, ROW._replace(actions=("é" * 4000,)))
    assert len(long.payload()) < 100
    assert long.row() is None


class Ear:
    """A process that hears news, and notes them."""

    def __init__(self, url: str) -> None:
        self.database = Database(database_url(url))
        self.heard: list[Item] = []
        self.tuned_in: list[str] = []
        self.news = News(self.database, self._hear, self._nothing, self.tuned_in.append)

    async def _hear(self, item: Item) -> None:
        self.heard.append(item)

    async def _nothing(self) -> None:
        pass

    async def hears(self, kind: str, number: int) -> None:
        async with asyncio.timeout(20):
            while not any((one.kind, one.number) == (kind, number) for one in self.heard):
                await asyncio.sleep(0.01)


@asynccontextmanager
async def ear_and_mouth(url: str) -> AsyncIterator[tuple[Ear, asyncpg.Connection]]:
    ear, mouth = Ear(url), await asyncpg.connect(url)
    await ear.news.start()
    try:
        yield ear, mouth
    finally:
        await ear.news.stop()
        await ear.database.close()
        await mouth.close()


async def tell(mouth: asyncpg.Connection, kind: str, table_id: str, number: int) -> None:
    item = Item(kind, table_id, number, process="another")
    await mouth.execute("SELECT pg_notify($1, $2)", item.channel, item.payload())


def test_a_process_hears_only_of_tables_that_somebody_follows_there(postgres: Postgres) -> None:
    async def run() -> None:
        async with ear_and_mouth(postgres.new_database("ears")) as (ear, mouth):
            assert not ear.news.hears(ONE), "what nobody follows is read from the log"
            ear.news.follow(ONE, True)
            await ear.news.hearing(ONE)
            assert ear.news.hears(ONE)
            assert ear.tuned_in == [ONE], "what came before is to be read"
            for kind, table_id, number in (("log", OTHER, 1), ("log", ONE, 2), ("beat", "-", 3)):
                await tell(mouth, kind, table_id, number)
            await ear.hears("beat", 3)
            assert [one.number for one in ear.heard] == [2, 3]
            ear.news.follow(ONE, False)
            while ear.news.hears(ONE):
                await asyncio.sleep(0.01)
            await tell(mouth, "log", ONE, 4)
            await tell(mouth, "beat", "-", 5)
            await ear.hears("beat", 5)
            assert [one.number for one in ear.heard] == [2, 3, 5]

    asyncio.run(run())


def test_after_a_lost_connection_the_same_tables_are_heard_of_again(postgres: Postgres) -> None:
    async def run() -> None:
        async with ear_and_mouth(postgres.new_database("deaf")) as (ear, mouth):
            ear.news.follow(ONE, True)
            await ear.news.hearing(ONE)
            ended = await mouth.fetchval(
                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            assert ended >= 1
            while ear.news.hears(ONE):
                await asyncio.sleep(0.01)
            while not ear.news.hears(ONE):
                await asyncio.sleep(0.01)
            assert ear.tuned_in == [ONE, ONE]
            await tell(mouth, "log", ONE, 9)
            await ear.hears("log", 9)

    asyncio.run(run())


@pytest.mark.parametrize("skips", [False, True])
def test_a_told_row_is_taken_as_it_is_and_a_gap_is_read(tmp_path: Path, skips: bool) -> None:
    async def run() -> None:
        async with processes(str(tmp_path / "told.db")) as (database, (here, there)):
            people, table = await new_table(database)
            await there.authority.look(table)
            for _ in range(2 if skips else 1):
                match = (await here.authority.look(table)).match
                await here.authority.carry_out(table, next_turn(match, people, random.Random(3)))
            row = (await here.log.rows(table))[-1]
            reads = _count_reads(there)
            work: list[int] = []
            there.authority.workers.append(lambda texts, _since: work.append(texts.match.version))
            await there.authority.heard(table, row.seq, row)
            await is_told(there, table, row.seq)
            assert len(reads) == (1 if skips else 0)
            assert not work, "who appended it does what is to be done next"
            one, two = [(await process.authority.look(table)).match for process in (here, there)]
            assert one.game.states.tobytes() == two.game.states.tobytes()
            assert one.game.head == two.game.head

    asyncio.run(run())


def test_what_is_not_heard_of_is_read_before_it_is_shown(tmp_path: Path) -> None:
    async def run() -> None:
        async with processes(str(tmp_path / "unheard.db")) as (database, (here, there)):
            people, table = await new_table(database)
            there.authority.hears = lambda _table: False
            assert (await there.authority.look(table)).match.version == 1
            match = (await here.authority.look(table)).match
            await here.authority.carry_out(table, next_turn(match, people, random.Random(3)))
            assert (await there.authority.look(table)).match.version == 2

    asyncio.run(run())


def _count_reads(process: Process) -> list[str]:
    reads: list[str] = []
    rows = process.log.rows

    async def counted(table_id: str, after: int = 0) -> list[Row]:
        reads.append(table_id)
        return await rows(table_id, after)

    process.log.rows = counted  # type: ignore[method-assign]
    return reads
