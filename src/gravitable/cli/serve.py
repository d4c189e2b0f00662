"""``gravitable serve``: play in the browser."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from gravitable.cli.console import err, out
from gravitable.server.errors import BadSetting
from gravitable.server.storage.database_url import PREFIX

try:
    import fcntl
except ImportError:  # Windows has none: there nobody notices a second server on one file
    fcntl = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from starlette.applications import Starlette

    from gravitable.cli.behind import Behind
    from gravitable.server.settings import Settings

app = typer.Typer(rich_markup_mode="rich", add_completion=False)

_SHUTDOWN_S = 5
_MAX_MESSAGE = 16_384


@app.command(
    epilog="Examples: [bold]gravitable serve[/], [bold]gravitable serve --lan[/] for everybody in your house, "
    "[bold]gravitable serve --database postgresql://me@db/gravitable --workers 4[/]."
)
def serve(
    host: Annotated[str, typer.Option(help="Address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen at; 0: any free one.")] = 8000,
    lan: Annotated[
        bool, typer.Option("--lan", help="Let others in your network play; shows the address as a QR code.")
    ] = False,
    database: Annotated[
        str,
        typer.Option(
            metavar="FILE|URL",
            envvar=f"{PREFIX}DATABASE",
            show_envvar=False,
            help="SQLite file, or postgresql://user@host/name; by default one file in your data folder.",
        ),
    ] = "",
    workers: Annotated[
        int, typer.Option(min=1, max=64, help="Processes; more than one needs PostgreSQL.")
    ] = 1,
    log_level: Annotated[str, typer.Option(help="debug, info, warning or error.")] = "warning",
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open the browser.")] = False,
) -> None:
    """Start the server, say where to play and open the browser there. Ctrl-C ends it; games go on at the next start.

    The browser is not opened over SSH or where there is no screen. The first start on a machine compiles the games:
    the page is there at once and says how far that is, rules come first, and bots follow while you play already.

    All further settings are environment variables, see docs/hosting.md.
    """
    settings = _settings(database, log_level)
    if workers > 1 and settings.is_sqlite:
        raise BadSetting(
            "--workers needs PostgreSQL, since SQLite takes one writing process: "
            "leave --workers out, or give --database postgresql://..."
        )
    alone = _be_alone(settings)
    asyncio.run(_prepare(settings))
    listener = _listen("0.0.0.0" if lan else host, port)  # noqa: S104 - only when asked for
    address = _print_address(listener, lan or host in ("0.0.0.0", "::"))  # noqa: S104
    if not no_open and _has_screen():
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    behind = _what_is_missing()
    try:
        if behind is not None and not _first_start(listener, behind, workers):
            raise typer.Exit(130)
        _run(listener, workers, behind)
    finally:
        if behind is not None:
            behind.stop()
    if alone is not None:
        alone.close()


def _be_alone(settings: Settings) -> IO[bytes] | None:
    """Refuse a second server on one SQLite file: neither would hear what the other writes."""
    path = Path(settings.url.partition("///")[2])
    if not settings.is_sqlite or path.is_dir():  # a folder is refused when the database is opened
        return None
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = path.with_name(path.name + ".lock").open("wb")
    except OSError as error:
        raise BadSetting(f"database {settings.database}: {error.strerror}") from error
    try:
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise BadSetting(
            f"another server uses {path} already: end it first, or give --database another file; "
            "for several servers on one database take PostgreSQL"
        ) from None
    return lock


def _settings(database: str, log_level: str) -> Settings:
    """Return the settings, put where worker processes find them too."""
    from gravitable.server.settings import from_environment  # noqa: PLC0415 - loads pydantic

    os.environ[f"{PREFIX}DATABASE"] = database
    os.environ.setdefault(f"{PREFIX}LOG_LEVEL", log_level)
    return from_environment()


def _has_screen() -> bool:
    """Say whether the person who typed the command would see a browser that is opened here."""
    is_far_away = "SSH_CONNECTION" in os.environ or "SSH_TTY" in os.environ
    has_windows = sys.platform in ("win32", "darwin") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
    return has_windows and not is_far_away and sys.stdout.isatty()


def _what_is_missing() -> Behind | None:
    """Return what was never made on this machine: games that are not compiled, the client of a checkout."""
    from gravitable.cli.behind import what_is_missing  # noqa: PLC0415
    from gravitable.core.package import packages  # noqa: PLC0415
    from gravitable.core.ready import is_ready  # noqa: PLC0415 - loads LLVM

    return what_is_missing([game for game in packages() if not is_ready(game)])


def _first_start(listener: socket.socket, behind: Behind, workers: int) -> bool:
    """Show a page until there is a board; False: somebody pressed Ctrl-C."""
    from gravitable.cli.warming import warm_up  # noqa: PLC0415 - only the first time

    behind.start()
    # Several processes would have to be told when the bots are ready; whoever hosts that way can wait a minute.
    return warm_up(listener, behind, everything=workers > 1)


async def _prepare(settings: Settings) -> None:
    """Make the database ready before anything else, so that a bad one is told at once, in one line."""
    from gravitable.server.storage.database import Database  # noqa: PLC0415 - loads the database's driver

    try:
        database = Database(settings.url)
    except OSError as error:
        raise BadSetting(f"database {settings.database}: {error.strerror}") from error
    try:
        await database.migrate()
    finally:
        await database.close()


def _listen(host: str, port: int) -> socket.socket:
    """Take the port before anything else, so that a taken one is told at once."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise BadSetting(f"cannot listen at {host} port {port}: {error.strerror}; try --port 0") from error
    listener.set_inheritable(True)
    return listener


def _print_address(listener: socket.socket, everywhere: bool) -> str:
    """Say where to play; return the address for this machine."""
    port = listener.getsockname()[1]
    host = "127.0.0.1" if everywhere else listener.getsockname()[0]
    address = f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
    out.print(Text(f"Play at {address}"), soft_wrap=True)
    if everywhere and (own := _lan_address()):
        import segno  # noqa: PLC0415 - only needed here

        link = f"http://{own}:{port}/"
        out.print(Text(f"Others in your network: {link}"), soft_wrap=True)
        segno.make(link).terminal(compact=True)
    err.print("Ctrl-C ends the server.")
    return address


def _lan_address() -> str | None:
    """Return this machine's address in the local network; nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def _run(listener: socket.socket, workers: int, behind: Behind | None) -> None:
    from gravitable.server.guard.door import SETTINGS  # noqa: PLC0415 - loads uvicorn

    options: dict[str, Any] = {
        "log_config": None,
        "access_log": False,
        "server_header": False,
        "ws_max_size": _MAX_MESSAGE,
        "ws_per_message_deflate": False,
        "ws_ping_interval": 20,
        "ws_ping_timeout": 30,
        "timeout_graceful_shutdown": _SHUTDOWN_S,
        **SETTINGS,
    }
    if workers == 1:
        _run_alone(listener, options, behind)
    else:
        _run_workers(listener, options, workers)


def _run_alone(listener: socket.socket, options: dict[str, Any], behind: Behind | None) -> None:
    """Show the page while the rest of the server is still being loaded."""
    import uvicorn  # noqa: PLC0415 - everything else should start without it

    from gravitable.server.opening import Opening  # noqa: PLC0415

    def load() -> Starlette:
        from gravitable.server.app import create  # noqa: PLC0415 - loads Numba, all games and FastAPI

        return create(compiling=behind)

    def give_up() -> None:
        server.should_exit = True

    opening = Opening(load, give_up, behind)
    server = uvicorn.Server(uvicorn.Config(opening, **options))
    server.run(sockets=[listener])
    if opening.failure is not None:
        raise opening.failure


def _run_workers(listener: socket.socket, options: dict[str, Any], workers: int) -> None:
    import uvicorn  # noqa: PLC0415 - as above
    from uvicorn.supervisors import Multiprocess  # noqa: PLC0415

    config = uvicorn.Config("gravitable.server.app:create", factory=True, workers=workers, **options)
    Multiprocess(config, sockets=[listener]).run()
