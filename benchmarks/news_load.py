"""What PostgreSQL pays for news between many processes: the constants of the model in docs/hosting.md.

    python benchmarks/news_load.py            # a minute; starts a PostgreSQL of its own

Every server process keeps one connection that listens. Measured with 1 to 32 of them, all listening to other tables:
the database's processor time for a stored row with its news; and how many such transactions a second it takes from 8
writers, with news and without.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from load_server import cpu_s, family_of

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from server.harness import Postgres

LISTENERS = (1, 2, 8, 16, 32)
WRITES = 1500
WRITERS = 8
NEWS = "x" * 120
STORE = "INSERT INTO t (a) VALUES ($1)"
STORE_AND_TELL = "WITH w AS (INSERT INTO t (a) VALUES ($1) RETURNING a) SELECT pg_notify('busy', a) FROM w"


async def listeners(asyncpg: Any, url: str, number: int) -> list[Any]:
    """Return connections that listen to what nobody tells."""
    found = [await asyncpg.connect(url) for _ in range(number)]
    for place, connection in enumerate(found):
        await connection.add_listener(f"quiet{place}", lambda *_: None)
    return found


async def writes_a_second(asyncpg: Any, url: str, statement: str, writers: int) -> float:
    """Return how many transactions of one row a second come through."""
    connections = [await asyncpg.connect(url) for _ in range(writers)]

    async def write(connection: Any) -> None:
        for _ in range(WRITES // writers):
            await connection.execute(statement, NEWS)

    began = time.perf_counter()
    await asyncio.gather(*(write(connection) for connection in connections))
    took = time.perf_counter() - began
    for connection in connections:
        await connection.close()
    return WRITES / took


async def measure(cluster: Postgres) -> None:
    """Print the figures."""
    import asyncpg  # type: ignore[import-untyped] # noqa: PLC0415 - an extra

    url = cluster.new_database("news")
    setup = await asyncpg.connect(url)
    await setup.execute("CREATE TABLE t (a text)")
    for number in LISTENERS:
        listening = await listeners(asyncpg, url, number)
        writer = await asyncpg.connect(url)
        before = sum(cpu_s(pid) for pid in family_of(cluster.pid))
        for _ in range(WRITES):
            await writer.execute(STORE_AND_TELL, NEWS)
        used = sum(cpu_s(pid) for pid in family_of(cluster.pid)) - before
        print(
            f"{number:>2} listening: {1000 * used / WRITES:.3f} ms of the database's processor time a write"
        )
        for connection in (*listening, writer):
            await connection.close()
    for name, statement in (("without news", STORE), ("with news", STORE_AND_TELL)):
        for writers in (1, WRITERS):
            rate = await writes_a_second(asyncpg, url, statement, writers)
            print(f"{writers} writing {name}: {rate:.0f} transactions a second")
    await setup.close()


def main() -> None:
    """Start a PostgreSQL and measure."""
    with tempfile.TemporaryDirectory(prefix="gravitable-news-") as place:
        Path(place).chmod(0o755)  # PostgreSQL runs as a user of its own
        cluster = Postgres(Path(place))
        cluster.start()
        try:
            asyncio.run(measure(cluster))
        finally:
            cluster.stop()


if __name__ == "__main__":
    main()
