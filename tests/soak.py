"""The long forms of the server's trials: ``make soak``, or ``python -m tests.soak --kills 200 --messages 10000``.

Kills the server 200 times during play, loses processes and the database again and again, and sends 10,000 hostile
messages. Then the levels of bots play each other, and a public library learns on our environment (where sb3-contrib is
installed). Leaves with 1 when anything was lost, refused or closed that should not have been, when a level is not as
far from the next as it should be, or when nothing was learned. Takes an hour or two; 0 leaves a part out:

    python -m tests.soak --messages 0 --kills 20 --rounds 0 --ladder 0 --learn 0
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from bots import ladder
from server.harness import Postgres, postgres_binaries, running
from server.players import Person, ScriptedPlayer
from server.test_hostile import KNOWN_CODES, attack
from server.test_play import two_people
from server.trials import (
    check_nothing_lost,
    kill_again_and_again,
    lose_one_process,
    lose_the_database,
)

KILLS_A_ROUND = 20
LEARNED_POINTS = 10
"""By so many more of a hundred games shall a library win that has learned; two hundred are played."""


def progress(what: str, done: int, count: int, more: str = "") -> None:
    """Say on standard error how far a trial has come."""
    print(f"  {time.strftime('%H:%M:%S')} {done} of {count} {what} {more}", file=sys.stderr, flush=True)


def kills(folder: Path, count: int, seed: int) -> str:
    """Kill the server at random moments, on SQLite; after every round the log is compared with what people saw."""
    done = accepted = games = 0
    while done < count:
        database = str(folder / f"soak-{done}.db")
        with running(database, folder) as server:
            number = min(KILLS_A_ROUND, count - done)
            trial = asyncio.run(kill_again_and_again(server, number, seed=seed + done))
        asyncio.run(check_nothing_lost(database, trial))
        done, accepted, games = done + number, accepted + trial.accepted, games + trial.games_finished
        progress("kills", done, count, f"{accepted} commits accepted, 0 lost")
    return f"{done} kills, {accepted} commits accepted, 0 lost or twice, {games} games"


def messages(folder: Path, count: int) -> str:
    """Send hostile messages while others play."""

    async def play(url: str) -> int:
        answered = 0
        eve = await Person.arrive(url, "Eve")
        for number in range(max(1, count // 1000)):
            ada, ben, table = await two_people(server, ("superstar", "gravwell")[number % 2])
            players = [ScriptedPlayer(person, table, number) for person in (ada, ben)]
            playing = asyncio.gather(*(player.play() for player in players))
            got, codes = await attack(eve, table, min(count, 1000), seed=number)
            await playing
            unexpected = codes - KNOWN_CODES
            if unexpected or any(player.errors or player.reconnects for player in players):
                raise AssertionError(f"disturbed: {unexpected} {[player.errors for player in players]}")
            answered += got
            progress("hostile messages", (number + 1) * min(count, 1000), count)
        return answered

    with running(str(folder / "hostile.db"), folder) as server:
        answered = asyncio.run(play(server.url))
        if '"trace"' in server.log.read_text():
            raise AssertionError("the server's log has a traceback")
    return f"{count} hostile messages, {answered} refused with known codes, nobody disturbed"


def processes(folder: Path, count: int, postgres: Postgres) -> str:
    """Lose one of two processes on one PostgreSQL, several times."""
    for number in range(count):
        database = postgres.new_database(f"processes_{number}")
        with running(database, folder) as first, running(database, folder) as second:
            trial = asyncio.run(lose_one_process([first, second], seed=number))
            asyncio.run(check_nothing_lost(database, trial))
        progress("lost processes", number + 1, count)
    return f"{count} times one of two processes killed, play went on, 0 lost"


def away(folder: Path, count: int, postgres: Postgres) -> str:
    """Take the database away for ten seconds, several times."""
    for number in range(count):
        database = postgres.new_database(f"away_{number}")
        with running(database, folder) as server:
            trial = asyncio.run(lose_the_database(server, postgres, seconds=10, seed=number))
            asyncio.run(check_nothing_lost(database, trial))
            told = {error["code"] for player in trial.players for error in player.errors}
            if not told <= {"database-away"}:
                raise AssertionError(f"people were told {told}")
        progress("times without database", number + 1, count)
    return f"{count} times without database for 10 s, play went on, 0 lost"


def levels(count: int) -> str:
    """Let each level play the one below in both games; the 95% interval must reach into what we aim at."""
    told, off = [], []
    for game in ladder.AIM:
        for level in ladder.LEVELS:
            row = ladder.match(game, ladder.spec(game, level), ladder.spec(game, level - 1), count)
            told.append(f"{game} {level} against {level - 1} {row.wins}")
            off += [told[-1]] if ladder.is_off(game, row.wins) else []
            progress("games", count, count, told[-1])
    if off:
        raise AssertionError(f"not as far apart as they should be: {'; '.join(off)}")
    return f"levels, {count} games each: {'; '.join(told)}"


def learning(steps: int) -> str:
    """Let MaskablePPO of sb3-contrib learn on our Gymnasium environment, against random."""
    example = Path(__file__).parent.parent / "examples" / "train_maskable.py"
    command = [sys.executable, str(example), "--steps", str(steps)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    won = [
        float(line.split("won ")[1].split("%")[0]) for line in done.stdout.splitlines() if " random" in line
    ]
    if done.returncode or len(won) != 2 or won[1] < won[0] + LEARNED_POINTS:
        raise AssertionError(f"{done.stdout} {done.stderr[-2000:]}")
    return f"MaskablePPO, {steps} decisions: from {won[0]}% to {won[1]}% of its games against random"


def report(trial: Callable[[], str]) -> bool:
    """Run a trial and print how it went."""
    began = time.monotonic()
    try:
        text = trial()
    except AssertionError as error:
        print(f"FAILED after {time.monotonic() - began:.0f} s: {error}", flush=True)
        return False
    print(f"{text} ({time.monotonic() - began:.0f} s)", flush=True)
    return True


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--messages", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=5, help="losses of a process and of the database")
    parser.add_argument("--ladder", type=int, default=60, help="games of each level against the one below")
    parser.add_argument("--learn", type=int, default=200_000, help="decisions of a library that learns")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="when the kills come; any number")
    wanted = parser.parse_args()
    print(f"seed {wanted.seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="gravitable-soak-") as place:
        folder = Path(place)
        fine = report(lambda: messages(folder, wanted.messages)) if wanted.messages else True
        fine = (report(lambda: kills(folder, wanted.kills, wanted.seed)) if wanted.kills else True) and fine
        fine = (report(lambda: levels(wanted.ladder)) if wanted.ladder else True) and fine
        if wanted.learn and find_spec("sb3_contrib") is None:
            print("sb3-contrib is not installed here: nothing learns on the environment")
        elif wanted.learn:
            fine = report(lambda: learning(wanted.learn)) and fine
        if not wanted.rounds:
            return 0 if fine else 1
        if postgres_binaries() is None:
            print("PostgreSQL is not installed here: its trials were left out")
            return 0 if fine else 1
        folder.chmod(0o755)
        postgres = Postgres(folder)
        postgres.start()
        try:
            fine = report(lambda: processes(folder, wanted.rounds, postgres)) and fine
            fine = report(lambda: away(folder, wanted.rounds, postgres)) and fine
        finally:
            postgres.stop()
    return 0 if fine else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        sys.exit(130)
