"""Whole games through real sockets: people and bots, both games, to the end."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from websockets import Origin
from websockets.asyncio.client import connect

import gravitable
from server.harness import ServerProcess
from server.players import Json, Person, ScriptedPlayer, Socket, commits_of


async def two_people(server: ServerProcess, game: str, **more: Any) -> tuple[Person, Person, str]:
    ada = await Person.arrive(server.url, "Ada")
    ben = await Person.arrive(server.url, "Ben")
    seats = more.pop("seats", 2)
    table = await ada.table(game, seats, **more)
    await ben.post(f"/api/tables/{table['id']}/join", {})
    return ada, ben, table["id"]


@pytest.mark.parametrize(
    ("game", "options"),
    [("superstar", {"goodies": ["tile", "double", "teleport"]}), ("gravwell", {"warp_gate": True})],
)
def test_two_people_and_two_bots_play_to_the_end(server: ServerProcess, game: str, options: Json) -> None:
    async def play() -> None:
        bots = [{"seat": 2, "bot": "level:1"}, {"seat": 3, "bot": "greedy"}]
        ada, ben, table = await two_people(server, game, seats=4, bots=bots, options=options)
        players = [ScriptedPlayer(person, table, seed) for seed, person in enumerate((ada, ben))]
        results = await asyncio.gather(*(player.play() for player in players))
        assert results[0] == results[1]
        assert not any(player.errors for player in players)
        assert all(len(player.accepted) > 5 for player in players)
        await check_record(ada, table, results[0])
        await check_replay(ada, table, game)
        await check_lists(ada, table)

    asyncio.run(play())


async def check_record(person: Person, table: str, result: Json) -> None:
    record = await person.get(f"/api/tables/{table}/record")
    assert gravitable.verify(record).word == "fair"
    ended = gravitable.replay(record).result or {}
    assert result == {**{key: ended[key] for key in ("scores", "winners", "reason")}, "resigned": []}
    proof = await person.get(f"/api/tables/{table}/proof")
    assert proof == {
        "commitment": record["commitment"],
        "secret": record["secret"],
        "format": 2,
        "rules": record["rules"],
    }


async def check_replay(person: Person, table: str, game: str) -> None:
    own = (await person.get(f"/api/tables/{table}/replay"))["frames"]
    everything = (await person.get(f"/api/tables/{table}/replay?eyes=all"))["frames"]
    assert [frame["version"] for frame in own] == list(range(1, len(own) + 1))
    assert len(own) == len(everything)
    assert any(frame["actions"] == [] for frame in own if frame["seat"] == 1 and frame["kind"] == "play")
    assert all(frame["actions"] for frame in everything if frame["kind"] == "play")
    assert own[-1]["view"]["game"] == game


async def check_lists(person: Person, table: str) -> None:
    mine = (await person.get("/api/my-games"))["tables"]
    (found,) = [info for info in mine if info["id"] == table]
    assert found["status"] == "finished"
    assert found["result"]["winners"]


async def seated(person: Person, socket: Socket, table: str) -> Json:
    await socket.send(type="watch", table=table)
    return await socket.until("state", table=table)


async def whole_turn(socket: Socket, state: Json) -> list[str]:
    """Compose any complete turn with ``try``."""
    actions: list[str] = []
    while True:
        await socket.send(type="try", table=state["table"], version=state["version"], actions=actions)
        tried = await socket.until("tried", actions=actions)
        if tried["done"]:
            return actions
        assert [preview["action"] for preview in tried["previews"]] == tried["legal"]
        actions = [*actions, tried["legal"][-1]]


def in_turn(state: Json, sockets: list[Socket]) -> tuple[Socket, Socket]:
    """Return the socket of the person who has to act, and the other's."""
    first = state["to_act"][0]
    return sockets[first], sockets[1 - first]


def test_a_turn_is_composed_in_private_and_committed_once(server: ServerProcess) -> None:
    async def play() -> None:
        ada, ben, table = await two_people(server, "superstar")
        async with ada.socket() as one, ben.socket() as two, Person(server.url, "").socket() as watcher:
            state = await seated(ada, one, table)
            await seated(ben, two, table)
            seen = await seated(Person(server.url, ""), watcher, table)
            assert seen["seat"] is None
            assert seen["legal"] == []
            mover, other = in_turn(state, [one, two])
            turn = await whole_turn(mover, state)
            commit = {"type": "commit", "table": table, "version": 1, "id": "first", "actions": turn}
            await mover.send(**commit)
            assert (await mover.until("state", version=2))["groups"][0]["commit"] == "first"
            for somebody in (other, watcher):
                after = await somebody.until("state")
                assert after["version"] == 2, "nobody else may see half a turn"
                assert commits_of(after) == [], "its id is the sender's own business"
            # The same again is safe; the same version with another id is too late.
            await mover.send(**commit)
            again = await mover.until("state")
            assert (again["version"], commits_of(again)) == (2, ["first"])
            await mover.send(**{**commit, "id": "second"})
            assert (await mover.until("stale"))["version"] == 2
            assert (await mover.until("state"))["version"] == 2

    asyncio.run(play())


def test_whoever_commits_hears_with_what_it_led_to_that_it_is_stored(server: ServerProcess) -> None:
    async def play() -> None:
        ada, ben, table = await two_people(server, "superstar")
        async with ada.socket() as one, ben.socket() as two:
            sockets = [one, two]
            state = await seated(ada, one, table)
            await seated(ben, two, table)
            await one.until("chat")
            await two.until("chat")
            for version in range(1, 7):
                mover, other = in_turn(state, sockets)
                turn = await whole_turn(mover, state)
                await mover.send(type="commit", table=table, version=version, id=f"c{version}", actions=turn)
                state = await other.until("state", version=version + 1)
                told = await mover.next()
                assert (told["type"], told["version"]) == ("state", version + 1)
                assert commits_of(told) == [f"c{version}"]

    asyncio.run(play())


def test_a_commit_sent_again_much_later_is_answered_from_where_it_was_played(server: ServerProcess) -> None:
    async def play() -> None:
        ada, ben, table = await two_people(server, "superstar")
        sent = []
        async with ada.socket() as one, ben.socket() as two:
            state = await seated(ada, one, table)
            await seated(ben, two, table)
            for version in range(1, 5):
                mover, other = in_turn(state, [one, two])
                sent.append(
                    {
                        "type": "commit",
                        "table": table,
                        "version": version,
                        "id": f"c{version}",
                        "actions": await whole_turn(mover, state),
                    }
                )
                await mover.send(**sent[-1])
                state = await other.until("state", version=version + 1)
        first = ada if state["to_act"][0] == 0 else ben
        async with first.socket() as late:  # it follows nothing: the answer is for this commit
            await late.send(**sent[0])
            told = await late.until_stored("c1")
            assert told["version"] == 5, "nothing was played twice"
            assert [group["version"] for group in told["groups"]] == [2, 3, 4, 5]

    asyncio.run(play())


def test_an_old_page_is_told_to_load_itself_again(server: ServerProcess) -> None:
    async def talk() -> Json:
        address = server.url.replace("http", "ws") + "/ws"
        async with connect(address, origin=Origin(server.url)) as raw:
            await raw.send('{"type":"hello","protocol":1}')
            return dict(json.loads(await raw.recv()))

    assert asyncio.run(talk())["code"] == "unknown-protocol"


def test_bad_commits_change_nothing_and_say_why(server: ServerProcess) -> None:
    async def play() -> None:
        ada, ben, table = await two_people(server, "superstar")
        stranger = await Person.arrive(server.url, "Eve")
        async with ada.socket() as one, ben.socket() as two, stranger.socket() as eve:
            state = await seated(ada, one, table)
            await seated(ben, two, table)
            mover, other = in_turn(state, [one, two])
            commit = {"type": "commit", "table": table, "version": 1, "id": "x", "actions": ["drop"]}
            wrong = [
                (eve, commit, "not-at-table"),
                (other, commit, "not-your-turn"),
                (mover, {**commit, "actions": ["fly"]}, "unknown-action"),
                (mover, {**commit, "actions": ["teleport"]}, "illegal-action"),
                (mover, {**commit, "actions": ["complete"]}, "illegal-action"),
                (mover, {**commit, "table": "A" * 16}, "no-such-table"),
            ]
            for socket, message, code in wrong:
                await socket.send(**message)
                error = await socket.until("error")
                assert (error["code"], error["id"]) == (code, "x")
            turn = await whole_turn(mover, state)
            await mover.send(**{**commit, "actions": [*turn, "drop"]})
            assert (await mover.until("error"))["code"] == "not-your-turn"
            assert (await seated(ada, one, table))["version"] == 1

    asyncio.run(play())


async def now(person: Person, table: str) -> Json:
    """Return the state as somebody sees it who comes right now."""
    async with person.socket() as socket:
        return await seated(person, socket, table)


async def commit(person: Person, state: Json, action: str) -> None:
    async with person.socket() as socket:
        version = state["version"]
        await socket.send(
            type="commit", table=state["table"], version=version, id=f"v{version}", actions=[action]
        )
        await socket.until_stored(f"v{version}")


def test_gravwell_picks_stay_sealed_until_all_are_in(server: ServerProcess) -> None:
    async def play() -> None:
        ada, ben, table = await two_people(server, "gravwell")
        while len((state := await now(ada, table))["to_act"]) == 1:  # the draft
            drafter = (ada, ben)[state["to_act"][0]]
            await commit(drafter, state, (await now(drafter, table))["legal"][0])
        before, theirs = await now(ada, table), await now(ben, table)
        await commit(ben, theirs, theirs["legal"][0])
        seen = await now(ada, table)
        assert seen["to_act"] == [0]
        assert seen["view"]["seats"][1]["picked"] is True
        assert seen["view"]["seats"][1]["pick"] is None
        assert f'"{theirs["legal"][0].removeprefix("fuel:")}"' not in json.dumps(seen["groups"])
        # Choices are final: nothing can be tried that would show a face-down card.
        async with ada.socket() as socket:
            await socket.send(type="try", table=table, version=seen["version"], actions=[seen["legal"][0]])
            assert (await socket.until("error"))["code"] == "whole-turn"
        # What I decided on before their pick came in is not stale.
        await commit(ada, before, before["legal"][0])
        assert (await now(ada, table))["view"]["seats"][1]["played"] == [
            theirs["legal"][0].removeprefix("fuel:")
        ]

    asyncio.run(play())


def test_come_back_from_another_device_and_be_where_you_were(server: ServerProcess) -> None:
    async def play() -> None:
        ada, ben, table = await two_people(server, "superstar", clock={"kind": "turn-seconds", "amount": 600})
        async with ada.socket() as one:
            before = await seated(ada, one, table)
        elsewhere = Person(server.url, "Ada", dict(ada.cookies), ada.id)
        async with elsewhere.socket() as again, ben.socket() as two:
            after = await seated(elsewhere, again, table)
            assert after == before
            mover = in_turn(after, [again, two])[0]
            deadline = after["seats"][after["to_act"][0]]["deadline"]
            info = (await ada.get(f"/api/tables/{table}"))["table"]
            assert deadline == info["started"] + 600_000
            await seated(ben, two, table)
            turn = await whole_turn(mover, after)
            await mover.send(type="commit", table=table, version=1, id="a", actions=turn)
            told = await again.until("state", version=2)
            assert "deadline" not in told["seats"][after["to_act"][0]]

    asyncio.run(play())
