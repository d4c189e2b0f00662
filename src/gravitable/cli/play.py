"""``gravitable play``: a game in the terminal."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape

from gravitable.cli import files
from gravitable.cli.console import out
from gravitable.cli.game_options import options_for, with_game_options
from gravitable.cli.screen import is_possible, play_on_screen
from gravitable.cli.seats import bot_specs, check_names, make_seats, restored
from gravitable.cli.session import Quit, Session, print_end
from gravitable.cli.sitting import Sitting
from gravitable.cli.touches import touch_of
from gravitable.core.errors import BadOption, WrongPlayerCount
from gravitable.core.registry import game_names

app = typer.Typer(rich_markup_mode="rich", add_completion=False)

Json = dict[str, Any]


@app.command(
    epilog="Examples:\n\n"
    "[bold]gravitable play superstar[/] (you against one bot)\n\n"
    "[bold]gravitable play superstar --players 3 --humans 2 --goodies teleport,double[/]\n\n"
    "[bold]gravitable play gravwell --players 4 --bot level:3 --warp-gate[/]\n\n"
    "[bold]gravitable play gravwell --players 1[/] (Solo)\n\n"
    "[bold]gravitable play --resume FILE[/]"
)
@with_game_options
def play(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help=f"One of {', '.join(game_names())}; asked for when left out."),
    ] = None,
    players: Annotated[
        int | None, typer.Option("--players", "-p", help="How many seats.", show_default="2")
    ] = None,
    humans: Annotated[
        int | None,
        typer.Option(
            "--humans", "-m", help="How many of them are people; the rest are bots.", show_default="1"
        ),
    ] = None,
    bot: Annotated[
        str,
        typer.Option(
            help="Who plays the bots: random, greedy, level:1 to level:5, module:Class ...; one for all, or one each."
        ),
    ] = "greedy",
    names: Annotated[str | None, typer.Option(metavar="A,B,...", help="Names of the players.")] = None,
    seed: Annotated[int | None, typer.Option(help="The same seed gives the same game.")] = None,
    save: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep the game in this file instead of a folder of ours."),
    ] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with a saved game.")] = None,
    pause: Annotated[
        bool, typer.Option(help="Wait for Enter after your turn, so that you can take it back.")
    ] = True,
    plain: Annotated[
        bool,
        typer.Option(
            "--plain",
            envvar="GRAVITABLE_PLAIN",
            help="Line by line instead of a full screen: for screen readers, scripts and old terminals. Without a "
            "terminal, or with TERM=dumb, it is always so.",
        ),
    ] = False,
    motion: Annotated[
        bool, typer.Option(help="Show falls and flights space by space on the full screen.")
    ] = True,
    *,
    options: Json,
) -> None:
    """Play in the terminal: alone against bots, with friends at one keyboard, or both.

    The board fills the screen; arrows, digits or the mouse choose, and the way of the highlighted choice is drawn on
    the board. Type ? in the game for help. The game is saved after every move.
    """
    if resume is not None:
        _refuse_beside_resume(game, players, names, seed, save, options)
        sitting = _resumed(resume, humans, bot, pause)
    else:
        chosen = game or _ask_game()
        sitting = _started(chosen, players, humans, bot, names, seed, save, pause, options)
    _run(sitting, plain=plain or not is_possible(), motion=motion)


def _refuse_beside_resume(*given: Any) -> None:
    if any(given):
        raise BadOption(
            "--resume goes on with a saved game as it is: leave out everything but --humans, --bot, --pause, --plain "
            "and --motion"
        )


def _ask_game() -> str:
    from gravitable.core.registry import rules_of  # noqa: PLC0415 - loads Numba

    if not sys.stdin.isatty():
        raise BadOption(f"say which game: gravitable play {' or gravitable play '.join(game_names())}")
    out.print("Which game?")
    for number, name in enumerate(game_names(), 1):
        rules = rules_of(name)
        out.print(
            f" [bold cyan]{number}[/]  {rules.title}, {rules.min_players} to {rules.max_players} players"
        )
    while True:
        answer = typer.prompt("Number or name", default="1").strip().lower()
        if answer in game_names():
            return str(answer)
        if answer.isdecimal() and 1 <= int(answer) <= len(game_names()):
            return list(game_names())[int(answer) - 1]
        out.print(f"Type 1 to {len(game_names())}, or one of {', '.join(game_names())}.", style="yellow")


def _started(
    name: str,
    players: int | None,
    humans: int | None,
    bot: str,
    names: str | None,
    seed: int | None,
    save: Path | None,
    pause: bool,
    options: Json,
) -> Sitting:
    import gravitable  # noqa: PLC0415 - the games load Numba
    from gravitable.core.registry import rules_of  # noqa: PLC0415

    rules = rules_of(name)
    count = max(2, humans or 0) if players is None else players
    game = gravitable.new(name, players=count, seed=seed, **options_for(rules, options))
    people = _checked_humans(1 if humans is None else humans, count)
    touch = touch_of(name)
    called = check_names(names, count, [touch.seat_name(seat) for seat in range(count)])
    seats = make_seats(name, called, bot_specs(count, people, bot), seed)
    out.print(f"[bold]{rules.title}[/]: " + ", ".join(escape(seat.shown) for seat in seats))
    out.print(f"Commitment to all deals: {game.commitment}", style="dim", soft_wrap=True)
    return Sitting(game, seats, save or files.new_save_path(name), pause)


def _checked_humans(humans: int, players: int) -> int:
    if not 0 <= humans <= players:
        raise WrongPlayerCount(f"--humans takes 0 to {players} at a table of {players} players, not {humans}")
    return humans


def _resumed(path: Path, humans: int | None, bot: str, pause: bool) -> Sitting:
    game = files.load_game(path)
    touch = touch_of(game.name)
    known = _saved_seats(path, game.players)
    if known is None or humans is not None:
        people = _checked_humans(1 if humans is None else humans, game.players)
        specs = bot_specs(game.players, people, bot)
        names = [name for name, _ in known] if known else [touch.seat_name(n) for n in range(game.players)]
        known = list(zip(names, specs, strict=True))
    seats = make_seats(game.name, [name for name, _ in known], [spec for _, spec in known], None)
    out.print(f"[bold]{game.rules.title}[/] goes on: " + ", ".join(escape(seat.shown) for seat in seats))
    sitting = Sitting(game, seats, _save_path_of(path, game.name), pause)
    sitting.seen = dict.fromkeys([None, *range(game.players)], max(0, len(game.log) - game.players))
    return sitting


def _saved_seats(path: Path, players: int) -> list[tuple[str, str | None]] | None:
    text = files.read_text(path)
    return restored(json.loads(text), players) if text.lstrip().startswith("{") else None


def _save_path_of(path: Path, game: str) -> Path:
    """Return where a resumed game is saved: in its own file, unless that is a position text."""
    return path if files.read_text(path).lstrip().startswith("{") else files.new_save_path(game)


def _run(sitting: Sitting, *, plain: bool, motion: bool) -> None:
    out.print(f"Saved after every move in {sitting.path}", style="dim", soft_wrap=True)
    try:
        if plain:
            Session(sitting).run()
        elif play_on_screen(sitting, motion=motion):
            print_end(sitting)
        else:
            _tell_how_to_go_on(sitting)
    except (Quit, KeyboardInterrupt) as reason:
        _tell_how_to_go_on(sitting)
        if isinstance(reason, KeyboardInterrupt):
            raise


def _tell_how_to_go_on(sitting: Sitting) -> None:
    if sitting.path.exists():
        out.print(f"\nGo on with: gravitable play --resume {sitting.path}", markup=False, soft_wrap=True)
