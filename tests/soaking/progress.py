"""How far the long soak has come: one JSON file, written after every piece of work."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

Json = dict[str, Any]


@dataclass(frozen=True)
class Stage:
    """One kind of trial. ``piece`` does some of it, and adds to the stage's counts what was really done."""

    name: str
    goal: int
    unit: str
    piece: Callable[[Json, int], None]
    """Called with the stage's own part of the state file, and how much is left to do."""


@dataclass
class Progress:
    """The state file: for each stage ``done``, ``seconds``, ``failures`` and whatever else the stage counts."""

    path: Path
    stages: dict[str, Json] = field(default_factory=dict)

    @classmethod
    def load(cls, path: Path) -> Progress:
        stages = json.loads(path.read_text("utf-8")) if path.exists() else {}
        return cls(path, stages)

    def of(self, stage: str) -> Json:
        return self.stages.setdefault(stage, {"done": 0, "seconds": 0.0, "failures": []})

    def save(self) -> None:
        """Write it whole or not at all: the soak may be killed like what it kills."""
        beside = self.path.with_suffix(".new")
        beside.write_text(json.dumps(self.stages, indent=1), "utf-8")
        beside.replace(self.path)

    def run_piece(self, stage: Stage) -> bool:
        """Do some more of a stage; False: it is finished. A piece that fails is noted and counts for nothing."""
        kept = self.of(stage.name)
        if kept["done"] >= stage.goal:
            return False
        before, began = json.loads(json.dumps(kept)), time.monotonic()
        try:
            stage.piece(kept, stage.goal - kept["done"])
        except Exception as error:
            self.stages[stage.name] = kept = before
            kept["failures"].append(f"{type(error).__name__}: {error}"[:600])
        kept["seconds"] += time.monotonic() - began
        kept["code"] = sorted({*kept.get("code", []), code_version()})
        self.save()
        return True


@cache
def code_version() -> str:
    """Return the commit that is tried out."""
    done = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parent,
    )
    return done.stdout.strip() or "unknown"


def add(kept: Json, **counts: int) -> None:
    """Add to counts of a stage."""
    for name, count in counts.items():
        kept[name] = kept.get(name, 0) + count
