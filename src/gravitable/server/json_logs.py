"""Structured logs: one JSON object a line, without names, addresses or secrets."""

from __future__ import annotations

import json
import logging
import sys
from typing import Any, Final

_STANDARD: Final = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "color_message"}


class JsonLines(logging.Formatter):
    """Writes a record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line: dict[str, Any] = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S"),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        line |= {name: value for name, value in record.__dict__.items() if name not in _STANDARD}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


def _is_worth_a_line(record: logging.LogRecord) -> bool:
    """Drop what any stranger could fill the log with: a traceback for each frame that is not text."""
    return not (record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError))


def set_up(level: str) -> None:
    """Send all logs to standard error in this form."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)  # below that it names addresses and tables
    logging.getLogger("uvicorn.error").addFilter(_is_worth_a_line)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    logging.getLogger("aiosqlite").setLevel(logging.WARNING)
