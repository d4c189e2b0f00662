"""Options of the games as flags of the command line, made from what each game declares.

A command decorated with ``with_game_options`` takes ``options: dict`` and gets one flag per option of every game;
those that the chosen game does not have are refused by ``options_for``.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from gravitable.core.contract import Rules
from gravitable.core.errors import BadOption
from gravitable.core.options import Option
from gravitable.core.registry import game_names, plain_rules_of

Json = dict[str, Any]


def _rules() -> list[Rules]:
    """Return the rules of all games, without compiling anything."""
    return [plain_rules_of(name) for name in game_names()]


def _flag(option: Option) -> str:
    return "--" + option.name.replace("_", "-")


def _annotation(option: Option, title: str) -> Any:
    panel = f"{title} only"
    if option.kind == "flag":
        return Annotated[
            bool,
            typer.Option(_flag(option), help=_sentence(option), rich_help_panel=panel, show_default=False),
        ]
    if option.kind == "number":
        return Annotated[
            int | None,
            typer.Option(
                _flag(option),
                help=_sentence(option),
                min=option.low,
                max=option.high,
                metavar="N",
                rich_help_panel=panel,
            ),
        ]
    metavar = "A,B,..." if option.kind == "subset" else option.name.upper()
    return Annotated[
        str | None,
        typer.Option(_flag(option), help=_sentence(option), metavar=metavar, rich_help_panel=panel),
    ]


def _sentence(option: Option) -> str:
    told = option.typed or option.help
    text = told[:1].upper() + told[1:]
    if option.kind == "subset":
        text += f": {', '.join(option.choices)}, or all"
    return (text + ".").replace("[", r"\[")  # square brackets are markup in help texts


def with_game_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command one flag for every option of every game; what people typed arrives as ``options``."""
    extra: dict[str, tuple[Option, str]] = {}
    for rules in _rules():
        for option in rules.options:
            extra.setdefault(option.name, (option, rules.title))
    signature = inspect.signature(command, eval_str=True)
    own = [parameter for parameter in signature.parameters.values() if parameter.name != "options"]

    def wrapper(**given: Any) -> None:
        options = {name: value for name in extra if (value := given.pop(name)) not in (None, False)}
        command(**given, options=options)

    added = [
        inspect.Parameter(
            name,
            inspect.Parameter.KEYWORD_ONLY,
            default=False if option.kind == "flag" else None,
            annotation=_annotation(option, title),
        )
        for name, (option, title) in extra.items()
    ]
    made: Any = wrapper
    made.__signature__ = inspect.Signature([*own, *added])
    made.__doc__, made.__name__ = command.__doc__, command.__name__
    made.__annotations__ = {parameter.name: parameter.annotation for parameter in [*own, *added]}
    return wrapper


def options_for(rules: Rules, given: Json) -> Json:
    """Return what was given on the command line as the game takes it; raises BadOption."""
    known = {option.name: option for option in rules.options}
    for name in given:
        if name not in known:
            flags = ", ".join(_flag(option) for option in rules.options)
            raise BadOption(
                f"{rules.title} has no option --{name.replace('_', '-')}; it has {flags or 'none'}"
            )
    return {name: _value(known[name], value) for name, value in given.items()}


def _value(option: Option, value: Any) -> Any:
    if option.kind == "subset":
        return list(option.choices) if value == "all" else [word for word in _split(value) if word]
    if option.kind == "other" and "," in value and not Path(value).exists():
        return [None if part in ("", "?") else part for part in _split(value)]
    return value


def _split(text: str) -> list[str]:
    return [part.strip() for part in text.split(",")]
