"""Write docs/api.md from the docstrings: ``python docs/make_api.py``. A test fails when the page is not current."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from itertools import zip_longest
from pathlib import Path
from typing import Any

import msgspec

PAGE = Path(__file__).with_name("api.md")

# Module, what it is for, and what of it is public, in the order of the page.
MODULES: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "gravitable",
        ("new", "replay", "position", "verify", "games", "options_of", "outlook", "Game", "Verdict", "Event"),
    ),
    ("gravitable.bots.analysis", ("analyse", "Analysis", "Prospect", "Step")),
    ("gravitable.reviews.steps", ("review", "review_steps")),
    ("gravitable.reviews.types", ()),
    ("gravitable.core.gains", ("Gain",)),
    ("gravitable.superstar.view_types", ()),
    ("gravitable.superstar.event_types", ()),
    ("gravitable.gravwell.view_types", ()),
    ("gravitable.gravwell.event_types", ()),
    ("gravitable.core.options", ("Option",)),
    ("gravitable.core.errors", ()),
    ("gravitable.bots", ("make", "make_any", "levels", "choose_action", "Bot", "Level")),
    ("gravitable.bots.own", ("make", "load")),
    ("gravitable.arena", ("run", "Tournament")),
    ("gravitable.envs.batched", ("BatchedEnv", "Buffers")),
    ("gravitable.envs.afterstates", ("Lookahead", "Afterstates")),
    ("gravitable.envs.observation", ("layout", "n_actions", "Layout", "Part")),
    ("gravitable.envs.aec", ("GravitableAEC",)),
    ("gravitable.envs.seat", ("SeatEnv",)),
    ("gravitable.envs.vector", ("SeatVectorEnv",)),
)

_HEAD = """# Python API

Everything here is typed and stable; other names are the inside of the house. This page is made from the docstrings by
`docs/make_api.py`.
"""


def page() -> str:
    """Return the whole page."""
    return "\n".join([_HEAD, *(_module(name, public) for name, public in MODULES)]).rstrip() + "\n"


def _module(name: str, public: tuple[str, ...]) -> str:
    module = import_module(name)
    names = [each for each in public if hasattr(module, each)] or _classes(module)
    parts = [f"## `{name}`\n", _text(module), *(_entry(each, getattr(module, each)) for each in names)]
    return "\n".join(parts)


def _classes(module: Any) -> list[str]:
    """Return the names of the classes that a module defines itself."""
    return [n for n, c in vars(module).items() if inspect.isclass(c) and c.__module__ == module.__name__]


def _entry(name: str, thing: Any) -> str:
    if inspect.isclass(thing):
        return _class(name, thing)
    text = _text(thing).replace(
        f"```python\n>>> {name}(", f"```python\n>>> from {thing.__module__} import {name}\n>>> {name}("
    )
    return f"### `{name}{_signature(thing)}`\n\n{text}"


def _class(name: str, thing: type[Any]) -> str:
    if issubclass(thing, Exception):
        return f"### `{name}`\n\nCode `{getattr(thing, 'code', '')}`. {_text(thing)}"
    members = [
        f"* **`{member}{_signature(value)}`**  \n{_indented(_text(value))}"
        for member, value in vars(thing).items()
        if not member.startswith("_") and inspect.getdoc(value) and _is_method(value)
    ]
    if dataclasses.is_dataclass(thing) or issubclass(thing, msgspec.Struct):
        members = [_field(*field) for field in _fields(thing)] + members
    return f"### `{name}`\n\n{_text(thing)}\n" + "\n".join(members) + "\n"


def _fields(thing: type[Any]) -> Iterator[tuple[str, str, str]]:
    """Return name, type and meaning of each field; the meaning is the text below it in the source."""
    (tree,) = ast.parse(inspect.getsource(thing)).body
    body = tree.body if isinstance(tree, ast.ClassDef) else []
    for line, below in zip_longest(body, body[1:]):
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name) and line.target.id[0] != "_":
            said = ast.unparse(below.value) if isinstance(below, ast.Expr) else "''"
            yield line.target.id, ast.unparse(line.annotation), " ".join(ast.literal_eval(said).split())


def _field(name: str, kind: str, meaning: str) -> str:
    return f"* `{name}`: `{kind}`" + (f"  \n  {_marked(meaning)}" if meaning else "")


def _marked(text: str) -> str:
    return re.sub(r"``(.+?)``", r"`\1`", text)


def _is_method(value: Any) -> bool:
    return inspect.isfunction(value) or isinstance(value, (property, classmethod))


def _signature(thing: Any) -> str:
    if isinstance(thing, property):
        return ""
    called = thing.__func__ if isinstance(thing, classmethod) else thing
    signature = inspect.signature(called)
    shown = [p.replace(annotation=_plain(p.annotation)) for p in signature.parameters.values()]
    kept = [p for p in shown if p.name not in ("self", "cls")]
    result = _plain(signature.return_annotation)
    text = str(signature.replace(parameters=kept, return_annotation=result))
    return text.replace("'", "")


def _plain(annotation: Any) -> Any:
    return (
        annotation
        if isinstance(annotation, str)
        else inspect.formatannotation(annotation)
        if annotation is not inspect.Signature.empty
        else annotation
    )


def _text(thing: Any) -> str:
    """Return a docstring as Markdown; its examples become blocks of their own, which the tests run."""
    doc = (thing.__doc__ if inspect.ismodule(thing) else inspect.getdoc(thing)) or ""
    doc = _marked(inspect.cleandoc(doc))
    example = re.compile(r"((?:^>>> .*\n?(?:^(?!\s*$).*\n?)*)+)", re.MULTILINE)
    return example.sub(lambda found: f"```python\n{found[1].rstrip()}\n\n```\n", doc) + "\n"


def _indented(text: str) -> str:
    return "\n".join(f"  {line}" if line else "" for line in text.splitlines()) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
