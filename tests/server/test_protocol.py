"""The protocol's own promises: every message has an example and is documented; odd forms are refused."""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from gravitable.server import protocol
from gravitable.server.protocol import client, server

DOCS = Path(__file__).parents[2] / "docs" / "protocol.md"


def modules(package: Any) -> list[Any]:
    return [
        importlib.import_module(f"{package.__name__}.{m.name}")
        for m in pkgutil.iter_modules(package.__path__)
    ]


@pytest.mark.parametrize(
    ("package", "adapter"), [(client, protocol.CLIENT_MESSAGES), (server, protocol.SERVER_MESSAGES)]
)
def test_every_message_has_a_file_an_example_and_a_place_in_the_docs(package: Any, adapter: Any) -> None:
    text = DOCS.read_text()
    found = modules(package)
    assert len(found) == 13
    for module in found:
        message = adapter.validate_python(module.EXAMPLE)
        assert f'"type": "{message.type}"' in text
        dumped = message.model_dump()
        assert {key: dumped[key] for key in module.EXAMPLE} == module.EXAMPLE


@pytest.mark.parametrize("example", protocol.CLIENT_EXAMPLES, ids=lambda example: example["type"])
def test_unknown_fields_and_wrong_types_are_refused(example: dict[str, Any]) -> None:
    for change in ({"extra": 1}, {"type": "nothing"}, {"table": 7}, {"ref": "not allowed!"}):
        with pytest.raises(ValidationError):
            protocol.CLIENT_MESSAGES.validate_python({**example, **change})


def test_error_codes_are_documented() -> None:
    text = DOCS.read_text()
    for code in ("bad-message", "hello-first", "stale", "whole-turn", "too-fast", "database-away", "paused"):
        assert f"`{code}`" in text
