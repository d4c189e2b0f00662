"""Hostile messages and frames while others play: those others notice nothing."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from server.harness import ServerProcess
from server.hostile_frames import attack_with_frames
from server.players import Person, ScriptedPlayer
from server.test_hostile import KNOWN_CODES, attack
from server.test_play import two_people
from soaking.progress import Json, add

MESSAGES_A_PIECE = 4000
FRAMES_A_PIECE = 1000


def strangers(kept: Json, left: int, folder: Path) -> None:
    """Send messages and frames, four to one, to a server on which two games are played."""
    piece = kept.get("pieces", 0) + len(kept["failures"])
    messages = min(MESSAGES_A_PIECE, -(-left * 4 // 5))
    frames = min(FRAMES_A_PIECE, left - messages)
    server = ServerProcess(str(folder / f"strangers-{time.time_ns()}.db"), folder)
    server.start()
    try:
        answered, closed, games = asyncio.run(_play(server, messages, frames, piece))
    finally:
        server.stop()
    log = server.log.read_text("utf-8")
    assert '"trace"' not in log, f"the server's log has a traceback: {server.log}"
    add(kept, pieces=1, done=messages + frames, messages=messages, frames=frames)
    add(kept, answered=answered, closed=closed, games=games)
    server.log.unlink()


async def _play(server: ServerProcess, messages: int, frames: int, piece: int) -> tuple[int, int, int]:
    players: list[ScriptedPlayer] = []
    tables = []
    for number, game in enumerate(("superstar", "gravwell")):
        ada, ben, table = await two_people(server, game)
        tables.append(table)
        players += [ScriptedPlayer(person, table, piece * 10 + number) for person in (ada, ben)]
    eve = await Person.arrive(server.url, "Eve")
    playing = asyncio.gather(*(player.play() for player in players))
    answered, closed = 0, 0
    for number, table in enumerate(tables):
        got, codes = await attack(eve, table, messages // 2, seed=piece * 10 + number)
        assert codes <= KNOWN_CODES, f"unknown codes: {codes - KNOWN_CODES}"
        closed += await attack_with_frames(eve, frames // 2, seed=piece * 10 + number)
        answered += got
    await playing
    disturbed = [player.errors for player in players if player.errors or player.reconnects]
    assert not disturbed, f"others were disturbed: {disturbed}"
    return answered, closed, len(tables)
