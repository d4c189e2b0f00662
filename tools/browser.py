"""See to it that there is a Chromium for the browser tests, and say so before anything is installed.

    python tools/browser.py           # make test and make screenshots do it

On Debian and Ubuntu, as root, it is installed with apt-get; elsewhere a line says what to do. Tests that lack it are
skipped and say so (with CI=true they fail).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

SKIPPED = "Without it the browser tests are skipped."


def advice(*, has_apt: bool, is_root: bool) -> str | None:
    """Return what to tell somebody for whom we cannot install it; None when we can."""
    if not has_apt:
        return f"There is no Chromium here: install it with the packages of your system. {SKIPPED}"
    if not is_root:
        return f"There is no Chromium here, and installing it takes root: sudo apt-get install chromium. {SKIPPED}"
    return None


def main() -> None:
    """Install it, or say why not."""
    if shutil.which("chromium"):
        return
    told = advice(
        has_apt=shutil.which("apt-get") is not None, is_root=getattr(os, "geteuid", lambda: 1)() == 0
    )
    if told:
        print(told)
        return
    print("Installing the system package chromium with apt-get, for the browser tests ...", flush=True)
    for step in (["update", "-qq"], ["install", "-y", "-qq", "chromium"]):
        done = subprocess.run(["apt-get", *step], capture_output=True, text=True, check=False)  # noqa: S607
    if done.returncode:
        print(
            f"Chromium could not be installed: {done.stderr.strip().splitlines()[-1:]}. {SKIPPED}",
            file=sys.stderr,
        )


if __name__ == "__main__":
    main()
