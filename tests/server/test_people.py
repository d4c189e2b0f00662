"""People: guests, claimed names, sessions, tokens."""

from __future__ import annotations

import asyncio
import hashlib
import sqlite3

import httpx
import pytest

from server.harness import ServerProcess
from server.players import Json, Person


async def refused(person: Person, method: str, path: str, body: Json | None = None) -> tuple[int, str]:
    answer = await person.call(method, path, body)
    return answer.status_code, answer.json()["error"]["code"]


def test_a_guest_plays_at_once_and_only_the_hash_of_the_token_is_stored(server: ServerProcess) -> None:
    answer = httpx.post(
        f"{server.url}/api/guest", json={"name": "  Zoë \t Ω "}, headers={"Origin": server.url}
    )
    assert answer.json()["person"]["name"] == "Zoë Ω"
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    token = answer.cookies["gravitable_session"]
    assert len(token) >= 43, "256 bits"
    with sqlite3.connect(server.database) as database:
        stored = {row[0] for row in database.execute("SELECT token_hash FROM sessions")}
        everything = "\n".join(database.iterdump())
    assert hashlib.sha256(token.encode()).digest() in stored
    assert token not in everything


def test_claim_a_name_sign_in_elsewhere_sign_out(server: ServerProcess) -> None:
    async def live() -> None:
        ada = await Person.arrive(server.url, "Ada Lovelace")
        assert await refused(ada, "POST", "/api/claim", {"password": "short"}) == (422, "bad-request")
        assert (await ada.post("/api/claim", {"password": "analytical"}))["person"]["claimed"] is True
        stranger = Person(server.url, "")
        assert await refused(stranger, "POST", "/api/guest", {"name": "ADA  lovelace"}) == (409, "name-taken")
        wrong = {"name": "ada lovelace", "password": "difference"}
        assert await refused(stranger, "POST", "/api/sign-in", wrong) == (403, "wrong-password")
        nobody = {"name": "nobody here", "password": "difference"}
        assert await refused(stranger, "POST", "/api/sign-in", nobody) == (403, "wrong-password")
        elsewhere = Person(server.url, "")
        form = {"name": "ada lovelace", "password": "analytical"}
        assert (await elsewhere.post("/api/sign-in", form))["person"]["id"] == ada.id
        assert (await elsewhere.get("/api/me"))["person"]["name"] == "Ada Lovelace"
        assert await refused(elsewhere, "POST", "/api/guest", {"name": "Other"}) == (403, "forbidden")
        assert (await elsewhere.call("POST", "/api/sign-out")).status_code == 204
        assert (await elsewhere.get("/api/me"))["person"] is None
        assert (await ada.get("/api/me"))["person"]["id"] == ada.id, "other sessions go on"

    asyncio.run(live())


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "a\u202eb", "a\u0000b", "\u200b", "a\nb" * 12])
def test_names_that_nobody_could_read_are_refused(server: ServerProcess, name: str) -> None:
    async def live() -> None:
        status, code = await refused(Person(server.url, ""), "POST", "/api/guest", {"name": name})
        assert status == 422
        assert code in ("bad-name", "bad-request")

    asyncio.run(live())


def test_a_guest_may_change_the_name(server: ServerProcess) -> None:
    async def live() -> None:
        person = await Person.arrive(server.url, "First")
        assert (await person.post("/api/guest", {"name": "Second"}))["person"]["id"] == person.id
        assert (await person.get("/api/me"))["person"]["name"] == "Second"

    asyncio.run(live())


def test_tokens_for_programs_are_shown_once_and_can_be_taken_back(server: ServerProcess) -> None:
    async def live() -> None:
        person = await Person.arrive(server.url, "Robot keeper")
        made = await person.post("/api/tokens", {"label": "my bot"})
        assert made["secret"] not in str(await person.get("/api/tokens"))
        async with httpx.AsyncClient(base_url=server.url) as program:
            program.headers["Authorization"] = f"Bearer {made['secret']}"
            assert (await program.get("/api/me")).json()["person"]["id"] == person.id
            form = {"game": "gravwell", "seats": 2}
            assert (await program.post("/api/tables", json=form)).status_code == 200, "no Origin needed"
            gone = await person.call("DELETE", f"/api/tokens/{made['token']['id']}")
            assert gone.status_code == 204
            assert (await program.get("/api/me")).json()["person"] is None
        assert await refused(person, "DELETE", "/api/tokens/999999") == (404, "not-found")
        for _ in range(10):
            await person.post("/api/tokens", {})
        assert await refused(person, "POST", "/api/tokens", {}) == (409, "too-many")

    asyncio.run(live())
