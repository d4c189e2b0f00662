"""See to it that the tests have a Chromium and a tmux, and say so before anything is installed.

    python tools/browser.py           # make test and make screenshots do it

On Debian and Ubuntu, as root, they are installed with apt-get; elsewhere a line says what to do. Tests that lack one
are skipped and say so (with CI=true they fail).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence

NEEDED = {
    "chromium": (
        "chromium-headless-shell",
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
    ),
    "tmux": ("tmux",),
}
"""Packages of the system, each with the commands of which one is enough; the first that is there is taken."""
LIGHTER = {"chromium": "chromium-headless-shell"}
"""The same without windows, where the system has it: 11 s of processor time where the whole browser took 28."""
SKIPPED = "Without that, tests of the browser and of a real terminal are skipped."


def missing() -> list[str]:
    """Return the packages of which this machine has no command."""
    return [name for name, commands in NEEDED.items() if not any(map(shutil.which, commands))]


def advice(packages: Sequence[str], *, has_apt: bool, is_root: bool) -> str | None:
    """Return what to tell somebody for whom we cannot install packages; None when we can."""
    lacking = f"The tests need {' and '.join(packages)}, not found here"
    if not has_apt:
        return f"{lacking}: install with the packages of your system. {SKIPPED}"
    if not is_root:
        return f"{lacking}, and installing takes root: sudo apt-get install {' '.join(packages)}. {SKIPPED}"
    return None


def _apt(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["apt-get", *arguments], capture_output=True, text=True, check=False)  # noqa: S607


def _install(package: str) -> None:
    print(f"Installing {package} with apt-get, for the tests ...", flush=True)
    choices = [LIGHTER[package], package] if package in LIGHTER else [package]
    for choice in choices:
        done = _apt("install", "-y", "-qq", choice)
        if done.returncode == 0:
            return
    last = " ".join(done.stderr.strip().splitlines()[-1:])
    print(f"{package} could not be installed: {last} {SKIPPED}", file=sys.stderr)


def main() -> None:
    """Install what is missing, or say why not."""
    packages = missing()
    if not packages:
        return
    has_apt, is_root = shutil.which("apt-get") is not None, getattr(os, "geteuid", lambda: 1)() == 0
    told = advice(packages, has_apt=has_apt, is_root=is_root)
    if told:
        print(told)
        return
    _apt("update", "-qq")
    for package in packages:
        _install(package)


if __name__ == "__main__":
    main()
