"""Ratings: for people with a claimed name, at rated tables, each table once."""

from __future__ import annotations

import asyncio
import sqlite3

import pytest

from gravitable.server.people.ratings import ranks
from gravitable.server.protocol.parts import Outcome
from server.harness import ServerProcess
from server.players import Json, Person
from server.test_play import seated


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        ({"scores": [10, 12, 9], "winners": [1]}, [1, 0, 2]),
        ({"scores": [10, 10, 9], "winners": [0, 1]}, [0, 0, 1]),
        ({"scores": [30, 12, 9], "winners": [1], "resigned": [0]}, [2, 0, 1]),
        ({"scores": None, "winners": [2], "resigned": [0, 1]}, [1, 1, 0]),
        ({"scores": [5, 5, 5], "winners": []}, [0, 0, 0]),
    ],
)
def test_ranks_put_winners_first_and_who_resigned_last(result: Json, expected: list[int]) -> None:
    assert ranks(Outcome(reason="rounds", **result), [0, 1, 2]) == expected


def test_a_rated_game_between_claimed_people_counts_once(server: ServerProcess) -> None:
    async def play() -> None:
        people = [await Person.arrive(server.url, name) for name in ("Rated Ada", "Rated Ben", "Guest Cleo")]
        for person in people[:2]:
            await person.post("/api/claim", {"password": "long enough"})
        table = (await people[0].table("gravwell", 3, rated=True))["id"]
        for person in people[1:]:
            await person.post(f"/api/tables/{table}/join", {})
        for person in people[1:]:
            async with person.socket() as socket:
                await seated(person, socket, table)
                await socket.send(type="resign", table=table)
                await socket.until("state")
        for _ in range(100):
            ratings = (await people[0].get("/api/ratings?game=gravwell"))["ratings"]
            if ratings:
                break
            await asyncio.sleep(0.05)
        assert [(one["name"], one["games"]) for one in ratings] == [("Rated Ada", 1), ("Rated Ben", 1)]
        assert ratings[0]["rating"] > ratings[1]["rating"]
        assert (await people[0].get("/api/me"))["ratings"] == ratings[:1]
        assert (await people[2].get("/api/me"))["ratings"] == []
        with sqlite3.connect(server.database) as database:
            assert database.execute("SELECT count(*) FROM rated_tables").fetchone() == (1,)

    asyncio.run(play())
