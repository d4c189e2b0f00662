"""Build a release, check it, and say what would have to be pushed. Nothing leaves this machine.

    python tools/release.py           # or make release

The version stands in ``src/gravitable/_version.py``; the changelog has a section for it. Wheel and source archive are
built and installed in a clean environment outside the tree, where a game is played and the client is served.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from install import ROOT, installer

PLAYS = """
import importlib.resources, gravitable, gravitable.server
static = importlib.resources.files("gravitable.server") / "static" / "index.html"
assert static.is_file(), "the browser client is missing"
game = gravitable.new("gravwell", players=2, seed=1)
while not game.over:
    game.play(game.to_act[0], game.legal(game.to_act[0])[0])
print(gravitable.__version__, game.result["reason"])
"""


def version() -> str:
    """Return the version that the package says it has."""
    text = (ROOT / "src" / "gravitable" / "_version.py").read_text("utf-8")
    (number,) = re.findall(r'__version__ = "(.+)"', text)
    return str(number)


def problems(number: str, changelog: str, changed: str, tags: str) -> list[str]:
    """Return what stands in the way of a release, from what the files and git say."""
    found = []
    if f"\n## {number}\n" not in changelog:
        found.append(f"CHANGELOG.md has no section '## {number}': rename 'Unreleased' and begin a new one")
    if re.search(r"\n## Unreleased\n+(?!## )\S", changelog):
        found.append("CHANGELOG.md has something under 'Unreleased': it belongs to this release or to none")
    if changed.strip():
        found.append("there are changes that are not committed")
    if f"v{number}" in tags.split():
        found.append(f"there is a tag v{number} already: raise the version in src/gravitable/_version.py")
    return found


def build(folder: Path) -> list[Path]:
    """Build wheel and source archive and return them; the wheel is made from the archive, as others would."""
    uv = installer()[0]
    subprocess.run([uv, "build", "--quiet", "--out-dir", str(folder), str(ROOT)], check=True)
    return sorted([*folder.glob("*.whl"), *folder.glob("*.tar.gz")])


def try_out(package: Path, folder: Path) -> str:
    """Install a built file in a clean environment, play there, and return what was said."""
    uv, home = installer()[0], folder / f"try-{package.suffix[1:]}"
    python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    subprocess.run([uv, "venv", "--quiet", "--python", sys.executable, str(home)], check=True)
    subprocess.run([uv, "pip", "install", "--quiet", "--python", str(python), str(package)], check=True)
    done = subprocess.run(
        [str(python), "-c", PLAYS], cwd=folder, env=clean, check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def _git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True).stdout  # noqa: S607


def main() -> int:
    """Check, build, try out, and say what to push; return the exit code."""
    number = version()
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    found = problems(number, changelog, _git("status", "--porcelain"), _git("tag"))
    with tempfile.TemporaryDirectory() as made:
        for package in build(ROOT / "dist"):
            print(f"{package.name}: {try_out(package, Path(made))}", flush=True)
    for problem in found:
        print(f"Not ready: {problem}.")
    if found:
        return 1
    print(
        f"Ready. To release it: git tag v{number} && git push origin v{number} && uv publish dist/*{number}*"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
