"""Reviews of finished games: made once, in turn, in the background; never half stored; moments, tries, playing on."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import gravitable
from server.harness import Postgres, ServerProcess, running
from server.players import Json, Person
from server.test_people import refused

REVIEWING = {"REVIEW_PROCESSES": "1"}
QUICK = REVIEWING | {"REVIEW_BUDGET": "20"}
PATIENCE_S = 240.0  # a busy machine, and a process that lets everything else go first


@pytest.fixture(scope="module")
def reviewing(folder: Path) -> Iterator[ServerProcess]:
    with running(str(folder / "reviewing.db"), folder, **QUICK) as process:
        yield process


async def finished(person: Person, game: str = "gravwell", bots: str = "random") -> str:
    """Return a table that bots have played to its end."""
    table = await person.table(game, 2, seat=None, bots=[{"seat": seat, "bot": bots} for seat in (0, 1)])
    async with person.socket() as socket:
        await socket.send(type="watch", table=table["id"])
        while not (await socket.until("state", timeout=PATIENCE_S)).get("over"):
            pass
    return str(table["id"])


async def until(person: Person, table: str, *wanted: str) -> Json:
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        answer = await person.get(f"/api/tables/{table}/review")
        if answer["status"] in wanted:
            return answer
        assert answer["status"] != "failed"
        await asyncio.sleep(0.1)
    raise AssertionError(f"the review did not become {wanted}: {answer['status']}")


def test_a_review_is_made_once_and_its_moments_can_be_looked_into(reviewing: ServerProcess) -> None:
    async def live() -> None:
        ada, ben = await Person.arrive(reviewing.url, "Ada"), await Person.arrive(reviewing.url, "Ben")
        table = await finished(ada, "superstar")
        where = f"/api/tables/{table}"
        assert (await ben.get(f"{where}/review"))["status"] == "none"
        asked = await ada.post(f"{where}/review")
        assert asked["status"] in ("waiting", "running")
        assert asked["mine"]
        whole = (await until(ada, table, "done"))["review"]
        record = await ada.get(f"{where}/record")
        assert whole["progress"]["stage"] == "done"
        for seat in whole["seats"]:
            parts = seat["own"] + seat["others"] + seat["chance"]
            assert abs(parts - (seat["result"] - seat["start"])) < 1e-9
        again = await ben.post(f"{where}/review")
        assert again["review"] == whole, "a second look costs nothing"
        await look_into(ben, where, record, whole)
        await play_on(ben, where, record, whole)

    asyncio.run(live())


async def look_into(person: Person, where: str, record: Json, review: Json) -> None:
    decision = max(review["decisions"], key=lambda one: one["loss"])
    entry, seat = decision["entry"], decision["seat"]
    game = gravitable.replay(record, until=entry)
    moment = await person.get(f"{where}/moments/{entry}")
    assert (moment["seat"], moment["taken"]) == (seat, decision["taken"]["action"])
    assert moment["legal"] == game.legal(seat)
    assert moment["view"]["pawns"] == game.view(seat)["pawns"]
    line = await person.get(f"{where}/moments/{entry}/line?which=best")
    assert line["frames"][0]["action"] == decision["best"]["action"]
    assert len(line["frames"]) >= 1 + bool(decision["best"]["line"])
    best = await person.post(f"{where}/moments/{entry}/try", {"action": decision["best"]["action"]})
    assert (best["verdict"], best["loss"]) == ("none", 0.0)
    assert best["chance"] == pytest.approx(decision["best"]["chance"]), "the same judge, the same effort"
    taken = await person.post(f"{where}/moments/{entry}/try", {"action": decision["taken"]["action"]})
    assert taken["loss"] == pytest.approx(decision["loss"])
    assert taken["verdict"] == decision["verdict"]
    wrong = {"action": "no-such-action"}
    assert (await refused(person, "POST", f"{where}/moments/{entry}/try", wrong))[0] == 422
    assert await refused(person, "GET", f"{where}/moments/0") == (
        422,
        "bad-option",
    )  # the setup: chance decided


async def play_on(person: Person, where: str, record: Json, review: Json) -> None:
    decision = review["decisions"][len(review["decisions"]) // 2]
    entry = decision["entry"]
    table = (await person.post(f"{where}/moments/{entry}/play-on", {"bot": "level:1"}))["table"]
    assert (table["status"], table["rated"]) == ("running", False)
    assert (table["past"]["table"], table["past"]["entry"]) == (where.rpartition("/")[2], entry)
    assert table["seats"][decision["seat"]]["person"] == person.id
    async with person.socket() as socket:
        await socket.send(type="watch", table=table["id"])
        state = await socket.until("state")
        then = gravitable.replay(record, until=entry)
        assert state["to_act"] == list(then.to_act)
        assert state["legal"] == then.legal(decision["seat"])
        await socket.send(type="resign", table=table["id"])
        while not state.get("over"):
            state = await socket.until("state")
    new = await person.get(f"/api/tables/{table['id']}/record")
    assert new["position"] == then.position()
    assert gravitable.verify(new, commitment=table["commitment"]).word == "given"


def test_what_cannot_be_reviewed_is_refused_with_a_word(reviewing: ServerProcess) -> None:
    async def live() -> None:
        ada = await Person.arrive(reviewing.url, "Ada")
        table = (await ada.table("gravwell", 2, bots=[{"seat": 1, "bot": "random"}]))["id"]
        where = f"/api/tables/{table}"
        assert await refused(ada, "POST", f"{where}/review") == (409, "not-finished")
        assert await refused(ada, "GET", f"{where}/moments/1") == (409, "not-finished")
        assert await refused(ada, "POST", f"{where}/moments/1/play-on", {}) == (409, "not-finished")
        async with ada.socket() as socket:
            await socket.send(type="watch", table=table)
            await socket.send(type="resign", table=table)
            while not (await socket.until("state")).get("over"):
                pass
        assert await refused(ada, "POST", f"{where}/review") == (422, "unfinished-game")
        nobody = Person(reviewing.url, "Nobody")
        assert (await refused(nobody, "POST", f"{where}/review"))[0] == 401
        assert (await refused(ada, "POST", "/api/tables/AAAAAAAAAAAAAAAA/review"))[0] == 404

    asyncio.run(live())


def test_the_queue_gives_everybody_a_turn_and_a_wish_can_be_taken_back(folder: Path) -> None:
    """One process, several wishes: places are told, limits hold, and what is cancelled is gone."""

    async def live(server: ServerProcess) -> None:
        ada, ben = await Person.arrive(server.url, "Ada"), await Person.arrive(server.url, "Ben")
        tables = [await finished(ada) for _ in range(5)]
        for table in tables[:3]:
            await ada.post(f"/api/tables/{table}/review")
        assert await refused(ada, "POST", f"/api/tables/{tables[3]}/review") == (409, "too-many")
        await ben.post(f"/api/tables/{tables[4]}/review")
        told = [await ada.get(f"/api/tables/{table}/review") for table in tables]
        assert (told[2]["status"], told[4]["status"]) == ("waiting", "waiting")
        assert told[4]["position"] < told[2]["position"], "Ben's first comes before Ada's third"
        assert await refused(ben, "DELETE", f"/api/tables/{tables[2]}/review") == (404, "no-such-review")
        for table in tables[:3]:
            answer = await ada.call("DELETE", f"/api/tables/{table}/review")
            assert answer.json()["status"] == "none"
        await until(ben, tables[4], "done")
        for table in tables[:3]:
            assert (await ada.get(f"/api/tables/{table}/review"))["status"] == "none", "and it stays so"

    with running(str(folder / "queue.db"), folder, **REVIEWING, REVIEW_BUDGET="400") as server:
        asyncio.run(live(server))


@pytest.mark.parametrize("where", ["sqlite", "postgres"])
def test_a_killed_server_leaves_no_half_review(
    where: str, folder: Path, request: pytest.FixtureRequest
) -> None:
    if where == "postgres":
        cluster: Postgres = request.getfixturevalue("postgres")
        database = cluster.new_database("reviews")
    else:
        database = str(folder / "killed.db")
    server = ServerProcess(database, folder, **REVIEWING, REVIEW_BUDGET="200").start()
    try:

        async def begin() -> tuple[Person, str]:
            ada = await Person.arrive(server.url, "Ada")
            table = await finished(ada)
            await ada.post(f"/api/tables/{table}/review")
            await until(ada, table, "running")
            return ada, table

        ada, table = asyncio.run(begin())
        server.kill()
        server.start()

        async def go_on() -> None:
            seen = await ada.get(f"/api/tables/{table}/review")
            assert seen["status"] in ("waiting", "running")
            assert seen["review"] is None or seen["review"]["progress"]["stage"] != "done"
            whole = await until(ada, table, "done")
            assert len(whole["review"]["seats"]) == 2

        asyncio.run(go_on())
    finally:
        server.stop()


REVIEWS = """
import asyncio
from gravitable.server.insight.reviewers import Reviewer, ReviewFailed

async def main():
    reviewer = Reviewer()
    try:
        async for _ in reviewer.review({"no": "record"}, 1):
            pass
    except ReviewFailed:
        print("warm", flush=True)
    await asyncio.Event().wait()

try:
    asyncio.run(main())
except KeyboardInterrupt:
    pass
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no groups of processes that hear Ctrl-C together")
def test_ctrl_c_at_a_terminal_ends_the_reviewing_process_without_a_traceback() -> None:
    """A terminal tells everybody in the foreground; whoever is not in a group of their own would print a traceback."""
    server = subprocess.Popen(
        [sys.executable, "-c", REVIEWS],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert server.stdout is not None
    assert server.stdout.readline() == "warm\n"
    os.killpg(server.pid, signal.SIGINT)
    _, told = server.communicate(
        timeout=PATIENCE_S
    )  # ends when nobody holds the pipe any more: both have ended
    assert told == ""


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="only Linux tells what a server has started")
def test_who_reviews_is_there_before_a_game_is_over(folder: Path) -> None:
    """So that the first curve need not wait until Numba and the kernels of the game are loaded."""

    def reviewers(server: ServerProcess) -> int:
        threads = Path(f"/proc/{server.pid}/task").iterdir()  # any of them may have started it
        children = [one for thread in threads for one in (thread / "children").read_text().split()]
        return sum(b"review_worker" in Path(f"/proc/{one}/cmdline").read_bytes() for one in children)

    async def live(server: ServerProcess) -> None:
        ada = await Person.arrive(server.url, "Ada")
        table = await ada.table("gravwell", 2, bots=[{"seat": 1, "bot": "random"}])
        assert reviewers(server) == 0, "nobody plays yet"
        async with ada.socket() as socket:
            await socket.send(type="watch", table=table["id"])
            state = await socket.until("state", timeout=PATIENCE_S)
            while not reviewers(server):
                assert not state["over"]
                if state["legal"]:
                    await socket.send(
                        type="commit",
                        table=table["id"],
                        version=state["version"],
                        id=f"c{state['version']}",
                        actions=state["legal"][:1],
                    )
                state = await socket.until("state", timeout=PATIENCE_S)

    with running(str(folder / "early.db"), folder, **QUICK) as server:
        asyncio.run(live(server))


def test_getting_ready_says_nothing_and_the_next_job_is_heard() -> None:
    jobs = [{"number": 1, "prepare": "superstar"}, {"number": 2, "prepare": "no-such-game"}]
    jobs += [{"number": 3, "prepare": "gravwell"}, {"number": 4, "record": {"no": "record"}}]
    worker = subprocess.Popen(
        [sys.executable, "-m", "gravitable.server.insight.review_worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert worker.stdin is not None
    assert worker.stdout is not None
    worker.stdin.write("".join(f"{json.dumps(job)}\n" for job in jobs).encode())
    worker.stdin.flush()
    said = [json.loads(worker.stdout.readline()) for _ in range(2)]
    assert said == [{"number": 2, "problem": "unknown-game"}, {"number": 4, "problem": "damaged-record"}]
    worker.communicate(timeout=PATIENCE_S)


def test_everybodys_first_wish_comes_before_anybodys_second() -> None:
    from gravitable.server.insight.review_rows import in_turn  # noqa: PLC0415

    asked: list[Any] = [SimpleNamespace(person=person) for person in (1, 1, 1, 2, 3, 2)]
    assert [one.person for one in in_turn(asked)] == [1, 2, 3, 1, 2, 1]
