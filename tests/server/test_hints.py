"""Hints: given where all agreed or only bots play along, never where it counts; noted in the log, blind to secrets."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

import gravitable
from gravitable.core.chance import generator
from gravitable.core.game import Game
from gravitable.server.errors import TooFast
from gravitable.server.guard.budgets import Budgets, Payer
from gravitable.server.play import hints
from server.harness import ServerProcess
from server.players import Json, Person, Socket
from server.test_people import refused

BOTS = [{"seat": 1, "bot": "level:1"}]


async def ask(socket: Socket, state: Json, actions: list[str] | None = None) -> Json:
    await socket.send(
        type="hint", table=state["table"], version=state["version"], actions=actions or [], ref="h"
    )
    return await socket.until("hinted", "error", "stale", ref="h")


async def my_turn(socket: Socket, table: str, seat: int = 0) -> Json:
    await socket.send(type="watch", table=table)
    while True:
        state = await socket.until("state")
        if seat in state["to_act"]:
            return state


@pytest.mark.parametrize("game", ["superstar", "gravwell"])
def test_one_tap_tells_the_best_actions_and_the_log_tells_who_asked(server: ServerProcess, game: str) -> None:
    async def live() -> None:
        ada = await Person.arrive(server.url, "Ada")
        table = (await ada.table(game, 2, bots=BOTS))["id"]
        async with ada.socket() as socket:
            state = await my_turn(socket, table)
            assert state["hints"] is True
            answer = await ask(socket, state)
            best = answer["best"]
            assert 1 <= len(best) <= 3
            assert {one["action"] for one in best} <= set(state["legal"])
            chances = [one["chance"] for one in best]
            assert chances == sorted(chances, reverse=True)
            assert all(0 <= one["chance"] <= 1 and one["band"] >= 0 for one in best)
            again = await ask(socket, {**state, "version": answer["version"]})
            assert (again["version"], again["best"]) == (answer["version"], best), "no second row, same words"
            await socket.send(type="resign", table=table)
            while not state.get("over"):
                state = await socket.until("state")
        replay = await ada.get(f"/api/tables/{table}/replay")
        asked = [frame for frame in replay["frames"] if frame["kind"] == "hint"]
        assert [(frame["seat"], frame["events"]) for frame in asked] == [(0, [])]
        record = await ada.get(f"/api/tables/{table}/record")
        [noted] = record["table"]["hints"]
        assert noted["seat"] == 0
        assert gravitable.replay(record, until=noted["entry"]).to_act[0] == 0
        assert gravitable.verify(record).problems == ()
        assert not (await ada.get(f"/api/tables/{table}/verify"))["problems"]

    asyncio.run(live())


def test_in_the_middle_of_a_turn_the_hint_is_about_what_follows(server: ServerProcess) -> None:
    async def live() -> None:
        ada = await Person.arrive(server.url, "Ada")
        table = (await ada.table("superstar", 2, bots=BOTS))["id"]
        async with ada.socket() as socket:
            state = await my_turn(socket, table)
            await socket.send(type="try", table=table, version=state["version"], actions=[], ref="t")
            tried = await socket.until("tried")
            for number, action in enumerate(tried["legal"]):
                ref = f"t{number}"
                await socket.send(
                    type="try", table=table, version=state["version"], actions=[action], ref=ref
                )
                after = await socket.until("tried", ref=ref)
                if not after["done"]:
                    break
            else:
                complete = await ask(socket, state, [tried["legal"][0]])
                assert complete["code"] == "not-your-turn", "a complete turn has nothing left to choose"
                return
            answer = await ask(socket, state, after["actions"])
            assert {one["action"] for one in answer["best"]} <= set(after["legal"])

    asyncio.run(live())


def test_never_where_the_game_counts_or_somebody_did_not_agree(server: ServerProcess) -> None:
    async def live() -> None:
        ada, ben = await Person.arrive(server.url, "Ada"), await Person.arrive(server.url, "Ben")
        form: Json = {"game": "gravwell", "seats": 2, "rated": True, "hints": True}
        assert await refused(ada, "POST", "/api/tables", form) == (422, "bad-option")
        rated = (await ada.table("superstar", 2, bots=BOTS, rated=True))["id"]
        plain, agreed = [(await ada.table("superstar", 2, hints=each))["id"] for each in (False, True)]
        for table in (plain, agreed):
            await ben.post(f"/api/tables/{table}/join", {})
        async with ada.socket() as socket, ben.socket() as guest:
            for table in (rated, plain):
                await socket.send(type="watch", table=table)
                state = await socket.until("state", table=table)
                assert "hints" not in state, "as usual: none"
                assert (await ask(socket, state))["code"] == "no-hints"
            states = []
            for one in (socket, guest):
                await one.send(type="watch", table=agreed)
                states.append(await one.until("state", table=agreed))
            [first] = states[0]["to_act"]
            both = (socket, guest)
            assert (await ask(both[first], states[first]))["type"] == "hinted"
            assert (await ask(both[1 - first], states[1 - first]))["code"] == "not-your-turn"
            assert (await ask(guest, {**states[1], "table": rated}))["code"] == "not-at-table"
        for table in (rated, plain):
            frames = (await ada.get(f"/api/tables/{table}/replay"))["frames"]
            assert [frame["kind"] for frame in frames if frame["kind"] != "play"] == ["start"]

    asyncio.run(live())


def _guesses(game: str, seed: int) -> tuple[Game, list[Game]]:
    played = gravitable.new(game, players=3, seed=seed)
    for _ in range(11):
        seat = played.to_act[0]
        played.play(seat, played.legal(seat)[-1])
    seat = played.to_act[0]
    masked = played.rules.mask(played.states, seat)
    others = [played.rules.determinize(masked.copy(), generator(number)) for number in range(3)]
    return played, [Game(played.table, states) for states in others]


@pytest.mark.parametrize("game", ["superstar", "gravwell"])
def test_a_hint_depends_on_nothing_that_is_hidden(game: str) -> None:
    played, others = _guesses(game, seed=5)
    seat = played.to_act[0]
    told: list[Any] = [hints.best_actions(one, seat) for one in (played, *others)]
    assert told[0]
    assert all(one == told[0] for one in told[1:])
    different = {one.position() for one in (played, *others)}
    assert len(different) > 1 or game == "superstar", "else the test would show nothing"


def test_hints_are_budgeted_by_person() -> None:
    budget = Budgets(1).hints
    ada, ben = Payer("203.0.113.7", 1), Payer("203.0.113.8", 2)
    for _ in range(10):
        budget.charge(ada)
    with pytest.raises(TooFast):
        budget.charge(ada)
    budget.charge(ben)
