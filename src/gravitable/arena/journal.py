"""The results on disk: one JSON object a line, the plan first. A crash loses no finished game."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TextIO

from gravitable.arena.plan import Plan
from gravitable.core.errors import BadOption, DamagedRecord

Json = dict[str, Any]

FORMAT = 1


class Journal:
    """The results file of one tournament."""

    def __init__(self, path: Path, plan: Plan, results: list[Json]) -> None:
        self.path = path
        self.plan = plan
        self.results = results
        """The games so far, each once, in the order in which they came in."""
        self._file: TextIO = path.open("a", encoding="utf-8")

    @classmethod
    def begin(cls, path: Path, plan: Plan) -> Journal:
        """Begin a file; raises BadOption when there is one already."""
        if path.exists():
            raise BadOption(
                f"{path} is there already; go on with it by --resume, or name another file by --out"
            )
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            journal = cls(path, plan, [])
        except OSError as error:
            raise BadOption(
                f"cannot write to {path}: {error.strerror}; name another file by --out"
            ) from error
        journal._write({"gravitable-arena": FORMAT, "plan": plan.to_json()})
        return journal

    @classmethod
    def resume(cls, path: Path, plan: Plan) -> Journal:
        """Go on with a file; raises BadOption when it belongs to another tournament.

        The number of games may have changed: more games go on where fewer ended.
        """
        written, results, good_bytes = read(path)
        mine, theirs = plan.to_json(), written.to_json()
        differing = [key for key in mine if key != "games" and mine[key] != theirs[key]]
        if differing:
            key = differing[0]
            raise BadOption(
                f"{path} holds another tournament: its {key} is {theirs[key]!r}, not {mine[key]!r}; "
                "name another file by --out"
            )
        os.truncate(path, good_bytes)  # a line that was cut off in the middle is played again
        return cls(path, plan, results)

    def missing(self) -> list[int]:
        """Return the games that are still to be played."""
        done = {line["game"] for line in self.results}
        return [index for index in range(self.plan.games) if index not in done]

    def add(self, result: Json) -> None:
        """Append a game; it is safe when this returns."""
        self._write(result)
        self.results.append(result)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _write(self, line: Json) -> None:
        self._file.write(json.dumps(line, ensure_ascii=False) + "\n")
        self._file.flush()
        os.fsync(self._file.fileno())


def read(path: Path) -> tuple[Plan, list[Json], int]:
    """Return plan and results of a file, and how many of its bytes are whole lines; raises DamagedRecord."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadOption(f"cannot read {path}: {error.strerror}; begin without --resume") from error
    whole = data[: data.rfind(b"\n") + 1]
    lines = [_line(path, number, line) for number, line in enumerate(whole.splitlines(), 1)]
    if not lines or lines[0].get("gravitable-arena") != FORMAT:
        raise DamagedRecord(f"{path}, line 1", "is not the beginning of an arena's results")
    return Plan.from_json(lines[0]["plan"]), list(_once(lines[1:])), len(whole)


def _line(path: Path, number: int, line: bytes) -> Json:
    try:
        data: Json = json.loads(line)
    except ValueError as error:
        raise DamagedRecord(f"{path}, line {number}", f"is not JSON ({error})") from error
    return data


def _once(lines: Iterable[Json]) -> Iterable[Json]:
    """Return each game once, though two runs wrote to the same file at the same time."""
    seen: set[int] = set()
    for line in lines:
        if line["game"] not in seen:
            seen.add(line["game"])
            yield line
