"""Upgrades: what an older release left behind opens, plays on and verifies with this one; what is newer is refused."""

from __future__ import annotations

import asyncio
import gzip
import json
import shutil
import sqlite3
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

import gravitable
from gravitable.core import proof
from gravitable.server.storage import upgrades
from gravitable.server.storage.schema import metadata
from server.harness import Postgres, ServerProcess, running
from server.players import Json, Person, ScriptedPlayer
from server.releases.make_release import PASSWORD
from server.test_operations import gravitable as command
from server.test_play import now

RELEASES = sorted(
    path for path in (Path(__file__).parent / "releases").iterdir() if (path / "told.json").exists()
)
FOR_ALL = pytest.mark.parametrize("release", RELEASES, ids=lambda path: path.name)


def told(release: Path) -> Json:
    return dict(json.loads((release / "told.json").read_text("utf-8")))


def database(release: Path, folder: Path) -> Path:
    path = folder / "old.db"
    with sqlite3.connect(path) as connection:
        connection.executescript((release / "release.sql").read_text("utf-8"))
    return path


def everything(path: Path) -> list[str]:
    with sqlite3.connect(path) as connection:
        return list(connection.iterdump())


async def signed_in(server: ServerProcess, name: str) -> Person:
    person = Person(server.url, name)
    await person.post("/api/sign-in", {"name": name, "password": PASSWORD})
    return person


async def look_and_play_on(server: ServerProcess, seen: Json) -> None:
    """Find everything as it was, then play the running games to their ends."""
    ada, ben = [await signed_in(server, name) for name in ("Ada", "Ben")]
    for one in seen.values():
        info = (await ada.get(f"/api/tables/{one['table']}"))["table"]
        assert info["commitment"] == one["info"]["commitment"], "the one that the players saw"
        assert info["seats"] == one["info"]["seats"]
        assert info["status"] == one["info"]["status"]
    for game in ("superstar", "gravwell"):
        await check_finished(ada, seen[f"{game}-finished"])
        running_table = seen[f"{game}-running"]
        for person, before in zip((ada, ben), running_table["states"], strict=True):
            state = await now(person, running_table["table"])
            assert (state["version"], state["to_act"], state["legal"]) == (
                before["version"],
                before["to_act"],
                before["legal"],
            )
            assert state["head"] is None
        table = running_table["table"]
        await asyncio.gather(
            *(ScriptedPlayer(one, table, seed).play() for seed, one in enumerate((ada, ben)))
        )
        answer = await ada.get(f"/api/tables/{table}/verify")
        assert (answer["verdict"], answer["problems"]) == ("fair", [])
        assert answer["commitment"] == running_table["info"]["commitment"]
    await join_and_play(ada, ben, seen["superstar-open"])


async def check_finished(person: Person, one: Json) -> None:
    record = await person.get(f"/api/tables/{one['table']}/record")
    assert record == one["record"]
    assert gravitable.verify(record, commitment=one["info"]["commitment"]).word == "fair"
    assert (await person.get(f"/api/tables/{one['table']}/verify"))["verdict"] == "fair"


async def join_and_play(ada: Person, ben: Person, one: Json) -> None:
    """Start the table that was open: its players saw its commitment, so it keeps that."""
    await ben.post(f"/api/tables/{one['table']}/join", {})
    await ada.post(f"/api/tables/{one['table']}/bot", {"seat": 2, "bot": "random"})
    state = await now(ada, one["table"])
    assert state["view"]["game"] == "superstar"
    fresh = await ada.table("gravwell", 2, bots=[{"seat": 1, "bot": "random"}])
    assert (await now(ada, fresh["id"]))["head"] is not None, "new tables have the newest proof"


@FOR_ALL
def test_a_database_of_an_older_release_plays_on(release: Path, tmp_path: Path) -> None:
    with running(str(database(release, tmp_path)), tmp_path) as server:
        asyncio.run(look_and_play_on(server, told(release)))


@FOR_ALL
def test_a_backup_of_an_older_release_can_be_restored(release: Path, tmp_path: Path) -> None:
    new = tmp_path / "new.db"
    done = command("restore", str(release / "release.backup"), "--database", str(new))
    assert done.returncode == 0, done.stderr
    with sqlite3.connect(new) as connection, sqlite3.connect(database(release, tmp_path)) as old:
        for table in ("people", "tables", "seats", "log", "ratings", "sessions"):
            columns = ", ".join(row[1] for row in old.execute(f"PRAGMA table_info({table})"))
            query = f"SELECT {columns} FROM {table} ORDER BY 1, 2"  # noqa: S608
            assert connection.execute(query).fetchall() == old.execute(query).fetchall()
        assert {row[0] for row in connection.execute("SELECT proof FROM tables")} == {1}


@FOR_ALL
def test_a_backup_of_an_older_release_can_be_restored_to_postgres(
    release: Path, tmp_path: Path, postgres: Postgres
) -> None:
    moved = postgres.new_database(f"release_{release.name.replace('.', '_')}")
    done = command("restore", str(release / "release.backup"), "--database", moved)
    assert done.returncode == 0, done.stderr
    with running(moved, tmp_path) as server:
        asyncio.run(
            check_finished(asyncio.run(signed_in(server, "Ada")), told(release)["superstar-finished"])
        )


@FOR_ALL
def test_a_backup_can_be_made_before_the_upgrade_and_changes_nothing(release: Path, tmp_path: Path) -> None:
    path = database(release, tmp_path)
    done = command("backup", str(tmp_path / "before.backup"), "--database", str(path))
    assert done.returncode == 0, done.stderr
    with sqlite3.connect(path) as connection:
        (revision,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    assert revision == "0001"
    done = command("restore", str(tmp_path / "before.backup"), "--database", str(tmp_path / "after.db"))
    assert done.returncode == 0, done.stderr


RECORDS = [
    (
        path,
        {"ended": "fair", "going-on": "unfinished", "from-a-position": "given"}[path.stem.split("-", 1)[1]],
    )
    for release in RELEASES
    for path in sorted(release.glob("*-*.json"))
]


@pytest.mark.parametrize(("path", "word"), RECORDS, ids=lambda one: getattr(one, "stem", one))
def test_records_of_older_releases_verify_and_play_on(path: Path, word: str) -> None:
    text = path.read_text("utf-8")
    game = gravitable.replay(text)
    assert gravitable.verify(text).word == word
    assert game.record() == json.loads(text)
    assert game.table.form in proof.FORMATS
    while not game.over:
        seat = game.to_act[0]
        legal = game.legal(seat)
        game.play(seat, legal[game.n_entries % len(legal)])
    assert not gravitable.verify(game.record()).problems


def test_the_migrations_lead_to_the_schema_that_the_code_uses(tmp_path: Path) -> None:
    path = database(RELEASES[-1], tmp_path)
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        upgrades.upgrade(connection)
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_the_names_of_the_steps_say_the_same_as_alembic_does(tmp_path: Path) -> None:
    """A server reads them off the files' names, so that it starts without Alembic."""
    steps = ScriptDirectory(str(Path(upgrades.__file__).parent / "migrations"))
    assert upgrades.known() == {step.revision for step in steps.walk_revisions()}
    assert upgrades.newest() == steps.get_current_head()
    engine = create_engine(f"sqlite:///{tmp_path / 'x.db'}")
    with engine.begin() as connection:
        assert upgrades.revision_of(connection) is None
        for step in sorted(upgrades.known()):
            upgrades.upgrade(connection, step)
            current = MigrationContext.configure(connection).get_current_revision()
            assert upgrades.revision_of(connection) == current == step
    engine.dispose()


# What is newer, or no database at all


def refused(done: object, code: str) -> None:
    assert (done.returncode, f"({code})" in done.stderr) == (2, True), done.stderr  # type: ignore[attr-defined]
    assert "Traceback" not in done.stderr  # type: ignore[attr-defined]


def test_a_newer_database_is_refused_with_a_clear_word(tmp_path: Path) -> None:
    path = database(RELEASES[-1], tmp_path)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999_from_the_future'")
    before = everything(path)
    done = command("serve", "--port", "0", "--database", str(path))
    refused(done, "newer-database")
    assert "newer Gravitable" in done.stderr
    done = command("restore", str(RELEASES[-1] / "release.backup"), "--database", str(path), "--replace")
    refused(done, "newer-database")
    assert everything(path) == before


def test_a_newer_backup_is_refused_with_a_clear_word(tmp_path: Path) -> None:
    header = {"format": "gravitable-backup-2", "schema": "9999_from_the_future", "tables": {}}
    with gzip.open(tmp_path / "new.backup", "wt") as file:
        file.write(json.dumps(header) + '\n{"rows": 0}\n')
    done = command("restore", str(tmp_path / "new.backup"), "--database", str(tmp_path / "x.db"))
    refused(done, "bad-backup")
    assert "newer version" in done.stderr
    assert not (tmp_path / "x.db").exists()


@pytest.mark.parametrize("verb", [("serve", "--port", "0"), ("backup", "FILE"), ("restore", "FILE")])
def test_a_folder_or_a_picture_as_database_is_told_in_one_line(verb: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "file.backup"
    if verb[0] == "restore":
        shutil.copy(RELEASES[-1] / "release.backup", file)
    arguments = [str(file) if word == "FILE" else word for word in verb]
    (tmp_path / "folder").mkdir()
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    for name, words in (("folder", "is a folder"), ("picture.png", "of another kind")):
        done = command(*arguments, "--database", str(tmp_path / name))
        refused(done, "bad-database")
        assert words in done.stderr


def test_a_damaged_database_is_told_in_one_line(tmp_path: Path) -> None:
    path = database(RELEASES[-1], tmp_path)
    whole = path.read_bytes()
    path.write_bytes(whole[:200] + b"\xff" * (len(whole) - 200))
    done = command("serve", "--port", "0", "--database", str(path))
    refused(done, "bad-database")
    assert "damaged" in done.stderr


@pytest.mark.parametrize("status", ["running", "open"])
def test_a_table_under_unknown_rules_is_never_played_under_others(status: str, tmp_path: Path) -> None:
    path, seen = database(RELEASES[-1], tmp_path), told(RELEASES[-1])
    table = seen[f"superstar-{status}"]["table"]
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE tables SET rules = 99 WHERE id = ?", (table,))

    async def ask(server: ServerProcess) -> None:
        ada = await signed_in(server, "Ada")
        assert (await ada.get(f"/api/tables/{table}"))["table"]["id"] == table, "the lists still work"
        if status == "open":
            await ada.post(f"/api/tables/{table}/bot", {"seat": 1, "bot": "random"})
            answer = await ada.call("POST", f"/api/tables/{table}/bot", {"seat": 2, "bot": "random"})
        else:
            answer = await ada.call("GET", f"/api/tables/{table}/replay")
            async with ada.socket() as socket:
                await socket.send(type="watch", table=table)
                error = await socket.until("error")
                assert error["code"] == "unknown-rules-version"
        assert answer.json()["error"]["code"] == "unknown-rules-version"
        assert "version 99 of superstar" in answer.json()["error"]["message"]

    with running(str(path), tmp_path) as server:
        asyncio.run(ask(server))
