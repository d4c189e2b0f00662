"""The folder of a training run: what was asked, what happened so far, and the networks. All of it survives Ctrl-C."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from gravitable.bots.kernels.network import Net
from gravitable.core.errors import BadOption

Json = dict[str, Any]

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Settings:
    """What a run was asked for; a run that goes on must be asked for the same."""

    game: str
    seed: int
    positions: int
    """Positions of a generation."""
    hidden: int
    second: int


@dataclass(slots=True)
class Run:
    """A run: its folder, and its history, one entry a generation."""

    folder: Path
    settings: Settings
    history: list[Json] = field(default_factory=list)
    seconds: float = 0.0

    @classmethod
    def begin(cls, folder: Path, settings: Settings) -> Run:
        """Begin a folder; raises BadOption when there is a run in it already."""
        if (folder / "run.json").exists():
            raise BadOption(f"{folder} holds a run already; go on with --resume, or name another by --out")
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadOption(f"cannot write to {folder}: {error.strerror}; name another by --out") from error
        run = cls(folder, settings)
        run.save()
        return run

    @classmethod
    def resume(cls, folder: Path, settings: Settings) -> Run:
        """Go on with a folder; raises BadOption when it holds none, or another run."""
        try:
            data: Json = json.loads((folder / "run.json").read_text("utf-8"))
        except (OSError, ValueError) as error:
            raise BadOption(f"{folder} holds no run to resume ({error}); begin without --resume") from error
        mine, theirs = asdict(settings), data.get("settings", {})
        for name, value in mine.items():
            if theirs.get(name) != value:
                raise BadOption(
                    f"{folder} holds another run: its {name} is {theirs.get(name)!r}, not {value!r}"
                )
        return cls(folder, settings, data["history"], data["seconds"])

    @property
    def generation(self) -> int:
        """How many generations are done."""
        return len(self.history)

    def net(self) -> Net | None:
        """Return the network of the last generation that was finished."""
        if not self.history:
            return None
        with np.load(self._net_path(self.generation - 1), allow_pickle=False) as stored:
            return Net(*(stored[name] for name in Net._fields))

    def add(self, net: Net, entry: Json) -> None:
        """Note a finished generation; it is safe when this returns."""
        np.savez(self._net_path(self.generation), **_named(net))
        self.history.append(entry)
        self.save()

    def save(self) -> None:
        """Write the history, at once or not at all."""
        data = {
            "gravitable-training": FORMAT,
            "settings": asdict(self.settings),
            "seconds": round(self.seconds, 1),
            "history": self.history,
        }
        draft = self.folder / "run.json.new"
        draft.write_text(json.dumps(data, indent=1) + "\n", "utf-8")
        draft.replace(self.folder / "run.json")

    def _net_path(self, generation: int) -> Path:
        return self.folder / f"generation-{generation:03}.npz"


def _named(net: Net) -> dict[str, Any]:
    return dict(net._asdict())
