"""Install the lowest versions that pyproject.toml promises, in a place of their own, and play with them.

    python tools/lowest.py            # or make lowest
    python tools/lowest.py FOLDER     # keep the virtual environment there

A promise that is too low shows here: what we use has to be in the first version that we say is enough.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from install import ROOT, installer

EXTRAS = "postgres,arena,envs"
GAMES = ("superstar", "gravwell")
TOOLS = ("pytest", "pytest-timeout", "httpx", "hypothesis", "schemathesis")
TESTS = (
    "tests/cli/test_help.py",
    "tests/cli/test_screen.py",
    "tests/cli/test_screen_mouse.py",
    "tests/server/test_own_bot_online.py",
    "tests/server/test_accounts.py",
    "tests/server/test_operations.py",
    "tests/server/test_settings.py",
    "tests/arena/test_tournament.py",
    "tests/envs/test_seat.py",
    "tests/envs/test_pettingzoo.py",
)


def main(folder: Path) -> int:
    """Make the environment and run what touches every dependency; return the exit code."""
    uv = installer()[0]
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    low = ["--resolution", "lowest-direct", "--python", str(python)]
    steps = (
        [uv, "venv", "--quiet", "--allow-existing", "--python", sys.executable, str(folder)],
        [uv, "pip", "install", *low, f"{ROOT}[{EXTRAS}]"],
        [uv, "pip", "install", "--python", str(python), *TOOLS],
        # Compiled beforehand: the tests' servers are not waited for as long as that takes.
        *([str(python), "-m", "gravitable.cli.compiling", game] for game in GAMES),
        # Old versions warn of what newer ones of others have deprecated: that is not what is asked here. The
        # environments are compiled inside their tests, which takes minutes on a busy machine.
        [str(python), "-m", "pytest", "-W", "ignore", "--timeout", "900", *TESTS],
    )
    for step in steps:
        done = subprocess.run(step, cwd=ROOT, check=False, env=os.environ | {"GRAVITABLE_NO_CLIENT": "1"})
        if done.returncode:
            print(f"This failed: {' '.join(step)}", file=sys.stderr)
            return done.returncode
    return 0


if __name__ == "__main__":
    if len(sys.argv) > 1:
        sys.exit(main(Path(sys.argv[1])))
    with tempfile.TemporaryDirectory() as made:
        sys.exit(main(Path(made) / "lowest"))
