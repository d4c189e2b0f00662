"""People who leave, return, run out of time, pause, resign or talk."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from pathlib import Path

from server.harness import ServerProcess, running
from server.players import Json, Person, Socket
from server.test_play import in_turn, now, seated, two_people, whole_turn


def test_a_bot_plays_on_for_who_left_until_they_return(server: ServerProcess) -> None:
    async def play() -> None:
        ada, ben, table = await two_people(server, "superstar")
        async with ada.socket() as one, ben.socket() as two:
            state = await seated(ada, one, table)
            await seated(ben, two, table)
            mover, other = in_turn(state, [one, two])
            seat = state["to_act"][0]
            leaver = (ada, ben)[seat]
            await leaver.post(f"/api/tables/{table}/leave")
            moved = await other.until("state", to_act=[1 - seat])
            assert moved["seats"][seat].get("away") is True
            # A bot plays: the person may not, until they are back.
            await mover.send(type="back", table=table)
            back = await mover.until("state", version=moved["version"] + 1)
            assert back["seats"][seat].get("away") is None
            turn = await whole_turn(other, back)
            await other.send(type="commit", table=table, version=back["version"], id="o", actions=turn)
            own = await mover.until("state", to_act=[seat])
            own_turn = await whole_turn(mover, own)
            await mover.send(type="commit", table=table, version=own["version"], id="m", actions=own_turn)
            assert (await mover.until_stored("m"))["version"] == own["version"] + 1

    asyncio.run(play())


def test_who_is_away_cannot_commit(server: ServerProcess) -> None:
    async def play() -> None:
        ada, ben, table = await two_people(server, "superstar")
        async with ada.socket() as one, ben.socket() as two:
            state = await seated(ada, one, table)
            waiting = 1 - state["to_act"][0]
            socket = (one, two)[waiting]
            await seated(ben, two, table)
            await socket.send(type="away", table=table)
            await socket.until("state", version=2)
            commit = {"type": "commit", "table": table, "version": 2, "id": "x", "actions": ["drop"]}
            await socket.send(**commit)
            assert (await socket.until("error"))["code"] == "away"

    asyncio.run(play())


def test_the_clock_hands_the_seat_to_a_bot(server: ServerProcess) -> None:
    async def play() -> None:
        ada, ben, table = await two_people(server, "superstar", clock={"kind": "turn-seconds", "amount": 10})
        async with ada.socket() as one, ben.socket() as two:
            state = await seated(ada, one, table)
            await seated(ben, two, table)
            late = state["to_act"][0]
            _, other = in_turn(state, [one, two])
            timed_out = await other.until("state", version=2)
            assert timed_out["seats"][late].get("away") is True
            assert timed_out["groups"][0]["kind"] == "away"
            moved = await other.until("state", version=3)
            assert moved["to_act"] == [1 - late]
            assert moved["groups"][0]["kind"] == "play"
            assert "deadline" in moved["seats"][1 - late]

    asyncio.run(play())


def test_a_pause_needs_everybody_and_stops_the_clock(server: ServerProcess) -> None:
    async def play() -> None:
        ada, ben, table = await two_people(server, "superstar", clock={"kind": "turn-seconds", "amount": 600})
        async with ada.socket() as one, ben.socket() as two:
            state = await seated(ada, one, table)
            await seated(ben, two, table)
            seat = state["to_act"][0]
            await one.send(type="pause", table=table)
            wish = await one.until("state", version=2)
            assert (wish.get("paused"), wish.get("pause_wishes")) == (None, [0])
            assert wish["seats"][seat]["deadline"] == state["seats"][seat]["deadline"]
            await two.send(type="pause", table=table)
            paused = await two.until("state", version=3)
            assert paused.get("paused") is True
            assert "deadline" not in paused["seats"][seat]
            mover, other = in_turn(state, [one, two])
            await mover.send(type="commit", table=table, version=3, id="x", actions=["drop"])
            assert (await mover.until("error"))["code"] == "paused"
            await asyncio.sleep(0.2)
            await other.send(type="resume", table=table)
            resumed = await mover.until("state", version=4)
            assert "paused" not in resumed
            assert "pause_wishes" not in resumed
            assert resumed["seats"][seat]["deadline"] >= state["seats"][seat]["deadline"] + 200

    asyncio.run(play())


def test_the_last_who_did_not_resign_wins(server: ServerProcess) -> None:
    async def play() -> None:
        ada, ben, table = await two_people(server, "gravwell")
        async with ada.socket() as one, ben.socket() as two:
            await seated(ada, one, table)
            await seated(ben, two, table)
            await two.send(type="resign", table=table)
            final = await one.until("state", over=True)
            assert final["result"] == {
                "scores": None,
                "winners": [0],
                "reason": "resigned",
                "resigned": [1],
            }
            assert final["proof"]["secret"]
            await one.send(type="commit", table=table, version=2, id="x", actions=["stack:1"])
            assert (await one.until("error"))["code"] == "game-over"
        assert (await now(ada, table))["over"] is True

    asyncio.run(play())


def test_who_resigns_among_several_is_played_by_a_bot_and_cannot_win(server: ServerProcess) -> None:
    async def play() -> None:
        people = [await Person.arrive(server.url, name) for name in ("Ada", "Ben", "Cleo")]
        table = (await people[0].table("superstar", 3, options={"rounds": 1}))["id"]
        for person in people[1:]:
            await person.post(f"/api/tables/{table}/join", {})
        async with people[0].socket() as one:
            state = await seated(people[0], one, table)
            await one.send(type="resign", table=table)
            state = await one.until("state", version=state["version"] + 1)
            assert state["over"] is False
            assert state["seats"][0].get("resigned") is True
            for person in people[1:]:
                async with person.socket() as socket:
                    await seated(person, socket, table)
                    await socket.send(type="away", table=table)
                    await socket.until("state")
            final = await one.until("state", over=True)
            assert 0 not in final["result"]["winners"]
            assert final["result"]["winners"]

    asyncio.run(play())


async def lines(socket: Socket) -> list[Json]:
    return list((await socket.until("chat"))["lines"])


def fill_chat(server: ServerProcess, table: str, person: int) -> None:
    """Let somebody have said a lot before."""
    with sqlite3.connect(server.database, timeout=10) as database:
        said = [(table, number, person, str(number)) for number in range(100)]
        database.executemany("INSERT INTO chat (table_id, at, person, text) VALUES (?, ?, ?, ?)", said)


def test_chat_is_for_who_sits_there_and_stays_bounded(server: ServerProcess) -> None:
    async def play() -> None:
        ada, ben, table = await two_people(server, "gravwell")
        stranger = await Person.arrive(server.url, "Eve")
        async with ada.socket() as one, ben.socket() as two, stranger.socket() as eve:
            for person, socket in ((ada, one), (ben, two), (stranger, eve)):
                await seated(person, socket, table)
                assert await lines(socket) == []
            await one.send(type="chat", table=table, text="  <b>Good</b>\u202e luck!\u0007 ")
            said = (await lines(eve))[0]
            assert (said["name"], said["seat"], said["text"]) == ("Ada", 0, "<b>Good</b> luck!")
            await eve.send(type="chat", table=table, text="me too")
            assert (await eve.until("error"))["code"] == "not-at-table"
            await two.send(type="chat", table=table, text="x" * 301)
            assert (await two.until("error"))["code"] == "bad-message"
            fill_chat(server, table, ben.id)
            await two.send(type="chat", table=table, text="the last")
            while (await lines(eve))[0]["text"] != "the last":
                pass
        async with ada.socket() as again:
            await again.send(type="watch", table=table)
            kept = await lines(again)
            assert (len(kept), kept[-1]["text"]) == (100, "the last")

    asyncio.run(play())


async def _nearly_out_of_time(server: ServerProcess, game: str) -> tuple[Person, Person, str]:
    return await two_people(server, game, clock={"kind": "turn-seconds", "amount": 10})


def test_the_clock_plays_the_turn_that_was_tried(server: ServerProcess) -> None:
    """A complete turn is played as it was put together; nobody is sent away."""

    async def play() -> None:
        ada, ben, table = await _nearly_out_of_time(server, "superstar")
        async with ada.socket() as one, ben.socket() as two:
            state = await seated(ada, one, table)
            await seated(ben, two, table)
            late = state["to_act"][0]
            mover, other = in_turn(state, [one, two])
            await whole_turn(mover, state)
            played = await other.until("state", version=2)
            (group,) = played["groups"]
            assert (group["kind"], group["seat"], group["by_clock"]) == ("play", late, True)
            assert played["seats"][late].get("away") is None
            assert played["to_act"] == [1 - late]

    asyncio.run(play())


def test_a_turn_that_was_taken_back_is_not_played(server: ServerProcess) -> None:
    async def play() -> None:
        ada, ben, table = await _nearly_out_of_time(server, "superstar")
        async with ada.socket() as one, ben.socket() as two:
            state = await seated(ada, one, table)
            await seated(ben, two, table)
            mover, other = in_turn(state, [one, two])
            await whole_turn(mover, state)
            await mover.send(type="try", table=table, version=1, actions=[])
            gone = await other.until("state", version=2)
            assert (gone["groups"][0]["kind"], gone["groups"][0]["by_clock"]) == ("away", True)

    asyncio.run(play())


def test_the_clock_plays_the_choice_that_was_kept(server: ServerProcess) -> None:
    """Where every choice is final nothing can be tried; a choice can be kept instead."""

    async def play() -> None:
        ada, ben, table = await _nearly_out_of_time(server, "gravwell")
        async with ada.socket() as one, ben.socket() as two:
            state = await seated(ada, one, table)
            await seated(ben, two, table)
            late = state["to_act"][0]
            mover, other = in_turn(state, [one, two])
            await mover.send(type="keep", table=table, version=1, actions=["fuel:Q"])
            assert (await mover.until("error"))["code"] == "illegal-action"
            await mover.send(type="keep", table=table, version=1, actions=["stack:3"])
            played = await other.until("state", version=2)
            assert played["groups"][0]["by_clock"] is True
            assert played["view"]["stacks"][2]["taken_by"] == late

    asyncio.run(play())


def test_a_bot_stands_in_for_who_left_a_table_without_a_clock(tmp_path: Path) -> None:
    async def play(server: ServerProcess) -> None:
        ada, ben, table = await two_people(server, "superstar")
        async with ada.socket() as one:
            state = await seated(ada, one, table)
            async with ben.socket() as two:
                await seated(ben, two, table)
                await one.until("presence", online=[0, 1], absent=[])
                await one.send(type="stand-in", table=table, seat=1)
                assert (await one.until("error"))["code"] == "not-absent"
            gone = await one.until("presence", online=[0])
            (absence,) = gone["absent"]
            assert absence["seat"] == 1
            await one.send(type="stand-in", table=table, seat=1)
            assert (await one.until("error"))["code"] == "not-absent"
            await asyncio.sleep(max(0.0, absence["until"] / 1000 - time.time()) + 0.1)
            await one.send(type="stand-in", table=table, seat=1)
            away = await one.until("state", version=state["version"] + 1)
            assert away["seats"][1].get("away") is True
            async with ben.socket() as back:
                await seated(ben, back, table)
                await back.send(type="back", table=table)
                while (await back.until("state"))["seats"][1].get("away"):
                    pass  # the bot may have moved just before; without the wish, until() would give up

    with running(str(tmp_path / "absent.db"), tmp_path, ABSENCE_S="1.5") as server:
        asyncio.run(play(server))
