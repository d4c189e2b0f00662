"""The protocol's own promises: every message has an example and is documented; odd forms are refused."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from gravitable.core.registry import game_names
from gravitable.server import protocol
from gravitable.server.errors import BadMessage
from gravitable.server.protocol import ClientMessage, ServerMessage, client, server
from gravitable.server.protocol.schemas import schemas
from gravitable.server.sockets.socket import _HANDLERS

DOCS = Path(__file__).parents[2] / "docs" / "protocol.md"
CLIENT: list[dict[str, Any]] = msgspec.to_builtins(client.EXAMPLES)


@pytest.mark.parametrize(("module", "union"), [(client, ClientMessage), (server, ServerMessage)])
def test_every_message_has_an_example_and_a_place_in_the_docs(module: Any, union: Any) -> None:
    text = DOCS.read_text()
    kinds = [getattr(kind, "__origin__", kind) for kind in get_args(union)]
    assert [type(example) for example in module.EXAMPLES] == kinds
    decoder = msgspec.json.Decoder(union)
    for example in module.EXAMPLES:
        assert decoder.decode(msgspec.json.encode(example)) == example
        assert f'"type": "{example.__struct_config__.tag}"' in text


def test_all_messages_are_in_the_schema() -> None:
    known = schemas()
    for example in (*client.EXAMPLES, *server.EXAMPLES):
        name = type(example).__name__
        for schema in (
            [known[name]] if name in known else [known[f"{game.capitalize()}{name}"] for game in game_names()]
        ):
            assert schema["properties"]["type"] == {"enum": [example.__struct_config__.tag]}
            assert schema["additionalProperties"] is False
    assert {"TableInfo", "SeatState", "ClientMessage", "ServerMessage"} <= known.keys()


def test_what_is_told_about_a_game_has_schemas_of_its_own() -> None:
    known = schemas()
    for game in game_names():
        prefix = game.capitalize()
        kinds = (
            "State",
            "Tried",
            "EventGroup",
            "Frame",
            "Replay",
            "View",
            "Board",
            "Event",
            "Preview",
            "Result",
        )
        assert {prefix + kind for kind in kinds} <= known.keys()
        assert known[f"{prefix}State"]["properties"]["game"] == {"enum": [game]}
        assert known[f"{prefix}State"]["properties"]["view"] == {"$ref": f"#/components/schemas/{prefix}View"}
    refs = set(re.findall(r'"#/components/schemas/([^"]+)"', json.dumps(known)))
    assert refs <= known.keys(), "every reference leads somewhere"


def test_every_message_of_a_client_is_handled() -> None:
    assert set(_HANDLERS) == set(get_args(ClientMessage))


def refusal(raw: str | bytes) -> str:
    """Return how a message is refused."""
    with pytest.raises(BadMessage) as refused:
        protocol.decode(raw)
    return str(refused.value)


@pytest.mark.parametrize("example", CLIENT, ids=lambda example: example["type"])
def test_unknown_fields_and_wrong_types_are_refused(example: dict[str, Any]) -> None:
    assert protocol.decode(json.dumps(example)) in client.EXAMPLES
    changes = ({"extra": 1}, {"type": "no" * 500}, {"type": None}, {"table": 7}, {"ref": "not allowed!"})
    for change in (*changes, {"ref": ""}, {"ref": "x" * 65}, {"ref": "line\n"}, {"table": "A" * 16 + "\n"}):
        message = refusal(json.dumps({**example, **change}))
        assert "watch" in message, "says what would be right"
        assert len(message) < 500


@pytest.mark.parametrize(
    "change",
    [
        {"version": -1},
        {"version": 2**31},
        {"version": "12"},
        {"version": 1.5},
        {"version": True},
        {"id": None},
        {"id": ""},
        {"id": "x" * 65},
        {"actions": []},
        {"actions": ["drop"] * 17},
        {"actions": [""]},
        {"actions": ["x" * 41]},
        {"actions": "drop"},
        {"table": "A" * 15},
    ],
    ids=str,
)
def test_a_commit_keeps_its_bounds(change: dict[str, Any]) -> None:
    commit = next(example for example in CLIENT if example["type"] == "commit")
    refusal(json.dumps({**commit, **change}))


@pytest.mark.parametrize("text", ["", "   ", "x" * 301, 7, None])
def test_nothing_and_too_much_is_not_said(text: Any) -> None:
    refusal(json.dumps({"type": "chat", "table": "A" * 16, "text": text}))


@pytest.mark.parametrize(
    "raw",
    [
        "",
        "{",
        "[]",
        "null",
        '{"type":"ping"}{}',
        b"\xff\xfe",
        b'{"type":"ping","ref":"\xff"}',
        '{"type":"ping","ref":"\\ud800"}',
        '{"type":' + "[" * 8000 + "]" * 8000 + "}",
        '{"x":' + "[" * 8000 + "]" * 8000 + ',"type":"ping"}',
    ],
    ids=range(10),
)
def test_what_is_no_message_is_refused(raw: str | bytes) -> None:
    assert "GET /api/protocol" in refusal(raw)


def test_error_codes_are_documented() -> None:
    text = DOCS.read_text()
    for code in ("bad-message", "hello-first", "stale", "whole-turn", "too-fast", "database-away", "paused"):
        assert f"`{code}`" in text
