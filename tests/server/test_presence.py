"""Who is connected: the same in every process, also when one of them dies; and nobody after signing out."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import websockets

from gravitable.server.sockets.presence import SILENT_S, Elsewhere, Followers
from server.harness import Postgres, ServerProcess, running
from server.players import Person, Socket


def test_presence_is_the_same_in_every_process(postgres: Postgres, tmp_path: Path) -> None:
    database = postgres.new_database("presence")

    async def live(first: ServerProcess, second: ServerProcess) -> None:
        ada, ben = [await Person.arrive(first.url, name) for name in ("Ada", "Ben")]
        table = (await ada.table("gravwell", 2))["id"]
        await ben.post(f"/api/tables/{table}/join", {})
        ben.url = second.url
        async with ada.socket() as at_first, Person(second.url, "").socket() as spectator:
            await at_first.send(type="watch", table=table)
            async with ben.socket() as at_second:
                await at_second.send(type="watch", table=table)
                await at_second.until("presence", online=[0, 1], watchers=0)
                await at_first.until("presence", online=[0, 1], watchers=0)
                await spectator.send(type="watch", table=table)
                await at_first.until("presence", online=[0, 1], watchers=1)
            await at_first.until("presence", online=[0], watchers=1)
            async with ben.socket() as at_second:
                await at_second.send(type="watch", table=table)
                await at_first.until("presence", online=[0, 1], watchers=1)
                second.kill()
                await at_first.until("presence", online=[0], watchers=0)

    with running(database, tmp_path) as first, running(database, tmp_path) as second:
        asyncio.run(live(first, second))


def test_who_is_silent_is_forgotten() -> None:
    now = 0.0
    elsewhere = Elsewhere(lambda: now)
    elsewhere.note("one", "T", Followers(frozenset({1, 2}), 1))
    elsewhere.note("two", "T", Followers(frozenset({2, 3})))
    assert elsewhere.of_table("T") == Followers(frozenset({1, 2, 3}), 1)
    now = SILENT_S
    elsewhere.beat("two")
    assert elsewhere.forget_silent() == []
    now += 1
    assert elsewhere.forget_silent() == ["T"]
    assert elsewhere.of_table("T") == Followers(frozenset({2, 3}))
    elsewhere.note("two", "T", Followers())
    assert elsewhere.of_table("T") == Followers()


async def closed(socket: Socket) -> tuple[int | None, str | None]:
    """Wait until the server closes a connection."""
    try:
        while True:
            await socket.next()
    except websockets.ConnectionClosed as error:
        return (error.rcvd.code, error.rcvd.reason) if error.rcvd else (None, None)


def test_signing_out_closes_the_sockets_of_that_session_only(server: ServerProcess) -> None:
    async def live() -> None:
        ada = await Person.arrive(server.url, "Ada who leaves")
        await ada.post("/api/claim", {"password": "analytical"})
        elsewhere = Person(server.url, "")
        await elsewhere.post("/api/sign-in", {"name": "Ada who leaves", "password": "analytical"})
        table = (await ada.table("gravwell", 2))["id"]
        async with ada.socket() as one, ada.socket() as two, elsewhere.socket() as other:
            for socket in (one, two, other):
                await socket.send(type="watch", table=table)
                await socket.until("chat")
            assert (await ada.call("POST", "/api/sign-out")).status_code == 204
            assert await closed(one) == (1008, "signed-out")
            assert await closed(two) == (1008, "signed-out")
            await other.send(type="chat", table=table, text="still here")
            assert (await other.until("chat"))["lines"][-1]["text"] == "still here"

    asyncio.run(live())


def test_signing_out_while_a_socket_opens_leaves_nobody_signed_in(server: ServerProcess) -> None:
    """Whichever comes first: a socket that opened under a name is closed, the others have no name."""

    async def open_and_listen(ada: Person, wait_s: float) -> str:
        await asyncio.sleep(wait_s)
        async with ada.socket() as socket:
            if json.loads(socket.texts[0])["person"] is None:
                return "nameless"
            return str((await closed(socket))[1])

    async def live() -> set[str]:
        ends: set[str] = set()
        for number in range(25):
            ada = await Person.arrive(server.url, f"Ada {number}")
            waits = [0.0, 0.001 * (number % 5), 0.002 * (number % 7)]
            opening = [asyncio.create_task(open_and_listen(ada, wait_s)) for wait_s in waits]
            await asyncio.sleep(0.0005 * number)
            stay = Person(ada.url, ada.name, dict(ada.cookies))  # the sockets go on showing the old cookie
            assert (await stay.call("POST", "/api/sign-out")).status_code == 204
            for end in await asyncio.wait_for(asyncio.gather(*opening, return_exceptions=True), 30):
                ends.add(end if isinstance(end, str) else type(end).__name__)
        return ends

    # A connection may also be closed before it has said who it is.
    assert asyncio.run(live()) <= {"signed-out", "nameless", "ConnectionClosedError"}


def test_signing_out_closes_sockets_in_other_processes(postgres: Postgres, tmp_path: Path) -> None:
    database = postgres.new_database("sign_out")

    async def live(first: ServerProcess, second: ServerProcess) -> None:
        ada = await Person.arrive(first.url, "Ada")
        made = await ada.post("/api/tokens", {"label": "program"})
        ada.url = second.url
        headers = {"Authorization": f"Bearer {made['secret']}"}
        address = second.url.replace("http", "ws") + "/ws"
        async with ada.socket() as browser, websockets.connect(address, additional_headers=headers) as raw:
            program = Socket(raw)
            await program.send(type="hello", protocol=2)
            await program.until("welcome")
            ada.url = first.url
            await ada.call("DELETE", f"/api/tokens/{made['token']['id']}")
            assert await closed(program) == (1008, "signed-out")
            await ada.call("POST", "/api/sign-out")
            assert await closed(browser) == (1008, "signed-out")

    with running(database, tmp_path) as first, running(database, tmp_path) as second:
        asyncio.run(live(first, second))
