"""Build the documentation site for readers: ``make docs``, or ``python tools/site_for_readers.py``.

The scripts that write pages and pictures stand beside them in ``docs``. They are no reading, so they are taken out of
what was built.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOR_PEOPLE_WHO_WRITE = ("*.py", "*.pyc", "__pycache__")


def build(folder: Path) -> int:
    """Build the site of a folder with ``mkdocs.yml`` and ``docs``, into ``site`` there; a warning is a failure."""
    done = subprocess.run([sys.executable, "-m", "zensical", "build", "--strict"], cwd=folder, check=False)
    for pattern in FOR_PEOPLE_WHO_WRITE:
        for path in sorted((folder / "site").rglob(pattern)):
            path.rmdir() if path.is_dir() else path.unlink()
    return done.returncode


if __name__ == "__main__":
    sys.exit(build(ROOT))
