"""Questions answered beforehand: the server answers as the rules say, and tells nobody else of the wish."""

from __future__ import annotations

import asyncio

from server.harness import ServerProcess
from server.players import Json, Person, Socket
from server.test_play import two_people

WISH = "go-unless-back"


async def _until_movement(socket: Socket, table: str, movement: int, *, stops: bool) -> list[str]:
    """Take what there is until a movement begins, and answer the Emergency Stop or not; return what was chosen in."""
    chosen: list[str] = []
    await socket.send(type="watch", table=table)
    version = -1
    while True:
        state = await socket.until("state")
        if state["view"]["movement"] >= movement:
            return chosen
        is_left = state["view"]["phase"] == "stop" and not stops
        if state["version"] > version and state["legal"] and not is_left:
            version = state["version"]
            chosen.append(state["view"]["phase"])
            number = f"c-{state['seat']}-{version}"
            action = [state["legal"][0]]
            await socket.send(type="commit", table=table, version=version, id=number, actions=action)


async def _wish(socket: Socket, table: str, wish: str | None) -> Json:
    await socket.send(type="ahead", table=table, wish=wish)
    return await socket.until("ahead", "error")


def test_a_stop_that_was_answered_beforehand_is_not_asked_and_not_told(server: ServerProcess) -> None:
    async def play() -> None:
        ada, ben, table = await two_people(server, "gravwell")
        eve = await Person.arrive(server.url, "Eve")
        async with ada.socket() as one, ben.socket() as two, eve.socket() as three:
            await one.send(type="watch", table=table)
            assert (await one.until("ahead"))["wish"] is None
            await three.send(type="watch", table=table)
            assert (await _wish(one, table, "always-stop"))["code"] == "bad-option"
            assert (await _wish(three, table, WISH))["code"] == "not-at-table"
            assert (await _wish(one, table, WISH))["wish"] == WISH
            mine, yours = await asyncio.gather(
                _until_movement(one, table, 2, stops=False), _until_movement(two, table, 2, stops=True)
            )
            # All begin in the Singularity, from where nobody is thrown back.
            assert "stop" not in mine
            assert "stop" in yours, "who did not answer is asked"
            assert not any(WISH in text for text in (*two.texts, *three.texts))
            assert (await _wish(one, table, None))["wish"] is None

    asyncio.run(play())


def test_a_game_without_such_questions_knows_no_wishes(server: ServerProcess) -> None:
    async def play() -> None:
        ada, _, table = await two_people(server, "superstar")
        async with ada.socket() as one:
            assert (await _wish(one, table, WISH))["code"] == "bad-option"

    asyncio.run(play())
