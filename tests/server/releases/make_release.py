"""Make what a release leaves behind: a small database, a backup and records, for all later versions to open.

Run with the code of that release, from its own tree, once; what it writes is then kept as it is, for ever:

    PYTHONPATH=src:tests python tests/server/releases/make_release.py tests/server/releases/0.1
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import gravitable
from server.harness import ServerProcess, running
from server.players import Json, Person, ScriptedPlayer, Socket

PASSWORD = "correct horse battery"  # noqa: S105 - of people that live in tests only


async def arrive(url: str, name: str) -> Person:
    person = await Person.arrive(url, name)
    await person.post("/api/claim", {"password": PASSWORD})
    return person


async def together(people: list[Person], game: str, **more: object) -> str:
    table = await people[0].table(game, 2, **more)
    await people[1].post(f"/api/tables/{table['id']}/join", {})
    return str(table["id"])


async def watching(person: Person, table: str, socket: Socket) -> Json:
    await socket.send(type="watch", table=table)
    return await socket.until("state", table=table)


async def play_some(people: list[Person], table: str, commits: int) -> None:
    """Commit the first complete turn or choice there is, so many times."""
    for number in range(commits):
        for person in people:
            async with person.socket() as socket:
                state = await watching(person, table, socket)
                if state["seat"] not in state["to_act"]:
                    continue
                ask = {"table": table, "version": state["version"]}
                actions: list[str] = []
                await socket.send(type="try", **ask, actions=actions)
                tried = await socket.until("tried")
                while not tried["done"] and (state["whole_turns"] or not actions):
                    actions = [*actions, tried["legal"][number % len(tried["legal"])]]
                    if not state["whole_turns"]:
                        break
                    await socket.send(type="try", **ask, actions=actions)
                    tried = await socket.until("tried")
                await socket.send(type="commit", **ask, id=f"{person.name}-{number}", actions=actions)
                await socket.until_stored(f"{person.name}-{number}")
                break


async def told(people: list[Person], table: str) -> list[Json]:
    states = []
    for person in people:
        async with person.socket() as socket:
            states.append(await watching(person, table, socket))
    return states


async def fill(server: ServerProcess) -> Json:
    """Play at a server of the release; return what its players were told."""
    people = [await arrive(server.url, name) for name in ("Ada", "Ben")]
    await Person.arrive(server.url, "Cleo")
    seen: Json = {}
    finished = {"superstar": {"rounds": 2}, "gravwell": {}}
    for game, options in finished.items():
        table = await together(people, game, options=options, rated=True)
        await asyncio.gather(*(ScriptedPlayer(one, table, seed).play() for seed, one in enumerate(people)))
        seen[f"{game}-finished"] = {
            "table": table,
            "record": await people[0].get(f"/api/tables/{table}/record"),
        }
    for game in finished:
        table = await together(people, game)
        await play_some(people, table, 7)
        seen[f"{game}-running"] = {"table": table, "states": await told(people, table)}
    table = (await people[0].table("superstar", 3, public=True))["id"]
    seen["superstar-open"] = {"table": table}
    for one in seen.values():
        one["info"] = (await people[0].get(f"/api/tables/{one['table']}"))["table"]
    return seen


def played(game: gravitable.Game, choices: int) -> gravitable.Game:
    for number in range(choices):
        if game.over:
            break
        seat = game.to_act[0]
        legal = game.legal(seat)
        game.play(seat, legal[5 * number % len(legal)])
    return game


def records() -> dict[str, Json]:
    """Return records as the library writes them: ended, going on, and begun from a position."""
    made = {}
    for name, options in (("superstar", {"rounds": 2, "goodies": ["tile"]}), ("gravwell", {})):
        made[f"{name}-ended"] = played(gravitable.new(name, players=2, seed=5, **options), 10_000)
        made[f"{name}-going-on"] = played(gravitable.new(name, players=3, seed=6), 12)
        text = played(gravitable.new(name, players=2, seed=7), 9).position()
        made[f"{name}-from-a-position"] = played(gravitable.position(text, seed=8), 4)
    return {name: game.record() for name, game in made.items()}


def write(folder: Path, name: str, data: Json) -> None:
    (folder / name).write_text(json.dumps(data, separators=(",", ":")) + "\n", "utf-8")


def main(folder: Path) -> None:
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as place:
        database = Path(place) / "release.db"
        with running(str(database), Path(place)) as server:
            write(folder, "told.json", asyncio.run(fill(server)))
        backup = [sys.executable, "-m", "gravitable", "backup", str(folder / "release.backup")]
        subprocess.run([*backup, "--database", str(database)], check=True)
        with sqlite3.connect(database) as connection:
            (folder / "release.sql").write_text("\n".join(connection.iterdump()) + "\n", "utf-8")
    for name, record in records().items():
        write(folder, f"{name}.json", record)


if __name__ == "__main__":
    main(Path(sys.argv[1]).absolute())
