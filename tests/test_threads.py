"""What several threads of a server do at once."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FIRST_MEETING = """
import sys, threading
import msgspec
from gravitable.server.insight import reviewers

sys.setswitchinterval(1e-7)
together = threading.Barrier(8)

def read():
    together.wait()
    for _ in range(50):
        try:
            reviewers._WORDS.decode(b'{"number": 1, "review": {"format": 1}}')
        except msgspec.ValidationError:
            pass

threads = [threading.Thread(target=read) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


def test_msgspec_learns_every_type_in_one_thread() -> None:
    """Two threads that decode a type for the first time at once crash the process; a decoder made at import has met it.

    Seen with ``msgspec.json.decode(line, type=Word)`` in place of a decoder: five of eight processes died.
    """
    assert subprocess.run([sys.executable, "-c", FIRST_MEETING], check=False).returncode == 0
    lazily = re.compile(r"json\.decode\([^)]*type=")
    assert [
        str(path) for path in (ROOT / "src").rglob("*.py") if lazily.search(path.read_text("utf-8"))
    ] == []
