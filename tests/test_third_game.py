"""A third game touches its own folder only: Sunskim is installed with pip and played in every way there is."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec import structs

import gravitable
from cli.helpers import run
from gravitable import bots, puzzles
from gravitable.arena.plan import Plan
from gravitable.arena.play import play_game
from gravitable.core.chance import generator
from gravitable.core.lessons import lessons_of
from gravitable.core.spread import spread_of
from gravitable.envs.batched import BatchedEnv
from gravitable.envs.errors import BadSetting
from gravitable.envs.observation import layout
from gravitable.envs.seat import SeatEnv
from gravitable.learn.schools import school_of
from gravitable.puzzles import UnknownPuzzle
from gravitable.puzzles.puzzle import packed
from gravitable.server.protocol.schemas import schemas
from server.harness import ServerProcess
from server.players import Person, ScriptedPlayer
from third_game import SOURCE, installed, lay_out, pip_install

Json = dict[str, Any]


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("installed")
    pip_install(folder)
    return folder


@pytest.fixture(scope="module", autouse=True)
def sunskim(target: Path) -> Iterator[None]:
    with installed(target):
        yield


def played(players: int = 3, seed: int = 1, bot: str = "random") -> gravitable.Game:
    game = gravitable.new("sunskim", players=players, seed=seed)
    minds = [bots.make(bot, "sunskim", seed=seat) for seat in range(players)]
    while not game.over:
        seat = game.to_act[0]
        game.advance(seat, bots.choose_action(minds[seat], game, seat))
    return game


def test_its_own_tests_pass_where_it_is_installed() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(SOURCE / "tests")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout


def test_it_is_there_beside_ours() -> None:
    assert gravitable.games() == ["superstar", "gravwell", "sunskim"]


def test_a_game_is_recorded_replayed_and_verified() -> None:
    game = played()
    record = json.loads(json.dumps(game.record()))
    assert record["rules"] == 2
    assert gravitable.verify(record).word == "fair"
    assert gravitable.replay(record).position() == game.position()
    assert gravitable.position(game.position()).result == game.result
    assert gravitable.replay(record, until=2).to_act == (2,)


def test_bots_of_every_level_play_it_and_the_search_beats_chance() -> None:
    game = gravitable.new("sunskim", players=2, seed=3)
    for level in bots.levels("sunskim")[:4]:
        for spec in (level.bot, f"level:{level.number}"):
            assert bots.choose_action(bots.make(spec, "sunskim", seed=1), game, 0) in game.legal(0)
    twice = {bots.choose_action(bots.make("search:60", "sunskim", seed=1), game, 0) for _ in range(2)}
    assert len(twice) == 1
    with pytest.raises(bots.UnknownBot):
        bots.make("level:6", "sunskim")
    plan = Plan.make("sunskim", ["search:40", "random"], 2, 10, 1, {"short": True})
    lines = [play_game(plan, index) for index in range(plan.games)]
    assert all(line["forfeit"] is None for line in lines)
    won = sum(line["seats"][seat] == "search:40" for line in lines for seat in line["winners"])
    assert won >= 7


def test_the_search_tells_what_it_thinks() -> None:
    game = gravitable.new("sunskim", players=2, seed=3)
    analysis = gravitable.analyse(game, 0, budget=40)
    assert analysis.iterations == 40
    assert sorted(each.action for each in analysis.prospects) == game.legal(0)


def test_what_it_does_not_bring_is_refused_in_plain_words() -> None:
    for ask in (lambda: layout("sunskim", 2), lambda: BatchedEnv("sunskim", 4), lambda: SeatEnv("sunskim")):
        with pytest.raises(BadSetting, match="Sunskim brings no environments"):
            ask()
    with pytest.raises(UnknownPuzzle, match="no puzzles for Sunskim"):
        puzzles.shelf("sunskim")
    with pytest.raises(gravitable.BadOption, match="nothing to train for 'sunskim'"):
        school_of("sunskim")
    game = gravitable.new("sunskim", players=2, seed=1)
    with pytest.raises(gravitable.BadOption, match="Sunskim"):
        gravitable.outlook(game, 0, game.legal(0)[0])
    assert spread_of("sunskim") is None
    assert not lessons_of("sunskim")


def test_what_a_game_brings_is_found_by_what_it_declares(tmp_path: Path) -> None:
    """Not by its name: files of a package that is called otherwise than the game."""
    puzzle = structs.replace(puzzles.shelf("gravwell")[0], game="skimmer")
    declared = (
        "from gravitable.core.package import GamePackage\n"
        "from gravitable.core.spread import Scatter\n"
        "def left_to_chance(states, rng): return Scatter(1, [0], [])\n"
        "GAME = GamePackage(name='skimmer', title='Skimmer', rules='sunskim.rules:rules_for', puzzles='extras:QUIZ',"
        " spread='extras:left_to_chance', shelf='extras:shelf/all.xz')\n"
    )
    lay_out(tmp_path, "skimmer", "extras:GAME", {"extras/__init__.py": declared})
    (tmp_path / "extras" / "shelf").mkdir()
    (tmp_path / "extras" / "shelf" / "all.xz").write_bytes(packed([puzzle]))
    with installed(tmp_path):
        brought = spread_of("skimmer")
        assert brought is not None
        assert brought(gravitable.new("skimmer", players=2, seed=1).states, generator(1)).waiting == [0]
        assert puzzles.shelf("skimmer") == (puzzle,)


def test_its_messages_are_in_the_schema() -> None:
    known = schemas()
    assert known["SunskimState"]["properties"]["game"] == {"enum": ["sunskim"]}
    assert {"SunskimView", "SunskimBoard", "SunskimChooses", "SunskimPreview"} <= known.keys()
    assert {"$ref": "#/components/schemas/SunskimState"} in known["ServerMessage"]["oneOf"]


def test_the_terminal_plays_shows_simulates_and_verifies_it(tmp_path: Path) -> None:
    save, picture = tmp_path / "game.json", tmp_path / "board.svg"
    keys = "1\n" * 40
    told = run(tmp_path, "play", "sunskim", "--short", "--seed", "4", "--save", str(save), keys=keys)
    assert told.returncode == 0, told.stderr
    assert "Player 1 chooses thrust 0." in told.stdout
    assert "Final scores" in told.stdout
    assert "Compiling" not in told.stderr
    assert gravitable.replay(save.read_text()).over
    assert run(tmp_path, "verify", str(save)).returncode == 0
    shown = run(tmp_path, "show", "sunskim", "--players", "4", "--seed", "1", "--svg", str(picture))
    assert shown.returncode == 0, shown.stderr
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")  # noqa: S314 - our own drawing
    counted = run(tmp_path, "simulate", "sunskim", "--games", "50", "--json")
    assert json.loads(counted.stdout)["decisions"] == {
        "total": 1000,
        "mean": 20.0,
        "shortest": 20,
        "longest": 20,
    }
    again = run(tmp_path, "replay", str(save))
    assert "The game is over." in again.stdout
    position = run(tmp_path, "position", str(save))
    assert position.stdout.startswith("gravitable position: sunskim 2")


def test_a_broken_game_harms_nobody(target: Path, tmp_path: Path) -> None:
    lay_out(tmp_path, "broken", "broken:GAME", {"broken.py": "raise RuntimeError('half written')\n"})
    announced = "from gravitable.core.package import GamePackage\n"
    announced += "GAME = GamePackage(name='hollow', title='Hollow', rules='hollow.rules:rules_for')\n"
    lay_out(tmp_path, "hollow", "hollow:GAME", {"hollow.py": announced})
    with installed(tmp_path):
        assert gravitable.games() == ["superstar", "gravwell", "sunskim"]
        assert run(tmp_path, "show", "sunskim", "--seed", "1").returncode == 0


# Online


async def _finish(server: ServerProcess, person: Person, table: str) -> Json:
    """Play a table to its end over a real socket."""
    player = ScriptedPlayer(person, table, seed=1)
    result = await asyncio.wait_for(player.play(), 90)
    assert player.errors == []
    return result


async def _sit_down(server: ServerProcess) -> tuple[Person, str]:
    person = await Person.arrive(server.url, "Ada")
    offered = {game["name"]: game for game in (await person.get("/api/games"))["games"]}
    assert offered["sunskim"]["title"] == "Sunskim"
    assert offered["sunskim"]["text"].startswith("Dive at the sun")
    assert [bot["bot"] for bot in offered["sunskim"]["bots"]][:2] == ["level:1", "level:2"]
    seats = [{"seat": 1, "bot": "greedy"}, {"seat": 2, "bot": "random"}]
    table = await person.table("sunskim", 3, bots=seats, seat=0, options={"short": True})
    return person, str(table["id"])


async def _check_drawings(person: Person, table: str) -> None:
    """See that the server draws for the asking eyes, now and before, and lets nobody look through other eyes."""
    path = f"/api/tables/{table}/drawing"
    for more in ("", "?version=1", "?theme=dawn"):
        answer = await person.call("GET", path + more)
        assert answer.status_code == 200, answer.text
        assert answer.headers["content-type"] == "image/svg+xml"
        assert "sandbox" in answer.headers["content-security-policy"]
        assert "Ada" in answer.text
    assert (await person.call("GET", f"{path}?version=999")).status_code == 422
    assert (await person.call("GET", f"{path}?eyes=1")).status_code == 409


async def _first_choice(person: Person, table: str) -> Json:
    """Choose a card, and return the state after it and the bots' own choices."""
    async with person.socket() as socket:
        await socket.send(type="watch", table=table)
        state = await socket.until("state")
        while 0 not in state["to_act"] or len(state["to_act"]) > 1:
            state = await socket.until("state")
        await socket.send(
            type="commit", table=table, version=state["version"], id="one", actions=["thrust:1"]
        )
        while True:
            state = await socket.until("state")
            if any(group["seat"] == 0 for group in state["groups"]):
                assert not re.search(r"Seat [12] chooses thrust", "".join(socket.texts))
                return state


async def _play_online(server: ServerProcess) -> None:
    person, table = await _sit_down(server)
    await _check_drawings(person, table)
    state = await _first_choice(person, table)
    sentences = [line for group in state["groups"] for line in group["sentences"]]
    assert "Seat 0 chooses thrust 1." in sentences
    assert any(re.fullmatch(r"Turn 1: the sun pulls with [123]\.", line) for line in sentences)
    result = await _finish(server, person, table)
    assert result["reason"] == "turns"
    record = await person.get(f"/api/tables/{table}/record")
    assert gravitable.verify(record).word == "fair"
    replay = await person.get(f"/api/tables/{table}/replay?eyes=all")
    assert "The game is over." in replay["frames"][-1]["sentences"][-1]
    assert (await person.call("GET", f"/api/tables/{table}/drawing?eyes=all&version=2")).status_code == 200
    await _check_what_is_offered(person, table)


async def _check_what_is_offered(person: Person, table: str) -> None:
    """Analyses need nothing but the contract; lessons, puzzles, daily games and contests are not there."""
    opening = await person.get(f"/api/tables/{table}/analysis")
    question = {"start": opening["start"], "lines": opening["lines"][:1]}
    look = await person.post("/api/analysis/look", {**question, "eyes": None})
    assert look["drawing"].startswith("<svg")
    assert not look["has_spread"]
    assert (await person.get("/api/lessons/sunskim"))["lessons"] == []
    assert "sunskim" not in {each["game"] for each in (await person.get("/api/daily"))["games"]}
    refused = (
        ("POST", "/api/analysis/spread", question, "bad-option"),
        ("GET", "/api/puzzles/sunskim", None, "unknown-puzzle"),
        ("POST", "/api/daily/sunskim", None, "no-daily"),
        ("POST", "/api/contests", {"game": "sunskim", "seats": 2}, "bad-option"),
    )
    for method, path, body, code in refused:
        answer = await person.call(method, path, body)
        assert 400 <= answer.status_code < 500, path
        assert answer.json()["error"]["code"] == code, answer.text
        assert "Sunskim" in answer.json()["error"]["message"], answer.text


def test_it_is_played_online_with_bots(tmp_path: Path) -> None:
    server = ServerProcess(str(tmp_path / "games.db"), tmp_path).start()
    try:
        asyncio.run(_play_online(server))
    finally:
        server.stop()


def test_a_table_of_old_rules_is_finished_by_a_program_with_new_ones(
    target: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    older = tmp_path / "older"
    shutil.copytree(target, older)
    entry = older / "sunskim" / "__init__.py"
    entry.write_text(entry.read_text().replace("versions=(1, 2)", "versions=(1,)"))
    newer = os.environ["PYTHONPATH"]
    monkeypatch.setenv("PYTHONPATH", newer.replace(str(target), str(older)))
    server = ServerProcess(str(tmp_path / "games.db"), tmp_path).start()
    try:
        person, table = asyncio.run(_sit_down(server))
        state = asyncio.run(_first_choice(person, table))
        assert state["view"]["rules"] == 1
    finally:
        server.stop()
    monkeypatch.setenv("PYTHONPATH", newer)
    server.start()
    try:
        asyncio.run(_finish(server, person, table))
        record = asyncio.run(person.get(f"/api/tables/{table}/record"))
        fresh = asyncio.run(person.table("sunskim", 2, bots=[{"seat": 1, "bot": "random"}], seat=0))
        assert asyncio.run(_version(person, fresh["id"])) == 2
    finally:
        server.stop()
    assert record["rules"] == 1
    assert gravitable.verify(record).word == "fair"


async def _version(person: Person, table: str) -> int:
    async with person.socket() as socket:
        await socket.send(type="watch", table=table)
        return int((await socket.until("state"))["view"]["rules"])


def test_it_is_reviewed_by_random_games() -> None:
    review = gravitable.review(played().record(), budget=4)
    assert review.reference.bot == "playouts"
    assert len(review.seats) == 3
    for seat in review.seats:
        assert seat.own + seat.others + seat.chance == pytest.approx(seat.result - seat.start, abs=1e-9)
    assert review.decisions
