"""The first seconds of a server: its page is there before the rest is loaded, and half a server answers nothing."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
import uvicorn
from starlette.applications import Starlette

from gravitable.server.app import create
from gravitable.server.opening import Opening
from gravitable.server.pages import STATIC
from gravitable.server.settings import Settings

from .harness import ServerProcess
from .players import Person

SLOW_TO_LOAD = ("numba", "fastapi", "alembic", "gravitable.core.registry")
WATCHED = f"""
import sys, threading

class Watch:
    def find_spec(self, name, path=None, target=None):
        if name in {SLOW_TO_LOAD} and threading.current_thread() is threading.main_thread():
            raise RuntimeError(f"the page waits for {{name}}")

sys.meta_path.insert(0, Watch())
from gravitable.cli import main
main()
"""


@asynccontextmanager
async def served(opening: Opening) -> AsyncIterator[httpx.AsyncClient]:
    """An opening at an address of its own."""
    server = uvicorn.Server(uvicorn.Config(opening, port=0, log_config=None))
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    url = f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    try:
        async with httpx.AsyncClient(base_url=url, timeout=60) as client:
            yield client
    finally:
        server.should_exit = True
        await serving


@pytest.mark.skipif(not (STATIC / "index.html").exists(), reason="the client is not built")
def test_files_of_the_client_come_at_once_and_everything_else_from_the_whole_server(tmp_path: Path) -> None:
    may_load = threading.Event()
    settings = Settings(database=str(tmp_path / "x.db"), limit_scale=0)

    def load() -> Starlette:
        assert may_load.wait(60)
        return create(settings)

    script = next((STATIC / "assets").glob("*.js")).name
    early = ["/", f"/assets/{script}", "/favicon.svg"]
    later = {"/api/protocol": 200, "/healthz": 200, "/t/abc": 200, "/no.such": 404, "/api/nothing": 404}

    async def walk() -> None:
        async with served(Opening(load, lambda: None)) as client:
            before = [await client.get(path) for path in early]
            waiting = {path: asyncio.create_task(client.get(path)) for path in later}
            posted = asyncio.create_task(client.post("/", json={}))
            hello = asyncio.create_task(_says_hello(str(client.base_url)))
            await client.get("/")  # all of them have arrived
            assert not any(task.done() for task in (*waiting.values(), posted, hello))
            may_load.set()
            assert {path: (await task).status_code for path, task in waiting.items()} == later
            assert (await posted).status_code == 405
            assert await hello
            after = [await client.get(path) for path in early]
        for one, other in zip(before, after, strict=True):
            assert one.status_code == other.status_code == 200
            assert one.content == other.content
            assert _told(one) == _told(other)

    asyncio.run(walk())


def _told(answer: httpx.Response) -> dict[str, str]:
    return {name: value for name, value in answer.headers.items() if name not in ("date", "server")}


async def _says_hello(url: str) -> bool:
    person = await Person.arrive(url, "Ada")
    async with person.socket():
        return True


def test_a_server_that_cannot_be_loaded_gives_up_and_says_why() -> None:
    may_fail = threading.Event()
    gave_up = threading.Event()

    def load() -> Starlette:
        assert may_fail.wait(60)
        raise RuntimeError("no room")

    opening = Opening(load, gave_up.set)

    async def walk() -> None:
        async with served(opening) as client:
            waiting = asyncio.create_task(client.get("/api/protocol"))
            await asyncio.sleep(0)
            may_fail.set()
            assert (await waiting).status_code == 503

    asyncio.run(walk())
    assert gave_up.is_set()
    assert str(opening.failure) == "no room"


def test_the_page_waits_neither_for_rules_nor_for_frameworks(tmp_path: Path) -> None:
    """They are loaded by another thread, behind the page; a database of the newest form needs no Alembic at all."""
    database = str(tmp_path / "x.db")
    ServerProcess(database, tmp_path).start().stop()
    server = ServerProcess(database, tmp_path)
    server.program = ["-c", WATCHED]
    server.start()
    try:
        assert httpx.get(f"{server.url}/api/protocol").status_code == 200
    finally:
        server.stop()
