"""The leak test on the wire: change what a viewer cannot see, and every byte it is sent stays equal.

Two worlds begin from copies of one database, so that people, table and deals are the same. They differ only in what
one player hides: which card lies face down (Superstar), which card is picked (Gravwell). A third check shuffles
everything hidden, the undealt cards too, under the messages themselves.
"""

from __future__ import annotations

import asyncio
import random
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from gravitable.core.chance import generator
from gravitable.core.contract import EVERYTHING, SPECTATOR, Rules
from gravitable.core.events import EventRow, read
from gravitable.core.game import Game
from gravitable.core.registry import rules_of
from gravitable.core.state import States
from gravitable.server.play.match import Match, Row, Step, Terms, begin, start_row, table_of
from gravitable.server.play.views import StateTexts, tried
from gravitable.server.protocol import encode
from server.harness import ServerProcess, running
from server.players import Json, Person, Socket

RULES = {name: rules_of(name) for name in ("superstar", "gravwell")}
"""The real rules: they say what is hidden, whatever a test does to the rules of a match."""
HEAD = re.compile(r'"head":"[0-9a-f]{64}"')
"""The hash of the whole log, hidden things too. It may differ: its key derives from the secret, so that it tells
nothing to people who do not have that (see tests/test_proof.py)."""
TIMES = re.compile(r'"(started|finished|created|now|at|deadline)":\d+')
GOODIES = ("tile", "double", "teleport")


@dataclass
class World:
    """A database before the first move, with who plays and what will be dealt."""

    database: Path
    table: str
    people: list[Person]
    secret: bytes
    options: Json
    port: int


def make_world(folder: Path, game: str, options: Json) -> World:
    """Make a table that waits for its start, and stop the server there."""

    async def prepare(server: ServerProcess) -> tuple[list[Person], str]:
        people = [await Person.arrive(server.url, name) for name in ("Ada", "Ben")]
        table = await people[0].table(game, 2, autostart=False, options=options)
        await people[1].post(f"/api/tables/{table['id']}/join", {})
        return people, table["id"]

    database = folder / "origin.db"
    with running(str(database), folder) as server:
        people, table = asyncio.run(prepare(server))
        port = server.port
    with sqlite3.connect(database) as connection:
        (secret,) = connection.execute("SELECT secret FROM tables").fetchone()
    return World(database, table, people, secret, options, port)


Turns = list[tuple[int, list[str]]]


def run_world(world: World, folder: Path, name: str, turns: Turns) -> dict[str, list[str]]:
    """Play the turns in a copy of the world; return what seat 0 and a spectator were sent."""
    copy = folder / f"{name}.db"
    shutil.copy(world.database, copy)
    server = ServerProcess(str(copy), folder)
    server.start()

    async def play() -> dict[str, list[str]]:
        people = [Person(server.url, one.name, one.cookies, one.id) for one in world.people]
        async with (
            people[0].socket() as one,
            people[1].socket() as two,
            Person(server.url, "").socket() as eve,
        ):
            sockets = [one, two, eve]
            for socket in sockets:
                await socket.send(type="watch", table=world.table)
                await socket.until("chat")
            await people[0].post(f"/api/tables/{world.table}/start")
            await arrived(sockets, 1)
            for version, (seat, actions) in enumerate(turns, start=1):
                await sockets[seat].send(type="try", table=world.table, version=version, actions=[])
                await sockets[seat].until("tried")
                commit = {"type": "commit", "table": world.table, "version": version}
                await sockets[seat].send(**commit, id=f"c{version}", actions=actions)
                await arrived(sockets, version + 1)
            return {"seat 0": clean(one), "spectator": clean(eve)}

    try:
        return asyncio.run(play())
    finally:
        server.stop()


async def arrived(sockets: list[Socket], version: int) -> None:
    for socket in sockets:
        await socket.until("state", version=version)


def clean(socket: Socket) -> list[str]:
    # Presence depends on who connected first, and a welcome on nothing but the clock.
    kept = [text for text in socket.texts if not text.startswith(('{"type":"presence"', '{"type":"welcome"'))]
    return headless(TIMES.sub(r'"\1":0', text) for text in kept)


def headless(texts: Iterable[str]) -> list[str]:
    return [HEAD.sub('"head":""', text) for text in texts]


def alike(one: str, other: str) -> bool:
    """Say whether two actions look the same to others: equal, or own cards laid face down to the same side."""
    if one == other:
        return True
    parts = [action.removeprefix("simple:").rsplit("-", 1) for action in (one, other)]
    hidden = one.startswith("simple:") and other.startswith("simple:")
    return hidden and parts[0][1] == parts[1][1] and not any(card in GOODIES for card, _ in parts)


def twin_turns(world: World, name: str, count: int) -> tuple[Turns, Turns]:
    """Return the turns of two Superstar games that differ only in what seat 1 lays face down."""
    rng = random.Random(4)
    games = [Game.begin(table_of(name, 2, world.options, world.secret)) for _ in range(2)]
    worlds: tuple[Turns, Turns] = ([], [])
    while len(worlds[0]) < count and not games[0].over:
        seat = games[0].to_act[0]
        for turns in worlds:
            turns.append((seat, []))
        while games[0].to_act == (seat,):
            pairs = [(a, b) for a in games[0].legal(seat) for b in games[1].legal(seat) if alike(a, b)]
            pairs = [(a, b) for a, b in pairs if seat == 1 or a == b]
            different = [pair for pair in pairs if pair[0] != pair[1]]
            chosen = rng.choice(different or pairs)
            for game, turns, action in zip(games, worlds, chosen, strict=True):
                game.play(seat, action)
                turns[-1][1].append(action)
    return worlds


def test_which_card_lies_face_down_does_not_show_on_the_wire(tmp_path: Path) -> None:
    world = make_world(tmp_path, "superstar", {"goodies": ["teleport"]})
    one, other = twin_turns(world, "superstar", count=24)
    assert sum(a != b for a, b in zip(one, other, strict=True)) > 3, "nothing was hidden"
    told = [run_world(world, tmp_path, name, turns) for name, turns in (("one", one), ("other", other))]
    assert told[0] == told[1]
    assert len(told[0]["spectator"]) > 24


def test_which_card_is_picked_does_not_show_before_the_reveal(tmp_path: Path) -> None:
    world = make_world(tmp_path, "gravwell", {})
    game = Game.begin(table_of("gravwell", 2, {}, world.secret))
    turns: Turns = []
    while len(game.to_act) == 1:
        seat = game.to_act[0]
        turns.append((seat, [game.legal(seat)[0]]))
        game.play(seat, turns[-1][1][0])
    picks = game.legal(1)
    told = [run_world(world, tmp_path, pick[-1], [*turns, (1, [pick])]) for pick in picks[:3]]
    assert told[0] == told[1] == told[2]
    assert world.secret.hex() not in str(told)


# Everything hidden, under the messages themselves


def shuffled(match: Match, viewer: int, seed: int) -> Match:
    """Return the match with everything that a viewer cannot see filled in anew, in the state and in the log."""
    game, rules = match.game, match.game.rules
    states = rules.determinize(RULES[game.name].mask(game.states, viewer), generator(seed))
    other = Game(match.terms.table, states)
    other._to_act = game.to_act
    steps = tuple(_with_other_secrets(game.name, step, viewer) for step in match.steps)
    return replace(match, game=other, steps=steps)


def _with_other_secrets(name: str, step: Step, viewer: int) -> Step:
    """Drop the kernel's events that the viewer is not told at all, and change the cards that it may not know."""
    kept = []
    for row in read(step.happened):
        seen = RULES[name].seen([row], viewer)
        if seen:
            kept.append(row if seen == [row] else (row[0], row[1], (row[2] + 1) % 5, row[3]))
    return step._replace(happened=np.array(kept, np.int32).tobytes())


def some_matches(
    name: str, players: int, options: Json, seed: int, rules: Rules | None = None, most: int = 60
) -> list[Match]:
    """Return matches along a random game."""
    rng = random.Random(seed)
    people = tuple(range(1, players + 1))
    table = table_of(name, players, options, rng.randbytes(32))
    if rules is not None:
        table = replace(table, rules=rules)
    terms = Terms("T" * 16, table, people, (None,) * players, None)
    match = begin(terms).after(start_row(1))
    found = [match]
    while not match.over and len(found) < most:
        seat = rng.choice(match.to_act)
        game = match.game.copy()
        actions: list[str] = []
        while not actions or (match.whole_turns and seat in game.to_act):
            actions.append(rng.choice(game.legal(seat)))
            game.play(seat, actions[-1])
        match = match.after(Row(match.version + 1, 1, "play", seat, tuple(actions)), game)
        found.append(match)
    return found


def messages_for(match: Match, viewer: int) -> list[str]:
    seat = None if viewer == SPECTATOR else viewer
    told = [StateTexts(match).text(seat)]
    if seat in match.to_act:
        told.append(encode(tried(match, viewer, [])))
    return told


def leaks(matches: list[Match], told: Callable[[Match, int], list[str]]) -> tuple[int, int]:
    """Return how many messages changed with what the viewer cannot see, and how many states really differed."""
    leaked = differed = 0
    for number, match in enumerate(matches):
        if match.over:
            continue
        for viewer in (SPECTATOR, *match.players):
            other = shuffled(match, viewer, number)
            differed += other.game.states.tobytes() != match.game.states.tobytes()
            leaked += headless(told(other, viewer)) != headless(told(match, viewer))
    return leaked, differed


@pytest.mark.parametrize(
    ("name", "players", "options"),
    [
        ("superstar", 2, {}),
        ("superstar", 4, {"goodies": list(GOODIES)}),
        ("gravwell", 2, {}),
        ("gravwell", 4, {"chaos": True}),
        ("gravwell", 1, {}),
    ],
)
def test_no_message_depends_on_what_its_viewer_cannot_see(name: str, players: int, options: Json) -> None:
    leaked, differed = leaks(some_matches(name, players, options, seed=7), messages_for)
    assert differed > 20, "nothing was hidden: the test tested nothing"
    assert leaked == 0


def test_the_leak_test_finds_a_leak() -> None:
    def gossip(match: Match, viewer: int) -> list[str]:
        return [*messages_for(match, viewer), str(match.game.state())]

    assert leaks(some_matches("gravwell", 2, {}, seed=7), gossip)[0] > 20


# Mutations: a leak put into each thing that the rules hide must be found


def forgetful(name: str, what: str, only_for: int | None) -> Rules:
    """Return rules that forget to hide one thing: a field of the state, or ``events``; perhaps for one viewer only."""

    class Forgetful(type(RULES[name])):  # type: ignore[misc]
        def mask(self, states: States, viewer: int) -> States:
            masked = super().mask(states, viewer)
            if what != "events" and viewer != EVERYTHING and only_for in (None, viewer):
                masked[what] = states[what]
            return masked  # type: ignore[no-any-return]

        def seen(self, rows: Iterable[EventRow], viewer: int) -> list[EventRow]:
            is_leak = what == "events" and only_for in (None, viewer)
            return super().seen(rows, EVERYTHING if is_leak else viewer)  # type: ignore[no-any-return]

    rules: Rules = Forgetful(RULES[name].version)
    return rules


HIDDEN = [
    *(("superstar", what) for what in ("face_down", "hand", "events")),
    *(("gravwell", what) for what in ("stack_down", "hand", "played", "events")),
]


@pytest.mark.parametrize("only_for", [None, SPECTATOR, 1])
@pytest.mark.parametrize(("name", "what"), HIDDEN)
def test_a_leak_in_what_the_rules_hide_is_found(name: str, what: str, only_for: int | None) -> None:
    matches = some_matches(name, 3, {}, seed=7, rules=forgetful(name, what, only_for))
    assert leaks(matches, messages_for)[0] > 0


@pytest.mark.parametrize(("name", "what"), HIDDEN)
def test_a_leak_to_spectators_does_not_reach_the_players(name: str, what: str) -> None:
    """Texts are shared between viewers; never with somebody who may know less."""

    def told_to_players(match: Match, viewer: int) -> list[str]:
        texts = StateTexts(match)
        texts.text(None)
        return [] if viewer == SPECTATOR else [texts.text(viewer)]

    matches = some_matches(name, 3, {}, seed=7, rules=forgetful(name, what, SPECTATOR))
    assert leaks(matches, told_to_players)[0] == 0
