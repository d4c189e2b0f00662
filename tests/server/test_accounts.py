"""What belongs to whom: programs play and no more, a password can be changed, an account can be deleted."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest
import websockets

from gravitable.server.errors import Forbidden, WrongPassword
from gravitable.server.people.people import People
from gravitable.server.storage.database import Database
from gravitable.server.storage.database_url import database_url
from server.harness import Postgres, ServerProcess, running
from server.players import Person
from server.test_people import refused
from server.test_play import now, seated, two_people


def test_a_programs_token_plays_and_no_more(server: ServerProcess) -> None:
    async def live() -> None:
        person = await Person.arrive(server.url, "Keeper")
        made = await person.post("/api/tokens", {"label": "b\u0000ot"})
        assert made["token"]["label"] == "bot"
        async with httpx.AsyncClient(base_url=server.url) as program:
            program.headers["Authorization"] = f"Bearer {made['secret']}"
            for method, path, body in (
                ("POST", "/api/tokens", {"label": "another"}),
                ("GET", "/api/tokens", None),
                ("DELETE", f"/api/tokens/{made['token']['id']}", None),
                ("POST", "/api/claim", {"password": "mine from now on"}),
                ("POST", "/api/guest", {"name": "Other"}),
                ("POST", "/api/password", {"old": "", "new": "mine from now on"}),
                ("POST", "/api/forget-me", {}),
            ):
                answer = await program.request(method, path, json=body)
                assert (answer.status_code, answer.json()["error"]["code"]) == (403, "forbidden"), path
            answer = await program.post("/api/tables", json={"game": "superstar", "seats": 2})
            assert answer.status_code == 200

    asyncio.run(live())


def test_a_new_password_ends_every_other_session(server: ServerProcess) -> None:
    async def live() -> None:
        ada = await Person.arrive(server.url, "Changing")
        assert await refused(ada, "POST", "/api/password", {"old": "", "new": "new password"}) == (
            403,
            "forbidden",
        )
        await ada.post("/api/claim", {"password": "old password"})
        elsewhere = Person(server.url, "")
        await elsewhere.post("/api/sign-in", {"name": "Changing", "password": "old password"})
        async with elsewhere.socket() as socket:
            wrong = {"old": "no password", "new": "new password"}
            assert await refused(ada, "POST", "/api/password", wrong) == (403, "wrong-password")
            done = await ada.call("POST", "/api/password", {"old": "old password", "new": "new password"})
            assert done.status_code == 204
            with pytest.raises(websockets.ConnectionClosed):
                await socket.until("nothing more")
        assert (await elsewhere.get("/api/me"))["person"] is None
        assert (await ada.get("/api/me"))["person"]["id"] == ada.id
        old = {"name": "Changing", "password": "old password"}
        assert await refused(elsewhere, "POST", "/api/sign-in", old) == (403, "wrong-password")
        await elsewhere.post("/api/sign-in", {"name": "Changing", "password": "new password"})

    asyncio.run(live())


def test_who_wants_to_be_forgotten_is_and_the_others_play_on(server: ServerProcess) -> None:
    async def live() -> None:
        ada, ben, table = await two_people(server, "superstar")
        await ada.post("/api/guest", {"name": "Forgettable"})
        await ada.post("/api/claim", {"password": "remember me"})
        waiting = (await ada.table("superstar", 2))["id"]
        async with ben.socket() as socket:
            await seated(ben, socket, table)
            await socket.send(type="chat", table=table, text="hello")
            assert await refused(ada, "POST", "/api/forget-me", {}) == (403, "wrong-password")
            assert (await ada.call("POST", "/api/forget-me", {"password": "remember me"})).status_code == 204
            gone = await socket.until("state", "state")
            assert gone["seats"][0].get("away") is True
        assert (await ada.get("/api/me"))["person"] is None
        info = (await ben.get(f"/api/tables/{table}"))["table"]
        assert [seat["name"] for seat in info["seats"]] == ["(left)", "Ben"]
        assert (await ben.get(f"/api/tables/{waiting}"))["table"]["status"] == "closed"
        again = await Person.arrive(server.url, "Forgettable")
        assert again.id != ada.id, "the name is free"
        assert (await now(ben, table))["over"] is False

    asyncio.run(live())


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_spaces_and_hidden_letters_do_not_pass_the_limit_of_passwords(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Every try counts for the same name; the limit of the address is made wide by trusted addresses."""
    if kind == "sqlite":
        database = str(tmp_path / "names.db")
    else:
        postgres: Postgres = request.getfixturevalue("postgres")
        database = postgres.new_database("passwords")
    with running(database, tmp_path, LIMIT_SCALE="1") as server:
        codes = []
        for number in range(14):
            name = ["", " ", "\t", "\u00a0", "\u200b", "\u0000"][number % 6] * (1 + number % 3) + "Ada"
            headers = {"Origin": server.url, "X-Forwarded-For": f"203.0.113.{number}"}
            form = {"name": name, "password": "guess number"}
            answer = httpx.post(f"{server.url}/api/sign-in", json=form, headers=headers, timeout=60)
            codes.append(answer.json()["error"]["code"])
        assert codes[:8] == ["wrong-password"] * 8
        assert "too-fast" in codes[8:]
        assert set(codes) == {"wrong-password", "too-fast"}


def test_who_was_removed_does_not_sit_down_again(server: ServerProcess) -> None:
    async def live() -> None:
        ada, eve = [await Person.arrive(server.url, name) for name in ("Ada", "Eve")]
        table = await ada.table("superstar", 3)
        await eve.post(f"/api/tables/{table['id']}/join", {})
        await ada.post(f"/api/tables/{table['id']}/remove", {"seat": 1})
        for path, body in ((f"/api/tables/{table['id']}/join", {}), ("/api/join", {"code": table["code"]})):
            assert await refused(eve, "POST", path, body) == (403, "forbidden")
        ben = await Person.arrive(server.url, "Ben")
        await ben.post(f"/api/tables/{table['id']}/join", {})

    asyncio.run(live())


def test_of_two_tabs_that_name_and_claim_one_wins(tmp_path: Path) -> None:
    """What a tab knew may be old by now: a claimed name stays, and only the name that is there is claimed."""

    async def live() -> None:
        database = Database(database_url(str(tmp_path / "tabs.db")))
        await database.migrate()
        people = People(database)
        ada, token = await people.new_guest("Ada")
        await people.rename(ada, "Ben")
        with pytest.raises(Forbidden):
            await people.claim(ada, "a good password")
        ben = await people.of_token(token)
        assert ben is not None
        await people.claim(ben.person, "a good password")
        with pytest.raises(Forbidden):
            await people.rename(ben.person, "Carl")
        await people.sign_in("ben", "a good password")
        await database.close()

    asyncio.run(live())


def test_an_unknown_name_takes_as_long_as_a_wrong_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether a name exists must not show in how long the answer takes: the same kind of hash is checked for both."""
    checked: list[str] = []
    fits = People._fits

    def watched(people: People, hashed: str, password: str) -> bool:
        checked.append(hashed.rsplit("$", 2)[0])  # the kind and its costs, without salt and hash
        return fits(people, hashed, password)

    monkeypatch.setattr(People, "_fits", watched)

    async def run() -> None:
        database = Database(database_url(str(tmp_path / "time.db")))
        await database.migrate()
        people = People(database)
        ada, _ = await people.new_guest("Ada")
        await people.claim(ada, "a long password")
        for name in ("Ada", "Nobody"):
            with pytest.raises(WrongPassword):
                await people.sign_in(name, "a wrong password")
        await database.close()

    asyncio.run(run())
    known, unknown = checked
    assert known == unknown != ""
