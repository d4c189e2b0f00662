"""Reading and writing of saved games."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gravitable.core.errors import GravitableError

if TYPE_CHECKING:
    from gravitable.core.game import Game

Json = dict[str, Any]


class BadFile(GravitableError):
    """A file that cannot be read or written."""

    code = "bad-file"


def read_text(path: Path) -> str:
    """Return the text of a file; raises BadFile."""
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise BadFile(
            f"there is no file {str(path)!r}; saved games of yours are in {saves_folder()}"
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise BadFile(f"cannot read {str(path)!r}: {error}") from None


def write_text(path: Path, text: str) -> None:
    """Write a file so that it is there in full or not at all; raises BadFile."""
    beside = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_text(text, encoding="utf-8")
        beside.replace(path)
    except OSError as error:
        raise BadFile(f"cannot write {str(path)!r}: {error.strerror or error}") from None


def record_text(record: Json) -> str:
    """Return a record as JSON with one log entry a line, readable and easy to compare."""
    log = ",\n".join(f"    {json.dumps(line, ensure_ascii=False)}" for line in record["log"])
    rest = json.dumps({**record, "log": []}, indent=2, ensure_ascii=False)
    return rest.replace('"log": []', f'"log": [\n{log}\n  ]', 1) + "\n"


def load_game(path: Path, *, until: int | None = None) -> Game:
    """Return the game of a record file or of a position text; raises BadFile, DamagedRecord or BadPosition."""
    import gravitable  # noqa: PLC0415 - the games load Numba

    text = read_text(path)
    if text.lstrip().startswith("gravitable position:"):
        return gravitable.position(text)
    return gravitable.replay(text, until=until)


def saves_folder() -> Path:
    """Return where games are saved when nobody says otherwise."""
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "gravitable" / "games"


def new_save_path(game: str) -> Path:
    """Return a free file name for a game that begins now."""
    stem = f"{game}-{time.strftime('%Y-%m-%d-%H%M%S')}"
    names = [f"{stem}.json", *(f"{stem}-{number}.json" for number in range(2, 100))]
    return next(path for name in names if not (path := saves_folder() / name).exists())
