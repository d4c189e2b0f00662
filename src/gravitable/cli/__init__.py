"""The command line, ``gravitable``: one file per command, loaded only when the command is used."""

from __future__ import annotations

import contextlib
import gc
import os
import sys
from typing import Annotated

import typer
from typer import rich_utils

from gravitable._version import __version__
from gravitable.cli.console import err
from gravitable.cli.lazy import LazyGroup
from gravitable.core.errors import GravitableError

INTERRUPTED = 130  # 128 + SIGINT, as shells have it
BAD_INPUT = 2

app = typer.Typer(
    cls=LazyGroup,
    name="gravitable",
    no_args_is_help=True,
    add_completion=True,  # once here, for all commands
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    epilog="Start with [bold]gravitable play[/]. Every command explains itself: "
    "[bold]gravitable play --help[/], [bold]gravitable simulate --help[/] ...",
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"gravitable {__version__}")
        raise typer.Exit


@app.callback()
def gravitable(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and leave.")
    ] = False,
) -> None:
    """Two board games about gravity: play, simulate, replay, draw and measure them."""


def main() -> None:
    """Run the command line; leaves the process with its exit code."""
    # Importing makes many objects and no garbage: without looking for it a start takes a tenth less.
    gc.set_threshold(100_000, 20, 20)
    sys.exit(_run())


def _run() -> int:
    """Run a command and return its exit code: 0 fine, 1 found something wrong, 2 bad input, 130 stopped."""
    try:
        code = app(prog_name="gravitable", standalone_mode=False)
    except (KeyboardInterrupt, typer.Abort):
        return stopped()
    except GravitableError as error:
        return refused(error)
    except BrokenPipeError:
        return _reader_left()
    except Exception as error:
        if not hasattr(
            error, "format_message"
        ):  # only usage errors have it; Typer does not export their class
            raise
        rich_utils.rich_format_error(error)  # type: ignore[arg-type]
        return BAD_INPUT
    return INTERRUPTED if code == INTERRUPTED and stopped() else int(code or 0)


def stopped() -> int:
    """Say that Ctrl-C was understood."""
    err.print("\nStopped.")
    return INTERRUPTED


def refused(error: GravitableError) -> int:
    """Print one of our errors in one line, with its code."""
    err.print(f"[bold red]error[/] [dim]({error.code})[/]", end=" ", soft_wrap=True)
    err.print(str(error), markup=False, soft_wrap=True)
    return BAD_INPUT


def _reader_left() -> int:
    """Leave quietly when the reader of a pipe has gone, as in ``gravitable tiles show | head -1``."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0
