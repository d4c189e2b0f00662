"""Clients that read slowly: messages wait in order, those that never read are closed, nobody else notices."""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress

import websockets

from gravitable.server.guard.limits import Limit
from gravitable.server.sockets.live import MAX_QUEUE, Connection
from server.harness import ServerProcess
from server.players import Json, Person, Socket

COUNT = 400
NO_LIMIT = Limit(1, 1).scaled(0)


def test_everything_comes_out_once_and_in_order() -> None:
    """A wire that is full now and then."""
    arrived: list[str] = []
    accepts = asyncio.Event()

    async def send(text: str) -> None:
        await accepts.wait()
        await asyncio.sleep(0)
        arrived.append(text)

    async def play() -> None:
        connection = Connection(None, NO_LIMIT)
        writer = asyncio.create_task(connection.write_queue(send))
        for number in range(500):
            if number % 50 == 0:
                accepts.set()
            if number % 50 == 40:
                accepts.clear()
            connection.send(str(number))
            await asyncio.sleep(0)
        accepts.set()
        connection.close()
        await asyncio.wait_for(writer, 10)

    asyncio.run(play())
    assert arrived == [str(number) for number in range(500)]


def test_a_full_queue_closes_the_connection_and_says_why() -> None:
    async def play() -> list[str]:
        connection = Connection(None, NO_LIMIT)
        for number in range(MAX_QUEUE + 50):
            connection.send(str(number))
        assert connection.too_slow
        sent: list[str] = []

        async def send(text: str) -> None:
            sent.append(text)

        await asyncio.wait_for(connection.write_queue(send), 10)
        return sent

    # The oldest message gave way to the word that the connection ends.
    assert asyncio.run(play()) == [str(number) for number in range(1, MAX_QUEUE)]


def test_who_sends_much_at_once_gets_every_answer_in_order(server: ServerProcess) -> None:
    refs = [f"r{number}" for number in range(4 * MAX_QUEUE)]

    async def talk() -> list[str]:
        async with Person(server.url, "Nobody").socket() as connected:
            for ref in refs:
                await connected.send(type="ping", ref=ref)
            return [(await connected.until("pong"))["ref"] for _ in refs]

    assert asyncio.run(talk()) == refs


def test_who_reads_late_gets_everything_in_order_or_a_goodbye(server: ServerProcess) -> None:
    async def play() -> tuple[list[int], Json, Json]:
        ada = await Person.arrive(server.url, "Ada")
        sleeper = await Person.arrive(server.url, "Sleeper")
        table = (await ada.table("gravwell", 2, bots=[{"seat": 1, "bot": "random"}]))["id"]
        narrow = socket.socket()
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        narrow.connect(("127.0.0.1", server.port))
        async with sleeper.socket(sock=narrow) as asleep, ada.socket() as awake:
            for number in range(COUNT):
                await asleep.send(type="watch", table=table)
                await asleep.send(type="ping", ref=f"p{number}")
            await awake.send(type="watch", table=table)
            state = await awake.until("state")
            pongs, last = await everything(asleep)
            return pongs, last, state

    async def everything(asleep: Socket) -> tuple[list[int], Json]:
        pongs: list[int] = []
        message: Json = {}
        with suppress(websockets.ConnectionClosed):
            while len(pongs) < COUNT:
                message = await asleep.next()
                if message["type"] == "pong":
                    pongs.append(int(message["ref"][1:]))
        return pongs, message

    pongs, last, state = asyncio.run(play())
    assert len(pongs) > 10
    assert pongs == list(range(len(pongs)))
    assert last["type"] == "goodbye" or len(pongs) == COUNT
    assert state["view"]["game"] == "gravwell"
