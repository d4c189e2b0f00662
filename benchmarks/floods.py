"""What others notice while somebody asks for tables or the lobby without end.

    python benchmarks/floods.py                 # 60 open tables; 10 sockets, 50 messages a second each, for 8 seconds
    python benchmarks/floods.py --seconds 3

Once with the limits of an ordinary server, and once without, to see what a message costs. Measured are the requests of
somebody else (``GET /api/me``) while it goes on, and the server's processor time. A socket that is closed comes back.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import httpx

from gravitable.server.protocol import PROTOCOL_VERSION
from load_server import Server
from load_socket import PlainSocket, open_socket
from server_load import guest

TABLES, SOCKETS, PACE_S, PAUSE_S = 60, 10, 0.02, 0.2


@dataclass
class Flood:
    """Sockets that send one message again and again, and what came of it."""

    server: Server
    cookies: list[str]
    text: str
    sent: int = 0
    answered: int = 0

    def hear(self, text: bytes) -> None:
        """Count an answer that is no refusal: the first message of each."""
        self.answered += text.startswith((b'{"type":"table"', b'{"type":"lobby"'))

    async def run(self, end: float) -> None:
        """Send until the end."""
        await asyncio.gather(*(self._send(cookie, end) for cookie in self.cookies))

    async def _send(self, cookie: str, end: float) -> None:
        socket: PlainSocket | None = None
        while time.monotonic() < end:
            with suppress(OSError, ConnectionError):
                if socket is None or socket.closed:
                    socket = await connect(self.server, cookie, self.hear)
                socket.send(self.text)
                self.sent += 1
            await asyncio.sleep(PACE_S)
        if socket is not None:
            socket.close()


async def connect(server: Server, cookie: str, hear: Callable[[bytes], None]) -> PlainSocket:
    """Open a socket and say hello."""
    headers = {
        "Host": f"127.0.0.1:{server.port}",
        "Cookie": f"gravitable_session={cookie}",
        "Origin": server.url,
    }
    socket = await open_socket(server.port, headers, hear)
    socket.send(f'{{"type":"hello","protocol":{PROTOCOL_VERSION}}}')
    return socket


async def prepare(server: Server) -> tuple[list[str], str]:
    """Make public tables, and return the sessions of those who will flood, and a table."""
    await server.wait()
    async with httpx.AsyncClient(base_url=server.url, headers={"Origin": server.url}) as client:
        cookies = [await guest(client, number) for number in range(SOCKETS + 1)]
        for number in range(TABLES):
            client.cookies = httpx.Cookies({"gravitable_session": cookies[number % len(cookies)]})
            form = {"game": "superstar", "seats": 2, "public": True}
            answer = await client.post("/api/tables", json=form)
            answer.raise_for_status()
    return cookies, str(answer.json()["table"]["id"])


async def requests_s(server: Server, cookie: str, end: float) -> list[float]:
    """Ask for something small again and again, and return how long each answer took."""
    took = []
    cookies, network = {"gravitable_session": cookie}, {"X-Forwarded-For": "203.0.113.9"}  # not the flood's
    async with httpx.AsyncClient(base_url=server.url, cookies=cookies, headers=network, timeout=60) as client:
        while time.monotonic() < end:
            began = time.monotonic()
            (await client.get("/api/me")).raise_for_status()
            took.append(time.monotonic() - began)
            await asyncio.sleep(PAUSE_S)
    return took


async def measure(server: Server, flood: Flood, cookie: str, seconds: float) -> str:
    """Return one line of the report."""
    end, cpu = time.monotonic() + seconds, server.cpu_s()
    took, _ = await asyncio.gather(requests_s(server, cookie, end), flood.run(end))
    cpu = server.cpu_s() - cpu
    late = sorted(took)[int(0.95 * len(took))]
    return (
        f"{median(took) * 1000:6.1f} ms, 95% below {late * 1000:6.1f} ms; processor {cpu / seconds:4.0%}; "
        f"{flood.sent} sent, {flood.answered} answered, {cpu * 1000 / max(1, flood.sent):.2f} ms a message"
    )


async def main(seconds: float) -> None:
    """Fill a database, then flood a server with and without limits."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        server = Server(folder)
        cookies, table = await prepare(server)
        server.stop()
        for scale, name in ((1, "usual limits"), (0, "no limits")):
            server = Server(folder, limit_scale=scale)
            await server.wait()
            watch, lobby = f'{{"type":"watch","table":"{table}"}}', '{"type":"lobby","follow":true}'
            for kind, text, crowd in (
                ("nothing", "", []),
                ("watch", watch, cookies),
                ("lobby", lobby, cookies),
            ):
                flood = Flood(server, crowd[:SOCKETS], text)
                told = await measure(server, flood, cookies[-1], seconds)
                print(f"{name:13} {kind:8} {told}", flush=True)
            server.stop()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=8)
    asyncio.run(main(parser.parse_args().seconds))
