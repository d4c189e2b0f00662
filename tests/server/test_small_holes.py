"""Small things that strangers and hosts tried, each of which once gave a wrong or rude answer."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import sqlite3
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import create_engine

from gravitable.server.storage import upgrades
from gravitable.server.storage.database import now_ms
from server.harness import Postgres, ServerProcess, running
from server.players import Person, ScriptedPlayer
from server.test_operations import gravitable
from server.test_play import two_people


@pytest.mark.parametrize(
    "path", ["/%00", "/a%00b", "/" + "x" * 300, "/" + "x" * 300 + ".js", "/t/" + "%ff" * 40]
)
def test_names_that_no_file_can_have_are_no_mistake_of_ours(server: ServerProcess, path: str) -> None:
    assert httpx.get(server.url + path).status_code in ((404,) if "%00" in path else (200, 404))


def test_no_address_is_logged(tmp_path: Path) -> None:
    with running(str(tmp_path / "log.db"), tmp_path) as server:

        async def visit() -> None:
            ada, _, _ = await two_people(server, "superstar")
            async with ada.socket():
                pass

        asyncio.run(visit())
        assert (
            httpx.get(f"{server.url}/healthz", headers={"X-Forwarded-For": "203.0.113.77"}).status_code == 200
        )
    lines = [line for line in server.log.read_text().splitlines() if line.startswith("{")]
    assert len(lines) > 4
    assert not any("127.0.0.1" in line or "203.0.113.77" in line for line in lines)


def test_one_file_has_one_server(tmp_path: Path) -> None:
    database = str(tmp_path / "one.db")
    with running(database, tmp_path) as server:
        done = gravitable("serve", "--port", "0", "--database", database)
        assert done.returncode == 2
        assert "another server uses" in done.stderr
        assert "Traceback" not in done.stderr
        server.kill()
        server.start()  # the killed server left no lock behind


def test_a_folder_is_no_database(tmp_path: Path) -> None:
    done = gravitable("serve", "--port", "0", "--database", str(tmp_path))
    assert done.returncode == 2
    assert "is a folder" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_backup_of_nothing_or_over_something_is_refused(tmp_path: Path) -> None:
    missing, target = tmp_path / "mistyped.db", tmp_path / "my.backup"
    done = gravitable("backup", str(target), "--database", str(missing))
    assert done.returncode == 2
    assert "there is no database" in done.stderr
    assert not missing.exists()
    assert not target.exists()
    with running(str(tmp_path / "right.db"), tmp_path):
        pass
    target.write_text("precious")
    again = gravitable("backup", str(target), "--database", str(tmp_path / "right.db"))
    assert (again.returncode, target.read_text()) == (2, "precious")
    forced = gravitable("backup", str(target), "--database", str(tmp_path / "right.db"), "--force")
    assert forced.returncode == 0, forced.stderr
    assert target.read_bytes()[:2] == b"\x1f\x8b"


def test_workers_end_with_their_supervisor(tmp_path: Path, postgres: Postgres) -> None:
    server = ServerProcess(postgres.new_database("orphans"), tmp_path).start("--workers", "2")
    children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
    assert len(children) >= 2
    server.kill()
    for child in children:
        while _lives(int(child)):
            time.sleep(0.05)


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return "State:\tZ" not in Path(f"/proc/{pid}/status").read_text()


def test_a_rematch_whose_asker_left_can_be_asked_for_again(server: ServerProcess) -> None:
    async def play() -> None:
        ada, ben, table = await two_people(server, "superstar", options={"rounds": 2})
        await asyncio.gather(*(ScriptedPlayer(person, table, 1).play() for person in (ada, ben)))
        dead = (await ada.post(f"/api/tables/{table}/rematch"))["table"]
        await ada.post(f"/api/tables/{dead['id']}/leave")
        alive = (await ben.post(f"/api/tables/{table}/rematch"))["table"]
        assert (alive["status"], alive["host"]) == ("open", ben.id)
        joined = (await ada.post(f"/api/tables/{table}/rematch"))["table"]
        assert (joined["id"], joined["status"]) == (alive["id"], "running")

    asyncio.run(play())


def test_time_never_goes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody sets the machine's clock back by two hours, then forward again."""
    before = now_ms()
    real = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: real() - 7_200_000_000_000)
    assert 0 <= now_ms() - before < 60_000
    monkeypatch.setattr(time, "time_ns", real)
    assert 0 <= now_ms() - before < 60_000


def test_the_lobby_is_read_once_for_all_and_shows_what_is_new_at_once(server: ServerProcess) -> None:
    async def look() -> None:
        ada = await Person.arrive(server.url, "Ada")
        mine = [(await ada.table("superstar", 2, public=True))["id"] for _ in range(2)]
        shown = {info["id"] for info in (await ada.get("/api/lobby"))["tables"]}
        assert set(mine) <= shown
        await ada.post(f"/api/tables/{mine[0]}/leave")
        shown = {info["id"] for info in (await ada.get("/api/lobby"))["tables"]}
        assert mine[0] not in shown
        async with ada.socket() as socket:
            await socket.send(type="lobby", follow=True)
            assert mine[1] in {info["id"] for info in (await socket.until("lobby"))["tables"]}

    asyncio.run(look())


@pytest.mark.parametrize("arguments", [(), ("--lan",)])
def test_a_strangers_name_for_a_server_opens_nothing(arguments: tuple[str, ...], tmp_path: Path) -> None:
    """The stranger's page has the same origin as its name, and the name leads here (DNS rebinding)."""
    server = ServerProcess(str(tmp_path / "home.db"), tmp_path, ORIGINS="https://play.example.org")
    server.start(*arguments)
    try:
        for host, origin, status in (
            ("evil.example:8000", "http://evil.example:8000", 403),
            ("play.example.org", "https://play.example.org", 200),
            ("inside:8000", "https://play.example.org", 200),
            ("attic.local:8000", "http://attic.local:8000", 200),
            ("192.168.1.5:8000", "http://192.168.1.5:8000", 200),
        ):
            headers = {"Host": host, "Origin": origin}
            answer = httpx.post(f"{server.url}/api/guest", json={"name": "Eve"}, headers=headers)
            assert answer.status_code == status, host
            if status == 403:
                assert "GRAVITABLE_ORIGINS=http://evil.example:8000" in answer.json()["error"]["message"]
    finally:
        server.stop()


def test_bots_and_clocks_leave_a_table_alone_that_nobody_can_play(tmp_path: Path) -> None:
    """Rules of a newer version: the table waits for that, and is not looked at twice a second."""
    path = tmp_path / "unknown.db"

    async def begin(server: ServerProcess) -> str:
        ada = await Person.arrive(server.url, "Ada")
        clock = {"kind": "turn-seconds", "amount": 10}
        bots = [{"seat": 1, "bot": "random"}]
        return str((await ada.table("gravwell", 2, bots=bots, clock=clock))["id"])

    with running(str(path), tmp_path) as server:
        table = asyncio.run(begin(server))
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE tables SET rules = 99, due = 1, clock = 1 WHERE id = ?", (table,))
    with running(str(path), tmp_path) as server:
        time.sleep(4)
        looks = server.log.read_text().count("unknown-rules-version")
    assert 1 <= looks <= 2
    with sqlite3.connect(path) as connection:
        rows = connection.execute("SELECT count(*) FROM log WHERE table_id = ?", (table,)).fetchone()
        (clock,) = connection.execute("SELECT clock FROM tables WHERE id = ?", (table,)).fetchone()
    assert rows == (1,), "nobody played on"
    assert clock > 1, "the clock is looked at again in a minute"


def _first_form() -> dict[str, list[str]]:
    """Return the tables of release 0.1 and their columns."""
    with create_engine("sqlite://").connect() as connection:
        upgrades.upgrade(connection, "0001")
        return {table.name: table.columns.keys() for table in upgrades.tables_in(connection).sorted_tables}


def _as_before(row: dict[str, Any], columns: list[str]) -> list[Any]:
    """Return a row as release 0.1 wrote it; bots and clocks had one column."""
    if row.get("clock") is not None:
        row["due"] = row["clock"]
    return [row[column] for column in columns]


def test_a_backup_of_the_release_before_comes_with_running_clocks(tmp_path: Path) -> None:
    """It has neither the columns nor the tables that came later."""
    database, new, old = str(tmp_path / "new.db"), tmp_path / "new.backup", tmp_path / "old.backup"
    with running(database, tmp_path) as server:
        asyncio.run(two_people(server, "superstar", clock={"kind": "turn-days", "amount": 1}))
    assert gravitable("backup", str(new), "--database", database).returncode == 0
    lines = [json.loads(line) for line in gzip.decompress(new.read_bytes()).splitlines()]
    columns = lines[0]["tables"]
    first = _first_form()
    rows = [
        [name, _as_before(dict(zip(columns[name], values, strict=True)), first[name])]
        for name, values in lines[1:-1]
        if name in first
    ]
    text = [{"format": "gravitable-backup-1"}, *rows, {"rows": len(rows)}]
    old.write_bytes(gzip.compress("\n".join(map(json.dumps, text)).encode()))
    restored = str(tmp_path / "restored.db")
    done = gravitable("restore", str(old), "--database", restored)
    assert done.returncode == 0, done.stderr
    with sqlite3.connect(restored) as connection:
        (clock,) = connection.execute("SELECT clock FROM tables WHERE status = 'running'").fetchone()
    assert clock > now_ms()


def test_a_nul_is_no_trouble_of_postgres(tmp_path: Path, postgres: Postgres) -> None:
    """PostgreSQL takes no NUL in texts: it must be refused or left out before, and never look like a lost database."""
    with running(postgres.new_database("nul"), tmp_path) as server:

        async def try_all() -> None:
            ada, _, table = await two_people(server, "superstar")
            async with ada.socket() as socket:
                await socket.send(type="watch", table=table)
                await socket.send(type="chat", table=table, text="a\u0000b", ref="nul")
                await socket.send(type="ping", ref="end")
                while (answer := await socket.next(timeout=20)).get("ref") != "end":
                    assert answer.get("code") not in ("database-away", "internal")

        asyncio.run(try_all())
        with httpx.Client(base_url=server.url, headers={"Origin": server.url}) as client:
            asked = [
                client.post("/api/guest", json={"name": "a\u0000b"}),
                client.post("/api/sign-in", json={"name": "Ada\u0000", "password": "pass\u0000word"}),
                client.post("/api/join", json={"code": "ABC\u0000EF"}),
                client.get("/api/tables/abc%00defghijklmno"),
                client.get("/api/ratings?game=super%00star"),
                client.get("/t/%00"),
            ]
            assert [answer.status_code for answer in asked if answer.status_code >= 500] == []
