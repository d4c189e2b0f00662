"""Write the tables of docs/protocol.md: ``python docs/make_protocol.py``.

Messages, settings of a table and what is told about each game come from their own types and examples, each between two
marks in the page. A test fails when the page is not current.
"""

from __future__ import annotations

import inspect
import json
import re
import sys
from dataclasses import fields
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec

from gravitable.core.registry import packages, rules_of, types_of
from gravitable.server.protocol import client, server
from gravitable.server.protocol.parts import TableSettings

PAGE = Path(__file__).with_name("protocol.md")
SETTINGS_BEGIN, SETTINGS_END = "<!-- begin: settings of a table -->", "<!-- end: settings of a table -->"
CLIENT_BEGIN, CLIENT_END = "<!-- begin: messages of a client -->", "<!-- end: messages of a client -->"
SERVER_BEGIN, SERVER_END = "<!-- begin: messages of the server -->", "<!-- end: messages of the server -->"
BEGIN, END = "<!-- begin: docs/make_protocol.py -->", "<!-- end: docs/make_protocol.py -->"


def page() -> str:
    """Return the whole page with its tables made anew."""
    text = PAGE.read_text("utf-8")
    text = _between(text, SETTINGS_BEGIN, SETTINGS_END, "\n".join(_settings()))
    text = _between(text, CLIENT_BEGIN, CLIENT_END, "\n".join(_messages(client.EXAMPLES)))
    text = _between(text, SERVER_BEGIN, SERVER_END, "\n".join(_messages(server.EXAMPLES)))
    before, after = text[: text.index(BEGIN)], text[text.index(END) :]
    return (
        f"{before}{BEGIN}\n\n"
        + "\n".join(_game(name) for name, package in packages().items() if package.client)
        + f"\n{after}"
    )


def _between(text: str, begin: str, end: str, new: str) -> str:
    return f"{text[: text.index(begin)]}{begin}\n\n{new}\n\n{text[text.index(end) :]}"


def _settings() -> list[str]:
    """Return the table of what a host decides besides the game."""
    rows = ((each.name, each.metadata["meaning"], each.default) for each in fields(TableSettings))
    return [
        "| setting | meaning | default |",
        "|---|---|---|",
        *(
            f"| `{name}` | {meaning} | `{msgspec.json.encode(usual).decode()}` |"
            for name, meaning, usual in rows
        ),
    ]


def _messages(examples: tuple[msgspec.Struct, ...]) -> list[str]:
    """Return what each message is for, by its docstring, and an example of each."""
    return [
        "| message | what it is |",
        "|---|---|",
        *(f"| `{_tag(each)}` | {_meaning(type(each))} |" for each in examples),
        "",
        "```json",
        *(_example(each) for each in examples),
        "```",
    ]


def _example(message: msgspec.Struct) -> str:
    """Return a message as it is sent, without what is null; a whole table is shown elsewhere in the page."""
    sent = {name: value for name, value in msgspec.to_builtins(message).items() if value is not None}
    table = next(each.table for each in server.EXAMPLES if isinstance(each, server.TableChanged))
    return json.dumps(sent).replace(json.dumps(msgspec.to_builtins(table)), "TableInfo")


def _game(game: str) -> str:
    view, board, event, preview, result = types_of(game)
    parts = _with_parts([board, view, preview, result])
    events = list(get_args(event))
    return "\n".join(
        [
            f"### {rules_of(game).title}",
            "",
            "| type | fields | what it is |",
            "|---|---|---|",
            *(f"| `{each.__name__}` | {_fields(each)} | {_meaning(each)} |" for each in parts),
            "",
            "| event | fields | what happens |",
            "|---|---|---|",
            *(f"| `{_tag(each)}` | {_fields(each)} | {_meaning(each)} |" for each in events),
            "",
            *_words([*parts, *events]),
            "",
        ]
    )


def _with_parts(types: list[Any]) -> list[Any]:
    """Return types with everything that they are made of, each once, a whole before its parts."""
    found: list[Any] = []
    waiting = list(types)
    while waiting:
        each = waiting.pop(0)
        if each not in found:
            found.append(each)
            waiting[:0] = [
                part
                for name in each.__struct_fields__
                for part in _structs(_namespace(each), _annotation(each, name))
            ]
    return found


def _structs(names: dict[str, Any], annotation: str) -> list[Any]:
    known = (names.get(word) for word in re.findall(r"\w+", annotation))
    return [each for each in known if inspect.isclass(each) and issubclass(each, msgspec.Struct)]


def _namespace(kind: Any) -> dict[str, Any]:
    return vars(sys.modules[kind.__module__])


def _annotation(kind: Any, field: str) -> str:
    """Return a field's type as it is written in the source."""
    owner = next(each for each in kind.__mro__ if field in vars(each).get("__annotations__", {}))
    written: str = owner.__annotations__[field]
    return written


def _tag(event: Any) -> str:
    return str(event.__struct_config__.tag)


def _fields(kind: Any) -> str:
    names = zip(kind.__struct_encode_fields__, kind.__struct_fields__, strict=True)
    told = [f"`{shown}`: {_annotation(kind, field)}" for shown, field in names]
    return "; ".join(told).replace("|", "\\|")


def _meaning(kind: Any) -> str:
    return " ".join(inspect.cleandoc(kind.__doc__).split()).replace("``", "`").replace("|", "\\|")


def _words(types: list[Any]) -> list[str]:
    """Return which words the named sets of words (such as Card) hold, of all sets that the types use."""
    used: dict[str, Any] = {}
    for kind in types:
        for field in kind.__struct_fields__:
            for word in re.findall(r"[A-Z]\w+", _annotation(kind, field)):
                used[word] = _namespace(kind).get(word)
    return [f"- `{name}`: {told}" for name, each in sorted(used.items()) if (told := _told(each))]


def _told(words: Any) -> str:
    """Return what a set of words is; nothing for other things."""
    if get_origin(words) is Annotated and get_origin(get_args(words)[0]) is dict:
        keys, value = get_args(get_args(words)[0])
        shown = getattr(value, "__name__", "") if get_origin(value) is None else str(value)
        return f"one {shown} for each of {_listed(_values(keys))}"
    return _listed(_values(words))


def _listed(words: list[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def _values(words: Any) -> list[str]:
    """Return the words of a Literal, or of several put together."""
    if get_origin(words) is Literal:
        return [str(value) for value in get_args(words)]
    if get_origin(words) in (None, Annotated, dict, list):
        return []
    return [value for part in get_args(words) for value in _values(part)]


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
