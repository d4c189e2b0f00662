"""Write THIRD_PARTY.md: whose work is inside our package, and whose it needs.

``python tools/notices.py``, part of ``make upgrade``; a test fails when a package is missing. Inside the package are
only the JavaScript libraries that the browser client is built with; their licences are told in full. Python packages
are installed beside it, with licences of their own, and are listed.
"""

from __future__ import annotations

import json
import re
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

from install import ROOT

PAGE = ROOT / "THIRD_PARTY.md"
BUNDLED = ("svelte", "intl-messageformat", "uqr")
"""What the client imports; what these need is found in ``package-lock.json``."""
_TOOLS = ("@jridgewell/", "acorn", "@types/", "aria-query", "axobject-query", "locate-character", "magic-string",
          "zimmerframe", "esrap", "is-reference", "@sveltejs/acorn-typescript", "@typescript-eslint/")  # fmt: skip
"""What Svelte needs to compile, none of which gets into the client."""

_HEAD = """# Third-party notices

Made by `tools/notices.py`. Gravitable itself is under the MIT licence, see LICENSE.

## Inside the browser client

These libraries are part of the built client, and so of every wheel and source archive.
"""
_BESIDE = """
## Installed beside it

Python packages that playing needs (`requirements/play.txt`); none of their code is in our package.

| package | licence |
|---|---|
"""


def bundled() -> list[str]:
    """Return the libraries in the client: what it imports, and what that needs, without what only compiles."""
    packages = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))["packages"]
    found, waiting = set(), list(BUNDLED)
    while waiting:
        name = waiting.pop()
        if name not in found and not name.startswith(_TOOLS):
            found.add(name)
            waiting += packages.get(f"node_modules/{name}", {}).get("dependencies", {})
    return sorted(found)


def needed() -> list[str]:
    """Return the Python packages that playing needs."""
    text = (ROOT / "requirements" / "play.txt").read_text("utf-8")
    return sorted(set(re.findall(r"^([a-z0-9][\w.-]*)(?:\[.*\])?==", text, re.MULTILINE)))


def _licence_text(name: str) -> str:
    folder = ROOT / "web" / "node_modules" / name
    about = json.loads((folder / "package.json").read_text("utf-8"))
    files = [
        path for path in sorted(folder.iterdir()) if path.name.lower().startswith(("license", "licence"))
    ]
    text = (
        files[0].read_text("utf-8").strip() if files else f"{about.get('license')}, {about.get('author', '')}"
    )
    return f"### {name} ({about.get('license')})\n\n```text\n{text}\n```\n"


def _licence_name(name: str) -> str:
    try:
        told = metadata(name)
    except PackageNotFoundError:
        return "for other systems than the one that wrote this"
    kinds = [line.rsplit(" :: ", 1)[-1] for line in told.get_all("Classifier") or [] if "License ::" in line]
    named = [line for field in ("License-Expression", "License") for line in told.get_all(field) or []]
    return ", ".join(kinds) if kinds and not told.get_all("License-Expression") else named[0].splitlines()[0]


def page() -> str:
    """Return the whole page."""
    inside = "\n".join(_licence_text(name) for name in bundled())
    beside = "".join(f"| {name} | {_licence_name(name)} |\n" for name in needed())
    return f"{_HEAD}\n{inside}{_BESIDE}{beside}"


if __name__ == "__main__":
    Path(PAGE).write_text(page(), "utf-8")
