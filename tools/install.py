"""Install what a habit of the Makefile needs into the virtual environment that runs this.

    python tools/install.py play    # what playing needs: the package, and Node for building the client
    python tools/install.py dev     # and everything for tests, checks, docs and benchmarks

Versions are those of ``requirements/NAME.txt``, with hashes. uv is taken where it is there or can be had from the
registry, since it installs the same in a tenth of the time; else pip does it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def installer() -> list[str]:
    """Return the command that installs into this environment: uv's, else pip's."""
    own = Path(sysconfig.get_path("scripts")) / "uv"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    found = shutil.which("uv") or (str(own) if own.exists() else None)
    if found is None:
        asked = subprocess.run([*pip, "install", "--quiet", "uv"], capture_output=True, check=False)
        found = str(own) if asked.returncode == 0 and own.exists() else None
    if found is None:
        print("uv is not to be had here: pip installs, which takes longer.", flush=True)
        return [*pip, "install"]
    return [found, "pip", "install", "--python", sys.executable]


def install(what: str) -> int:
    """Install one of the sets; return the exit code."""
    command, started = installer(), time.monotonic()
    steps = (
        ["--require-hashes", "--requirement", str(ROOT / "requirements" / f"{what}.txt")],
        ["--no-deps", "--editable", str(ROOT)],
    )
    for step in steps:
        done = subprocess.run([*command, *step], check=False, env=os.environ | {"GRAVITABLE_NO_CLIENT": "1"})
        if done.returncode:
            print(f"Installing failed: {' '.join([*command, *step])}", file=sys.stderr)
            return done.returncode
    print(f"Python is ready after {time.monotonic() - started:.0f} s.", flush=True)
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in ("play", "dev"):
        sys.exit("usage: python tools/install.py play|dev")
    sys.exit(install(sys.argv[1]))
