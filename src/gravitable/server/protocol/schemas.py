"""JSON Schema of everything that goes over the socket, by name: the source of the browser's TypeScript types.

Messages about a game are generic. Here they are bound to each game's types, under names such as ``SuperstarState``,
so that a client that has looked at ``game`` knows what the view, the board and the events are.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, Final, get_args, get_origin

import msgspec

from gravitable.core.contract import Types
from gravitable.core.registry import game_names, types_of
from gravitable.core.spread import Scatter
from gravitable.server.protocol.analysis import (
    AnalysisLook,
    AnalysisMove,
    AnalysisOpening,
    AnalysisSteps,
    AnalysisThought,
)
from gravitable.server.protocol.client import ClientMessage
from gravitable.server.protocol.insight import Line, Moment, ReviewAnswer, TrialAnswer
from gravitable.server.protocol.lessons import LessonAnswer, LessonInfo, LessonStep
from gravitable.server.protocol.parts import Outcome, Proof
from gravitable.server.protocol.puzzles import PuzzleInfo, PuzzleStep, PuzzleVerdict
from gravitable.server.protocol.replays import Replay
from gravitable.server.protocol.server import SeatState, ServerMessage, State, Tried

Schema = dict[str, Any]
_SENT: Final[tuple[Any, ...]] = (State, Tried)
_ANSWERED: Final[tuple[Any, ...]] = (
    Replay,
    Moment,
    Line,
    LessonStep,
    PuzzleStep,
    AnalysisLook,
    AnalysisSteps,
)
_SHARED_PARTS: Final = (
    Outcome,
    Proof,
    SeatState,
    LessonInfo,
    LessonAnswer,
    PuzzleInfo,
    PuzzleVerdict,
    AnalysisOpening,
    AnalysisThought,
    AnalysisMove,
    Scatter,
)
_REFS: Final = "#/components/schemas/"


def schemas(games: Sequence[str] | None = None) -> dict[str, Schema]:
    """Return the schemas of all messages, views, boards, events and previews of the games, by default of all."""
    games = game_names() if games is None else games
    shared = _components([*get_args(ClientMessage), *_shared_messages(), *_SHARED_PARTS])
    for kind in (*get_args(ClientMessage), SeatState):
        _left_out(shared[kind.__name__])
    found = shared | _of_reviews()
    for game in games:
        found |= _of_game(game, types_of(game), shared)
    found["ClientMessage"] = _one_of([kind.__name__ for kind in get_args(ClientMessage)])
    names = [kind.__name__ for kind in _shared_messages()]
    bound = [f"{game.capitalize()}{kind}" for kind in ("State", "Tried") for game in games]
    found["ServerMessage"] = _one_of([*names, *bound])
    for kind in _ANSWERED:
        found[kind.__name__] = _one_of([f"{game.capitalize()}{kind.__name__}" for game in games])
    return found


def _shared_messages() -> list[Any]:
    """Return the messages that are the same for all games."""
    return [kind for kind in get_args(ServerMessage) if get_origin(kind) is None]


def _of_reviews() -> dict[str, Schema]:
    """Return the schemas of reviews, all names beginning with Review: a game may have a Step or a Point of its own."""
    components = _components([ReviewAnswer, TrialAnswer])
    names = {name: name if name.startswith("Review") else f"Review{name}" for name in components}
    return {new: _renamed(components[old], new, names) for old, new in names.items()}


def _of_game(game: str, types: Types, shared: dict[str, Schema]) -> dict[str, Schema]:
    """Return the schemas of what is told about one game, all names beginning with the game's."""
    view, board, event, preview, result = types
    prefix = game.capitalize()
    state, tried = _SENT
    replay, moment, line, lesson, puzzle, look, steps = _ANSWERED
    bound = [
        state[view, board, event],
        tried[view, board, event, preview],
        replay[view, board, event],
        moment[view, board, preview],
        line[view, board, event],
        lesson[view, board, event, preview],
        puzzle[view, board, event, preview],
        look[view, board, event, preview],
        steps[view, preview],
    ]
    components = _components([*bound, result])
    # msgspec names a bound type after everything that it is bound to: State_View_Board_...
    names = {name: prefix + name.split("_")[0] for name in components if name not in shared}
    renamed = {
        new: _changed(_renamed(components[old], new, names), _by_name(prefix)) for old, new in names.items()
    }
    for kind in (*_SENT, *_ANSWERED):
        renamed[prefix + kind.__name__]["properties"]["game"] = {"enum": [game]}
    for name in ("State", "EventGroup", "Frame", "LessonStep", "PuzzleStep"):
        _left_out(renamed[prefix + name])
    renamed[f"{prefix}Event"] = _one_of([prefix + kind.__name__ for kind in get_args(event)])
    return renamed


def _left_out(schema: Schema) -> None:
    """Let what has a default be absent: openapi-typescript takes a member with a default for always there."""
    for member in schema["properties"].values():
        member.pop("default", None)


def _components(types: list[Any]) -> dict[str, Schema]:
    found: dict[str, Schema] = msgspec.json.schema_components(types, ref_template=_REFS + "{name}")[1]
    return {name: _changed(schema, _closed) for name, schema in found.items()}


def _closed(schema: Schema) -> Schema:
    """Let dictionaries that name their keys (one entry a colour) take no others."""
    is_named = "properties" in schema and "additionalProperties" in schema
    return {**schema, "additionalProperties": False} if is_named else schema


def _renamed(schema: Schema, title: str, names: dict[str, str]) -> Schema:
    text = json.dumps(schema)
    for old, new in names.items():
        text = text.replace(f'"{_REFS}{old}"', f'"{_REFS}{new}"')
    renamed: Schema = json.loads(text)
    return {**renamed, "title": title}


def _by_name(prefix: str) -> Callable[[Schema], Schema]:
    """Let a union of all events of a game be called by its name instead of being listed again."""

    def change(schema: Schema) -> Schema:
        is_event = schema.get("discriminator", {}).get("propertyName") == "event"
        return {"$ref": f"{_REFS}{prefix}Event"} if is_event else schema

    return change


def _changed(schema: Any, change: Callable[[Schema], Schema]) -> Any:
    """Return a schema with every part of it changed, the innermost first."""
    if isinstance(schema, list):
        return [_changed(part, change) for part in schema]
    if isinstance(schema, dict):
        return change({key: _changed(part, change) for key, part in schema.items()})
    return schema


def _one_of(names: list[str]) -> Schema:
    return {"oneOf": [{"$ref": _REFS + name} for name in names]}
