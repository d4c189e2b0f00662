"""What operators rely on: health, metrics, logs, shutdown, backup, files for containers."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import json
import os
import re
import sqlite3
import stat
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

import nursery
from gravitable.server.pages import STATIC
from server.harness import METRICS_TOKEN, Postgres, ServerProcess, running
from server.players import Json, Person, ScriptedPlayer
from server.test_play import now, seated, two_people

ROOT = Path(__file__).parents[2]
RELEASE = Path(__file__).parent / "releases" / "0.1"


def gravitable(*arguments: str) -> subprocess.CompletedProcess[str]:
    return nursery.run(arguments, timeout=100)


def test_health_metrics_and_logs_without_secrets(server: ServerProcess) -> None:
    ada, _, table = asyncio.run(two_people(server, "gravwell"))
    assert httpx.get(f"{server.url}/healthz").json()["status"] == "ok"
    assert httpx.get(f"{server.url}/metrics").status_code == 403
    token = {"Authorization": f"Bearer {METRICS_TOKEN}"}
    metrics = httpx.get(f"{server.url}/metrics", headers=token).text
    assert re.search(r"gravitable_requests_total\{.*route=\"/healthz\".*\} [1-9]", metrics)
    assert "gravitable_commit_seconds_bucket" in metrics
    log = server.log.read_text()
    lines = [json.loads(line) for line in log.splitlines() if line.startswith("{")]
    assert any(line["message"] == "request" and line["status"] == 200 for line in lines)
    for secret in (ada.cookies["gravitable_session"], table):
        assert secret not in log
        assert secret not in metrics


def test_the_database_file_is_private(server: ServerProcess) -> None:
    assert stat.S_IMODE(Path(server.database).stat().st_mode) == 0o600


def test_a_friendly_page_or_the_client_is_served(server: ServerProcess) -> None:
    answer = httpx.get(f"{server.url}/t/anything")
    assert answer.status_code == 200
    assert "Gravitable" in answer.text
    assert "text/html" in answer.headers["content-type"]
    assert httpx.get(f"{server.url}/api/nothing").json()["error"]["code"] == "not-found"


def test_the_client_comes_packed_to_who_can_unpack_it(server: ServerProcess) -> None:
    with httpx.Client(base_url=server.url) as plain:
        packed = plain.get("/", headers={"Accept-Encoding": "gzip"})
        whole = plain.get("/", headers={"Accept-Encoding": "identity"})
    if (STATIC / "index.html").is_file():
        assert packed.headers["content-encoding"] == "gzip"
        assert int(packed.headers["content-length"]) < int(whole.headers["content-length"])
    assert "content-encoding" not in whole.headers
    assert packed.text == whole.text


def test_shutdown_tells_everybody_and_a_restart_goes_on(tmp_path: Path) -> None:
    server = ServerProcess(str(tmp_path / "restart.db"), tmp_path)
    server.start()

    async def before() -> tuple[Person, str, Json]:
        ada, _, table = await two_people(server, "superstar")
        async with ada.socket() as socket:
            state = await seated(ada, socket, table)
            stopping = asyncio.create_task(asyncio.to_thread(server.stop))
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await socket.until("nothing more")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
            await stopping
        return ada, table, state

    ada, table, state = asyncio.run(before())
    server.start()
    try:
        assert asyncio.run(now(ada, table)) == state
    finally:
        server.stop()


async def finished_game(server: ServerProcess) -> tuple[Person, str]:
    ada, ben, table = await two_people(server, "superstar", options={"rounds": 2})
    await asyncio.gather(*(ScriptedPlayer(person, table, 1).play() for person in (ada, ben)))
    return ada, table


def rows_of(backup: Path) -> list[bytes]:
    return sorted(gzip.decompress(backup.read_bytes()).splitlines()[1:-1])


def test_backup_and_restore_also_into_postgres(tmp_path: Path, postgres: Postgres) -> None:
    backup, database = tmp_path / "all.backup", str(tmp_path / "one.db")
    with running(database, tmp_path) as server:
        ada, table = asyncio.run(finished_game(server))
        record = asyncio.run(ada.get(f"/api/tables/{table}/record"))
        done = gravitable("backup", str(backup), "--database", database)  # while it runs
    assert done.returncode == 0, done.stderr
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    moved = postgres.new_database("restored")
    assert gravitable("restore", str(backup), "--database", moved).returncode == 0
    again = gravitable("restore", str(backup), "--database", moved)
    assert (again.returncode, "not-empty" in again.stderr) == (2, True)
    assert gravitable("restore", str(backup), "--database", moved, "--replace").returncode == 0
    assert gravitable("backup", str(tmp_path / "back"), "--database", moved).returncode == 0
    assert rows_of(tmp_path / "back") == rows_of(backup)
    with running(moved, tmp_path) as server:
        ada.url = server.url
        assert asyncio.run(ada.get(f"/api/tables/{table}/record")) == record
        assert asyncio.run(Person.arrive(server.url, "New")).id > ada.id, "numbering goes on"


def test_damaged_backups_are_refused_and_change_nothing(tmp_path: Path) -> None:
    database = str(tmp_path / "two.db")
    broken = tmp_path / "broken.backup"
    for content in (b"", b"nonsense", b"\x1f\x8b\x08broken"):
        broken.write_bytes(content)
        done = gravitable("restore", str(broken), "--database", database)
        assert (done.returncode, "bad-backup" in done.stderr) == (2, True), done.stderr
        assert "Traceback" not in done.stderr
    missing = gravitable("restore", str(tmp_path / "none"), "--database", database)
    assert (missing.returncode, "bad-backup" in missing.stderr) == (2, True)
    assert not Path(database).exists(), "a restore that fails leaves nothing behind"


@pytest.fixture(scope="module")
def good_backup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup with some rows, made from the database that an older release left."""
    folder = tmp_path_factory.mktemp("good")
    with sqlite3.connect(folder / "one.db") as connection:
        connection.executescript((RELEASE / "release.sql").read_text("utf-8"))
    done = gravitable("backup", str(folder / "good.backup"), "--database", str(folder / "one.db"))
    assert done.returncode == 0, done.stderr
    return folder / "good.backup"


def test_a_mistyped_database_is_neither_made_nor_backed_up(tmp_path: Path, good_backup: Path) -> None:
    before = good_backup.read_bytes()
    for more in ((), ("--force",)):
        done = gravitable("backup", str(good_backup), "--database", str(tmp_path / "no" / "such.db"), *more)
        assert done.returncode == 2
        assert "Traceback" not in done.stderr
    assert "(bad-database)" in done.stderr
    assert "there is no database" in done.stderr
    assert list(tmp_path.iterdir()) == []
    assert good_backup.read_bytes() == before
    (tmp_path / "empty.db").touch()
    done = gravitable("backup", str(tmp_path / "new.backup"), "--database", str(tmp_path / "empty.db"))
    assert (done.returncode, "holds nothing of Gravitable" in done.stderr) == (2, True), done.stderr
    assert not (tmp_path / "new.backup").exists()


def test_a_backup_replaces_a_file_only_with_force(good_backup: Path) -> None:
    database, before = str(good_backup.parent / "one.db"), good_backup.read_bytes()
    done = gravitable("backup", str(good_backup), "--database", database)
    assert (done.returncode, "(file-there)" in done.stderr) == (2, True), done.stderr
    assert good_backup.read_bytes() == before
    done = gravitable("backup", str(good_backup), "--database", database, "--force")
    assert done.returncode == 0, done.stderr
    assert gzip.decompress(good_backup.read_bytes()) == gzip.decompress(before)


def _cut(lines: list[bytes]) -> list[bytes]:
    return lines[:-1]


def _row_gone(lines: list[bytes]) -> list[bytes]:
    return [*lines[:3], *lines[4:]]


def _value_changed(lines: list[bytes]) -> list[bytes]:
    return [line.replace(b'"Ada"', b'"Eve"') for line in lines]


def _no_checksum(lines: list[bytes]) -> list[bytes]:
    return [*lines[:-1], json.dumps({"rows": len(lines) - 2}).encode()]


def _row_twice(lines: list[bytes]) -> list[bytes]:
    """Two rows with one key, and every count and checksum right: only the database can find that."""
    lines = [lines[0], lines[1], *lines[1:-1]]
    checksum = hashlib.sha256(b"".join(line + b"\n" for line in lines)).hexdigest()
    return [*lines, json.dumps({"rows": len(lines) - 1, "sha256": checksum}).encode()]


@pytest.mark.parametrize("damage", [_cut, _row_gone, _value_changed, _no_checksum, _row_twice])
def test_a_restore_that_fails_leaves_nothing_behind(
    damage: Callable[[list[bytes]], list[bytes]], tmp_path: Path, good_backup: Path
) -> None:
    lines = gzip.decompress(good_backup.read_bytes()).splitlines()
    broken, there = tmp_path / "broken.backup", tmp_path / "there.db"
    broken.write_bytes(gzip.compress(b"\n".join(damage(lines)) + b"\n"))
    done = gravitable("restore", str(broken), "--database", str(tmp_path / "new" / "folder" / "new.db"))
    assert (done.returncode, "(bad-backup)" in done.stderr) == (2, True), done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "new").exists()
    with sqlite3.connect(there) as connection:
        connection.executescript((RELEASE / "release.sql").read_text("utf-8"))
        before = list(connection.iterdump())
    assert gravitable("restore", str(broken), "--database", str(there), "--replace").returncode == 2
    with sqlite3.connect(there) as connection:
        assert list(connection.iterdump()) == before


@pytest.mark.parametrize(
    "arguments",
    [
        ("--database", "mysql://root@localhost/db"),
        ("--port", "99999"),
        ("--log-level", "loud"),
        ("--database", "/proc/none/here.db"),
    ],
)
def test_bad_settings_are_told_in_one_line(arguments: tuple[str, str]) -> None:
    done = gravitable("serve", *arguments)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_lan_prints_the_address_and_a_code_to_scan(tmp_path: Path) -> None:
    server = ServerProcess(str(tmp_path / "lan.db"), tmp_path)
    server.start("--lan")
    try:
        text = server.log.read_text()
        assert f"Play at http://127.0.0.1:{server.port}/" in text
        if "Others in your network" in text:  # there is a network
            assert "▄" in text
    finally:
        server.stop()


def test_container_files_fit_together() -> None:
    yaml: Any = pytest.importorskip("yaml")
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text())
    services = compose["services"]
    assert set(services) == {"gravitable", "postgres"}
    assert services["gravitable"]["build"] == "."
    assert services["gravitable"]["depends_on"]["postgres"]["condition"] == "service_healthy"
    assert "PASSWORD" in services["postgres"]["environment"]["POSTGRES_PASSWORD"], "from the environment"
    instructions = [
        line.split()[0]
        for line in (ROOT / "Dockerfile").read_text().replace("\\\n", " ").splitlines()
        if line and not line.startswith("#")
    ]
    known = {
        "FROM",
        "WORKDIR",
        "COPY",
        "RUN",
        "ENV",
        "USER",
        "EXPOSE",
        "VOLUME",
        "HEALTHCHECK",
        "ENTRYPOINT",
        "CMD",
    }
    assert set(instructions) <= known
    assert instructions[0] == "FROM"
    assert "USER" in instructions, "not as root"
    assert os.access(ROOT / "Dockerfile", os.R_OK)
