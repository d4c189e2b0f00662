"""Records: a game as settings, chance results and actions. Replaying one is bit-exact, for ever.

A record is JSON: the rules version, the options, the log (``[0, "drop"]`` for an action of seat 0,
``["setup", "9f3a..."]`` for a chance event with its seed in hex), the commitment with its secret, the head (a hash of
the whole log), and a fingerprint of head and last position to check a replay against. Format 1 has no head.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from gravitable.core import proof
from gravitable.core.contract import Json, Rules
from gravitable.core.errors import (
    BadOption,
    DamagedRecord,
    GravitableError,
    WrongPlayerCount,
)
from gravitable.core.game import Game, Table
from gravitable.core.registry import rules_of

_HEX64 = re.compile(r"[0-9a-f]{64}")
_HEX16 = re.compile(r"[0-9a-f]{16}")


def fingerprint(game: Game) -> str:
    """Return a hash of the complete position, hidden things included, and of how the game came there."""
    return proof.final(game.table.form, game.head, game.position())


def record_of(game: Game) -> Json:
    """Return the record of a game, finished or not. It holds everything, the hidden things too."""
    head = {} if game.head is None else {"head": game.head}
    return {
        "format": proof.FORMATS[game.table.form],
        "game": game.name,
        "rules": game.rules.version,
        "players": game.players,
        "options": game.options,
        "position": game.table.position,
        "commitment": game.commitment,
        "secret": game.table.secret.hex(),
        "log": [entry.line for entry in game.log],
        "result": game.result,
        **head,
        "final": fingerprint(game),
    }


def replay(record: Json | str | bytes, *, until: int | None = None) -> Game:
    """Return the game of a record, played again and checked; ``until``: only so many log entries.

    Raises DamagedRecord (with the place), UnknownGame, UnknownRulesVersion, or BadOption for a bad ``until``.
    """
    if until is not None and (isinstance(until, bool) or not isinstance(until, int) or until < 0):
        raise BadOption(f"'until' is a number of log entries, from 0, or None; not {until!r}")
    *_, game = walk(record, until=until)
    return game


def walk(record: Json | str | bytes, *, until: int | None = None) -> Iterator[Game]:
    """Replay a record step by step: yield its game at the start and after each log entry, always the same object.

    Raises what ``replay`` raises, as soon as it gets there; the end is checked before it is yielded.
    """
    data = parse(record)
    game = _start(data)
    log = data["log"] if until is None else data["log"][:until]
    for number, line in enumerate(log):
        yield game
        replay_line(game, line, f"log[{number}]")
    if len(log) == len(data["log"]):
        _check_end(game, data)
    yield game


def parse(record: Json | str | bytes) -> Json:
    """Return a record as data, its form checked field by field."""
    if isinstance(record, (str, bytes)):
        try:
            record = json.loads(record)
        except (ValueError, RecursionError) as error:
            raise DamagedRecord("file", f"this is not JSON: {error}") from None
    if not isinstance(record, dict):
        raise DamagedRecord("file", "a record is a JSON object")
    known = list(proof.FORMATS.values())
    if record.get("format") not in known:
        raise DamagedRecord("format", f"should be one of {known}, not {_short(record.get('format'))}")
    for field, kind, words in _FIELDS:
        if field != "head" or form_of(record) > 1:
            _check_field(record, field, kind, words)
    return record


def _check_field(record: Json, field: str, kind: Any, words: str) -> None:
    if field not in record:
        raise DamagedRecord(field, f"is missing; should be {words}")
    value = record[field]
    is_hash = words == _HASH
    if not isinstance(value, kind) or isinstance(value, bool) or (is_hash and not _HEX64.fullmatch(value)):
        raise DamagedRecord(field, f"should be {words}, not {_short(value)}")


_HASH = "64 hexadecimal digits"
_FIELDS: tuple[tuple[str, Any, str], ...] = (
    ("game", str, "the name of a game"),
    ("rules", int, "a whole number"),
    ("players", int, "a whole number"),
    ("options", dict, "an object"),
    ("position", (str, type(None)), "a position text or null"),
    ("commitment", str, _HASH),
    ("secret", str, _HASH),
    ("log", list, "a list"),
    ("head", str, _HASH),
    ("final", str, _HASH),
)


def form_of(record: Json) -> int:
    """Return the format of a parsed record as a number."""
    return next(number for number, name in proof.FORMATS.items() if name == record["format"])


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _start(data: Json) -> Game:
    """Return the game of a record before its first log entry."""
    rules = rules_of(data["game"], data["rules"])
    return _start_position(rules, data) if data["position"] is not None else _start_setup(rules, data)


def _start_setup(rules: Rules, data: Json) -> Game:
    check_players(rules, data["players"])
    for option in rules.options:
        if not option.is_stored(data["options"].get(option.name, option.default)):
            raise DamagedRecord(
                "options", f"{option.name!r} must be stored in full, not refer to this machine"
            )
    try:
        options = rules.settle(data["players"], data["options"])
    except GravitableError as error:
        raise DamagedRecord("options", str(error)) from error
    table = Table(rules, data["players"], options, bytes.fromhex(data["secret"]), form=form_of(data))
    return Game(table, rules.start(data["players"], options))


def _start_position(rules: Rules, data: Json) -> Game:
    try:
        players, options, states = rules.read_position(data["position"])
    except GravitableError as error:
        raise DamagedRecord("position", str(error)) from error
    if (players, options) != (data["players"], data["options"]):
        raise DamagedRecord("options", "players and options should be those of the position")
    table = Table(rules, players, options, bytes.fromhex(data["secret"]), data["position"], form_of(data))
    return Game(table, states)


def check_players(rules: Rules, players: object) -> None:
    """Refuse a number of players that the game is not made for."""
    counts = range(rules.min_players, rules.max_players + 1)
    if isinstance(players, bool) or not isinstance(players, int):
        raise WrongPlayerCount(
            f"{rules.title} is for {rules.min_players} to {rules.max_players} players, given as a whole number, "
            f"not {players!r}, which is {type(players).__name__}"
        )
    if players not in counts:
        raise WrongPlayerCount(
            f"{rules.title} is for {rules.min_players} to {rules.max_players} players, not {players!r}"
        )


def replay_line(game: Game, line: Any, place: str) -> None:
    """Play one line of a log; raises DamagedRecord, which names the place."""
    if not isinstance(line, list) or len(line) != 2:
        raise DamagedRecord(place, f'should be [seat, "action"] or ["chance", "seed"], not {_short(line)}')
    who, what = line
    if isinstance(who, str):
        _replay_chance(game, who, what, place)
        return
    if game.rules.chance_kind(game.states) is not None:
        raise DamagedRecord(place, f"chance has to decide here ({game.rules.chance_kind(game.states)})")
    try:
        game.play_without_chance(who, what)
    except GravitableError as error:
        raise DamagedRecord(place, str(error)) from error


def _replay_chance(game: Game, kind: str, seed: Any, place: str) -> None:
    expected = game.rules.chance_kind(game.states)
    if kind != expected:
        wanted = f"chance event {expected!r}" if expected else "an action of a player"
        raise DamagedRecord(place, f"should be {wanted}, not {kind!r}")
    if not isinstance(seed, str) or not _HEX16.fullmatch(seed):
        raise DamagedRecord(place, f"the seed should be 16 hexadecimal digits, not {_short(seed)}")
    game.play_chance(kind, int(seed, 16))


def _check_end(game: Game, data: Json) -> None:
    if game.head is not None and game.head != data["head"]:
        raise DamagedRecord(
            "head", "the log is not the one that was played, or what was agreed has been changed"
        )
    if fingerprint(game) != data["final"]:
        raise DamagedRecord("final", "the replay ends in another position than the record says")
    if game.result != data.get("result"):
        raise DamagedRecord("result", f"the replay ends with {_short(game.result)}")
