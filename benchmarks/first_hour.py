"""Time what a newcomer waits for, with the tree of today beside an older one: an empty clone, empty caches.

    python benchmarks/first_hour.py                  # the last commit before this was looked after, and today's
    python benchmarks/first_hour.py 208d202 HEAD     # or any two commits of this repository
    python benchmarks/first_hour.py HEAD             # one alone
    python benchmarks/first_hour.py --again 5        # only the second start, five times each, in turn

Each commit is cloned into a folder of its own and started as ``make play`` starts it. Then somebody comes: opens the
page, sits down at both games, plays, sees the bot answer; ends the server with Ctrl-C and starts it again. Beside the
time on the clock stands the processor time of everything that ran until then, which a busy machine changes less. Where
packages are fetched from stays as it is set on this machine; what was fetched or compiled before is not seen. Takes
some minutes a commit on a quiet machine; ``--limit`` bounds each wait. What it starts, it stops.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import httpx
from websockets import Origin
from websockets.sync.client import ClientConnection, connect

ROOT = Path(__file__).resolve().parent.parent
BEFORE = "208d202"
"""The last commit whose ``make play`` installed everything, and compiled before it served a page."""
GAMES = ("superstar", "gravwell")
_TICKS = os.sysconf("SC_CLK_TCK")
_LOOK_S = 0.05


class TookTooLong(Exception):
    """Something did not come within the limit."""


class Wait(NamedTuple):
    """How long something took: on the clock, and in processor time of everything that ran."""

    clock: float
    processor: float

    def __str__(self) -> str:
        return f"{self.clock:.1f} s ({self.processor:.1f})"


class Play:
    """``make play`` in a clone, from the command on."""

    def __init__(self, clone: Path, environment: dict[str, str], limit: float) -> None:
        self._log = clone.parent / f"{clone.name}.log"
        self._limit = limit
        self._began = time.monotonic()
        with self._log.open("wb") as told:
            self._process = subprocess.Popen(
                _command(clone),
                cwd=clone,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=told,
                stderr=told,
                start_new_session=True,
            )
        self.url = ""

    def until(self, look: Callable[[], Any]) -> Wait:
        """Wait until something is there."""
        while not _without_errors(look):
            if time.monotonic() - self._began > self._limit:
                raise TookTooLong(f"not within {self._limit:.0f} s:\n{self.told[-2000:]}")
            if self._process.poll() is not None:
                raise TookTooLong(f"it ended:\n{self.told[-2000:]}")
            time.sleep(_LOOK_S)
        return Wait(time.monotonic() - self._began, processor_time(self._process.pid))

    @property
    def told(self) -> str:
        """What was printed so far."""
        return self._log.read_text()

    def has_page(self) -> bool:
        """Say whether a browser would be shown something."""
        found = re.search(r"Play at (http://[\d.:]+)", self.told)
        if not found:
            return False
        self.url = found[1]
        return httpx.get(self.url, timeout=5).status_code == 200

    def stop(self) -> int:
        """Press Ctrl-C, as somebody at a terminal does: everything in the session hears it."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGINT)
        try:
            return self._process.wait(30)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)
            return self._process.wait(30)


def _command(clone: Path) -> list[str]:
    """Return the command: today's habit takes arguments for the server, the old one had none to choose a free port."""
    if "$(ARGS)" in (clone / "Makefile").read_text():
        return ["make", "play", "ARGS=--port 0 --no-open"]
    return ["sh", "-c", "make setup && exec .venv/bin/gravitable serve --port 0"]


def _without_errors(look: Callable[[], Any]) -> Any:
    try:
        return look()
    except (httpx.HTTPError, OSError):
        return None


def processor_time(session: int) -> float:
    """Return the processor time of a session's processes, ended ones included, in seconds."""
    total = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has just ended
        if int(fields[3]) == session:
            total += sum(map(int, fields[11:15]))
    return total / _TICKS


class Guest:
    """Somebody who wants to play."""

    def __init__(self, url: str) -> None:
        self._http = httpx.Client(base_url=url, headers={"Origin": url}, timeout=30)
        self._url = url
        self._post("/api/guest", name="Ada")

    def _post(self, path: str, **form: Any) -> dict[str, Any]:
        answer = self._http.post(path, json=form)
        answer.raise_for_status()
        return dict(answer.json())

    def sits_down(self, game: str, bot: str) -> str:
        """Start a table with a bot; return its id."""
        bots = [{"seat": 1, "bot": bot}]
        table = self._post("/api/tables", game=game, seats=2, seat=0, bots=bots)["table"]
        if table["status"] == "open":
            self._post(f"/api/tables/{table['id']}/start")
        return str(table["id"])

    def opens(self, game: str, bot: str) -> str:
        """Make a table with a bot and a free seat; return its code."""
        bots = [{"seat": 0, "bot": bot}]
        return str(self._post("/api/tables", game=game, seats=2, seat=None, bots=bots)["table"]["code"])

    @contextmanager
    def socket(self) -> Iterator[ClientConnection]:
        """Connect and say hello."""
        protocol = self._http.get("/api/protocol").json()["protocol"]
        cookie = "; ".join(f"{name}={value}" for name, value in self._http.cookies.items())
        address = self._url.replace("http", "ws") + "/ws"
        with connect(address, origin=Origin(self._url), additional_headers={"Cookie": cookie}) as socket:
            send(socket, type="hello", protocol=protocol)
            yield socket


def send(socket: ClientConnection, **message: Any) -> None:
    """Send one message."""
    socket.send(json.dumps(message))


def until(socket: ClientConnection, limit: float, **wanted: Any) -> dict[str, Any]:
    """Return the next message with these fields."""
    while True:
        message = dict(json.loads(socket.recv(limit)))
        if all(message.get(key) == value for key, value in wanted.items()):
            return message


def my_choice(socket: ClientConnection, table: str, limit: float) -> dict[str, Any]:
    """Return the state and the choices once it is our turn."""
    send(socket, type="watch", table=table)
    while True:
        state = until(socket, limit, type="state")
        if state["seat"] in state["to_act"]:
            send(socket, type="try", table=table, version=state["version"], actions=[])
            return until(socket, limit, type="tried")


def see_board(url: str, limit: float) -> bool:
    """Sit down at both games, with a bot that needs no compiled search, and be asked what to play."""
    guest = Guest(url)
    with guest.socket() as socket:
        for game in GAMES:
            if not my_choice(socket, guest.sits_down(game, "random"), limit)["legal"]:
                return False
    return True


def bot_answers(url: str, limit: float) -> bool:
    """Play one choice against a bot that thinks, and be asked again: so it has chosen."""
    guest = Guest(url)
    with guest.socket() as socket:
        table = guest.sits_down("gravwell", "level:3")
        tried = my_choice(socket, table, limit)
        version, action = tried["version"], tried["legal"][0]
        send(socket, type="commit", table=table, version=version, id="first", actions=[action])
        while True:
            state = until(socket, limit, type="state")
            if state["version"] >= version + 2:
                return True


def megabytes(*folders: Path) -> float:
    """Return what folders take on the disk, each file once."""
    seen: dict[tuple[int, int], int] = {}
    for folder in folders:
        for path in folder.rglob("*"):
            about = path.lstat()
            seen[about.st_dev, about.st_ino] = about.st_blocks * 512
    return sum(seen.values()) / 1e6


def empty_caches(folder: Path) -> dict[str, str]:
    """Return an environment in which nothing was fetched or compiled before."""
    places = ("XDG_CACHE_HOME", "XDG_DATA_HOME", "UV_CACHE_DIR", "PIP_CACHE_DIR", "NPM_CONFIG_CACHE")
    own = {name: str(folder / name.lower()) for name in places}
    mine = ("GRAVITABLE_", "NUMBA_", "VIRTUAL_ENV", "PYTHON", "DISPLAY")
    return {name: value for name, value in os.environ.items() if not name.startswith(mine)} | own


class _Told(dict[str, str]):
    """Figures, each said as soon as it is there."""

    def __setitem__(self, name: str, figure: str) -> None:
        super().__setitem__(name, figure)
        print(f"  {name}: {figure}", file=sys.stderr, flush=True)


def measure(commit: str, folder: Path, limit: float) -> dict[str, str]:
    """Return the figures of one commit."""
    print(f"Measuring {commit} ...", file=sys.stderr, flush=True)
    clone = cloned(commit, folder)
    environment = empty_caches(folder / f"caches-{clone.name}")
    told = _Told()
    play = Play(clone, environment, limit)
    try:
        told["command to page"] = str(play.until(play.has_page))
        told["command to playable board"] = str(play.until(lambda: see_board(play.url, limit)))
        told["command to the first answer of a bot"] = str(play.until(lambda: bot_answers(play.url, limit)))
    finally:
        play.stop()
    packages = list((clone / ".venv").glob("lib/python*/site-packages/*.dist-info"))
    told["Python packages"] = str(len(packages))
    told["MB installed"] = f"{megabytes(clone / '.venv', clone / 'web' / 'node_modules'):.0f}"
    page, board = second_start(clone, environment, limit)
    told["second start: page"] = str(page)
    told["second start: playable board"] = str(board)
    return told


def cloned(commit: str, folder: Path) -> Path:
    """Return a clone of a commit."""
    clone = folder / f"clone-{commit.replace('/', '-')}"
    subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", str(ROOT), str(clone)], check=True)
    subprocess.run(["git", "checkout", "--quiet", commit], cwd=clone, check=True)
    return clone


def second_start(clone: Path, environment: dict[str, str], limit: float) -> tuple[Wait, Wait]:
    """Return how long page and board take where everything is installed, built and compiled."""
    again = Play(clone, environment, limit)
    try:
        return again.until(again.has_page), again.until(lambda: see_board(again.url, limit))
    finally:
        again.stop()


def measure_again(commits: list[str], folder: Path, limit: float, times: int) -> list[dict[str, str]]:
    """Return the medians of second starts, the commits in turn; what this machine has fetched and compiled is used."""
    clones = {
        (clone := cloned(commit, folder)): _own_data(folder / f"data-{clone.name}") for commit in commits
    }
    for clone, environment in clones.items():
        first = Play(clone, environment, limit)
        try:
            first.until(first.has_page)
            first.until(partial(_has_answered, first, limit))
        finally:
            first.stop()
    seen: list[list[tuple[Wait, Wait]]] = [[] for _ in clones]
    for _ in range(times):
        for (clone, environment), waits in zip(clones.items(), seen, strict=True):
            waits.append(second_start(clone, environment, limit))
            print(f"  {clone.name}: {waits[-1][0]}, {waits[-1][1]}", file=sys.stderr, flush=True)
    rows = ("second start: page", "second start: playable board")
    return [{row: str(_median([wait[n] for wait in waits])) for n, row in enumerate(rows)} for waits in seen]


def _own_data(folder: Path) -> dict[str, str]:
    """Return an environment with a database of its own, since an older commit refuses that of a newer one."""
    return {name: value for name, value in empty_caches(folder).items() if "_CACHE" not in name}


def _has_answered(play: Play, limit: float) -> bool:
    return bot_answers(play.url, limit)


def _median(waits: list[Wait]) -> Wait:
    return Wait(median(wait.clock for wait in waits), median(wait.processor for wait in waits))


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("commits", nargs="*", default=[BEFORE, "HEAD"])
    parser.add_argument(
        "--again", type=int, default=0, metavar="N", help="only second starts, N of each in turn; medians"
    )
    parser.add_argument("--limit", type=float, default=900.0, help="seconds that any one thing may take")
    wish = parser.parse_args()
    known = {name: _hash(name) for name in wish.commits}
    with tempfile.TemporaryDirectory() as folder:
        if wish.again:
            found = measure_again(list(known.values()), Path(folder), wish.limit, wish.again)
        else:
            found = [measure(commit, Path(folder), wish.limit) for commit in known.values()]
    columns = {f"{name} ({commit})": one for (name, commit), one in zip(known.items(), found, strict=True)}
    print(f"Clock (processor time), {time.strftime('%Y-%m-%d %H:%M')}, load {os.getloadavg()[1]:.1f}\n")
    print(f"| | {' | '.join(columns)} |\n|---|{'---:|' * len(columns)}")
    for row in next(iter(columns.values())):
        print(f"| {row} | {' | '.join(column[row] for column in columns.values())} |")


def _hash(name: str) -> str:
    command = ["git", "rev-parse", "--short", name]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


if __name__ == "__main__":
    try:
        main()
    except TookTooLong as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit(130)
