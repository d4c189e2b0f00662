"""What somebody does in their first hour, from an empty clone: ``make newcomer``, or ``python -m tests.newcomer``.

    python -m tests.newcomer                      # everything; a quarter of an hour on a quiet machine
    python -m tests.newcomer --list               # the steps
    python -m tests.newcomer --only play again    # some of them (and the clone, which all need)
    python -m tests.newcomer --folder F           # keep the clone there; the next call goes on with what is not yet ok
    python -m tests.newcomer --torch              # also MaskablePPO of sb3-contrib, which needs PyTorch

One line a step: ok or failed, and the seconds. After a failure the other steps still run, and the exit code says
that there was one. Ctrl-C ends what a step has started, and without ``--folder`` nothing is left behind.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))
sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))
sys.path.insert(0, str(Path(__file__).parent))

import httpx
from install import ROOT, installer

from first_hour import Guest, Play, empty_caches, my_choice, see_board, send, until
from newcomer_parts import BOT, ENVIRONMENTS, LIBRARY, MASKABLE, PLAYS

LIMIT_S = 1800.0
GAMES = ("superstar", "gravwell")
OTHER_PYTHONS = ("3.12", "3.13")
TORCH = "torch==2.13.0"


class Failed(Exception):
    """A step did not go as it should; the message says what was seen."""


class Newcomer:
    """A folder with nothing in it, and what has been put there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.clone = folder / "gravitable"
        self.dist = folder / "dist"
        self.notes: list[str] = []
        self.fresh = empty_caches(folder / "caches")
        self.home = {
            name: value for name, value in self.fresh.items() if "CACHE" not in name or "XDG" in name
        }
        """The same, but packages that this machine has fetched before are not fetched again."""

    def run(self, *command: object, fails: bool = False, cwd: Path | None = None, **more: str) -> str:
        """Run a program to its end and return what it printed; ``fails``: it has to refuse."""
        process = subprocess.Popen(
            [str(word) for word in command],
            cwd=cwd or self.folder,
            env=self.home | more,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        try:
            told, _ = process.communicate(timeout=LIMIT_S)
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            raise
        if bool(process.returncode) is not fails:
            raise Failed(f"{' '.join(map(str, command))} left with {process.returncode}:\n{told[-1500:]}")
        if "Traceback" in told:
            raise Failed(f"a traceback:\n{told[-1500:]}")
        return told

    def expect(self, fact: object, told: str) -> None:
        """Fail unless something is so."""
        if not fact:
            raise Failed(told)

    def environment(self, name: str, python: str, *packages: object) -> Path:
        """Return the commands' folder of a new virtual environment with packages in it."""
        place = self.folder / name
        uv = installer()[0]
        if not place.exists():
            self.run(uv, "venv", "--quiet", "--python", python, place)
            self.run(uv, "pip", "install", "--quiet", "--python", place / "bin" / "python", *packages)
        return place / "bin"

    @property
    def wheel(self) -> Path:
        """The built wheel."""
        self.expect(found := list(self.dist.glob("*.whl")), "there is no wheel: run the step 'build' too")
        return found[0]

    @property
    def installed(self) -> Path:
        """Where the commands of the wheel are, installed outside the tree with what environments need."""
        return self.environment("outside", sys.executable, f"{self.wheel}[envs,arena]", "pandas")


def clone(person: Newcomer) -> None:
    """Clone into an empty folder."""
    if not person.clone.exists():
        person.run("git", "clone", "--quiet", "--no-hardlinks", ROOT, person.clone)


def play(person: Newcomer) -> None:
    """make play: page, both boards, a whole game, Ctrl-C without an error of make."""
    server = Play(person.clone, person.fresh, LIMIT_S)
    try:
        page = server.until(server.has_page)
        board = server.until(lambda: see_board(server.url, LIMIT_S))
        whole_game(server.url)
        bots = server.until(lambda: are_bots_ready(server.url))
    finally:
        code = server.stop()
    person.notes.append(f"page {page}, board {board}, bots {bots}")
    # make says nothing and ends by the same signal, so that a shell knows of it.
    person.expect(code in (0, -signal.SIGINT), f"Ctrl-C: make left with {code}")
    person.expect(not any(word in server.told for word in ("Error", "***", "Traceback")), server.told)


def again(person: Newcomer) -> None:
    """A second start: nothing is installed, built or compiled."""
    server = Play(person.clone, person.fresh, LIMIT_S)
    try:
        page = server.until(server.has_page)
        board = server.until(lambda: see_board(server.url, LIMIT_S))
    finally:
        server.stop()
    person.notes.append(f"page {page}, board {board}")
    person.expect("Getting ready" not in server.told, "it compiled again")


def are_bots_ready(url: str) -> bool:
    """Say whether nothing is compiled any more; a server that had nothing to compile is not asked."""
    answer = httpx.get(f"{url}/api/warming", timeout=5)
    return answer.status_code == httpx.codes.NOT_FOUND or answer.json()["share"] == 1


def whole_game(url: str) -> None:
    """Play Gravwell to its end against a random bot, over the socket, as a browser does."""
    guest = Guest(url)
    with guest.socket() as socket:
        table = guest.sits_down("gravwell", "random")
        tried = my_choice(socket, table, LIMIT_S)
        for number in range(1000):
            version, actions = tried["version"], tried["legal"][:1]
            send(socket, type="commit", table=table, version=version, id=f"n{number}", actions=actions)
            state = until(socket, LIMIT_S, type="state")
            while not state["over"] and (0 not in state["to_act"] or state["version"] <= version):
                state = until(socket, LIMIT_S, type="state")
            if state["over"]:
                return
            send(socket, type="try", table=table, version=state["version"], actions=[])
            tried = until(socket, LIMIT_S, type="tried")
    raise Failed("the game did not end")


def build(person: Newcomer) -> None:
    """Wheel and source archive, both with the client inside."""
    person.run(installer()[0], "build", "--quiet", "--out-dir", person.dist, person.clone)
    names = zipfile.ZipFile(person.wheel).namelist()
    person.expect("gravitable/server/static/index.html" in names, "the wheel has no client")
    (archive,) = person.dist.glob("*.tar.gz")
    listed = person.run("tar", "tzf", archive)
    person.expect("server/static/index.html" in listed, "the source archive has no client")
    person.notes.append(f"{person.wheel.stat().st_size / 1e6:.1f} MB")


def pip(person: Newcomer) -> None:
    """pip install the wheel and the source archive, outside the tree."""
    (archive,) = person.dist.glob("*.tar.gz")
    for name, package in (("pip-wheel", person.wheel), ("pip-archive", archive)):
        place = person.folder / name
        person.run(sys.executable, "-m", "venv", place)
        person.run(place / "bin" / "pip", "install", "--quiet", package)
        person.run(place / "bin" / "python", "-c", PLAYS)


def pythons(person: Newcomer) -> None:
    """The wheel with other versions of Python."""
    for version in OTHER_PYTHONS:
        found = person.run(installer()[0], "python", "find", "--system", version, PYENV_VERSION=version)
        python = found.strip().splitlines()[-1]
        commands = person.environment(f"python-{version}", python, person.wheel)
        person.run(commands / "python", "-c", PLAYS)
        person.notes.append(person.run(commands / "python", "--version").strip())


def uvx(person: Newcomer) -> None:
    """uvx --from the wheel."""
    uv = Path(installer()[0])
    told = person.run(uv, "tool", "run", "--from", person.wheel, "gravitable", "--version")
    person.expect("gravitable" in told.lower(), told)


def pipx(person: Newcomer) -> None:
    """Pipx install the wheel."""
    commands = person.environment("pipx", sys.executable, "pipx")
    home, target = str(person.folder / "pipx-home"), str(person.folder / "pipx-bin")
    person.run(commands / "pipx", "install", person.wheel, PIPX_HOME=home, PIPX_BIN_DIR=target)
    person.run(person.folder / "pipx-bin" / "gravitable", "--version")


def second_environment(person: Newcomer) -> None:
    """On a new machine it is said what is compiled; a second environment with the same program compiles nothing."""
    cache = str(person.folder / f"cache-{time.time_ns()}")
    second = person.environment("second", sys.executable, person.wheel)
    for commands, compiles in ((person.installed, True), (second, False)):
        told = person.run(commands / "gravitable", "show", "superstar", "--seed", "1", GRAVITABLE_CACHE=cache)
        person.expect(("Compiling the rules of Gravity Superstar" in told) is compiles, told)


def helps(person: Newcomer) -> None:
    """Every command has a --help with its own text; completion is offered once."""
    command = person.installed / "gravitable"
    listed = person.run(command, "--help", COLUMNS="100")
    person.expect("--install-completion" in listed, "no completion")
    names = [line.split()[1] for line in listed.splitlines() if line.startswith("│ ") and line[2:3].isalpha()]
    person.expect(len(names) > 10, listed)
    for name in names:
        told = person.run(command, name, "--help", COLUMNS="100")
        person.expect("Usage" in told and "completion" not in told, told)
    completed = person.run(
        command, _GRAVITABLE_COMPLETE="complete_bash", COMP_WORDS="gravitable ar", COMP_CWORD="1"
    )
    person.expect("arena" in completed, completed)
    person.notes.append(f"{len(names)} commands")


def backups(person: Newcomer) -> None:
    """A mistyped database is refused and not made; a good backup is not overwritten; a broken one restores nothing."""
    command, kept = person.installed / "gravitable", person.folder / "kept.backup"
    kept.write_text("precious")
    missing = person.folder / "mistyped.db"
    person.run(command, "backup", kept, "--database", missing, "--force", fails=True)
    person.expect(not missing.exists() and kept.read_text() == "precious", "something was written")
    target = person.folder / "restored.db"
    person.run(command, "restore", kept, "--database", target, fails=True)
    person.expect(not target.exists(), "a failed restore left a database behind")


def bot(person: Newcomer) -> None:
    """A bot in ten lines, in the arena, in the terminal, and online."""
    folder, command = person.folder / "bot", person.installed / "gravitable"
    folder.mkdir(exist_ok=True)
    (folder / "my_bots.py").write_text(BOT)
    told = person.run(
        command, "arena", "superstar", "--bots", "my_bots:Last", "random", "-n", "4", "-w", "1",
        "--rounds", "3", "--json", "-o", folder / f"{time.time_ns()}.jsonl", cwd=folder,
    )  # fmt: skip
    person.expect('"forfeits": 0' in told, told)
    person.run(
        command, "play", "gravwell", "--humans", "0", "--bot", "my_bots:Last", "--seed", "1", cwd=folder
    )
    server = Play(person.clone, person.fresh, LIMIT_S)
    try:
        server.until(server.has_page)
        server.until(lambda: see_board(server.url, LIMIT_S))
        guest = Guest(server.url)
        table = guest.opens("gravwell", "random")
        told = person.run(command, "join", server.url, table, "--bot", "my_bots:Last", cwd=folder)
    finally:
        server.stop()
    person.expect("Seat 1" in told, told)


def library(person: Newcomer) -> None:
    """gravitable.arena.run, pandas, previews, outlook, SVG in notebooks."""
    person.run(person.installed / "python", "-c", LIBRARY)


def environments(person: Newcomer) -> None:
    """check_env, parallel_seed_test, max_cycles, make_vec, action_masks with the real libraries."""
    person.run(person.installed / "python", "-c", ENVIRONMENTS)


def maskable(person: Newcomer) -> None:
    """MaskablePPO of sb3-contrib learns on the environment as it is (needs PyTorch; only with --torch)."""
    place = person.folder / "torch"
    if not place.exists():
        # With pip, which takes a form of PyTorch for processors only where the machine's settings offer one; and first
        # of all, since others that ask for PyTorch would bring the newest with gigabytes for graphics cards.
        person.run(sys.executable, "-m", "venv", place)
        person.run(place / "bin" / "pip", "install", "--quiet", TORCH)
        person.run(place / "bin" / "pip", "install", "--quiet", "sb3-contrib", f"{person.wheel}[envs]")
    person.run(place / "bin" / "python", "-c", MASKABLE)


def docs(person: Newcomer) -> None:
    """The documentation site is built from the clone."""
    commands = person.environment("docs", sys.executable, "zensical")
    person.run(commands / "python", "tools/site_for_readers.py", cwd=person.clone)
    site = person.clone / "site"
    person.expect((site / "getting-started.html").is_file(), "no page came out")
    person.expect(not list(site.rglob("*.py")), "scripts came out")


STEPS: dict[str, Callable[[Newcomer], None]] = {
    step.__name__.replace("_", "-"): step
    for step in (
        clone, play, again, build, pip, pythons, uvx, pipx, second_environment, helps, backups, bot, library,
        environments, maskable, docs,
    )
}  # fmt: skip


def go_through(person: Newcomer, wanted: list[str]) -> int:
    """Run steps, say how each went, and return how many failed."""
    journal = person.folder / "done.json"
    done: list[str] = json.loads(journal.read_text()) if journal.exists() else []
    failures = 0
    for name in wanted:
        if name in done:
            print(f"ok      {name:<20} (before)", flush=True)
            continue
        began, person.notes = time.monotonic(), []
        try:
            STEPS[name](person)
        except Exception as error:  # whatever it is, the next step is worth trying
            failures += 1
            print(f"FAILED  {name:<20} {time.monotonic() - began:6.0f} s  {error}", flush=True)
        else:
            journal.write_text(json.dumps([*done, name]))
            done = [*done, name]
            told = ", ".join(person.notes)
            print(f"ok      {name:<20} {time.monotonic() - began:6.0f} s  {told}", flush=True)
    return failures


def main() -> int:
    """Go through the first hour; return the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--only", nargs="+", choices=list(STEPS), metavar="STEP")
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--torch", action="store_true")
    wish = parser.parse_args()
    if wish.list:
        for name, step in STEPS.items():
            print(f"{name:<20} {step.__doc__}")
        return 0
    wanted = ["clone", *(wish.only or [name for name in STEPS if name != "maskable" or wish.torch])]
    folder = wish.folder or Path(tempfile.mkdtemp(prefix="newcomer-"))
    folder.mkdir(parents=True, exist_ok=True)
    try:
        failures = go_through(Newcomer(folder.resolve()), list(dict.fromkeys(wanted)))
    except KeyboardInterrupt:
        return 130
    finally:
        if wish.folder is None:
            shutil.rmtree(folder, ignore_errors=True)
    print(f"{failures} of {len(wanted)} failed" if failures else "everything went well")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
